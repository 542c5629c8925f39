import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { Chip } from './Chip.tsx';
import { useFormat } from './format.tsx';
import { useText } from './text.ts';
import styles from './Video.module.css';

export interface VideoAddresses {
  /** Address of the HLS list; tried first. */
  hls: string | null;
  /** Address of the progressive file. */
  mp4: string | null;
  /** Address of the list of small pictures that are shown while somebody looks for a place. */
  previews?: string | null;
  /** Languages it can be read in. */
  captions?: readonly { locale: string; label: string; url: string }[];
}

export interface VideoPlayerProps extends VideoAddresses {
  /** Spoken name. */
  title: string;
  /** Asks for the same video again when its addresses have run out; null where it is gone. */
  renew?: () => Promise<VideoAddresses | null>;
  poster?: string | undefined;
  /** Whose name lies over the picture, where the site wants that. */
  mark?: string | null;
  /** Width by height; 16/9 unless said. */
  ratio?: string;
  durationSeconds?: number | null;
  /** Starts by itself, muted, as browsers allow it. */
  autoPlay?: boolean;
  /** A live stream: no length, a way back to the live edge. */
  live?: boolean;
  onPlay?: () => void;
  onEnded?: () => void;
}

const PlayerView = lazy(() => import('./PlayerView.tsx'));

/** A video: its poster at once, the player and its code only when it is asked for. */
export const VideoPlayer = (props: VideoPlayerProps) => {
  const { title, poster, ratio = '16 / 9', durationSeconds, autoPlay = false } = props;
  const say = useText();
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
          <button type="button" className={styles.play} aria-label={say('ui.playTitle', { title })} onClick={() => setPlaying(true)}>
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
