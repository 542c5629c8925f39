import { sql } from 'kysely';
import type { LiveNode } from '../../live/live-authority.ts';
import type { HostedStream } from '../../live/live-engine.ts';
import type { Trx } from '../../platform/database/database.ts';
import { isExcluded } from './stream-grants.ts';

/** Watch time beyond this gap between reports is unknown. */
const LONGEST_SAMPLE_MS = 10_000;

/** Records a node's heartbeat. @returns milliseconds since the previous one */
export const heartbeat = async (trx: Trx, node: LiveNode, at: Date): Promise<number> => {
  const { rows } = await sql<{ before: Date | null }>`
    insert into live_nodes as n (id, url, engine, rtmp_port, started_at, seen_at)
    values (${node.id}::uuid, ${node.url}, ${node.engine ?? 'builtIn'}, ${node.rtmpPort ?? null}::integer, ${at}::timestamptz, ${at}::timestamptz)
    on conflict (id) do update set url = excluded.url, rtmp_port = excluded.rtmp_port, seen_at = excluded.seen_at
    returning old.seen_at as before`.execute(trx);
  const before = rows[0]?.before;
  return before ? Math.min(LONGEST_SAMPLE_MS, Math.max(0, at.getTime() - before.getTime())) : 0;
};

/**
 * Writes a node's report on its shows. An engine counts from when it took over a show: a value lower than the stored one means that it
 * restarted, and is added to the stored one, here and for the viewers.
 * @param sinceMs since the previous report
 */
export const writeHostedStreams = async (
  trx: Trx,
  node: LiveNode,
  shows: readonly HostedStream[],
  sinceMs: number,
  at: Date,
): Promise<void> => {
  const rehearsed = shows.filter(({ isRehearsal }) => isRehearsal);
  // Nothing that is rehearsed counts.
  if (rehearsed.length > 0)
    await sql`
      update streams s set node_id = ${node.id}::uuid, rehearsed_at = case when h.is_publishing then ${at}::timestamptz else s.rehearsed_at end
      from unnest(${rehearsed.map(({ streamId }) => streamId)}::uuid[], ${rehearsed.map(({ isPublishing }) => isPublishing)}::boolean[])
        as h(id, is_publishing)
      where s.id = h.id`.execute(trx);
  const counted = shows.filter(({ isRehearsal }) => !isRehearsal);
  const grantIds = counted.flatMap(({ watching }) => watching.map(({ grantId }) => grantId));
  // Performers who publish from another program watch their own show: they aren't an audience.
  await sql`
    with own as (
      select r.stream_id, count(*)::integer as players
      from unnest(${grantIds}::uuid[]) as g(id) join stream_rights r on r.id = g.id join streams o on o.id = r.stream_id
      where r.account_id = o.performer_id group by r.stream_id),
    h as (
      select n.*, greatest(0, n.all_viewers - coalesce(own.players, 0)) as viewers
      from unnest(${counted.map(({ streamId }) => streamId)}::uuid[], ${counted.map(({ viewers }) => viewers)}::integer[],
        ${counted.map(({ width }) => width)}::integer[], ${counted.map(({ height }) => height)}::integer[],
        ${counted.map(({ publishedMs }) => Math.round(publishedMs))}::bigint[]) as n(id, all_viewers, width, height, published_ms)
      left join own on own.stream_id = n.id)
    update streams s set node_id = ${node.id}::uuid, viewer_count = h.viewers, peak_viewer_count = greatest(s.peak_viewer_count, h.viewers),
      width = coalesce(h.width, s.width), height = coalesce(h.height, s.height), watched_ms = s.watched_ms + h.viewers * ${sinceMs}::bigint,
      published_ms = h.published_ms + case when s.published_before_ms + h.published_ms < s.published_ms then s.published_ms else s.published_before_ms end,
      published_before_ms = case when s.published_before_ms + h.published_ms < s.published_ms then s.published_ms else s.published_before_ms end,
      updated_at = ${at}::timestamptz
    from h
    where s.id = h.id`.execute(trx);
};

/**
 * Writes the current viewers and those who have left.
 * @returns viewers whose grant is no longer valid, or whose account may no longer see the performer; their grants are revoked
 */
export const writeViewers = async (
  trx: Trx,
  node: LiveNode,
  shows: readonly HostedStream[],
  at: Date,
): Promise<{ streamId: string; grantId: string }[]> => {
  const watching = shows.flatMap(({ streamId, watching: viewers }) => viewers.map((viewer) => ({ streamId, ...viewer })));
  const grantIds = watching.map(({ grantId }) => grantId);
  if (watching.length > 0)
    await sql`
      insert into stream_viewers as v (right_id, stream_id, account_id, joined_at, seen_at, watched_ms)
      select r.id, r.stream_id, r.account_id, ${at}::timestamptz, ${at}::timestamptz, w.watched_ms
      from unnest(${grantIds}::uuid[], ${watching.map(({ watchedMs }) => Math.round(watchedMs))}::bigint[]) as w(grant_id, watched_ms)
      join stream_rights r on r.id = w.grant_id
      on conflict (right_id) do update set seen_at = excluded.seen_at, left_at = null,
        watched_ms = excluded.watched_ms + case when v.watched_before_ms + excluded.watched_ms < v.watched_ms then v.watched_ms else v.watched_before_ms end,
        watched_before_ms = case when v.watched_before_ms + excluded.watched_ms < v.watched_ms then v.watched_ms else v.watched_before_ms end`.execute(
      trx,
    );
  // Viewers without a token have no grant: never seen, and so never marked as left.
  await sql`
    update stream_viewers v set left_at = ${at}::timestamptz
    where v.left_at is null and v.seen_at > v.joined_at and v.right_id <> all(${grantIds}::uuid[])
      and v.stream_id in (select s.id from streams s where s.node_id = ${node.id}::uuid and s.ended_at is null)`.execute(trx);
  if (watching.length === 0) return [];
  const { rows } = await sql<{ id: string; stream_id: string }>`
    update stream_rights u set revoked_at = coalesce(u.revoked_at, ${at}::timestamptz)
    from stream_rights r join streams s on s.id = r.stream_id left join accounts a on a.id = r.account_id
    where u.id = r.id and r.id = any(${grantIds}::uuid[])
      and (r.revoked_at is not null or r.expires_at <= ${at}::timestamptz or a.status <> 'active'
        or ${isExcluded(at)})
    returning u.id, u.stream_id`.execute(trx);
  return rows.map((row) => ({ streamId: row.stream_id, grantId: row.id }));
};
