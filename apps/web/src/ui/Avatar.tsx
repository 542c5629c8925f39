import styles from './Avatar.module.css';
import { classes } from './classes.ts';
import { useText } from './text.ts';
import type from './type.module.css';

/** The default avatar. */
export const NO_AVATAR = '/no-avatar.png';

interface AvatarProps {
  src: string | null | undefined;
  /** Diameter in pixels; 44 by default. */
  size?: number;
  /** A green dot, with a text for screen readers. */
  online?: boolean | undefined;
  /** The live ring; overrides `online`. */
  live?: boolean | undefined;
  /** Also shows the label below the ring, in a row of live performers. */
  badge?: boolean;
  /** On top of a picture: gold bulbs in both themes. */
  onDark?: boolean;
  /** Alternative text when the avatar stands alone; empty beside the name. */
  alt?: string;
  /** The dot's outline colour; the card's by default. */
  edge?: 'stage' | 'house' | 'riser';
  className?: string | undefined;
}

/** A round picture with presence: a dot when online, a dotted gold ring when live. */
export const Avatar = ({ src, size = 44, online, live, badge, onDark, alt = '', edge = 'stage', className }: AvatarProps) => {
  const t = useText();
  const state = live ? t('ui.liveNow') : online ? t('ui.online') : null;
  return (
    <span
      className={classes(styles.avatar, live && styles.live, !live && online && styles.online, onDark && styles.onDark, className)}
      style={{ '--size': `${size}px`, '--avatar-edge': `var(--${edge})` }}
    >
      <img className={styles.picture} src={src || NO_AVATAR} alt={alt} width={size} height={size} loading="lazy" decoding="async" />
      {live && badge ? <span className={styles.badge}>{t('ui.live')}</span> : state ? <span className={type.hidden}>{state}</span> : null}
    </span>
  );
};
