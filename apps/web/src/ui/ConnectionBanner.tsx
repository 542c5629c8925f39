import { useEffect, useState } from 'react';
import { classes } from './classes.ts';
import styles from './Overlays.module.css';
import { useText } from './text.ts';

/** The five states of the real-time connection (specification section 4), and offline. */
export type ConnectionState = 'initialized' | 'connected' | 'disconnect' | 'failed' | 'reconnecting' | 'offline';

/**
 * Shows that the connection is lost; nothing while connected. Attempts fail and restart every few seconds:
 * after the first failure the message stays until the connection is back or the user retries.
 */
export const ConnectionBanner = ({ state, onRetry }: { state: ConnectionState; onRetry?: () => void }) => {
  const t = useText();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (state === 'failed') setFailed(true);
    if (state === 'connected' || state === 'initialized') setFailed(false);
  }, [state]);
  if (state === 'initialized' || state === 'connected') return null;
  const shown = state !== 'offline' && failed ? 'failed' : state;
  const text = shown === 'offline' ? t('ui.offline') : shown === 'failed' ? t('ui.connectionFailed') : t('ui.reconnecting');
  return (
    <div className={classes(styles.banner, shown !== 'disconnect' && shown !== 'reconnecting' && styles.bannerBad)} role="status">
      {text}
      {shown === 'failed' && onRetry ? (
        <button
          type="button"
          className={styles.again}
          onClick={() => {
            setFailed(false);
            onRetry();
          }}
        >
          {t('ui.tryAgain')}
        </button>
      ) : null}
    </div>
  );
};
