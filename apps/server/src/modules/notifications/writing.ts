import { hundredthsToNumber, numberToHundredths } from '@stagedoor/contract/shapes';
import type { TextKey } from '@stagedoor/contract/texts/index';
import type { Locale } from '@stagedoor/contract/texts/text';
import { moneyOf } from '../../ledger/index.ts';
import type { Platform } from '../../platform/platform.ts';
import { translate, translateCount } from '../../platform/texts.ts';
import type { Payloads } from './payloads.ts';

type Values = Record<string, unknown>;

/** Keys of texts with plural forms, without their ending. */
export type CountedKey = Extract<TextKey, `${string}_other`> extends `${infer Base}_other` ? Base : never;

/** Writes sentences in one language. */
export interface Writing {
  text(key: TextKey, values?: Values): string;
  /** A text with plural forms. */
  counted(key: CountedKey, count: number, values?: Values): string;
  /**
   * Tokens and their money, as `useAmountText` writes them on screens: `6.50 tokens ($6.50)`.
   * @param hundredths of tokens
   * @param paid in hundredths of the currency, where it was frozen; what the tokens are worth unless given
   */
  tokens(hundredths: bigint, paid?: { money: bigint; currency: string }): string;
  /** An amount in hundredths of a currency. */
  money(hundredths: bigint, currency: string): string;
  /** The day of an instant, in the reader's time zone. */
  day(instant: string): string;
  /** A month, such as `2026-11`. */
  month(month: string): string;
  /** @param share of one */
  percent(share: number): string;
  /** What was paid, and how much. */
  paid(payload: Payloads['receipt']): { what: string; amount: string };
}

const numberOf = (hundredths: bigint): { value: number; minimumFractionDigits: number } => ({
  value: hundredthsToNumber(hundredths),
  minimumFractionDigits: hundredths % 100n === 0n ? 0 : 2,
});

/** @param readerZone of the days; IANA name, or null for the site's */
export const writingIn = ({ settings }: Platform, locale: Locale, readerZone: string | null): Writing => {
  const timeZone = readerZone ?? settings.get('timeZone');
  const text = (key: TextKey, values?: Values): string => translate(locale, key, values);
  const money = (hundredths: bigint, currency: string): string =>
    new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(hundredthsToNumber(hundredths));
  const worth = (hundredths: bigint) => ({
    money: moneyOf(hundredths, numberToHundredths(settings.get('tokenValue'))),
    currency: settings.get('currency'),
  });
  const tokens: Writing['tokens'] = (hundredths, paid = worth(hundredths)) => {
    const { value, minimumFractionDigits } = numberOf(hundredths);
    return translateCount(locale, 'ui.amountText', value, {
      tokens: new Intl.NumberFormat(locale, { minimumFractionDigits }).format(value),
      money: money(paid.money, paid.currency),
    });
  };
  return {
    text,
    money,
    counted: (key, count, values) => translateCount(locale, key, count, values),
    tokens,
    day: (instant) => new Date(instant).toLocaleDateString(locale, { dateStyle: 'long', timeZone }),
    month: (month) => new Date(`${month}-15T12:00:00Z`).toLocaleDateString(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
    percent: (share) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(share),
    paid({ orderKind, title, tokens: paidTokens, money: paidMoney, currency }) {
      const taken = { money: BigInt(paidMoney), currency };
      const kind = text(`money.orderKind.${orderKind}`);
      return {
        what: title === '' ? kind : text('notice.kindAndTitle', { kind, title }),
        amount: paidTokens === null || orderKind === 'topUp' ? money(taken.money, currency) : tokens(BigInt(paidTokens), taken),
      };
    },
  };
};
