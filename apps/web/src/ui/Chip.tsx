import { IconRosetteDiscountCheckFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './Chip.module.css';
import { classes } from './classes.ts';
import { useText } from './text.ts';
import type from './type.module.css';

export type ChipTone = 'plain' | 'spot' | 'ok' | 'warn' | 'bad' | 'info' | 'glass';

interface ChipProps {
  tone?: ChipTone;
  size?: 'sm' | 'md' | 'lg';
  icon?: ReactNode;
  children: ReactNode;
  className?: string | undefined;
}

/** Words that are cut where the pill ends, which an element among them isn't. */
const wordsOf = (children: ReactNode) => (typeof children === 'string' ? <bdi>{children}</bdi> : children);

/** A short fact in a pill. `glass` is for use on pictures. */
export const Chip = ({ tone = 'plain', size = 'md', icon, children, className }: ChipProps) => (
  <span
    className={classes(
      styles.chip,
      tone !== 'plain' && styles[tone],
      size === 'lg' && styles.large,
      size === 'sm' && styles.small,
      className,
    )}
  >
    {icon}
    {wordsOf(children)}
  </span>
);

/** A toggleable filter; one of a group, or a switch by itself. */
export const FilterChip = ({
  on,
  icon,
  children,
  onClick,
}: {
  on: boolean;
  icon?: ReactNode;
  children: ReactNode;
  onClick: () => void;
}) => (
  <button type="button" aria-pressed={on} className={classes(styles.chip, styles.large, styles.press, on && styles.on)} onClick={onClick}>
    {icon}
    {wordsOf(children)}
  </button>
);

/** The red badge. Red is reserved for live and stop. */
export const LiveBadge = ({ size = 'md', className }: { size?: 'sm' | 'md'; className?: string | undefined }) => (
  <span className={classes(styles.badge, size === 'sm' && styles.badgeSmall, className)}>{useText()('ui.live')}</span>
);

/** Number of new entries; nothing at zero. `label` is its text for screen readers. */
export const CountBadge = ({ value, label, className }: { value: number; label: string; className?: string | undefined }) =>
  value > 0 ? (
    <span className={classes(styles.count, className)}>
      <span aria-hidden="true">{value > 99 ? '99+' : value}</span>
      <span className={type.hidden}>{label}</span>
    </span>
  ) : null;

/** The name of a keyboard shortcut, on buttons and in the list of shortcuts. */
export const Keys = ({ children }: { children: ReactNode }) => <kbd className={styles.keys}>{children}</kbd>;

/** The verified badge after a performer's name. `large` follows a display heading. */
export const Verified = ({ large }: { large?: boolean }) => {
  const label = useText()('ui.verified');
  return (
    <span className={classes(styles.verified, large && styles.verifiedLarge)} role="img" aria-label={label} title={label}>
      <IconRosetteDiscountCheckFilled />
    </span>
  );
};
