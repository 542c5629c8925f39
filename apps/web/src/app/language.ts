import { DEFAULT_LOCALE, type Language, type Locale } from '@stagedoor/contract/texts/text';
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

/** The language asked for last: of two, the texts of the first may come later. */
let wanted: Locale | undefined;

/** Whether a language was chosen on this device. */
const CHOSEN = 'language.chosen';

interface LanguageChoice {
  locale: string;
  languages: readonly Language[];
  /** Changes the language in place: texts, cookie, the account's setting, and cached data with server-written texts. */
  change: (locale: Locale) => Promise<void>;
  /**
   * Takes over the language of an account that was just logged in to, unless one was chosen on this device. The default language isn't taken
   * over: accounts have it without a choice.
   */
  follow: (locale: Locale) => Promise<void>;
}

/** The language of the page. */
export const useLanguage = (): LanguageChoice => {
  const { i18n } = useTranslation();
  const { languages } = useBoot();
  const queries = useQueryClient();
  const { revalidate } = useRevalidator();
  const user = useSession();
  const show = useCallback(
    async (locale: Locale): Promise<boolean> => {
      wanted = locale;
      if (!i18n.hasResourceBundle(locale, 'translation')) {
        i18n.addResourceBundle(locale, 'translation', await fetchTexts(`/i18n/text/${locale}`));
      }
      if (wanted !== locale) return false;
      writeCookie('locale', locale);
      document.documentElement.lang = locale;
      document.documentElement.dir = directionOf(languages, locale);
      await i18n.changeLanguage(locale);
      return true;
    },
    [i18n, languages],
  );
  const change = useCallback(
    async (locale: Locale) => {
      if (!(await show(locale))) return;
      localStorage.setItem(CHOSEN, '1');
      if (user) await call('PUT /users', { body: { locale } }).catch(() => undefined);
      await queries.invalidateQueries();
      await revalidate();
    },
    [show, queries, revalidate, user],
  );
  const follow = useCallback(
    async (locale: Locale) => {
      const isOffered = languages.some((language) => language.locale === locale);
      if (isOffered && locale !== DEFAULT_LOCALE && locale !== i18n.language && !localStorage.getItem(CHOSEN)) await show(locale);
    },
    [show, languages, i18n],
  );
  return { locale: i18n.language, languages, change, follow };
};
