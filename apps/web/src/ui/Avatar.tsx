import type { CSSProperties } from 'react';
import styles from './Avatar.module.css';
import { classes } from './classes.ts';
import { useText } from './text.ts';
import type from './type.module.css';

/** The picture of an account without one. */
export const NO_AVATAR = '/no-avatar.png';

interface AvatarProps {
  src: string | null | undefined;
  /** Pixels across; 44 unless said. */
  size?: number;
  /** A green dot, with words for readers. */
  online?: boolean | undefined;
  /** The ring of bulbs; wins over `online`. */
  live?: boolean | undefined;
  /** Shows the word under the ring too, in a row of live performers. */
  badge?: boolean;
  /** Lies on a picture: gold bulbs in both themes. */
  onDark?: boolean;
  /** The person's name when the avatar stands alone; empty beside the name. */
  alt?: string;
  /** The colour the dot is cut out of; the card's unless said. */
  edge?: 'stage' | 'house' | 'riser';
  className?: string | undefined;
}

/** A round picture with presence: a dot when online, a dotted gold ring when live. */
export const Avatar = ({ src, size = 44, online, live, badge, onDark, alt = '', edge = 'stage', className }: AvatarProps) => {
  const say = useText();
  const state = live ? say('ui.liveNow') : online ? say('ui.online') : null;
  return (
    <span
      className={classes(styles.avatar, live && styles.live, !live && online && styles.online, onDark && styles.onDark, className)}
      style={{ '--size': `${size}px`, '--avatar-edge': `var(--${edge})` } as CSSProperties}
    >
      <img className={styles.picture} src={src || NO_AVATAR} alt={alt} width={size} height={size} loading="lazy" decoding="async" />
      {live && badge ? <span className={styles.badge}>{say('ui.live')}</span> : state ? <span className={type.hidden}>{state}</span> : null}
    </span>
  );
};
