import type { ModerationFigures } from '@stagedoor/contract/reports';
import styles from './moderation.module.css';
import { useHours } from './use-hours.ts';
import { classes } from '../../../ui/classes.ts';
import type { Column } from '../../../ui/table/column.ts';
import { Table } from '../../../ui/table/Table.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';

type Row = ModerationFigures['rows'][number];

/** The columns of reports by reason. */
const useFigureColumns = (): readonly Column<Row>[] => {
  const t = useText();
  const format = useFormat();
  const hours = useHours();
  const count = (key: 'received' | 'upheld' | 'rejected' | 'open'): Column<Row> => ({
    key,
    number: true,
    title: t(`moderationReport.column.${key}`),
    cell: (row) => format.count(row[key]),
  });
  return [
    { key: 'reason', narrow: 'main', title: t('moderationReport.column.reason'), cell: (row) => t(`takedowns.reason.${row.reason}`) },
    { key: 'source', title: t('moderationReport.column.source'), cell: (row) => t(`moderationReport.source.${row.source}`) },
    { ...count('received'), narrow: 'end' },
    count('upheld'),
    count('rejected'),
    count('open'),
    { key: 'median', number: true, title: t('moderationReport.column.medianHours'), cell: (row) => hours(row.medianHours) },
  ];
};

/** Reports and notices by reason. */
export const FiguresByReason = ({ rows }: { rows: readonly Row[] }) => {
  const t = useText();
  const columns = useFigureColumns();
  return (
    <section>
      <h2 className={classes(type.heading, styles.heading)}>{t('moderationReport.byReason')}</h2>
      {rows.length > 0 ? (
        <Table caption={t('moderationReport.byReason')} columns={columns} rows={rows} rowKey={(row) => `${row.source} ${row.reason}`} />
      ) : (
        <p className={type.quiet}>{t('moderationReport.none')}</p>
      )}
    </section>
  );
};
