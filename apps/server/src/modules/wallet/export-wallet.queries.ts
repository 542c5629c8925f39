import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import type { TransactionKind } from '@stagedoor/contract/wallet';
import type { Locale } from '@stagedoor/contract/texts/text';
import { sql } from 'kysely';
import { moneyOf } from '../../ledger/index.ts';
import { CSV_BOM, csvLine } from '../../platform/csv.ts';
import type { Platform } from '../../platform/platform.ts';
import { translate } from '../../platform/texts.ts';
import { tokenValueOf } from '../access/index.ts';
import { chargedIn } from './wallet.queries.ts';

/** Movements read at once: a wallet of any length takes no more memory than this. */
const BATCH = 500;

interface Row {
  id: string;
  kind: TransactionKind;
  amount: bigint;
  balance_after: bigint;
  token_value: bigint | null;
  gross_amount: bigint | null;
  charged: bigint | null;
  reference_kind: string;
  reference_id: string;
  item_title: string | null;
  name: string | null;
  position: bigint;
  created_at: Date;
}

const readBatch = async (platform: Platform, accountId: string, after: Row | undefined): Promise<Row[]> => {
  const older = after ? sql`and e.position < ${after.position}` : sql``;
  const { rows } = await sql<Row>`
    select t.id, t.kind, e.amount, e.balance_after, t.token_value, t.gross_amount, ${chargedIn(sql`t.id`)} as charged, t.reference_kind, t.reference_id, t.item_title, a.name, e.position, t.created_at
    from ledger.accounts w
    join ledger.entries e on e.account_id = w.id
    join ledger.transactions t on t.id = e.transaction_id
    left join accounts a on a.id = t.seller_id
    where w.kind = 'wallet' and w.owner_id = ${accountId}::uuid and e.position is not null ${older}
    order by e.position desc
    limit ${sql.lit(BATCH)}`.execute(platform.database);
  return rows;
};

const COLUMNS = ['at', 'kind', 'item', 'with', 'tokens', 'balance', 'rate', 'money', 'charged', 'currency', 'order', 'receipt'] as const;

const fixed = (hundredths: bigint): string => hundredthsToNumber(hundredths).toFixed(2);

/**
 * Every movement of a wallet as CSV, newest first, read in batches: amounts with a point and two decimals, instants in UTC, whatever the
 * language of the headings.
 */
export const exportWallet = async (platform: Platform, accountId: string, locale: Locale): Promise<AsyncIterable<string>> => {
  const currency = platform.settings.get('currency');
  const tokenValue = tokenValueOf(platform.settings);
  const lineOf = (row: Row): string => {
    const rate = row.token_value ?? tokenValue;
    const absolute = row.amount < 0n ? -row.amount : row.amount;
    const money = fixed(row.gross_amount ?? moneyOf(absolute, rate));
    return csvLine([
      row.created_at.toISOString(),
      translate(locale, `movement.${row.kind}`),
      row.item_title,
      row.name,
      fixed(row.amount),
      fixed(row.balance_after),
      fixed(rate),
      row.amount < 0n ? `-${money}` : money,
      row.charged === null ? null : fixed(row.charged),
      currency,
      row.reference_kind === 'order' ? row.reference_id : null,
      row.id,
    ]);
  };
  // The first batch is read before anything is sent, so that a failure can still be an error response.
  const first = await readBatch(platform, accountId, undefined);
  return (async function* () {
    yield CSV_BOM + csvLine(COLUMNS.map((column) => translate(locale, `export.wallet.${column}`)));
    for (let batch = first; batch.length > 0; batch = batch.length < BATCH ? [] : await readBatch(platform, accountId, batch.at(-1)))
      yield batch.map(lineOf).join('');
  })();
};
