import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import type { Locale } from '@stagedoor/contract/texts/text';
import { sql } from 'kysely';
import { CSV_BOM, csvLine } from '../../platform/csv.ts';
import type { Platform } from '../../platform/platform.ts';
import { translate } from '../../platform/texts.ts';
import { referenceOf } from './payouts.rules.ts';
import { PAYOUT_COLUMNS, type PayoutRow } from './payout.view.ts';

const COLUMNS = ['requested', 'reference', 'to', 'amount', 'fee', 'net', 'currency', 'state', 'paid', 'reason'] as const;
const fixed = (hundredths: bigint): string => hundredthsToNumber(hundredths).toFixed(2);

/** A performer's payouts as CSV, newest first: amounts with a point and two decimals, instants in UTC. One at a time keeps their number small. */
export const exportPayouts = async ({ database }: Platform, performerId: string, locale: Locale): Promise<AsyncIterable<string>> => {
  const { rows } = await sql<PayoutRow>`
    select ${PAYOUT_COLUMNS} from payout_requests r where r.performer_id = ${performerId}::uuid
    order by r.created_at desc, r.id desc`.execute(database);
  const lineOf = (row: PayoutRow): string =>
    csvLine([
      row.created_at.toISOString(),
      referenceOf(row.number),
      `${translate(locale, `payouts.method.${row.method}`)} ${row.destination}`,
      fixed(row.amount),
      fixed(row.fee_amount),
      fixed(row.amount - row.fee_amount),
      row.currency,
      translate(locale, `payouts.state.${row.state}`),
      row.paid_at?.toISOString() ?? null,
      row.reason,
    ]);
  return (async function* pieces() {
    yield CSV_BOM + csvLine(COLUMNS.map((column) => translate(locale, `payouts.csv.${column}`)));
    for (const row of rows) yield lineOf(row);
  })();
};
