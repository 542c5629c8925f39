import { performerPageOf } from '@stagedoor/contract/live-state.values';
import { Link } from 'react-router';
import type { Profile } from '../../features/performers/profile.ts';
import styles from '../../features/performers/profile.module.css';
import { Avatar } from '../../ui/Avatar.tsx';
import { LiveBadge, Verified } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** Longer names use a smaller font: two lines instead of four. */
const LONG_NAME = 22;

const Portrait = ({ profile }: { profile: Profile }) => {
  const t = useText();
  return (
    <span className={styles.portrait}>
      {profile.isLive ? (
        <Link to={performerPageOf(profile)} aria-label={t('profile.watchLive', { name: profile.name })}>
          <Avatar src={profile.avatar} size={136} live edge="house" />
        </Link>
      ) : (
        <Avatar src={profile.avatar} size={136} online={profile.isOnline} edge="house" />
      )}
    </span>
  );
};

/** The head of a profile: portrait, name, figures, description. */
export const ProfileHead = ({ profile, followers }: { profile: Profile; followers: number }) => {
  const t = useText();
  const format = useFormat();
  const figures = [
    [followers, 'profile.followers'],
    [profile.counts.posts, 'profile.posts'],
    [profile.counts.photos, 'profile.photos'],
    [profile.counts.videos, 'profile.videos'],
  ] as const;
  return (
    <>
      <div className={styles.who}>
        <Portrait profile={profile} />
        <h1 className={classes(type.display, styles.name, profile.name.length > LONG_NAME && styles.longName)}>
          {profile.isLive ? (
            <span className={styles.onAir}>
              <LiveBadge />
            </span>
          ) : null}
          <bdi>{profile.name}</bdi> {profile.isVerified ? <Verified large /> : null}
        </h1>
      </div>
      <div className={styles.stats}>
        {figures.map(([count, text]) => (
          <div key={text} className={styles.stat}>
            <span className={type.num}>{format.short(count)}</span>
            <span className={classes(type.small, type.faint)}>{t(text, { count })}</span>
          </div>
        ))}
      </div>
      {profile.bio ? (
        <p dir="auto" className={classes(type.quiet, styles.bio)}>
          {profile.bio}
        </p>
      ) : null}
    </>
  );
};
