import type { SuggestedPerformer, SuggestionReason } from '@stagedoor/contract/performers';
import { sql } from 'kysely';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import type { Platform } from '../../platform/platform.ts';
import { isNotMuted, visiblePerformer } from '../access/index.ts';
import { type CardRow, cardColumns, cardOf } from './performers.queries.ts';

/**
 * Sample sizes: the viewer's most recently followed performers, each one's newest fans, and each fan's performers; and performers who are
 * alike in one respect: of a craft, of a country, new, popular.
 */
const SAMPLE = { performers: 10, fans: 50, follows: 20, alike: 100 } as const;
const NEW_DAYS = 30;

/** Number of best candidates to choose from. */
const CANDIDATES = 60;

type ReasonKind = SuggestionReason['kind'];
/** The order in which reasons alternate. */
const REASONS = ['fansOf', 'craft', 'country', 'new', 'popular'] as const satisfies readonly ReasonKind[];

export interface Candidate {
  craft: string;
  fits: readonly string[];
  /** The performers whose fans they share, most shared fans first; null for none. */
  seeds: readonly string[] | null;
}

/**
 * Chooses among candidates, best first. The reasons alternate; among candidates with shared fans, those of performers not named yet are
 * preferred. Popularity is the reason for the remaining ones.
 */
export const interleaveByReason = <T extends Candidate>(
  candidates: readonly T[],
  limit: number,
): { candidate: T; reason: SuggestionReason }[] => {
  const left = new Set(candidates);
  const named = new Set<string>();
  const chosen: { candidate: T; reason: SuggestionReason }[] = [];
  const choose = (kind: ReasonKind): boolean => {
    const fitting = [...left].filter(({ fits }) => fits.includes(kind));
    const isNew = (name: string): boolean => !named.has(name);
    const candidate = (kind === 'fansOf' ? fitting.find(({ seeds }) => seeds?.some(isNew)) : undefined) ?? fitting[0];
    if (!candidate || chosen.length >= limit) return false;
    left.delete(candidate);
    const name = candidate.seeds?.find(isNew) ?? candidate.seeds?.[0] ?? '';
    if (kind === 'fansOf') named.add(name);
    chosen.push({ candidate, reason: kind === 'fansOf' ? { kind, name } : kind === 'craft' ? { kind, craft: candidate.craft } : { kind } });
    return true;
  };
  const turns = REASONS.filter((kind) => kind !== 'popular');
  // Ends after a round without a candidate.
  while (turns.map(choose).some(Boolean));
  while (choose('popular'));
  return chosen;
};

interface CandidateRow extends CardRow, Candidate {}

/**
 * Suggests performers the viewer doesn't follow yet, each with a reason. Everything is sampled, so that the
 * cost is the same for every viewer on a site of any size.
 */
export const suggestPerformers = async (
  platform: Platform,
  viewer: AccountViewer,
  country: string | null,
  limit: number,
): Promise<{ data: SuggestedPerformer[]; total: number }> => {
  const now = platform.clock.now();
  const id = viewer.accountId;
  const since = new Date(now.getTime() - NEW_DAYS * 86_400_000);
  const { rows } = await sql<CandidateRow>`
    with mine as materialized (
      select performer_id, max(since) as since from (
        select performer_id, started_at as since from subscriptions where fan_id = ${id}::uuid and expires_at > ${now}
        union all
        select object_id, created_at from reactions where account_id = ${id}::uuid and action = 'follow') both_kinds
      group by performer_id
    ), beside as materialized (
      select theirs.performer_id, seed.performer_id as seed_id, count(distinct fan.id) as fans
      from (select performer_id from mine order by since desc limit ${sql.lit(SAMPLE.performers)}) seed
      cross join lateral (
        (select account_id as id from reactions where object_id = seed.performer_id and action = 'follow' limit ${sql.lit(SAMPLE.fans)})
        union (select fan_id from subscriptions where performer_id = seed.performer_id and expires_at > ${now} limit ${sql.lit(SAMPLE.fans)})) fan
      cross join lateral (
        (select object_id as performer_id from reactions where account_id = fan.id and action = 'follow' limit ${sql.lit(SAMPLE.follows)})
        union (select performer_id from subscriptions where fan_id = fan.id and expires_at > ${now} limit ${sql.lit(SAMPLE.follows)})) theirs
      where fan.id <> ${id}::uuid and theirs.performer_id <> seed.performer_id
      group by theirs.performer_id, seed.performer_id
    ), common as materialized (
      select b.performer_id, sum(b.fans) as fans, array_agg(a.name order by b.fans desc, a.id) as seeds
      from beside b join accounts a on a.id = b.seed_id and a.status = 'active' group by b.performer_id
    ), crafts as materialized (
      select distinct lower(p.craft) as craft from performers p join mine on mine.performer_id = p.account_id where p.craft <> ''
    ), considered as (
      (select performer_id as id from common where performer_id not in (select performer_id from mine) order by fans desc limit ${sql.lit(CANDIDATES)})
      union (select account_id from performers where state = 'approved' and craft <> '' and lower(craft) in (select craft from crafts)
        limit ${sql.lit(SAMPLE.alike)})
      union (select account_id from performers where state = 'approved' and country = ${country}::text limit ${sql.lit(SAMPLE.alike)})
      union (select account_id from performers where state = 'approved' and decided_at > ${since} order by decided_at desc nulls last limit ${sql.lit(SAMPLE.alike)})
      union (select performer_id from performer_counters where performer_id not in (select performer_id from mine)
        order by follower_count + subscriber_count desc, performer_id limit ${sql.lit(SAMPLE.alike)})
    ), fitting as (
      select p.account_id, b.seeds, coalesce(b.fans, 0) as fans, n.follower_count + n.subscriber_count as audience,
        array_remove(array[
          case when b.fans is not null then 'fansOf' end,
          case when lower(p.craft) in (select craft from crafts) then 'craft' end,
          case when p.country = ${country}::text then 'country' end,
          case when p.decided_at > ${since} then 'new' end,
          'popular'], null) as fits
      from considered
      join performers p on p.account_id = considered.id
      join performer_counters n on n.performer_id = p.account_id
      join accounts a on a.id = p.account_id
      left join common b on b.performer_id = p.account_id
      where p.state = 'approved' and p.account_id <> ${id}::uuid and p.account_id not in (select performer_id from mine)
        and ${isNotMuted(sql`p.account_id`, id)!}
        and ${visiblePerformer(viewer, country)}
    ), candidates as (
      select * from fitting order by fans desc, cardinality(fits) desc, audience desc, account_id limit ${sql.lit(CANDIDATES)}
    )
    select ${cardColumns(id, now)}, t.fits, t.seeds
    from candidates t
    join accounts a on a.id = t.account_id
    join performers p on p.account_id = t.account_id
    left join files c on c.id = p.cover_file_id
    order by t.fans desc, t.audience desc, t.account_id`.execute(platform.database);
  const chosen = interleaveByReason(rows, limit);
  return { data: chosen.map(({ candidate, reason }) => ({ ...cardOf(platform, candidate), reason })), total: chosen.length };
};
