import { useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Pending } from '../../app/Pending.tsx';
import { useCurrentUser } from '../../app/session.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { SalesChart } from '../../features/admin/overview/SalesChart.tsx';
import { OverviewTiles } from '../../features/admin/overview/OverviewTiles.tsx';
import { LedgerChecks } from '../../features/admin/overview/LedgerChecks.tsx';
import styles from '../../ui/admin/list-and-pane.module.css';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { TilesSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** The owner's dashboard: queues, the last check of the ledger, sales. */
const Overview = () => {
  const t = useText();
  const overview = useData('GET /admin/overview', {}, { refetchInterval: 30_000 });
  const me = useCurrentUser();
  const may = (permission: (typeof me.permissions)[number]) => me.permissions.includes(permission);
  const { data } = overview;
  return (
    <Page width="wide">
      <PageTitle title={t('admin.overview')} />
      <header className={styles.head}>
        <h1 className={classes(type.display, type.s46)}>{t('admin.overview')}</h1>
        {may('applications') ? (
          <Button kind="gold" to="/admin/applications">
            {t('admin.review')}
          </Button>
        ) : null}
      </header>
      {data ? (
        <OverviewTiles overview={data} />
      ) : (
        <Pending of={overview}>
          <TilesSkeleton tiles={10} height={128} />
        </Pending>
      )}
      {data ? <SalesChart sales={data.sales} /> : null}
      {may('money') ? <LedgerChecks /> : null}
    </Page>
  );
};

export default Overview;
