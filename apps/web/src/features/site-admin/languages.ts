import { DEFAULT_LOCALE } from '@stagedoor/contract/texts/text';
import { useState } from 'react';
import { useData } from '../../app/data.ts';

/** Words by locale. */
export type Localised = Readonly<Record<string, string>>;

/** The languages words are written in, the default one first, and the one that is being written. */
export const useWritingLanguage = () => {
  const { data: languages = [] } = useData('GET /admin/languages', {});
  const [locale, setLocale] = useState<string>(DEFAULT_LOCALE);
  return { languages, locale, setLocale, isDefault: locale === DEFAULT_LOCALE };
};

/** Without the languages that say nothing. */
export const withoutEmpty = (texts: Localised): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).filter(([, value]) => value.trim() !== ''));

/** In a language, else in the default one, else in any. */
export const wordsIn = (texts: Localised, locale: string): string =>
  texts[locale] || texts[DEFAULT_LOCALE] || Object.values(texts)[0] || '';
