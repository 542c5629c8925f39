import { IconUpload, IconX } from '@tabler/icons-react';
import { IconButton } from '../../ui/Button.tsx';
import { Picture } from '../../ui/Picture.tsx';
import { classes } from '../../ui/classes.ts';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { InsideNotice } from '../items/InsideNotice.tsx';
import { ChosenIcon } from './ChosenIcon.tsx';
import styles from './compose.module.css';
import { type ChosenFile, MESSAGE_ACCEPT } from './use-message-files.ts';

interface ChosenFilesProps {
  files: readonly ChosenFile[];
  onRemove: (key: string) => void;
  /** Takes a file in the place of one whose upload was lost. */
  onChooseAgain: (key: string, file: File) => void;
}

/** The files of the message that is being written, each with its upload's progress, or what to do when that was lost;
 * and what documents among them say besides their content. */
export const ChosenFiles = ({ files, onRemove, onChooseAgain }: ChosenFilesProps) => {
  const t = useText();
  if (files.length === 0) return null;
  return (
    <>
      <ul className={styles.chosen}>
        {files.map(({ key, name, progress, stored, isLost }) => (
          <li key={key} className={styles.chosenFile}>
            {stored?.picture ? (
              <Picture picture={stored.picture} alt={name} sizes="72px" />
            ) : stored ? (
              <span className={styles.chosenIcon} title={name}>
                <ChosenIcon kind={stored.kind} />
              </span>
            ) : isLost ? (
              <label className={styles.lostFile} title={t('messages.chooseAgain', { name })}>
                <IconUpload size={20} stroke={1.75} aria-hidden="true" />
                <span className={classes(type.tiny, type.clip)} aria-hidden="true">
                  <bdi>{name}</bdi>
                </span>
                <input
                  type="file"
                  accept={MESSAGE_ACCEPT}
                  aria-label={t('messages.chooseAgain', { name })}
                  onChange={(event) => {
                    const file = event.currentTarget.files?.[0];
                    if (file) onChooseAgain(key, file);
                  }}
                />
              </label>
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
      {files.map(({ key, name, stored }) =>
        stored?.inside ? (
          <div key={key} className={styles.inside}>
            <InsideNotice name={name} facts={stored.inside} />
          </div>
        ) : null,
      )}
    </>
  );
};
