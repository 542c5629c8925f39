import { readAmount } from '../amounts.ts';
import { DAY_MS, HOUR_MS, printDate } from '../dates.ts';
import type { Fields } from '../double-server.ts';
import type { CcbillCompany } from './ccbill-company.ts';
import { type CcbillSettings, DATALINK_ACTIONS, type DataLinkUser } from './ccbill-options.ts';
import { type CcbillSale, chargeOf, remainingOf } from './ccbill-sales.ts';

/** Columns of one reply: a single `results` with a code, or the record of a subscription. */
type Columns = Record<string, string>;

export type DataLinkMishap =
  /** Answers this code without doing anything. */
  | { kind: 'code'; code: string }
  /** Does what was asked, then answers -7 as if the outcome were unknown. */
  | { kind: 'done-but-unknown' }
  /** Does what was asked, then answers a page in place of a reply. */
  | { kind: 'html' }
  /** Doesn't answer for this long; then the connection ends. */
  | { kind: 'silence'; ms: number; does: boolean };

const FAILED = '0';
const LOGINS = { most: 3, withinMs: HOUR_MS };

const results = (code: string): Columns => ({ results: code });

const quoted = (values: readonly string[]): string => values.map((value) => `"${value}"`).join(',');

/** Prints a reply as CSV or XML. */
export const printReply = (columns: Columns, asXml: boolean): { type: string; text: string } => {
  if (!asXml) return { type: 'text/plain', text: `${quoted(Object.keys(columns))}\n${quoted(Object.values(columns))}\n` };
  const { results: code } = columns;
  const inside =
    code ??
    Object.entries(columns)
      .map(([name, value]) => `<${name}>${value}</${name}>`)
      .join('');
  return { type: 'text/xml', text: `<?xml version='1.0' standalone='yes'?>\n<results>${inside}</results>\n` };
};

const compactDate = (ms: number | undefined): string => (ms === undefined ? '' : printDate(ms, -7).replaceAll('-', ''));

const STATUSES: Record<CcbillSale['status'], string> = { expired: '0', cancelled: '1', active: '2' };

const recordOf = (sale: CcbillSale): Columns => {
  const count = (kind: string): string => String(sale.transactions.filter((one) => one.kind === kind).length);
  const ends = sale.status !== 'active' || !sale.order.recurring;
  return {
    cancelDate: compactDate(sale.cancelledAt),
    signupDate: compactDate(sale.createdAt),
    chargebacksIssued: count('chargeback'),
    timesRebilled: String(sale.renewals),
    expirationDate: ends ? compactDate(sale.paidUntil) : '',
    recurringSubscription: sale.order.recurring ? '1' : '0',
    subscriptionStatus: STATUSES[sale.status],
    refundsIssued: count('refund'),
    voidsIssued: count('void'),
  };
};

/** Answers DataLink's subscription management. */
export class DataLink {
  readonly #company: CcbillCompany;
  readonly #settings: CcbillSettings;
  readonly #mishaps: DataLinkMishap[] = [];

  constructor(company: CcbillCompany, settings: CcbillSettings) {
    this.#company = company;
    this.#settings = settings;
  }

  /** Makes the next call go wrong. Several wait for as many calls. */
  failNext(mishap: DataLinkMishap): void {
    this.#mishaps.push(mishap);
  }

  takeMishap(): DataLinkMishap | undefined {
    return this.#mishaps.shift();
  }

  /** Forgets failed log-ins, as CCBill's support does for a locked user. */
  unlock(username: string): void {
    delete this.#company.state.failedLogins[username];
  }

  /** Does what a call asks for. @returns the columns of the reply */
  answer(query: Fields, address: string): Columns {
    const user = this.#logIn(query, address);
    if (typeof user === 'string') return results(user);
    const action = DATALINK_ACTIONS.find((known) => known === query['action']);
    if (!action) return results('-6');
    if (!user.rights.includes(action)) return results(this.#settings.reading.missingRight);
    const sale = this.#find(query, user);
    if (typeof sale === 'string') return results(sale);
    return this.#act(action, sale, query);
  }

  /** The code by which a user is refused; undefined if it may ask. */
  refusalOf(query: Fields, address: string): string | undefined {
    const user = this.#logIn(query, address);
    return typeof user === 'string' ? user : undefined;
  }

  #logIn(query: Fields, address: string): DataLinkUser | string {
    const { clientAccnum, clientSubacc, username, password } = query;
    if (!clientAccnum || !username || !password) return '-1';
    const { failedLogins } = this.#company.state;
    const now = this.#settings.now().getTime();
    const failures = (failedLogins[username] ?? []).filter((at) => at > now - LOGINS.withinMs);
    if (failures.length >= LOGINS.most) return '-12';
    const user = this.#settings.dataLinkUsers.find((one) => one.username === username);
    const isUser =
      user?.password === password &&
      clientAccnum === this.#settings.clientAccnum &&
      (user.clientSubacc === undefined || user.clientSubacc === clientSubacc);
    if (!user || !isUser) {
      failedLogins[username] = [...failures, now];
      return '-1';
    }
    delete failedLogins[username];
    return user.addresses.includes(address) ? user : '-8';
  }

  #find(query: Fields, user: DataLinkUser): CcbillSale | string {
    const { subscriptionId, usingSubacc } = query;
    if (!subscriptionId) return '-5';
    if (!/^\d+$/.test(subscriptionId)) return '-2';
    const subaccount = user.clientSubacc ?? usingSubacc;
    // A user of the main account names the sub-account to act on.
    if (!subaccount) return '-5';
    const sale = this.#company.state.sales.find((one) => one.subscriptionId === subscriptionId);
    if (!sale) return '-3';
    return sale.order.clientSubacc === subaccount ? sale : '-4';
  }

  #act(action: (typeof DATALINK_ACTIONS)[number], sale: CcbillSale, query: Fields): Columns {
    switch (action) {
      case 'viewSubscriptionStatus':
        return recordOf(sale);
      case 'cancelSubscription':
        return results(this.#cancel(sale));
      case 'refundTransaction':
        return results(this.#refund(sale, query['amount']));
      case 'voidTransaction':
        return results(this.#voidCharge(sale));
      case 'voidOrRefundTransaction':
        return results(this.#company.isInBatch(chargeOf(sale)) ? this.#voidCharge(sale) : this.#refund(sale, query['amount']));
      case 'extendSubscription':
        return results(this.#extend(sale, query['extendLength'] ?? query['days']));
    }
  }

  #cancel(sale: CcbillSale): string {
    if (!sale.order.recurring) return '-2';
    if (sale.status !== 'active') return this.#settings.reading.cancelAgain;
    this.#company.cancel(sale.subscriptionId, 'merchant', this.#settings.reading.dataLinkCancelNotifies);
    return '1';
  }

  #refund(sale: CcbillSale, text: string | undefined): string {
    const amount = text === undefined || text === '' ? undefined : readAmount(text);
    if (text && amount === undefined) return '-5';
    const rest = remainingOf(sale, chargeOf(sale));
    if (rest < 1 || (amount !== undefined && (amount > rest || amount < 1))) return FAILED;
    const notifies = this.#settings.reading.dataLinkRefundNotifies;
    this.#company.refund(sale.subscriptionId, { notifies, ...(amount === undefined ? {} : { amount }) });
    return '1';
  }

  #voidCharge(sale: CcbillSale): string {
    const charge = chargeOf(sale);
    // Part of a charge can't be voided: what was refunded already stays refunded.
    if (!this.#company.isInBatch(charge) || remainingOf(sale, charge) !== charge.amount) return FAILED;
    this.#company.voidCharge(sale.subscriptionId, { notifies: this.#settings.reading.dataLinkRefundNotifies });
    return '1';
  }

  #extend(sale: CcbillSale, text: string | undefined): string {
    if (!/^\d{1,3}$/.test(text ?? '')) return '-5';
    if (sale.status !== 'active' || sale.paidUntil + Number(text) * DAY_MS <= this.#settings.now().getTime()) return FAILED;
    this.#company.extend(sale.subscriptionId, Number(text));
    return '1';
  }
}
