import { IconArrowLeft, IconEye } from '@tabler/icons-react';
import type { PerformerProfile } from '@stagedoor/contract/performers';
import type { StreamSession } from '@stagedoor/contract/streams';
import { Link } from 'react-router';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { LiveBadge } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './Room.module.css';

/** The head of a show's picture: the performer, the number of viewers, and the way to subscribe or to the studio. */
export const RoomHead = ({
  session,
  profile,
  isHost,
  onSubscribe,
}: {
  session: StreamSession;
  profile: PerformerProfile;
  isHost: boolean;
  onSubscribe: () => void;
}) => {
  const t = useText();
  const format = useFormat();
  const watching = t('live.watching', { count: session.viewers, number: format.count(session.viewers) });
  return (
    <>
      <span className={styles.desk}>
        <IconButton kind="glass" to={`/${profile.username}`} label={t('shell.back')} icon={<IconArrowLeft size={20} stroke={1.75} />} />
      </span>
      <Link to={`/${profile.username}`} className={styles.face} tabIndex={-1} aria-hidden="true">
        <Avatar src={profile.avatar} size={46} live={session.state === 'live'} onDark />
      </Link>
      <span className={styles.who}>
        <Link to={`/${profile.username}`} className={classes(styles.whoName, type.clip)}>
          <bdi>{profile.name}</bdi>
        </Link>
        <span className={styles.whoFacts}>
          {session.state === 'live' ? <LiveBadge size="sm" /> : null}
          <span className={classes(type.clip, styles.watching)} data-testid="viewers">
            {watching}
          </span>
          <span className={styles.eye} aria-hidden="true">
            <IconEye size={14} stroke={1.75} />
            {format.short(session.viewers)}
          </span>
        </span>
      </span>
      {isHost ? (
        <Button kind="gold" size="sm" to="/model/live">
          {t('room.studio')}
        </Button>
      ) : profile.mySubscription ? null : (
        <span className={styles.join}>
          <Button kind="gold" size="sm" onClick={onSubscribe}>
            {t('room.subscribe')}
          </Button>
        </span>
      )}
    </>
  );
};
