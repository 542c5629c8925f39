import { printAmount } from '../amounts.ts';
import { printDate, printTimestamp } from '../dates.ts';
import type { Callback } from '../delivery.ts';
import type { Fields } from '../double-server.ts';
import { approvalDigest, denialDigest } from './ccbill-digests.ts';
import { CCBILL_CURRENCIES, type CcbillSettings } from './ccbill-options.ts';
import type { CcbillOrder } from './ccbill-orders.ts';
import type { CcbillChallenge, CcbillSale, CcbillTransaction } from './ccbill-sales.ts';

/** Phoenix keeps standard time all year. */
const PHOENIX_HOURS = -7;

const NUMBERS = new Set(
  (
    'billedInitialPrice billedRecurringPrice subscriptionInitialPrice subscriptionRecurringPrice accountingInitialPrice accountingRecurringPrice ' +
    'billedAmount accountingAmount amount initialPeriod recurringPeriod rebills clientAccnum subscriptionTypeId'
  ).split(' '),
);

const offsetOf = ({ reading }: CcbillSettings): number => (reading.timestamps === 'phoenix' ? PHOENIX_HOURS : 0);

/** A day as CCBill prints it in webhooks. */
export const dayOf = (settings: CcbillSettings, ms: number): string => printDate(ms, offsetOf(settings));

const currencyOf = (code: string): string => CCBILL_CURRENCIES[code] ?? code;

const cardFields = ({ card }: Pick<CcbillSale, 'card'>): Fields => ({
  paymentType: 'CREDIT',
  cardType: card.brand,
  cardSubType: 'CREDIT',
  last4: card.last4,
  expDate: card.expDate,
  paymentAccount: `double-account-${card.brand.toLowerCase()}-${card.last4}`,
});

const binOf = ({ card }: Pick<CcbillSale, 'card'>): string => (card.brand === 'VISA' ? '411111' : '555555');

const customerFields = (customer: Fields): Fields => ({
  firstName: customer['customer_fname'] ?? '',
  lastName: customer['customer_lname'] ?? '',
  address1: customer['address1'] ?? '',
  city: customer['city'] ?? '',
  state: customer['state'] ?? '',
  country: customer['country'] ?? '',
  postalCode: customer['zipcode'] ?? '',
  email: customer['email'] ?? '',
  phoneNumber: customer['phone_number'] ?? '',
  username: customer['username'] ?? '',
  password: customer['password'] ?? '',
});

const priceFields = (order: CcbillOrder): Fields => {
  const [initial, recurring] = [printAmount(order.initialPrice), printAmount(order.recurring?.price ?? 0)];
  const prices = (kind: string, code: string): Fields => ({
    [`${kind}InitialPrice`]: initial,
    [`${kind}RecurringPrice`]: recurring,
    [`${kind}CurrencyCode`]: code,
  });
  return {
    ...prices('billed', order.currencyCode),
    ...prices('subscription', order.currencyCode),
    ...prices('accounting', order.currencyCode),
    initialPeriod: String(order.initialPeriod),
    recurringPeriod: String(order.recurring?.period ?? 0),
    rebills: String(order.recurring?.rebills ?? 0),
  };
};

/** The salt of a sub-account. */
export const saltOf = (settings: CcbillSettings, clientSubacc: string): string =>
  settings.subaccounts.find((one) => one.clientSubacc === clientSubacc)?.salt ?? '';

/** Fields of NewSaleSuccess; UpSaleSuccess has the original sale besides. */
export const saleFields = (settings: CcbillSettings, sale: CcbillSale): Fields => {
  const { order } = sale;
  return {
    transactionId: sale.transactions[0]?.transactionId ?? '',
    subscriptionId: sale.subscriptionId,
    ...customerFields(sale.customer),
    ipAddress: sale.ip,
    formName: 'flexform',
    flexId: order.formId,
    productDesc: '',
    priceDescription: `${printAmount(order.initialPrice)} ${currencyOf(order.currencyCode)} for ${order.initialPeriod} days`,
    ...priceFields(order),
    nextRenewalDate: order.recurring ? dayOf(settings, sale.paidUntil) : '',
    subscriptionTypeId: '0000000001',
    ...cardFields(sale),
    bin: binOf(sale),
    prePaid: '0',
    avsResponse: 'Y',
    cvv2Response: 'M',
    lifeTimeSubscription: '0',
    threeDSecure: 'AUTH_SUCCESS',
    // Only the events of a new sale prove themselves by a digest.
    ...(sale.originalSubscriptionId === undefined
      ? { dynamicPricingValidationDigest: approvalDigest(sale.subscriptionId, saltOf(settings, order.clientSubacc)) }
      : {
          originalSubscriptionId: sale.originalSubscriptionId,
          originalClientAccnum: settings.clientAccnum,
          originalClientSubacc: order.clientSubacc,
          source: 'API',
          scaResponseStatus: 'Y',
        }),
  };
};

/** Fields of NewSaleFailure. */
export const denialFields = (settings: CcbillSettings, denied: CcbillChallenge, denialId: string): Fields => ({
  transactionId: denialId,
  ...(settings.reading.denialIdField === 'denialId' ? { denialId, transactionId: '' } : {}),
  ...customerFields(denied.customer),
  ipAddress: denied.ip,
  formName: 'flexform',
  flexId: denied.order.formId,
  ...priceFields(denied.order),
  dynamicPricingValidationDigest: denialDigest(denialId, saltOf(settings, denied.order.clientSubacc)),
  paymentType: 'CREDIT',
  cardType: denied.card.brand,
  failureReason: 'Transaction declined by the bank',
  failureCode: 'BE-140',
});

export const renewalFields = (settings: CcbillSettings, sale: CcbillSale, charge: CcbillTransaction): Fields => {
  const [amount, code] = [printAmount(charge.amount), sale.order.currencyCode];
  return {
    transactionId: charge.transactionId,
    billedAmount: amount,
    billedCurrency: currencyOf(code),
    billedCurrencyCode: code,
    accountingAmount: amount,
    accountingCurrency: currencyOf(code),
    accountingCurrencyCode: code,
    renewalDate: dayOf(settings, charge.at),
    nextRenewalDate: dayOf(settings, sale.paidUntil),
    ...cardFields(sale),
  };
};

export const renewalFailureFields = (settings: CcbillSettings, sale: CcbillSale, transactionId: string): Fields => ({
  transactionId,
  failureReason: 'Transaction declined by the bank',
  failureCode: 'BE-140',
  nextRetryDate: sale.status === 'expired' ? '' : dayOf(settings, sale.dueAt),
  renewalDate: dayOf(settings, sale.paidUntil),
  paymentType: 'CREDIT',
  cardType: sale.card.brand,
  cardSubType: 'CREDIT',
});

/** Fields of Refund, Void, Chargeback and Return. */
export const reversalFields = (settings: CcbillSettings, sale: CcbillSale, reversal: CcbillTransaction, reason: string): Fields => {
  const [amount, code] = [printAmount(reversal.amount), sale.order.currencyCode];
  const original = reversal.kind === 'return' || settings.reading.refundNames === 'original';
  return {
    transactionId: original ? (reversal.parentId ?? '') : reversal.transactionId,
    amount,
    currency: currencyOf(code),
    currencyCode: code,
    accountingAmount: amount,
    accountingCurrency: currencyOf(code),
    accountingCurrencyCode: code,
    reason,
    ...cardFields(sale),
    ...(reversal.kind === 'return' ? { paymentType: 'CHECK' } : {}),
    ...(reversal.kind === 'chargeback' ? { bin: binOf(sale) } : {}),
  };
};

export const customerUpdateFields = (sale: CcbillSale): Fields => ({ ...customerFields(sale.customer), ...cardFields(sale) });

const ECHOED = ['NewSaleSuccess', 'NewSaleFailure', 'UpSaleSuccess', 'UpSaleFailure'];

const numbered = (fields: Fields): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]): [string, string | number] => [
      name,
      NUMBERS.has(name) && value !== '' ? Number(value) : value,
    ]),
  );

const passThroughOf = ({ reading }: CcbillSettings, values: Fields): { top: Fields; inside: Fields | undefined } => {
  const prefixed = Object.fromEntries(Object.entries(values).map(([name, value]) => [`X-${name}`, value]));
  if (reading.passThrough === 'top') return { top: prefixed, inside: undefined };
  return { top: {}, inside: reading.passThroughNames === 'prefixed' ? prefixed : values };
};

interface ComposedEvent {
  event: string;
  subscriptionId: string | undefined;
  order: Pick<CcbillOrder, 'clientSubacc' | 'passThrough'>;
  fields: Fields;
}

/** Composes a webhook as the reading of the reference has it. */
export const composeCallback = (settings: CcbillSettings, { event, subscriptionId, order, fields }: ComposedEvent): Callback => {
  const { reading, clientAccnum } = settings;
  const accounts = { clientAccnum, clientSubacc: order.clientSubacc };
  const common: Fields = {
    ...(subscriptionId === undefined ? {} : { subscriptionId }),
    ...accounts,
    timestamp: printTimestamp(settings.now().getTime(), offsetOf(settings)),
    ...(reading.eventTypeIn === 'query' ? {} : { eventType: event }),
  };
  const echo = passThroughOf(settings, ECHOED.includes(event) || reading.echoesLater ? order.passThrough : {});
  const flat = { ...common, ...fields, ...echo.top };
  const inside = echo.inside;
  const body =
    reading.bodyFormat === 'form'
      ? new URLSearchParams({ ...flat, ...(inside ? { passThrough: JSON.stringify(inside) } : {}) }).toString()
      : JSON.stringify({ ...(reading.numbers === 'number' ? numbered(flat) : flat), ...(inside ? { passThrough: inside } : {}) });
  return {
    event,
    saleId: subscriptionId ?? fields['transactionId'] ?? '',
    account: order.clientSubacc,
    method: 'POST',
    headers: {
      'content-type': reading.bodyFormat === 'form' ? 'application/x-www-form-urlencoded' : 'application/json',
      'user-agent': 'CCBill-Webhook-Double',
    },
    query: reading.eventTypeIn === 'body' ? {} : { ...accounts, eventType: event, eventGroupType: 'Subscription' },
    body,
  };
};
