import type { AnswerOf, Contract } from '@stagedoor/contract';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { call } from '../../app/browser-call.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { sourceFor } from '../../ui/Picture.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { VideoPlayer } from '../../ui/VideoPlayer.tsx';
import styles from './performers.module.css';

type Profile = AnswerOf<Contract['GET /performers/{id}']>;

/** Which welcomes this browser has seen. */
const keyOf = (performerId: string): string => `ui.welcome.${performerId}`;

/** Remembers a welcome as seen. @returns whether it was new; where nothing can be remembered, none is, so that it never comes twice */
const isFirstTime = (performerId: string): boolean => {
  try {
    if (localStorage.getItem(keyOf(performerId))) return false;
    localStorage.setItem(keyOf(performerId), new Date().toISOString().slice(0, 10));
    return true;
  } catch {
    return false;
  }
};

/** Movement is asked for by nobody who wants little of it: the player then waits for a press. */
const wantsLittleMotion = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * The performer's welcome: by itself and without sound when a browser first opens the profile, then whenever it is asked for. Nothing of
 * the video is fetched before.
 */
export const WelcomeVideo = ({ profile, isOwn }: { profile: Profile; isOwn: boolean }) => {
  const say = useText();
  const [opened, setOpened] = useState<'byItself' | 'asked' | null>(null);
  const video = profile.welcomeVideo;
  const has = video !== null;
  useEffect(() => {
    setOpened(has && !isOwn && isFirstTime(profile._id) ? 'byItself' : null);
  }, [has, isOwn, profile._id]);
  if (!video) return null;
  return (
    <>
      <Button kind="text" icon={<IconPlayerPlay size={20} stroke={1.75} />} onClick={() => setOpened('asked')}>
        {say('profiles.welcomePlay')}
      </Button>
      <Sheet opened={opened !== null} onClose={() => setOpened(null)} title={say('profiles.welcome', { name: profile.name })} width={560}>
        <div className={styles.welcome}>
          <VideoPlayer
            title={say('profiles.welcome', { name: profile.name })}
            hls={video.hls}
            mp4={video.mp4}
            previews={video.previews}
            captions={video.captions}
            poster={video.poster ? sourceFor(video.poster, 640) : undefined}
            ratio={video.width && video.height ? `${video.width} / ${video.height}` : '16 / 9'}
            durationSeconds={video.durationSeconds}
            renew={async () => (await call('GET /performers/{id}', { params: { id: profile._id } })).welcomeVideo}
            autoPlay={opened !== null && !wantsLittleMotion()}
          />
          <p className={classes(type.tiny, type.faint)}>{say('profiles.welcomeSound')}</p>
        </div>
      </Sheet>
    </>
  );
};
