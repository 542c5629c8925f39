/** The languages every text of ours exists in. An admin may add more at run time. */
export const LOCALES = ['en', 'es'] as const;
export type Locale = (typeof LOCALES)[number];
export const DEFAULT_LOCALE: Locale = 'en';

/**
 * One text in every language, side by side, so that none can be forgotten. Placeholders are `{{name}}`;
 * plurals are keys ending in `_one` and `_other`, chosen by `count`.
 */
export type Text = Readonly<Record<Locale, string>>;

/** Declares the texts of one module; keeps their keys. */
export const texts = <const T extends Record<string, Text>>(definition: T): T => definition;

/** The texts of one language as a flat map, as `/i18n/text/{locale}` serves them. */
export const textsOf = (all: Readonly<Record<string, Text>>, locale: Locale): Record<string, string> =>
  Object.fromEntries(Object.entries(all).map(([key, text]) => [key, text[locale]]));

export const isLocale = (value: unknown): value is Locale => LOCALES.includes(value as Locale);
