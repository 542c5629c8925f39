import type { Access, Audience } from '@stagedoor/contract/entitlement';
import { sql } from 'kysely';
import { type Viewer, accountIdOf, isAdmin } from '../../platform/auth/viewer.ts';
import type { Executor } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Facts, type ItemTerms, decideAccess } from './entitlement.rules.ts';
import { tokenValueOf } from './token-value.ts';

/** What a statement that lists items selects beside its own columns, for `accessOfRow`. */
export interface AccessColumns {
  item_performer_id: string;
  audience: string;
  price_amount: bigint | null;
  on_sale: boolean;
  monthly_price_amount: bigint;
  follows: boolean;
  subscribes: boolean;
  is_entitled: boolean;
}

/**
 * The columns and joins that carry what entitlement needs, for one statement over `items i` and `performers p`.
 * Hot lists use them so that a page is one round trip; the decision stays in this module.
 */
export const accessColumns = sql`
  i.performer_id as item_performer_id, i.audience, i.price_amount, i.on_sale, p.monthly_price_amount,
  (ef.account_id is not null) as follows, (es.fan_id is not null) as subscribes, (ee.account_id is not null) as is_entitled`;

/** @param viewerId null for visitors, who match nothing */
export const accessJoins = (viewerId: string | null, now: Date) => sql`
  left join subscriptions es on es.fan_id = ${viewerId}::uuid and es.performer_id = i.performer_id and es.expires_at > ${now}
  left join entitlements ee on ee.account_id = ${viewerId}::uuid and ee.item_id = i.id and ee.revoked_at is null
  left join reactions ef on ef.account_id = ${viewerId}::uuid and ef.action = 'follow' and ef.object_id = i.performer_id`;

/** The decision over a row that has the access columns. */
export const accessOfRow = (row: AccessColumns, viewer: Viewer, tokenValue: bigint): Access => {
  const terms: ItemTerms = {
    audience: row.audience as Audience,
    priceAmount: row.price_amount,
    onSale: row.on_sale,
    monthlyPriceAmount: row.monthly_price_amount,
  };
  const facts: Facts = {
    isOwner: accountIdOf(viewer) === row.item_performer_id,
    isAdmin: isAdmin(viewer),
    follows: row.follows,
    subscribes: row.subscribes,
    isEntitled: row.is_entitled,
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
  const viewerId = accountIdOf(viewer);
  const { rows } = await sql<AccessColumns & { id: string }>`
    select i.id, ${accessColumns}
    from items i
    join performers p on p.account_id = i.performer_id
    ${accessJoins(viewerId, platform.clock.now())}
    where i.id = any(${itemIds as string[]}::uuid[]) and ${visiblePerformer(viewer, country)}`.execute(platform.database);
  const tokenValue = tokenValueOf(platform.settings);
  return new Map(rows.map((row) => [row.id, accessOfRow(row, viewer, tokenValue)]));
};

/**
 * The condition on `performers p` that hides performers from those they have blocked, by account or by country,
 * and hides whoever is not approved from everyone but themselves and admins.
 */
export const visiblePerformer = (viewer: Viewer, country: string | null) => {
  if (isAdmin(viewer)) return sql<boolean>`true`;
  const viewerId = accountIdOf(viewer);
  return sql<boolean>`(p.account_id = ${viewerId}::uuid or (p.state = 'approved'
    and not exists (select from blocks b where b.performer_id = p.account_id and b.account_id = ${viewerId}::uuid)
    and not exists (select from country_blocks c where c.performer_id = p.account_id and c.country = ${country}::text)))`;
};

/** Whether a performer has shut this account out. */
export const isBlockedPair = async (executor: Executor, performerId: string, accountId: string): Promise<boolean> =>
  (await executor
    .selectFrom('blocks')
    .select('account_id')
    .where('performer_id', '=', performerId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()) !== undefined;
