import { createHash } from 'node:crypto';
import type { GatewayFact } from '@stagedoor/contract/gateways.values';
import { type CallbackFields, fieldsOf, forged, storedFields } from '../callback-fields.ts';
import { isAllowedSender } from '../callback-senders.ts';
import { endOfDay, instantOf } from '../company-days.ts';
import { amountOf, returnedAmountOf } from '../decimal-amounts.ts';
import type { Decline, GatewayCallback, PaymentNotice } from '../gateway.ts';
import { noticeOf } from '../notices.ts';
import { isResponseDigest } from './digest.ts';
import { type CcbillValues, currencyOfCode, subAccountNumbers, subAccountOf } from './form-address.ts';

const GATEWAY = 'ccbill';

/** Phoenix, whose time the company writes without naming it; its days end there after those in UTC and in Europe. */
const ZONE = -7;
const dayOf = (text: string | undefined): Date | null => endOfDay(text, ZONE);

const STORED = [
  'eventType',
  'transactionId',
  'subscriptionId',
  'clientSubacc',
  'timestamp',
  'billedInitialPrice',
  'billedRecurringPrice',
  'billedCurrencyCode',
  'billedAmount',
  'billedCurrency',
  'amount',
  'currency',
  'currencyCode',
  'initialPeriod',
  'recurringPeriod',
  'rebills',
  'nextRenewalDate',
  'renewalDate',
  'nextRetryDate',
  'paymentType',
  'cardType',
  'cardSubType',
  'prePaid',
  'threeDSecure',
  'reason',
  'source',
  'failureReason',
  'failureCode',
  'orderRef',
  'attempt',
];

/** A verified webhook: its event, its fields, and what it shows of the protocol. */
export interface Webhook {
  event: string;
  fields: CallbackFields;
  facts: readonly GatewayFact[];
}

/** Numbers stay as they were written: prices keep their zeros, ids of 18 digits their last ones. */
const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text, (_name, value, context?: { source?: string }) => (typeof value === 'number' ? context?.source : value));
  } catch {
    throw forged('fields');
  }
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const textsOf = (object: Record<string, unknown>): [string, string][] =>
  Object.entries(object).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' || typeof value === 'boolean' ? [[name, String(value)]] : [],
  );

/** Parameters of ours come back prefixed, or within one object. */
const PREFIX = /^X-/i;
const passedThrough = (entries: readonly [string, string][]): [string, string][] =>
  entries.map(([name, value]): [string, string] => [name.replace(PREFIX, ''), value]).filter(([name]) => OWN.includes(name));
const OWN = ['orderRef', 'attempt'];

/** Reads the body as JSON or as a form, whatever it says to be: the owner chooses the format at the company. */
const readBody = (body: Buffer): { fields: Map<string, string>; facts: GatewayFact[] } => {
  const text = body.toString('utf8').trim();
  if (text === '') throw forged('fields');
  const isJson = text.startsWith('{');
  const parsed: unknown = isJson ? parseJson(text) : {};
  if (!isRecord(parsed)) throw forged('fields');
  const entries = isJson ? textsOf(parsed) : [...new URLSearchParams(text)];
  const prefixed = passedThrough(entries.filter(([name]) => PREFIX.test(name)));
  const inForm = entries.flatMap(([name, value]): [string, string][] => {
    const inner = /^passThrough\[([\w-]+)\]$/.exec(name)?.[1];
    return inner ? [[inner, value]] : [];
  });
  const nested = passedThrough(isRecord(parsed['passThrough']) ? textsOf(parsed['passThrough']) : inForm);
  // Without a prefix, these names aren't the company's.
  const fields = fieldsOf(entries.filter(([name]) => !PREFIX.test(name) && !OWN.includes(name)));
  for (const [name, value] of fieldsOf(prefixed.length > 0 ? prefixed : nested)) fields.set(name, value);
  return {
    fields,
    facts: [
      isJson ? 'bodyIsJson' : 'bodyIsForm',
      ...(prefixed.length > 0 ? (['passThroughPrefixed'] as const) : []),
      ...(nested.length > 0 ? (['passThroughNested'] as const) : []),
    ],
  };
};

/** New sales are reported with a digest; all other events are known by their sender, the account and their subscription. */
const verifyDigest = (event: string, fields: CallbackFields, values: CcbillValues): void => {
  if (event !== 'NewSaleSuccess' && event !== 'NewSaleFailure') return;
  const number = fields.get('clientSubacc');
  const salts = [subAccountOf(values, false), subAccountOf(values, true)]
    .filter((account) => account.number === number)
    .map(({ salt }) => salt);
  const isApproved = event.endsWith('Success');
  const ids = isApproved ? [fields.get('subscriptionId')] : [fields.get('denialId'), fields.get('transactionId')];
  const given = fields.get('dynamicPricingValidationDigest') ?? fields.get('responseDigest');
  if (!isResponseDigest(given, { ids, isApproved, salts: [...salts, values.previousSalt] })) throw forged('digest');
};

/** The sub-account that a webhook says it is about, before anything is verified. @throws CodedError SIGNATURE_INVALID when it can't be read */
export const claimedSubAccount = ({ query, body }: GatewayCallback): string =>
  query.get('clientSubacc') ?? readBody(body).fields.get('clientSubacc') ?? '';

/** Reads a webhook. @throws CodedError SIGNATURE_INVALID unless the company sent it about one of the owner's sub-accounts */
export const verifyWebhook = (values: CcbillValues, { method, query, body, ip }: GatewayCallback): Webhook => {
  if (method !== 'POST') throw forged('method');
  if (!isAllowedSender(ip, values.callbackNetworks)) throw forged('network');
  const { fields, facts } = readBody(body);
  const inQuery = fieldsOf([...query].filter(([name]) => ['eventType', 'clientAccnum', 'clientSubacc'].includes(name)));
  const eventInBody = fields.get('eventType');
  // The company's address may repeat what the body says, but not contradict it.
  for (const [name, value] of inQuery) {
    if (fields.has(name) && fields.get(name) !== value) throw forged('fields');
    fields.set(name, value);
  }
  const event = fields.get('eventType') ?? '';
  if (!/^[A-Za-z]{3,40}$/.test(event)) throw forged('fields');
  if (fields.get('clientAccnum') !== values.accountNumber) throw forged('account');
  if (!subAccountNumbers(values).includes(fields.get('clientSubacc') ?? '')) throw forged('account');
  verifyDigest(event, fields, values);
  const places: GatewayFact[] = [
    ...(inQuery.has('eventType') ? (['eventTypeInQuery'] as const) : []),
    ...(eventInBody ? (['eventTypeInBody'] as const) : []),
  ];
  return { event, fields, facts: [...places, ...facts] };
};

const idOf = (fields: CallbackFields, name: string): string => {
  const id = fields.get(name) ?? '';
  if (!/^\w{1,40}$/.test(id)) throw forged('fields');
  return id;
};

const currencyIn = (fields: CallbackFields, codeName: string, name: string): string | undefined => {
  const currency = currencyOfCode(fields.get(codeName)) ?? fields.get(name)?.toUpperCase();
  return currency && /^[A-Z]{3}$/.test(currency) ? currency : undefined;
};

/** Stands for the card: the company's own hash, hashed again for this site, so that it can't be compared with other sites'. */
const cardMarkOf = (fields: CallbackFields): string | null => {
  const account = fields.get('paymentAccount');
  return account ? createHash('sha256').update(`ccbill card\n${account}`).digest('hex').slice(0, 32) : null;
};

type Told = Partial<PaymentNotice> & Pick<PaymentNotice, 'event' | 'eventKey'>;
type Reader = (fields: CallbackFields) => Told | null;

const isPositive = (text: string | undefined): boolean => Number(text ?? 0) > 0;

/** One-time sales have a subscription at the company, too, but it renews nothing. */
const isRecurring = (fields: CallbackFields): boolean =>
  isPositive(fields.get('rebills')) ||
  isPositive(fields.get('billedRecurringPrice')) ||
  isPositive(fields.get('subscriptionRecurringPrice'));

const readSale: Reader = (fields) => {
  const [paymentId, saleId] = [idOf(fields, 'transactionId'), idOf(fields, 'subscriptionId')];
  const currency = currencyIn(fields, 'billedCurrencyCode', 'billedCurrency') ?? currencyOfCode(fields.get('subscriptionCurrencyCode'));
  const amount = currency ? amountOf(fields.get('billedInitialPrice') ?? fields.get('subscriptionInitialPrice') ?? '', currency) : null;
  const recurs = isRecurring(fields);
  return {
    event: 'approved',
    eventKey: `NewSaleSuccess:${paymentId}`,
    orderId: fields.get('orderRef') ?? null,
    paymentId,
    saleId,
    subscriptionId: recurs ? saleId : null,
    amount,
    currency: currency ?? null,
    paidUntil: recurs ? dayOf(fields.get('nextRenewalDate')) : null,
  };
};

const readRenewal: Reader = (fields) => {
  const [paymentId, saleId] = [idOf(fields, 'transactionId'), idOf(fields, 'subscriptionId')];
  const currency = currencyIn(fields, 'billedCurrencyCode', 'billedCurrency');
  return {
    event: 'renewed',
    eventKey: `RenewalSuccess:${paymentId}`,
    paymentId,
    saleId,
    subscriptionId: saleId,
    amount: currency ? amountOf(fields.get('billedAmount') ?? '', currency) : null,
    currency: currency ?? null,
    paidUntil: dayOf(fields.get('nextRenewalDate')),
  };
};

const readRenewalFailure: Reader = (fields) => {
  const saleId = idOf(fields, 'subscriptionId');
  return {
    event: 'renewalFailed',
    eventKey: `RenewalFailure:${fields.get('transactionId') ?? saleId}:${fields.get('timestamp') ?? fields.get('nextRetryDate') ?? ''}`,
    saleId,
    subscriptionId: saleId,
    nextTryAt: dayOf(fields.get('nextRetryDate')),
  };
};

/** Finds a return among those of DataLink's list, which names no transaction. @param day begins with `YYYY-MM-DD` */
export const returnListKey = (event: 'refunded' | 'chargedBack', saleId: string, day: string, amount: bigint | null): string =>
  [event, saleId, day.slice(0, 10), amount ?? ''].join(':');

/**
 * Money went back. The documents don't say which transaction is named, the returned one or the return itself: the payment is found by it, or else by its
 * sale.
 */
const readReturn =
  (event: 'refunded' | 'chargedBack', name: string): Reader =>
  (fields) => {
    const [amountName, codeName, currencyName] = fields.has('amount')
      ? (['amount', 'currencyCode', 'currency'] as const)
      : (['accountingAmount', 'accountingCurrencyCode', 'accountingCurrency'] as const);
    const text = fields.get(amountName);
    const currency = currencyIn(fields, codeName, currencyName);
    const amount = text && currency ? returnedAmountOf(text, currency) : null;
    // Without an amount the whole payment went back; one that can't be read must not count as the whole.
    if (text && amount === null) throw forged('fields');
    const told = fields.get('transactionId') ?? fields.get('subscriptionId') ?? '';
    const saleId = fields.has('subscriptionId') ? idOf(fields, 'subscriptionId') : null;
    const at = fields.get('timestamp');
    return {
      event,
      eventKey: [name, told, fields.get('timestamp') ?? '', text ?? ''].join(':'),
      listKey: saleId && at ? returnListKey(event, saleId, at, amount) : null,
      paymentId: fields.has('transactionId') ? idOf(fields, 'transactionId') : null,
      saleId,
      amount,
      currency: currency ?? null,
    };
  };

const readSubscription =
  (event: PaymentNotice['event'], name: string): Reader =>
  (fields) => {
    const saleId = idOf(fields, 'subscriptionId');
    return {
      event,
      eventKey: `${name}:${fields.get('transactionId') ?? saleId}:${fields.get('timestamp') ?? ''}`,
      saleId,
      subscriptionId: saleId,
      paidUntil: dayOf(fields.get('nextRenewalDate')),
    };
  };

const READERS: Readonly<Record<string, Reader>> = {
  NewSaleSuccess: readSale,
  RenewalSuccess: readRenewal,
  RenewalFailure: readRenewalFailure,
  Cancellation: readSubscription('subscriptionCancelled', 'Cancellation'),
  Expiration: readSubscription('subscriptionExpired', 'Expiration'),
  BillingDateChange: readSubscription('subscriptionMoved', 'BillingDateChange'),
  UserReactivation: readSubscription('subscriptionResumed', 'UserReactivation'),
  Refund: readReturn('refunded', 'Refund'),
  Void: readReturn('refunded', 'Void'),
  Chargeback: readReturn('chargedBack', 'Chargeback'),
  // A bank that returns a debit takes the money back, like a chargeback.
  Return: readReturn('chargedBack', 'Return'),
};

/** Events that are known to have no effect: a refused card leaves its form open, and persons' data isn't kept. */
export const WITHOUT_EFFECT: readonly string[] = ['NewSaleFailure', 'CustomerDataUpdate'];

/**
 * The notice of a verified webhook; null for an event without effect.
 * @param account number of the performer's own sub-account that it is about; null for the site's
 */
export const noticeOfWebhook = ({ event, fields, facts }: Webhook, account: string | null = null): PaymentNotice | null => {
  const told = Object.hasOwn(READERS, event) ? READERS[event]!(fields) : null;
  if (!told) return null;
  return noticeOf({
    gateway: GATEWAY,
    account,
    ...told,
    cardMark: cardMarkOf(fields),
    sentAt: instantOf(fields.get('timestamp'), ZONE),
    facts,
    payload: { ...storedFields(fields, STORED), eventType: event },
  });
};

/** The refused card of a verified webhook, for limits on attempts; null for all other events. The order stays open: the buyer may type another card. */
export const declineOf = ({ event, fields }: Webhook): Decline | null =>
  event !== 'NewSaleFailure'
    ? null
    : {
        eventKey: `NewSaleFailure:${fields.get('transactionId') ?? fields.get('denialId') ?? ''}:${fields.get('timestamp') ?? ''}`,
        orderId: fields.get('orderRef') ?? null,
        cardMark: cardMarkOf(fields),
        reason: (fields.get('failureCode') ?? fields.get('failureReason') ?? '').slice(0, 100),
      };
