import { classes } from './classes.ts';
import styles from './Overlays.module.css';
import { useText } from './text.ts';

/** The five states of the real-time connection (specification section 4), and the browser being offline. */
export type ConnectionState = 'initialized' | 'connected' | 'disconnect' | 'failed' | 'reconnecting' | 'offline';

/** Says that the connection is not there; nothing while it is. */
export const ConnectionBanner = ({ state, onRetry }: { state: ConnectionState; onRetry?: () => void }) => {
  const say = useText();
  if (state === 'initialized' || state === 'connected') return null;
  const bad = state === 'failed' || state === 'offline';
  const text = state === 'offline' ? say('ui.offline') : state === 'failed' ? say('ui.connectionFailed') : say('ui.reconnecting');
  return (
    <div className={classes(styles.banner, bad && styles.bannerBad)} role="status">
      {text}
      {state === 'failed' && onRetry ? (
        <button type="button" className={styles.again} onClick={onRetry}>
          {say('ui.tryAgain')}
        </button>
      ) : null}
    </div>
  );
};
