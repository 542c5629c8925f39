import type { FeedView } from '@stagedoor/contract/feeds';
import {
  IconBookmark,
  IconBookmarkFilled,
  IconFlower,
  IconGift,
  IconHeart,
  IconHeartFilled,
  IconLock,
  IconMessageCircle,
  IconPinnedFilled,
  IconUsers,
} from '@tabler/icons-react';
import { useState, Suspense, lazy } from 'react';
import { useSession } from '../../app/session.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { Post, PostAction, PostActions, PostHead, PostMedia, PostText } from '../../ui/Post.tsx';
import { useFormat } from '../../ui/format.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { useText } from '../../ui/text.ts';
import { Link } from 'react-router';
import { FeedPoll } from '../polls/FeedPoll.tsx';
import styles from './feeds.module.css';
import { feedElementId } from './feed-element.ts';
import { FeedMedia } from './FeedMedia.tsx';
import { useReaction } from './use-reaction.ts';
import { useUnlock } from './use-unlock.ts';

/** Loaded on the first press. */
const GiftFlow = lazy(async () => ({ default: (await import('../gifts/GiftFlow.tsx')).GiftFlow }));
const TipSheet = lazy(async () => ({ default: (await import('../checkout/TipSheet.tsx')).TipSheet }));

/** The audience of a post, unless it is everyone. */
const AudienceChip = ({ feed }: { feed: FeedView }) => {
  const t = useText();
  if (feed.isPinned && feed.audience === 'everyone') return <Chip icon={<IconPinnedFilled size={14} />}>{t('feed.pinned')}</Chip>;
  if (feed.audience === 'everyone') return null;
  if (feed.audience === 'buyers') {
    return (
      <Chip tone="spot" icon={<IconLock size={14} stroke={1.75} />}>
        {t('feed.audience.buyers')}
      </Chip>
    );
  }
  return <Chip icon={<IconUsers size={14} stroke={1.75} />}>{t(`feed.audience.${feed.audience}`)}</Chip>;
};

/** A post in a list or on its own page; locked posts are unlocked in place. */
export const FeedCard = ({ feed: given, onChange }: { feed: FeedView; onChange?: () => void }) => {
  const t = useText();
  const format = useFormat();
  const user = useSession();
  const unlock = useUnlock(given);
  const { feed } = unlock;
  const [tipping, setTipping] = useState(false);
  const [giving, setGiving] = useState(0);
  const like = useReaction({ objectType: 'feed', objectId: feed._id, action: 'like' }, { active: feed.isLiked, total: feed.counts.likes });
  const bookmark = useReaction({ objectType: 'feed', objectId: feed._id, action: 'bookmark' }, { active: feed.isBookmarked, total: 0 });
  const { performer } = feed;
  const isOwn = user?._id === performer._id;
  const place = [performer.craft, performer.city].filter(Boolean).join(', ');
  const hasText = feed.text !== '' && !(feed.type === 'text' && !feed.access.allowed);
  return (
    <Post id={feedElementId(feed._id)} label={t('feed.by', { name: performer.name })}>
      <PostHead
        avatar={performer.avatar}
        name={performer.name}
        to={`/${performer.username}`}
        online={performer.isOnline}
        live={performer.isLive}
        // Posts of unapproved performers are visible only to themselves and admins.
        verified={!isOwn}
        meta={
          <>
            <Link to={`/feeds/${feed._id}`} className={styles.when}>
              <TimeAgo instant={feed.publishedAt} />
            </Link>
            {place ? ` · ${place}` : ''}
            {feed.expiresAt ? ` · ${t('feed.until', { date: format.date(feed.expiresAt, 'dayTime') })}` : ''}
          </>
        }
        audience={<AudienceChip feed={feed} />}
      />
      {hasText ? <PostText>{feed.text}</PostText> : null}
      {feed.type !== 'text' || !feed.access.allowed ? (
        <PostMedia>
          <FeedMedia unlock={unlock} {...(onChange ? { onChange } : {})} />
        </PostMedia>
      ) : null}
      {feed.poll ? <FeedPoll poll={feed.poll} isOwn={isOwn} /> : null}
      <PostActions>
        <PostAction
          label={t('feed.like')}
          icon={like.active ? <IconHeartFilled size={20} /> : <IconHeart size={20} stroke={1.75} />}
          count={like.total}
          on={like.active}
          onClick={() => void like.toggle()}
        />
        <PostAction
          label={t('comments.title')}
          icon={<IconMessageCircle size={20} stroke={1.75} />}
          count={feed.counts.comments}
          to={`/feeds/${feed._id}#comments`}
        />
        {isOwn ? null : (
          <>
            <PostAction label={t('feed.tip')} showLabel icon={<IconGift size={20} stroke={1.75} />} onClick={() => setTipping(true)} />
            <PostAction label={t('gifts.give')} icon={<IconFlower size={20} stroke={1.75} />} onClick={() => setGiving(giving + 1)} />
          </>
        )}
        <PostAction
          label={t(bookmark.active ? 'feed.saved' : 'feed.save')}
          icon={bookmark.active ? <IconBookmarkFilled size={20} /> : <IconBookmark size={20} stroke={1.75} />}
          on={bookmark.active}
          end
          onClick={() => void bookmark.toggle()}
        />
      </PostActions>
      {tipping ? (
        <Suspense>
          <TipSheet performer={performer} feedId={feed._id} onClose={() => setTipping(false)} />
        </Suspense>
      ) : null}
      {giving > 0 ? (
        <Suspense>
          <GiftFlow key={giving} performer={performer} feedId={feed._id} onDone={() => setGiving(0)} />
        </Suspense>
      ) : null}
    </Post>
  );
};
