import type { AccountViewer } from '../../platform/auth/viewer.ts';
import { verifyPassword } from '../../platform/auth/passwords.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { countFailure, refuseExhausted } from './log-in-failures.store.ts';
import { bucketOf } from './log-in.rules.ts';
import { takeCode } from './two-factor.store.ts';

/** A log-in younger than this stands for the current password. */
const RECENT_LOGIN_MS = 600_000;

/**
 * Makes sure that it is the account's owner who asks, and not somebody who found an open session.
 * @param password the current one; undefined when a log-in less than ten minutes old may stand for it
 * @throws CodedError RECENT_LOGIN_REQUIRED without the password after ten minutes; CURRENT_PASSWORD_WRONG; LOG_IN_PAUSED
 */
export const confirmOwner = async (platform: Platform, viewer: AccountViewer, password: string | undefined): Promise<void> => {
  const { database, clock } = platform;
  const now = clock.now();
  if (password === undefined) {
    if (now.getTime() - viewer.loggedInAt.getTime() > RECENT_LOGIN_MS) throw new CodedError('RECENT_LOGIN_REQUIRED');
    return;
  }
  const buckets = [bucketOf('confirmation', viewer.accountId)];
  await refuseExhausted(database, buckets, now);
  const { password_hash } = await database
    .selectFrom('accounts')
    .select('password_hash')
    .where('id', '=', viewer.accountId)
    .executeTakeFirstOrThrow();
  if (await verifyPassword(password_hash, password)) return;
  await countFailure(database, buckets, now);
  throw new CodedError('CURRENT_PASSWORD_WRONG');
};

/**
 * Takes a code of the owner's second factor, within a session.
 * @param take takes it; the app's or a recovery code unless said
 * @throws CodedError TWO_FACTOR_INVALID, LOG_IN_PAUSED
 */
export const confirmCode = async (
  platform: Platform,
  accountId: string,
  code: string,
  take: () => Promise<boolean> = () => takeCode(platform, accountId, code),
): Promise<void> => {
  const now = platform.clock.now();
  const buckets = [bucketOf('confirmation', accountId)];
  await refuseExhausted(platform.database, buckets, now);
  if (await take()) return;
  await countFailure(platform.database, buckets, now);
  throw new CodedError('TWO_FACTOR_INVALID');
};
