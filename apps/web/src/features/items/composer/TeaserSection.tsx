import { IconVideo } from '@tabler/icons-react';
import type { Picture } from '@stagedoor/contract/shapes';
import { VIDEOS } from '../../../ui/accepted-files.ts';
import { classes } from '../../../ui/classes.ts';
import { FilePickerButton } from '../../../ui/FilePickerButton.tsx';
import { sourceFor } from '../../../ui/Picture.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import { VideoPlayer } from '../../../ui/VideoPlayer.tsx';
import { FileTile } from './FileTile.tsx';
import styles from './composer.module.css';
import { TEASER_CHOICES, type Teaser } from './use-teaser.ts';

/** The public teaser of a film that isn't for everyone: chosen, uploaded, and previewed. */
export const TeaserSection = ({
  teaser,
  still,
}: {
  teaser: Teaser;
  /** The film's poster, for a teaser cut out of it, which has none of its own. */
  still: Picture | null;
}) => {
  const t = useText();
  const { choice, file, shown } = teaser;
  const local = choice === 'own' && !file?.error ? (file?.local ?? null) : null;
  const mp4 = shown?.mp4 ?? local;
  const poster = shown?.poster ?? (choice === 'cut' ? still : null);
  return (
    <div className={styles.ask} role="group" aria-label={t('model.teaser')}>
      <span className={classes(type.small, type.strong)}>{t('model.teaser')}</span>
      <Segments
        wide
        label={t('model.teaser')}
        name="teaser"
        value={choice}
        onChange={teaser.setChoice}
        options={TEASER_CHOICES.map((value) => ({ value, text: t(`model.teaser.${value}`) }))}
      />
      <span className={classes(type.tiny, type.faint)}>{t(choice === 'cut' ? 'model.teaserCutHint' : 'model.teaserHint')}</span>
      {choice === 'own' ? (
        file ? (
          <div className={styles.files}>
            <FileTile file={file} onRemove={teaser.remove} onRetry={teaser.retry} />
          </div>
        ) : (
          <div className={styles.add}>
            <FilePickerButton
              label={t('model.addTeaser')}
              icon={<IconVideo size={20} stroke={1.75} />}
              accept={VIDEOS}
              onPick={teaser.pick}
            />
          </div>
        )
      ) : null}
      {mp4 ? (
        <div className={styles.film}>
          <VideoPlayer
            key={mp4}
            title={t('model.teaserPreview')}
            hls={shown?.hls ?? null}
            mp4={mp4}
            previews={shown?.previews ?? null}
            poster={poster ? sourceFor(poster, 640) : undefined}
            ratio={shown?.width && shown.height ? `${shown.width} / ${shown.height}` : '16 / 9'}
            durationSeconds={shown?.durationSeconds ?? null}
          />
        </div>
      ) : null}
    </div>
  );
};
