import type { Access, Audience } from '@stagedoor/contract/entitlement';
import { type RawBuilder, sql } from 'kysely';
import { type Viewer, accountIdOf, hasAdminPermission } from '../../platform/auth/viewer.ts';
import type { Executor } from '../../platform/database/database.ts';
import { type Facts, type ItemTerms, decideAccess } from './access.rules.ts';

/** An item's access terms, as selected by a statement over `items i` and `performers p`. */
export interface TermColumns {
  item_performer_id: string;
  audience: Audience;
  price_amount: bigint | null;
  on_sale: boolean;
  monthly_price_amount: bigint;
}

/** A viewer's relation to an item, as selected by a statement with `factJoins`. */
export interface FactColumns {
  follows: boolean;
  subscribes: boolean;
  is_entitled: boolean;
}

/**
 * The columns and joins that carry what entitlement needs, for one statement over `items i` and `performers p`.
 * Frequently used lists use them so that a page is one round trip; the decision stays in this module.
 */
export const termColumns = sql`i.performer_id as item_performer_id, i.audience, i.price_amount, i.on_sale, p.monthly_price_amount`;
/** Bought or granted permanently, and not revoked; a condition over `factJoins`. */
export const isEntitled = sql<boolean>`(ee.account_id is not null and ee.revoked_at is null)`;
export const factColumns = (now: Date) => sql`
  (ef.account_id is not null) as follows, coalesce(es.expires_at > ${now}, false) as subscribes, ${isEntitled} as is_entitled`;

/** An account in a statement: its id, null for a visitor, or an SQL expression. */
export type AccountRef = string | null | RawBuilder<string | null>;
export const accountRef = (account: AccountRef): RawBuilder<string | null> =>
  typeof account === 'object' && account !== null ? account : sql<string | null>`${account}::uuid`;

/**
 * Joins by unique keys only, so that each is a single lookup whatever the statistics say: with the expiry in the join, PostgreSQL would
 * scan a performer's thousands of subscribers for each of their items.
 * @param viewer a visitor matches nothing
 */
export const factJoins = (viewer: AccountRef) => sql`
  left join subscriptions es on es.fan_id = ${accountRef(viewer)} and es.performer_id = i.performer_id
  left join entitlements ee on ee.account_id = ${accountRef(viewer)} and ee.item_id = i.id
  left join reactions ef on ef.account_id = ${accountRef(viewer)} and ef.action = 'follow' and ef.object_id = i.performer_id`;

/** Whether the viewer sees what is locked, to judge it: admins who review content, and no others. */
const reviewsContent = (viewer: Viewer): boolean => hasAdminPermission(viewer, 'content');

/**
 * `decideAccess` as a condition over `items i` with `factJoins`, for statements that must not find what the viewer may not read. A test
 * checks that the two agree.
 */
export const isOpenItem = (viewer: Viewer, now: Date): RawBuilder<boolean> =>
  reviewsContent(viewer)
    ? sql<boolean>`true`
    : sql<boolean>`(
      i.performer_id is not distinct from ${accountIdOf(viewer)}::uuid or ${isEntitled}
      or (i.on_sale and (i.audience = 'everyone'
        or (i.audience <> 'buyers' and coalesce(es.expires_at > ${now}, false))
        or (i.audience = 'followers' and ef.account_id is not null))))`;

/** `decideAccess` for a row that has the columns. */
export const accessOfRows = (term: TermColumns, fact: FactColumns, viewer: Viewer, tokenValue: bigint): Access => {
  const terms: ItemTerms = {
    audience: term.audience,
    priceAmount: term.price_amount,
    onSale: term.on_sale,
    monthlyPriceAmount: term.monthly_price_amount,
  };
  const facts: Facts = {
    isOwner: accountIdOf(viewer) === term.item_performer_id,
    isReviewer: reviewsContent(viewer),
    follows: fact.follows,
    subscribes: fact.subscribes,
    isEntitled: fact.is_entitled,
  };
  return decideAccess(terms, facts, tokenValue);
};

/** Whether anybody bought or was granted an item, and still has it. */
export const isBought = (itemId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from entitlements e where e.item_id = ${itemId} and e.revoked_at is null)`;

/** How many accounts bought or were granted an item, and still have it. */
export const unlockCountOf = (itemId: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(select count(*) from entitlements e where e.item_id = ${itemId} and e.revoked_at is null)`;

/** Whether an account has an item for good. */
export const hasItem = (accountId: RawBuilder<unknown>, itemId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from entitlements e where e.account_id = ${accountId} and e.item_id = ${itemId} and e.revoked_at is null)`;

/** Of items and the orders they were sold with: those that the order gave to its buyer. */
export const givenByOrders = async (executor: Executor, sold: readonly { itemId: string; orderId: string }[]): Promise<string[]> => {
  const { rows } = await sql<{ item_id: string }>`
    select e.item_id from unnest(${sold.map(({ itemId }) => itemId)}::uuid[], ${sold.map(({ orderId }) => orderId)}::uuid[]) s (item_id, order_id)
    join entitlements e on e.item_id = s.item_id and e.order_id = s.order_id`.execute(executor);
  return rows.map(({ item_id: itemId }) => itemId);
};

/**
 * What an account has for good of a kind, the last one first: ids and when it was given, for a join as `bought (item_id, bought_at)`.
 * What was taken down, and what is hidden by law, is for the reader to leave out.
 */
export const itemsOf = (accountId: string, kind: string): RawBuilder<unknown> =>
  sql`(select e.item_id, e.created_at as bought_at from entitlements e
    where e.account_id = ${accountId}::uuid and e.item_kind = ${sql.lit(kind)} and e.revoked_at is null)`;

/** All items that an account has for good, whatever their kind, as `(id, at)`. Shows aren't kept: their recordings are. */
export const keptItemsOf = (accountId: string): RawBuilder<unknown> =>
  sql`select e.item_id as id, e.created_at as at from entitlements e
    where e.account_id = ${accountId}::uuid and e.item_kind <> 'stream' and e.revoked_at is null`;
