import type { MouseEventHandler, ReactNode } from 'react';
import { Link } from 'react-router';
import { Coin } from './Amount.tsx';
import { classes } from './classes.ts';
import { useFormat } from './format.tsx';
import { useText } from './text.ts';
import styles from './Ticket.module.css';

type Price =
  | { /** Tokens. */ tokens: number; /** In the site's currency; what the tokens are worth unless given. */ money?: number }
  | { tokens?: undefined; /** Only money: top-ups. */ money: number };

type TicketProps = Price & {
  /** What pressing does: "Unlock", "Subscribe monthly". */
  label: string;
  /** The label while busy: "Paying". */
  busyLabel?: string;
  /** Under the price, in place of the money: "Visa 4417". */
  below?: string;
  size?: 'md' | 'lg';
  /** Fills its line. */
  wide?: boolean;
  /** Spinner in place of the icon, disabled, width held. */
  busy?: boolean;
  disabled?: boolean;
  icon?: ReactNode;
  /** Makes it a link. */
  to?: string;
  type?: 'button' | 'submit';
  onClick?: MouseEventHandler<HTMLElement>;
  className?: string;
};

/** The price button. Whatever costs something is bought with this and nothing else. */
export const Ticket = (props: TicketProps) => {
  const { label, busyLabel, below, size = 'md', wide, busy, disabled, icon, to, type = 'button', onClick, className } = props;
  const format = useFormat();
  const say = useText();
  const inMoney = props.money ?? null;
  const main = props.tokens === undefined ? format.money(props.money) : format.tokens(props.tokens);
  const small = below ?? (props.tokens === undefined ? null : inMoney === null ? format.worth(props.tokens) : format.money(inMoney));
  const text = busy ? (busyLabel ?? label) : label;
  const spoken = props.tokens === undefined ? main : `${main} ${say('ui.tokensUnit', { count: props.tokens })}`;
  const name = [text, spoken, small].filter(Boolean).join(', ');
  const inside = (
    <>
      <span className={styles.label}>
        {busy ? <span className={styles.spinner} aria-hidden="true" /> : icon}
        <span className={styles.text}>{text}</span>
      </span>
      <span className={styles.price}>
        <b className={styles.main}>
          {props.tokens === undefined ? null : <Coin />}
          {main}
        </b>
        {small ? <small className={styles.below}>{small}</small> : null}
      </span>
    </>
  );
  const names = classes(styles.ticket, wide && styles.wide, size === 'lg' && styles.large, className);
  if (to && !busy && !disabled) {
    return (
      <Link to={to} className={names} aria-label={name} onClick={onClick}>
        {inside}
      </Link>
    );
  }
  return (
    <button type={type} className={names} aria-label={name} aria-busy={busy || undefined} disabled={disabled || busy} onClick={onClick}>
      {inside}
    </button>
  );
};
