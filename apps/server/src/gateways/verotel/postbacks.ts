import type { GatewayFact } from '@stagedoor/contract/gateways.values';
import type { CurrencyAmount } from '../../ledger/index.ts';
import { type CallbackFields, fieldsOf, forged, storedFields } from '../callback-fields.ts';
import { isAllowedSender } from '../callback-senders.ts';
import { endOfDay } from '../company-days.ts';
import { amountOf, returnedAmountOf } from '../decimal-amounts.ts';
import type { GatewayCallback, PaymentNotice } from '../gateway.ts';
import { noticeOf } from '../notices.ts';
import { checkSignature } from './signature.ts';
import { type VerotelValues, orderOf } from './start-order.ts';

const GATEWAY = 'verotel';

/**
 * The company sits in Amsterdam and names days without a zone: its days end at midnight there, or in UTC if that is what its machines run on, which is
 * later.
 */
const LATEST_ZONE = 0;
export const dayOf = (text: string | undefined): Date | null => endOfDay(text, LATEST_ZONE);

const STORED = [
  'type',
  'event',
  'saleID',
  'transactionID',
  'parentID',
  'referenceID',
  'subscriptionType',
  'subscriptionPhase',
  'priceAmount',
  'priceCurrency',
  'amount',
  'currency',
  'trialAmount',
  'trialPeriod',
  'period',
  'nextChargeOn',
  'expiresOn',
  'paymentMethod',
  'CCBrand',
  'cancelledBy',
  'uncancelledBy',
];

/** A parameter inside of another's value, which leaves the signed text as it was. */
const HIDDEN_PARAMETER = /:[A-Za-z]\w*=/;
const CONTROL = /\p{Cc}/u;

/** Reads a postback's parameters. @throws CodedError SIGNATURE_INVALID unless the company sent them to this shop */
export const verifyPostback = (
  values: VerotelValues,
  { method, query, ip }: GatewayCallback,
): { fields: CallbackFields; facts: GatewayFact[] } => {
  if (method !== 'GET') throw forged('method');
  if (!isAllowedSender(ip, values.callbackNetworks)) throw forged('network');
  const fields = fieldsOf(query);
  if (!fields.get('signature')) throw forged('fields');
  for (const value of fields.values()) if (HIDDEN_PARAMETER.test(value) || CONTROL.test(value)) throw forged('fields');
  const right = checkSignature(fields, [values.signatureKey, values.previousSignatureKey]);
  if (!right) throw forged('signature');
  // Only after the signature: who doesn't know the key learns nothing about the shop.
  if (fields.get('shopID') !== values.shopId) throw forged('account');
  const facts: GatewayFact[] = [right.hash === 'sha256' ? 'signatureSha256' : 'signatureSha1'];
  if (right.unsigned.includes('email')) facts.push('signatureWithoutEmail');
  return { fields, facts };
};

type Told = Partial<PaymentNotice> & Pick<PaymentNotice, 'event' | 'eventKey'>;

const idOf = (fields: CallbackFields, name: string): string => {
  const text = fields.get(name) ?? '';
  if (!/^[\w-]{1,64}$/.test(text)) throw forged('fields');
  return text;
};

interface Money {
  amount: CurrencyAmount;
  currency: string;
}

/** Reads an amount by the first of several pairs of names that is there. */
const moneyIn = (fields: CallbackFields, names: readonly (readonly [string, string])[], read = amountOf): Money | null => {
  for (const [amountName, currencyName] of names) {
    const [text, currency] = [fields.get(amountName), fields.get(currencyName)];
    if (!text || !currency) continue;
    const amount = read(text, currency);
    if (amount !== null) return { amount, currency };
  }
  return null;
};

const PRICE = ['priceAmount', 'priceCurrency'] as const;
const AMOUNT = ['amount', 'currency'] as const;

/** Reads the amount of the first payment: the trial's where there is a trial. */
export const firstCharge = (fields: CallbackFields): Money | null =>
  moneyIn(
    fields,
    fields.get('trialAmount')
      ? [
          ['trialAmount', 'priceCurrency'],
          ['trialAmount', 'currency'],
        ]
      : [PRICE, AMOUNT],
  );

/** Reads the amount of each later period. */
export const periodPrice = (fields: CallbackFields): Money | null => moneyIn(fields, [PRICE, AMOUNT]);

/**
 * A sale was made. The status reply names the sale but not its first transaction, so the sale's id stands for the payment, by callback and by poll.
 */
export const approvalOf = (fields: CallbackFields, saleId: string, isRecurring: boolean): Told => ({
  event: 'approved',
  eventKey: `${saleId}:approved`,
  paymentId: saleId,
  saleId,
  subscriptionId: isRecurring ? saleId : null,
  ...firstCharge(fields),
  paidUntil: isRecurring ? (dayOf(fields.get('nextChargeOn')) ?? dayOf(fields.get('expiresOn'))) : null,
});

/** Finds a renewal by what a sale's status says of it. */
export const renewalListKey = (saleId: string, nextChargeOn: string): string => `rebill:${saleId}:${nextChargeOn}`;

const rebillOf = (fields: CallbackFields, saleId: string): Told => {
  const nextChargeOn = fields.get('nextChargeOn');
  const paymentId = fields.get('transactionID') ? idOf(fields, 'transactionID') : `${saleId}-${nextChargeOn ?? ''}`;
  return {
    event: 'renewed',
    eventKey: `${saleId}:rebill:${paymentId}`,
    paymentId,
    saleId,
    // The status of a sale names the next charge, but not the transaction.
    listKey: nextChargeOn ? renewalListKey(saleId, nextChargeOn) : null,
    subscriptionId: saleId,
    ...moneyIn(fields, [AMOUNT, PRICE]),
    paidUntil: dayOf(nextChargeOn),
  };
};

/**
 * Money went back. `parentID` names the transaction: a renewal is known by it. That of a first payment isn't known here, but its sale is.
 */
const returnOf = (event: 'refunded' | 'chargedBack', fields: CallbackFields, saleId: string): Told => {
  const name = event === 'refunded' ? 'credit' : 'chargeback';
  const isPrice = fields.has('priceAmount') && !fields.has('amount');
  const money = moneyIn(fields, [AMOUNT, PRICE], returnedAmountOf);
  // Without an amount the whole payment went back; one that can't be read must not count as the whole.
  if (!money && (fields.get('amount') || fields.get('priceAmount'))) throw forged('fields');
  return {
    event,
    eventKey: `${saleId}:${name}:${fields.get('transactionID') ?? fields.get('parentID') ?? ''}`,
    paymentId: fields.get('parentID') ? idOf(fields, 'parentID') : null,
    saleId,
    ...money,
    facts: event === 'refunded' ? [isPrice ? 'creditPriceNames' : 'creditAmountNames'] : [],
  };
};

export const subscriptionEvent = (event: PaymentNotice['event'], name: string, fields: CallbackFields, saleId: string): Told => {
  const day = fields.get('nextChargeOn') ?? fields.get('expiresOn');
  return { event, eventKey: `${saleId}:${name}:${day ?? ''}`, saleId, subscriptionId: saleId, paidUntil: dayOf(day) };
};

const tellOf = (fields: CallbackFields): Told | null => {
  const saleId = idOf(fields, 'saleID');
  const isSubscription = fields.get('type') === 'subscription';
  const event = fields.get('event') ?? '';
  switch (event) {
    case '':
      // Only a purchase has no event: a subscription without one was changed on its way.
      if (fields.get('type') !== 'purchase') throw forged('fields');
      return approvalOf(fields, saleId, false);
    case 'initial':
      return approvalOf(fields, saleId, isSubscription && fields.get('subscriptionType') !== 'one-time');
    case 'rebill':
      return rebillOf(fields, saleId);
    case 'credit':
      return returnOf('refunded', fields, saleId);
    case 'chargeback':
      return returnOf('chargedBack', fields, saleId);
    case 'cancel':
      return subscriptionEvent('subscriptionCancelled', event, fields, saleId);
    case 'uncancel':
      return subscriptionEvent('subscriptionResumed', event, fields, saleId);
    case 'extend':
      return subscriptionEvent('subscriptionMoved', event, fields, saleId);
    case 'expiry':
      return subscriptionEvent('subscriptionExpired', event, fields, saleId);
    default:
      // `downgrade` and `upgrade` are no sales of this site; a price that was changed at the company shows with its next renewal.
      return null;
  }
};

/**
 * The notice of a verified postback; null for an event without effect.
 * @param account number of the performer's own shop that reports it; null for the site's
 */
export const noticeOfPostback = (
  fields: CallbackFields,
  facts: readonly GatewayFact[] = [],
  account: string | null = null,
): PaymentNotice | null => {
  const told = tellOf(fields);
  if (!told) return null;
  return noticeOf({
    gateway: GATEWAY,
    account,
    ...told,
    // A shop's key is its performer's: two renewals of one period would be one that they made up.
    eventKey: account !== null && told.event === 'renewed' ? `${told.saleId}:rebill:${fields.get('nextChargeOn') ?? ''}` : told.eventKey,
    orderId: orderOf(fields.get('referenceID')),
    facts: [...facts, ...(told.facts ?? [])],
    payload: storedFields(fields, STORED),
  });
};
