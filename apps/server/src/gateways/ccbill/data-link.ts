import { createHash } from 'node:crypto';
import { CodedError } from '../../platform/errors.ts';
import { type CompanyCalls, isWebPage, tryCompany } from '../company-calls.ts';
import { decimalOf } from '../decimal-amounts.ts';
import type { RefundRequest } from '../gateway.ts';
import { type CcbillValues, subAccountNumbers } from './form-address.ts';

/** The company locks a user for an hour after three wrong log-ins: no further one is tried for this long. */
const PAUSE_MS = 30 * 60_000;

type Action = 'viewSubscriptionStatus' | 'refundTransaction' | 'cancelSubscription';

/**
 * A reply.
 * - code: 1 is done, others say why not
 * - record: a status
 * - unknown: no reply, or none that can be read. `mayBeDone` unless nothing was sent.
 */
export type DataLinkReply =
  | { kind: 'code'; code: number }
  | { kind: 'record'; fields: Readonly<Record<string, string>> }
  | { kind: 'unknown'; mayBeDone: boolean; failure: string };

/** Codes about the owner's user, address or account: nothing was done, and a retry helps once the owner has put it right. */
const SETUP_CODES = new Set([-1, -8, -9, -10, -12]);
/** There is no such subscription in the sub-account. */
const NOT_HERE = new Set([-2, -3, -4]);
/** An error within the company: it may have done what was asked. */
const OUTCOME_UNKNOWN = -7;

/** Reads a line of CSV. */
export const cellsOf = (line: string): string[] =>
  [...line.matchAll(/\s*(?:"((?:[^"]|"")*)"|([^,]*))\s*(?:,|$)/g)].map(([, quoted, plain]) =>
    (quoted?.replaceAll('""', '"') ?? plain ?? '').trim(),
  );

const readXml = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/<(\w+)>([^<]*)<\/\1>/g)].map(([, name = '', value = '']) => [name, value.trim()]));

const readCsv = (text: string): Record<string, string> => {
  const [head = '', row = ''] = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const values = cellsOf(row);
  return Object.fromEntries(cellsOf(head).flatMap((name, at) => (name && values[at] !== undefined ? [[name, values[at]]] : [])));
};

/** Reads a reply in XML, in CSV, or as a bare number. */
export const readReply = (text: string): DataLinkReply => {
  const unreadable: DataLinkReply = { kind: 'unknown', mayBeDone: true, failure: 'unreadable' };
  if (isWebPage(text)) return unreadable;
  const bare = /^\s*"?(-?\d{1,3})"?\s*$/.exec(text)?.[1];
  if (bare !== undefined) return { kind: 'code', code: Number(bare) };
  const fields = text.includes('<') ? readXml(text) : readCsv(text);
  if ('subscriptionStatus' in fields) return { kind: 'record', fields };
  return /^-?\d{1,3}$/.test(fields['results'] ?? '') ? { kind: 'code', code: Number(fields['results']) } : unreadable;
};

export interface DataLink {
  /** Refunds the payment of a sale, or a part of it, at most once. */
  refund(values: CcbillValues, request: RefundRequest): Promise<'done' | 'pending' | 'byOwner'>;
  cancel(values: CcbillValues, subscriptionId: string): Promise<void>;
  /** Asks about a subscription that doesn't exist. */
  tryOut(values: CcbillValues): Promise<{ isRight: boolean; detail: string }>;
}

interface FoundSale {
  subAccount: string;
  fields: Readonly<Record<string, string>>;
}

const countIn = ({ fields }: FoundSale, name: string): number => Number.parseInt(fields[name] ?? '', 10) || 0;

const unavailable = (): CodedError => new CodedError('GATEWAY_UNAVAILABLE');
const refused = (): CodedError => new CodedError('ORDER_STATE');

/** Remembers wrong log-ins, so that retries don't lock the user. */
const createLogInPause = (now: () => number) => {
  let wrong: { mark: string; until: number } | undefined;
  const markOf = (values: CcbillValues): string =>
    createHash('sha256')
      .update(JSON.stringify([values.accountNumber, values.dataLinkUser, values.dataLinkPassword]))
      .digest('hex');
  return {
    isPaused: (values: CcbillValues): boolean => wrong !== undefined && wrong.until > now() && wrong.mark === markOf(values),
    note(values: CcbillValues, code: number): void {
      if (code === -1 || code === -12) wrong = { mark: markOf(values), until: now() + PAUSE_MS };
    },
  };
};

export interface DataLinkOptions extends CompanyCalls {
  now?: () => number;
}

/** The calls of the company's DataLink. Its replies come with status 200, also failures. */
const createCaller = ({ now = Date.now, ...calls }: DataLinkOptions) => {
  const { log } = calls;
  const pause = createLogInPause(now);

  return async (current: CcbillValues, action: Action, subAccount: string, params: Record<string, string>): Promise<DataLinkReply> => {
    if (pause.isPaused(current)) return { kind: 'code', code: -12 };
    const query = new URLSearchParams({
      clientAccnum: current.accountNumber,
      // A user of the main account says which sub-account it acts on; one of a sub-account logs in with it.
      [current.dataLinkUserLevel === 'subAccount' ? 'clientSubacc' : 'usingSubacc']: subAccount,
      username: current.dataLinkUser,
      password: current.dataLinkPassword,
      action,
      returnXML: '1',
      ...params,
    });
    const reply = await tryCompany(calls, `${current.dataLinkAddress}?${query.toString()}`);
    if (reply.status === null) return { kind: 'unknown', mayBeDone: reply.mayBeReceived, failure: reply.failure };
    const read: DataLinkReply =
      reply.status === 200 ? readReply(reply.text) : { kind: 'unknown', mayBeDone: true, failure: `HTTP ${reply.status}` };
    if (read.kind === 'code' && read.code !== 1) {
      pause.note(current, read.code);
      log.warn({ gateway: 'ccbill', action, code: read.code }, 'CCBill’s DataLink refused a call');
    }
    if (read.kind === 'unknown')
      log.warn({ gateway: 'ccbill', action, failure: read.failure }, 'a reply of CCBill’s DataLink could not be read');
    return read;
  };
};
type Caller = ReturnType<typeof createCaller>;

/** Finds a sale in the owner's sub-accounts. @returns null if it is in none. @throws CodedError GATEWAY_UNAVAILABLE */
const findSale = async (call: Caller, values: CcbillValues, subscriptionId: string): Promise<FoundSale | null> => {
  for (const subAccount of subAccountNumbers(values)) {
    const reply = await call(values, 'viewSubscriptionStatus', subAccount, { subscriptionId });
    if (reply.kind === 'record') return { subAccount, fields: reply.fields };
    if (reply.kind === 'unknown' || !NOT_HERE.has(reply.code)) throw unavailable();
  }
  return null;
};

/**
 * Returns why a refund isn't sent. The company's call has no id of a refund, so whether this one was made already shows only by how many refunds the sale
 * has: more than the site knows of means that an earlier try may have arrived.
 */
const holdOf = (sale: FoundSale, { attempt, refundsBefore, isLastOfSale }: RefundRequest): 'pending' | 'byOwner' | null => {
  const issued = countIn(sale, 'refundsIssued');
  if (issued > (refundsBefore ?? (attempt === 1 ? issued : 0))) return 'pending';
  // The call refunds the last transaction of a sale; of an earlier period the owner picks it in the company's console.
  const isLast = isLastOfSale ?? countIn(sale, 'timesRebilled') === 0;
  return isLast ? null : 'byOwner';
};

export const createDataLink = (options: DataLinkOptions): DataLink => {
  const { log } = options;
  const call = createCaller(options);

  return {
    async refund(values, request) {
      const amount = decimalOf(request.amount, request.currency);
      if (!request.saleId || amount === null || request.amount > request.paid) throw refused();
      const sale = await findSale(call, values, request.saleId);
      if (!sale || countIn(sale, 'chargebacksIssued') > 0) throw refused();
      const hold = holdOf(sale, request);
      if (hold) return hold;
      const reply = await call(values, 'refundTransaction', sale.subAccount, { subscriptionId: request.saleId, amount });
      if (reply.kind === 'unknown') {
        if (!reply.mayBeDone) throw unavailable();
        return 'pending';
      }
      // A record instead of a code says nothing about the refund.
      if (reply.kind === 'record' || reply.code === OUTCOME_UNKNOWN) return 'pending';
      if (reply.code === 1) return 'done';
      throw SETUP_CODES.has(reply.code) ? unavailable() : refused();
    },
    async cancel(values, subscriptionId) {
      const sale = await findSale(call, values, subscriptionId);
      if (!sale) {
        log.warn({ gateway: 'ccbill', subscriptionId }, 'a subscription to cancel is in none of the sub-accounts');
        throw unavailable();
      }
      // 2 is active; 1 is cancelled already, and 0 has ended.
      if (sale.fields['subscriptionStatus'] !== '2') return;
      const reply = await call(values, 'cancelSubscription', sale.subAccount, { subscriptionId });
      // Repeating it does no harm.
      if (reply.kind !== 'code' || reply.code !== 1) throw unavailable();
    },
    async tryOut(values) {
      const reply = await call(values, 'viewSubscriptionStatus', subAccountNumbers(values)[0]!, { subscriptionId: '1' });
      if (reply.kind === 'unknown') return { isRight: false, detail: reply.failure };
      if (reply.kind === 'record') return { isRight: true, detail: '' };
      return { isRight: NOT_HERE.has(reply.code), detail: String(reply.code) };
    },
  };
};
