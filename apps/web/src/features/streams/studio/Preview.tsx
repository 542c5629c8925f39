import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';
import { Chip } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import { useText } from '../../../ui/text.ts';
import { MicrophoneLevel } from './MicrophoneLevel.tsx';
import styles from './Preview.module.css';
import type { Quality } from './use-camera.ts';

/** The widest and the tallest the picture's place gets. */
const WIDE = 16 / 9;
const TALL = 4 / 5;

interface PreviewProps {
  stream: MediaStream | null;
  quality: Quality;
  /** On air: the picture is the viewers' own, and shown as they see it. */
  onAir?: ReactNode;
  /** In place of the picture: what is wrong, what is tried. */
  message?: ReactNode;
  /** Mutes the microphone. */
  control?: ReactNode;
}

/** The own picture: mirrored before the show, as in a dressing-room mirror; as the viewers see it during it. */
export const Preview = ({ stream, quality, onAir, message, control }: PreviewProps) => {
  const say = useText();
  const video = useRef<HTMLVideoElement>(null);
  // A phone held upright films upright; from a tall picture no more than its middle would fit the page.
  const [ratio, setRatio] = useState(WIDE);
  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream]);
  return (
    <div className={styles.preview} style={{ '--ratio': ratio } as CSSProperties} data-testid="preview">
      <video
        ref={video}
        className={classes(styles.video, !onAir && styles.mirrored)}
        autoPlay
        muted
        playsInline
        onResize={({ currentTarget: { videoWidth, videoHeight } }) => {
          if (videoHeight > 0) setRatio(Math.min(WIDE, Math.max(TALL, videoWidth / videoHeight)));
        }}
        aria-label={say(onAir ? 'studio.onAirPicture' : 'studio.previewLabel')}
      />
      <div className={styles.upper}>
        {onAir ?? (
          <Chip tone="glass" size="lg">
            {say('studio.preview')}
          </Chip>
        )}
        <span className={styles.end}>
          <Chip tone="glass" size="lg">
            {say(`studio.quality.${quality}`)}
          </Chip>
        </span>
      </div>
      {message ? (
        <div className={styles.message} role="status">
          {message}
        </div>
      ) : null}
      <div className={styles.lower}>
        <MicrophoneLevel stream={stream} control={control} />
      </div>
    </div>
  );
};
