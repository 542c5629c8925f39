import { TEXTS } from '@stagedoor/contract/texts/index';
import { DEFAULT_LOCALE, type Locale, isBuiltInLocale } from '@stagedoor/contract/texts/text';
import { recordAudit, transact } from '../../platform/database/database.ts';
import { FieldsError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { isTextKey, pluralFormsOf, textsOf } from '../../platform/texts.ts';
import { getLanguage } from './languages.queries.ts';
import { textProblem } from './texts.rules.ts';

/** Maximum of problems reported; an imported file may have thousands. */
const MAX_PROBLEMS = 50;
const MAX_LENGTH = 4000;
/** Maximum of texts quoted in one audit entry. */
const MAX_QUOTED = 20;
const isPluralKey = (key: string): boolean => /_(zero|one|two|few|many|other)$/.test(key);

/**
 * Writes texts of a language, all or none. Null and empty texts restore the built-in ones; texts equal to the built-in ones aren't stored.
 * @param source their origin, for the audit log
 * @returns how many changed
 * @throws FieldsError by key; CodedError NOT_FOUND for an unknown language
 */
export const writeTexts = async (
  platform: Platform,
  adminId: string,
  { locale, values, source }: { locale: Locale; values: Readonly<Record<string, string | null>>; source: 'edited' | 'imported' },
): Promise<number> => {
  const { database, languages, clock } = platform;
  await getLanguage(platform, locale);
  const forms = pluralFormsOf(locale);
  /** The built-in English text: the reference for placeholders, even if an admin changed the English. */
  const english = (key: string): string | undefined => {
    const known = isTextKey(key) ? key : forms.get(key);
    return known && TEXTS[known][DEFAULT_LOCALE];
  };
  const builtIn = (key: string): string | undefined => (isBuiltInLocale(locale) && isTextKey(key) ? TEXTS[key][locale] : undefined);
  /** The fallback for a text that this language lacks. */
  const fallback = (key: string): string | undefined => textsOf(DEFAULT_LOCALE)[isTextKey(key) ? key : (forms.get(key) ?? key)];
  const problems: { property: string; rule: string; values?: Record<string, unknown> }[] = [];
  const wanted = new Map<string, string | null>();
  for (const [key, given] of Object.entries(values)) {
    const value = given?.trim() || null;
    const problem = textProblem(english(key), value ?? english(key) ?? '', isPluralKey(key));
    if (problem) problems.push({ property: key, rule: problem, values: { maximum: MAX_LENGTH } });
    // An exported file of an added language contains the English of untranslated texts: these stay missing.
    else if (source === 'imported' && !isBuiltInLocale(locale) && value === fallback(key)) continue;
    else wanted.set(key, value === builtIn(key) ? null : value);
  }
  if (problems.length > 0) throw new FieldsError(problems.slice(0, MAX_PROBLEMS));
  const changed = await transact(database, undefined, async (trx) => {
    const keys = [...wanted.keys()];
    if (keys.length === 0) return 0;
    const rows = await trx
      .selectFrom('site_texts')
      .select(['key', 'value'])
      .where('locale', '=', locale)
      .where('key', 'in', keys)
      .execute();
    const before = new Map(rows.map(({ key, value }) => [key, value]));
    const changes = [...wanted].filter(([key, value]) => (before.get(key) ?? null) !== value);
    const back = changes.filter(([, value]) => value === null).map(([key]) => key);
    const written = changes.flatMap(([key, value]) =>
      value === null ? [] : [{ locale, key, value, updated_by: adminId, updated_at: clock.now() }],
    );
    if (back.length > 0) await trx.deleteFrom('site_texts').where('locale', '=', locale).where('key', 'in', back).execute();
    if (written.length > 0) {
      await trx
        .insertInto('site_texts')
        .values(written)
        .onConflict((conflict) =>
          conflict.columns(['locale', 'key']).doUpdateSet(({ ref }) => ({
            value: ref('excluded.value'),
            updated_by: ref('excluded.updated_by'),
            updated_at: ref('excluded.updated_at'),
          })),
        )
        .execute();
    }
    if (changes.length > 0) {
      const quoted = changes.slice(0, MAX_QUOTED).map(([key, to]) => ({ key, from: before.get(key) ?? null, to }));
      const detail = { locale, count: changes.length, changes: quoted };
      await recordAudit(trx, { actorId: adminId, action: `texts.${source}`, objectKind: 'text', objectId: null, detail });
    }
    return changes.length;
  });
  await languages.reload();
  return changed;
};
