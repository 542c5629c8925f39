import type { WallShow } from '@stagedoor/contract/admin-live';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import type { StopReason } from '@stagedoor/contract/reasons.values';
import type { StreamState, StreamType } from '@stagedoor/contract/streams';
import { sql } from 'kysely';
import type { LiveEngine } from '../../live/live-engine.ts';
import { type AccountViewer, hasAdminPermission } from '../../platform/auth/viewer.ts';
import { type Idempotency, type Trx, recordAudit, recordEvent, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import { type List, type ListQuery, type Sorts, by, limitOf, readPage, sorted } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { lastSeenOf } from '../../platform/presence/presence.store.ts';
import type { Variant } from '../../platform/media/variants.ts';
import { pictureOf } from '../files/index.ts';
import { type AuthorNow, type AuthorRow, authorOf } from '../performers/index.ts';
import { liveOf } from '../stage/index.ts';
import { restrict } from '../restrictions/index.ts';
import { minutesOf, tipsOf } from './stream-tips.queries.ts';
import { endShows } from './stream-state.ts';
import { type StillRow, isAnyAlike, isUnseen, lastStillOf, stillOf } from './stills.queries.ts';
import { type PicturedShow, isPictured } from './take-stills.ts';

const SORTS: Sorts<'viewers' | 'createdAt' | 'updatedAt'> = {
  viewers: [by.number(sql`s.viewer_count`), by.id(sql`s.id`, { reversed: true })],
  createdAt: by.instant(sql`s.created_at`),
  updatedAt: by.instant(sql`s.updated_at`),
};

interface WallRow extends AuthorRow, AuthorNow {
  id: string;
  type: StreamType;
  state: StreamState;
  title: string;
  performer_id: string;
  viewer_count: number;
  tokens: bigint;
  minute_tokens: bigint;
  reports: number;
  variants: readonly Variant[] | null;
  thumbhash: string | null;
  still: StillRow | null;
  is_unseen: boolean;
  is_alike: boolean;
  started_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** Every open show, for admins who moderate; rehearsals aren't shows yet (decision 56). */
export const listWall = async (
  platform: Platform,
  viewer: AccountViewer,
  query: ListQuery<keyof typeof SORTS>,
): Promise<List<WallShow>> => {
  const from = sql`
    from streams s join performers p on p.account_id = s.performer_id join accounts a on a.id = s.performer_id
      left join files f on f.id = p.cover_file_id
    where s.ended_at is null and s.rehearsal is null`;
  const page = sql<WallRow>`
    select s.id, s.type, s.state, s.title, s.performer_id, s.viewer_count, s.started_at, s.created_at, s.updated_at,
      a.username, a.name, a.avatar_key, p.craft, p.city, ${liveOf(sql`a.id`)} as live, ${lastSeenOf(sql`a.id`)} as last_seen_at,
      f.variants, f.thumbhash, ${lastStillOf(sql`s.id`)} as still, (${isPictured} and ${isUnseen(sql`s.id`, platform.clock.now())}) as is_unseen,
      ${isAnyAlike(sql`s.id`)} as is_alike,
      (select t.tokens from (${tipsOf(sql`s.performer_id`, sql`s.id`)}) t) as tokens,
      (select n.minute_tokens from (${minutesOf(sql`s.id`)}) n) as minute_tokens,
      (select count(*)::int from reports r where r.state = 'open' and (
        (r.object_type = 'account' and r.object_id = s.performer_id)
        or (r.object_type = 'stream' and r.object_id = s.id)
        or (r.object_type = 'message' and exists (
          select from messages m join conversations c on c.id = m.conversation_id where m.id = r.object_id and c.stream_id = s.id)))) as reports
    ${from} order by ${sorted(SORTS, query, sql`s.id`).order} ${limitOf(query)}`;
  const { rows, ...totals } = await readPage(platform.database, query, page, from);
  const data = rows.map((row) => ({
    _id: row.id,
    type: row.type,
    state: row.state,
    title: row.title,
    performer: authorOf(platform, row.performer_id, row, row),
    cover: row.type === 'private' ? null : (pictureOf(platform, row.variants, row.thumbhash)?.sources.at(-1)?.url ?? null),
    viewers: row.viewer_count,
    tokens: hundredthsToNumber(row.tokens + row.minute_tokens),
    reports: row.reports,
    still: row.still && hasAdminPermission(viewer, 'content') ? stillOf(platform, row.still, viewer.accountId) : null,
    isUnseen: row.is_unseen,
    isAlike: row.is_alike,
    startedAt: row.started_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }));
  return { data, ...totals };
};

/**
 * What is in the picture of a show on air, for those who moderate: never of a private one, nor of a rehearsal (decision 47).
 * @throws CodedError NOT_FOUND
 */
export const getSnapshot = async (
  { database }: Pick<Platform, 'database'>,
  engine: LiveEngine,
  streamId: string,
): Promise<{ picture: string | null }> => {
  const { rows } = await sql<PicturedShow>`
    select s.id, s.type, s.addresses from streams s where s.id = ${streamId}::uuid and ${isPictured}`.execute(database);
  const [show] = rows;
  if (!show) throw new CodedError('NOT_FOUND');
  const picture = await engine.snapshot(show);
  return { picture: picture && `data:image/jpeg;base64,${picture.toString('base64')}` };
};

/**
 * Stops a show in a transaction of the caller's: it ends as stopped by the site, its performer is told the words, and running minutes are
 * given back. The node that carries it learns it with its next report.
 * @returns its performer and title; undefined when it isn't on air
 */
export const stopShowIn = async (
  trx: Trx,
  streamId: string,
  words: string,
  at: Date,
): Promise<{ performerId: string; title: string } | undefined> => {
  const show = await trx.selectFrom('streams').select(['performer_id', 'title']).where('id', '=', streamId).executeTakeFirst();
  if (!show) return undefined;
  const ended = await endShows(trx, sql`s.id = ${streamId}::uuid`, 'moderator', at);
  if (ended.length === 0) return undefined;
  await trx.updateTable('streams').set({ end_note: words }).where('id', '=', streamId).execute();
  await recordEvent(trx, 'streams.stopped', { streamId, performerId: show.performer_id, reason: words });
  return { performerId: show.performer_id, title: show.title };
};

/**
 * An admin stops a show.
 * @throws CodedError NOT_FOUND, LIVE_NOT_ON_AIR when it has ended
 */
export const stopShow = async (
  platform: Platform,
  engine: LiveEngine,
  adminId: string,
  streamId: string,
  { reason, facts }: { reason: StopReason; facts: string },
  idempotency: Idempotency | undefined,
): Promise<{ success: true }> => {
  const { database, clock, log } = platform;
  const now = clock.now();
  const done = await transact(database, idempotency, async (trx) => {
    const show = await trx.selectFrom('streams').select('performer_id').where('id', '=', streamId).executeTakeFirst();
    if (!show) throw new CodedError('NOT_FOUND');
    const stopped = await stopShowIn(trx, streamId, facts, now);
    if (!stopped) throw new CodedError('LIVE_NOT_ON_AIR');
    await restrict(trx, {
      accountId: stopped.performerId,
      measure: 'showStopped',
      object: { type: 'stream', id: streamId },
      title: stopped.title,
      reason,
      facts,
      source: 'own',
      decidedBy: adminId,
      at: now,
    });
    await recordAudit(trx, {
      actorId: adminId,
      action: 'streams.stopped',
      objectKind: 'account',
      objectId: show.performer_id,
      detail: { streamId, reason, note: facts },
      at: now,
    });
    return { success: true } as const;
  });
  engine
    .end(streamId)
    .catch((error: unknown) => log.warn({ err: error, streamId }, 'the engine could not be notified of the end of a show'));
  return done;
};
