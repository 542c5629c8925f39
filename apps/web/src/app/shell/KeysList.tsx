import { Keys } from '../../ui/Chip.tsx';
import styles from './overlays.module.css';
import type { Shortcut } from './Shortcuts.tsx';

/** The keyboard shortcuts of the page, each with its key. */
const KeysList = ({ shortcuts }: { shortcuts: readonly Shortcut[] }) => (
  <dl className={styles.keysList}>
    {shortcuts.map((shortcut) => (
      <div key={shortcut.key} className={styles.keysRow}>
        <dt>{shortcut.text}</dt>
        <dd>
          <Keys>{shortcut.label ?? (shortcut.key.length === 1 ? shortcut.key.toUpperCase() : shortcut.key)}</Keys>
        </dd>
      </div>
    ))}
  </dl>
);

export default KeysList;
