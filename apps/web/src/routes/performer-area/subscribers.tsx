import { useListData } from '../../app/data.ts';
import { ListFile } from '../../features/lists/ListFile.tsx';
import { ListFilters } from '../../features/lists/ListFilters.tsx';
import { ListPage } from '../../features/lists/ListPage.tsx';
import { type FilterReads, MADE_IN, oneOf, useFilter, words } from '../../features/lists/tools/filters.ts';
import { ListTools } from '../../features/lists/tools/ListTools.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { useOrder } from '../../features/lists/use-order.ts';
import { useSubscriberColumns } from './subscribers/use-subscriber-columns.tsx';
import styles from '../../features/orders/orders.module.css';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { Table } from '../../ui/table/Table.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { useFormat } from '../../ui/format.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useLocale, useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

const STATES = ['active', 'cancelled', 'expired'] as const;
const LIMIT = 25;
const FILTER = { q: words, state: oneOf(STATES), ...MADE_IN } satisfies FilterReads;

/** The performer's subscribers: since when, and their renewal. */
const Subscribers = () => {
  const t = useText();
  const format = useFormat();
  const { offset } = useListSearch();
  const filter = useFilter(FILTER);
  const { order, sorting } = useOrder(['expiresAt', 'startedAt'], { sortBy: 'expiresAt', sort: 'asc' });
  const locale = useLocale();
  const found = useListData('GET /performer/subscriptions/search', {
    query: { limit: LIMIT, offset, ...filter, ...order },
  });
  const { data } = found;
  const columns = useSubscriberColumns();
  return (
    <ListPage
      title={t('subscribers.title')}
      head={
        data ? (
          <>
            <span className={classes(type.num, type.s26)}>{format.total(data)}</span>
            <ListFile
              href={`/api/performer/subscriptions/search/export?${new URLSearchParams({ ...filter, locale }).toString()}`}
              name="subscribers.csv"
            />
          </>
        ) : null
      }
      tools={
        <>
          <ListTools search={t('subscribers.search')} narrowing={[]} />
          <ListFilters name="state" values={STATES} all={t('subscribers.all')} textOf={(choice) => t(`subscribers.state.${choice}`)} />
        </>
      }
      width="wide"
      list={found}
      limit={LIMIT}
      skeleton={<RowsSkeleton rows={6} size={36} />}
      empty={<Empty title={t('subscribers.none')} text={t('subscribers.noneText')} />}
    >
      {(rows) => (
        <Card pad="none" className={styles.table}>
          <Table caption={t('subscribers.title')} columns={columns} rows={rows} rowKey={(row) => row._id} sorting={sorting} />
        </Card>
      )}
    </ListPage>
  );
};

export default Subscribers;
