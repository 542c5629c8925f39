import { IconArrowLeft } from '@tabler/icons-react';
import type { StreamSession } from '@stagedoor/contract/streams';
import type { PerformerProfile } from '@stagedoor/contract/performers';
import type { ReactNode } from 'react';
import { call } from '../../app/browser-call.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Beam } from '../../ui/Beam.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import type from '../../ui/type.module.css';
import { VideoPlayer } from '../../ui/VideoPlayer.tsx';
import styles from './EndScreen.module.css';
import { LiveCards } from './LiveCards.tsx';
import { useLive } from './use-live.ts';

/** How long a show lasted, from its first picture, in seconds. */
const lasted = ({ startedAt, endedAt }: StreamSession): number =>
  startedAt && endedAt ? Math.max(0, (new Date(endedAt).getTime() - new Date(startedAt).getTime()) / 1000) : 0;

const Frame = ({ profile, children }: { profile: PerformerProfile; children: ReactNode }) => {
  const say = useText();
  const { data: live } = useLive();
  const others = (live?.data ?? []).filter(({ performer }) => performer._id !== profile._id).slice(0, 6);
  return (
    <div className={styles.screen}>
      <Beam />
      <header className={styles.bar}>
        <IconButton to={`/${profile.username}`} label={say('shell.back')} icon={<IconArrowLeft size={20} stroke={1.75} />} />
      </header>
      <div className={styles.page}>
        {children}
        {others.length > 0 ? (
          <section className={styles.others}>
            <h2 className={type.heading}>{say('room.moreLive')}</h2>
            <LiveCards cards={others} />
          </section>
        ) : null}
      </div>
    </div>
  );
};

/** After a show: that it is over, how long it was, its recording, and who else is on. */
export const EndScreen = ({ session, profile }: { session: StreamSession; profile: PerformerProfile }) => {
  const say = useText();
  const format = useFormat();
  const seconds = lasted(session);
  return (
    <Frame profile={profile}>
      <div className={styles.words}>
        <Avatar src={profile.avatar} size={88} edge="house" online={profile.isOnline} />
        <h1 className={classes(type.display, type.s46)}>{say('room.ended')}</h1>
        <p className={type.quiet}>
          {session.title} · {profile.name}
        </p>
        <p className={classes(type.small, type.faint, styles.facts)}>
          {seconds > 0 ? <span>{say('room.lasted', { time: format.clock(seconds) })}</span> : null}
          {session.endedAt ? (
            <span>
              {say('room.endedWhen')} <TimeAgo instant={session.endedAt} />
            </span>
          ) : null}
          {session.endReason === 'moderator' ? <span>{say('room.endedBy')}</span> : null}
        </p>
      </div>
      {session.recording ? (
        <section className={styles.recording} aria-label={say('room.recording')}>
          <VideoPlayer
            title={say('room.recordingOf', { title: session.title })}
            hls={null}
            mp4={session.recording.url}
            poster={profile.cover ?? profile.avatar}
            durationSeconds={session.recording.durationSeconds}
            renew={async () => {
              const again = await call('GET /streaming/view/{id}', { params: { id: profile.username } });
              return again._id === session._id ? { hls: null, mp4: again.recording?.url ?? null } : null;
            }}
          />
        </section>
      ) : null}
      <Button kind={session.recording ? 'lift' : 'gold'} to={`/${profile.username}`}>
        {say('room.toProfile')}
      </Button>
    </Frame>
  );
};

/** A performer who isn't live. */
export const AwayScreen = ({ profile }: { profile: PerformerProfile }) => {
  const say = useText();
  return (
    <Frame profile={profile}>
      <div className={styles.words}>
        <Avatar src={profile.avatar} size={88} edge="house" online={profile.isOnline} />
        <h1 className={classes(type.display, type.s46)}>{say('room.away', { name: profile.name })}</h1>
        <p className={type.quiet}>{say('room.awayText')}</p>
      </div>
      <Button kind="gold" to={`/${profile.username}`}>
        {say('room.toProfile')}
      </Button>
    </Frame>
  );
};
