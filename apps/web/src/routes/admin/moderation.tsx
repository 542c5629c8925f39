import { PageTitle } from '../../app/PageTitle.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { MonthReport } from '../../features/admin/moderation/MonthReport.tsx';
import { YearReport } from '../../features/admin/moderation/YearReport.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import admin from '../../ui/admin/list-and-pane.module.css';
import { classes } from '../../ui/classes.ts';
import { Segments } from '../../ui/Segments.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

const PERIODS = ['months', 'years'] as const;

/** The figures of moderation by month or by year, as a page and as files. */
const Moderation = () => {
  const t = useText();
  const { oneOf, change } = useListSearch();
  const period = oneOf('by', PERIODS) ?? 'months';
  return (
    <Page width="wide">
      <PageTitle title={t('moderationReport.title')} />
      <header className={admin.head}>
        <div>
          <h1 className={classes(type.display, type.s46)}>{t('moderationReport.title')}</h1>
          <p className={type.quiet}>{t('moderationReport.lead')}</p>
        </div>
        <Segments
          label={t('moderationYear.period')}
          name="by"
          value={period}
          onChange={(by) => change({ by: by === 'months' ? null : by })}
          options={PERIODS.map((value) => ({ value, text: t(`moderationYear.${value}`) }))}
        />
      </header>
      {period === 'years' ? <YearReport /> : <MonthReport />}
    </Page>
  );
};

export default Moderation;
