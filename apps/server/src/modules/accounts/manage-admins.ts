import { randomUUID } from 'node:crypto';
import type { AdminRole } from '@stagedoor/contract/admin-roles';
import { hashPassword } from '../../platform/auth/passwords.ts';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import { type Idempotency, recordAudit, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { enqueueMail } from './account-mails.ts';
import { insertAccount } from './accounts.store.ts';
import { assertOwnerRemains, lockAccount, lockOwners } from './suspend-account.ts';

/**
 * Creates an admin, who sets their own password by a link in a mail.
 * @returns the new account's id
 * @throws CodedError USERNAME_TAKEN also for an address that has an account: admins may know
 */
export const createAdmin = async (
  platform: Platform,
  owner: AccountViewer,
  input: { email: string; username: string; name: string; adminRole: AdminRole },
  idempotency: Idempotency | undefined,
): Promise<string> => {
  const { database, clock } = platform;
  const passwordHash = await hashPassword(randomUUID());
  const { accountId } = await transact(database, idempotency, async (trx) => {
    const id = await insertAccount(trx, { ...input, role: 'admin', passwordHash, dateOfBirth: null, locale: 'en' });
    if (!id) throw new CodedError('USERNAME_TAKEN');
    await recordAudit(trx, {
      actorId: owner.accountId,
      action: 'accounts.adminCreated',
      objectKind: 'account',
      objectId: id,
      detail: { adminRole: input.adminRole },
      at: clock.now(),
    });
    await enqueueMail(platform, trx, { kind: 'adminInvited', accountId: id });
    return { accountId: id };
  });
  return accountId;
};

/** Changes an admin's role. @throws CodedError NOT_FOUND for accounts that aren't admins, LAST_OWNER */
export const changeAdminRole = async (
  platform: Platform,
  owner: AccountViewer,
  accountId: string,
  adminRole: AdminRole,
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const { database, clock } = platform;
  await transact(database, idempotency, async (trx) => {
    await lockOwners(trx);
    const account = await lockAccount(trx, accountId);
    if (account.role !== 'admin') throw new CodedError('NOT_FOUND');
    if (account.admin_role === adminRole) return {};
    if (account.admin_role === 'owner') await assertOwnerRemains(trx, accountId);
    const now = clock.now();
    await trx.updateTable('accounts').set({ admin_role: adminRole, updated_at: now }).where('id', '=', accountId).execute();
    await recordAudit(trx, {
      actorId: owner.accountId,
      action: 'accounts.adminRoleChanged',
      objectKind: 'account',
      objectId: accountId,
      detail: { from: account.admin_role, to: adminRole },
      at: now,
    });
    return {};
  });
};
