import type { SuggestedPerformer, SuggestionReason } from '@stagedoor/contract/performers';
import { sql } from 'kysely';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import type { Platform } from '../../platform/platform.ts';
import { visiblePerformer } from '../entitlement/index.ts';
import { type CardRow, cardColumns, cardOf } from './performers.queries.ts';

/** Of the viewer's performers, the last followed; of each one's fans, the last to come; of each fan's performers. */
const SAMPLE = { performers: 10, fans: 50, follows: 20 } as const;
const NEW_DAYS = 30;

interface SuggestionRow extends CardRow {
  reason: SuggestionReason['kind'];
  seed_name: string | null;
}

const reasonOf = ({ reason, seed_name: name, craft }: SuggestionRow): SuggestionReason =>
  reason === 'fansOf' ? { kind: reason, name: name ?? '' } : reason === 'craft' ? { kind: reason, craft } : { kind: reason };

/**
 * Performers for somebody who doesn't have them yet, each with the best reason there is for it; the reasons take turns, so that no one
 * of them fills the list. What other fans have is asked of a sample, so that it costs the same for whoever asks.
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
  const { rows } = await sql<SuggestionRow>`
    with mine as materialized (
      select performer_id, max(since) as since from (
        select performer_id, started_at as since from subscriptions where fan_id = ${id}::uuid and expires_at > ${now}
        union all
        select object_id, created_at from reactions where account_id = ${id}::uuid and action = 'follow') both_kinds
      group by performer_id
    ), beside as materialized (
      select theirs.performer_id, mode() within group (order by seed.performer_id) as seed_id, count(distinct fan.id) as fans
      from (select performer_id from mine order by since desc limit ${SAMPLE.performers}) seed
      cross join lateral (
        (select account_id as id from reactions where object_id = seed.performer_id and action = 'follow' limit ${SAMPLE.fans})
        union (select fan_id from subscriptions where performer_id = seed.performer_id and expires_at > ${now} limit ${SAMPLE.fans})) fan
      cross join lateral (
        (select object_id as performer_id from reactions where account_id = fan.id and action = 'follow' limit ${SAMPLE.follows})
        union (select performer_id from subscriptions where fan_id = fan.id and expires_at > ${now} limit ${SAMPLE.follows})) theirs
      where fan.id <> ${id}::uuid and theirs.performer_id <> seed.performer_id
      group by theirs.performer_id
    ), fitting as (
      select p.account_id, reason.*, row_number() over (partition by p.account_id order by reason.rank) as best
      from performers p
      left join beside b on b.performer_id = p.account_id
      cross join lateral (values
        ('fansOf', 1, b.fans is not null, b.fans),
        ('craft', 2, p.craft <> '' and exists (select from performers own where own.account_id in (select performer_id from mine) and lower(own.craft) = lower(p.craft)), 0),
        ('country', 3, p.country = ${country}::text, 0),
        ('new', 4, p.decided_at > ${since}, 0),
        ('popular', 5, true, 0)) reason (reason, rank, fits, fans)
      where p.state = 'approved' and reason.fits and p.account_id <> ${id}::uuid and p.account_id not in (select performer_id from mine)
    ), turns as (
      select f.account_id, f.reason, f.rank, row_number() over (
        partition by f.reason order by f.fans desc, p.follower_count + p.subscriber_count desc, f.account_id) as turn
      from fitting f
      join performers p on p.account_id = f.account_id
      join accounts a on a.id = f.account_id
      where f.best = 1 and ${visiblePerformer(viewer, country)}
    )
    select ${cardColumns(id, now)}, t.reason, seed.name as seed_name
    from turns t
    join accounts a on a.id = t.account_id
    join performers p on p.account_id = t.account_id
    left join files c on c.id = p.cover_file_id
    left join beside b on b.performer_id = t.account_id and t.reason = 'fansOf'
    left join accounts seed on seed.id = b.seed_id and seed.status = 'active'
    order by t.turn, t.rank limit ${limit}`.execute(platform.database);
  return { data: rows.map((row) => ({ ...cardOf(platform, row), reason: reasonOf(row) })), total: rows.length };
};
