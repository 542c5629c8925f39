import { DEFAULT_LOCALE, type Locale, isLocale } from '@stagedoor/contract/texts/text';
import { TEXTS, type TextKey } from '@stagedoor/contract/texts/index';

/**
 * A text in a language, with its placeholders filled in. The server's few sentences (errors, mails) need no more;
 * the web uses i18next over the same keys.
 */
export const say = (locale: Locale, key: TextKey, values: Record<string, unknown> = {}): string =>
  TEXTS[key][locale].replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));

export const isTextKey = (key: string): key is TextKey => Object.hasOwn(TEXTS, key);

/** The language of a call: the `locale` query, else the account's or the cookie's, else what the browser prefers. */
export const chooseLocale = (...wishes: (string | undefined)[]): Locale => {
  for (const wish of wishes) {
    if (!wish) continue;
    for (const part of wish.split(',')) {
      const language = part.trim().slice(0, 2).toLowerCase();
      if (isLocale(language)) return language;
    }
  }
  return DEFAULT_LOCALE;
};
