import type { AdminLanguage } from '@stagedoor/contract/admin-site';
import { TEXTS } from '@stagedoor/contract/texts/index';
import { BUILT_IN_LANGUAGES, DEFAULT_LOCALE, type Locale, isBuiltInLocale } from '@stagedoor/contract/texts/text';
import { CodedError } from '../../platform/errors.ts';
import { type ListQuery, pageOfRows } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { changedText, isTextKey, pluralFormsOf, textsOf } from '../../platform/texts.ts';

type Needed = Pick<Platform, 'database'>;

/** Every text key of a language, sorted: the built-in ones, and additional plural forms. */
export const keysOf = (locale: Locale): string[] => [...Object.keys(TEXTS), ...pluralFormsOf(locale).keys()].toSorted();

/** Finds the current English text of a language's key; for a plural form, that of the general form. */
const englishTexts = (locale: Locale): ((key: string) => string) => {
  const [english, forms] = [textsOf(DEFAULT_LOCALE), pluralFormsOf(locale)];
  return (key) => english[isTextKey(key) ? key : forms.get(key)!]!;
};

/** The built-in text in a language; null when there is none. */
const builtInText = (locale: Locale, key: string): string | null => (isBuiltInLocale(locale) && isTextKey(key) ? TEXTS[key][locale] : null);

/** Every language, offered or not: built-in ones, then added ones, by name. */
export const listLanguages = async ({ database }: Needed): Promise<AdminLanguage[]> => {
  const [rows, counts] = await Promise.all([
    database.selectFrom('languages').selectAll().orderBy('name').execute(),
    database
      .selectFrom('site_texts')
      .select(['locale', ({ fn }) => fn.countAll<string>().as('changed')])
      .groupBy('locale')
      .execute(),
  ]);
  const total = Object.keys(TEXTS).length;
  const changedIn = new Map(counts.map(({ locale, changed }) => [locale, Number(changed)]));
  const ours = BUILT_IN_LANGUAGES.map((language): AdminLanguage => {
    const row = rows.find(({ locale }) => locale === language.locale);
    const isEnabled = language.locale === DEFAULT_LOCALE || (row?.is_enabled ?? true);
    return { ...language, isEnabled, isBuiltIn: true, translated: total, total, changed: changedIn.get(language.locale) ?? 0 };
  });
  const added = rows
    .filter(({ locale }) => !isBuiltInLocale(locale))
    .map((row): AdminLanguage => {
      const changed = changedIn.get(row.locale) ?? 0;
      const translated = Object.keys(TEXTS).filter((key) => changedText(row.locale, key) !== undefined).length;
      const { locale, name, is_right_to_left: isRightToLeft, is_enabled: isEnabled } = row;
      return { locale, name, isRightToLeft, isEnabled, isBuiltIn: false, translated, total, changed };
    });
  return [...ours, ...added];
};

/** @throws CodedError NOT_FOUND */
export const getLanguage = async (platform: Needed, locale: Locale): Promise<AdminLanguage> => {
  const language = (await listLanguages(platform)).find((one) => one.locale === locale);
  if (!language) throw new CodedError('NOT_FOUND');
  return language;
};

/** The texts of a language next to the English, by key. @throws CodedError NOT_FOUND */
export const listTexts = async (
  platform: Needed,
  query: ListQuery<'key'> & {
    language: Locale;
    q?: string | undefined;
    missing?: boolean | undefined;
    changed?: boolean | undefined;
  },
) => {
  const { language: locale } = query;
  await getLanguage(platform, locale);
  const wanted = query.q?.toLowerCase() ?? '';
  const englishOf = englishTexts(locale);
  const all = keysOf(locale)
    .map((key) => ({
      key,
      english: englishOf(key),
      ours: builtInText(locale, key),
      value: changedText(locale, key) ?? null,
    }))
    // A missing plural form falls back to the general one, so it doesn't count as missing.
    .filter(({ key, ours, value }) => !query.missing || (ours === null && value === null && isTextKey(key)))
    .filter(({ value }) => !query.changed || value !== null)
    .filter((row) => [row.key, row.english, row.ours, row.value].some((text) => text?.toLowerCase().includes(wanted)));
  return pageOfRows(all, query, { key: () => 0 });
};

/** Every current text of a language. @throws CodedError NOT_FOUND */
export const exportTexts = async (platform: Needed, locale: Locale) => {
  await getLanguage(platform, locale);
  const texts = textsOf(locale);
  return { locale, texts: Object.fromEntries(keysOf(locale).map((key) => [key, texts[key]!])) };
};
