import type { AccountViewer } from '../../platform/auth/viewer.ts';
import { type Trx, recordEvent, transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { accountOfToken, endTokens, useAccountToken } from './account-tokens.ts';
import { enqueueMail } from './account-mails.ts';
import { setPassword } from './accounts.store.ts';
import { confirmOwner } from './confirm-owner.ts';
import { cookieWith, keepDevice } from './devices.store.ts';
import { hashNewPassword, passwordOwner } from './new-password.ts';

/** Sends the mail for setting a new password. For an unknown address no mail is sent, with the same response and timing. */
export const forgotPassword = (platform: Platform, email: string): Promise<void> =>
  enqueueMail(platform, platform.database, { kind: 'resetPassword', address: email });

/**
 * Gives an account a new password, which ends every session and invalidates older links. Its owner gets a mail. A second factor stays.
 * @param passwordHash by `hashNewPassword`
 */
export const replacePassword = async (platform: Platform, trx: Trx, accountId: string, passwordHash: string): Promise<void> => {
  const now = platform.clock.now();
  await setPassword(trx, accountId, passwordHash, now);
  await platform.sessions.revokeAll(trx, accountId);
  // A change of address that somebody else asked for must not be confirmed afterwards.
  await endTokens(trx, accountId, ['resetPassword', 'invitation', 'changeEmail'], now);
  await enqueueMail(platform, trx, { kind: 'passwordChanged', accountId });
  await recordEvent(trx, 'accounts.secured', { accountId, what: 'password' });
};

/**
 * Sets a new password with the token of the mail, which also proves the address; ends every session. A second factor stays. The browser
 * becomes known to the account, so that it isn't locked out while attackers guess.
 * @returns the browser's new device cookie
 * @throws CodedError TOKEN_INVALID; FieldsError for a guessable or leaked password, with which the token stays valid
 */
export const resetPassword = async (
  platform: Platform,
  token: string,
  password: string,
  browser: { deviceCookie: string | undefined; userAgent: string },
): Promise<string> => {
  const { database, clock } = platform;
  const owner = await passwordOwner(database, await accountOfToken(database, token, ['resetPassword', 'invitation'], clock.now()));
  const passwordHash = await hashNewPassword(platform, password, owner);
  return transact(database, undefined, async (trx) => {
    const { accountId } = await useAccountToken(trx, token, ['resetPassword', 'invitation'], clock.now());
    await replacePassword(platform, trx, accountId, passwordHash);
    await trx
      .updateTable('accounts')
      .set({ email_verified_at: clock.now() })
      .where('id', '=', accountId)
      .where('email_verified_at', 'is', null)
      .execute();
    const device = await keepDevice(trx, accountId, { userAgent: browser.userAgent, now: clock.now() });
    return cookieWith(device, browser.deviceCookie);
  });
};

/**
 * Changes the account's password and ends its other sessions.
 * @throws CodedError RECENT_LOGIN_REQUIRED without the current password after ten minutes; CURRENT_PASSWORD_WRONG, LOG_IN_PAUSED;
 * FieldsError for a guessable or leaked password
 */
export const changePassword = async (
  platform: Platform,
  viewer: AccountViewer,
  input: { password: string; currentPassword: string | undefined },
): Promise<void> => {
  const { database, clock, sessions } = platform;
  await confirmOwner(platform, viewer, input.currentPassword);
  const passwordHash = await hashNewPassword(platform, input.password, await passwordOwner(database, viewer.accountId));
  await transact(database, undefined, async (trx) => {
    await setPassword(trx, viewer.accountId, passwordHash, clock.now());
    await sessions.revokeAll(trx, viewer.accountId, viewer.sessionId);
    await endTokens(trx, viewer.accountId, ['resetPassword', 'changeEmail'], clock.now());
    await enqueueMail(platform, trx, { kind: 'passwordChanged', accountId: viewer.accountId });
    await recordEvent(trx, 'accounts.secured', { accountId: viewer.accountId, what: 'password' });
  });
};
