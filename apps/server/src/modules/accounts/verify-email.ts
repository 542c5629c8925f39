import { recordEvent, transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { useAccountToken, wasUsedToVerify } from './account-tokens.ts';
import { enqueueMail } from './account-mails.ts';

/** Sends the verification mail again. For unknown or verified addresses no mail is sent, with the same response and timing. */
export const resendVerification = (platform: Platform, email: string): Promise<void> =>
  enqueueMail(platform, platform.database, { kind: 'verifyEmail', address: email });

/** A link that is opened again changes nothing. @throws CodedError TOKEN_INVALID */
export const verifyEmail = async (platform: Platform, token: string): Promise<void> => {
  const { database, clock } = platform;
  if (await wasUsedToVerify(database, token)) return;
  await transact(database, undefined, async (trx) => {
    const { accountId } = await useAccountToken(trx, token, ['verifyEmail'], clock.now());
    await trx
      .updateTable('accounts')
      .set({ email_verified_at: clock.now(), updated_at: clock.now() })
      .where('id', '=', accountId)
      .execute();
    await recordEvent(trx, 'accounts.emailVerified', { accountId });
  });
};
