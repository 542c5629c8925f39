import { TEXTS, type TextKey } from '@stagedoor/contract/texts/index';
import { BUILT_IN_LANGUAGES, DEFAULT_LOCALE, type Language, type Locale, isBuiltInLocale } from '@stagedoor/contract/texts/text';

/** What the site says, in which languages. */
export interface Catalogue {
  /** Languages the site is offered in, those that come with it first. */
  languages: readonly Language[];
  /** What admins changed or translated: locale to key to text. */
  changed: ReadonlyMap<Locale, ReadonlyMap<string, string>>;
}

// One a process, like the language of a program: refusals are worded far from where anything could be handed in. `createLanguages` keeps
// it as the database has it.
let catalogue: Catalogue = { languages: BUILT_IN_LANGUAGES, changed: new Map() };
const whole = new Map<Locale, Readonly<Record<string, string>>>();

export const setCatalogue = (next: Catalogue): void => {
  catalogue = next;
  whole.clear();
};

/** The languages the site is offered in. */
export const offeredLanguages = (): readonly Language[] => catalogue.languages;

export const isTextKey = (key: string): key is TextKey => Object.hasOwn(TEXTS, key);

/** A text as it is written: what an admin made of it, else ours, else the same of the default language. */
const written = (locale: Locale, key: TextKey): string =>
  catalogue.changed.get(locale)?.get(key) ??
  (isBuiltInLocale(locale) ? TEXTS[key][locale] : (catalogue.changed.get(DEFAULT_LOCALE)?.get(key) ?? TEXTS[key][DEFAULT_LOCALE]));

/**
 * A text in a language, with its placeholders filled in. The server's few sentences (errors, mails) need no more;
 * the web uses i18next over the same keys.
 */
export const say = (locale: Locale, key: TextKey, values: Record<string, unknown> = {}): string =>
  written(locale, key).replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));

/** Every text of a language, flat, by key. */
export const textsOf = (locale: Locale): Readonly<Record<string, string>> => {
  const known = whole.get(locale);
  if (known) return known;
  const all = Object.fromEntries((Object.keys(TEXTS) as TextKey[]).map((key) => [key, written(locale, key)]));
  whole.set(locale, all);
  return all;
};

/** The offered language that a tag asks for: the same, else the same language of another country. */
const offered = (tag: string): Locale | undefined => {
  const wanted = tag.toLowerCase();
  const language = wanted.split('-')[0];
  const { languages } = catalogue;
  return (
    languages.find(({ locale }) => locale.toLowerCase() === wanted) ??
    languages.find(({ locale }) => locale.toLowerCase() === language) ??
    languages.find(({ locale }) => locale.toLowerCase().split('-')[0] === language)
  )?.locale;
};

/** The language of a call: the `locale` query, else the account's or the cookie's, else what the browser prefers. */
export const chooseLocale = (...wishes: (string | undefined)[]): Locale => {
  for (const wish of wishes) {
    if (!wish) continue;
    for (const part of wish.slice(0, 200).split(',')) {
      const found = offered(part.split(';')[0]!.trim());
      if (found) return found;
    }
  }
  return DEFAULT_LOCALE;
};
