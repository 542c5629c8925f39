import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './model.module.css';

/** How far a file on its way is, and the way to stop it; nothing while none is. */
export const Sending = ({ progress, onStop }: { progress: number | null; onStop: () => void }) => {
  const say = useText();
  const format = useFormat();
  if (progress === null) return null;
  const sent = say('ui.sent', { percent: format.percent(Math.floor(progress * 100)) });
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
        {say('profiles.stopSending')}
      </Button>
    </div>
  );
};
