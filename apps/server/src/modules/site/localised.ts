import { DEFAULT_LOCALE, type Locale } from '@stagedoor/contract/texts/text';

/** Words of the site's own by locale, as columns keep them. */
export type Localised = Record<string, string>;

/** In a language; what was left empty in it, in the default one. */
export const inLanguage = (texts: unknown, locale: Locale): string =>
  (texts as Localised)[locale] || (texts as Localised)[DEFAULT_LOCALE] || '';

/** Without the languages that say nothing. */
export const withoutEmpty = (texts: Localised): Localised => Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== ''));
