import type { SchemeReport } from '@stagedoor/contract/duties';
import { IconDownload } from '@tabler/icons-react';
import { useData } from '../../../app/data.ts';
import { Pending } from '../../../app/Pending.tsx';
import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { SelectField } from '../../../ui/SelectField.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { Table } from '../../../ui/table/Table.tsx';
import { useLocale, useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import { useListSearch } from '../../lists/use-list-search.ts';
import styles from './duties.module.css';

const Figures = ({ figures }: Pick<SchemeReport, 'figures'>) => {
  const t = useText();
  const format = useFormat();
  return (
    <Table
      caption={t('duties.report')}
      rows={figures}
      rowKey={(row) => row.figure}
      columns={[
        { key: 'part', title: t('duties.part'), cell: (row) => t(`duties.part.${row.part}`) },
        {
          key: 'figure',
          narrow: 'main',
          wrap: true,
          title: t('gateways.report.figure'),
          cell: (row) => t(`gateways.report.${row.figure}`),
        },
        { key: 'count', narrow: 'end', number: true, title: t('gateways.report.count'), cell: (row) => format.count(row.count) },
      ]}
    />
  );
};

/** The report to the card companies of the month in the address, and its file. */
export const MonthlyReport = ({ months }: { months: readonly string[] }) => {
  const t = useText();
  const format = useFormat();
  const locale = useLocale();
  const { get, change } = useListSearch();
  const month = months.find((one) => one === get('month')) ?? months[0] ?? '';
  const query = useData('GET /admin/duties/report', { query: { month } });
  return (
    <section>
      <h2 className={type.heading}>{t('duties.report')}</h2>
      <p className={classes(type.small, type.quiet, styles.text)}>{t('duties.reportText')}</p>
      <div className={styles.tools}>
        <SelectField
          label={t('gateways.report.month')}
          value={month}
          onChoose={(value) => change({ month: value === months[0] ? null : value })}
          choices={months.map((value) => ({ value, text: format.date(`${value}-15T12:00:00Z`, 'monthYear') }))}
        />
        <Button
          kind="lift"
          href={`/api/admin/duties/report/export?month=${month}&locale=${locale}`}
          download={`card-schemes-${month}.csv`}
          icon={<IconDownload size={20} stroke={1.75} />}
        >
          {t('duties.csv')}
        </Button>
      </div>
      {query.data ? (
        <Figures figures={query.data.figures} />
      ) : (
        <Pending of={query}>
          <RowsSkeleton rows={8} />
        </Pending>
      )}
    </section>
  );
};
