/**
 * Formats dates and lists in the built-in languages as `Intl` does, but without it: creating the first `Intl` formatter blocks a
 * phone for a tenth of a second.
 */

export type DateStyle = 'day' | 'dayYear' | 'dayTime' | 'time' | 'weekday' | 'long' | 'monthYear';

export const DATE_STYLES: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  day: { day: 'numeric', month: 'short' },
  dayYear: { day: 'numeric', month: 'short', year: 'numeric' },
  dayTime: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  weekday: { weekday: 'short', day: 'numeric', month: 'short' },
  long: { dateStyle: 'full' },
  monthYear: { month: 'long', year: 'numeric' },
};

export type Span = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';

export interface FastDateFormat {
  /** A date in our own style, in the reader's time zone or in UTC. @returns undefined for a style that needs `Intl` */
  date: (date: Date, style: DateStyle, inUtc: boolean) => string | undefined;
  /** `38 min ago`, `yesterday`; zero of a unit is "now". */
  ago: (amount: number, span: Span) => string;
  /** `Ines, Noor and Jun`. */
  list: (words: readonly string[]) => string;
}

interface Language {
  months: readonly string[];
  shortMonths: readonly string[];
  monthYear: (month: string, year: number) => string;
  /** Joins the last element of a list. */
  and: (last: string) => string;
  now: string;
  ago: (amount: string) => string;
  /** Singular and plural. */
  spans: Readonly<Record<Span, readonly [string, string]>>;
  /** Special words instead of a number. */
  words: Readonly<Record<string, string>>;
}

/** What "y" becomes before these words, according to CLDR. */
const BEFORE_E = /^(?:i|hi$|hi[^ae])/i;

const LANGUAGES: Readonly<Record<string, Language>> = {
  en: {
    months: 'January February March April May June July August September October November December'.split(' '),
    shortMonths: 'Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec'.split(' '),
    monthYear: (month, year) => `${month} ${year}`,
    and: (last) => ` and ${last}`,
    now: 'now',
    ago: (amount) => `${amount} ago`,
    spans: {
      minute: ['min.', 'min.'],
      hour: ['hr.', 'hr.'],
      day: ['day', 'days'],
      week: ['week', 'weeks'],
      month: ['month', 'months'],
      year: ['year', 'years'],
    },
    words: { '1 day': 'yesterday', '1 week': 'last week', '1 month': 'last month', '1 year': 'last year' },
  },
  es: {
    months: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' '),
    shortMonths: 'ene feb mar abr may jun jul ago sept oct nov dic'.split(' '),
    monthYear: (month, year) => `${month} de ${year}`,
    and: (last) => ` ${BEFORE_E.test(last) ? 'e' : 'y'} ${last}`,
    now: 'ahora',
    ago: (amount) => `hace ${amount}`,
    spans: {
      minute: ['min', 'min'],
      hour: ['h', 'h'],
      day: ['d', 'd'],
      week: ['semana', 'semanas'],
      month: ['mes', 'meses'],
      year: ['año', 'años'],
    },
    words: {
      '1 day': 'ayer',
      '2 day': 'anteayer',
      '1 week': 'la semana pasada',
      '1 month': 'el mes pasado',
      '1 year': 'el año pasado',
    },
  },
};

const two = (value: number): string => String(value).padStart(2, '0');

/** @returns undefined for a language that needs `Intl` */
export const fastDateFormat = (locale: string): FastDateFormat | undefined => {
  const language = LANGUAGES[locale];
  if (!language) return undefined;
  return {
    date: (date, style, inUtc) => {
      const month = inUtc ? date.getUTCMonth() : date.getMonth();
      const year = inUtc ? date.getUTCFullYear() : date.getFullYear();
      const day = `${inUtc ? date.getUTCDate() : date.getDate()} ${language.shortMonths[month]!}`;
      const time = `${two(inUtc ? date.getUTCHours() : date.getHours())}:${two(inUtc ? date.getUTCMinutes() : date.getMinutes())}`;
      if (style === 'day') return day;
      if (style === 'dayYear') return `${day} ${year}`;
      if (style === 'monthYear') return language.monthYear(language.months[month]!, year);
      if (style === 'time') return time;
      return style === 'dayTime' ? `${day}, ${time}` : undefined;
    },
    ago: (amount, span) =>
      amount === 0
        ? language.now
        : (language.words[`${amount} ${span}`] ?? language.ago(`${amount} ${language.spans[span][amount === 1 ? 0 : 1]}`)),
    list: (words) => (words.length < 2 ? (words[0] ?? '') : words.slice(0, -1).join(', ') + language.and(words.at(-1)!)),
  };
};
