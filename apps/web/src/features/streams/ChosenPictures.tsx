import { IconRefresh, IconX } from '@tabler/icons-react';
import { IconButton } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { useText } from '../../ui/text.ts';
import { useObjectUrl } from '../../ui/use-object-url.ts';
import styles from './ChatPictures.module.css';
import type { ChosenPicture } from './use-chat-pictures.ts';

interface Actions {
  onRemove: (key: string) => void;
  onRetry: (key: string) => void;
}

/** The pictures of the line that is being written, each with its upload's progress, or the way to send it again. */
export const ChosenPictures = ({ chosen, ...actions }: Actions & { chosen: readonly ChosenPicture[] }) =>
  chosen.length === 0 ? null : (
    <ul className={styles.chosen}>
      {chosen.map((picture) => (
        <Chosen key={picture.key} picture={picture} {...actions} />
      ))}
    </ul>
  );

const Chosen = ({
  picture: {
    key,
    file,
    file: { name },
    progress,
    stored,
    isFailed,
  },
  onRemove,
  onRetry,
}: Actions & { picture: ChosenPicture }) => {
  const t = useText();
  const address = useObjectUrl(file);
  return (
    <li className={classes(styles.tile, isFailed && styles.bad)}>
      {address ? <img src={address} alt={name} className={classes(!stored && styles.waiting)} /> : null}
      {isFailed ? (
        <button
          type="button"
          className={styles.retry}
          aria-label={t('chat.retryPicture', { name })}
          title={t('ui.tryAgain')}
          onClick={() => onRetry(key)}
        >
          <IconRefresh size={22} stroke={1.75} aria-hidden="true" />
        </button>
      ) : stored ? null : (
        <span className={styles.progress} role="progressbar" aria-label={name} aria-valuenow={Math.round(progress * 100)}>
          <span style={{ width: `${progress * 100}%` }} />
        </span>
      )}
      <IconButton
        size="sm"
        kind="glass"
        className={styles.remove}
        label={t('chat.removePicture', { name })}
        icon={<IconX size={16} stroke={1.75} />}
        onClick={() => onRemove(key)}
      />
    </li>
  );
};
