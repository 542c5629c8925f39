import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './media.module.css';

/** The bar warns from here on. */
const NEARLY_FULL = 0.9;

/** Used share of a performer's storage quota; renders nothing without a quota. */
export const StorageBar = ({ usedBytes, quotaBytes }: { usedBytes: number; quotaBytes: number | null }) => {
  const t = useText();
  const format = useFormat();
  if (quotaBytes === null) return null;
  const words = t('media.storage', { used: format.bytes(usedBytes), quota: format.bytes(quotaBytes) });
  const part = Math.min(1, usedBytes / quotaBytes);
  const isNearlyFull = part >= NEARLY_FULL;
  return (
    <div className={styles.storage}>
      <span
        className={styles.storageTrack}
        role="meter"
        aria-label={words}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(part * 100)}
      >
        <i className={classes(isNearlyFull && styles.nearlyFull)} style={{ width: `${part * 100}%` }} />
      </span>
      <span className={classes(type.small, type.faint)}>{words}</span>
      {isNearlyFull ? <span className={classes(type.small, styles.bad)}>{t('media.storageFull')}</span> : null}
    </div>
  );
};
