import { type CompanyCalls, isWebPage, tryCompany } from '../company-calls.ts';
import { amountOf, returnedAmountOf } from '../decimal-amounts.ts';
import type { PaymentNotice, PeriodReport } from '../gateway.ts';
import { listedKey, noticeOf } from '../notices.ts';
import { cellsOf } from './data-link.ts';
import { type CcbillValues, subAccountNumbers } from './form-address.ts';
import { returnListKey } from './webhooks.ts';

// DataLink's extract: the transactions of a period as lines of CSV, without names of columns. The company's guide says that it may be asked once an
// hour; implementations that use it ask for a day at most.

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Phoenix, as in webhooks. */
const ZONE = -7;
const TIMEOUT_MS = 60_000;
/** Some 100,000 lines. */
const MAX_CHARACTERS = 16 * 1024 * 1024;

/** In the order in which events of one day are applied. */
const TYPES = ['NEW', 'REBILL', 'REFUND', 'VOID', 'CHARGEBACK', 'CANCELLATION', 'EXPIRE'] as const;
type Type = (typeof TYPES)[number];

/** Places of a line's cells: type, account, sub-account, subscription and day come first; lines of new sales have persons' data between. */
const AT = { type: 0, subAccount: 2, subscription: 3, day: 4, renewal: 5, renewed: 6, returned: 5, sold: 17, recurring: 19 } as const;

interface Line {
  type: Type;
  subAccount: string;
  saleId: string;
  day: string;
  cells: readonly string[];
}

const stampOf = (at: Date): string => new Date(at.getTime() + ZONE * HOUR_MS).toISOString().replaceAll(/[-:T]/g, '').slice(0, 14);

/** Reads a line; null if it is none that is known. */
const readLine = (text: string): Line | null => {
  const cells = cellsOf(text);
  const type = TYPES.find((known) => known === cells[AT.type]?.toUpperCase());
  const [saleId = '', day = ''] = [cells[AT.subscription], cells[AT.day]];
  if (!type || !/^\w{1,40}$/.test(saleId) || !/^\d{4}-\d{2}-\d{2}/.test(day)) return null;
  return { type, subAccount: cells[AT.subAccount] ?? '', saleId, day, cells };
};

/** The company tells no currency: the site's is taken, and what doesn't fit an order is left to the owner. */
const noticeOfLine = (
  { type, saleId, day, cells }: Line,
  currency: string,
): Partial<PaymentNotice> & Pick<PaymentNotice, 'event' | 'eventKey'> => {
  const sale = { saleId, currency };
  switch (type) {
    case 'NEW': {
      const isRecurring = Number(cells[AT.recurring] ?? 0) > 0;
      const amount = amountOf(cells[AT.sold] ?? '', currency);
      return { ...sale, event: 'approved', eventKey: `list:NewSale:${saleId}#1`, subscriptionId: isRecurring ? saleId : null, amount };
    }
    case 'REBILL': {
      const paymentId = cells[AT.renewal] ?? '';
      const amount = amountOf(cells[AT.renewed] ?? '', currency);
      // The webhook's own key.
      return { ...sale, event: 'renewed', eventKey: `RenewalSuccess:${paymentId}`, paymentId, subscriptionId: saleId, amount };
    }
    case 'REFUND':
    case 'VOID':
    case 'CHARGEBACK': {
      const amount = returnedAmountOf(cells[AT.returned] ?? '', currency);
      const listKey = returnListKey(type === 'CHARGEBACK' ? 'chargedBack' : 'refunded', saleId, day, amount);
      return { ...sale, event: type === 'CHARGEBACK' ? 'chargedBack' : 'refunded', eventKey: listKey, listKey, amount };
    }
    case 'CANCELLATION':
      return { saleId, event: 'subscriptionCancelled', eventKey: `list:Cancellation:${saleId}:${day}#1`, subscriptionId: saleId };
    case 'EXPIRE':
      return { saleId, event: 'subscriptionExpired', eventKey: `list:Expiration:${saleId}:${day}#1`, subscriptionId: saleId };
  }
};

/** Reads the lines of a period. */
const readLines = (texts: readonly string[], values: CcbillValues, currency: string): Pick<PeriodReport, 'notices' | 'unread'> => {
  const unread: string[] = [];
  const lines = texts.flatMap((text): Line[] => {
    const line = readLine(text);
    if (!line) unread.push(cellsOf(text).slice(0, 5).join(', ').slice(0, 200));
    return line ? [line] : [];
  });
  const sorted = lines.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : TYPES.indexOf(a.type) - TYPES.indexOf(b.type)));
  const counts = new Map<string, number>();
  const notices = sorted.flatMap((line): PaymentNotice[] => {
    const told = noticeOfLine(line, currency);
    const hasMoney = told.amount !== undefined;
    if (hasMoney && told.amount === null) {
      unread.push(line.cells.slice(0, 5).join(', '));
      return [];
    }
    const n = (counts.get(told.eventKey) ?? 0) + 1;
    counts.set(told.eventKey, n);
    const account = subAccountNumbers(values).includes(line.subAccount) ? null : line.subAccount;
    const payload = {
      type: line.type,
      subscriptionId: line.saleId,
      clientSubacc: line.subAccount,
      timestamp: line.day,
      source: 'DataLink',
    };
    return [
      noticeOf({ gateway: 'ccbill', account, ...told, eventKey: told.listKey ? listedKey(told.listKey, n) : told.eventKey, payload }),
    ];
  });
  return { notices, unread };
};

/** Asks for a part of a day at most. @returns its lines, or why there are none */
const askPart = async (
  calls: CompanyCalls,
  values: CcbillValues,
  from: Date,
  until: Date,
): Promise<{ lines: string[] } | { failure: NonNullable<PeriodReport['failure']> }> => {
  const address = new URL('/data/main.cgi', values.dataLinkAddress);
  address.search = new URLSearchParams({
    startTime: stampOf(from),
    // Both ends are within the period: the next part begins a second later.
    endTime: stampOf(new Date(until.getTime() - 1000)),
    transactionTypes: TYPES.join(','),
    clientAccnum: values.accountNumber,
    // The main account’s user gets all sub-accounts; the user of a sub-account only its own.
    ...(values.dataLinkUserLevel === 'subAccount' ? { clientSubacc: subAccountNumbers(values)[0]! } : {}),
    username: values.dataLinkUser,
    password: values.dataLinkPassword,
  }).toString();
  const reply = await tryCompany({ ...calls, timeoutMs: calls.timeoutMs ?? TIMEOUT_MS, maxCharacters: MAX_CHARACTERS }, address.href);
  if (reply.status === null) return { failure: { reason: 'unreachable', detail: reply.failure } };
  if (reply.status !== 200) return { failure: { reason: 'unreachable', detail: `HTTP ${reply.status}` } };
  const error = /^\s*"?Error:\s*([^\r\n"]*)/i.exec(reply.text)?.[1];
  if (error !== undefined) return { failure: { reason: 'refused', detail: error.slice(0, 200) } };
  if (isWebPage(reply.text)) return { failure: { reason: 'unreadable', detail: '' } };
  // A list that was cut would hide what comes after.
  if (reply.text.length >= MAX_CHARACTERS) return { failure: { reason: 'unreadable', detail: 'too long' } };
  // `1` stands for an empty list.
  return { lines: reply.text.split(/\r?\n/).filter((line) => line.trim() !== '' && line.trim() !== '1') };
};

/** Lists the transactions of a period, a day at a time. A failure ends it: what was told until then counts. */
export const listTransactions = async (
  calls: CompanyCalls,
  values: CcbillValues,
  currency: string,
  period: { from: Date; until: Date },
): Promise<PeriodReport> => {
  const lines: string[] = [];
  const end = (until: Date, failure: PeriodReport['failure']): PeriodReport => ({ ...readLines(lines, values, currency), until, failure });
  for (let from = period.from; from < period.until; ) {
    const until = new Date(Math.min(from.getTime() + DAY_MS, period.until.getTime()));
    const part = await askPart(calls, values, from, until);
    if ('failure' in part) return end(from, part.failure);
    lines.push(...part.lines);
    from = until;
  }
  return end(period.until, null);
};
