import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Chip } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import { useText } from '../../../ui/text.ts';
import { MicrophoneLevel } from './MicrophoneLevel.tsx';
import styles from './Preview.module.css';
import type { Quality } from './qualities.ts';
import type { Camera } from './use-camera.ts';

/** Maximum width and height of the preview. */
const WIDE = 16 / 9;
const TALL = 4 / 5;

interface PreviewProps {
  camera: Pick<Camera, 'stream' | 'picture' | 'devices' | 'isScreen' | 'state'>;
  quality: Quality;
  /** On air: the picture as viewers see it. */
  onAir?: ReactNode;
  /** Message in place of the picture: the problem, or the retry. */
  message?: ReactNode;
  /** On air: what is over the lower edge, instead of the microphone's level. */
  controls?: ReactNode;
}

/** The camera preview: mirrored before the show; as viewers see it during the show. */
export const Preview = ({ camera, quality, onAir, message, controls }: PreviewProps) => {
  const { stream, picture, devices, isScreen, state } = camera;
  const t = useText();
  const video = useRef<HTMLVideoElement>(null);
  // A phone held upright records portrait video; only its middle would fit the page.
  const [ratio, setRatio] = useState(WIDE);
  useEffect(() => {
    // Set again for another picture: not every browser shows a track that was added.
    if (video.current && picture) video.current.srcObject = stream;
  }, [stream, picture]);
  return (
    <div
      className={classes(styles.preview, onAir !== undefined && styles.onAir, ratio > 1 && styles.landscape)}
      style={{ '--ratio': ratio }}
      data-testid="preview"
      aria-busy={state === 'asking'}
    >
      <video
        ref={video}
        className={classes(styles.video, !onAir && !isScreen && styles.mirrored, isScreen && styles.whole)}
        autoPlay
        muted
        playsInline
        onResize={({ currentTarget: { videoWidth, videoHeight } }) => {
          if (videoHeight > 0) setRatio(Math.min(WIDE, Math.max(TALL, videoWidth / videoHeight)));
        }}
        aria-label={t(onAir ? 'studio.onAirPicture' : isScreen ? 'studio.previewScreen' : 'studio.previewLabel')}
      />
      {stream ? (
        <div className={styles.upper}>
          {onAir ?? (
            <Chip tone="glass" size="lg">
              {t('studio.preview')}
            </Chip>
          )}
          <span className={styles.end}>
            <Chip tone="glass" size="lg">
              {isScreen ? t('studio.screen') : t(`studio.quality.${quality}`)}
            </Chip>
          </span>
        </div>
      ) : null}
      {message ? (
        <div className={styles.message} role="status">
          {message}
        </div>
      ) : null}
      {stream ? <div className={styles.lower}>{controls ?? <MicrophoneLevel stream={devices} />}</div> : null}
    </div>
  );
};
