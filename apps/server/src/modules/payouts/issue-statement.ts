import { type LedgerSeal, type StatementLine, buildStatement, decimalOf, saleLineOf } from '@stagedoor/contract/statements.values';
import { sql } from 'kysely';
import type { Executor, Trx } from '../../platform/database/database.ts';
import { findChainHead } from '../../ledger/index.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { sha256Of, siteSigner } from '../../platform/signed-file.ts';
import { type PostingRow, findBefore, isListed, readPostings, sumOf } from './statement.queries.ts';
import { referenceOf } from './payouts.rules.ts';
import { writeStatementFile } from './sign-statement.ts';

/** A posting as a line of a statement. */
export const lineOf = (row: PostingRow): StatementLine => {
  const common = { at: row.at.toISOString(), id: row.id };
  if (row.gross_amount === null || row.commission_rate === null || row.sold_at === null)
    return { type: 'movement', ...common, kind: row.kind, title: row.title ?? '', amount: decimalOf(row.amount) };
  const sold = {
    kind: row.is_reversal ? row.kind : (row.sold_kind ?? row.kind),
    title: row.sold_title ?? '',
    soldAt: row.sold_at.toISOString(),
  };
  const isPart = row.is_reversal && row.left_amount !== null && row.left_amount !== row.gross_amount;
  const line = { type: row.is_reversal ? ('reversal' as const) : ('sale' as const), ...common, ...sold };
  return saleLineOf(
    { ...line, ...(isPart ? { of: decimalOf(row.left_amount!) } : {}), own: row.is_own === true },
    row.gross_amount,
    BigInt(row.commission_rate),
  );
};

/** The last link of the ledger's chain, for the head of a statement; nothing before the first one. */
export const readSeal = async (trx: Trx): Promise<{ seal?: LedgerSeal }> => {
  const seal = await findChainHead(trx);
  return seal ? { seal: { position: Number(seal.position), hash: seal.hash.toString('hex') } } : {};
};

/**
 * Writes and signs the statement of a payout in the transaction that pays it: every posting to what was available since the statement before,
 * up to the payout's own.
 */
export const issueStatement = async (platform: Platform, trx: Trx, payoutId: string): Promise<void> => {
  const { rows } = await sql<{
    number: bigint;
    performer_id: string;
    username: string;
    name: string;
    method: string;
    destination: string;
    amount: bigint;
    fee_amount: bigint;
    currency: string;
    payment_reference: string;
    cutoff_at: Date;
    created_at: Date;
    paid_at: Date;
  }>`
    select r.*, a.username, a.name from payout_requests r join accounts a on a.id = r.performer_id where r.id = ${payoutId}::uuid`.execute(
    trx,
  );
  const payout = rows[0]!;
  const { performer_id: performerId, cutoff_at: until } = payout;
  const before = await findBefore(trx, performerId, payoutId);
  const since = before ? sql`e.created_at > ${before.cutoff_at} and e.created_at <= ${until}` : sql`e.created_at <= ${until}`;
  const postings = await readPostings(trx, performerId, since);
  // An instant is taken before it is written: what was committed after the statement before, with an earlier instant, is on this one.
  const late =
    before && (await sumOf(trx, performerId, sql`e.created_at <= ${before.cutoff_at}`)) !== before.closing
      ? await readPostings(trx, performerId, sql`e.created_at <= ${before.cutoff_at} and not ${isListed(performerId)}`)
      : [];
  const statement = buildStatement(
    {
      site: platform.config.publicUrl,
      performer: { id: performerId, username: payout.username, name: payout.name },
      payout: {
        id: payoutId,
        reference: referenceOf(payout.number),
        method: payout.method,
        destination: payout.destination,
        requestedAt: payout.created_at.toISOString(),
        paidAt: payout.paid_at.toISOString(),
        paymentReference: payout.payment_reference,
      },
      currency: payout.currency,
      period: { after: before?.cutoff_at.toISOString() ?? null, until: until.toISOString() },
      ...(await readSeal(trx)),
    },
    before?.closing ?? 0n,
    [...late, ...postings].map(lineOf),
    { amount: payout.amount, fee: payout.fee_amount },
  );
  const content = writeStatementFile(statement, siteSigner(platform));
  await trx
    .insertInto('payout_statements')
    .values({ payout_id: payoutId, content, sha256: sha256Of(content), created_at: payout.paid_at })
    .execute();
};

/**
 * The stored file, whole.
 * @param performerId whose payout it must be; null for admins
 * @throws CodedError NOT_FOUND, also before it is paid
 */
export const readStatement = async (executor: Executor, payoutId: string, performerId: string | null): Promise<string> => {
  const { rows } = await sql<{ content: string }>`
    select s.content from payout_statements s join payout_requests r on r.id = s.payout_id
    where s.payout_id = ${payoutId}::uuid and ${performerId === null ? sql`true` : sql`r.performer_id = ${performerId}::uuid`}`.execute(
    executor,
  );
  const content = rows[0]?.content;
  if (content === undefined) throw new CodedError('NOT_FOUND');
  return content;
};
