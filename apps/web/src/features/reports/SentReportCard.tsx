import type { SentReport } from '@stagedoor/contract/restrictions';
import { Link } from 'react-router';
import { Card } from '../../ui/Card.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { Objection } from './Objection.tsx';
import styles from './reports.module.css';

const TONES = { open: 'info', upheld: 'ok', rejected: 'plain' } as const;

/** A report that the account sent, with its outcome. */
export const SentReportCard = ({ report, onComplain }: { report: SentReport; onComplain: () => void }) => {
  const t = useText();
  const format = useFormat();
  const { object, complaint } = report;
  const title = object.title || t(`reports.kind.${object.kind}`);
  return (
    <Card pad="lg" as="article">
      <div className={styles.head}>
        <h2 className={type.heading}>{object.path ? <Link to={object.path}>{title}</Link> : title}</h2>
        <Chip tone={TONES[report.state]}>{t(`reports.is.${report.state}`)}</Chip>
      </div>
      <p className={classes(type.small, type.quiet)}>
        {[
          report.reference,
          t(`reports.kind.${object.kind}`),
          t(`takedowns.reason.${report.reason}`),
          format.date(report.createdAt, 'dayYear'),
        ].join(' · ')}
      </p>
      {report.note && complaint?.state !== 'upheld' ? (
        <p dir="auto" className={styles.words}>
          {report.note}
        </p>
      ) : null}
      <Objection kind="complaint" sent={complaint} until={report.complainUntil} onBegin={onComplain} />
    </Card>
  );
};
