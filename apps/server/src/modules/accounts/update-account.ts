import type { Locale } from '@stagedoor/contract/texts/text';
import { type Idempotency, recordEvent, transact } from '../../platform/database/database.ts';
import { FieldsError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { enabledLanguages } from '../../platform/texts.ts';
import { writeAccountSearch } from './account-search.store.ts';

/**
 * Changes an account's name, language and time zone.
 * @throws FieldsError for a language that the site isn't offered in
 */
export const updateAccount = async (
  platform: Platform,
  accountId: string,
  changes: { name?: string | undefined; locale?: Locale | undefined; timeZone?: string | null | undefined },
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const languages = enabledLanguages().map(({ locale }) => locale);
  if (changes.locale && !languages.includes(changes.locale))
    throw new FieldsError([{ property: 'locale', rule: 'choice', values: { values: languages.join(', ') } }]);
  await transact(platform.database, idempotency, async (trx) => {
    const account = await trx
      .updateTable('accounts')
      .set({
        ...(changes.name === undefined ? {} : { name: changes.name }),
        ...(changes.locale ? { locale: changes.locale } : {}),
        ...(changes.timeZone === undefined ? {} : { time_zone: changes.timeZone }),
        updated_at: platform.clock.now(),
      })
      .where('id', '=', accountId)
      .returning('role')
      .executeTakeFirst();
    if (account && changes.name !== undefined) await writeAccountSearch(trx, [accountId]);
    if (account?.role === 'performer' && changes.name !== undefined)
      await recordEvent(trx, 'performers.changed', { performerId: accountId });
    return {};
  });
};
