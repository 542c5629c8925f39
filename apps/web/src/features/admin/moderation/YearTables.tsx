import type { ModerationYear } from '@stagedoor/contract/reports';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { Table } from '../../../ui/table/Table.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import styles from './moderation.module.css';
import { useHours } from './use-hours.ts';

type Decided = Omit<ModerationYear['reasons'][number], 'reason'> & { name: string };
type Measured = ModerationYear['measures'][number];

/** Reports and notices of a year, by reason or by type of content. */
export const DecisionsTable = ({ title, first, rows }: { title: string; first: string; rows: readonly Decided[] }) => {
  const t = useText();
  const format = useFormat();
  const hours = useHours();
  const count = (key: 'received' | 'upheld' | 'rejected' | 'open'): Column<Decided> => ({
    key,
    number: true,
    title: t(`moderationYear.column.${key}`),
    cell: (row) => format.count(row[key]),
  });
  const columns: readonly Column<Decided>[] = [
    { key: 'name', narrow: 'main', title: first, cell: (row) => row.name },
    { key: 'source', title: t('moderationReport.column.source'), cell: (row) => t(`moderationReport.source.${row.source}`) },
    { ...count('received'), narrow: 'end' },
    count('upheld'),
    count('rejected'),
    count('open'),
    { key: 'median', number: true, title: t('moderationYear.column.medianHours'), cell: (row) => hours(row.medianHours) },
  ];
  return (
    <section>
      <h2 className={classes(type.heading, styles.heading)}>{title}</h2>
      {rows.length > 0 ? (
        <Table caption={title} columns={columns} rows={rows} rowKey={(row) => `${row.source} ${row.name}`} />
      ) : (
        <p className={type.quiet}>{t('moderationYear.none')}</p>
      )}
    </section>
  );
};

/** Measures of a year by ground and by what led to them. */
export const MeasuresTable = ({ rows }: { rows: readonly Measured[] }) => {
  const t = useText();
  const format = useFormat();
  const title = t('moderationReport.actions');
  const count = (key: 'made' | 'automated' | 'lifted'): Column<Measured> => ({
    key,
    number: true,
    title: t(`moderationYear.column.${key}`),
    cell: (row) => format.count(row[key]),
  });
  const columns: readonly Column<Measured>[] = [
    {
      key: 'measure',
      narrow: 'main',
      title: t('moderationYear.column.measure'),
      cell: (row) => t(`restrictions.measure.${row.measure}`),
    },
    { key: 'ground', title: t('moderationYear.column.ground'), cell: (row) => t(`moderationYear.ground.${row.ground}`) },
    { key: 'source', title: t('moderationYear.column.source'), cell: (row) => t(`moderationYear.source.${row.source}`) },
    { ...count('made'), narrow: 'end' },
    count('automated'),
    count('lifted'),
  ];
  return (
    <section>
      <h2 className={classes(type.heading, styles.heading)}>{title}</h2>
      {rows.length > 0 ? (
        <Table caption={title} columns={columns} rows={rows} rowKey={(row) => `${row.measure} ${row.ground} ${row.source}`} />
      ) : (
        <p className={type.quiet}>{t('moderationYear.noMeasures')}</p>
      )}
    </section>
  );
};
