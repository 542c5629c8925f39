import type { Locale } from '@stagedoor/contract/texts/text';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import { call } from './browser-call.ts';
import { writeCookie } from './cookies.ts';
import { fetchTexts } from './i18n.ts';
import { useSession } from './session.tsx';

/** Every language by its own name. */
export const LANGUAGES: readonly { locale: Locale; name: string }[] = [
  { locale: 'en', name: 'English' },
  { locale: 'es', name: 'Español' },
];

/** Changes the language in place: texts, cookie, the account's choice, and whatever the server wrote in words. */
export const useLanguage = (): { locale: string; change: (locale: Locale) => Promise<void> } => {
  const { i18n } = useTranslation();
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
      await i18n.changeLanguage(locale);
      if (user) await call('PUT /users', { body: { locale } }).catch(() => undefined);
      await queries.invalidateQueries();
      await revalidate();
    },
    [i18n, queries, revalidate, user],
  );
  return { locale: i18n.language, change };
};
