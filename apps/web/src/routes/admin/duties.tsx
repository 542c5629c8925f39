import { useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Pending } from '../../app/Pending.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { ComplaintClock } from '../../features/admin/duties/ComplaintClock.tsx';
import { DutyList } from '../../features/admin/duties/DutyList.tsx';
import styles from '../../features/admin/duties/duties.module.css';
import { MonthlyReport } from '../../features/admin/duties/MonthlyReport.tsx';
import editor from '../../ui/admin/editor.module.css';
import { classes } from '../../ui/classes.ts';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** The card schemes' duties with their state, the clock of complaints, and the monthly report. */
const Duties = () => {
  const t = useText();
  const query = useData('GET /admin/duties', {});
  return (
    <Page width="wide">
      <PageTitle title={t('shell.duties')} />
      <header className={editor.head}>
        <h1 className={classes(type.display, type.s46)}>{t('shell.duties')}</h1>
      </header>
      <p className={editor.lead}>{t('duties.lead')}</p>
      {query.data ? (
        <div className={styles.stack}>
          <DutyList duties={query.data.duties} />
          <ComplaintClock clock={query.data.complaints} />
          <MonthlyReport months={query.data.months} />
        </div>
      ) : (
        <Pending of={query}>
          <RowsSkeleton rows={8} size={32} />
        </Pending>
      )}
    </Page>
  );
};

export default Duties;
