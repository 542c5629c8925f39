import { IconPhoto } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { IMAGES } from '../../../ui/accepted-files.ts';
import { classes } from '../../../ui/classes.ts';
import { FilePickerButton } from '../../../ui/FilePickerButton.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import { useObjectUrl } from '../../../ui/use-object-url.ts';
import styles from './composer.module.css';
import { FileTile } from './FileTile.tsx';
import { type Thumbnail, type ThumbnailChoice, THUMBNAIL_CHOICES } from './use-thumbnail.ts';

/** Steps of the slider, in seconds. */
const STEP = 0.1;

const FramePicker = ({ address, at, onAt }: { address: string; at: number | null; onAt: (seconds: number) => void }) => {
  const t = useText();
  const format = useFormat();
  const film = useRef<HTMLVideoElement>(null);
  const [length, setLength] = useState(0);
  const choose = (seconds: number) => {
    if (film.current) film.current.currentTime = seconds;
    onAt(seconds);
  };
  return (
    <div className={styles.frame}>
      <video
        ref={film}
        src={address}
        muted
        playsInline
        preload="auto"
        aria-label={t('videos.frame')}
        onLoadedMetadata={({ currentTarget }) => {
          if (Number.isFinite(currentTarget.duration)) setLength(currentTarget.duration);
          currentTarget.currentTime = at ?? 0;
          if (at === null) onAt(0);
        }}
      />
      <input
        type="range"
        min={0}
        // The last frame is a little before the end.
        max={Math.max(0, Math.floor((length - STEP) / STEP) * STEP)}
        step={STEP}
        value={at ?? 0}
        aria-label={t('videos.frame')}
        aria-valuetext={t('videos.frameAt', { time: format.clock(at ?? 0) })}
        onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
      />
      <span className={classes(type.tiny, type.faint)}>{t('videos.frameAt', { time: format.clock(at ?? 0) })}</span>
    </div>
  );
};

interface ThumbnailSectionProps {
  thumbnail: Thumbnail;
  /** The film on this device, while it is new. */
  source: File | null;
  /** The film's address, once it is encoded. */
  film: string | null;
  /** What its kind takes. */
  choices?: readonly ThumbnailChoice[];
}

/** The picture that stands for a video: automatic, a frame of it, or an uploaded one. */
export const ThumbnailSection = ({ thumbnail, source, film, choices = THUMBNAIL_CHOICES }: ThumbnailSectionProps) => {
  const t = useText();
  const { choice, file } = thumbnail;
  const address = useObjectUrl(source) ?? film;
  return (
    <div className={styles.ask} role="group" aria-label={t('videos.thumbnail')}>
      <span className={classes(type.small, type.strong)}>{t('videos.thumbnail')}</span>
      <Segments
        wide
        label={t('videos.thumbnail')}
        name="thumbnail"
        value={choice}
        onChange={thumbnail.setChoice}
        options={choices.map((value) => ({ value, text: t(`videos.thumbnail.${value}`) }))}
      />
      <span className={classes(type.tiny, type.faint)}>{t('videos.thumbnailHint')}</span>
      {choice === 'frame' ? (
        address ? (
          <FramePicker key={address} address={address} at={thumbnail.at} onAt={thumbnail.setAt} />
        ) : (
          <span className={classes(type.small, type.quiet)}>{t('videos.frameLater')}</span>
        )
      ) : null}
      {choice === 'own' ? (
        file ? (
          <FileTile file={file} onRemove={thumbnail.remove} onRetry={thumbnail.retry} />
        ) : (
          <span>
            <FilePickerButton
              label={t('videos.addThumbnail')}
              icon={<IconPhoto size={20} stroke={1.75} />}
              accept={IMAGES}
              onPick={thumbnail.pick}
            />
          </span>
        )
      ) : null}
    </div>
  );
};
