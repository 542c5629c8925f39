import type { PasskeyAssertion } from '@stagedoor/contract/passkeys';
import { confirmationsOf, confirmedUntil } from '../../platform/auth/step-up.ts';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { confirmCode, confirmPassword } from './confirm-owner.ts';
import { consumeAssertion } from './passkey-assertions.ts';

interface Confirmations {
  methods: ReturnType<typeof confirmationsOf>;
  until: string | null;
}

/** How the owner can confirm that it is them, and how long the last confirmation counts. */
export const getConfirmations = async (platform: Platform, viewer: AccountViewer): Promise<Confirmations> => {
  const confirmedAt = (await platform.sessions.readConfirmedAt(viewer.sessionId)) ?? viewer.confirmedAt;
  const until = confirmedUntil(confirmedAt, platform.clock.now());
  return { methods: confirmationsOf(viewer), until: until?.toISOString() ?? null };
};

/**
 * Confirms within a session that it is the owner's (step-up): by a passkey or a code where the account has a second factor, else by the password.
 * @throws CodedError RECENT_LOGIN_REQUIRED without a method that the account can confirm by; CURRENT_PASSWORD_WRONG, TWO_FACTOR_INVALID, PASSKEY_INVALID,
 * LOG_IN_PAUSED
 */
export const confirmSession = async (
  platform: Platform,
  viewer: AccountViewer,
  given: { password?: string | undefined; code?: string | undefined; passkey?: PasskeyAssertion | undefined },
): Promise<Confirmations> => {
  const methods = confirmationsOf(viewer);
  if (given.passkey && methods.includes('passkey')) {
    const { account_id } = await consumeAssertion(platform, given.passkey, { purpose: 'confirm', sessionId: viewer.sessionId });
    if (account_id !== viewer.accountId) throw new CodedError('PASSKEY_INVALID');
  } else if (given.code !== undefined && methods.includes('code')) await confirmCode(platform, viewer, given.code);
  else if (given.password !== undefined && methods.includes('password')) await confirmPassword(platform, viewer.accountId, given.password);
  else throw new CodedError('RECENT_LOGIN_REQUIRED', { methods });
  await platform.sessions.confirm(platform.database, viewer.sessionId);
  return getConfirmations(platform, viewer);
};
