import { isolated } from '@stagedoor/contract/visible-text.values';
import { IconPlayerPause, IconPlayerPlay, IconRefresh, IconX } from '@tabler/icons-react';
import { IconButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './media.module.css';
import type { Upload } from './use-uploads.ts';

interface UploadRowsProps {
  uploads: readonly Upload[];
  onRetry: (upload: Upload) => void;
  onStop: (key: string) => void;
  onHold: (key: string, paused: boolean) => void;
}

/** Uploads in progress, with progress, cancel and retry. */
export const UploadRows = ({ uploads, onRetry, onStop, onHold }: UploadRowsProps) => {
  const t = useText();
  const format = useFormat();
  if (uploads.length === 0) return null;
  return (
    <Card pad="md" as="div" className={styles.sending}>
      <ul className={styles.uploads}>
        {uploads.map((upload) => (
          <li key={upload.key} className={styles.upload}>
            <span className={styles.uploadWords}>
              <span className={classes(type.strong, type.clip)}>
                <bdi>{upload.file.name}</bdi>
              </span>
              {upload.error ? (
                <span className={classes(type.small, styles.bad)} role="alert">
                  {upload.error}
                </span>
              ) : (
                <span className={classes(type.small, type.faint)}>
                  {format.bytes(upload.file.size)} · {t('ui.sent', { percent: format.percent(Math.floor((upload.sent ?? 0) * 100)) })}
                  {upload.paused ? ` · ${t('media.paused')}` : upload.waiting ? ` · ${t('media.waiting')}` : null}
                </span>
              )}
              {upload.sent === null ? null : (
                <progress className={styles.progress} value={upload.sent} max={1} aria-label={upload.file.name} />
              )}
            </span>
            {upload.error ? (
              <IconButton
                label={`${t('ui.tryAgain')}: ${isolated(upload.file.name)}`}
                icon={<IconRefresh size={20} stroke={1.75} />}
                onClick={() => onRetry(upload)}
              />
            ) : null}
            {upload.paused === null || upload.error ? null : (
              <IconButton
                label={`${t(upload.paused ? 'media.goOn' : 'media.pause')}: ${isolated(upload.file.name)}`}
                icon={upload.paused ? <IconPlayerPlay size={20} stroke={1.75} /> : <IconPlayerPause size={20} stroke={1.75} />}
                onClick={() => onHold(upload.key, !upload.paused)}
              />
            )}
            <IconButton
              label={`${t('profiles.stopSending')}: ${isolated(upload.file.name)}`}
              icon={<IconX size={20} stroke={1.75} />}
              onClick={() => onStop(upload.key)}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
};
