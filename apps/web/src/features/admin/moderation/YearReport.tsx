import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { Pending } from '../../../app/Pending.tsx';
import { useData } from '../../../app/data.ts';
import { Button } from '../../../ui/Button.tsx';
import { SelectField } from '../../../ui/SelectField.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { useLocale, useText } from '../../../ui/text.ts';
import { classes } from '../../../ui/classes.ts';
import type from '../../../ui/type.module.css';
import { useListSearch } from '../../lists/use-list-search.ts';
import { YearCards } from './YearCards.tsx';
import { DecisionsTable, MeasuresTable } from './YearTables.tsx';
import styles from './moderation.module.css';

/** So many years can be chosen, the current one first. */
const YEARS = 5;
const yearsBefore = (now: Date): string[] => Array.from({ length: YEARS }, (_, before) => String(now.getUTCFullYear() - before));

/** The year's figures of moderation for the report that the DSA asks for, as a page and as a file. */
export const YearReport = () => {
  const t = useText();
  const locale = useLocale();
  const { get, change } = useListSearch();
  const [years] = useState(() => yearsBefore(new Date()));
  const year = years.find((one) => one === get('year')) ?? years[0]!;
  const figures = useData('GET /admin/moderation/year', { query: { year } });
  const data = figures.data;
  return (
    <>
      <p className={classes(type.small, type.quiet, styles.note)}>{t('moderationYear.note')}</p>
      <div className={styles.tools}>
        <SelectField
          label={t('moderationYear.year')}
          value={year}
          onChange={(event) => change({ year: event.currentTarget.value })}
          choices={years.map((value) => ({ value, text: value }))}
        />
        <Button
          kind="lift"
          href={`/api/admin/moderation/year/export?year=${year}&locale=${locale}`}
          download
          icon={<IconDownload size={20} stroke={1.75} />}
        >
          {t('moderationReport.csv')}
        </Button>
      </div>
      {data ? (
        <div className={styles.stack}>
          <DecisionsTable
            title={t('moderationReport.byReason')}
            first={t('moderationReport.column.reason')}
            rows={data.reasons.map((row) => ({ ...row, name: t(`takedowns.reason.${row.reason}`) }))}
          />
          <DecisionsTable
            title={t('moderationYear.byContent')}
            first={t('moderationYear.column.content')}
            rows={data.contents.map((row) => ({
              ...row,
              name: t(row.content === null ? 'moderationYear.otherContent' : `reports.kind.${row.content}`),
            }))}
          />
          <MeasuresTable rows={data.measures} />
          <YearCards figures={data} />
        </div>
      ) : (
        <Pending of={figures}>
          <RowsSkeleton rows={5} />
        </Pending>
      )}
    </>
  );
};
