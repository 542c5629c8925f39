import type { ReelView } from '@stagedoor/contract/reels';
import { Link } from 'react-router';
import { useData } from '../../app/data.ts';
import { useSession } from '../../app/session.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Keys, Verified } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { Comments } from '../comments/Comments.tsx';
import { useReaction } from '../items/use-reaction.ts';
import styles from './reels.module.css';

const FollowButton = ({ id, isFollowed }: { id: string; isFollowed: boolean }) => {
  const t = useText();
  const follow = useReaction({ objectType: 'performer', objectId: id, action: 'follow' }, { active: isFollowed, total: 0 });
  return (
    <Button kind={follow.active ? 'outline' : 'gold'} size="sm" aria-pressed={follow.active} onClick={() => void follow.toggle()}>
      {t(follow.active ? 'profile.following' : 'reels.followShort')}
    </Button>
  );
};

/** Beside the reel on wide screens: its performer, its comments, the keys. */
export const ReelSide = ({ reel }: { reel: ReelView }) => {
  const t = useText();
  const format = useFormat();
  const user = useSession();
  const { performer, counts } = reel;
  const { data: profile } = useData('GET /performers/{id}', { params: { id: performer.username } });
  return (
    <aside className={styles.side}>
      <div className={styles.sideHead}>
        <div className={styles.by}>
          <Link to={`/${performer.username}`} tabIndex={-1} aria-hidden="true">
            <Avatar src={performer.avatar} live={performer.isLive} online={performer.isOnline} />
          </Link>
          <span className={styles.byWords}>
            <span className={type.strong}>
              <Link to={`/${performer.username}`}>
                <bdi>{performer.name}</bdi>
              </Link>{' '}
              <Verified />
            </span>
            <span className={classes(type.tiny, type.faint, type.clip)}>
              {[
                performer.craft,
                profile
                  ? `${format.short(profile.counts.followers)} ${t('profile.followers', { count: profile.counts.followers })}`
                  : performer.city,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
          {profile && user?._id !== performer._id ? <FollowButton id={profile._id} isFollowed={profile.isFollowed} /> : null}
        </div>
        <div className={classes(type.small, styles.facts)}>
          {counts.videoSeconds === null ? null : <span>{format.clock(counts.videoSeconds)}</span>}
          <span>{t('videos.views', { count: reel.views })}</span>
          <span>{format.date(reel.publishedAt, 'dayYear')}</span>
          <Link to={`/${performer.username}?tab=reels`} className={styles.more}>
            {t('reels.more')}
          </Link>
        </div>
      </div>
      <div className={styles.sideComments}>
        <Comments object={{ objectType: 'reel', objectId: reel._id }} isLocked={false} count={counts.comments} />
      </div>
      <dl className={styles.keys}>
        <div>
          <dt>
            <Keys>↑</Keys> <Keys>↓</Keys>
          </dt>
          <dd>{t('reels.keysMove')}</dd>
        </div>
        <div>
          <dt>
            <Keys>M</Keys>
          </dt>
          <dd>{t('reels.sound')}</dd>
        </div>
        <div>
          <dt>
            <Keys>L</Keys>
          </dt>
          <dd>{t('feed.like')}</dd>
        </div>
        <div>
          <dt>
            <Keys>B</Keys>
          </dt>
          <dd>{t('feed.save')}</dd>
        </div>
      </dl>
    </aside>
  );
};
