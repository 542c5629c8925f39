import { sql } from 'kysely';
import { type Executor, recordAudit, transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { insertAccount } from './accounts.store.ts';
import { hashNewPassword } from './new-password.ts';

/** Whether the site has an admin who can log in. */
export const hasAdmin = async (executor: Executor): Promise<boolean> =>
  (await executor
    .selectFrom('accounts')
    .select('id')
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .limit(sql.lit(1))
    .executeTakeFirst()) !== undefined;

/**
 * Creates an admin at set-up: admins never register. The address counts as verified. For an address that exists
 * nothing happens.
 *
 * @returns whether one was created
 * @throws CodedError USERNAME_TAKEN; FieldsError for a guessable or leaked password
 */
export const createFirstAdmin = async (
  platform: Platform,
  input: { email: string; password: string; username: string; name: string },
): Promise<boolean> => {
  const passwordHash = await hashNewPassword(platform, input.password, { ...input, names: [input.name], dateOfBirth: null });
  return transact(platform.database, undefined, async (trx) => {
    const id = await insertAccount(trx, {
      ...input,
      email: input.email.toLowerCase(),
      role: 'admin',
      adminRole: 'owner',
      passwordHash,
      dateOfBirth: null,
      locale: 'en',
    });
    if (!id) return false;
    await trx.updateTable('accounts').set({ email_verified_at: platform.clock.now() }).where('id', '=', id).execute();
    await recordAudit(trx, {
      actorId: null,
      action: 'accounts.adminCreated',
      objectKind: 'account',
      objectId: id,
      at: platform.clock.now(),
    });
    return true;
  });
};
