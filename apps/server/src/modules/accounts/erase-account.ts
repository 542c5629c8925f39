import { sql } from 'kysely';
import { type Executor, recordAudit, recordEvent, transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { enqueueMail } from './account-mails.ts';
import { removeExport } from './exports.ts';

const BATCH = 50;

/**
 * Erases an account: every module erases its data, in one transaction. Admins can't be erased.
 * @param cause `due`: its waiting time is over. `ordered`: by an operator, at once. `repeated`: it was erased before the site was restored from an older backup; its owner has had the mail.
 * @returns false when the owner cancelled the deletion meanwhile, and for an account that is erased or doesn't exist
 */
export const eraseAccount = async (platform: Platform, accountId: string, cause: 'due' | 'ordered' | 'repeated'): Promise<boolean> => {
  const { database, clock, personalData, erasures } = platform;
  const now = clock.now();
  const exports = await transact(database, undefined, async (trx) => {
    const account = await trx
      .selectFrom('accounts')
      .select(['role', 'email', 'email_verified_at', 'name', 'locale'])
      .where('id', '=', accountId)
      .where((where) => (cause === 'due' ? where('deletes_at', '<=', now) : where.val(true)))
      .where('status', '<>', 'deleted')
      .where('role', '<>', 'admin')
      .forUpdate()
      .executeTakeFirst();
    if (!account) return null;
    const made = await trx.selectFrom('data_exports').select('id').where('account_id', '=', accountId).execute();
    // Dependent modules first; the account itself last.
    for (const { erase } of personalData.modules().toReversed()) await erase?.(trx, accountId);
    await recordAudit(trx, {
      actorId: null,
      action: 'accounts.erased',
      objectKind: 'account',
      objectId: accountId,
      detail: cause === 'repeated' ? { repeated: true } : {},
      at: now,
    });
    await recordEvent(trx, 'accounts.erased', { accountId, role: account.role });
    if (account.role === 'performer') await recordEvent(trx, 'performers.changed', { performerId: accountId });
    if (account.email_verified_at && cause !== 'repeated') {
      const { email, name, locale } = account;
      await enqueueMail(platform, trx, { kind: 'accountDeleted', to: { email, name, locale } });
    }
    // Last before the commit: an erasure that isn't listed would come back with a backup, so it fails and is tried again.
    if (cause !== 'repeated') await erasures.add({ accountId, at: now, isKept: false });
    return made;
  });
  if (!exports) return false;
  for (const { id } of exports) await removeExport(platform, id);
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
      if (await eraseAccount(platform, id, 'due')) erased += 1;
    } catch (error) {
      log.error({ err: error, accountId: id }, 'an account could not be erased');
    }
  }
  return erased;
};

/** Returns how many erasures were repeated since an instant. */
export const countRepeatedErasures = async (executor: Executor, since: Date): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from audit_log
    where action = 'accounts.erased' and detail ->> 'repeated' = 'true' and created_at >= ${since}::timestamptz`.execute(executor);
  return rows[0]!.count;
};
