import type { FeaturedCard } from '@stagedoor/contract/catalog';
import type { PagedKind } from '@stagedoor/contract/items.values';
import { FEATURED_OF_ONE } from '@stagedoor/contract/ranking.values';
import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';

/** An item among what is featured, and why. */
export interface Chosen {
  itemId: string;
  reason: FeaturedCard['reason'];
}

/** What is featured of some kinds, the same for every viewer; each list in its order. */
export interface FeaturedOrder {
  pinned: readonly Chosen[];
  trending: readonly Chosen[];
  latest: readonly Chosen[];
}

interface Row {
  item_id: string;
  reason: Chosen['reason'];
}

/** Candidates that aren't pinned: of one performer the best two trend, and of those that don't, the newest two are new. */
const readOrder = async ({ database }: Pick<Platform, 'database'>, kinds: readonly PagedKind[]): Promise<FeaturedOrder> => {
  const { rows } = await sql<Row>`
    with candidates as materialized (
      select x.* from featured_candidates x
      where x.kind = any(${kinds}::text[]) and not exists (select from featured_items f where f.item_id = x.item_id)),
    trending as (
      select item_id, row_number() over (partition by performer_id order by score desc, item_id desc) as nr, score from candidates where score > 0),
    latest as (
      select s.item_id, s.published_at, row_number() over (partition by s.performer_id order by s.published_at desc, s.item_id desc) as nr
      from candidates s where not exists (select from trending t where t.item_id = s.item_id and t.nr <= ${sql.lit(FEATURED_OF_ONE)}))
    select x.item_id, x.reason from (
      select f.item_id, 'pinned' as reason, f.place::bigint as at from featured_items f join items i on i.id = f.item_id
        where i.kind = any(${kinds}::text[])
      union all select item_id, 'trending', row_number() over (order by score desc, item_id desc) from trending where nr <= ${sql.lit(FEATURED_OF_ONE)}
      union all select item_id, 'new', row_number() over (order by published_at desc, item_id desc) from latest where nr <= ${sql.lit(FEATURED_OF_ONE)}) x
    order by x.at`.execute(database);
  const of = (reason: Row['reason']): Chosen[] => rows.flatMap((row) => (row.reason === reason ? [{ itemId: row.item_id, reason }] : []));
  return { pinned: of('pinned'), trending: of('trending'), latest: of('new') };
};

/** How long an order is kept. Another node that pins an item is seen so much later here. */
const KEPT_MS = 5000;
type Kept = Map<string, { order: Promise<FeaturedOrder>; until: number }>;
const kept = new WeakMap<Pick<Platform, 'clock'>, Kept>();

/** As `readOrder`, at most some seconds old. */
export const featuredOrder = (platform: Platform, kinds: readonly PagedKind[]): Promise<FeaturedOrder> => {
  let orders = kept.get(platform);
  if (!orders) kept.set(platform, (orders = new Map()));
  const key = [...new Set(kinds)].toSorted().join();
  const known = orders.get(key);
  if (known && known.until > performance.now()) return known.order;
  const order = readOrder(platform, kinds);
  orders.set(key, { order, until: performance.now() + KEPT_MS });
  // An order that couldn't be read isn't kept.
  order.catch(() => orders.delete(key));
  return order;
};

/** Has the order read anew, after a change of this process. */
export const forgetFeaturedOrder = (platform: Pick<Platform, 'clock'>): void => void kept.delete(platform);
