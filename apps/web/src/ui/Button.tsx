import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Link } from 'react-router';
import styles from './Button.module.css';
import { classes } from './classes.ts';

type Native = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'className'>;

/**
 * `gold` is the primary, free action (one per group); then `lift`, `outline`, `text`. `live` is only for starting and ending
 * shows, `bad` for destructive actions, `glass` for use on pictures. For paid actions use a Ticket.
 */
export type ButtonKind = 'gold' | 'lift' | 'outline' | 'text' | 'live' | 'bad' | 'glass';

interface ButtonProps extends Native {
  kind?: ButtonKind;
  size?: 'sm' | 'md' | 'lg';
  /** Full width. */
  wide?: boolean;
  /** Shares the width of a row equally. */
  grow?: boolean;
  /** Spinner in place of the icon; disabled; keeps its width. */
  busy?: boolean;
  icon?: ReactNode;
  iconEnd?: ReactNode;
  /** Renders a link inside the site. */
  to?: string;
  /** Renders a link to a file or another site. */
  href?: string;
  /** With `href`: the file name for the download. */
  download?: string | boolean;
  children: ReactNode;
  className?: string | undefined;
  ref?: Ref<HTMLButtonElement>;
}

/** A button, or a link styled as one. */
export const Button = (props: ButtonProps) => {
  const {
    kind = 'lift',
    size = 'md',
    wide,
    grow,
    busy,
    icon,
    iconEnd,
    to,
    href,
    download,
    children,
    className,
    type = 'button',
    ...rest
  } = props;
  const names = classes(styles.button, styles[kind], size !== 'md' && styles[size], wide && styles.wide, grow && styles.grow, className);
  const over = busy && !icon;
  const inside = (
    <>
      {busy ? <span className={classes(styles.spinner, over && styles.over)} aria-hidden="true" /> : icon}
      <span className={classes(styles.label, over && styles.behind)}>{children}</span>
      {iconEnd}
    </>
  );
  if (to !== undefined) {
    return (
      <Link to={to} className={names} aria-label={rest['aria-label']} onClick={rest.onClick as never}>
        {inside}
      </Link>
    );
  }
  if (href !== undefined) {
    return (
      <a href={href} download={download} className={names} aria-label={rest['aria-label']}>
        {inside}
      </a>
    );
  }
  return (
    <button {...rest} type={type} className={names} aria-busy={busy || undefined} disabled={rest.disabled || busy}>
      {inside}
    </button>
  );
};

interface IconButtonProps extends Native {
  /** Accessible name; also the browser's tooltip. */
  label: string;
  icon: ReactNode;
  kind?: 'plain' | 'soft' | 'glass' | 'gold';
  /** `sm` is drawn at 36 px with a touch target of 44. */
  size?: 'sm' | 'md';
  /** Pressed state; the icon is then the filled one. */
  on?: boolean;
  to?: string;
  className?: string | undefined;
  ref?: Ref<HTMLButtonElement>;
}

const ICON_KINDS = { plain: undefined, soft: styles.iconSoft, glass: styles.iconGlass, gold: styles.iconGold };

/** A round button of one icon. */
export const IconButton = ({ label, icon, kind = 'plain', size = 'md', on, to, className, type = 'button', ...rest }: IconButtonProps) => {
  const names = classes(styles.icon, ICON_KINDS[kind], size === 'sm' && styles.iconSmall, on && styles.on, className);
  if (to !== undefined) {
    return (
      <Link to={to} className={names} aria-label={label} title={label}>
        {icon}
      </Link>
    );
  }
  return (
    <button {...rest} type={type} className={names} aria-label={label} title={label} aria-pressed={on}>
      {icon}
    </button>
  );
};
