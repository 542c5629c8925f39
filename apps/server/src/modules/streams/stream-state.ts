import type { LeftReason } from '@stagedoor/contract/paid-shows.values';
import { PREPARED_SECONDS, RETURN_SECONDS, type STREAM_END_REASONS, type StreamState, type StreamType } from '@stagedoor/contract/streams';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../platform/database/database.ts';
import { closeStreamConversations, reopenStreamConversations } from '../conversations/index.ts';
import { closeItems, openItems } from '../items/index.ts';
import { type StopCause, stopClocks } from './minute-clocks.ts';
import { setRequestStates } from './request-states.ts';
import { closeSeats } from './seats.ts';

// The only place that changes the state of shows (docs/domains/streams.md):
//
//   starting ──▶ live ◀──▶ interrupted ◀── paused
//       │          │            │             │
//       └──────────┴────────────┴─────────────┴──▶ ended
//
// Each transition is an update guarded by the source state, over a set of shows locked in id order, with its side effects and the event
// `streams.changed` in the same transaction. A show that is already in the target state is not touched.

/** How long a disconnected performer has to return, and a new show to go live. */
export const RETURN_MS = RETURN_SECONDS * 1000;

/** Until when a new show waits for its first picture. Who starts a program first needs longer. */
export const startByOf = (at: Date, fromEncoder: boolean): Date =>
  new Date(at.getTime() + (fromEncoder ? PREPARED_SECONDS * 1000 : RETURN_MS));

/** The same of an open show `s`; a rehearsal that was published waits as long as an interrupted show. */
export const startLimit = sql<Date>`greatest(coalesce(s.start_by, s.created_at + ${RETURN_SECONDS} * interval '1 second'),
  s.rehearsed_at + ${RETURN_SECONDS} * interval '1 second')`;
export type EndReason = (typeof STREAM_END_REASONS)[number];

/** Two reports of a node: media of a longer silence is unknown. */
const UNREPORTED_MS = 4000;

/** Ends by the fan's doing: their running minute is not given back. */
const FAN_REASONS: readonly EndReason[] = ['fan', 'outOfTokens'];

/** Ends by the site. */
const SITE_REASONS: readonly EndReason[] = ['moderator', 'maintenance'];

/** Why the clocks of a show stop when it ends. */
const stopCauseOf = (reason: EndReason): StopCause =>
  FAN_REASONS.includes(reason) ? 'fan' : reason === 'performer' ? 'ended' : SITE_REASONS.includes(reason) ? 'moderator' : 'dropped';

interface AnnouncedShow {
  id: string;
  performer_id: string;
}
interface ChangedShow extends AnnouncedShow {
  type: StreamType;
  /** It was a rehearsal until now. */
  was_rehearsal: boolean;
}

/** @param condition over `streams s` */
const change = async (
  trx: Trx,
  condition: RawBuilder<unknown>,
  from: readonly StreamState[],
  to: StreamState,
  at: Date,
  set: RawBuilder<unknown>,
): Promise<ChangedShow[]> => {
  const { rows } = await sql<ChangedShow>`
    with chosen as (select s.id from streams s where s.state = any(${from}::text[]) and ${condition} order by s.id for no key update)
    update streams u set state = ${to}, updated_at = ${at}::timestamptz, ${set}
    from chosen where u.id = chosen.id
    returning u.id, u.performer_id, u.type, old.rehearsal is not null as was_rehearsal`.execute(trx);
  if (rows.length > 0) await announceStreams(trx, rows, to);
  return rows;
};

/** Records that shows changed: notifies signed-in accounts and invalidates pages cached for visitors. */
export const announceStreams = async (trx: Trx, shows: readonly AnnouncedShow[], state: StreamState): Promise<void> => {
  await sql`
    insert into outbox (event, payload)
    select 'streams.changed', jsonb_build_object('streamId', x.id, 'performerId', x.performer_id, 'state', ${state}::text)
    from unnest(${idsOf(shows)}::uuid[], ${performersOf(shows)}::uuid[]) as x(id, performer_id)`.execute(trx);
};

const idsOf = (shows: readonly AnnouncedShow[]): string[] => shows.map(({ id }) => id);
const performersOf = (shows: readonly AnnouncedShow[]): string[] => shows.map(({ performer_id }) => performer_id);
const privateOf = (shows: readonly ChangedShow[]): ChangedShow[] => shows.filter(({ type }) => type === 'private');

/** Adds the silence of a show `u` until now to what isn't time on air. */
const silenceOver = (at: Date): RawBuilder<unknown> => sql`
  silent_ms = u.silent_ms + coalesce(greatest(0, extract(epoch from ${at}::timestamptz - u.silent_since) * 1000), 0)::bigint, silent_since = null`;

/** Media arrives, for the first time or again; a rehearsal is a show from now on. The recording starts with the first media. */
export const goLive = async (trx: Trx, condition: RawBuilder<unknown>, at: Date): Promise<number> => {
  const set = sql`started_at = coalesce(u.started_at, ${at}::timestamptz), interrupted_at = null, rehearsal = null, ${silenceOver(at)}`;
  const shows = await change(trx, condition, ['starting', 'interrupted'], 'live', at, set);
  if (shows.length === 0) return 0;
  const rehearsed = idsOf(shows.filter(({ was_rehearsal: wasRehearsal }) => wasRehearsal));
  if (rehearsed.length > 0) {
    await openItems(trx, rehearsed, at);
    await reopenStreamConversations(trx, rehearsed, at);
  }
  await setRequestStates(trx, idsOf(privateOf(shows)), ['accepted'], 'active', at);
  await sql`
    insert into stream_recordings (stream_id, created_at, updated_at)
    select s.id, ${at}::timestamptz, ${at}::timestamptz from streams s where s.id = any(${idsOf(shows)}::uuid[]) and s.is_recorded
    on conflict (stream_id) do nothing`.execute(trx);
  return shows.length;
};

/** Media stopped; the performer has until `interrupted_at + RETURN_MS` to resume the show. Running minutes are given back. */
export const interruptShows = async (trx: Trx, condition: RawBuilder<unknown>, at: Date): Promise<number> => {
  const shows = await change(
    trx,
    condition,
    ['live'],
    'interrupted',
    at,
    sql`interrupted_at = ${at}::timestamptz, silent_since = ${at}::timestamptz`,
  );
  if (shows.length > 0) await stopClocks(trx, idsOf(shows), 'dropped', at);
  return shows.length;
};

/** A public show waits while its performer gives a private one: its chat stays open, and it doesn't end by itself. */
export const pauseShow = async (trx: Trx, streamId: string, at: Date): Promise<void> => {
  const set = sql`interrupted_at = null, viewer_count = 0,
    silent_since = case when u.started_at is not null then coalesce(u.silent_since, ${at}::timestamptz) end`;
  await change(trx, sql`s.id = ${streamId}::uuid and s.type = 'public'`, ['starting', 'live', 'interrupted'], 'paused', at, set);
  // Going on with it takes a new grant; whoever publishes with an old one is disconnected at the node's next report.
  await sql`
    update stream_rights set revoked_at = ${at}::timestamptz
    where stream_id = ${streamId}::uuid and kind = 'publish' and revoked_at is null`.execute(trx);
};

/** The paused shows of performers whose private show is over: they have the usual time to go on with them. */
const resumeShows = async (trx: Trx, performerIds: readonly string[], at: Date): Promise<void> => {
  const isFree = sql`s.performer_id = any(${performerIds}::uuid[])
    and not exists (select from streams o where o.performer_id = s.performer_id and o.ended_at is null and o.id <> s.id)`;
  await change(trx, isFree, ['paused'], 'interrupted', at, sql`interrupted_at = ${at}::timestamptz`);
};

/**
 * Ends shows permanently: the chat closes, nobody can tip or join, publishing is refused, the recording is finished. Grants for playing a
 * public show stay valid, since they also play the recording; those of a paid one end with it, and so do its holds.
 * @param fanReason why those in a paid one leave it, where that isn't said by the reason itself
 */
export const endShows = async (
  trx: Trx,
  condition: RawBuilder<unknown>,
  reason: EndReason,
  at: Date,
  fanReason?: LeftReason,
): Promise<string[]> => {
  // Nodes write to a live show with each report: media flowed since.
  const unreported = sql`extract(epoch from ${at}::timestamptz - u.updated_at) * 1000`;
  const set = sql`
    published_ms = u.published_ms
      + case when u.state = 'live' then least(${sql.lit(UNREPORTED_MS)}, greatest(0, ${unreported}))::bigint else 0 end,
    ended_at = ${at}::timestamptz, end_reason = ${reason}, interrupted_at = null, viewer_count = 0, ${silenceOver(at)}`;
  const shows = await change(trx, condition, ['starting', 'live', 'interrupted', 'paused'], 'ended', at, set);
  if (shows.length === 0) return [];
  const ids = idsOf(shows);
  const paid = idsOf(shows.filter(({ type }) => type !== 'public'));
  if (paid.length > 0) {
    const leftReason = fanReason ?? (reason === 'fan' ? 'left' : reason === 'outOfTokens' ? 'outOfTokens' : 'ended');
    await closeSeats(trx, paid, leftReason, stopCauseOf(reason), at);
    await sql`
      update stream_rights set revoked_at = ${at}::timestamptz where stream_id = any(${paid}::uuid[]) and revoked_at is null`.execute(trx);
    await setRequestStates(trx, paid, ['accepted', 'active'], 'ended', at);
  }
  await closeStreamConversations(trx, ids, at);
  await closeItems(trx, ids, at);
  await sql`
    update stream_rights set revoked_at = ${at} where stream_id = any(${ids}::uuid[]) and kind = 'publish' and revoked_at is null`.execute(
    trx,
  );
  await sql`update stream_viewers set left_at = ${at} where stream_id = any(${ids}::uuid[]) and left_at is null`.execute(trx);
  await sql`
    update stream_recordings set state = 'processing', updated_at = ${at}
    where stream_id = any(${ids}::uuid[]) and state = 'recording'`.execute(trx);
  if (privateOf(shows).length > 0) await resumeShows(trx, performersOf(privateOf(shows)), at);
  return ids;
};
