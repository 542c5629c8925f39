import { CodedError } from '../../platform/errors.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import { forged, verifyWithAny } from '../callback-fields.ts';
import { type CompanyCalls, tryCompany } from '../company-calls.ts';
import type {
  CallbackAnswer,
  CallbackOutcome,
  CardGateway,
  GatewayCallback,
  GatewayCapabilities,
  GatewayCheck,
  OwnAccount,
  PaymentRef,
} from '../gateway.ts';
import type { GatewaySettings } from '../gateway-settings.ts';
import { createStatusCalls } from './ask-status.ts';
import { noticeOfPostback, verifyPostback } from './postbacks.ts';
import {
  CURRENCIES,
  type VerotelValues,
  baseOf,
  isKnownBrand,
  referenceOf,
  refusalOf,
  shopAddress,
  startOrderAddress,
  withShop,
} from './start-order.ts';
import { noticeOfStatus, noticesSince } from './status.ts';

const CAPABILITIES: GatewayCapabilities = {
  recurring: true,
  // Refunds by a call need an interface that the company opens on request, without public documents.
  refund: 'none',
  refundEndsSubscription: true,
  cancel: 'page',
  poll: true,
  reports: [],
};

const answerOf = (status: number, body: string): CallbackAnswer => ({ status, type: 'text/plain', body });
/** The company repeats a postback until it is answered with exactly `OK`. */
const ANSWERS: Readonly<Record<CallbackOutcome, CallbackAnswer>> = {
  done: answerOf(200, 'OK'),
  later: answerOf(503, 'LATER'),
  refused: answerOf(500, 'REFUSED'),
  forged: answerOf(400, 'FORGED'),
  failed: answerOf(503, 'FAILED'),
};

export interface VerotelOptions {
  settings: Pick<GatewaySettings, 'values' | 'isComplete' | 'confirm'>;
  publicUrl: string;
  /** The site's currency. */
  currency: () => string;
  log: Pick<Log, 'warn'>;
  /** Performers' own shops of a number, as payments were made with them. */
  ownAccounts?: (number: string) => Promise<OwnAccount[]>;
  fetch?: typeof globalThis.fetch;
  timeoutMs?: number;
}

const checkOf = (subject: GatewayCheck['subject'], state: GatewayCheck['state'], detail = ''): GatewayCheck => ({ subject, state, detail });

/** Verotel FlexPay: a signed redirect to the company's page, signed GET callbacks, and a status call. */
export const createVerotelGateway = ({
  settings,
  publicUrl,
  currency,
  log,
  ownAccounts,
  fetch = globalThis.fetch,
  timeoutMs,
}: VerotelOptions): CardGateway => {
  const values = () => settings.values('verotel');
  const calls: CompanyCalls = { fetch, log, timeoutMs };
  const statusCalls = createStatusCalls(calls);

  /** @returns with `shop` for a postback of a performer's own one. @throws CodedError SIGNATURE_INVALID */
  const verify = async (callback: GatewayCallback): Promise<ReturnType<typeof verifyPostback> & { shop?: VerotelValues }> => {
    const site = values();
    const number = callback.query.get('shopID') ?? '';
    const own = ownAccounts && number !== site.shopId ? await ownAccounts(number) : [];
    if (own.length === 0) return verifyPostback(site, callback);
    return verifyWithAny(own, (account) => {
      const shop = withShop(site, account);
      return { ...verifyPostback(shop, callback), shop };
    });
  };

  return {
    name: 'verotel',
    capabilities: CAPABILITIES,
    isReady: () => settings.isComplete('verotel'),
    termsOf(charge) {
      const refusal = refusalOf(charge, values());
      return refusal ? { refusal } : { periodDays: null, statement: values().statement };
    },
    async openPayment(request) {
      if (!settings.isComplete('verotel') || refusalOf(request, values())) throw new CodedError('GATEWAY_UNAVAILABLE');
      return { handle: null, url: startOrderAddress(withShop(values(), request.account), request), until: null };
    },
    // The company closes no pages. A late payment is reported, and refunded.
    closePayment: () => Promise.resolve(),
    async poll(payment: PaymentRef) {
      if (!settings.isComplete('verotel')) return null;
      const reference = referenceOf(payment);
      const status = await statusCalls.ask(withShop(values(), payment.account), reference);
      if (status.state === 'none') return null;
      await settings.confirm('verotel', ['statusReadable']);
      return noticeOfStatus(status.fields, reference, payment.account?.number);
    },
    async readCallback(callback) {
      if (!settings.isComplete('verotel')) throw forged('account');
      const { fields, facts, shop } = await verify(callback);
      const notice = noticeOfPostback(fields, facts, shop?.shopId);
      if (notice && shop) await statusCalls.assertPaid(shop, fields.get('referenceID') ?? '', notice);
      if (!notice) log.warn({ gateway: 'verotel', event: fields.get('event')?.slice(0, 40) }, 'a card company’s event has no effect here');
      return notice ? [notice] : [];
    },
    answer: (outcome) => ANSWERS[outcome],
    refund: () => Promise.reject(new CodedError('ORDER_STATE')),
    cancelSubscription: async (saleId, account) => ({
      redirectUrl: shopAddress(withShop(values(), account), '/cancel-subscription', { saleID: saleId }),
    }),
    async askSubscription(saleId, paidUntil, account) {
      if (!settings.isComplete('verotel')) throw new CodedError('GATEWAY_UNAVAILABLE');
      const status = await statusCalls.askSale(withShop(values(), account), saleId);
      return status.state === 'none' ? [] : noticesSince(status.fields, paidUntil, account?.number);
    },
    cardPageOf: () => null,
    async check() {
      const now = values();
      if (!settings.isComplete('verotel')) return [checkOf('keys', 'failed')];
      const isKnown = now.baseAddress !== '' || isKnownBrand(now);
      const isSupported = CURRENCIES.includes(currency());
      const page = await tryCompany(calls, baseOf(now));
      const isThere = page.status !== null && page.status < 500;
      return [
        checkOf('keys', isKnown ? 'ok' : 'failed', isKnown ? `${publicUrl}/api/gateways/verotel/callback` : now.customerId.slice(0, 4)),
        checkOf('address', isThere ? 'ok' : 'failed', page.status === null ? page.failure : `HTTP ${page.status}`),
        isThere ? await statusCalls.check(now) : checkOf('credentials', 'untested'),
        checkOf('currency', isSupported ? 'ok' : 'failed', isSupported ? '' : CURRENCIES.join(' ')),
      ];
    },
  };
};
