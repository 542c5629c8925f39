import { sql } from 'kysely';
import { recordAudit, recordEvent, transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { enqueueMail } from './account-mails.ts';

const BATCH = 50;

/**
 * Erases an account: every module erases its data, in one transaction. Admins can't be erased.
 * @param whenDue only if its waiting time is over
 * @returns false when there is no such account to erase, or the owner cancelled the deletion meanwhile
 */
export const eraseAccount = async (platform: Platform, accountId: string, { whenDue }: { whenDue: boolean }): Promise<boolean> => {
  const { database, clock, storage, personalData } = platform;
  const now = clock.now();
  const exports = await transact(database, undefined, async (trx) => {
    const account = await trx
      .selectFrom('accounts')
      .select(['role', 'email', 'email_verified_at', 'name', 'locale'])
      .where('id', '=', accountId)
      .$if(whenDue, (query) => query.where('deletes_at', '<=', now))
      .where('status', '<>', 'deleted')
      .where('role', '<>', 'admin')
      .forUpdate()
      .executeTakeFirst();
    if (!account) return null;
    const made = await trx.selectFrom('data_exports').select('id').where('account_id', '=', accountId).execute();
    // Dependent modules first; the account itself last.
    for (const { erase } of personalData.modules().toReversed()) await erase?.(trx, accountId);
    await recordAudit(trx, { actorId: null, action: 'accounts.erased', objectKind: 'account', objectId: accountId, at: now });
    await recordEvent(trx, 'accounts.erased', { accountId, role: account.role });
    if (account.role === 'performer') await recordEvent(trx, 'performers.changed', { performerId: accountId });
    if (account.email_verified_at) {
      const { email, name, locale } = account;
      await enqueueMail(platform, trx, { kind: 'accountDeleted', to: { email, name, locale } });
    }
    return made;
  });
  if (!exports) return false;
  for (const { id } of exports) await storage.removeFolder(`exports/${id}`);
  return true;
};

/** Erases the accounts whose waiting time is over. A failure doesn't block the others. @returns how many were erased */
export const eraseDueAccounts = async (platform: Platform): Promise<number> => {
  const { database, clock, log } = platform;
  const due = await database
    .selectFrom('accounts')
    .select('id')
    .where('deletes_at', '<=', clock.now())
    .where('status', '<>', 'deleted')
    .orderBy('deletes_at')
    .limit(sql.lit(BATCH))
    .execute();
  let erased = 0;
  for (const { id } of due) {
    try {
      if (await eraseAccount(platform, id, { whenDue: true })) erased += 1;
    } catch (error) {
      log.error({ err: error, accountId: id }, 'an account could not be erased');
    }
  }
  return erased;
};
