import { CodedError } from '../../platform/errors.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import { forged, verifyWithAny } from '../callback-fields.ts';
import { type CompanyCalls, tryCompany } from '../company-calls.ts';
import type { CallbackAnswer, CallbackOutcome, CardGateway, GatewayCallback, GatewayCheck, OwnAccount, PaymentNotice } from '../gateway.ts';
import type { GatewaySettings } from '../gateway-settings.ts';
import { listTransactions } from './data-extract.ts';
import { createDataLink } from './data-link.ts';
import {
  CURRENCY_CODES,
  type CcbillValues,
  PERIOD_DAYS,
  formAddress,
  refusalOf,
  subAccountNumbers,
  subAccountOf,
  withAccount,
} from './form-address.ts';
import { type Webhook, WITHOUT_EFFECT, claimedSubAccount, declineOf, noticeOfWebhook, verifyWebhook } from './webhooks.ts';

const text = (status: number, body: string): CallbackAnswer => ({ status, type: 'text/plain', body });
/** How often the company repeats a webhook isn't documented: it is told so only where a repetition can succeed. */
const ANSWERS: Readonly<Record<CallbackOutcome, CallbackAnswer>> = {
  done: text(200, 'OK'),
  later: text(503, 'LATER'),
  refused: text(200, 'REFUSED'),
  forged: text(400, 'FORGED'),
  failed: text(503, 'FAILED'),
};

/** Cancellations of ours whose report is awaited, to learn that one follows. */
const MAX_AWAITED = 1000;

export interface CcbillOptions {
  settings: Pick<GatewaySettings, 'values' | 'isComplete'>;
  publicUrl: string;
  /** The site's currency. */
  currency: () => string;
  log: Pick<Log, 'warn'>;
  /** Tells if an order was paid by this payment or sale, to learn what refunds name. */
  findPaid?: (named: { paymentId: string | null; saleId: string | null }) => Promise<'payment' | 'sale' | null>;
  /** Performers' own sub-accounts of a number, as payments were made with them. */
  ownAccounts?: (number: string) => Promise<OwnAccount[]>;
  fetch?: typeof globalThis.fetch;
  timeoutMs?: number;
}

const hasDataLink = (values: CcbillValues): boolean => values.dataLinkUser !== '' && values.dataLinkPassword !== '';

const checkOf = (subject: GatewayCheck['subject'], state: GatewayCheck['state'], detail = ''): GatewayCheck => ({ subject, state, detail });

/** Tries the owner's form: the company answers a wrong digest or parameter with a page of status 500. */
const checkForm = async (calls: CompanyCalls, values: CcbillValues, currency: string): Promise<GatewayCheck[]> => {
  // A valid amount: the form refuses others like a wrong digest.
  const amount = values.minimum ? BigInt(values.minimum) : 1000n;
  const payable = ((amount + 99n) / 100n) * 100n;
  const sample = { amount: payable, currency: currency in CURRENCY_CODES ? currency : 'USD', orderId: 'check', attempt: 1 };
  const monthly = { amount: payable, period: 'month' as const };
  // Sales and subscriptions may have forms and salts of their own.
  for (const recurring of [null, monthly]) {
    const reply = await tryCompany(calls, formAddress(values, { ...sample, recurring }));
    if (reply.status === null) return [checkOf('address', 'failed', reply.failure), checkOf('signature', 'untested')];
    const found = `HTTP ${reply.status}${recurring ? ` (${subAccountOf(values, true).number})` : ''}`;
    if (reply.status === 404) return [checkOf('address', 'failed', found), checkOf('signature', 'untested')];
    if (reply.status >= 400) return [checkOf('address', 'ok', found), checkOf('signature', 'failed', found)];
  }
  return [checkOf('address', 'ok', 'HTTP 200'), checkOf('signature', 'ok', 'HTTP 200')];
};

/** CCBill: a redirect to a form with a digest, webhooks, and refunds and cancellations by DataLink where the owner has set it up. */
export const createCcbillGateway = (options: CcbillOptions): CardGateway & Required<Pick<CardGateway, 'readDecline'>> => {
  const { settings, publicUrl, currency, log, findPaid, ownAccounts, fetch = globalThis.fetch, timeoutMs } = options;
  const values = () => settings.values('ccbill');
  const calls: CompanyCalls = { fetch, log, timeoutMs };
  const dataLink = createDataLink(calls);
  const awaited = new Set<string>();

  /** Adds what only the site's own orders tell: which payment a refund names, and that a cancellation follows our call. */
  const withFacts = async (notice: PaymentNotice): Promise<PaymentNotice> => {
    if (notice.event === 'refunded' && findPaid) {
      const found = await findPaid({ paymentId: notice.paymentId, saleId: notice.saleId });
      if (found) return { ...notice, facts: [...notice.facts, found === 'payment' ? 'refundNamesPayment' : 'refundNamesItself'] };
    }
    if (notice.event === 'subscriptionCancelled' && awaited.delete(notice.subscriptionId ?? ''))
      return { ...notice, facts: [...notice.facts, 'cancellationFollowsCall'] };
    return notice;
  };

  /** Without settings nothing is the company's: an account that isn't entered would equal one that isn't named. */
  const verify = async (callback: GatewayCallback): Promise<{ webhook: Webhook; account: string | null }> => {
    if (!settings.isComplete('ccbill')) throw forged('account');
    const site = values();
    const number = ownAccounts ? claimedSubAccount(callback) : '';
    const own = ownAccounts && !subAccountNumbers(site).includes(number) ? await ownAccounts(number) : [];
    if (own.length === 0) return { webhook: verifyWebhook(site, callback), account: null };
    return verifyWithAny(own, (account) => ({ webhook: verifyWebhook(withAccount(site, account), callback), account: number }));
  };

  return {
    name: 'ccbill',
    get capabilities() {
      const canCall = hasDataLink(values());
      return {
        recurring: true,
        refund: canCall ? ('partial' as const) : ('none' as const),
        refundEndsSubscription: true,
        cancel: canCall ? ('call' as const) : ('page' as const),
        poll: false,
        reports: [],
      };
    },
    isReady: () => settings.isComplete('ccbill'),
    termsOf(charge) {
      const refusal = refusalOf(charge, values());
      if (refusal) return { refusal };
      return { periodDays: charge.recurring && PERIOD_DAYS[charge.recurring.period], statement: values().statement };
    },
    async openPayment(request) {
      if (!settings.isComplete('ccbill') || refusalOf(request, values())) throw new CodedError('GATEWAY_UNAVAILABLE');
      return { handle: null, url: formAddress(withAccount(values(), request.account), request), until: null };
    },
    // The company closes no forms. A late payment is reported, and refunded.
    closePayment: () => Promise.resolve(),
    // A form has no id before it is paid, and the company finds sales only by theirs.
    poll: () => Promise.resolve(null),
    async readCallback(callback) {
      const { webhook, account } = await verify(callback);
      const notice = noticeOfWebhook(webhook, account);
      if (notice) return [await withFacts(notice)];
      if (!WITHOUT_EFFECT.includes(webhook.event))
        log.warn({ gateway: 'ccbill', event: webhook.event }, 'a card company’s event has no effect here');
      return [];
    },
    readDecline: async (callback) => declineOf((await verify(callback)).webhook),
    answer: (outcome) => ANSWERS[outcome],
    async refund(request) {
      const now = withAccount(values(), request.account);
      if (hasDataLink(now)) return dataLink.refund(now, request);
      if (request.account) return 'byOwner';
      throw new CodedError('ORDER_STATE');
    },
    async cancelSubscription(subscriptionId, account) {
      const now = withAccount(values(), account);
      if (!hasDataLink(now)) return { redirectUrl: now.consumerAddress };
      if (awaited.size < MAX_AWAITED) awaited.add(subscriptionId);
      await dataLink.cancel(now, subscriptionId);
      return { redirectUrl: null };
    },
    async listPeriod(from, until) {
      const now = values();
      if (!settings.isComplete('ccbill') || !hasDataLink(now))
        return { notices: [], unread: [], until: from, failure: { reason: 'notSetUp', detail: '' } };
      return listTransactions(calls, now, currency(), { from, until });
    },
    cardPageOf: () => values().consumerAddress || null,
    async check() {
      const now = values();
      if (!settings.isComplete('ccbill')) return [checkOf('keys', 'failed')];
      const isSupported = currency() in CURRENCY_CODES;
      const logIn = hasDataLink(now) ? await dataLink.tryOut(now) : undefined;
      return [
        checkOf('keys', 'ok', `${publicUrl}/api/gateways/ccbill/callback`),
        ...(await checkForm(calls, now, currency())),
        logIn ? checkOf('credentials', logIn.isRight ? 'ok' : 'failed', logIn.detail) : checkOf('credentials', 'untested'),
        checkOf('currency', isSupported ? 'ok' : 'failed', isSupported ? '' : Object.keys(CURRENCY_CODES).join(' ')),
      ];
    },
  };
};
