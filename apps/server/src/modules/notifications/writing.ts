import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import type { TextKey } from '@stagedoor/contract/texts/index';
import type { Locale } from '@stagedoor/contract/texts/text';
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
  /** An amount in hundredths of tokens. */
  tokens(hundredths: bigint): string;
  /** An amount in hundredths of a currency. */
  money(hundredths: bigint, currency: string): string;
  /** The day of an instant, in the reader's time zone. */
  day(instant: string): string;
  /** What was paid, and how much. */
  paid(payload: Payloads['receipt']): { what: string; amount: string };
}

const numberOf = (hundredths: bigint): { value: number; minimumFractionDigits: number } => ({
  value: hundredthsToNumber(hundredths),
  minimumFractionDigits: hundredths % 100n === 0n ? 0 : 2,
});

/** @param timeZone of the days; IANA name */
export const writingIn = (locale: Locale, timeZone: string): Writing => {
  const text = (key: TextKey, values?: Values): string => translate(locale, key, values);
  const tokens = (hundredths: bigint): string => {
    const { value, minimumFractionDigits } = numberOf(hundredths);
    return translateCount(locale, 'notice.tokens', value, {
      tokens: new Intl.NumberFormat(locale, { minimumFractionDigits }).format(value),
    });
  };
  const money = (hundredths: bigint, currency: string): string =>
    new Intl.NumberFormat(locale, { style: 'currency', currency }).format(hundredthsToNumber(hundredths));
  return {
    text,
    money,
    counted: (key, count, values) => translateCount(locale, key, count, values),
    tokens,
    day: (instant) => new Date(instant).toLocaleDateString(locale, { dateStyle: 'long', timeZone }),
    paid({ orderKind, title, tokens: paidTokens, money: paidMoney, currency }) {
      const inMoney = money(BigInt(paidMoney), currency);
      const kind = text(`money.orderKind.${orderKind}`);
      return {
        what: title === '' ? kind : text('notice.kindAndTitle', { kind, title }),
        amount: paidTokens === null || orderKind === 'topUp' ? inMoney : tokens(BigInt(paidTokens)),
      };
    },
  };
};
