import { type Audience, type ItemKind, type ItemState, KIND_TRAITS } from '@stagedoor/contract/items.values';
import { type Selectable, sql } from 'kysely';
import { type Trx, recordEvent } from '../../platform/database/database.ts';
import type { Items } from '../../platform/database/schema.gen.ts';
import { writeItemSearch } from './item-search.store.ts';

export type ItemRow = Selectable<Items>;

export interface NewItem {
  /** A new one unless given: a show's item has the show's id. */
  id?: string;
  kind: ItemKind;
  performerId: string;
  /** Title on orders and receipts. */
  title: string;
  audience: Audience;
  /** Hundredths of a token, or null when it can't be bought by itself. */
  priceAmount: bigint | null;
  state: ItemState;
  scheduledAt?: Date | null;
  expiresAt?: Date | null;
  /** The item that this one is a part of, and its place among the parts. */
  parent?: { id: string; position: number } | null;
  at: Date;
}

/** Creates an item with its counters. @returns its id */
export const insertItem = async (trx: Trx, item: NewItem): Promise<string> => {
  const { id } = await trx
    .insertInto('items')
    .values({
      id: item.id ?? sql<string>`uuidv7()`,
      kind: item.kind,
      performer_id: item.performerId,
      title: item.title,
      audience: item.audience,
      price_amount: item.priceAmount,
      state: item.state,
      published_at: item.state === 'active' ? item.at : null,
      scheduled_at: item.scheduledAt ?? null,
      expires_at: item.expiresAt ?? null,
      parent_id: item.parent?.id ?? null,
      position: item.parent?.position ?? null,
      created_at: item.at,
      updated_at: item.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx.insertInto('item_counters').values({ item_id: id }).execute();
  return id;
};

/** Sets the terms of an item. A new price or audience raises the price's version: whoever saw the old one must confirm again. @param terms.state null to keep it */
export const setTerms = async (
  trx: Trx,
  itemId: string,
  terms: {
    title: string;
    audience: Audience;
    priceAmount: bigint | null;
    scheduledAt: Date | null;
    expiresAt: Date | null;
    state: ItemState | null;
  },
  at: Date,
): Promise<void> => {
  await sql`
    update items set title = ${terms.title}, audience = ${terms.audience}, price_amount = ${terms.priceAmount}, scheduled_at = ${terms.scheduledAt},
      expires_at = ${terms.expiresAt}, state = coalesce(${terms.state}::text, state), updated_at = ${at},
      price_version = price_version
        + (case when (price_amount, audience) is distinct from (${terms.priceAmount}::bigint, ${terms.audience}::text) then 1 else 0 end)
    where id = ${itemId}::uuid`.execute(trx);
};

/** What an item costs besides its price changed: whoever saw the old terms must confirm again. */
export const raisePriceVersion = async (trx: Trx, itemId: string): Promise<void> => {
  await sql`update items set price_version = price_version + 1 where id = ${itemId}::uuid`.execute(trx);
};

/** Sets an item's title, text and tags as they are shown; the caller touches the item (`setTerms`). */
export const setWords = async (
  trx: Trx,
  itemId: string,
  { title, text, tags }: { title: string; text: string; tags: readonly string[] },
): Promise<void> => {
  await trx
    .updateTable('item_contents')
    .set({ title, text, tags: [...new Set(tags.map((tag) => tag.toLowerCase()))] })
    .where('item_id', '=', itemId)
    .execute();
  await writeItemSearch(trx, [itemId]);
};

/** An item of a performer's own, locked until the transaction ends; undefined once it is deleted. */
export const lockOwnItem = (trx: Trx, kind: ItemKind, performerId: string, itemId: string): Promise<ItemRow | undefined> =>
  trx
    .selectFrom('items')
    .selectAll()
    .where('id', '=', itemId)
    .where('kind', '=', kind)
    .where('performer_id', '=', performerId)
    .where('state', '<>', 'deleted')
    .forUpdate()
    .executeTakeFirst();

/** Parts of an item take its state; those deleted stay so, and those that the site took down by themselves. */
export const moveParts = async (trx: Trx, item: Pick<ItemRow, 'id' | 'kind'>, state: ItemState, at: Date): Promise<void> => {
  if (!KIND_TRAITS[item.kind].hasParts) return;
  await sql`
    update items set state = ${state}, published_at = coalesce(published_at, ${state === 'active' ? at : null}::timestamptz), updated_at = ${at}
    where parent_id = ${item.id}::uuid and state <> 'deleted'
      and not exists (select from restrictions x where x.object_id = items.id and x.state = 'active' and x.measure in ('hidden', 'removed'))`.execute(
    trx,
  );
};

export type PublishedItem = Pick<ItemRow, 'id' | 'kind' | 'performer_id' | 'published_at'>;

/** Makes an item visible; timelines and announcements follow after the commit. */
export const activateItem = async (trx: Trx, item: PublishedItem, at: Date): Promise<void> => {
  await trx
    .updateTable('items')
    .set({ state: 'active', published_at: item.published_at ?? at, updated_at: at })
    .where('id', '=', item.id)
    .execute();
  await moveParts(trx, item, 'active', at);
  await recordEvent(trx, 'items.published', { itemId: item.id, kind: item.kind, performerId: item.performer_id });
};

/** Takes an item out of sight; those entitled keep it, but for one taken down. */
export const withdrawItem = async (
  trx: Trx,
  item: Pick<ItemRow, 'id' | 'kind' | 'performer_id'>,
  state: 'draft' | 'deleted' | 'taken-down',
  at: Date,
): Promise<void> => {
  await trx
    .updateTable('items')
    .set({
      state,
      ...(state === 'taken-down' ? {} : { pinned_at: null }),
      updated_at: at,
      ...(state === 'draft' ? { scheduled_at: null, expires_at: null } : {}),
    })
    .where('id', '=', item.id)
    .execute();
  await moveParts(trx, item, state, at);
  await recordEvent(trx, 'items.withdrawn', { itemId: item.id, kind: item.kind, performerId: item.performer_id });
};

/** Publishes drafts whose beginning is told by an event of their own. */
export const openItems = async (trx: Trx, itemIds: readonly string[], at: Date): Promise<void> => {
  await sql`
    update items set state = 'active', published_at = ${at}, updated_at = ${at}
    where id = any(${itemIds}::uuid[]) and state = 'draft'`.execute(trx);
};

/** Withdraws items that ended together and whose end is told by an event of their own; drafts too. */
export const closeItems = async (trx: Trx, itemIds: readonly string[], at: Date): Promise<void> => {
  await sql`
    update items set state = 'deleted', updated_at = ${at}
    where id = any(${itemIds}::uuid[]) and state in ('active', 'draft')`.execute(trx);
};

/** Closes the comments on an item to all but its performer, or opens them again. @returns whether that changed anything */
export const setCommentsClosed = async (trx: Trx, itemId: string, isClosed: boolean, at: Date): Promise<boolean> => {
  const changed = await trx
    .updateTable('items')
    .set({ comments_closed_at: isClosed ? at : null })
    .where('id', '=', itemId)
    .where('comments_closed_at', isClosed ? 'is' : 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
};
