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
  /** Shows a plus sign for positive amounts; minus is always shown. */
  signed?: boolean;
  /** Omits `.00`. */
  trim?: boolean;
  /** Without the coin symbol, where one is nearby. */
  bare?: boolean;
  className?: string | undefined;
  style?: CSSProperties | undefined;
}

/** An amount of tokens: the coin and two decimals, in the display face. */
export const Amount = ({ tokens, signed, trim, bare, className, style }: AmountProps) => {
  const format = useFormat();
  const t = useText();
  const digits = format.tokens(Math.abs(tokens), trim);
  const sign = tokens < 0 ? '−' : signed && tokens > 0 ? '+' : '';
  return (
    <span className={classes(styles.amount, className)} style={style}>
      {bare ? null : <Coin />}
      {sign}
      {digits}
      {bare ? null : <span className={type2.hidden}> {t('ui.tokensUnit', { count: tokens })}</span>}
    </span>
  );
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

/** The value of tokens, as small text beside an amount. */
export const Worth = ({ tokens }: { tokens: number }) => useFormat().worth(tokens);

/** The price on a tile: gold in both themes, because it is on top of pictures. */
export const PriceTag = ({ tokens }: { tokens: number }) => {
  const format = useFormat();
  const t = useText();
  return (
    <span className={styles.tag}>
      <Coin />
      {format.tokens(tokens)}
      <span className={type2.hidden}> {t('ui.tokensUnit', { count: tokens })}</span>
    </span>
  );
};
