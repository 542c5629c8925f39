import { INCLUDED_KINDS, type ItemKind, kindsWith } from '@stagedoor/contract/items.values';
import { RANKING_DAYS, RANKING_WEIGHTS } from '@stagedoor/contract/ranking.values';
import { sql } from 'kysely';
import type { Executor, Trx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';

// Figures of a performer that cost a walk over its items or over a week of the site: jobs keep them in performer_counters.

/** The kinds that a profile counts as posts. */
export const POST_KINDS = kindsWith('isPost');
/** Kinds that have a tab of their own on a profile. */
const PROFILE_KINDS = kindsWith('isCommented').filter((kind) => !(POST_KINDS as readonly ItemKind[]).includes(kind));
/** More than these aren't counted: a tab shows "1K". */
const MOST_COUNTED = 1000;

/** How many items of each of these kinds a performer shows; capped, so counted at the request. For a statement over `accounts a`. */
export const kindCounts = sql`(select jsonb_object_agg(k.kind, k.total) from (
        select kind, (select count(*) from (
          select from items i where i.performer_id = a.id and i.kind = kinds.kind and i.state = 'active' and i.parent_id is null
          limit ${sql.lit(MOST_COUNTED)}) of_kind) as total
        from unnest(${PROFILE_KINDS}::text[]) kinds (kind)) k where k.total > 0)`;
const RECENT_DAYS = 30;
const DAY_MS = 86_400_000;

/** Counts the posts of performers, and what a subscription includes of them. */
export const countPosts = async (executor: Executor, performerIds: readonly string[], now: Date): Promise<void> => {
  if (performerIds.length === 0) return;
  const since = new Date(now.getTime() - RECENT_DAYS * DAY_MS);
  await sql`
    update performer_counters n set post_count = o.posts, photo_count = o.photos, video_count = o.videos, included_count = o.included,
      included_photo_count = o.included_photos, included_video_count = o.included_videos, free_count = o.free, extra_count = o.extra,
      recent_count = o.recent, median_extra_amount = o.median_extra, included_kinds = k.counts
    from unnest(${performerIds}::uuid[]) of_performer (id)
    cross join lateral (
      select count(*)::int as posts, coalesce(sum(c.photo_count), 0)::int as photos, count(*) filter (where c.media_type = 'video')::int as videos,
        count(*) filter (where i.audience <> 'buyers')::int as included,
        coalesce(sum(c.photo_count) filter (where i.audience <> 'buyers'), 0)::int as included_photos,
        count(*) filter (where i.audience <> 'buyers' and c.media_type = 'video')::int as included_videos,
        count(*) filter (where i.audience = 'everyone')::int as free, count(*) filter (where i.audience = 'buyers')::int as extra,
        percentile_disc(0.5) within group (order by i.price_amount) filter (where i.audience = 'buyers') as median_extra,
        count(*) filter (where i.published_at > ${since})::int as recent
      from items i join item_contents c on c.item_id = i.id
      where i.performer_id = of_performer.id and i.kind = any(${POST_KINDS}::text[]) and i.state = 'active' and i.parent_id is null) o
    cross join lateral (
      select coalesce(jsonb_object_agg(kind, total), '{}') as counts from (
        select i.kind, count(*)::int as total from items i
        where i.performer_id = of_performer.id and i.kind = any(${INCLUDED_KINDS}::text[]) and i.state = 'active' and i.parent_id is null
          and i.audience <> 'buyers'
        group by i.kind) of_kind) k
    where n.performer_id = of_performer.id and (n.included_kinds, n.post_count, n.photo_count, n.video_count, n.included_count, n.included_photo_count,
      n.included_video_count, n.free_count, n.extra_count, n.recent_count, n.median_extra_amount) is distinct from (k.counts, o.posts, o.photos,
      o.videos, o.included, o.included_photos, o.included_videos, o.free, o.extra, o.recent, o.median_extra)`.execute(executor);
};

const COUNT_POSTS = 'performers:countPosts';
const COUNT_ALL_POSTS = 'performers:countAllPosts';
const RANK = 'performers:rank';

/** Has the posts of performers counted soon; of many changes at once only one count is made. */
export const requestPostCounts = async (platform: Pick<Platform, 'jobs'>, trx: Trx, performerIds: readonly string[]): Promise<void> => {
  for (const performerId of new Set(performerIds))
    await platform.jobs.enqueue(trx, COUNT_POSTS, { performerId }, { key: `${COUNT_POSTS}:${performerId}` });
};

const COUNTED_TOGETHER = 50;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Every night: posts grow older than `RECENT_DAYS` without an event. */
const countAllPosts = async ({ background, clock }: Pick<Platform, 'background' | 'clock'>, signal: AbortSignal): Promise<void> => {
  for (let after: string | undefined = FIRST_ID; after !== undefined; ) {
    signal.throwIfAborted();
    const rows: { performer_id: string }[] = await background
      .selectFrom('performer_counters')
      .select('performer_id')
      .where('performer_id', '>', after)
      .orderBy('performer_id')
      .limit(sql.lit(COUNTED_TOGETHER))
      .execute();
    await countPosts(
      background,
      rows.map(({ performer_id: id }) => id),
      clock.now(),
    );
    after = rows.length < COUNTED_TOGETHER ? undefined : rows.at(-1)!.performer_id;
  }
};

/** Gives every performer its score: the weighted activity of seven days. */
export const rankAll = async ({ background, clock }: Pick<Platform, 'background' | 'clock'>): Promise<void> => {
  const since = new Date(clock.now().getTime() - RANKING_DAYS * DAY_MS);
  await sql`
    update performer_counters n set score = x.score
    from (
      select w.performer_id, sum(w.weight * w.count)::bigint as score from (
        select performer_id, ${sql.lit(RANKING_WEIGHTS.subscription)} as weight, count(*) as count from subscriptions where started_at > ${since} group by 1
        union all
        select seller_id, ${sql.lit(RANKING_WEIGHTS.paidEvent)}, count(*) from ledger.transactions where seller_id is not null and created_at > ${since} group by 1
        union all
        select performer_id, ${sql.lit(RANKING_WEIGHTS.post)}, count(*) from items
          where kind = any(${POST_KINDS}::text[]) and state = 'active' and published_at > ${since} group by 1
        union all
        select object_id, ${sql.lit(RANKING_WEIGHTS.follower)}, count(*) from reactions where action = 'follow' and created_at > ${since} group by 1
        union all
        select performer_id, 0, 0 from performer_counters where score <> 0
      ) w group by 1) x
    where n.performer_id = x.performer_id and n.score <> x.score`.execute(background);
};

export const registerFigureJobs = (platform: Platform): void => {
  platform.jobs.register(COUNT_POSTS, ({ performerId }) => countPosts(platform.background, [String(performerId)], platform.clock.now()));
  platform.jobs.schedule(COUNT_ALL_POSTS, '29 3 * * *', (_, { signal }) => countAllPosts(platform, signal));
  platform.jobs.schedule(RANK, '*/10 * * * *', () => rankAll(platform));
};
