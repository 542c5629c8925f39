import type { ReelView } from '@stagedoor/contract/reels';
import {
  IconBookmark,
  IconBookmarkFilled,
  IconCheck,
  IconCoin,
  IconHeart,
  IconHeartFilled,
  IconMessageCircle,
  IconPlus,
  IconShare2,
} from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useData } from '../../app/data.ts';
import { useSession } from '../../app/session.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import { useCommentCount } from '../items/comment-counts.ts';
import { share } from '../items/share.ts';
import { useReaction } from '../items/use-reaction.ts';
import styles from './reels.module.css';

const TipSheet = lazy(async () => ({ default: (await import('../items/TipSheet.tsx')).TipSheet }));
const ICON = { size: 24, stroke: 1.75 } as const;

interface ActProps {
  icon: ReactNode;
  /** Below the disc: a count, or what it does. */
  text: string;
  label: string;
  on?: boolean;
  action?: 'like' | 'save' | 'comments';
  onClick: () => void;
}

const Act = ({ icon, text, label, on, action, onClick }: ActProps) => (
  <button
    type="button"
    className={classes(styles.act, on && styles.on)}
    data-action={action}
    aria-label={label}
    aria-pressed={on}
    onClick={onClick}
  >
    <span className={styles.round}>{icon}</span>
    <span aria-hidden="true">{text}</span>
  </button>
);

/** Follows the performer of a reel; known once the profile is loaded. */
const Follow = ({ reel }: { reel: ReelView }) => {
  const { data: profile } = useData('GET /performers/{id}', { params: { id: reel.performer.username } });
  return profile ? <FollowButton key={profile._id} id={profile._id} name={profile.name} isFollowed={profile.isFollowed} /> : null;
};

const FollowButton = ({ id, name, isFollowed }: { id: string; name: string; isFollowed: boolean }) => {
  const t = useText();
  const follow = useReaction({ objectType: 'performer', objectId: id, action: 'follow' }, { active: isFollowed, total: 0 });
  return (
    <button
      type="button"
      className={classes(styles.follow, follow.active && styles.followed)}
      aria-label={t(follow.active ? 'reels.unfollow' : 'reels.follow', { name })}
      aria-pressed={follow.active}
      onClick={() => void follow.toggle()}
    >
      <span>{follow.active ? <IconCheck size={16} stroke={2.5} /> : <IconPlus size={16} stroke={2.5} />}</span>
    </button>
  );
};

/** What can be done with a reel, at its right edge. */
export const ReelRail = ({ reel, isCurrent, onComments }: { reel: ReelView; isCurrent: boolean; onComments: () => void }) => {
  const t = useText();
  const format = useFormat();
  const user = useSession();
  const [tipping, setTipping] = useState(false);
  const object = { objectType: 'reel', objectId: reel._id } as const;
  const like = useReaction({ ...object, action: 'like' }, { active: reel.isLiked, total: reel.counts.likes });
  const bookmark = useReaction({ ...object, action: 'bookmark' }, { active: reel.isBookmarked, total: 0 });
  const comments = useCommentCount(reel);
  const { performer } = reel;
  const isOwn = user?._id === performer._id;
  const name = reel.title || t('reels.by', { name: performer.name });
  return (
    <div className={styles.rail}>
      <span className={styles.face}>
        <Link to={`/${performer.username}`} aria-label={performer.name}>
          <Avatar src={performer.avatar} size={56} live={performer.isLive} onDark />
        </Link>
        {isCurrent && !isOwn ? <Follow reel={reel} /> : null}
      </span>
      <Act
        icon={like.active ? <IconHeartFilled size={24} /> : <IconHeart {...ICON} />}
        text={format.short(like.total)}
        label={t('reels.likes', { count: like.total, number: format.count(like.total) })}
        on={like.active}
        action="like"
        onClick={() => void like.toggle()}
      />
      <Act
        icon={<IconMessageCircle {...ICON} />}
        text={format.short(comments)}
        label={t('reels.comments', { count: comments, number: format.count(comments) })}
        action="comments"
        onClick={onComments}
      />
      {isOwn ? null : <Act icon={<IconCoin {...ICON} />} text={t('feed.tip')} label={t('feed.tip')} onClick={() => setTipping(true)} />}
      <Act
        icon={bookmark.active ? <IconBookmarkFilled size={24} /> : <IconBookmark {...ICON} />}
        text={t(bookmark.active ? 'feed.saved' : 'feed.save')}
        label={t(bookmark.active ? 'feed.saved' : 'feed.save')}
        on={bookmark.active}
        action="save"
        onClick={() => void bookmark.toggle()}
      />
      <Act
        icon={<IconShare2 {...ICON} />}
        text={t('items.share')}
        label={t('items.share')}
        onClick={() => void share({ title: name, path: `/reels/${reel._id}`, copied: t('items.linkCopied') })}
      />
      {tipping ? (
        <Suspense>
          <TipSheet performer={performer} onClose={() => setTipping(false)} />
        </Suspense>
      ) : null}
    </div>
  );
};
