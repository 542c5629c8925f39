import { PAGED_KINDS } from '@stagedoor/contract/items.values';
import { TREND_DAYS, TREND_WEIGHTS } from '@stagedoor/contract/ranking.values';
import { sql } from 'kysely';
import { transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { forgetFeaturedOrder } from './featured-order.ts';

/** Of each kind the newest so many are candidates. */
const NEWEST = 200;
const DAY_MS = 86_400_000;

/** Makes the candidates of what is featured anew, with their scores. Every viewer's cards are chosen from these. */
export const refreshFeatured = async (platform: Pick<Platform, 'background' | 'clock'>): Promise<void> => {
  const { background, clock } = platform;
  const since = new Date(clock.now().getTime() - TREND_DAYS * DAY_MS);
  await transact(background, undefined, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('featured'))`.execute(trx);
    await sql`
      with newest as materialized (
        select x.* from unnest(${PAGED_KINDS}::text[]) k (kind) cross join lateral (
          select i.id, i.kind, i.performer_id, i.published_at from items i
          where i.kind = k.kind and i.state = 'active' and i.parent_id is null order by i.published_at desc, i.id desc limit ${sql.lit(NEWEST)}) x
      ), scored as materialized (
        select w.*, case when w.published_at > ${since} then n.unlock_count * ${sql.lit(TREND_WEIGHTS.unlock)}
          + n.like_count * ${sql.lit(TREND_WEIGHTS.like)} + n.view_count * ${sql.lit(TREND_WEIGHTS.view)} else 0 end as score
        from newest w join item_counters n on n.item_id = w.id
      ), gone as (delete from featured_candidates c where not exists (select from scored s where s.id = c.item_id))
      insert into featured_candidates as c (item_id, kind, performer_id, published_at, score)
      select s.id, s.kind, s.performer_id, s.published_at, s.score from scored s
      on conflict (item_id) do update set published_at = excluded.published_at, score = excluded.score
      where (c.published_at, c.score) is distinct from (excluded.published_at, excluded.score)`.execute(trx);
    return {};
  });
  forgetFeaturedOrder(platform);
};
