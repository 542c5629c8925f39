import type { Language, Locale } from '@stagedoor/contract/texts/text';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import { useBoot } from './boot.tsx';
import { call } from './browser-call.ts';
import { writeCookie } from './cookies.ts';
import { fetchTexts } from './i18n.ts';
import { useSession } from './session.tsx';

/** The writing direction of a language. */
export const directionOf = (languages: readonly Language[], locale: Locale): 'ltr' | 'rtl' =>
  languages.find((language) => language.locale === locale)?.isRightToLeft ? 'rtl' : 'ltr';

/** Changes the language in place: texts, cookie, the account's setting, and cached data with server-written texts. */
export const useLanguage = (): { locale: string; languages: readonly Language[]; change: (locale: Locale) => Promise<void> } => {
  const { i18n } = useTranslation();
  const { languages } = useBoot();
  const queries = useQueryClient();
  const { revalidate } = useRevalidator();
  const user = useSession();
  const change = useCallback(
    async (locale: Locale) => {
      if (!i18n.hasResourceBundle(locale, 'translation')) {
        i18n.addResourceBundle(locale, 'translation', await fetchTexts(`/i18n/text/${locale}`));
      }
      writeCookie('locale', locale);
      document.documentElement.lang = locale;
      document.documentElement.dir = directionOf(languages, locale);
      await i18n.changeLanguage(locale);
      if (user) await call('PUT /users', { body: { locale } }).catch(() => undefined);
      await queries.invalidateQueries();
      await revalidate();
    },
    [i18n, languages, queries, revalidate, user],
  );
  return { locale: i18n.language, languages, change };
};
