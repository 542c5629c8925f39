import type { ModerationFigures } from '@stagedoor/contract/reports';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Pending } from '../../app/Pending.tsx';
import { useData } from '../../app/data.ts';
import { Page } from '../../app/shell/Columns.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import styles from '../../features/reports/moderation.module.css';
import admin from '../../ui/admin/list-and-pane.module.css';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import type { Column } from '../../ui/table/column.ts';
import { Table } from '../../ui/table/Table.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { useFormat } from '../../ui/format.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useLocale, useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

type Row = ModerationFigures['rows'][number];

/** So many months can be chosen, the current one first. */
const MONTHS = 24;

const monthsBefore = (now: Date): string[] =>
  Array.from({ length: MONTHS }, (_, before) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - before, 1)).toISOString().slice(0, 7),
  );

/** The month's figures of moderation, as a page and as files. */
const Moderation = () => {
  const t = useText();
  const format = useFormat();
  const locale = useLocale();
  const { get, change } = useListSearch();
  const [months] = useState(() => monthsBefore(new Date()));
  const month = months.find((one) => one === get('month')) ?? months[0]!;
  const figures = useData('GET /admin/moderation', { query: { month } });
  const name = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const hours = (median: number | null) => (median === null ? '–' : t('moderationReport.hours', { count: median }));
  const count = (key: 'received' | 'upheld' | 'rejected' | 'open'): Column<Row> => ({
    key,
    number: true,
    title: t(`moderationReport.column.${key}`),
    cell: (row) => format.count(row[key]),
  });
  const columns: readonly Column<Row>[] = [
    { key: 'reason', narrow: 'main', title: t('moderationReport.column.reason'), cell: (row) => t(`takedowns.reason.${row.reason}`) },
    { key: 'source', title: t('moderationReport.column.source'), cell: (row) => t(`moderationReport.source.${row.source}`) },
    { ...count('received'), narrow: 'end' },
    count('upheld'),
    count('rejected'),
    count('open'),
    { key: 'median', number: true, title: t('moderationReport.column.medianHours'), cell: (row) => hours(row.medianHours) },
  ];
  const data = figures.data;
  return (
    <Page width="wide">
      <PageTitle title={t('moderationReport.title')} />
      <header className={admin.head}>
        <div>
          <h1 className={classes(type.display, type.s46)}>{t('moderationReport.title')}</h1>
          <p className={type.quiet}>{t('moderationReport.lead')}</p>
        </div>
      </header>
      <div className={styles.tools}>
        <SelectField
          label={t('moderationReport.month')}
          value={month}
          onChange={(event) => change({ month: event.currentTarget.value })}
          choices={months.map((value) => ({ value, text: name.format(new Date(`${value}-01T00:00:00Z`)) }))}
        />
        <Button
          kind="lift"
          href={`/api/admin/moderation/export?month=${month}&locale=${locale}`}
          download
          icon={<IconDownload size={20} stroke={1.75} />}
        >
          {t('moderationReport.csv')}
        </Button>
        {data ? (
          <Button
            kind="lift"
            href={`data:application/json;charset=utf-8,${encodeURIComponent(JSON.stringify(data, null, 2))}`}
            download={`moderation-${month}.json`}
            icon={<IconDownload size={20} stroke={1.75} />}
          >
            {t('moderationReport.json')}
          </Button>
        ) : null}
      </div>
      {data ? (
        <div className={styles.stack}>
          <section>
            <h2 className={classes(type.heading, styles.heading)}>{t('moderationReport.byReason')}</h2>
            {data.rows.length > 0 ? (
              <Table
                caption={t('moderationReport.byReason')}
                columns={columns}
                rows={data.rows}
                rowKey={(row) => `${row.source} ${row.reason}`}
              />
            ) : (
              <p className={type.quiet}>{t('moderationReport.none')}</p>
            )}
          </section>
          <div className={styles.cards}>
            <Card pad="lg">
              <h2 className={type.heading}>{t('moderationReport.appeals')}</h2>
              <Facts
                facts={[
                  ...(['received', 'upheld', 'rejected', 'open'] as const).map(
                    (key) => [t(`moderationReport.column.${key}`), format.count(data.appeals[key])] as const,
                  ),
                  [t('moderationReport.column.medianHours'), hours(data.appeals.medianHours)],
                ]}
              />
            </Card>
            <Card pad="lg">
              <h2 className={type.heading}>{t('moderationReport.actions')}</h2>
              <Facts
                facts={(['takenDown', 'takenDownUnasked', 'restored', 'suspended'] as const).map((key) => [
                  t(`moderationReport.action.${key}`),
                  format.count(data.actions[key]),
                ])}
              />
            </Card>
          </div>
        </div>
      ) : (
        <Pending of={figures}>
          <RowsSkeleton rows={5} />
        </Pending>
      )}
    </Page>
  );
};

const Facts = ({ facts }: { facts: readonly (readonly [string, string])[] }) => (
  <dl className={styles.facts}>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt className={type.quiet}>{name}</dt>
        <dd className={type.strong}>{value}</dd>
      </div>
    ))}
  </dl>
);

export default Moderation;
