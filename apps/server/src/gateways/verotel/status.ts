import { type CallbackFields, storedFields } from '../callback-fields.ts';
import { isWebPage } from '../company-calls.ts';
import type { PaymentNotice } from '../gateway.ts';
import { listedKey, noticeOf } from '../notices.ts';
import { approvalOf, dayOf, periodPrice, renewalListKey, subscriptionEvent } from './postbacks.ts';
import { orderOf } from './start-order.ts';

/** Names of the reply as the protocol spells them: a reply may write them in another case. */
const NAMES = new Map(
  `response error saleResult saleID type amount currency priceAmount priceCurrency cancelled expired expiresOn nextChargeOn period subscriptionType
  subscriptionPhase trialAmount trialPeriod paymentMethod CCBrand referenceID createdOn`
    .split(/\s+/)
    .map((name) => [name.toLowerCase(), name]),
);

/** - found: the sale and its fields; - none: there is no such sale; - refused: the company doesn't answer the question; - unreadable: no status at all */
export type SaleStatus =
  | { state: 'found'; fields: CallbackFields }
  | { state: 'none' }
  | { state: 'refused'; error: string }
  | { state: 'unreadable' };

const unquoted = (value: string): string => value.trim().replace(/^(['"])(.*)\1$/, '$2');

/** The values of a reply in JSON; numbers as they are written. */
const pairsOfJson = (text: string): [string, string][] => {
  try {
    const parsed: unknown = JSON.parse(text, (_name, value, context?: { source?: string }) =>
      typeof value === 'number' ? context?.source : value,
    );
    return typeof parsed === 'object' && parsed !== null ? Object.entries(parsed).map(([name, value]) => [name, String(value ?? '')]) : [];
  } catch {
    return [];
  }
};

/** Lines of `name: value` or `name=value`: the documents show the first, and call it YAML-like. */
const pairsOfLines = (text: string): [string, string][] =>
  text.split(/\r?\n/).map((line) => {
    const [, name = '', value = ''] = /^\s*['"]?(\w+)['"]?\s*[:=]\s*(.*)$/.exec(line) ?? [];
    return [name, unquoted(value)];
  });

const fieldsIn = (text: string): Map<string, string> => {
  const fields = new Map<string, string>();
  for (const [name, value] of text.trim().startsWith('{') ? pairsOfJson(text) : pairsOfLines(text)) {
    const known = NAMES.get(name.toLowerCase());
    if (known && !fields.has(known) && !/^(?:|~|null)$/i.test(value)) fields.set(known, value);
  }
  return fields;
};

const isNone = (text: string | undefined): boolean => /^not[\s_-]?found$|\bnot found\b|\bno such\b/i.test(text ?? '');

/** Reads the reply of a status call. Its exact words are open: every spelling that the sources show is read, and nothing else counts as a sale. */
export const readStatus = (text: string): SaleStatus => {
  if (isWebPage(text)) return { state: 'unreadable' };
  const fields = fieldsIn(text);
  const [response, error] = [fields.get('response'), fields.get('error')];
  if (isNone(response) || (!fields.has('saleID') && isNone(error))) return { state: 'none' };
  if (/^error$/i.test(response ?? '') || (error && !fields.has('saleID'))) return { state: 'refused', error: (error ?? '').slice(0, 200) };
  if (fields.has('saleID') && (response === undefined || /^found$/i.test(response))) return { state: 'found', fields };
  return { state: 'unreadable' };
};

const STORED = [
  'response',
  'saleResult',
  'saleID',
  'type',
  'priceAmount',
  'priceCurrency',
  'amount',
  'currency',
  'trialAmount',
  'nextChargeOn',
  'expiresOn',
];

/**
 * The notice of a sale that was found; null while it isn't approved. The reply doesn't repeat our reference, so the question's is taken; a reply that
 * names another is of another sale.
 * @param account number of the performer's own shop that was asked; by default the site's
 */
export const noticeOfStatus = (fields: CallbackFields, reference: string, account: string | null = null): PaymentNotice | null => {
  const saleId = fields.get('saleID') ?? '';
  const isOther = fields.has('referenceID') && fields.get('referenceID') !== reference;
  if (isOther || !/^\w{1,64}$/.test(saleId) || !/^approved$/i.test(fields.get('saleResult') ?? '')) return null;
  const isRecurring = fields.get('type') === 'subscription' && fields.get('subscriptionType') !== 'one-time';
  return noticeOf({
    gateway: 'verotel',
    account,
    ...approvalOf(fields, saleId, isRecurring),
    orderId: orderOf(reference),
    facts: ['statusReadable'],
    payload: storedFields(fields, STORED),
  });
};

/**
 * Reads from a found subscription's status what happened since it was paid until a day: its newest renewal, and its end. A renewal before the newest isn't told.
 * @param account number of the performer's own shop that was asked; by default the site's
 */
export const noticesSince = (fields: CallbackFields, paidUntil: Date, account: string | null = null): PaymentNotice[] => {
  const saleId = fields.get('saleID') ?? '';
  if (!/^\w{1,64}$/.test(saleId)) return [];
  const common = { gateway: 'verotel', account, payload: storedFields(fields, STORED) };
  const day = fields.get('nextChargeOn') ?? fields.get('expiresOn');
  const until = dayOf(day);
  const notices: PaymentNotice[] = [];
  if (day && until && until.getTime() > paidUntil.getTime() + LEAST_PERIOD_MS) {
    const listKey = renewalListKey(saleId, day);
    const paymentId = `${saleId}-${day}`;
    const ids = { saleId, subscriptionId: saleId, paymentId };
    notices.push(
      noticeOf({ ...common, ...ids, event: 'renewed', eventKey: listedKey(listKey, 1), listKey, ...periodPrice(fields), paidUntil: until }),
    );
  }
  const end = isYes(fields.get('expired')) ? 'expiry' : isYes(fields.get('cancelled')) ? 'cancel' : null;
  if (end) {
    const event = end === 'expiry' ? 'subscriptionExpired' : 'subscriptionCancelled';
    notices.push(noticeOf({ ...common, ...subscriptionEvent(event, end, fields, saleId) }));
  }
  return notices;
};

/** Days that a company moves without a renewal are fewer. */
const LEAST_PERIOD_MS = 20 * 86_400_000;
const isYes = (text: string | undefined): boolean => /^(?:yes|true|1)$/i.test(text ?? '');
