import type { CopyRow } from '@stagedoor/contract/copies';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Files } from '../../platform/database/schema.gen.ts';
import { type ListQuery, type Sorts, by, limitOf, sorted } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { countUnhashed, stillUrl, uploadedFileOf, videoOf } from '../files/index.ts';

type FileRow = Selectable<Files>;
type Compared = CopyRow['file'];

interface Row {
  file: FileRow;
  owner_id: string | null;
  username: string | null;
  owner_name: string | null;
  item: { id: string; kind: NonNullable<CopyRow['item']>['kind']; state: NonNullable<CopyRow['item']>['state']; title: string } | null;
  show: { id: string; title: string; is_open: boolean } | null;
  is_listed: boolean;
  since: Date;
  matches: {
    id: string;
    object_kind: string;
    object_id: string;
    title: string;
    reason: string;
    distance: number;
    frames: number;
    at_ms: number;
    blocked_at_ms: number | null;
    blocked: FileRow | null;
  }[];
}

/** The item that shows a file, the whole rather than its part. */
const itemOf = (fileId: RawBuilder<unknown>): RawBuilder<Row['item']> => sql`(
  select jsonb_build_object('id', i.id, 'kind', i.kind, 'state', i.state, 'title', coalesce(nullif(i.title, ''), left(c.text, 80), ''))
  from item_files r join items i on i.id = r.item_id left join item_contents c on c.item_id = i.id
  where r.file_id = ${fileId} and i.state <> 'deleted' order by (i.parent_id is null) desc, (i.state = 'review') desc, i.id limit 1)`;

/** The show that a still is of. */
const showOf = (fileId: RawBuilder<unknown>): RawBuilder<Row['show']> => sql`(
  select jsonb_build_object('id', s.id, 'title', s.title, 'is_open', s.ended_at is null)
  from show_stills t join streams s on s.id = t.stream_id where t.file_id = ${fileId})`;

const matchesOf = (fileId: RawBuilder<unknown>): RawBuilder<Row['matches']> => sql`(
  select jsonb_agg(jsonb_build_object('id', m.id, 'object_kind', m.object_kind, 'object_id', m.object_id, 'reason', m.reason,
    'distance', m.distance, 'frames', m.frames, 'at_ms', m.at_ms, 'blocked_at_ms', m.blocked_at_ms, 'blocked', to_jsonb(b),
    'title', coalesce(l.name, nullif(i.title, ''), left(c.text, 80), '')) order by m.list_id nulls last, m.distance, m.id)
  from copy_matches m left join hash_lists l on l.id = m.list_id left join files b on b.id = m.blocked_file_id
    left join items i on m.object_kind = 'item' and i.id = m.object_id left join item_contents c on c.item_id = i.id
  where m.file_id = ${fileId} and m.state = 'open')`;

/** A file as the admin compares it: whole, and a film also while it is held in work. */
const comparedOf = (platform: Platform, file: FileRow): Compared => ({
  kind: file.kind === 'video' ? 'video' : 'image',
  picture: uploadedFileOf(platform, file).picture,
  video: file.kind === 'video' ? videoOf(platform, { ...file, durationMs: file.duration_ms }) : null,
});

/** A still as its admin may see it. */
const comparedStillOf = (platform: Platform, file: FileRow, adminId: string): Compared => {
  const [width, height] = [file.width ?? 0, file.height ?? 0];
  const url = stillUrl(platform, file.original_key, adminId);
  return { kind: 'image', picture: { width, height, thumbhash: null, sources: [{ width, url }] }, video: null };
};

const seconds = (ms: number): number => ms / 1000;

const rowOf = (platform: Platform, row: Row, adminId: string): CopyRow => ({
  _id: row.file.id,
  purpose: row.file.purpose,
  owner: row.owner_id && row.username ? { _id: row.owner_id, username: row.username, name: row.owner_name ?? '' } : null,
  item: row.item && { _id: row.item.id, kind: row.item.kind, state: row.item.state, title: row.item.title },
  show: row.show && { _id: row.show.id, title: row.show.title, isOpen: row.show.is_open },
  file: row.show ? comparedStillOf(platform, row.file, adminId) : comparedOf(platform, row.file),
  isListed: row.is_listed,
  matches: row.matches.map((match) => ({
    _id: match.id,
    objectKind: match.object_kind,
    objectId: match.object_id,
    title: match.title,
    reason: match.reason,
    distance: match.distance,
    frames: match.frames,
    at: seconds(match.at_ms),
    blockedAt: match.blocked_at_ms === null ? null : seconds(match.blocked_at_ms),
    blocked: match.blocked && comparedOf(platform, match.blocked),
  })),
  createdAt: row.since.toISOString(),
  updatedAt: row.since.toISOString(),
});

/** The first match of a file counts: nothing of it changes until it is decided. */
const SINCE = by.instant(sql`m.since`);
const SORTS: Sorts<'queue' | 'createdAt' | 'updatedAt'> = {
  queue: [by.number(sql`m.is_listed::int`, { reversed: true }), SINCE],
  createdAt: SINCE,
  updatedAt: SINCE,
};

const WAITING = sql`(select file_id, bool_or(list_id is not null) as is_listed, min(created_at) as since
  from copy_matches where state = 'open' and file_id is not null group by file_id)`;

type CopyQuery = ListQuery<'queue' | 'createdAt' | 'updatedAt'> & { showId?: string | undefined };

/** Files that wait for a decision. */
export const listCopies = async (platform: Platform, adminId: string, query: CopyQuery) => {
  const { database } = platform;
  const { order } = sorted(SORTS, query, sql`m.file_id`);
  const of = query.showId
    ? sql`exists (select from show_stills t where t.file_id = m.file_id and t.stream_id = ${query.showId}::uuid)`
    : sql`true`;
  const [{ rows }, { rows: counted }, unhashed] = await Promise.all([
    sql<Row>`
      select to_jsonb(f) as file, a.id as owner_id, a.username, a.name as owner_name, m.is_listed, m.since, ${itemOf(sql`f.id`)} as item,
        ${showOf(sql`f.id`)} as show,
        ${matchesOf(sql`f.id`)} as matches
      from ${WAITING} m join files f on f.id = m.file_id left join accounts a on a.id = f.owner_id
      where ${of}
      order by ${order} ${limitOf(query)}`.execute(database),
    sql<{ total: number }>`
      select count(*)::int as total from ${WAITING} m where ${of}`.execute(database),
    countUnhashed(platform),
  ]);
  return { data: rows.map((row) => rowOf(platform, row, adminId)), total: counted[0]!.total, unhashed };
};
