import type { LiveState } from '@stagedoor/contract/live-state';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import { type RawBuilder, sql } from 'kysely';
import { moneyOf } from '../../ledger/index.ts';
import type { Platform } from '../../platform/platform.ts';
import { tokenValueOf } from '../../platform/settings/token-value.ts';

// The only place that decides what a performer has on stage (decision 122). Cards, profiles, items, conversations and lists read `liveOf` in
// their own statement; nothing else asks `streams` whether somebody is live.

/** A value of `liveOf`; null while nothing is on stage. */
export interface LiveColumn {
  state: Exclude<LiveState['state'], 'none'>;
  /** Null in a private show, as everything of it. */
  type: 'public' | 'group' | null;
  id: string | null;
  title: string | null;
  /** PostgreSQL's text of an instant; null before the first picture. */
  since: string | null;
  /** Tokens of a minute in hundredths, as text; null unless it is a group show. */
  rate: string | null;
  seats: number | null;
  taken: number | null;
}

/** A row that has the live state of its performer. */
export interface LiveColumns {
  live: LiveColumn | null;
}

/**
 * Selects the live state of a performer, for any statement: at most one row by each of two unique indexes of open shows. A private show hides
 * what it is; a rehearsal is its performer's alone.
 * @param performerId of a performer whom the viewer may see; other rows add a condition by `liveWhere`
 */
export const liveOf = (performerId: RawBuilder<unknown>): RawBuilder<LiveColumn | null> => sql<LiveColumn | null>`(
  select json_build_object(
    'state', case when o.type <> 'private' then case when o.state = 'starting' then 'starting' else o.type end
      when w.id is null then 'private' else 'paused' end,
    'type', x.type, 'id', x.id, 'title', x.title, 'since', x.started_at + x.silent_ms * interval '1 millisecond',
    'rate', case when x.type = 'group' then x.price_amount::text end,
    'seats', x.seats,
    'taken', case when x.type = 'group' then
      (select count(*)::int from stream_participants q where q.stream_id = x.id and q.left_at is null) end)
  from streams o
  left join streams w on o.type = 'private' and w.performer_id = o.performer_id and w.state = 'paused'
  left join streams x on x.id = case when o.type = 'private' then w.id else o.id end
  where o.performer_id = ${performerId} and o.ended_at is null and o.state <> 'paused' and o.rehearsal is null)`;

/** `liveOf` where the viewer may see the performer, null elsewhere: for rows that stay with people who can't see each other any more. */
export const liveWhere = (performerId: RawBuilder<unknown>, isVisible: RawBuilder<boolean>): RawBuilder<LiveColumn | null> =>
  sql<LiveColumn | null>`case when ${isVisible} then ${liveOf(performerId)} end`;

const NONE: LiveState = { state: 'none' };
const PRIVATE: LiveState = { state: 'private' };

/** The live state of a performer, as `liveOf` read it. */
export const liveStateOf = ({ settings }: Pick<Platform, 'settings'>, username: string, row: LiveColumn | null): LiveState => {
  if (row === null) return NONE;
  const { state, type, id, title } = row;
  if (state === 'private' || id === null || title === null) return PRIVATE;
  const since = row.since === null ? null : new Date(row.since).toISOString();
  const show = { streamId: id, title, since, link: type === 'group' ? `/live/group/${id}` : `/live/${username}` };
  if (state !== 'group') return { state, ...show };
  const rate = BigInt(row.rate ?? 0);
  return {
    state,
    ...show,
    rate: hundredthsToNumber(rate),
    money: hundredthsToNumber(moneyOf(rate, tokenValueOf(settings))),
    seats: row.seats ?? 0,
    taken: row.taken ?? 0,
  };
};
