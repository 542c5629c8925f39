import { isOneOf } from '../keys.values.ts';
/** The languages that come with the product: every text of ours exists in each. An admin may add more at run time. */
export const BUILT_IN_LOCALES = ['en', 'es'] as const;
export type BuiltInLocale = (typeof BUILT_IN_LOCALES)[number];
export const DEFAULT_LOCALE: BuiltInLocale = 'en';

/** A language by its BCP 47 tag: `en`, `pt-BR`. */
export type Locale = string;
export const LOCALE_PATTERN = /^[a-z]{2,3}(-[A-Z][A-Za-z]{1,3})?$/;

/** One language the site is offered in. */
export interface Language {
  locale: Locale;
  /** Its own name for itself. */
  name: string;
  isRightToLeft: boolean;
}

export const BUILT_IN_LANGUAGES: readonly Language[] = [
  { locale: 'en', name: 'English', isRightToLeft: false },
  { locale: 'es', name: 'Español', isRightToLeft: false },
];

/**
 * One text in every language of ours, side by side, so that none can be forgotten. Placeholders are `{{name}}`;
 * plurals are keys ending in `_one` and `_other`, chosen by `count`.
 */
export type Text = Readonly<Record<BuiltInLocale, string>>;

/** Declares the texts of one module; keeps their keys. */
export const texts = <const T extends Record<string, Text>>(definition: T): T => definition;

export const isBuiltInLocale = (value: unknown): value is BuiltInLocale => isOneOf(BUILT_IN_LOCALES, value);
