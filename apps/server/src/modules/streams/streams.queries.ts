import type { LiveCard, StreamSummary, StreamType } from '@stagedoor/contract/streams';
import { id } from '@stagedoor/contract/shapes';
import { type RawBuilder, sql } from 'kysely';
import type { LiveEngine } from '../../live/live-engine.ts';
import { type Viewer, accountIdOf } from '../../platform/auth/viewer.ts';
import type { Caller } from '../../platform/caller.ts';
import { CodedError } from '../../platform/errors.ts';
import { type List, type ListQuery, type Sorts, allOf, by, limitOf, readPage, sorted } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { lastSeenOf } from '../../platform/presence/presence.store.ts';
import type { Variant } from '../../platform/media/variants.ts';
import {
  type FactColumns,
  type TermColumns,
  accessToSeats,
  accessToShow,
  factColumns,
  factJoins,
  isKnownShow,
  isNotBlockedWith,
  isNotMuted,
  termColumns,
  tokenValueOf,
  visiblePerformer,
} from '../access/index.ts';
import { categoriesOf, loadCategories } from '../categories/index.ts';
import { pictureOf } from '../files/index.ts';
import { type AuthorNow, type AuthorRow, authorOf } from '../performers/index.ts';
import { liveOf } from '../stage/index.ts';
import { paidMinuteBy } from './paid-minutes.queries.ts';
import { startLimit } from './stream-state.ts';
import { type MinuteSums, type TipSums, minutesOf, tipsOf } from './stream-tips.queries.ts';
import { type ShowRow, minutesView, ownRecordingOf, sessionOf, tipsView } from './streams.view.ts';

/** The columns for `authorOf` over `accounts a` and `performers p`, but for the live state. */
export const authorColumns = sql`
  a.username, a.name, a.avatar_key, ${lastSeenOf(sql`a.id`)} as last_seen_at, p.craft, p.city`;

/** Selects a show by its id, or by its performer's id or username: then the open one, else the most recent. A rehearsal is its performer's alone. */
const chosen = (viewer: Viewer, idOrUsername: string, type: StreamType | undefined): RawBuilder<unknown> => {
  // A private show is known by its id to its two.
  const isListed = type === undefined ? sql`s.type <> 'private'` : sql`true`;
  const matches = id.safeParse(idOrUsername).success
    ? sql`(s.id = ${idOrUsername}::uuid or (s.performer_id = ${idOrUsername}::uuid and ${isListed}))`
    : sql`(s.performer_id = (select u.id from accounts u where u.username = ${idOrUsername.toLowerCase()}) and ${isListed})`;
  return sql`
    select s.* from streams s where ${matches} and ${isKnownShow(accountIdOf(viewer))} ${type ? sql`and s.type = ${type}` : sql``}
    order by s.ended_at is not null, s.id desc limit 1`;
};

/** Tells whether the viewer is the performer of the paid show `streams s`, is in it, or paid for a minute of it. */
const isParticipant = (viewer: Viewer): RawBuilder<boolean> => sql<boolean>`coalesce(s.performer_id = ${accountIdOf(viewer)}::uuid
  or exists (select from stream_participants q
    where q.stream_id = s.id and q.account_id = ${accountIdOf(viewer)}::uuid and q.left_at is null and s.ended_at is null)
  or ${paidMinuteBy(accountIdOf(viewer))}, false)`;

/**
 * A show with everything its viewers see and the columns that entitlement needs, in one statement. Shows of performers hidden from the
 * viewer aren't found.
 * @throws CodedError NOT_FOUND
 */
export const getShow = async (
  platform: Platform,
  viewer: Viewer,
  country: string | null,
  idOrUsername: string,
  type?: StreamType,
): Promise<ShowRow> => {
  const { rows } = await sql<ShowRow>`
    select s.id, s.performer_id, s.type, s.state, s.title, s.goal_title, s.goal_amount, s.next_goals, s.is_recorded, s.addresses, s.viewer_count, s.peak_viewer_count,
      s.published_ms, s.watched_ms, s.started_at, s.silent_ms, s.silent_since, s.interrupted_at, ${startLimit} as start_limit, s.ended_at, s.end_reason, s.end_note, s.created_at, s.updated_at, s.category_id, s.rehearsal, s.audience as group_audience,
      c.id as conversation_id, ${isParticipant(viewer)} as is_participant, ${authorColumns}, ${liveOf(sql`a.id`)} as live, r.state as recording_state, f.duration_ms as recording_ms, f.variants as recording_variants, r.is_withheld,
      t.raised, t.top_tippers, ${termColumns}, ${factColumns(platform.clock.now())}
    from (${chosen(viewer, idOrUsername, type)}) s
    join items i on i.id = s.id
    join performers p on p.account_id = s.performer_id
    join accounts a on a.id = s.performer_id
    join conversations c on c.stream_id = s.id
    left join stream_recordings r on r.stream_id = s.id
    left join files f on f.id = r.file_id
    cross join lateral (
      select coalesce(sum(x.amount), 0)::bigint as raised, coalesce(json_agg(json_build_object('id', x.sender_id, 'username', u.username,
        'name', u.name, 'avatarKey', u.avatar_key, 'amount', x.amount::text) order by x.place) filter (where x.place <= 3
        and ${isNotBlockedWith(viewer, sql`x.sender_id`)}), '[]') as top_tippers
      from (
        select m.sender_id, sum(m.tip_amount)::bigint as amount, row_number() over (order by sum(m.tip_amount) desc, min(m.created_at)) as place
        from messages m where m.conversation_id = c.id and m.tip_amount is not null group by m.sender_id) x
      join accounts u on u.id = x.sender_id) t
    ${factJoins(accountIdOf(viewer))}
    where ${visiblePerformer(viewer, country)}`.execute(platform.database);
  if (!rows[0]) throw new CodedError('NOT_FOUND');
  return rows[0];
};

const LIVE_SORTS = {
  // The index `streams_live` has the ids in ascending order.
  viewers: [by.number(sql`s.viewer_count`), by.id(sql`s.id`, { reversed: true })],
  createdAt: by.instant(sql`s.created_at`),
  updatedAt: by.instant(sql`s.updated_at`),
} satisfies Sorts<string>;

/** Public and group shows on air, including interrupted ones and those that the viewer may not watch. */
export const listLive = async (
  platform: Platform,
  { viewer, country, locale }: Caller,
  query: ListQuery<keyof typeof LIVE_SORTS> & { unmuted?: boolean | undefined; categoryId?: string | undefined },
): Promise<List<LiveCard>> => {
  await loadCategories(platform.database);
  const from = sql`
    from streams s join performers p on p.account_id = s.performer_id join accounts a on a.id = s.performer_id
    where ${allOf(
      sql`s.state in ('live', 'interrupted') and (s.type = 'public' or (s.type = 'group' and s.audience is not null)) and ${visiblePerformer(viewer, country)}`,
      query.unmuted && isNotMuted(sql`s.performer_id`, accountIdOf(viewer)),
      query.categoryId && sql`s.category_id = ${query.categoryId}::uuid`,
    )}`;
  type Row = AuthorRow &
    AuthorNow &
    TermColumns &
    FactColumns & {
      category_id: string | null;
      performer_id: string;
      id: string;
      type: LiveCard['type'];
      group_audience: LiveCard['audience'] | null;
      title: string;
      state: LiveCard['state'];
      viewer_count: number;
      started_at: Date | null;
      variants: readonly Variant[] | null;
      thumbhash: string | null;
    };
  const page = sql<Row>`
    select s.id, s.performer_id, s.type, s.audience as group_audience, s.title, s.state, s.viewer_count, s.started_at, s.category_id, ${authorColumns}, ${liveOf(sql`a.id`)} as live, f.variants, f.thumbhash,
      ${termColumns}, ${factColumns(platform.clock.now())}
    from (select s.* ${from} order by ${sorted(LIVE_SORTS, query, sql`s.id`).order} ${limitOf(query)}) s
      join items i on i.id = s.id join performers p on p.account_id = s.performer_id join accounts a on a.id = s.performer_id
      left join files f on f.id = p.cover_file_id
      ${factJoins(accountIdOf(viewer))}
    order by ${sorted(LIVE_SORTS, query, sql`s.id`).order}`;
  const { rows, ...totals } = await readPage(platform.database, query, page, from);
  const tokenValue = tokenValueOf(platform.settings);
  const data = rows.map((row) => ({
    _id: row.id,
    type: row.type,
    title: row.title,
    category: row.category_id ? (categoriesOf(platform.database, [row.category_id], locale)[0] ?? null) : null,
    audience: row.group_audience ?? (row.audience as LiveCard['audience']),
    access: row.group_audience ? accessToSeats(row, row.group_audience, viewer, tokenValue) : accessToShow(row, viewer, tokenValue),
    state: row.state,
    performer: authorOf(platform, row.performer_id, row, row),
    cover: pictureOf(platform, row.variants, row.thumbhash)?.sources.at(-1)?.url ?? null,
    viewers: row.viewer_count,
    startedAt: row.started_at?.toISOString() ?? null,
  }));
  return { data, ...totals };
};

/**
 * A show's earnings, for its performer. Tips, gifts and emoji are ledger lines: refunds count negatively.
 * @throws CodedError NOT_FOUND also for another performer's show
 */
export const getSummary = async (platform: Platform, engine: LiveEngine, viewer: Viewer, streamId: string): Promise<StreamSummary> => {
  const show = await getShow(platform, viewer, null, streamId);
  if (show.id !== streamId || show.performer_id !== accountIdOf(viewer)) throw new CodedError('NOT_FOUND');
  const { rows } = await sql<TipSums & MinuteSums & { viewers: number; messages: number }>`
    select
      (select count(distinct coalesce(v.account_id, v.right_id))::int from stream_viewers v
        where v.stream_id = ${show.id}::uuid and v.account_id is distinct from ${show.performer_id}::uuid) as viewers,
      (select count(*)::int from messages m where m.conversation_id = ${show.conversation_id}::uuid and m.kind = 'text' and m.deleted_at is null)
        as messages,
      t.tips, t.tokens, t.net, n.minutes, n.minute_tokens, n.minute_net
    from (${tipsOf(sql`${show.performer_id}::uuid`, sql`${show.id}::uuid`)}) t, (${minutesOf(sql`${show.id}::uuid`)}) n`.execute(
    platform.database,
  );
  const sums = rows[0]!;
  return {
    session: sessionOf(platform, engine, viewer, show),
    durationSeconds: Number(show.published_ms) / 1000,
    viewers: sums.viewers,
    watchedMinutes: Math.round(Number(show.watched_ms) / 6000) / 10,
    messages: sums.messages,
    tips: tipsView(platform, sums),
    minutes: minutesView(platform, sums),
    recording: ownRecordingOf(platform, show),
    endNote: show.end_note,
  };
};
