import type { NotMeCause } from '@stagedoor/contract/not-me.values';
import type { OrderKind } from '@stagedoor/contract/payments.values';
import type { PayoutMethod } from '@stagedoor/contract/payouts.values';
import type { Locale } from '@stagedoor/contract/texts/text';
import type { Executor } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';

/** Mails to an account. With an address instead of an account id, the mail goes to the account with that address, if any. */
export type AccountMail =
  | {
      kind:
        | 'verifyEmail'
        | 'resetPassword'
        | 'addressInUse'
        | 'passwordChanged'
        | 'emailChangeRequested'
        | 'applicationApproved'
        | 'twoFactorOn'
        | 'twoFactorOff'
        | 'exportReady'
        | 'deletionTakenBack'
        | 'payoutDetailsChanged'
        | 'accountRestored'
        | 'twoFactorReset'
        | 'recoveryCodesRenewed'
        | 'payoutsReleased'
        | 'adminInvited';
      accountId: string;
    }
  | { kind: 'verifyEmail' | 'resetPassword'; address: string }
  /** About a subscription's payment; amounts are hundredths as digits. */
  | {
      kind: 'renewalSoon' | 'renewalFailed' | 'renewalLimited' | 'planChanged';
      accountId: string;
      values: { performer: string; tokens: string; money: string; currency: string; date: string };
    }
  /** A card was declined for a subscription's renewal: the company, and when it tries again, if it says so. */
  | {
      kind: 'renewalDeclined';
      accountId: string;
      values: {
        performer: string;
        tokens: string;
        money: string;
        currency: string;
        date: string;
        gateway: string;
        nextTryAt: string | null;
      };
    }
  /** A card was charged for what was paid already or had ended: the money goes back. */
  | { kind: 'paymentReturned'; accountId: string; values: { money: string; currency: string; gateway: string } }
  /** A refund, to the wallet or to the card; amounts are hundredths as digits. For a top-up, the tokens were taken from the wallet. */
  | {
      kind: 'orderRefunded';
      accountId: string;
      values: { order: OrderKind; title: string; tokens: string; money: string; currency: string; to: 'wallet' | 'card'; closed: boolean };
    }
  /** Payout details were changed, which holds payouts until an instant; `destination` is masked. */
  | { kind: 'payoutDetailsHeld'; accountId: string; values: { method: PayoutMethod; destination: string; until: string } }
  /** A log-in from a browser that the account hasn’t used; the country has two letters. */
  | { kind: 'newBrowser'; accountId: string; values: { browser: string | null; system: string | null; country: string | null } }
  /** After “This wasn’t me”: with the link for a new password. */
  | { kind: 'accountSecured'; accountId: string }
  /** To the other owners. */
  | { kind: 'ownerProposed'; accountId: string; values: { person: string; by: string } }
  | { kind: 'safetyChanged'; accountId: string; values: { settings: string[]; by: string } }
  | { kind: 'safetyChangedOnServer'; accountId: string; values: { settings: string[] } }
  | { kind: 'passkeyAdded' | 'passkeyRemoved'; accountId: string; values: { passkey: string } }
  /** An admin ended its renewal; access lasts to the date. */
  | { kind: 'subscriptionCancelled'; accountId: string; values: { performer: string; date: string } }
  /** The statement of reasons of a measure (modules/restrictions). */
  | {
      kind: 'feedTakenDown' | 'itemRejected' | 'accountSuspended' | 'contentHidden' | 'contentRemoved' | 'showStopped' | 'accountWarned';
      accountId: string;
      restrictionId: string;
    }
  | { kind: 'applicationRejected'; accountId: string; reasons: string[]; note: string }
  /** To the requested address; if it is taken, to its owner instead. */
  | { kind: 'changeEmail'; accountId: string; newAddress: string; sessionId: string }
  /** To the address that was the account's until now. */
  | { kind: 'emailChanged'; accountId: string; oldAddress: string }
  | { kind: 'deletionRequested'; accountId: string; deletesAt: string }
  /** To a person whose account has been erased. */
  | { kind: 'accountDeleted'; to: { email: string; name: string; locale: Locale } };

export const MAIL_TASK = 'accounts:sendMail';

const CAUSES: Partial<Record<AccountMail['kind'], NotMeCause>> = {
  newBrowser: 'newBrowser',
  emailChangeRequested: 'emailChangeRequested',
  emailChanged: 'emailChanged',
  passwordChanged: 'passwordChanged',
  twoFactorOn: 'twoFactorOn',
  twoFactorOff: 'twoFactorOff',
  twoFactorReset: 'twoFactorReset',
  recoveryCodesRenewed: 'recoveryCodesRenewed',
  passkeyAdded: 'passkeyAdded',
  passkeyRemoved: 'passkeyRemoved',
  payoutDetailsChanged: 'payoutDetails',
  payoutDetailsHeld: 'payoutDetails',
};

/** The event of a mail that has the link “This wasn’t me”. */
export const causeOf = (kind: AccountMail['kind']): NotMeCause | undefined => CAUSES[kind];

/** An event that a mail is about, as it was when the mail was enqueued. */
export interface MailEvent {
  /** When it happened; only for events about an account's safety. */
  at?: string;
  /** The account's address then: a thief who changes it afterwards must not get the mail. */
  address?: string;
}

const addressOf = async (executor: Executor, accountId: string): Promise<string | undefined> =>
  (await executor.selectFrom('accounts').select('email').where('id', '=', accountId).executeTakeFirst())?.email;

/**
 * Enqueues a mail to an account, in the transaction that causes it. Links are created when it is sent.
 * @param at when the event happened
 */
export const enqueueMail = async (platform: Platform, executor: Executor, mail: AccountMail, at = platform.clock.now()): Promise<void> => {
  const isAboutSafety = causeOf(mail.kind) !== undefined && 'accountId' in mail;
  const address = isAboutSafety ? await addressOf(executor, mail.accountId) : undefined;
  const event: MailEvent = isAboutSafety ? { at: at.toISOString(), ...(address ? { address } : {}) } : {};
  await platform.jobs.enqueue(executor, MAIL_TASK, { ...mail, ...(isAboutSafety ? { event } : {}) });
};
