import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { Chip } from './Chip.tsx';
import { useFormat } from './format.tsx';
import { useText } from './text.ts';
import styles from './Video.module.css';

export interface VideoAddresses {
  /** URL of the HLS playlist; tried first. */
  hls: string | null;
  /** URL of the progressive file. */
  mp4: string | null;
  /** URL of the thumbnail track for the seek bar. */
  previews?: string | null;
  /** Caption tracks. */
  captions?: readonly { locale: string; label: string; url: string }[];
}

export interface VideoPlayerProps extends VideoAddresses {
  /** Accessible name. */
  title: string;
  /** Refetches the video when its addresses have expired; null if it is gone. */
  renew?: () => Promise<VideoAddresses | null>;
  poster?: string | undefined;
  /** The watermark over the video, if enabled. */
  mark?: string | null;
  /** Aspect ratio; 16/9 by default. */
  ratio?: string;
  durationSeconds?: number | null;
  /** Autoplays, muted, as browsers require. */
  autoPlay?: boolean;
  /** A live stream: no length, a button back to the live edge. */
  live?: boolean;
  /** Begins there, in seconds. */
  startAt?: number;
  /** Speed and picture quality can be chosen. */
  choices?: boolean;
  /** Where playback is, in seconds: as it goes on, and when it pauses or ends. */
  onTime?: (seconds: number, isPaused: boolean) => void;
  onPlay?: () => void;
  onEnded?: () => void;
}

const PlayerView = lazy(() => import('./PlayerView.tsx'));

/** A video: the poster at once, the player and its code only on request. */
export const VideoPlayer = (props: VideoPlayerProps) => {
  const { title, poster, ratio = '16 / 9', durationSeconds, autoPlay = false } = props;
  const t = useText();
  const format = useFormat();
  const [playing, setPlaying] = useState(autoPlay);
  const still = poster ? <img className={styles.poster} src={poster} alt="" /> : null;
  return (
    <div className={styles.frame} style={{ aspectRatio: ratio }}>
      {playing ? (
        <Suspense fallback={still}>
          <PlayerView {...props} autoPlay muted={autoPlay} />
        </Suspense>
      ) : (
        <>
          {still}
          <button type="button" className={styles.play} aria-label={t('ui.playTitle', { title })} onClick={() => setPlaying(true)}>
            <span className={styles.disc}>
              <IconPlayerPlayFilled size={30} />
            </span>
          </button>
          {durationSeconds ? (
            <span className={styles.length}>
              <Chip tone="glass">{format.clock(durationSeconds)}</Chip>
            </span>
          ) : null}
        </>
      )}
    </div>
  );
};
