import type { Access, Audience } from '@stagedoor/contract/entitlement';
import { type RawBuilder, sql } from 'kysely';
import { type Viewer, accountIdOf, isAdmin } from '../../platform/auth/viewer.ts';
import type { Executor } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Facts, type ItemTerms, decideAccess } from './entitlement.rules.ts';
import { tokenValueOf } from './token-value.ts';

/** What an item asks of its viewers, as a statement over `items i` and `performers p` tells it. */
export interface TermColumns {
  item_performer_id: string;
  audience: string;
  price_amount: bigint | null;
  on_sale: boolean;
  monthly_price_amount: bigint;
}

/** What a viewer has of an item, as a statement with `factJoins` tells it. */
export interface FactColumns {
  follows: boolean;
  subscribes: boolean;
  is_entitled: boolean;
}

/**
 * The columns and joins that carry what entitlement needs, for one statement over `items i` and `performers p`.
 * Hot lists use them so that a page is one round trip; the decision stays in this module.
 */
export const termColumns = sql`i.performer_id as item_performer_id, i.audience, i.price_amount, i.on_sale, p.monthly_price_amount`;
/** Bought or given for good, and not taken back; a condition over `factJoins`. */
export const isEntitled = sql<boolean>`(ee.account_id is not null and ee.revoked_at is null)`;
export const factColumns = (now: Date) => sql`
  (ef.account_id is not null) as follows, coalesce(es.expires_at > ${now}, false) as subscribes, ${isEntitled} as is_entitled`;

/** An account in a statement: its id, null for a visitor, or an expression over what the statement reads. */
export type AccountTerm = string | null | RawBuilder<string | null>;
export const accountTerm = (account: AccountTerm): RawBuilder<string | null> =>
  typeof account === 'object' && account !== null ? account : sql<string | null>`${account}::uuid`;

/**
 * By their unique keys alone, so that each is one look-up whatever the statistics say: with the expiry in the join, a performer's
 * thousands of subscribers would be walked for each of their items.
 * @param viewer a visitor matches nothing
 */
export const factJoins = (viewer: AccountTerm) => sql`
  left join subscriptions es on es.fan_id = ${accountTerm(viewer)} and es.performer_id = i.performer_id
  left join entitlements ee on ee.account_id = ${accountTerm(viewer)} and ee.item_id = i.id
  left join reactions ef on ef.account_id = ${accountTerm(viewer)} and ef.action = 'follow' and ef.object_id = i.performer_id`;

/**
 * `decideAccess` as a condition over `items i` with `factJoins`, for statements that must not find what the viewer may not read. A test
 * holds the two together.
 */
export const isOpenItem = (viewer: Viewer, now: Date): RawBuilder<boolean> =>
  isAdmin(viewer)
    ? sql<boolean>`true`
    : sql<boolean>`(
      i.performer_id is not distinct from ${accountIdOf(viewer)}::uuid or ${isEntitled}
      or (i.on_sale and (i.audience = 'everyone'
        or (i.audience <> 'buyers' and coalesce(es.expires_at > ${now}, false))
        or (i.audience = 'followers' and ef.account_id is not null))))`;

/** The decision over rows that have the columns. */
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
 * The decision over a set of items of any kind. Ids that don't exist, and items of performers hidden from this
 * viewer, are missing from the answer.
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

/** Who looks, in a statement for one viewer or for many. */
export interface Onlooker {
  account: AccountTerm;
  isAdmin: boolean | RawBuilder<boolean>;
  /** Of their address; null where it isn't known. */
  country: string | null | RawBuilder<string | null>;
  /** The ids of the performers who have blocked the account, where the statement has read them already. */
  blockers?: RawBuilder<string[]>;
}

/**
 * The condition on `performers p` and their `accounts a` that hides performers from those they have blocked, by account
 * or by country, hides whoever is not approved from everyone but themselves and admins, and whose account is suspended
 * or deleted from all.
 */
export const visiblePerformerTo = ({ account, isAdmin: admin, country, blockers }: Onlooker): RawBuilder<boolean> => {
  if (admin === true) return sql<boolean>`a.status = 'active'`;
  const viewer = accountTerm(account);
  // An account is blocked by few: they are read once a statement. A country may be blocked by many: looked up for each performer.
  const isShutOut = blockers
    ? sql`p.account_id = any(${blockers})`
    : sql`p.account_id in (select performer_id from blocks where account_id = ${viewer})`;
  const unblocked = account === null ? sql`` : sql`and not ${isShutOut}`;
  const place =
    country === null
      ? sql``
      : sql`and not exists (select from country_blocks c where c.performer_id = p.account_id and c.country = ${country}::text)`;
  const own = account === null ? sql`` : sql`p.account_id = ${viewer} or`;
  const all = admin === false ? sql`` : sql`${admin} or`;
  return sql<boolean>`(a.status = 'active' and (${all} ${own} (p.state = 'approved' ${unblocked} ${place})))`;
};

/** As `visiblePerformerTo`, to one viewer. */
export const visiblePerformer = (viewer: Viewer, country: string | null): RawBuilder<boolean> =>
  visiblePerformerTo({ account: accountIdOf(viewer), isAdmin: isAdmin(viewer), country });

/**
 * As `visiblePerformerTo`, for single items over `factJoins` too: what was bought is still its buyer's when the performer's account has been
 * erased.
 */
export const visibleItemTo = (onlooker: Onlooker): RawBuilder<boolean> =>
  sql<boolean>`(${visiblePerformerTo(onlooker)} or (a.status = 'deleted' and ${isEntitled}))`;

export const visibleItem = (viewer: Viewer, country: string | null): RawBuilder<boolean> =>
  visibleItemTo({ account: accountIdOf(viewer), isAdmin: isAdmin(viewer), country });

/** Whether one of two accounts has shut the other out: neither pays the other then. */
export const blockedPair = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) => sql<boolean>`
  (exists (select from blocks b where b.performer_id = ${one} and b.account_id = ${other})
    or exists (select from blocks b where b.performer_id = ${other} and b.account_id = ${one}))`;

/** As `blockedPair`, of two ids. */
export const isBlockedPair = async (executor: Executor, one: string, other: string): Promise<boolean> => {
  const { rows } = await sql<{ blocked: boolean }>`select ${blockedPair(sql`${one}::uuid`, sql`${other}::uuid`)} as blocked`.execute(
    executor,
  );
  return rows[0]!.blocked;
};
