import { printAmount } from '../amounts.ts';
import { DAY_MS, HOUR_MS, printDate, printTimestamp } from '../dates.ts';
import type { Fields } from '../double-server.ts';
import type { CcbillCompany } from './ccbill-company.ts';
import type { CcbillSettings } from './ccbill-options.ts';
import type { CcbillSale, CcbillTransaction } from './ccbill-sales.ts';

const ZONE = -7;
/** Longest period of one extract. */
const LONGEST_MS = DAY_MS;

const TYPES = { sale: 'NEW', renewal: 'REBILL', refund: 'REFUND', void: 'VOID', chargeback: 'CHARGEBACK', return: 'CHARGEBACK' } as const;

const readStamp = (text: string | undefined): number | undefined => {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text ?? '') ?? [];
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at) ? undefined : at - ZONE * HOUR_MS;
};

const quoted = (cells: readonly string[]): string => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');

/** Answers DataLink's extract: the transactions of a period as lines of CSV. */
export class DataExtract {
  readonly #company: CcbillCompany;
  readonly #settings: CcbillSettings;
  readonly #failures: string[] = [];
  #lastAt: number | undefined;

  constructor(company: CcbillCompany, settings: CcbillSettings) {
    this.#company = company;
    this.#settings = settings;
  }

  /** Refuses the next extract with this text. */
  failNext(text: string): void {
    this.#failures.push(text);
  }

  /** @param logIn refuses a user by a code of the subscription management */
  answer(query: Fields, logIn: () => string | undefined): string {
    const failure = this.#failures.shift();
    if (failure !== undefined) return `Error: ${failure}\n`;
    if (logIn() !== undefined) return 'Error: Authentication failed.\n';
    const [from, until] = [readStamp(query['startTime']), readStamp(query['endTime'])];
    if (from === undefined || until === undefined || until < from || until - from > LONGEST_MS) return 'Error: Invalid time range.\n';
    const now = this.#settings.now().getTime();
    if (this.#lastAt !== undefined && now - this.#lastAt < this.#settings.extractPauseMs)
      return 'Error: Requests can only be made once every 60 minutes.\n';
    this.#lastAt = now;
    const types = (query['transactionTypes'] ?? '').split(',');
    const lines = this.#company.state.sales
      .filter(({ order }) => !query['clientSubacc'] || order.clientSubacc === query['clientSubacc'])
      .flatMap((sale) => this.#linesOf(sale, from, until))
      .filter(([type = '']) => types.includes(type))
      .map(quoted);
    return lines.length === 0 ? '1\n' : `${lines.join('\n')}\n`;
  }

  #linesOf(sale: CcbillSale, from: number, until: number): string[][] {
    const isIn = (at: number | undefined): at is number => at !== undefined && at >= from && at < until + 1000;
    const head = (type: string): string[] => [type, this.#settings.clientAccnum, sale.order.clientSubacc, sale.subscriptionId];
    const lines = sale.transactions.filter(({ at }) => isIn(at)).map((one) => [...head(TYPES[one.kind]), ...this.#cellsOf(sale, one)]);
    const day = (at: number): string => printDate(at, ZONE);
    if (isIn(sale.cancelledAt)) lines.push([...head('CANCELLATION'), day(sale.cancelledAt)]);
    if (sale.status === 'expired' && isIn(sale.paidUntil))
      lines.push([...head('EXPIRE'), day(sale.paidUntil), sale.cancelledAt === undefined ? '' : day(sale.cancelledAt), 'N']);
    return lines;
  }

  #cellsOf({ order, customer }: CcbillSale, { kind, at, amount, transactionId }: CcbillTransaction): string[] {
    const money = printAmount(amount);
    const day = printDate(at, ZONE);
    if (kind === 'renewal') return [day, transactionId, money];
    if (kind !== 'sale') return [day, money];
    const { recurring } = order;
    const person = ['firstName', 'lastName', 'username', 'password', 'address1', 'city', 'state', 'postalCode', 'country', 'email'];
    const terms = recurring ? [printAmount(recurring.price), String(recurring.period), String(recurring.rebills)] : ['0.00', '0', '0'];
    return [printTimestamp(at, ZONE), ...person.map((name) => customer[name] ?? ''), '', 'Y', money, String(order.initialPeriod), ...terms];
  }
}
