import type { ResponseOf, Contract } from '@stagedoor/contract';
import { IconAlignLeft, IconPencil, IconPin, IconPinnedFilled, IconTrash, IconVideo } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction, useData } from '../../app/data.ts';
import { useRealtimeEvent } from '../../app/realtime.tsx';
import lists from '../../features/lists/lists.module.css';
import { ListPage } from '../../features/lists/ListPage.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import styles from '../../features/model/model.module.css';
import { PriceTag } from '../../ui/Amount.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chip, FilterChip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { useFormat } from '../../ui/format.tsx';
import { sourceFor } from '../../ui/Picture.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { type TextKey, useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';

type OwnFeed = ResponseOf<Contract['GET /performer/feeds']>['data'][number];
const LIMIT = 24;

/** A performer's posts: type, audience, earnings. */
const Feeds = () => {
  const t = useText();
  const { get, offset, change } = useListSearch();
  const isDrafts = get('state') === 'draft';
  const query = { limit: LIMIT, offset };
  const all = useData('GET /performer/feeds', { query }, { enabled: !isDrafts });
  const drafts = useData('GET /performer/feeds/draft/search', { query }, { enabled: isDrafts });
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
        <div className={lists.filters}>
          <FilterChip on={!isDrafts} onClick={() => change({ state: null, offset: null })}>
            {t('model.allPosts')}
          </FilterChip>
          <FilterChip on={isDrafts} onClick={() => change({ state: 'draft', offset: null })}>
            {t('model.drafts')}
          </FilterChip>
        </div>
      }
      empty={
        <Empty
          title={t(isDrafts ? 'model.noDrafts' : 'model.noPosts')}
          text={t(isDrafts ? 'model.noDraftsText' : 'model.noPostsText')}
          action={newPost}
        />
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
  const format = useFormat();
  const [asking, setAsking] = useState(false);
  const pin = useAction('POST /performer/feeds/pin-to-profile/{id}');
  const unpin = useAction('POST /performer/feeds/unpin-to-profile/{id}');
  const remove = useAction('DELETE /performer/feeds/{id}');
  const isShown = feed.publishedAt !== null;
  const picture = feed.thumbnail?.picture ?? feed.files[0]?.picture;
  const name = feed.title || feed.text || t('model.untitled');
  const togglePin = async () => {
    if (await (feed.isPinned ? unpin : pin).run({ params: { id: feed._id } })) onChange();
  };
  const onDelete = async () => {
    if (!(await remove.run({ params: { id: feed._id } }))) return;
    setAsking(false);
    toast(t('model.deleted'), { tone: 'ok' });
    onChange();
  };
  return (
    <div className={styles.row}>
      <span className={styles.thumb}>
        {picture ? (
          <img src={sourceFor(picture, 320)} alt="" loading="lazy" />
        ) : feed.type === 'video' ? (
          <IconVideo size={22} stroke={1.75} />
        ) : (
          <IconAlignLeft size={22} stroke={1.75} />
        )}
      </span>
      <div className={styles.words}>
        <span className={classes(type.strong, type.clip)}>{name}</span>
        <span className={styles.chips}>
          <Chip tone={feed.state === 'active' ? 'ok' : feed.state === 'processing' ? 'warn' : 'plain'}>
            {t(`model.state.${feed.state}` as TextKey)}
          </Chip>
          <Chip>{t(`model.audience.${feed.audience}`)}</Chip>
          {feed.price === null ? null : <PriceTag tokens={feed.price} />}
          {feed.isPinned ? <Chip icon={<IconPinnedFilled size={14} />}>{t('model.pinned')}</Chip> : null}
        </span>
        <span className={classes(type.tiny, type.faint)}>
          {feed.state === 'scheduled' && feed.scheduledAt ? format.date(feed.scheduledAt, 'dayTime') : null}
          {feed.publishedAt ? <TimeAgo instant={feed.publishedAt} /> : null}
          {/* What nobody has seen yet has nothing to count. */}
          {isShown
            ? [
                '',
                t('model.likes', { count: feed.counts.likes }),
                t('model.comments', { count: feed.counts.comments }),
                ...(feed.price === null ? [] : [t('model.unlocks', { count: feed.counts.unlocks })]),
                t('model.earned', { earned: format.money(feed.earned) }),
              ].join(' · ')
            : null}
        </span>
      </div>
      <div className={styles.acts}>
        <IconButton label={`${t('model.edit')}: ${name}`} icon={<IconPencil size={20} stroke={1.75} />} to={`/model/feeds/${feed._id}`} />
        {isShown ? (
          <IconButton
            label={`${t(feed.isPinned ? 'model.unpin' : 'model.pin')}: ${name}`}
            on={feed.isPinned}
            disabled={feed.state !== 'active'}
            icon={feed.isPinned ? <IconPinnedFilled size={20} /> : <IconPin size={20} stroke={1.75} />}
            onClick={() => void togglePin()}
          />
        ) : null}
        <IconButton label={`${t('model.delete')}: ${name}`} icon={<IconTrash size={20} stroke={1.75} />} onClick={() => setAsking(true)} />
      </div>
      <Sheet
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('model.deleteAsk')}
        foot={
          <div className={styles.end}>
            <Button kind="lift" onClick={() => setAsking(false)}>
              {t('model.keep')}
            </Button>
            <Button kind="bad" busy={remove.busy} onClick={() => void onDelete()}>
              {t('model.delete')}
            </Button>
          </div>
        }
      >
        <p>{t('model.deleteText')}</p>
      </Sheet>
    </div>
  );
};

export default Feeds;
