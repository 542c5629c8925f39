import type { MouseEventHandler, ReactNode } from 'react';
import { Link } from 'react-router';
import { Coin } from './Amount.tsx';
import { classes } from './classes.ts';
import { useFormat } from './format.tsx';
import { useText } from './text.ts';
import styles from './Ticket.module.css';
import type from './type.module.css';

type Price =
  | {
      /** Tokens; null while there is no valid amount: no price is shown. */ tokens:
        | number
        | null /** In the site's currency; what the tokens are worth unless given. */;
      money?: number;
    }
  | { tokens?: undefined /** Only money: top-ups. */; money: number | null };

type TicketProps = Price & {
  /** The action: "Unlock", "Subscribe monthly". */
  label: string;
  /** The label while busy: "Paying". */
  busyLabel?: string;
  /** Below the price, instead of the money: "Visa 4417". */
  below?: string;
  size?: 'md' | 'lg';
  /** Full width. */
  wide?: boolean;
  /** Spinner in place of the icon; disabled; keeps its width. */
  busy?: boolean;
  disabled?: boolean;
  icon?: ReactNode;
  /** Renders a link. */
  to?: string;
  type?: 'button' | 'submit';
  onClick?: MouseEventHandler<HTMLElement>;
  className?: string;
};

/** The price button. Everything that costs something is bought with this and nothing else. */
export const Ticket = (props: TicketProps) => {
  const { label, busyLabel, below, size = 'md', wide, busy, disabled, icon, to, type: buttonType = 'button', onClick, className } = props;
  const format = useFormat();
  const t = useText();
  const inMoney = props.money ?? null;
  const tokens = props.tokens ?? null;
  const main = tokens !== null ? format.tokens(tokens) : props.tokens === undefined && inMoney !== null ? format.money(inMoney) : null;
  const small = below ?? (tokens === null ? null : inMoney === null ? format.worth(tokens) : format.money(inMoney));
  const text = busy ? (busyLabel ?? label) : label;
  // Separators for screen readers: "Unlock, 6.50 tokens, $6.50".
  const inside = (
    <>
      <span className={styles.label}>
        {busy ? <span className={styles.spinner} aria-hidden="true" /> : icon}
        <span className={styles.text}>{text}</span>
      </span>
      {main === null ? null : (
        <span className={styles.price}>
          <b className={styles.main}>
            <span className={type.hidden}>, </span>
            {tokens === null ? null : <Coin />}
            {main}
            {tokens === null ? null : <span className={type.hidden}> {t('ui.tokensUnit', { count: tokens })}</span>}
          </b>
          {small ? (
            <small className={styles.below}>
              <span className={type.hidden}>, </span>
              {small}
            </small>
          ) : null}
        </span>
      )}
    </>
  );
  const names = classes(styles.ticket, wide && styles.wide, size === 'lg' && styles.large, className);
  if (to && !busy && !disabled) {
    return (
      <Link to={to} className={names} onClick={onClick}>
        {inside}
      </Link>
    );
  }
  return (
    <button type={buttonType} className={names} aria-busy={busy || undefined} disabled={disabled || busy} onClick={onClick}>
      {inside}
    </button>
  );
};
