import { createHash } from 'node:crypto';
import { type TextPart, textPartOf } from '@stagedoor/contract/texts/parts';
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
const versions = new Map<Locale, string>();

export const setCatalogue = (next: Catalogue): void => {
  catalogue = next;
  whole.clear();
  versions.clear();
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

const PLURAL = '_other';

/** Forms of plurals that a language has beside ours (`_few` in Arabic), with the key of ours that stands in for each. */
export const pluralFormsOf = (locale: Locale): ReadonlyMap<string, TextKey> => {
  const forms = new Map<string, TextKey>();
  const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();
  for (const key of Object.keys(TEXTS) as TextKey[]) {
    if (!key.endsWith(PLURAL)) continue;
    const base = key.slice(0, -PLURAL.length);
    for (const category of pluralCategories) if (!isTextKey(`${base}_${category}`)) forms.set(`${base}_${category}`, key);
  }
  return forms;
};

/** A text of a language as an admin wrote it, if one did. */
export const changedText = (locale: Locale, key: string): string | undefined => catalogue.changed.get(locale)?.get(key);

/** Every text of a language, flat, by key; a form of a plural that nobody wrote says what the general one says. */
export const textsOf = (locale: Locale): Readonly<Record<string, string>> => {
  const known = whole.get(locale);
  if (known) return known;
  const all = Object.fromEntries((Object.keys(TEXTS) as TextKey[]).map((key) => [key, written(locale, key)]));
  for (const [form, key] of pluralFormsOf(locale)) all[form] = changedText(locale, form) ?? written(locale, key);
  whole.set(locale, all);
  return all;
};

/** The texts of a language that belong to a part. */
export const textsPartOf = (locale: Locale, part: TextPart): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(textsOf(locale)).filter(([key]) => textPartOf(key) === part));

/** Another one with each change of a language's texts, the same on every node. */
export const textsVersionOf = (locale: Locale): string => {
  const known = versions.get(locale);
  if (known) return known;
  const version = createHash('sha256')
    .update(JSON.stringify(textsOf(locale)))
    .digest('base64url')
    .slice(0, 12);
  versions.set(locale, version);
  return version;
};

/** Whether a language is written from right to left. */
export const isRightToLeft = (locale: Locale): boolean => catalogue.languages.some((one) => one.locale === locale && one.isRightToLeft);

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
