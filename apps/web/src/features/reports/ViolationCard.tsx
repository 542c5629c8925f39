import type { PerformerReport } from '@stagedoor/contract/reports';
import { Link } from 'react-router';
import styles from './reports.module.css';
import { Card } from '../../ui/Card.tsx';
import { Chip, type ChipTone } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { Objection } from './Objection.tsx';

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
      <Objection kind="appeal" sent={appeal} until={report.appealUntil} onBegin={onAppeal} />
    </Card>
  );
};
