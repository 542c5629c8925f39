import type { Locale } from '@stagedoor/contract/texts/text';
import { type Idempotency, transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';

/** Changes what an account may change of itself: its name and language. */
export const updateAccount = async (
  platform: Platform,
  accountId: string,
  changes: { name?: string | undefined; locale?: Locale | undefined },
  idempotency?: Idempotency,
): Promise<void> => {
  await transact(platform.database, idempotency, async (trx) => {
    await trx
      .updateTable('accounts')
      .set({
        ...(changes.name === undefined ? {} : { name: changes.name }),
        ...(changes.locale ? { locale: changes.locale } : {}),
        updated_at: platform.clock.now(),
      })
      .where('id', '=', accountId)
      .execute();
    return {};
  });
};
