import type { OrderKind } from '@stagedoor/contract/payments';
import type { Locale } from '@stagedoor/contract/texts/text';
import type { Executor } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';

/** What an account is told by mail. With an address instead of an account, whoever has it is written to, if anybody has. */
export type AccountMail =
  | {
      kind:
        | 'verifyEmail'
        | 'resetPassword'
        | 'addressInUse'
        | 'passwordChanged'
        | 'applicationApproved'
        | 'twoFactorOn'
        | 'twoFactorOff'
        | 'exportReady'
        | 'deletionTakenBack'
        | 'payoutDetailsChanged'
        | 'accountRestored'
        | 'twoFactorReset'
        | 'adminInvited';
      accountId: string;
    }
  | { kind: 'verifyEmail' | 'resetPassword'; address: string }
  | { kind: 'accountSuspended'; accountId: string; reason: string; note: string }
  /** Of a subscription's payment; amounts are hundredths as digits. */
  | {
      kind: 'renewalSoon' | 'renewalFailed';
      accountId: string;
      values: { performer: string; tokens: string; money: string; currency: string; date: string };
    }
  /** What was given back, to the wallet or to the card; amounts are hundredths as digits. Of a top-up, the tokens left the wallet. */
  | {
      kind: 'orderRefunded';
      accountId: string;
      values: { order: OrderKind; title: string; tokens: string; money: string; currency: string; to: 'wallet' | 'card'; closed: boolean };
    }
  /** An admin ended its renewal; access lasts to the date. */
  | { kind: 'subscriptionCancelled'; accountId: string; values: { performer: string; date: string } }
  | { kind: 'feedTakenDown'; accountId: string; feedId: string; reason: string; note: string }
  | { kind: 'applicationRejected'; accountId: string; reasons: string[]; note: string }
  /** To the address that is asked for; when it is taken, its owner is told instead. */
  | { kind: 'changeEmail'; accountId: string; newAddress: string }
  /** To the address that was the account's until now. */
  | { kind: 'emailChanged'; accountId: string; oldAddress: string }
  | { kind: 'deletionRequested'; accountId: string; deletesAt: string }
  /** To somebody whom nothing here remembers. */
  | { kind: 'accountDeleted'; to: { email: string; name: string; locale: Locale } };

export const MAIL_TASK = 'accounts:sendMail';

/** Sends a mail to an account, in the transaction of the fact it tells of. Links are made when it is sent. */
export const enqueueMail = (platform: Platform, executor: Executor, mail: AccountMail): Promise<void> =>
  platform.jobs.enqueue(executor, MAIL_TASK, { ...mail });
