/**
 * Numbers and money in the languages that come with the product, as `Intl` writes them but without it: making its first formatter takes
 * a phone a tenth of a second, in which nothing moves.
 */

interface Marks {
  decimal: string;
  group: string;
  /** The first number whose thousands are set apart. */
  groupFrom: number;
  symbolFirst: boolean;
}

const MARKS: Readonly<Record<string, Marks>> = {
  en: { decimal: '.', group: ',', groupFrom: 1000, symbolFirst: true },
  es: { decimal: ',', group: '.', groupFrom: 10_000, symbolFirst: false },
};
const SYMBOLS: Readonly<Record<string, string>> = { USD: '$', EUR: '€', GBP: '£' };
/** Beyond this, digits are written otherwise. */
const LARGEST = 1e15;

export interface PlainNumbers {
  /** With so many decimals. */
  number: (value: number, decimals: 0 | 2) => string;
  money: ((value: number) => string) | undefined;
}

/** @returns undefined for a language that is left to `Intl`; `money` is undefined for such a currency. */
export const plainNumbers = (locale: string, currency: string): PlainNumbers | undefined => {
  const marks = MARKS[locale];
  if (!marks) return undefined;
  const digits = (value: number, decimals: number): string => {
    const [whole = '', part] = value.toFixed(decimals).split('.');
    const grouped = Number(whole) >= marks.groupFrom ? whole.replaceAll(/\B(?=(?:\d{3})+$)/g, marks.group) : whole;
    return part ? grouped + marks.decimal + part : grouped;
  };
  const signed = (value: number, write: (size: number) => string): string => {
    const text = write(Math.abs(value));
    return value < 0 || Object.is(value, -0) ? `-${text}` : text;
  };
  const symbol = SYMBOLS[currency];
  return {
    number: (value, decimals) => signed(value, (size) => digits(size, decimals)),
    money: symbol
      ? (value) => signed(value, (size) => (marks.symbolFirst ? symbol + digits(size, 2) : `${digits(size, 2)}\u00a0${symbol}`))
      : undefined,
  };
};

/** Whether a value is one that plain numbers are written for. */
export const isPlain = (value: number): boolean => Math.abs(value) < LARGEST;
