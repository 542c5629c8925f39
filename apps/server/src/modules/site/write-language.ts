import { DEFAULT_LOCALE, type Locale, isBuiltInLocale } from '@stagedoor/contract/texts/text';
import { type Idempotency, recordAudit, transact } from '../../platform/database/database.ts';
import { CodedError, FieldsError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';

export interface LanguageContent {
  name: string;
  isRightToLeft: boolean;
  isEnabled: boolean;
}

const columnsOf = ({ name, isRightToLeft, isEnabled }: LanguageContent) => ({
  name,
  is_right_to_left: isRightToLeft,
  is_enabled: isEnabled,
});

/** @throws CodedError LANGUAGE_EXISTS; FieldsError for an unknown language tag */
export const addLanguage = async (
  { database, languages }: Platform,
  adminId: string,
  { locale, ...content }: LanguageContent & { locale: Locale },
  idempotency: Idempotency | undefined,
): Promise<void> => {
  if (Intl.getCanonicalLocales(locale)[0] !== locale || Intl.DateTimeFormat.supportedLocalesOf(locale).length === 0)
    throw new FieldsError([{ property: 'locale', rule: 'language' }]);
  if (isBuiltInLocale(locale)) throw new CodedError('LANGUAGE_EXISTS');
  await transact(database, idempotency, async (trx) => {
    const made = await trx
      .insertInto('languages')
      .values({ locale, ...columnsOf(content) })
      .onConflict((conflict) => conflict.column('locale').doNothing())
      .returning('locale')
      .executeTakeFirst();
    if (!made) throw new CodedError('LANGUAGE_EXISTS');
    const detail = { locale, ...content };
    await recordAudit(trx, { actorId: adminId, action: 'languages.added', objectKind: 'language', objectId: null, detail });
    return {};
  });
  await languages.reload();
};

/**
 * Updates a language. Of built-in ones only whether it is offered can be changed, except for the default one.
 * @throws CodedError NOT_FOUND; FieldsError when the default one would be disabled
 */
export const updateLanguage = async (
  { database, languages, clock }: Platform,
  adminId: string,
  locale: Locale,
  content: LanguageContent,
  idempotency: Idempotency | undefined,
): Promise<void> => {
  if (locale === DEFAULT_LOCALE && !content.isEnabled) throw new FieldsError([{ property: 'isEnabled', rule: 'defaultLanguage' }]);
  await transact(database, idempotency, async (trx) => {
    const row = await trx.selectFrom('languages').selectAll().where('locale', '=', locale).forUpdate().executeTakeFirst();
    if (!row && !isBuiltInLocale(locale)) throw new CodedError('NOT_FOUND');
    const columns = { ...columnsOf(content), updated_at: clock.now() };
    await trx
      .insertInto('languages')
      .values({ locale, ...columns })
      .onConflict((conflict) => conflict.column('locale').doUpdateSet(columns))
      .execute();
    const from = row && { name: row.name, isRightToLeft: row.is_right_to_left, isEnabled: row.is_enabled };
    const detail = { locale, from: from ?? null, to: { ...content } };
    await recordAudit(trx, { actorId: adminId, action: 'languages.updated', objectKind: 'language', objectId: null, detail });
    return {};
  });
  await languages.reload();
};

/** Removes a language that was added, with its texts. @throws CodedError NOT_FOUND, also for built-in ones */
export const removeLanguage = async (
  { database, languages }: Platform,
  adminId: string,
  locale: Locale,
  idempotency: Idempotency | undefined,
): Promise<void> => {
  if (isBuiltInLocale(locale)) throw new CodedError('NOT_FOUND');
  await transact(database, idempotency, async (trx) => {
    const removed = await trx.deleteFrom('languages').where('locale', '=', locale).returningAll().executeTakeFirst();
    if (!removed) throw new CodedError('NOT_FOUND');
    const texts = await trx.deleteFrom('site_texts').where('locale', '=', locale).returning('key').execute();
    const detail = { locale, name: removed.name, texts: texts.length };
    await recordAudit(trx, { actorId: adminId, action: 'languages.removed', objectKind: 'language', objectId: null, detail });
    return {};
  });
  await languages.reload();
};
