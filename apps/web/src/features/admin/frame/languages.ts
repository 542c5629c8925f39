import { DEFAULT_LOCALE } from '@stagedoor/contract/texts/text';
import { useState } from 'react';
import { useData } from '../../../app/data.ts';

/** Texts by locale. */
export type Localised = Readonly<Record<string, string>>;

/** The languages for content, the default one first, and the one being edited. */
export const useWritingLanguage = () => {
  const { data: languages = [] } = useData('GET /admin/languages', {});
  const [locale, setLocale] = useState<string>(DEFAULT_LOCALE);
  return { languages, locale, setLocale, isDefault: locale === DEFAULT_LOCALE };
};

/** Removes empty languages. */
export const withoutEmpty = (texts: Localised): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).filter(([, value]) => value.trim() !== ''));

/** The text in a language, else in the default one, else in any. */
export const wordsIn = (texts: Localised, locale: string): string =>
  texts[locale] || texts[DEFAULT_LOCALE] || Object.values(texts)[0] || '';
