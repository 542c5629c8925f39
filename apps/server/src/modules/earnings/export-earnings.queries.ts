import type { EarningLine } from '@stagedoor/contract/earnings';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import type { Locale } from '@stagedoor/contract/texts/text';
import type { TransactionKind } from '@stagedoor/contract/wallet';
import { sql } from 'kysely';
import { CSV_BOM, csvLine } from '../../platform/csv.ts';
import type { Platform } from '../../platform/platform.ts';
import { translate } from '../../platform/texts.ts';
import { type EarningFilter, fromLines, paidOutOf } from './earnings.queries.ts';
import { sourceOf } from './earnings.rules.ts';

/** Lines read at once: any number of them takes no more memory than this. */
const BATCH = 500;

interface Row {
  id: string;
  kind: TransactionKind;
  item_title: string | null;
  name: string | null;
  username: string | null;
  tokens_amount: bigint | null;
  gross_amount: bigint | null;
  commission_rate: number | null;
  commission_amount: bigint | null;
  net_amount: bigint | null;
  paid_out: bigint | null;
  reverses_id: string | null;
  receiver: EarningLine['receiver'];
  is_pending: boolean;
  due_at: Date | null;
  reference_kind: string;
  reference_id: string;
  created_at: Date;
  /** As text: a Date would lose the microseconds. */
  made: string;
}

const COLUMNS = [
  'at',
  'kind',
  'source',
  'item',
  'fan',
  'tokens',
  'gross',
  'rate',
  'commission',
  'net',
  'currency',
  'state',
  'due',
  'order',
  'transaction',
] as const;

/**
 * A performer's earnings as CSV, newest first, read in batches: amounts with a point and two decimals, reversals below zero, instants in UTC,
 * whatever the language of the headings.
 */
export const exportEarnings = async (
  { database, clock, settings }: Platform,
  performerId: string,
  filter: EarningFilter,
  locale: Locale,
): Promise<AsyncIterable<string>> => {
  const currency = settings.get('currency');
  // Rows that come in meanwhile are newer than the first one.
  const now = clock.now();
  const readBatch = async (after: Row | undefined): Promise<Row[]> => {
    const older = after ? sql`(t.created_at, t.id) < (${after.made}::timestamptz, ${after.id}::uuid)` : null;
    const { rows } = await sql<Row>`
      select page.*, page.created_at::text as made, ${paidOutOf('page')} as paid_out, a.name, a.username, r.transaction_id is not null as is_pending,
        case when isfinite(r.due_at) then r.due_at end as due_at
      from (
        select t.id, t.kind, t.item_title, t.seller_id, t.buyer_id, t.tokens_amount, t.gross_amount, t.commission_rate, t.commission_amount, t.net_amount,
          t.reverses_id, t.receiver, t.reference_kind, t.reference_id, t.created_at
        ${fromLines(performerId, filter, now, older)}
        order by t.created_at desc, t.id desc limit ${sql.lit(BATCH)}) page
      left join accounts a on a.id = page.buyer_id
      left join ledger.releases r on r.transaction_id = page.id
      order by page.created_at desc, page.id desc`.execute(database);
    return rows;
  };
  const lineOf = (row: Row): string => {
    const signed = (amount: bigint): string => hundredthsToNumber(row.reverses_id ? -amount : amount).toFixed(2);
    return csvLine([
      row.created_at.toISOString(),
      translate(locale, `movement.${row.kind}`),
      translate(locale, `model.source.${sourceOf(row.kind)}`),
      row.item_title,
      row.name ?? row.username,
      row.tokens_amount === null ? null : signed(row.tokens_amount),
      signed(row.gross_amount ?? row.paid_out ?? 0n),
      ((row.commission_rate ?? 0) / 100).toFixed(2),
      signed(row.commission_amount ?? 0n),
      signed(row.net_amount ?? row.paid_out ?? 0n),
      currency,
      translate(locale, row.is_pending ? 'model.pending' : row.receiver === 'performer' ? 'model.paidToOwn' : 'model.available'),
      row.due_at?.toISOString() ?? null,
      row.reference_kind === 'order' ? row.reference_id : null,
      row.id,
    ]);
  };
  // The first batch is read before anything is sent, so that a failure can still be an error response.
  const first = await readBatch(undefined);
  return (async function* pieces() {
    yield CSV_BOM + csvLine(COLUMNS.map((column) => translate(locale, `export.earnings.${column}`)));
    for (let batch = first; batch.length > 0; batch = batch.length < BATCH ? [] : await readBatch(batch.at(-1)))
      yield batch.map(lineOf).join('');
  })();
};
