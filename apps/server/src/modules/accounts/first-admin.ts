import { hashPassword } from '../../platform/auth/passwords.ts';
import { recordAudit, transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { insertAccount } from './accounts.store.ts';

/**
 * Makes an admin, at set-up: admins never register. The address counts as verified. For an address that exists
 * nothing happens.
 *
 * @returns whether one was made
 * @throws CodedError USERNAME_TAKEN
 */
export const createFirstAdmin = async (
  platform: Platform,
  input: { email: string; password: string; username: string; name: string },
): Promise<boolean> => {
  const passwordHash = await hashPassword(input.password);
  return transact(platform.database, undefined, async (trx) => {
    const id = await insertAccount(trx, {
      ...input,
      email: input.email.toLowerCase(),
      role: 'admin',
      passwordHash,
      dateOfBirth: null,
      locale: 'en',
    });
    if (!id) return false;
    await trx.updateTable('accounts').set({ email_verified_at: platform.clock.now() }).where('id', '=', id).execute();
    await recordAudit(trx, { actorId: null, action: 'accounts.adminCreated', objectKind: 'account', objectId: id });
    return true;
  });
};
