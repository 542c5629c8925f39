import { isolated } from '@stagedoor/contract/visible-text.values';
import { createContext, type ReactNode, use, useMemo } from 'react';
import { fastNumberFormat, isInRange, withMinus } from './fast-number-format.ts';
import { DATE_STYLES, type DateStyle, type Span, fastDateFormat } from './fast-date-format.ts';
import { useLocale } from './text.ts';
import { tokensToMoney } from './tokens-to-money.ts';

/** The conversion of tokens into money, and the calendar that payments follow. */
export interface SiteMoney {
  /** ISO 4217. */
  currency: string;
  /** Value of one token in the currency, at most two decimals. */
  tokenValue: number;
  /** IANA name: the account's, or else the site's. */
  timeZone: string;
}

const MoneyContext = createContext<SiteMoney>({ currency: 'USD', tokenValue: 1, timeZone: 'UTC' });

/** Provides the site's currency, the value of a token and the time zone of periods to everything below. */
export const SiteMoneyProvider = ({ value, children }: { value: SiteMoney; children: ReactNode }) => (
  <MoneyContext value={value}>{children}</MoneyContext>
);

/** Seconds as `14:08` or `1:12:40`. */
export const clock = (seconds: number): string => {
  const whole = Math.max(0, Math.round(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
};

const UNITS: readonly [Span, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** Our dates put the day first in English too ("21 Nov"), and lists have no comma before "and", as the design requires. */
const dateLocale = (locale: string): string => (locale === 'en' ? 'en-GB' : locale);

/** Created lazily: each takes a phone some twenty milliseconds. */
const once = <T,>(make: () => T): (() => T) => {
  let kept: T | undefined;
  return () => (kept ??= make());
};

const makeFormat = (locale: string, money: SiteMoney) => {
  const two = once(() => new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }));
  const inMoney = once(
    () => new Intl.NumberFormat(locale, { style: 'currency', currency: money.currency, currencyDisplay: 'narrowSymbol' }),
  );
  const wholeFormat = once(() => new Intl.NumberFormat(locale));
  const plain = fastNumberFormat(locale, money.currency);
  const whole = (value: number): string =>
    plain && isInRange(value) && Number.isInteger(value) ? plain.number(value, 0) : withMinus(wholeFormat().format(value));
  const decimals = (value: number): string => (plain && isInRange(value) ? plain.number(value, 2) : withMinus(two().format(value)));
  const asMoney = (value: number): string => (plain?.money && isInRange(value) ? plain.money(value) : withMinus(inMoney().format(value)));
  const compact = once(() => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }));
  const relative = once(() => new Intl.RelativeTimeFormat(locale, { style: 'short', numeric: 'auto' }));
  const list = once(() => new Intl.ListFormat(dateLocale(locale), { type: 'conjunction' }));
  // In the short style, the Spanish "month" and "minute" would both be "m".
  const relativeLong = once(() => new Intl.RelativeTimeFormat(locale, { style: 'long', numeric: 'auto' }));
  const dates = new Map<string, Intl.DateTimeFormat>();
  const dateFormat = (style: DateStyle, timeZone: string | undefined) => {
    const key = `${style} ${timeZone ?? ''}`;
    let format = dates.get(key);
    if (!format) {
      format = new Intl.DateTimeFormat(dateLocale(locale), { ...DATE_STYLES[style], ...(timeZone ? { timeZone } : {}) });
      dates.set(key, format);
    }
    return format;
  };
  const words = fastDateFormat(locale);
  const writeDate = (date: Date, style: DateStyle, timeZone: string | undefined): string => {
    const isLeft = Number.isNaN(date.getTime()) || (timeZone !== undefined && timeZone !== 'UTC');
    return (isLeft ? undefined : words?.date(date, style, timeZone === 'UTC')) ?? dateFormat(style, timeZone).format(date);
  };
  return {
    locale,
    ...money,
    /** `48.50`; with `trim`, whole numbers without decimals. */
    tokens: (value: number, trim = false) => (trim && Number.isInteger(value) ? whole(value) : decimals(value)),
    /** `48.50`, without a unit. */
    decimals,
    /** `$48.50`. */
    money: asMoney,
    /** What tokens are worth, as money. */
    worth: (tokens: number) => asMoney(tokensToMoney(tokens, money.tokenValue)),
    /** `1,284`. */
    count: whole,
    /** How many rows a list has: `87`; `1,000+` when they were not counted to the end. */
    total: ({ total, isCapped = false }: { total: number; isCapped?: boolean }) => `${whole(total)}${isCapped ? '+' : ''}`,
    /** `12.4k` from ten thousand on, whole below. */
    short: (value: number) => (value < 10_000 ? whole(value) : compact().format(value).replace(/K$/, 'k')),
    /** `42%`. */
    percent: (value: number) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(value / 100),
    clock,
    /** A date from an instant or milliseconds, in the reader's time zone by default. */
    date: (instant: string | number, style: DateStyle = 'day', timeZone?: string) => writeDate(new Date(instant), style, timeZone),
    /** The date on which a period, an offer or access ends: the same in every browser of an account. */
    periodDay: (instant: string | number, style: DateStyle = 'dayYear') => writeDate(new Date(instant), style, money.timeZone),
    /** `38 min ago`; "now" below a minute. */
    ago: (instant: string, now: number) => {
      const seconds = (new Date(instant).getTime() - now) / 1000;
      const [unit, size] = UNITS.find(([, atLeast]) => Math.abs(seconds) >= atLeast) ?? (['minute', 60] as const);
      const amount = Math.trunc(seconds / size);
      if (words && amount <= 0) return words.ago(-amount, unit).replace('.', '');
      const spans = unit === 'week' || unit === 'month' || unit === 'year' ? relativeLong() : relative();
      return (amount === 0 ? spans.format(0, 'second') : spans.format(amount, unit)).replace('.', '');
    },
    /** `Ines, Noor and Jun`. */
    list: (items: readonly string[]) => {
      const each = items.map((item) => isolated(item));
      return words?.list(each) ?? list().format(each);
    },
    /** `2.4 MB`. */
    bytes: (value: number) => {
      const step = value < 1e6 ? (['kilobyte', 1e3] as const) : value < 1e9 ? (['megabyte', 1e6] as const) : (['gigabyte', 1e9] as const);
      return new Intl.NumberFormat(locale, { style: 'unit', unit: step[0], maximumFractionDigits: 1 }).format(value / step[1]);
    },
  };
};

export type Format = ReturnType<typeof makeFormat>;

const made = new Map<string, Format>();

/** Formats numbers, amounts, dates and times in the current language and the site's currency. */
export const useFormat = (): Format => {
  const locale = useLocale();
  const money = use(MoneyContext);
  return useMemo(() => {
    const key = `${locale} ${money.currency} ${money.tokenValue} ${money.timeZone}`;
    let format = made.get(key);
    if (!format) {
      format = makeFormat(locale, money);
      made.set(key, format);
    }
    return format;
  }, [locale, money]);
};
