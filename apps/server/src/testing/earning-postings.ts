import { randomUUID } from 'node:crypto';
import type pg from 'pg';

/** A sale as the ledger posts it; amounts in hundredths. */
export interface Posting {
  id: string;
  kind: string;
  seller: string;
  buyer: string | null;
  item: string | null;
  gross: number;
  commission: number;
  account: 'earningsPending' | 'earningsAvailable';
}

/** Posts a sale, or the reversal of one, at an instant, as the database's owner. */
export const post = async (client: pg.Pool | pg.PoolClient, at: Date, sale: Posting, reversesId: string | null = null): Promise<void> => {
  const { seller, buyer, item, gross, commission, account } = sale;
  const net = gross - commission;
  const sign = reversesId ? -1 : 1;
  await client.query('select ledger.post($1, $2, $3)', [
    JSON.stringify({
      id: reversesId ? randomUUID() : sale.id,
      key: `test:${randomUUID()}`,
      kind: reversesId ? 'refund' : sale.kind,
      referenceKind: 'test',
      referenceId: randomUUID(),
      buyerId: buyer,
      sellerId: seller,
      itemKind: item && 'feed',
      itemId: item,
      itemTitle: item && `Title of ${item}`,
      gross,
      commission,
      net,
      reversesId,
    }),
    JSON.stringify([
      { account, owner: seller, amount: sign * net },
      { account: 'commission', amount: sign * commission },
      { account: 'clearing', amount: -sign * gross },
    ]),
    at,
  ]);
};
