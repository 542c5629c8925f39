import type { WebTextPart } from '@stagedoor/contract/texts/parts';
import { isolated } from '@stagedoor/contract/visible-text.values';
import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';

export type Texts = Readonly<Record<string, string>>;

/**
 * A translator for one language; keys are flat. `{{name}}` is isolated, because it may be somebody's words, and not escaped: React escapes.
 */
export const makeI18n = (locale: string, texts: Texts): i18n => {
  const instance = i18next.createInstance();
  instance.use(initReactI18next);
  void instance.init({
    lng: locale,
    fallbackLng: false,
    resources: { [locale]: { translation: texts } },
    keySeparator: false,
    nsSeparator: false,
    initAsync: false,
    interpolation: { escapeValue: true, escape: (value) => isolated(value, instance.dir(locale) === 'rtl') },
    react: { useSuspense: false },
  });
  return instance;
};

/** URL of one part of a language's texts; the version makes it cacheable forever. */
export const textsAddress = (locale: string, version: string, part: WebTextPart): string =>
  `/i18n/text/${locale}?part=${part}&v=${version}`;

/** Fetches a language's texts; on failure the page keeps the texts it has. */
export const fetchTexts = async (address: string): Promise<Texts> => {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`The texts answered ${answer.status}.`);
  return (await answer.json()) as Texts;
};

/** Languages whose administration texts are loaded. */
const withAdmin = new Set<string>();

/** Adds the administration's texts in the current language to the page's translator, if missing. */
export const addAdminTexts = async (instance: i18n, version: string): Promise<void> => {
  const locale = instance.language;
  if (withAdmin.has(locale)) return;
  instance.addResourceBundle(locale, 'translation', await fetchTexts(textsAddress(locale, version, 'admin')));
  withAdmin.add(locale);
};
