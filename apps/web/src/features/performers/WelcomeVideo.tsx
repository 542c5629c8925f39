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
import type { Profile } from './profile.ts';
import styles from './profile.module.css';

/** Storage key of the welcome videos this browser has played. */
const keyOf = (performerId: string): string => `ui.welcome.${performerId}`;

/** Records a welcome video as played. @returns whether it was new; without storage always false, so it never plays twice */
const isFirstTime = (performerId: string): boolean => {
  try {
    if (localStorage.getItem(keyOf(performerId))) return false;
    localStorage.setItem(keyOf(performerId), new Date().toISOString().slice(0, 10));
    return true;
  } catch {
    return false;
  }
};

/** With reduced motion the player waits for a press. */
const prefersReducedMotion = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * The performer's welcome video: autoplays muted when a browser first opens the profile, later on request. Nothing of
 * the video is fetched before.
 */
export const WelcomeVideo = ({ profile, isOwn }: { profile: Profile; isOwn: boolean }) => {
  const t = useText();
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
        {t('profiles.welcomePlay')}
      </Button>
      <Sheet opened={opened !== null} onClose={() => setOpened(null)} title={t('profiles.welcome', { name: profile.name })} width={560}>
        <div className={styles.welcome}>
          <VideoPlayer
            title={t('profiles.welcome', { name: profile.name })}
            hls={video.hls}
            mp4={video.mp4}
            previews={video.previews}
            captions={video.captions}
            poster={video.poster ? sourceFor(video.poster, 640) : undefined}
            ratio={video.width && video.height ? `${video.width} / ${video.height}` : '16 / 9'}
            durationSeconds={video.durationSeconds}
            renew={async () => (await call('GET /performers/{id}', { params: { id: profile._id } })).welcomeVideo}
            autoPlay={opened !== null && !prefersReducedMotion()}
          />
          <p className={classes(type.tiny, type.faint)}>{t('profiles.welcomeSound')}</p>
        </div>
      </Sheet>
    </>
  );
};
