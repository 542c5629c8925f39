/**
 * Formats numbers and money in the built-in languages as `Intl` does, but for the minus sign, without creating a formatter of it: the
 * first one blocks a phone for a tenth of a second.
 */

interface Separators {
  decimal: string;
  group: string;
  /** The smallest number with a thousands separator. */
  groupFrom: number;
  symbolFirst: boolean;
}

const SEPARATORS: Readonly<Record<string, Separators>> = {
  en: { decimal: '.', group: ',', groupFrom: 1000, symbolFirst: true },
  es: { decimal: ',', group: '.', groupFrom: 10_000, symbolFirst: false },
};
const SYMBOLS: Readonly<Record<string, string>> = { USD: '$', EUR: '€', GBP: '£' };
/** Larger numbers use another notation. */
const LARGEST = 1e15;

/** Writes the minus sign of a number that `Intl` wrote as a figure has it: `−$0.98`. `Intl` writes a hyphen. */
export const withMinus = (number: string): string => number.replace('-', '−');

export interface FastNumberFormat {
  /** With this many decimals. */
  number: (value: number, decimals: 0 | 2) => string;
  money: ((value: number) => string) | undefined;
}

/** @returns undefined for a language that needs `Intl`; `money` is undefined for such a currency. */
export const fastNumberFormat = (locale: string, currency: string): FastNumberFormat | undefined => {
  const marks = SEPARATORS[locale];
  if (!marks) return undefined;
  const digits = (value: number, decimals: number): string => {
    const [whole = '', part] = value.toFixed(decimals).split('.');
    const grouped = Number(whole) >= marks.groupFrom ? whole.replaceAll(/\B(?=(?:\d{3})+$)/g, marks.group) : whole;
    return part ? grouped + marks.decimal + part : grouped;
  };
  const signed = (value: number, write: (size: number) => string): string => {
    const text = write(Math.abs(value));
    return value < 0 || Object.is(value, -0) ? `−${text}` : text;
  };
  const symbol = SYMBOLS[currency];
  return {
    number: (value, decimals) => signed(value, (size) => digits(size, decimals)),
    money: symbol
      ? (value) => signed(value, (size) => (marks.symbolFirst ? symbol + digits(size, 2) : `${digits(size, 2)}\u00a0${symbol}`))
      : undefined,
  };
};

/** Whether a number is in the supported range. */
export const isInRange = (value: number): boolean => Math.abs(value) < LARGEST;
