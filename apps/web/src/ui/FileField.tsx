import { IconFileText, IconPhoto, IconUpload, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { acceptedKinds, isAccepted } from './accepted-files.ts';
import { IconButton } from './Button.tsx';
import { classes } from './classes.ts';
import { Field } from './Field.tsx';
import field from './Field.module.css';
import styles from './FileField.module.css';
import { useFormat } from './format.tsx';
import { useText } from './text.ts';
import { useObjectUrl } from './use-object-url.ts';
import type from './type.module.css';

interface FileFieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean;
  name?: string;
  /** As the `accept` of an input: "image/*,application/pdf". */
  accept: string;
  /** Maximum size in bytes; a larger file is refused before the upload. */
  maxBytes?: number;
  file: File | null;
  onFile: (file: File | null) => void;
  /** Upload progress, 0 to 1; null or omitted when nothing is being sent. */
  progress?: number | null;
  required?: boolean;
  /** Said instead of “Choose a file.” when a required file is missing. */
  missing?: string;
}

/** Object URL of a selected picture, if the browser can show it; revoked when no longer shown. */
const usePreview = (file: File | null): [address: string | null, drop: () => void] => {
  const address = useObjectUrl(file?.type.startsWith('image/') ? file : null);
  const [dropped, setDropped] = useState<File | null>(null);
  return [dropped === file ? null : address, () => setDropped(file)];
};

/** A file input: select or drop, shows the size, remove, and upload progress. */
export const FileField = (props: FileFieldProps) => {
  const { label, hint, error, optional, name, accept, maxBytes, file, onFile, progress, required, missing } = props;
  const t = useText();
  const format = useFormat();
  const [preview, dropPreview] = usePreview(file);
  const [over, setOver] = useState(false);
  const [refused, setRefused] = useState<'kind' | 'size' | 'empty' | 'unreadable' | null>(null);
  const sending = progress !== undefined && progress !== null;
  const take = (next: File | null) => {
    const reason =
      next && (!isAccepted(next, accept) ? 'kind' : next.size === 0 ? 'empty' : next.size > (maxBytes ?? Infinity) ? 'size' : null);
    setRefused(reason);
    if (!reason) onFile(next);
  };
  const sent = sending ? t('ui.sent', { percent: format.percent(Math.floor(progress * 100)) }) : '';
  const problem = refused
    ? {
        kind: t('ui.fileKindRefused', { kinds: acceptedKinds(accept) }),
        size: t('ui.fileTooLarge', { size: format.bytes(maxBytes ?? 0) }),
        empty: t('ui.fileEmpty'),
        unreadable: t('ui.fileUnreadable'),
      }[refused]
    : error;
  /** The browser can't decode the picture: nor could anybody who looks at it. */
  const refuseUnreadable = () => {
    dropPreview();
    setRefused('unreadable');
    onFile(null);
  };
  return (
    <Field label={label} error={problem} hint={hint} optional={optional ?? false}>
      {(wiring) => (
        <span
          className={classes(styles.drop, over && styles.over, file && styles.filled, problem && field.invalid)}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            setOver(false);
            take(event.dataTransfer.files[0] ?? null);
          }}
        >
          <span className={styles.dropIcon}>
            {preview ? (
              <img src={preview} alt="" onError={refuseUnreadable} />
            ) : file ? (
              <IconFileText size={20} stroke={1.75} />
            ) : (
              <IconPhoto size={20} stroke={1.75} />
            )}
          </span>
          <span className={styles.dropBody}>
            <span className={classes(type.strong, type.clip)}>{file ? file.name : t('ui.chooseFile')}</span>
            <span className={classes(type.tiny, type.faint)}>{sending ? sent : file ? format.bytes(file.size) : t('ui.orDropIt')}</span>
            {sending ? (
              <span
                className={styles.progress}
                role="progressbar"
                aria-label={sent}
                aria-valuenow={Math.round(progress * 100)}
                aria-valuemin={0}
                aria-valuemax={100}
              >
                <span className={styles.bar} style={{ display: 'block', width: `${progress * 100}%` }} />
              </span>
            ) : null}
          </span>
          <input
            {...wiring}
            type="file"
            name={name}
            accept={accept}
            required={required && !file}
            data-missing={missing}
            disabled={sending}
            onChange={(event) => {
              take(event.target.files?.[0] ?? null);
              event.target.value = '';
            }}
          />
          {file && !sending ? (
            <IconButton
              className={styles.dropAct}
              label={t('ui.removeFile')}
              icon={<IconX size={20} stroke={1.75} />}
              onClick={() => take(null)}
            />
          ) : file ? null : (
            <IconUpload size={20} stroke={1.75} aria-hidden="true" />
          )}
        </span>
      )}
    </Field>
  );
};
