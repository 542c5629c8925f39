import { useListData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Pending } from '../../app/Pending.tsx';
import { useRealtimeEvent } from '../../app/realtime.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { LiveWall } from '../../features/admin/live/LiveWall.tsx';
import { ListPages } from '../../features/lists/ListPages.tsx';
import { ListRows } from '../../features/lists/ListRows.tsx';
import { useLastPage, useListSearch } from '../../features/lists/use-list-search.ts';
import styles from '../../ui/admin/list-and-pane.module.css';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { GridSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** Tiles of a page. */
const LIMIT = 48;
/** Poll interval of the figures, in milliseconds. */
const POLL_MS = 10_000;

/** The live wall: every show that is open now. */
const Live = () => {
  const t = useText();
  const { change, offset } = useListSearch();
  const shows = useListData('GET /admin/live', { query: { limit: LIMIT, offset } }, { refetchInterval: POLL_MS });
  useRealtimeEvent('streams/changed', () => void shows.refetch());
  const isBehind = useLastPage(shows.data, LIMIT);
  return (
    <Page width="wide">
      <PageTitle title={t('shell.liveWall')} />
      <header className={styles.head}>
        <h1 className={classes(type.display, type.s46)}>{t('shell.liveWall')}</h1>
      </header>
      {!shows.data || isBehind ? (
        <Pending of={shows}>
          <GridSkeleton tiles={6} ratio="4 / 3" />
        </Pending>
      ) : shows.data.data.length === 0 ? (
        <Empty title={t('wall.nobody')} text={t('wall.nobodyText')} />
      ) : (
        <>
          <ListRows of={shows}>
            <LiveWall shows={shows.data.data} />
          </ListRows>
          <ListPages offset={offset} limit={LIMIT} list={shows.data} onPage={(next) => change({ offset: String(next) })} />
        </>
      )}
    </Page>
  );
};

export default Live;
