import type { AdminRole } from '@stagedoor/contract/admin-roles';
import { unusablePassword } from '../../platform/auth/passwords.ts';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import { type Idempotency, recordAudit, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { enqueueMail } from './account-mails.ts';
import { insertAccount } from './accounts.store.ts';
import { endProposal, mayBecomeOwner } from './owner-proposals.ts';
import { assertOwnerRemains, lockAccount, lockOwners } from './suspend-account.ts';

/**
 * Creates an admin, who sets their own password by a link in a mail. A new owner is proposed first, where that takes two owners.
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
  const passwordHash = await unusablePassword();
  const { accountId } = await transact(database, idempotency, async (trx) => {
    await lockOwners(trx);
    const isByTwo = input.adminRole === 'owner' && platform.settings.get('ownersByTwo');
    // Until another owner has confirmed it, a new owner may do what the least powerful admin may.
    const adminRole = isByTwo ? 'support' : input.adminRole;
    const id = await insertAccount(trx, { ...input, adminRole, role: 'admin', passwordHash, dateOfBirth: null, locale: 'en' });
    if (!id) throw new CodedError('USERNAME_TAKEN');
    await recordAudit(trx, {
      actorId: owner.accountId,
      action: 'accounts.adminCreated',
      objectKind: 'account',
      objectId: id,
      detail: { adminRole },
      at: clock.now(),
    });
    if (isByTwo) await mayBecomeOwner(platform, trx, owner, { id, username: input.username });
    await enqueueMail(platform, trx, { kind: 'adminInvited', accountId: id });
    return { accountId: id };
  });
  return accountId;
};

/** Changes an admin's role; to owner, where that takes two owners, only by the second one's call. @throws CodedError NOT_FOUND for accounts that aren't admins, LAST_OWNER */
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
    // Choosing the role again withdraws a proposal.
    if (adminRole !== 'owner') await endProposal(trx, accountId);
    if (account.admin_role === adminRole) return {};
    if (adminRole === 'owner' && !(await mayBecomeOwner(platform, trx, owner, { id: accountId, username: account.username }))) return {};
    if (account.admin_role === 'owner') await assertOwnerRemains(trx, accountId);
    const now = clock.now();
    await endProposal(trx, accountId);
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
