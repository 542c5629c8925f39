import { classes } from './classes.ts';
import styles from './Logo.module.css';

/** The symbol: a stage door ajar, with light falling through it. */
export const LogoSign = ({ className }: { className?: string | undefined }) => (
  <svg className={classes(styles.sign, className)} viewBox="0 0 24 28" aria-hidden="true">
    <path d="M2 1h13v26H2z" fill="none" stroke="currentColor" strokeWidth="2.4" />
    <path d="M3 2.2 10.4 6v20.6L3 26z" fill="currentColor" />
    <path d="M10.4 6 15 2v25h8.5L15 12z" fill="var(--spot)" />
  </svg>
);

interface LogoProps {
  /** The site's name. */
  name: string;
  /** The site's own logo for light backgrounds; without one, symbol and name. */
  src?: string | undefined;
  /** The same for dark backgrounds. */
  darkSrc?: string | undefined;
  /** On top of a picture: always the logo for dark backgrounds. */
  onDark?: boolean;
  size?: 'md' | 'sm';
}

/** The site's logo. */
export const Logo = ({ name, src, darkSrc, onDark, size = 'md' }: LogoProps) => {
  const dark = darkSrc || src;
  if (!src && !dark) {
    return (
      <span className={classes(styles.logo, size === 'sm' && styles.small)}>
        <LogoSign />
        {name}
      </span>
    );
  }
  if (onDark) return <img className={styles.image} src={dark} alt={name} />;
  return (
    <span className={styles.logo}>
      <img className={classes(styles.image, styles.dark)} src={dark} alt={name} />
      <img className={classes(styles.image, styles.light)} src={src || dark} alt={name} />
    </span>
  );
};
