import type { Audience, ItemKind } from '@stagedoor/contract/entitlement';
import { sql } from 'kysely';
import type { Trx } from '../../platform/database/database.ts';

export interface ItemInput {
  id: string;
  kind: ItemKind;
  performerId: string;
  title: string;
  audience: Audience;
  /** Hundredths of a token, or null when it can't be bought by itself. */
  priceAmount: bigint | null;
  onSale: boolean;
}

/**
 * Inserts or updates an item. A new price or audience increments `price_version`, so that whoever saw the old
 * one must confirm again.
 */
export const saveItem = async (trx: Trx, item: ItemInput): Promise<void> => {
  await sql`
    insert into items (id, kind, performer_id, title, audience, price_amount, on_sale)
    values (${item.id}, ${item.kind}, ${item.performerId}, ${item.title}, ${item.audience}, ${item.priceAmount}, ${item.onSale})
    on conflict (id) do update set title = excluded.title, audience = excluded.audience, price_amount = excluded.price_amount,
      on_sale = excluded.on_sale, updated_at = now(),
      price_version = items.price_version
        + (case when (items.price_amount, items.audience) is distinct from (excluded.price_amount, excluded.audience) then 1 else 0 end)`.execute(
    trx,
  );
};

/** Takes an item off sale; those entitled keep it. */
export const withdrawItem = async (trx: Trx, itemId: string): Promise<void> => {
  await trx.updateTable('items').set({ on_sale: false, updated_at: new Date() }).where('id', '=', itemId).execute();
};

/** Takes several items off sale, as `withdrawItem`. */
export const withdrawItems = async (trx: Trx, itemIds: readonly string[], at: Date): Promise<void> => {
  await sql`update items set on_sale = false, updated_at = ${at} where id = any(${itemIds as string[]}::uuid[])`.execute(trx);
};
