import type { AccountViewer } from '../../platform/auth/viewer.ts';
import { isUniqueViolation, recordEvent, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { endTokens, useAccountToken } from './account-tokens.ts';
import { enqueueMail } from './account-mails.ts';
import { confirmOwner } from './confirm-owner.ts';
import { removePasskeys } from './passkeys.store.ts';
import { removeTwoFactor } from './two-factor.store.ts';

/**
 * Requests a change of address, confirmed by a link sent there. For a taken address its owner gets a mail instead; response and timing are
 * the same, so that it doesn't reveal which addresses have accounts. The present address is told, if it was verified.
 * @throws CodedError those of `confirmOwner`
 */
export const requestEmailChange = async (
  platform: Platform,
  viewer: AccountViewer,
  input: { email: string; currentPassword: string | undefined },
): Promise<void> => {
  await confirmOwner(platform, viewer, input.currentPassword);
  const { accountId, sessionId } = viewer;
  await transact(platform.database, undefined, async (trx) => {
    await enqueueMail(platform, trx, { kind: 'changeEmail', accountId, newAddress: input.email, sessionId });
    await enqueueMail(platform, trx, { kind: 'emailChangeRequested', accountId });
  });
};

/**
 * Changes the address with the token mailed to the new one, which is thereby verified. The old address gets an undo link, but only if it
 * was verified: otherwise it may be a stranger's.
 * @throws CodedError TOKEN_INVALID, also when the address has become another account's
 */
export const changeEmail = async (platform: Platform, token: string): Promise<void> => {
  const now = platform.clock.now();
  await transact(platform.database, undefined, async (trx) => {
    const { accountId, email } = await useAccountToken(trx, token, ['changeEmail'], now);
    const before = await trx
      .selectFrom('accounts')
      .select(['email', 'email_verified_at'])
      .where('id', '=', accountId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    try {
      await trx.updateTable('accounts').set({ email, email_verified_at: now, updated_at: now }).where('id', '=', accountId).execute();
    } catch (error) {
      if (isUniqueViolation(error)) throw new CodedError('TOKEN_INVALID');
      throw error;
    }
    await endTokens(trx, accountId, ['changeEmail', 'resetPassword', 'verifyEmail'], now);
    if (before.email_verified_at) await enqueueMail(platform, trx, { kind: 'emailChanged', accountId, oldAddress: before.email });
    else await recordEvent(trx, 'accounts.emailVerified', { accountId });
    await recordEvent(trx, 'accounts.emailChanged', { accountId });
  });
};

/**
 * Undoes a change with the token mailed to the old address by earlier versions, for owners whose account was hijacked: every session and known
 * browser is revoked, a second factor that was set up since is removed, and a mail to set a new password is sent.
 * @throws CodedError TOKEN_INVALID, also when the address has become another account's
 */
export const undoEmailChange = async (platform: Platform, token: string): Promise<void> => {
  const now = platform.clock.now();
  await transact(platform.database, undefined, async (trx) => {
    const { accountId, email, createdAt } = await useAccountToken(trx, token, ['undoEmailChange'], now);
    try {
      await trx.updateTable('accounts').set({ email, email_verified_at: now, updated_at: now }).where('id', '=', accountId).execute();
    } catch (error) {
      if (isUniqueViolation(error)) throw new CodedError('TOKEN_INVALID');
      throw error;
    }
    await endTokens(trx, accountId, 'all', now);
    await platform.sessions.revokeAll(trx, accountId);
    await trx.deleteFrom('devices').where('account_id', '=', accountId).execute();
    const factor = await trx.selectFrom('two_factor').select('confirmed_at').where('account_id', '=', accountId).executeTakeFirst();
    await removePasskeys(trx, accountId, createdAt);
    if (factor?.confirmed_at && factor.confirmed_at >= createdAt) await removeTwoFactor(trx, accountId);
    // The person who changed the address may have made new ones.
    await trx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
    await enqueueMail(platform, trx, { kind: 'resetPassword', accountId });
    await recordEvent(trx, 'accounts.emailChanged', { accountId });
  });
};
