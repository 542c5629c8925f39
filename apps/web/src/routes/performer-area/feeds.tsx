import lists from '../../features/lists/lists.module.css';
import { ListPage } from '../../features/lists/ListPage.tsx';
import { ListSearch } from '../../features/lists/ListSearch.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { OwnFeedRow } from '../../features/feeds/OwnFeedRow.tsx';
import { FEEDS_ON_PAGE, FEED_STATES, useOwnFeeds } from '../../features/feeds/use-own-feeds.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { FilterChip } from '../../ui/Chip.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';

/** A performer's posts: found by words and state; type, audience, earnings. */
const Feeds = () => {
  const t = useText();
  const { change } = useListSearch();
  const { own, state, isDrafts, isNarrow, refetch } = useOwnFeeds();
  const newPost = (
    <Button kind="gold" to="/model/feeds/new">
      {t('model.newPost')}
    </Button>
  );
  return (
    <ListPage
      title={t('model.posts')}
      head={newPost}
      width="wide"
      list={own}
      limit={FEEDS_ON_PAGE}
      skeleton={<RowsSkeleton rows={5} size={84} square />}
      tools={
        <>
          <ListSearch label={t('model.searchPosts')} />
          <div className={lists.filters} role="group" aria-label={t('model.states')}>
            <FilterChip on={!state} onClick={() => change({ state: null, offset: null })}>
              {t('model.allPosts')}
            </FilterChip>
            {FEED_STATES.map((one) => (
              <FilterChip key={one} on={one === state} onClick={() => change({ state: one === state ? null : one, offset: null })}>
                {t(one === 'draft' ? 'model.drafts' : `model.state.${one}`)}
              </FilterChip>
            ))}
          </div>
        </>
      }
      empty={
        isNarrow ? (
          <Empty title={t('model.noPostsFound')} text={t('items.noneFoundText')} action={newPost} />
        ) : (
          <Empty
            title={t(isDrafts ? 'model.noDrafts' : 'model.noPosts')}
            text={t(isDrafts ? 'model.noDraftsText' : 'model.noPostsText')}
            action={newPost}
          />
        )
      }
    >
      {(feeds) => (
        <Card pad="lg">
          {feeds.map((feed) => (
            <OwnFeedRow key={feed._id} feed={feed} onChange={refetch} />
          ))}
        </Card>
      )}
    </ListPage>
  );
};

export default Feeds;
