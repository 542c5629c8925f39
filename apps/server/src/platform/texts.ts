import { createHash } from 'node:crypto';
import { type TextPart, textPartOf } from '@stagedoor/contract/texts/parts';
import { TEXTS, type TextKey } from '@stagedoor/contract/texts/index';
import { BUILT_IN_LANGUAGES, DEFAULT_LOCALE, type Language, type Locale, isBuiltInLocale } from '@stagedoor/contract/texts/text';
import { keysOf } from '@stagedoor/contract/keys.values';
import { isolated } from '@stagedoor/contract/visible-text.values';

/** The site's languages and texts. */
export interface Catalogue {
  /** Enabled languages, built-in ones first. */
  languages: readonly Language[];
  /** What admins changed or translated: locale to key to text. */
  changed: ReadonlyMap<Locale, ReadonlyMap<string, string>>;
}

// Global for the process, because error messages are translated where no dependency can be passed in. `createLanguages` keeps it in sync with
// the database.
let catalogue: Catalogue = { languages: BUILT_IN_LANGUAGES, changed: new Map() };
const textsCache = new Map<Locale, Readonly<Record<string, string>>>();
const versionCache = new Map<Locale, string>();

export const setCatalogue = (next: Catalogue): void => {
  catalogue = next;
  textsCache.clear();
  versionCache.clear();
};

/** The languages the site is offered in. */
export const enabledLanguages = (): readonly Language[] => catalogue.languages;

export const isTextKey = (key: string): key is TextKey => Object.hasOwn(TEXTS, key);

/** The template of a text: an admin's version, else the built-in one, else that of the default language. */
const templateOf = (locale: Locale, key: TextKey): string =>
  catalogue.changed.get(locale)?.get(key) ??
  (isBuiltInLocale(locale) ? TEXTS[key][locale] : (catalogue.changed.get(DEFAULT_LOCALE)?.get(key) ?? TEXTS[key][DEFAULT_LOCALE]));

/** Values are isolated, because they may be somebody's words: a name from right to left must not turn the sentence around it. */
const fill = (locale: Locale, template: string, values: Record<string, unknown>): string =>
  template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => isolated(String(values[name] ?? ''), isRightToLeft(locale)));

/**
 * Translates a text and fills in its placeholders. This is enough for the server's texts (errors, mails);
 * the web uses i18next with the same keys.
 */
export const translate = (locale: Locale, key: TextKey, values: Record<string, unknown> = {}): string =>
  fill(locale, templateOf(locale, key), values);

const PLURAL = '_other';

/** Plural forms that a language has beyond the built-in ones (`_few` in Arabic), with the key that each falls back to. */
export const pluralFormsOf = (locale: Locale): ReadonlyMap<string, TextKey> => {
  const forms = new Map<string, TextKey>();
  const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();
  for (const key of keysOf(TEXTS)) {
    if (!key.endsWith(PLURAL)) continue;
    const base = key.slice(0, -PLURAL.length);
    for (const category of pluralCategories) if (!isTextKey(`${base}_${category}`)) forms.set(`${base}_${category}`, key);
  }
  return forms;
};

/** An admin's version of a text, if there is one. */
export const changedText = (locale: Locale, key: string): string | undefined => catalogue.changed.get(locale)?.get(key);

/** All texts of a language by key; a missing plural form falls back to the general one. */
export const textsOf = (locale: Locale): Readonly<Record<string, string>> => {
  const known = textsCache.get(locale);
  if (known) return known;
  const all = Object.fromEntries(keysOf(TEXTS).map((key) => [key, templateOf(locale, key)]));
  for (const [form, key] of pluralFormsOf(locale)) all[form] = changedText(locale, form) ?? templateOf(locale, key);
  textsCache.set(locale, all);
  return all;
};

/** `translate` for a text with plural forms, by the language's rules. @param base its keys without their ending, such as `_other` */
export const translateCount = (locale: Locale, base: string, count: number, values: Record<string, unknown> = {}): string => {
  const texts = textsOf(locale);
  const template = texts[`${base}_${new Intl.PluralRules(locale).select(count)}`] ?? texts[`${base}${PLURAL}`] ?? '';
  return fill(locale, template, { count: new Intl.NumberFormat(locale).format(count), ...values });
};

/** The texts of a language that belong to a part. */
export const textsPartOf = (locale: Locale, part: TextPart): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(textsOf(locale)).filter(([key]) => textPartOf(key) === part));

/** A version that changes with the texts of a language, equal on every node. */
export const textsVersionOf = (locale: Locale): string => {
  const known = versionCache.get(locale);
  if (known) return known;
  const version = createHash('sha256')
    .update(JSON.stringify(textsOf(locale)))
    .digest('base64url')
    .slice(0, 12);
  versionCache.set(locale, version);
  return version;
};

/** Whether a language is written from right to left. */
export const isRightToLeft = (locale: Locale): boolean => catalogue.languages.some((one) => one.locale === locale && one.isRightToLeft);

/** The enabled language for a language tag: an exact match, else the same language of another country. */
const findEnabled = (tag: string): Locale | undefined => {
  const wanted = tag.toLowerCase();
  const language = wanted.split('-')[0];
  const { languages } = catalogue;
  return (
    languages.find(({ locale }) => locale.toLowerCase() === wanted) ??
    languages.find(({ locale }) => locale.toLowerCase() === language) ??
    languages.find(({ locale }) => locale.toLowerCase().split('-')[0] === language)
  )?.locale;
};

/** The first enabled language of the preferences, in order: a locale or an Accept-Language header each. */
export const chooseLocale = (...preferences: (string | undefined)[]): Locale => {
  for (const preference of preferences) {
    if (!preference) continue;
    for (const part of preference.slice(0, 200).split(',')) {
      const found = findEnabled(part.split(';')[0]!.trim());
      if (found) return found;
    }
  }
  return DEFAULT_LOCALE;
};
