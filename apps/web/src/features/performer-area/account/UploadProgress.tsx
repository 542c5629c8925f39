import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import styles from './account.module.css';

/** Progress of an upload, with a cancel button; renders nothing without one. */
export const UploadProgress = ({ progress, onStop }: { progress: number | null; onStop: () => void }) => {
  const t = useText();
  const format = useFormat();
  if (progress === null) return null;
  const sent = t('ui.sent', { percent: format.percent(Math.floor(progress * 100)) });
  return (
    <div className={styles.sending}>
      <span className={classes(type.tiny, type.faint)}>{sent}</span>
      <span
        className={styles.track}
        role="progressbar"
        aria-label={sent}
        aria-valuenow={Math.round(progress * 100)}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <i style={{ width: `${progress * 100}%` }} />
      </span>
      <Button kind="text" size="sm" onClick={onStop}>
        {t('profiles.stopSending')}
      </Button>
    </div>
  );
};
