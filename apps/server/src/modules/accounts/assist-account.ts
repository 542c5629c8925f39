import type { AuditAction } from '@stagedoor/contract/audit.values';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import { hasAdminPermission } from '../../platform/auth/viewer.ts';
import { type Idempotency, type Trx, recordAudit, recordEvent, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { enqueueMail } from './account-mails.ts';
import { removePasskeys } from './passkeys.store.ts';
import { unfreezePayouts } from './payout-freezes.ts';
import { lockAccount } from './suspend-account.ts';
import { removeTwoFactor } from './two-factor.store.ts';

/** An admin's action on an account, with its audit entry. Acting on admins requires the permission to manage admins. */
const assist = async (
  platform: Platform,
  admin: AccountViewer,
  accountId: string,
  action: AuditAction,
  work: (trx: Trx, account: Awaited<ReturnType<typeof lockAccount>>, now: Date) => Promise<void>,
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const now = platform.clock.now();
  await transact(platform.database, idempotency, async (trx) => {
    const account = await lockAccount(trx, accountId);
    if (account.role === 'admin' && account.id !== admin.accountId && !hasAdminPermission(admin, 'admins'))
      throw new CodedError('FORBIDDEN');
    await work(trx, account, now);
    await recordAudit(trx, { actorId: admin.accountId, action, objectKind: 'account', objectId: accountId, at: now });
    return {};
  });
};

/** Logs an account out everywhere. @throws CodedError NOT_FOUND, FORBIDDEN */
export const endSessions = (
  platform: Platform,
  admin: AccountViewer,
  accountId: string,
  idempotency: Idempotency | undefined,
): Promise<void> =>
  assist(
    platform,
    admin,
    accountId,
    'accounts.sessionsEnded',
    (trx) => platform.sessions.revokeAll(trx, accountId, accountId === admin.accountId ? admin.sessionId : undefined),
    idempotency,
  );

/** Marks an account's mail address as verified. @throws CodedError NOT_FOUND, FORBIDDEN, ACCOUNT_STATE when it already is */
export const confirmAddress = (
  platform: Platform,
  admin: AccountViewer,
  accountId: string,
  idempotency: Idempotency | undefined,
): Promise<void> =>
  assist(
    platform,
    admin,
    accountId,
    'accounts.addressConfirmed',
    async (trx, account, now) => {
      if (account.email_verified_at) throw new CodedError('ACCOUNT_STATE');
      await trx.updateTable('accounts').set({ email_verified_at: now, updated_at: now }).where('id', '=', accountId).execute();
      await recordEvent(trx, 'accounts.emailVerified', { accountId });
    },
    idempotency,
  );

/**
 * Removes an account's second factor and passkeys, and ends every session. Its owner gets a mail.
 * @throws CodedError TWO_FACTOR_STATE when there is none
 */
export const removeFactors = async (platform: Platform, trx: Trx, accountId: string): Promise<void> => {
  const passkeys = await removePasskeys(trx, accountId);
  const hadApp = await removeTwoFactor(trx, accountId);
  if (!hadApp && passkeys === 0) throw new CodedError('TWO_FACTOR_STATE');
  await platform.sessions.revokeAll(trx, accountId);
  await enqueueMail(platform, trx, { kind: 'twoFactorReset', accountId });
  await recordEvent(trx, 'accounts.secured', { accountId, what: 'twoFactorOff' });
};

/**
 * Removes a lost second factor and the passkeys of somebody else: the password alone suffices again. The owner gets a mail, and every session ends.
 * @throws CodedError NOT_FOUND, FORBIDDEN, TWO_FACTOR_STATE when there is none
 */
export const resetTwoFactor = (
  platform: Platform,
  admin: AccountViewer,
  accountId: string,
  idempotency: Idempotency | undefined,
): Promise<void> =>
  assist(
    platform,
    admin,
    accountId,
    'accounts.twoFactorReset',
    async (trx) => {
      // Their own is removed in their account, with the factor itself.
      if (accountId === admin.accountId) throw new CodedError('FORBIDDEN');
      await removeFactors(platform, trx, accountId);
    },
    idempotency,
  );

/**
 * Releases payouts that a performer froze by saying “This wasn’t me”; the performer gets a mail.
 * @throws CodedError NOT_FOUND, PAYOUT_STATE when they aren't frozen
 */
export const releasePayouts = (
  platform: Platform,
  admin: AccountViewer,
  accountId: string,
  idempotency: Idempotency | undefined,
): Promise<void> =>
  assist(
    platform,
    admin,
    accountId,
    'payouts.released',
    async (trx, _account, now) => {
      if (!(await unfreezePayouts(trx, accountId, now))) throw new CodedError('PAYOUT_STATE');
      await enqueueMail(platform, trx, { kind: 'payoutsReleased', accountId });
    },
    idempotency,
  );

/**
 * Lets an admin's session see the site as an account for half an hour, read-only. Each use is audited with its reason.
 * @throws CodedError NOT_FOUND, ACCOUNT_STATE for admins: they can't be impersonated
 */
export const actAsAccount = async (
  platform: Platform,
  admin: AccountViewer,
  accountId: string,
  reason: string,
): Promise<{ username: string }> =>
  transact(platform.database, undefined, async (trx) => {
    const account = await trx
      .selectFrom('accounts')
      .select(['username', 'role'])
      .where('id', '=', accountId)
      .where('status', '<>', 'deleted')
      .executeTakeFirst();
    if (!account) throw new CodedError('NOT_FOUND');
    if (account.role === 'admin') throw new CodedError('ACCOUNT_STATE');
    await platform.sessions.actAs(trx, admin.sessionId, accountId);
    await recordAudit(trx, {
      actorId: admin.accountId,
      action: 'accounts.lookedThrough',
      objectKind: 'account',
      objectId: accountId,
      detail: { reason },
      at: platform.clock.now(),
    });
    return { username: account.username };
  });

/** Ends acting as an account. @throws CodedError ACCOUNT_STATE when the session isn't */
export const stopActing = async (platform: Platform, viewer: AccountViewer): Promise<{ accountId: string }> => {
  const { actingAdminId } = viewer;
  if (!actingAdminId) throw new CodedError('ACCOUNT_STATE');
  await transact(platform.database, undefined, async (trx) => {
    await platform.sessions.actAs(trx, viewer.sessionId, null);
    await recordAudit(trx, {
      actorId: actingAdminId,
      action: 'accounts.lookEnded',
      objectKind: 'account',
      objectId: viewer.accountId,
      at: platform.clock.now(),
    });
  });
  return { accountId: viewer.accountId };
};
