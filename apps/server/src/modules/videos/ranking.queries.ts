import { VIDEO_WEIGHTS } from '@stagedoor/contract/ranking.values';
import type { VideoView } from '@stagedoor/contract/videos';
import { RANKING_PERIODS, type RankingPeriod } from '@stagedoor/contract/videos.values';
import { sql } from 'kysely';
import { accountIdOf } from '../../platform/auth/viewer.ts';
import type { Caller } from '../../platform/caller.ts';
import { transact } from '../../platform/database/database.ts';
import { type ListQuery, type Sorts, allOf, by, readCursorPage, sorted } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { visiblePerformer } from '../access/index.ts';
import { type ItemListRow, type ItemPage, listColumns, listJoins, viewsOf } from '../items/index.ts';

const DAY_MS = 86_400_000;
const DAYS: Record<RankingPeriod, number | null> = { day: 1, week: 7, month: 30, all: null };
/** Videos ranked of each period. */
const MOST = 1000;
/** Above every score: what the site placed itself comes first, in its order. */
const PLACED = 1_000_000_000_000;

const rankPeriod = async ({ background, clock }: Pick<Platform, 'background' | 'clock'>, period: RankingPeriod): Promise<void> => {
  const days = DAYS[period];
  const since = days === null ? null : new Date(clock.now().getTime() - days * DAY_MS);
  const counted = since
    ? sql`
      select item_id, ${sql.lit(VIDEO_WEIGHTS.sale)} * count(*) as score from entitlements
        where item_kind = 'video' and revoked_at is null and created_at > ${since} group by 1
      union all
      select object_id, ${sql.lit(VIDEO_WEIGHTS.like)} * count(*) from reactions
        where action = 'like' and object_type = 'video' and created_at > ${since} group by 1
      union all
      select item_id, ${sql.lit(VIDEO_WEIGHTS.view)} * sum(views) from item_view_days where day >= (${since} at time zone 'UTC')::date group by 1`
    : sql`
      select n.item_id, ${sql.lit(VIDEO_WEIGHTS.sale)} * n.unlock_count + ${sql.lit(VIDEO_WEIGHTS.like)} * n.like_count + ${sql.lit(VIDEO_WEIGHTS.view)} * n.view_count
      from items i join item_counters n on n.item_id = i.id where i.kind = 'video' and i.state = 'active'`;
  await transact(background, undefined, async (trx) => {
    await sql`delete from video_ranks where period = ${period}`.execute(trx);
    await sql`
      insert into video_ranks (period, item_id, score)
      select ${period}, i.id, coalesce(${sql.lit(PLACED)} - v.place, x.score, 0)::bigint
      from items i join videos v on v.id = i.id
      left join (select c.item_id, sum(c.score) as score from (${counted}) c (item_id, score) group by 1) x on x.item_id = i.id
      where i.kind = 'video' and i.state = 'active' and (x.score > 0 or v.place is not null)
      order by 3 desc, 2 desc limit ${sql.lit(MOST)}`.execute(trx);
  });
};

/** Ranks the videos of every period. */
export const rankVideos = async (platform: Pick<Platform, 'background' | 'clock'>): Promise<void> => {
  for (const period of RANKING_PERIODS) await rankPeriod(platform, period);
};

const SORTS: Sorts<'rank' | 'createdAt' | 'updatedAt'> = {
  rank: by.number(sql`r.score`),
  createdAt: by.instant(sql`i.created_at`),
  updatedAt: by.instant(sql`i.updated_at`),
};

/** The videos that were watched, liked and bought most in a period, as a job last counted; what the site placed itself comes first. */
export const listRankedVideos = async (
  platform: Platform,
  caller: Caller,
  query: ListQuery<keyof typeof SORTS & string> & { after?: string | undefined; period: RankingPeriod },
): Promise<ItemPage<VideoView>> => {
  const isRanked = sql`r.period = ${sql.lit(query.period)} and i.state = 'active'`;
  const isVisible = visiblePerformer(caller.viewer, caller.country);
  const { rows, ...page } = await readCursorPage<ItemListRow>(
    platform.database,
    query,
    sorted(SORTS, query, sql`i.id`),
    ({ key, after, end }) => sql`
      select ${listColumns(platform.clock.now(), accountIdOf(caller.viewer))}, ${key} from video_ranks r
      join items i on i.id = r.item_id ${listJoins(accountIdOf(caller.viewer))}
      where ${allOf(isRanked, isVisible, after)} ${end}`,
    sql`from video_ranks r join items i on i.id = r.item_id
      join accounts a on a.id = i.performer_id join performers p on p.account_id = i.performer_id where ${allOf(isRanked, isVisible)}`,
  );
  return { data: await viewsOf<VideoView>(platform, caller, rows), ...page };
};
