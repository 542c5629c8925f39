import { IconX } from '@tabler/icons-react';
import { IconButton } from '../../ui/Button.tsx';
import { Picture } from '../../ui/Picture.tsx';
import { useText } from '../../ui/text.ts';
import { ChosenIcon } from './ChosenIcon.tsx';
import styles from './messages.module.css';
import type { ChosenFile } from './use-message-files.ts';

/** The files of the message that is being written, each with its upload's progress. */
export const ChosenFiles = ({ files, onRemove }: { files: readonly ChosenFile[]; onRemove: (key: string) => void }) => {
  const t = useText();
  if (files.length === 0) return null;
  return (
    <ul className={styles.chosen}>
      {files.map(({ key, name, progress, stored }) => (
        <li key={key} className={styles.chosenFile}>
          {stored?.picture ? (
            <Picture picture={stored.picture} alt={name} sizes="72px" />
          ) : stored ? (
            <span className={styles.chosenIcon} title={name}>
              <ChosenIcon kind={stored.kind} />
            </span>
          ) : (
            <span className={styles.sendingFile} role="progressbar" aria-label={name} aria-valuenow={Math.round(progress * 100)}>
              <span style={{ width: `${progress * 100}%` }} />
            </span>
          )}
          <IconButton
            size="sm"
            kind="glass"
            className={styles.unchoose}
            label={t('messages.removeFile', { name })}
            icon={<IconX size={16} stroke={1.75} />}
            onClick={() => onRemove(key)}
          />
        </li>
      ))}
    </ul>
  );
};
