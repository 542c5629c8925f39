import type { AccountViewer } from '../../platform/auth/viewer.ts';
import { hashPassword, verifyPassword } from '../../platform/auth/passwords.ts';
import { transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { useAccountToken } from './account-tokens.ts';
import { enqueueMail } from './accounts.jobs.ts';
import { findAccountByEmail, setPassword } from './accounts.store.ts';

/** A log-in younger than this stands for the current password. */
const RECENT_LOGIN_MS = 600_000;

/** Sends the mail that sets a new password; for an unknown address nothing happens, and nobody can tell. */
export const forgotPassword = async (platform: Platform, email: string): Promise<void> => {
  const account = await findAccountByEmail(platform.database, email);
  if (account && account.status !== 'deleted')
    await enqueueMail(platform, platform.database, { kind: 'resetPassword', accountId: account.id });
};

/**
 * Sets a new password with the token of the mail, which also proves the address; ends every session.
 * @throws CodedError TOKEN_INVALID
 */
export const resetPassword = async (platform: Platform, token: string, password: string): Promise<void> => {
  const { database, clock, sessions } = platform;
  const passwordHash = await hashPassword(password);
  await transact(database, undefined, async (trx) => {
    const { accountId } = await useAccountToken(trx, token, 'resetPassword', clock.now());
    await setPassword(trx, accountId, passwordHash, clock.now());
    await trx
      .updateTable('accounts')
      .set({ email_verified_at: clock.now() })
      .where('id', '=', accountId)
      .where('email_verified_at', 'is', null)
      .execute();
    await sessions.revokeAll(trx, accountId);
    await enqueueMail(platform, trx, { kind: 'passwordChanged', accountId });
  });
};

/**
 * Makes sure that it is the account's owner who asks: by the current password, or by a log-in less than ten minutes old.
 * @throws CodedError RECENT_LOGIN_REQUIRED without the current password after ten minutes; CURRENT_PASSWORD_WRONG
 */
export const confirmIdentity = async (
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  viewer: AccountViewer,
  currentPassword: string | undefined,
): Promise<void> => {
  if (currentPassword === undefined) {
    if (clock.now().getTime() - viewer.loggedInAt.getTime() > RECENT_LOGIN_MS) throw new CodedError('RECENT_LOGIN_REQUIRED');
    return;
  }
  const { password_hash } = await database
    .selectFrom('accounts')
    .select('password_hash')
    .where('id', '=', viewer.accountId)
    .executeTakeFirstOrThrow();
  if (!(await verifyPassword(password_hash, currentPassword))) throw new CodedError('CURRENT_PASSWORD_WRONG');
};

/**
 * Changes the own password and ends the other sessions.
 * @throws CodedError RECENT_LOGIN_REQUIRED without the current password after ten minutes; CURRENT_PASSWORD_WRONG
 */
export const changePassword = async (
  platform: Platform,
  viewer: AccountViewer,
  input: { password: string; currentPassword: string | undefined },
): Promise<void> => {
  const { database, clock, sessions } = platform;
  await confirmIdentity(platform, viewer, input.currentPassword);
  const passwordHash = await hashPassword(input.password);
  await transact(database, undefined, async (trx) => {
    await setPassword(trx, viewer.accountId, passwordHash, clock.now());
    await sessions.revokeAll(trx, viewer.accountId, viewer.sessionId);
    await enqueueMail(platform, trx, { kind: 'passwordChanged', accountId: viewer.accountId });
  });
};
