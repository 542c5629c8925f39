import { useEffect, useState } from 'react';
import { classes } from './classes.ts';
import styles from './Overlays.module.css';
import { useText } from './text.ts';

/** The five states of the real-time connection (specification section 4), and the browser being offline. */
export type ConnectionState = 'initialized' | 'connected' | 'disconnect' | 'failed' | 'reconnecting' | 'offline';

/**
 * Says that the connection is not there; nothing while it is. Attempts fail and begin anew every few seconds:
 * after the first failure the words stay until it is back or somebody tries again.
 */
export const ConnectionBanner = ({ state, onRetry }: { state: ConnectionState; onRetry?: () => void }) => {
  const say = useText();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (state === 'failed') setFailed(true);
    if (state === 'connected' || state === 'initialized') setFailed(false);
  }, [state]);
  if (state === 'initialized' || state === 'connected') return null;
  const shown = state !== 'offline' && failed ? 'failed' : state;
  const text = shown === 'offline' ? say('ui.offline') : shown === 'failed' ? say('ui.connectionFailed') : say('ui.reconnecting');
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
          {say('ui.tryAgain')}
        </button>
      ) : null}
    </div>
  );
};
