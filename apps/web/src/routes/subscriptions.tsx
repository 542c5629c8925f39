import { useListData } from '../app/data.ts';
import { ListFilters } from '../features/lists/ListFilters.tsx';
import { ListPage } from '../features/lists/ListPage.tsx';
import { ListSearch } from '../features/lists/ListSearch.tsx';
import { useListSearch } from '../features/lists/use-list-search.ts';
import { SubscriptionTabs } from '../features/subscriptions/SubscriptionTabs.tsx';
import { SubscriptionRow } from '../features/subscriptions/SubscriptionRow.tsx';
import { Following } from './subscriptions/Following.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Empty } from '../ui/Empty.tsx';
import { RowsSkeleton } from '../ui/Skeleton.tsx';
import { useText } from '../ui/text.ts';

const LIMIT = 25;
const STATES = ['active', 'cancelled', 'expired'] as const;

/** All subscriptions: renewing, ending, ended. */
const Subscribed = () => {
  const t = useText();
  const { get, oneOf, offset } = useListSearch();
  const state = oneOf('state', STATES);
  const q = get('q') ?? '';
  const seats = useListData('GET /subscriptions/search', {
    query: { limit: LIMIT, offset, ...(state ? { state } : {}), ...(q ? { q } : {}) },
  });
  return (
    <ListPage
      title={t('subscriptions.title')}
      tools={
        <>
          <SubscriptionTabs on="subscriptions" />
          <ListSearch label={t('subscriptions.search')} />
          <ListFilters name="state" values={STATES} all={t('subscriptions.all')} textOf={(choice) => t(`subscriptions.state.${choice}`)} />
        </>
      }
      list={seats}
      limit={LIMIT}
      skeleton={<RowsSkeleton rows={4} />}
      empty={
        state || q ? (
          <Empty title={t('subscriptions.noMatch')} text={t('subscriptions.noMatchText')} />
        ) : (
          <Empty
            title={t('subscriptions.none')}
            text={t('subscriptions.noneText')}
            action={
              <Button kind="gold" to="/discover">
                {t('home.lookAround')}
              </Button>
            }
          />
        )
      }
    >
      {(rows) => (
        <Card pad="lg">
          {rows.map((subscription) => (
            <SubscriptionRow key={subscription._id} subscription={subscription} onChange={() => void seats.refetch()} />
          ))}
        </Card>
      )}
    </ListPage>
  );
};

/** Subscriptions, or whom the account follows: the address says which. */
const Subscriptions = () => {
  const { get } = useListSearch();
  return get('tab') === 'following' ? <Following /> : <Subscribed />;
};

export default Subscriptions;
