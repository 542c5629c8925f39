// Statements of payouts and of months, without Zod, database or cryptography: the server writes them, and the server, the command and the browser
// compute them again, from this file alone. Docs: docs/domains/payouts.md.
import { isOneOf } from './keys.values.ts';
import { headedFile, textWithLines } from './signed-files.values.ts';

/**
 * The format of a file: its subject, and the version of its shape. The first had no seal; the third has sales that were paid to the performer's own account,
 * and is only used where there are any. Older files are verified as before.
 */
const FORMATS = {
  payout: { 1: 'stagedoor-payout-statement-1', 2: 'stagedoor-payout-statement-2', 3: 'stagedoor-payout-statement-3' },
  month: { 1: 'stagedoor-monthly-statement-1', 2: 'stagedoor-monthly-statement-2', 3: 'stagedoor-monthly-statement-3' },
} as const;

/** The last link of the ledger's chain of hashes (docs/domains/money.md) when a statement was made: its number, and its hash as 64 hex digits. */
export interface LedgerSeal {
  position: number;
  hash: string;
}

/** One posting to what the performer had available. Amounts are digits with two decimals. */
export type StatementLine =
  /** A sale that became free, or one that was taken back after it had. `rate`: the commission in per cent, frozen at the sale. */
  | {
      type: 'sale' | 'reversal';
      at: string;
      id: string;
      kind: string;
      title: string;
      soldAt: string;
      /** The rest of the sale before a part of it was taken back. */
      of?: string;
      /** The card company paid it to the performer's own account: of what was available it took the commission, and its reversal gave that back. */
      own?: true;
      gross: string;
      rate: string;
      commission: string;
      net: string;
    }
  /** Anything else: payouts on their way or given back, corrections. */
  | { type: 'movement'; at: string; id: string; kind: string; title: string; amount: string };

/** What a statement is about: a payout, or a month (UTC, `2026-11`). */
export type StatementHead = {
  site: string;
  performer: { id: string; username: string; name: string };
  currency: string;
  /** Everything posted after `after`, up to and with `until`, from the beginning when it is null; of a month its first and last instant. */
  period: { after: string | null; until: string };
  /** Not in files of the first version, nor before the ledger's first seal. */
  seal?: LedgerSeal;
} & (
  | {
      payout: {
        id: string;
        reference: string;
        method: string;
        destination: string;
        requestedAt: string;
        paidAt: string;
        paymentReference: string;
      };
    }
  | { month: string }
);

interface Sums {
  gross: string;
  commission: string;
  net: string;
  count: number;
}

export type Statement = StatementHead & {
  /** What was available at the beginning of the period. */
  opening: string;
  lines: readonly StatementLine[];
  /** Sales and reversals by rate of commission, the lowest first; reversals are subtracted. */
  rates: readonly ({ rate: string } & Sums)[];
  sales: Sums;
  reversals: Sums;
  movements: { amount: string; count: number };
  /** Sales that were paid to the performer's own account, less those reversed; not among `sales`, `reversals` and `rates`. */
  own?: Sums;
  /** What was left at the end of the period; of a payout, after it was requested. */
  closing: string;
  /** Of a payout, what was paid: the amount that was requested, less the fee. */
  paid?: { amount: string; fee: string; net: string };
};

/** Hundredths as digits with two decimals. */
export const decimalOf = (hundredths: bigint): string => {
  const digits = (hundredths < 0n ? -hundredths : hundredths).toString().padStart(3, '0');
  return `${hundredths < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** The hundredths that such digits mean. @throws RangeError for anything else */
export const hundredthsOf = (decimal: unknown): bigint => {
  if (typeof decimal !== 'string' || !/^-?(0|[1-9]\d*)\.\d\d$/.test(decimal))
    throw new RangeError(`not an amount: ${JSON.stringify(decimal)}`);
  return BigInt(decimal.replace('.', ''));
};

const FULL_RATE = 10_000n;

/**
 * A line of a sale, with commission and net as the ledger computes them: rounded half up once.
 * @param line `of`: what was left of the sale before a part of it was reversed; the rest keeps the commission of its amount
 */
export const saleLineOf = (
  line: {
    type: 'sale' | 'reversal';
    at: string;
    id: string;
    kind: string;
    title: string;
    soldAt: string;
    of?: string | undefined;
    own?: boolean;
  },
  gross: bigint,
  rate: bigint,
): StatementLine => {
  const commissionOf = (amount: bigint): bigint => (2n * amount * rate + FULL_RATE) / (2n * FULL_RATE);
  const before = line.of === undefined ? gross : hundredthsOf(line.of);
  if (gross > before || (line.of !== undefined && line.type !== 'reversal')) throw new RangeError('a part of less than itself');
  const commission = commissionOf(before) - commissionOf(before - gross);
  const { type, at, id, kind, title, soldAt } = line;
  const split = { gross: decimalOf(gross), rate: decimalOf(rate), commission: decimalOf(commission), net: decimalOf(gross - commission) };
  return {
    type,
    at,
    id,
    kind,
    title,
    soldAt,
    ...(line.of === undefined ? {} : { of: decimalOf(before) }),
    ...(line.own ? { own: true } : {}),
    ...split,
  };
};

const sumsOf = (lines: readonly Extract<StatementLine, { gross: string }>[], signed: boolean): Sums => {
  const total = { gross: 0n, commission: 0n, net: 0n };
  for (const line of lines) {
    const sign = signed && line.type === 'reversal' ? -1n : 1n;
    for (const key of ['gross', 'commission', 'net'] as const) total[key] += sign * hundredthsOf(line[key]);
  }
  return { gross: decimalOf(total.gross), commission: decimalOf(total.commission), net: decimalOf(total.net), count: lines.length };
};

/** @throws RangeError for anything that is no seal */
const sealOf = ({ position, hash }: LedgerSeal): LedgerSeal => {
  if (!Number.isSafeInteger(position) || position < 1 || !/^[0-9a-f]{64}$/.test(hash)) throw new RangeError('not a seal of the ledger');
  return { position, hash };
};

/** What the statement is about, with its properties in this order, always. */
const subjectOf = (head: StatementHead) => {
  if ('month' in head) return { month: head.month };
  const { id, reference, method, destination, requestedAt, paidAt, paymentReference } = head.payout;
  return { payout: { id, reference, method, destination, requestedAt, paidAt, paymentReference } };
};

/**
 * The statement of its head, lines and amounts: everything else in it follows. Properties are in this order, always.
 * @param paid of a payout only
 */
export const buildStatement = (
  head: StatementHead,
  opening: bigint,
  lines: readonly StatementLine[],
  paid: { amount: bigint; fee: bigint } | null,
): Statement => {
  const { site, performer, currency, period, seal } = head;
  const all = lines.filter((line) => line.type !== 'movement');
  const [sold, paidToOwn] = [all.filter(({ own }) => !own), all.filter(({ own }) => own)];
  const movements = lines.filter((line) => line.type === 'movement');
  const rates = [...new Set(sold.map(({ rate }) => rate))].toSorted((a, b) => Number(hundredthsOf(a) - hundredthsOf(b)));
  const ofType = (type: 'sale' | 'reversal') =>
    sumsOf(
      sold.filter((line) => line.type === type),
      false,
    );
  const [sales, reversals] = [ofType('sale'), ofType('reversal')];
  const own = sumsOf(paidToOwn, true);
  const moved = movements.reduce((sum, line) => sum + hundredthsOf(line.amount), 0n);
  return {
    site,
    performer: { id: performer.id, username: performer.username, name: performer.name },
    ...subjectOf(head),
    currency,
    period: { after: period.after, until: period.until },
    ...(seal ? { seal: sealOf(seal) } : {}),
    opening: decimalOf(opening),
    lines,
    rates: rates.map((rate) => ({
      rate,
      ...sumsOf(
        sold.filter((line) => line.rate === rate),
        true,
      ),
    })),
    sales,
    reversals,
    movements: { amount: decimalOf(moved), count: movements.length },
    ...(paidToOwn.length > 0 ? { own } : {}),
    closing: decimalOf(opening + hundredthsOf(sales.net) - hundredthsOf(reversals.net) + moved - hundredthsOf(own.commission)),
    ...(paid ? { paid: { amount: decimalOf(paid.amount), fee: decimalOf(paid.fee), net: decimalOf(paid.amount - paid.fee) } } : {}),
  };
};

/** The statement as it is signed: JSON without spaces, each of its lines on a line of its own. */
export const textOf = ({ lines, ...rest }: Statement): string => textWithLines(rest, lines);

/** The file: a header with the public key and the signature of the statement's text, then one line of the file for each of the statement. */
export const fileOf = (statement: Statement, publicKey: string, signature: string): string => {
  const header = {
    format: FORMATS['month' in statement ? 'month' : 'payout'][statement.own ? 3 : statement.seal ? 2 : 1],
    publicKey,
    signature,
  };
  return headedFile(header, 'statement', textOf(statement));
};

const lineOf = (line: StatementLine): StatementLine => {
  if (line.type === 'movement') {
    const { type, at, id, kind, title, amount } = line;
    return { type, at, id, kind, title, amount: decimalOf(hundredthsOf(amount)) };
  }
  if (line.type !== 'sale' && line.type !== 'reversal') throw new RangeError('a line of an unknown type');
  return saleLineOf(line, hundredthsOf(line.gross), hundredthsOf(line.rate));
};

/** Why a file is no statement of the site. */
export type StatementProblem = 'notJson' | 'notStatement' | 'notComputable' | 'changed' | 'otherKey' | 'badSignature';

export class StatementError extends Error {
  readonly problem: StatementProblem;
  constructor(problem: StatementProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}

/** A file that was computed again; whether it is signed by its key is still to be checked. */
export interface Recomputed {
  statement: Statement;
  publicKey: string;
  signature: string;
  /** What the signature is of. */
  text: string;
}

/**
 * Computes a statement again from its lines and compares the file to the letter.
 * @param canonical base64 as it is written once decoded: it may be written in several ways, and one of them is ours
 * @throws StatementError
 */
export const recompute = (file: string, canonical: (base64: string) => string): Recomputed => {
  let parsed: { header: { format: string; publicKey: string; signature: string }; statement: Statement };
  try {
    parsed = JSON.parse(file) as typeof parsed;
  } catch {
    throw new StatementError('notJson', 'This is not a statement: it is no JSON.');
  }
  const { header, statement: given } = parsed ?? {};
  if (!Object.values(FORMATS).some((versions) => isOneOf(Object.values(versions), header?.format)))
    throw new StatementError('notStatement', 'This is not a statement of a payout or a month.');
  let statement: Statement;
  try {
    const paid = given.paid && { amount: hundredthsOf(given.paid.amount), fee: hundredthsOf(given.paid.fee) };
    statement = buildStatement(given, hundredthsOf(given.opening), given.lines.map(lineOf), paid ?? null);
  } catch (error) {
    throw new StatementError(
      'notComputable',
      `The statement can’t be computed: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
  const changed = () => new StatementError('changed', 'The amounts don’t follow from the lines: the file was changed.');
  let [publicKey, signature] = ['', ''];
  try {
    publicKey = canonical(String(header.publicKey));
    signature = canonical(String(header.signature));
  } catch {
    throw changed();
  }
  if (fileOf(statement, publicKey, signature) !== file) throw changed();
  return { statement, publicKey, signature, text: textOf(statement) };
};
