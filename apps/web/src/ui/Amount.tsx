import type { CSSProperties } from 'react';
import styles from './Amount.module.css';
import { classes } from './classes.ts';
import { useFormat } from './format.tsx';
import { useText } from './text.ts';
import type2 from './type.module.css';

/** The token symbol: a ring and a dot, as large as the text beside it. */
export const Coin = () => <i className={styles.coin} aria-hidden="true" />;

interface AmountProps {
  /** Tokens, as the number in a response. */
  tokens: number;
  /** In the site's currency, where it was frozen or differs; what the tokens are worth unless given. */
  money?: number | undefined;
  /** Shows a plus sign for positive amounts; minus is always shown. */
  signed?: boolean;
  /** Omits `.00` of the tokens. */
  trim?: boolean;
  /** Without the coin symbol, where one is nearby. */
  bare?: boolean;
  /** The money below the tokens, where the line is narrow. */
  stacked?: boolean;
  className?: string | undefined;
  style?: CSSProperties | undefined;
}

/** An amount of tokens and the money it is worth: the coin and two decimals in the display face, the money small beside or below. */
export const Amount = ({ tokens, money, signed, trim, bare, stacked, className, style }: AmountProps) => {
  const format = useFormat();
  const t = useText();
  const sign = tokens < 0 ? '−' : signed && tokens > 0 ? '+' : '';
  const inMoney = money === undefined ? format.worth(Math.abs(tokens)) : format.money(Math.abs(money));
  return (
    <span className={classes(styles.pair, stacked && styles.stacked, className)} style={style}>
      <span className={styles.amount}>
        {bare ? null : <Coin />}
        {sign}
        {format.tokens(Math.abs(tokens), trim)}
        <span className={type2.hidden}>{bare ? ', ' : ` ${t('ui.tokensUnit', { count: Math.abs(tokens) })}, `}</span>
      </span>{' '}
      <small className={styles.worth}>
        {sign}
        {inMoney}
      </small>
    </span>
  );
};

/** Writes an amount into a sentence: `6.50 tokens ($6.50)`. */
export const useAmountText = (): ((tokens: number, options?: { money?: number | undefined; trim?: boolean }) => string) => {
  const format = useFormat();
  const t = useText();
  return (tokens, { money, trim = false } = {}) =>
    t('ui.amountText', {
      count: Math.abs(tokens),
      tokens: format.tokens(tokens, trim),
      money: money === undefined ? format.worth(tokens) : format.money(money),
    });
};

/** Money in the site's currency, in the display face. */
export const Money = ({
  value,
  className,
  style,
}: {
  value: number;
  className?: string | undefined;
  style?: CSSProperties | undefined;
}) => {
  const format = useFormat();
  return (
    <span className={classes(styles.amount, className)} style={style}>
      {format.money(value)}
    </span>
  );
};

/** The price on a tile: gold in both themes, because it is on top of pictures. */
export const PriceTag = ({ tokens }: { tokens: number }) => <Amount tokens={tokens} stacked className={styles.tag} />;
