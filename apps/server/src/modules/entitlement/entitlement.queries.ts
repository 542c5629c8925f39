import type { Access, Audience } from '@stagedoor/contract/entitlement';
import { type RawBuilder, sql } from 'kysely';
import { type Viewer, accountIdOf, isAdmin } from '../../platform/auth/viewer.ts';
import type { Executor } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Facts, type ItemTerms, decideAccess } from './entitlement.rules.ts';
import { tokenValueOf } from './token-value.ts';

/** An item's access terms, as selected by a statement over `items i` and `performers p`. */
export interface TermColumns {
  item_performer_id: string;
  audience: string;
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

/**
 * `decideAccess` as a condition over `items i` with `factJoins`, for statements that must not find what the viewer may not read. A test
 * checks that the two agree.
 */
export const isOpenItem = (viewer: Viewer, now: Date): RawBuilder<boolean> =>
  isAdmin(viewer)
    ? sql<boolean>`true`
    : sql<boolean>`(
      i.performer_id is not distinct from ${accountIdOf(viewer)}::uuid or ${isEntitled}
      or (i.on_sale and (i.audience = 'everyone'
        or (i.audience <> 'buyers' and coalesce(es.expires_at > ${now}, false))
        or (i.audience = 'followers' and ef.account_id is not null))))`;

/** `decideAccess` for a row that has the columns. */
export const accessOfRows = (term: TermColumns, fact: FactColumns, viewer: Viewer, tokenValue: bigint): Access => {
  const terms: ItemTerms = {
    audience: term.audience as Audience,
    priceAmount: term.price_amount,
    onSale: term.on_sale,
    monthlyPriceAmount: term.monthly_price_amount,
  };
  const facts: Facts = {
    isOwner: accountIdOf(viewer) === term.item_performer_id,
    isAdmin: isAdmin(viewer),
    follows: fact.follows,
    subscribes: fact.subscribes,
    isEntitled: fact.is_entitled,
  };
  return decideAccess(terms, facts, tokenValue);
};

/**
 * `decideAccess` for a set of items of any kind. Ids that don't exist, and items of performers hidden from this viewer, are missing from
 * the result.
 */
export const decideItems = async (
  platform: Platform,
  viewer: Viewer,
  itemIds: readonly string[],
  country: string | null = null,
): Promise<Map<string, Access>> => {
  if (itemIds.length === 0) return new Map();
  const { rows } = await sql<TermColumns & FactColumns & { id: string }>`
    select i.id, ${termColumns}, ${factColumns(platform.clock.now())}
    from items i
    join performers p on p.account_id = i.performer_id
    join accounts a on a.id = i.performer_id
    ${factJoins(accountIdOf(viewer))}
    where i.id = any(${itemIds as string[]}::uuid[]) and ${visibleItem(viewer, country)}`.execute(platform.database);
  const tokenValue = tokenValueOf(platform.settings);
  return new Map(rows.map((row) => [row.id, accessOfRows(row, row, viewer, tokenValue)]));
};

/** A viewer in a statement for one viewer or for many. */
export interface ViewerRef {
  account: AccountRef;
  isAdmin: boolean | RawBuilder<boolean>;
  /** Country of their IP address; null when unknown. */
  country: string | null | RawBuilder<string | null>;
  /** The ids of the performers who have blocked the account, when the statement has already read them. */
  blockers?: RawBuilder<string[]>;
}

/**
 * Visibility condition on `performers p` and their `accounts a`: hides performers from viewers they have blocked by account or country,
 * unapproved performers from everyone but themselves and admins, and suspended or deleted accounts from everyone.
 */
export const visiblePerformerTo = ({ account, isAdmin: admin, country, blockers }: ViewerRef): RawBuilder<boolean> => {
  if (admin === true) return sql<boolean>`a.status = 'active'`;
  const viewer = accountRef(account);
  // Few performers block one account: they are read once per statement. Many may block a country: looked up for each performer.
  const isExcluded = blockers
    ? sql`p.account_id = any(${blockers})`
    : sql`p.account_id in (select performer_id from blocks where account_id = ${viewer})`;
  const unblocked = account === null ? sql`` : sql`and not ${isExcluded}`;
  const place =
    country === null
      ? sql``
      : sql`and not exists (select from country_blocks c where c.performer_id = p.account_id and c.country = ${country}::text)`;
  const own = account === null ? sql`` : sql`p.account_id = ${viewer} or`;
  const all = admin === false ? sql`` : sql`${admin} or`;
  return sql<boolean>`(a.status = 'active' and (${all} ${own} (p.state = 'approved' ${unblocked} ${place})))`;
};

/** `visiblePerformerTo` for one viewer. */
export const visiblePerformer = (viewer: Viewer, country: string | null): RawBuilder<boolean> =>
  visiblePerformerTo({ account: accountIdOf(viewer), isAdmin: isAdmin(viewer), country });

/**
 * As `visiblePerformerTo`, for single items over `factJoins`: buyers keep what they bought even after the performer's account was erased.
 */
export const visibleItemTo = (viewerRef: ViewerRef): RawBuilder<boolean> =>
  sql<boolean>`(${visiblePerformerTo(viewerRef)} or (a.status = 'deleted' and ${isEntitled}))`;

export const visibleItem = (viewer: Viewer, country: string | null): RawBuilder<boolean> =>
  visibleItemTo({ account: accountIdOf(viewer), isAdmin: isAdmin(viewer), country });

/** Whether one of two accounts has blocked the other: then neither can pay the other. */
export const blockedPair = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) => sql<boolean>`
  (exists (select from blocks b where b.performer_id = ${one} and b.account_id = ${other})
    or exists (select from blocks b where b.performer_id = ${other} and b.account_id = ${one}))`;

/** `blockedPair` for two ids. */
export const isBlockedPair = async (executor: Executor, one: string, other: string): Promise<boolean> => {
  const { rows } = await sql<{ blocked: boolean }>`select ${blockedPair(sql`${one}::uuid`, sql`${other}::uuid`)} as blocked`.execute(
    executor,
  );
  return rows[0]!.blocked;
};
