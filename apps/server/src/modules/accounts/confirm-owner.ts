import type { AccountViewer } from '../../platform/auth/viewer.ts';
import { assertStepUp } from '../../platform/auth/step-up.ts';
import { verifyPassword } from '../../platform/auth/passwords.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { countFailure, assertAttemptsLeft } from './log-in-failures.store.ts';
import { bucketOf } from './log-in.rules.ts';
import { consumeCode } from './two-factor.store.ts';

/**
 * Verifies that the caller is the account's owner, and not somebody who found an open session or guessed the password.
 * @param password the current one; undefined when a log-in or a confirmation less than ten minutes old may replace it
 * @throws CodedError RECENT_LOGIN_REQUIRED without such a confirmation, where no password was given or the account has a second factor;
 * CURRENT_PASSWORD_WRONG; LOG_IN_PAUSED
 */
export const confirmOwner = async (platform: Platform, viewer: AccountViewer, password: string | undefined): Promise<void> => {
  if (password === undefined) return assertStepUp(platform, viewer);
  await confirmPassword(platform, viewer.accountId, password);
  if (viewer.hasTwoFactor) await assertStepUp(platform, viewer);
};

/** @throws CodedError CURRENT_PASSWORD_WRONG, LOG_IN_PAUSED */
export const confirmPassword = async ({ database, clock }: Platform, accountId: string, password: string): Promise<void> => {
  const now = clock.now();
  const buckets = [bucketOf('confirmation', accountId)];
  await assertAttemptsLeft(database, buckets, now);
  const { password_hash } = await database
    .selectFrom('accounts')
    .select('password_hash')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (await verifyPassword(password_hash, password)) return;
  await countFailure(database, buckets, now);
  throw new CodedError('CURRENT_PASSWORD_WRONG');
};

/**
 * Verifies and consumes a code of the owner's second factor, within a session.
 * @param consume consumes the code; by default one of the app or a recovery code
 * @throws CodedError TWO_FACTOR_INVALID, LOG_IN_PAUSED
 */
export const confirmCode = async (
  platform: Platform,
  { accountId, sessionId }: Pick<AccountViewer, 'accountId' | 'sessionId'>,
  code: string,
  consume: () => Promise<boolean> = () => consumeCode(platform, accountId, code),
): Promise<void> => {
  const now = platform.clock.now();
  const buckets = [bucketOf('confirmation', accountId), bucketOf('sessionCode', sessionId)];
  await assertAttemptsLeft(platform.database, buckets, now);
  if (await consume()) return;
  await countFailure(platform.database, buckets, now);
  throw new CodedError('TWO_FACTOR_INVALID');
};
