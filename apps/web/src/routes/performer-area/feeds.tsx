import type { ResponseOf, Contract } from '@stagedoor/contract';
import type { ItemState } from '@stagedoor/contract/items.values';
import { IconAlignLeft, IconExternalLink, IconPin, IconPinnedFilled, IconVideo } from '@tabler/icons-react';
import { useAction, useListData } from '../../app/data.ts';
import { useRealtimeEvent } from '../../app/realtime.tsx';
import { OwnItemRow } from '../../features/items/OwnItemRow.tsx';
import lists from '../../features/lists/lists.module.css';
import { ListPage } from '../../features/lists/ListPage.tsx';
import { ListSearch } from '../../features/lists/ListSearch.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { FilterChip } from '../../ui/Chip.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';

type OwnFeed = ResponseOf<Contract['GET /performer/feeds']>['data'][number];
const LIMIT = 24;
/** States one looks for; `all` besides. */
const STATES = ['active', 'processing', 'review', 'scheduled', 'draft'] as const satisfies readonly ItemState[];

/** A performer's posts: found by words and state; type, audience, earnings. */
const Feeds = () => {
  const t = useText();
  const { get, offset, change } = useListSearch();
  const q = get('q') ?? '';
  const state = STATES.find((one) => one === get('state'));
  const isDrafts = state === 'draft';
  const isNarrow = q !== '' || (state !== undefined && !isDrafts);
  const words = { limit: LIMIT, offset, ...(q ? { q } : {}) };
  const all = useListData('GET /performer/feeds', { query: { ...words, ...(state ? { state } : {}) } }, { enabled: !isDrafts });
  const drafts = useListData('GET /performer/feeds/draft/search', { query: words }, { enabled: isDrafts });
  const own = isDrafts ? drafts : all;
  const { refetch } = own;
  useRealtimeEvent('feeds/published', () => void refetch());
  useRealtimeEvent('files/changed', () => void refetch());
  const again = () => void refetch();
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
      limit={LIMIT}
      skeleton={<RowsSkeleton rows={5} size={84} square />}
      tools={
        <>
          <ListSearch label={t('model.searchPosts')} />
          <div className={lists.filters} role="group" aria-label={t('model.states')}>
            <FilterChip on={!state} onClick={() => change({ state: null, offset: null })}>
              {t('model.allPosts')}
            </FilterChip>
            {STATES.map((one) => (
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
            <FeedRow key={feed._id} feed={feed} onChange={again} />
          ))}
        </Card>
      )}
    </ListPage>
  );
};

const FeedRow = ({ feed, onChange }: { feed: OwnFeed; onChange: () => void }) => {
  const t = useText();
  const pin = useAction('POST /performer/feeds/pin-to-profile/{id}');
  const unpin = useAction('POST /performer/feeds/unpin-to-profile/{id}');
  const remove = useAction('DELETE /performer/feeds/{id}');
  const name = feed.title || feed.text || t('model.untitled');
  const params = { id: feed._id };
  const togglePin = async () => {
    if (await (feed.isPinned ? unpin : pin).run({ params })) onChange();
  };
  const onRemove = async () => {
    if (!(await remove.run({ params }))) return false;
    onChange();
    return true;
  };
  return (
    <OwnItemRow
      item={feed}
      name={name}
      edit={`/model/feeds/${feed._id}`}
      icon={feed.type === 'video' ? <IconVideo size={22} stroke={1.75} /> : <IconAlignLeft size={22} stroke={1.75} />}
      deleteAsk={t('model.deleteAsk')}
      remove={{ busy: remove.busy, error: remove.error, run: onRemove }}
      acts={
        feed.publishedAt === null ? null : (
          <>
            {feed.state === 'active' ? (
              <IconButton
                label={`${t('videos.open')}: ${name}`}
                icon={<IconExternalLink size={20} stroke={1.75} />}
                to={`/feeds/${feed._id}`}
              />
            ) : null}
            <IconButton
              label={`${t(feed.isPinned ? 'model.unpin' : 'model.pin')}: ${name}`}
              on={feed.isPinned}
              disabled={feed.state !== 'active'}
              icon={feed.isPinned ? <IconPinnedFilled size={20} /> : <IconPin size={20} stroke={1.75} />}
              onClick={() => void togglePin()}
            />
          </>
        )
      }
    />
  );
};

export default Feeds;
