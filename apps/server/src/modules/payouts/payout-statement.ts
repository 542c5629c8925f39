import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { divideHalfUp } from '../../ledger/amounts.ts';

// Statements of payouts, without the database: `npm run statement:verify` computes them from this file alone. Docs: docs/domains/payouts.md.

export const STATEMENT_FORMAT = 'stagedoor-payout-statement-1';

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
      gross: string;
      rate: string;
      commission: string;
      net: string;
    }
  /** Anything else: payouts on their way or given back, corrections. */
  | { type: 'movement'; at: string; id: string; kind: string; title: string; amount: string };

/** What a statement is about. */
export interface StatementHead {
  site: string;
  performer: { id: string; username: string; name: string };
  payout: {
    id: string;
    reference: string;
    method: string;
    destination: string;
    requestedAt: string;
    paidAt: string;
    paymentReference: string;
  };
  currency: string;
  /** Everything posted after `after`, up to and with `until`; from the beginning when it is null. */
  period: { after: string | null; until: string };
}

interface Sums {
  gross: string;
  commission: string;
  net: string;
  count: number;
}

export interface Statement extends StatementHead {
  /** What was available at the beginning of the period. */
  opening: string;
  lines: readonly StatementLine[];
  /** Sales and reversals by rate of commission, the lowest first; reversals are subtracted. */
  rates: ({ rate: string } & Sums)[];
  sales: Sums;
  reversals: Sums;
  movements: { amount: string; count: number };
  /** What was left after the payout was requested. */
  closing: string;
  /** What was paid: the amount that was requested, less the fee. */
  paid: { amount: string; fee: string; net: string };
}

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

/** A line of a sale, with commission and net as the ledger computes them: rounded half up once. */
export const saleLineOf = (
  line: { type: 'sale' | 'reversal'; at: string; id: string; kind: string; title: string; soldAt: string },
  gross: bigint,
  rate: bigint,
): StatementLine => {
  const commission = divideHalfUp(gross * rate, FULL_RATE);
  const { type, at, id, kind, title, soldAt } = line;
  const split = { gross: decimalOf(gross), rate: decimalOf(rate), commission: decimalOf(commission), net: decimalOf(gross - commission) };
  return { type, at, id, kind, title, soldAt, ...split };
};

const sumsOf = (lines: readonly Extract<StatementLine, { gross: string }>[], signed: boolean): Sums => {
  const total = { gross: 0n, commission: 0n, net: 0n };
  for (const line of lines) {
    const sign = signed && line.type === 'reversal' ? -1n : 1n;
    for (const key of ['gross', 'commission', 'net'] as const) total[key] += sign * hundredthsOf(line[key]);
  }
  return { gross: decimalOf(total.gross), commission: decimalOf(total.commission), net: decimalOf(total.net), count: lines.length };
};

/** The statement of its head, lines and amounts: everything else in it follows. Properties are in this order, always. */
export const buildStatement = (
  { site, performer, payout, currency, period }: StatementHead,
  opening: bigint,
  lines: readonly StatementLine[],
  { amount, fee }: { amount: bigint; fee: bigint },
): Statement => {
  const sold = lines.filter((line) => line.type !== 'movement');
  const movements = lines.filter((line) => line.type === 'movement');
  const rates = [...new Set(sold.map(({ rate }) => rate))].toSorted((a, b) => Number(hundredthsOf(a) - hundredthsOf(b)));
  const sales = sumsOf(
    sold.filter(({ type }) => type === 'sale'),
    false,
  );
  const reversals = sumsOf(
    sold.filter(({ type }) => type === 'reversal'),
    false,
  );
  const moved = movements.reduce((sum, line) => sum + hundredthsOf(line.amount), 0n);
  return {
    site,
    performer: { id: performer.id, username: performer.username, name: performer.name },
    payout: {
      id: payout.id,
      reference: payout.reference,
      method: payout.method,
      destination: payout.destination,
      requestedAt: payout.requestedAt,
      paidAt: payout.paidAt,
      paymentReference: payout.paymentReference,
    },
    currency,
    period: { after: period.after, until: period.until },
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
    closing: decimalOf(opening + hundredthsOf(sales.net) - hundredthsOf(reversals.net) + moved),
    paid: { amount: decimalOf(amount), fee: decimalOf(fee), net: decimalOf(amount - fee) },
  };
};

/** DER of a private key of Ed25519 (RFC 8410) up to its 32 bytes. */
const PRIVATE_KEY_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Signs statements with the key that 32 bytes make. */
export const createStatementSigner = (seed: Buffer) => {
  const privateKey = createPrivateKey({ key: Buffer.concat([PRIVATE_KEY_PREFIX, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).toString('base64');
  return { publicKey, sign: (text: string): string => sign(null, Buffer.from(text, 'utf8'), privateKey).toString('base64') };
};

/** The file: a header with the public key and the signature of the statement's text, then one line of the file for each of the statement. */
export const writeStatementFile = (
  statement: Statement,
  signer: Pick<ReturnType<typeof createStatementSigner>, 'publicKey' | 'sign'>,
): string => {
  const text = textOf(statement);
  const header = { format: STATEMENT_FORMAT, publicKey: signer.publicKey, signature: signer.sign(text) };
  return `{"header":${JSON.stringify(header)},\n"statement":${text}}\n`;
};

/** The statement as it is signed: JSON without spaces, each of its lines on a line of its own. */
const textOf = ({ lines, ...rest }: Statement): string => {
  const marker = JSON.stringify({ ...rest, lines: [] });
  const listed = lines.map((line) => `\n${JSON.stringify(line)}`).join(',');
  // `lines` is last in the text, so that what is summed up is read first.
  return `${marker.slice(0, -2)}${listed}]}`;
};

export const sha256Of = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

const lineOf = (line: StatementLine): StatementLine => {
  if (line.type === 'movement') {
    const { type, at, id, kind, title, amount } = line;
    return { type, at, id, kind, title, amount: decimalOf(hundredthsOf(amount)) };
  }
  if (line.type !== 'sale' && line.type !== 'reversal') throw new RangeError('a line of an unknown type');
  return saleLineOf(line, hundredthsOf(line.gross), hundredthsOf(line.rate));
};

/** What was found out about a file. */
export interface Verified {
  statement: Statement;
  publicKey: string;
  sha256: string;
}

/**
 * Computes a statement again from its lines and compares the file to the byte, then checks the signature.
 *
 * @param expectedKey the site's public key, when it is known from elsewhere: the one in the file is only as good as the file
 * @throws Error with a sentence for people
 */
export const verifyStatementFile = (content: Buffer, expectedKey?: string): Verified => {
  const text = content.toString('utf8');
  let file: { header: { format: string; publicKey: string; signature: string }; statement: Statement };
  try {
    file = JSON.parse(text) as typeof file;
  } catch {
    throw new Error('This is not a statement: it is no JSON.');
  }
  const { header, statement: given } = file;
  if (header?.format !== STATEMENT_FORMAT) throw new Error('This is not a statement of a payout.');
  let computed: Statement;
  try {
    const lines = given.lines.map(lineOf);
    const amounts = { amount: hundredthsOf(given.paid.amount), fee: hundredthsOf(given.paid.fee) };
    computed = buildStatement(given, hundredthsOf(given.opening), lines, amounts);
  } catch (error) {
    throw new Error(`The statement can’t be computed: ${(error as Error).message}.`, { cause: error });
  }
  // Base64 may be written in several ways; one of them is ours.
  const [publicKey, signature] = [header.publicKey, header.signature].map((value) =>
    Buffer.from(String(value), 'base64').toString('base64'),
  ) as [string, string];
  if (!Buffer.from(writeStatementFile(computed, { publicKey, sign: () => signature }), 'utf8').equals(content))
    throw new Error('The amounts don’t follow from the lines: the file was changed.');
  if (expectedKey !== undefined && expectedKey !== publicKey) throw new Error('It is signed with another key than the given one.');
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  if (key.asymmetricKeyType !== 'ed25519' || !verify(null, Buffer.from(textOf(computed), 'utf8'), key, Buffer.from(signature, 'base64')))
    throw new Error('The signature doesn’t match: the file was changed.');
  return { statement: computed, publicKey, sha256: sha256Of(text) };
};
