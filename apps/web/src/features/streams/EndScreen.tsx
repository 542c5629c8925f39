import { isOnAir } from '@stagedoor/contract/live-state.values';
import type { StreamSession } from '@stagedoor/contract/streams';
import type { PerformerProfile } from '@stagedoor/contract/performers';
import type { ReactNode } from 'react';
import { call } from '../../app/browser-call.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import type from '../../ui/type.module.css';
import { VideoPlayer } from '../../ui/VideoPlayer.tsx';
import styles from './EndScreen.module.css';
import { LiveCards } from './LiveCards.tsx';
import { RoomScreen } from './RoomScreen.tsx';
import { StageNow } from './StageNow.tsx';
import { useLiveShows } from './use-live-shows.ts';

const Frame = ({ profile, children }: { profile: PerformerProfile; children: ReactNode }) => {
  const t = useText();
  const { data: live } = useLiveShows();
  const others = (live?.data ?? []).filter(({ performer }) => performer._id !== profile._id).slice(0, 6);
  return (
    <RoomScreen profile={profile}>
      {children}
      {others.length > 0 ? (
        <section className={styles.others}>
          <h2 className={type.heading}>{t('room.moreLive')}</h2>
          <LiveCards cards={others} />
        </section>
      ) : null}
    </RoomScreen>
  );
};

/** Shown after a show: duration, recording, and other live shows. */
export const EndScreen = ({ session, profile }: { session: StreamSession; profile: PerformerProfile }) => {
  const t = useText();
  const format = useFormat();
  const seconds = session.durationSeconds;
  return (
    <Frame profile={profile}>
      <div className={styles.words}>
        <Avatar src={profile.avatar} size={88} edge="house" online={profile.isOnline} live={isOnAir(profile.live)} />
        <h1 className={classes(type.display, type.s46)}>{t(session.startedAt ? 'room.ended' : 'room.neverStarted')}</h1>
        <p className={type.quiet}>
          <bdi>{session.title}</bdi> · <bdi>{profile.name}</bdi>
        </p>
        <p className={classes(type.small, type.faint, styles.facts)}>
          {seconds > 0 ? <span>{t('room.lasted', { time: format.clock(seconds) })}</span> : null}
          {session.startedAt && session.endedAt ? (
            <span>
              {t('room.endedWhen')} <TimeAgo instant={session.endedAt} />
            </span>
          ) : null}
          {session.endReason === 'moderator' ? <span>{t('room.endedBy')}</span> : null}
          {session.endReason === 'maintenance' ? <span>{t('room.endedForMaintenance')}</span> : null}
        </p>
      </div>
      {session.recording ? (
        <section className={styles.recording} aria-label={t('room.recording')}>
          <VideoPlayer
            title={t('room.recordingOf', { title: session.title })}
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
      <StageNow performer={profile} />
      <Button kind={session.recording || isOnAir(profile.live) ? 'lift' : 'gold'} to={`/${profile.username}`}>
        {t('room.toProfile')}
      </Button>
    </Frame>
  );
};

/** Shown when the performer isn't live. */
export const OfflineScreen = ({ profile }: { profile: PerformerProfile }) => {
  const t = useText();
  return (
    <Frame profile={profile}>
      <div className={styles.words}>
        <Avatar src={profile.avatar} size={88} edge="house" online={profile.isOnline} live={isOnAir(profile.live)} />
        <h1 className={classes(type.display, type.s46)}>
          {t(isOnAir(profile.live) ? 'stage.promo' : 'room.away', { name: profile.name })}
        </h1>
        {profile.live.state === 'none' ? <p className={type.quiet}>{t('room.awayText')}</p> : null}
      </div>
      <StageNow performer={profile} />
      <Button kind={isOnAir(profile.live) ? 'lift' : 'gold'} to={`/${profile.username}`}>
        {t('room.toProfile')}
      </Button>
    </Frame>
  );
};
