import { IconAlertTriangle, IconRefresh, IconVideo, IconX } from '@tabler/icons-react';
import { IconButton } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { sourceFor } from '../../../ui/Picture.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import styles from './composer.module.css';
import type { DraftFile } from './draft-files.ts';
import { failureOf } from './file-failure.ts';

interface FileTileProps {
  file: DraftFile;
  onRemove: () => void;
  onRetry: () => void;
  /** Opens the description of a picture, by its id; `name` says which one for screen readers. */
  describe?: { name: string; open: (fileId: string) => void } | undefined;
  /** Why it can't be used stands elsewhere, where there is more room. */
  isExplained?: boolean;
}

/** One file of an item being edited: progress, error, retry, description and remove. */
export const FileTile = ({ file, onRemove, onRetry, describe, isExplained }: FileTileProps) => {
  const t = useText();
  const format = useFormat();
  const picture = file.uploaded?.picture;
  const address = picture ? sourceFor(picture, 320) : file.kind === 'image' ? file.local : null;
  const failed = failureOf(file, t);
  const working = file.uploaded?.state === 'processing';
  return (
    <div className={styles.file}>
      {address ? (
        <img src={address} alt="" draggable={false} />
      ) : file.local ? (
        // A frame of the film itself, while it is in work.
        <video src={`${file.local}#t=0.1`} muted playsInline preload="metadata" tabIndex={-1} aria-hidden="true" />
      ) : (
        <IconVideo size={22} stroke={1.75} aria-hidden="true" />
      )}
      {failed && isExplained ? (
        <IconAlertTriangle className={styles.broken} size={22} stroke={1.75} aria-hidden="true" />
      ) : failed ? (
        <span className={classes(type.tiny, type.strong, styles.note)} role="alert">
          {failed}
        </span>
      ) : working ? (
        <span className={classes(type.tiny, styles.note)}>
          {t('model.fileWorking', { percent: format.percent(Math.round((file.uploaded?.progress ?? 0) * 100)) })}
        </span>
      ) : null}
      {file.sent === null || failed ? null : (
        <span className={classes(type.tiny, styles.note)}>
          {file.waiting ? t('media.waiting') : t('ui.sent', { percent: format.percent(Math.floor(file.sent * 100)) })}
        </span>
      )}
      {file.sent === null ? null : (
        <span
          className={styles.bar}
          role="progressbar"
          aria-label={t('ui.sent', { percent: format.percent(Math.floor(file.sent * 100)) })}
          aria-valuenow={Math.round(file.sent * 100)}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <i style={{ width: `${file.sent * 100}%` }} />
        </span>
      )}
      {file.error && file.source ? (
        <IconButton
          className={styles.again}
          kind="glass"
          size="sm"
          label={t('ui.tryAgain')}
          icon={<IconRefresh size={20} stroke={1.75} />}
          onClick={onRetry}
        />
      ) : null}
      {describe && file.kind === 'image' && file.uploaded && !failed ? (
        <button
          type="button"
          className={classes(type.tiny, type.strong, styles.alt)}
          aria-label={`${t('media.altShort')}: ${describe.name}`}
          onClick={() => describe.open(file.uploaded!._id)}
        >
          {t('media.altShort')}
        </button>
      ) : null}
      <IconButton
        className={styles.remove}
        kind="glass"
        size="sm"
        label={t('model.removeFile')}
        icon={<IconX size={20} stroke={1.75} />}
        onClick={onRemove}
      />
    </div>
  );
};
