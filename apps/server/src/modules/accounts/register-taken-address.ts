import type { Trx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { enqueueMail } from './account-mails.ts';
import { findAccountByEmail } from './accounts.store.ts';
import { storeAttempt } from './registration-attempts.store.ts';

/**
 * The end of a registration whose address has an account: the attempt is stored, so that it logs in like any unverified account, and the
 * address's owner gets a mail. No response tells that the address is taken.
 * @throws CodedError USERNAME_TAKEN
 */
export const registerTakenAddress = async (
  platform: Platform,
  trx: Trx,
  attempt: { username: string; email: string; passwordHash: string },
): Promise<void> => {
  const owner = await findAccountByEmail(trx, attempt.email);
  if (!owner) return;
  await storeAttempt(trx, { ...attempt, at: platform.clock.now() }, owner.email_verified_at !== null);
  await enqueueMail(platform, trx, { kind: 'addressInUse', accountId: owner.id });
};
