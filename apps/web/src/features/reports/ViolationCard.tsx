import type { PerformerReport } from '@stagedoor/contract/reports';
import { Link } from 'react-router';
import styles from './reports.module.css';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chip, type ChipTone } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

const TONES: Record<PerformerReport['state'], ChipTone> = { open: 'info', upheld: 'warn', rejected: 'plain' };

/** A report: what it was about, what was decided, and how long one may appeal. */
export const ViolationCard = ({ report, onAppeal }: { report: PerformerReport; onAppeal: () => void }) => {
  const t = useText();
  const format = useFormat();
  const { object, appeal } = report;
  const title = object.title || t(`reports.kind.${object.kind}`);
  return (
    <Card pad="lg" as="article">
      <div className={styles.head}>
        <h2 className={type.heading}>{object.path && report.outcome !== 'takenDown' ? <Link to={object.path}>{title}</Link> : title}</h2>
        <Chip tone={TONES[report.state]}>{t(`reports.is.${report.state}`)}</Chip>
      </div>
      <p className={classes(type.small, type.quiet)}>
        {[
          t(`reports.kind.${object.kind}`),
          t(`takedowns.reason.${report.reason}`),
          format.date(report.createdAt, 'dayYear'),
          report.outcome ? t(`violations.outcome.${report.outcome}`) : '',
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {report.note ? (
        <p dir="auto" className={styles.words}>
          {report.note}
        </p>
      ) : null}
      {appeal ? (
        <div className={styles.words}>
          <span className={type.label}>{t(`violations.appeal.${appeal.state}`)}</span>
          <p className={classes(type.small, type.quiet)}>{appeal.note || appeal.text}</p>
        </div>
      ) : null}
      {report.appealUntil ? (
        <div className={classes(styles.head, styles.words)}>
          <span className={classes(type.small, type.faint)}>
            {t('violations.appealUntil', { date: format.date(report.appealUntil, 'dayYear') })}
          </span>
          <Button kind="lift" size="sm" onClick={onAppeal}>
            {t('violations.appeal')}
          </Button>
        </div>
      ) : null}
    </Card>
  );
};
