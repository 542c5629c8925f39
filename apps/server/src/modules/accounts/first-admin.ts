import type { AdminRole } from '@stagedoor/contract/admin-roles';
import { normalLogin } from '@stagedoor/contract/email-address';
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

/** An admin whose password is chosen where the server runs, at its set-up or on its command line. */
export interface LocalAdmin {
  email: string;
  password: string;
  username: string;
  name: string;
  adminRole: AdminRole;
}

/**
 * Creates an admin with a password: admins never register. The address counts as verified. Two owners aren't asked: whoever runs the server can
 * do more than an owner.
 *
 * @returns the new account's id; null for an address that has an account, with which nothing happens
 * @throws CodedError USERNAME_TAKEN; FieldsError for a guessable or leaked password
 */
export const createLocalAdmin = async (platform: Platform, { password, ...admin }: LocalAdmin): Promise<string | null> => {
  const email = normalLogin(admin.email);
  const passwordHash = await hashNewPassword(platform, password, { ...admin, names: [admin.name], dateOfBirth: null });
  return transact(platform.database, undefined, async (trx) => {
    const now = platform.clock.now();
    const id = await insertAccount(trx, { ...admin, email, role: 'admin', passwordHash, dateOfBirth: null, locale: 'en' });
    if (!id) return null;
    await trx.updateTable('accounts').set({ email_verified_at: now }).where('id', '=', id).execute();
    await recordAudit(trx, {
      actorId: null,
      action: 'accounts.adminCreated',
      objectKind: 'account',
      objectId: id,
      detail: { adminRole: admin.adminRole },
      at: now,
    });
    return id;
  });
};
