import type { SuspensionReason } from '@stagedoor/contract/reasons';
import type { RestrictionReason } from '@stagedoor/contract/restrictions.values';
import { sql } from 'kysely';
import { mayAdmin } from '@stagedoor/contract/admin-roles';
import type { Admin } from '../../platform/auth/viewer.ts';
import { type Executor, type Idempotency, type Trx, recordAudit, recordEvent, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { liftSuspension, restrict } from '../restrictions/index.ts';
import { enqueueMail } from './account-mails.ts';

/** An account, locked until the transaction ends. @throws CodedError NOT_FOUND also for deleted ones */
export const lockAccount = async (trx: Trx, accountId: string) => {
  const row = await trx
    .selectFrom('accounts')
    .select(['id', 'username', 'role', 'admin_role', 'status', 'email', 'email_verified_at'])
    .where('id', '=', accountId)
    .where('status', '<>', 'deleted')
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new CodedError('NOT_FOUND');
  return row;
};

/**
 * Serialises changes of site owners until the transaction ends, so that two owners can't demote each other concurrently. Acquired before
 * any row lock.
 */
export const lockOwners = async (trx: Trx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('accounts.owners'))`.execute(trx);
};

/** Active owners. */
export const countOwners = async (executor: Executor): Promise<number> =>
  (await executor.selectFrom('accounts').select('id').where('admin_role', '=', 'owner').where('status', '=', 'active').execute()).length;

/** Called under `lockOwners`. @throws CodedError LAST_OWNER when there is no other owner */
export const assertOwnerRemains = async (trx: Trx, accountId: string): Promise<void> => {
  const owners = await trx.selectFrom('accounts').select('id').where('admin_role', '=', 'owner').where('status', '=', 'active').execute();
  if (!owners.some(({ id }) => id !== accountId)) throw new CodedError('LAST_OWNER');
};

/** Managing admins requires the permission for it. @throws CodedError FORBIDDEN */
const mayManage = (admin: Admin, account: { id: string; role: string }): void => {
  if (account.id === admin.accountId) throw new CodedError('FORBIDDEN');
  if (account.role === 'admin' && !(admin.adminRole && mayAdmin(admin.adminRole, 'admins'))) throw new CodedError('FORBIDDEN');
};

/**
 * Suspends an account: it disappears from lists, its shows end with the next sweep, and its calls are refused. Its owner gets a mail.
 * @throws CodedError NOT_FOUND, FORBIDDEN for oneself and for admins without that permission, ACCOUNT_STATE, REASON_REQUIRED for `other`
 *   without a note, LAST_OWNER
 */
export const suspendAccount = async (
  platform: Platform,
  admin: Admin,
  accountId: string,
  { reason, note }: { reason: SuspensionReason; note: string },
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const { database, clock } = platform;
  if (reason === 'other' && note === '') throw new CodedError('REASON_REQUIRED');
  await transact(database, idempotency, async (trx) => {
    // An account that isn't an admin never becomes one: for others nobody waits.
    const seen = await trx.selectFrom('accounts').select('role').where('id', '=', accountId).executeTakeFirst();
    if (seen?.role === 'admin') await lockOwners(trx);
    const account = await lockAccount(trx, accountId);
    mayManage(admin, account);
    if (account.status !== 'active') throw new CodedError('ACCOUNT_STATE');
    if (account.admin_role === 'owner') await assertOwnerRemains(trx, accountId);
    await setSuspended(trx, accountId, admin.accountId, clock.now(), { reason, note });
    return {};
  });
};

const setSuspended = async (
  trx: Trx,
  accountId: string,
  actorId: string | null,
  now: Date,
  { reason, note }: { reason: SuspensionReason; note: string },
  stated: RestrictionReason = reason,
): Promise<void> => {
  await trx
    .updateTable('accounts')
    .set({
      status: 'suspended',
      status_reason: reason,
      status_note: note,
      status_changed_at: now,
      status_changed_by: actorId,
      updated_at: now,
    })
    .where('id', '=', accountId)
    .execute();
  await recordAudit(trx, {
    actorId,
    action: 'accounts.suspended',
    objectKind: 'account',
    objectId: accountId,
    detail: { reason, note },
    at: now,
  });
  await recordEvent(trx, 'accounts.statusChanged', { accountId, status: 'suspended' });
  await restrict(trx, {
    accountId,
    measure: 'suspended',
    object: { type: 'account', id: accountId },
    title: '',
    reason: stated,
    facts: note,
    source: 'own',
    decidedBy: actorId,
    at: now,
  });
};

/**
 * Freezes an account that owes the site money after a chargeback, in the chargeback's transaction (docs/domains/money.md). Admins and
 * suspended or deleted accounts are not frozen.
 * @param note the amount owed, shown to the owner
 */
export const freezeForDebt = async (platform: Platform, trx: Trx, accountId: string, note: string): Promise<boolean> => {
  const account = await trx.selectFrom('accounts').select(['role', 'status']).where('id', '=', accountId).forUpdate().executeTakeFirst();
  if (account?.status !== 'active' || account.role === 'admin') return false;
  await setSuspended(trx, accountId, null, platform.clock.now(), { reason: 'chargebacks', note });
  return true;
};

/**
 * Suspends an account whose restrictions reached the site's limit, in the transaction of the last one: no person decides it, which its statement of
 * reasons says. Admins and suspended or deleted accounts are not suspended.
 * @param note shown to the owner
 */
export const suspendForStrikes = async (platform: Platform, trx: Trx, accountId: string, note: string): Promise<boolean> => {
  const account = await trx.selectFrom('accounts').select(['role', 'status']).where('id', '=', accountId).forUpdate().executeTakeFirst();
  if (account?.status !== 'active' || account.role === 'admin') return false;
  await setSuspended(trx, accountId, null, platform.clock.now(), { reason: 'rules', note }, 'strikes');
  return true;
};

/** Ends a suspension after an appeal against it. Not suspended, nothing happens. */
export const endSuspension = async (platform: Platform, trx: Trx, accountId: string, adminId: string): Promise<void> => {
  const account = await trx.selectFrom('accounts').select('status').where('id', '=', accountId).forUpdate().executeTakeFirst();
  if (account?.status === 'suspended') await setActive(platform, trx, accountId, adminId);
};

const setActive = async (platform: Platform, trx: Trx, accountId: string, actorId: string | null): Promise<void> => {
  const now = platform.clock.now();
  await trx
    .updateTable('accounts')
    .set({
      status: 'active',
      status_reason: null,
      status_note: '',
      status_changed_at: now,
      status_changed_by: actorId,
      updated_at: now,
    })
    .where('id', '=', accountId)
    .execute();
  await recordAudit(trx, { actorId, action: 'accounts.restored', objectKind: 'account', objectId: accountId, at: now });
  await recordEvent(trx, 'accounts.statusChanged', { accountId, status: 'active' });
  await liftSuspension(trx, accountId, actorId, now);
  await enqueueMail(platform, trx, { kind: 'accountRestored', accountId });
};

/** Opens an account that was frozen for a debt which is paid; one that an admin suspended stays suspended. */
export const unfreeze = async (platform: Platform, trx: Trx, accountId: string): Promise<void> => {
  const account = await trx
    .selectFrom('accounts')
    .select(['status', 'status_reason', 'status_changed_by'])
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (account.status === 'suspended' && account.status_reason === 'chargebacks' && account.status_changed_by === null)
    await setActive(platform, trx, accountId, null);
};

/** Lifts an account's suspension. @throws CodedError NOT_FOUND, FORBIDDEN, ACCOUNT_STATE */
export const restoreAccount = async (
  platform: Platform,
  admin: Admin,
  accountId: string,
  idempotency: Idempotency | undefined,
): Promise<void> => {
  await transact(platform.database, idempotency, async (trx) => {
    const account = await lockAccount(trx, accountId);
    mayManage(admin, account);
    if (account.status !== 'suspended') throw new CodedError('ACCOUNT_STATE');
    await setActive(platform, trx, accountId, admin.accountId);
    return {};
  });
};
