import { DEFAULT_LOCALE, type Locale } from '@stagedoor/contract/texts/text';

/** The site's own texts by locale, as stored in columns. */
export type Localised = Record<string, string>;

/** The text in a language, falling back to the default one when empty. */
export const inLanguage = (texts: Localised, locale: Locale): string => texts[locale] || texts[DEFAULT_LOCALE] || '';

/** Omits languages with empty texts. */
export const withoutEmpty = (texts: Localised): Localised => Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== ''));
