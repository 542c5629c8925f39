import { PageTitle } from '../../app/PageTitle.tsx';
import { Pending } from '../../app/Pending.tsx';
import { useData } from '../../app/data.ts';
import { Page } from '../../app/shell/Columns.tsx';
import styles from '../../features/admin/moderation/moderation.module.css';
import { useMonth } from '../../features/admin/moderation/use-month.ts';
import { FigureTools } from '../../features/admin/moderation/FigureTools.tsx';
import { FigureCards } from '../../features/admin/moderation/FigureCards.tsx';
import { FiguresByReason } from '../../features/admin/moderation/FiguresByReason.tsx';
import admin from '../../ui/admin/list-and-pane.module.css';
import { classes } from '../../ui/classes.ts';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** The month's figures of moderation, as a page and as files. */
const Moderation = () => {
  const t = useText();
  const { month, months } = useMonth();
  const figures = useData('GET /admin/moderation', { query: { month } });
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
      <FigureTools month={month} months={months} figures={data} />
      {data ? (
        <div className={styles.stack}>
          <FiguresByReason rows={data.rows} />
          <FigureCards figures={data} />
        </div>
      ) : (
        <Pending of={figures}>
          <RowsSkeleton rows={5} />
        </Pending>
      )}
    </Page>
  );
};

export default Moderation;
