import type { MediaItem, MediaUse } from '@stagedoor/contract/media';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Executor } from '../../platform/database/database.ts';
import type { Files } from '../../platform/database/schema.gen.ts';
import { CodedError } from '../../platform/errors.ts';
import { type ListQuery, type Sorts, allOf, by, likePattern, readCursorPage, sorted } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { captionsIn, storageUsageOf, uploadedFileOf } from '../files/index.ts';

type MediaRow = Selectable<Files> & { use_count: number };

/** The files in an owner's library: those uploaded to it, and those uploaded for a post and used in one. */
export const isInLibrary = (ownerId: string): RawBuilder<boolean> => sql<boolean>`
  f.owner_id = ${ownerId}::uuid and f.removed_at is null and f.attached_at is not null
  and f.purpose in ('media', 'feedPhoto', 'feedVideo', 'feedTeaser')`;

/** The posts that use a file; deleted ones only if somebody bought them. */
const USES = sql`
  select x.file_id, p.id, p.title, p.state, p.is_bought from (
    select file_id, feed_id from feed_files
    union select thumbnail_file_id, id from feeds where thumbnail_file_id is not null
    union select teaser_file_id, id from feeds where teaser_file_id is not null) x
  join lateral (
    select d.id, coalesce(nullif(d.title, ''), left(d.text, 80)) as title, d.state,
      exists (select from entitlements e where e.item_id = d.id and e.revoked_at is null) as is_bought
    from feeds d where d.id = x.feed_id) p on p.state <> 'deleted' or p.is_bought`;

/** Uses by file id. */
export const usesOf = async (executor: Executor, fileIds: readonly string[]): Promise<Map<string, MediaUse[]>> => {
  const { rows } = await sql<{ file_id: string; id: string; title: string; state: string; is_bought: boolean }>`
    select u.* from (${USES}) u where u.file_id = any(${fileIds as string[]}::uuid[]) order by u.id`.execute(executor);
  const uses = new Map<string, MediaUse[]>();
  for (const { file_id: fileId, id, title, state, is_bought: isBought } of rows)
    uses.set(fileId, [...(uses.get(fileId) ?? []), { kind: 'feed', _id: id, title, state, isBought }]);
  return uses;
};

const itemOf = (platform: Platform, row: MediaRow): MediaItem => {
  const { kind, ...file } = uploadedFileOf(platform, row);
  return {
    ...file,
    kind: kind === 'video' ? 'video' : 'image',
    name: row.name,
    alt: row.alt_text,
    durationSeconds: row.duration_ms === null ? null : row.duration_ms / 1000,
    bytes: Number(row.bytes),
    captions: captionsIn(row.variants).map(({ locale, label }) => ({ locale, label })),
    useCount: row.use_count,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
};

const SORTS: Sorts<'createdAt' | 'updatedAt'> = { createdAt: by.instant(sql`f.created_at`), updatedAt: by.instant(sql`f.updated_at`) };

/** A performer's files. */
export const listMedia = async (
  platform: Platform,
  ownerId: string,
  query: ListQuery & { after?: string | undefined; q?: string | undefined; kind?: 'image' | 'video' | undefined },
): Promise<{
  data: MediaItem[];
  total: number;
  after: string | null;
  usedBytes: number;
  storage: { usedBytes: number; quotaBytes: number | null };
}> => {
  const pattern = query.q ? likePattern(query.q) : null;
  const condition = allOf(
    isInLibrary(ownerId),
    query.kind && sql`f.kind = ${query.kind}`,
    pattern && sql`(lower(f.name) like ${pattern} or lower(f.alt_text) like ${pattern})`,
  );
  const { rows, total, after } = await readCursorPage<MediaRow>(
    platform.database,
    query,
    sorted(SORTS, query, sql`f.id`),
    ({ key, after: following, end }) => sql`
      select f.*, ${key}, (select count(distinct u.id)::int from (${USES}) u where u.file_id = f.id) as use_count
      from files f where ${allOf(condition, following)} ${end}`,
    sql`from files f where ${condition}`,
  );
  const { rows: sums } = await sql<{ bytes: string }>`
    select coalesce(sum(f.bytes), 0)::text as bytes from files f where ${isInLibrary(ownerId)}`.execute(platform.database);
  return {
    data: rows.map((row) => itemOf(platform, row)),
    total,
    after,
    usedBytes: Number(sums[0]!.bytes),
    storage: await storageUsageOf(platform.settings, platform.database, ownerId),
  };
};

/** @throws CodedError NOT_FOUND */
export const getMedia = async (platform: Platform, ownerId: string, fileId: string): Promise<MediaItem & { uses: MediaUse[] }> => {
  const { rows } = await sql<MediaRow>`
    select f.*, 0 as use_count from files f where f.id = ${fileId}::uuid and ${isInLibrary(ownerId)}`.execute(platform.database);
  if (!rows[0]) throw new CodedError('NOT_FOUND');
  const uses = (await usesOf(platform.database, [fileId])).get(fileId) ?? [];
  return { ...itemOf(platform, rows[0]), useCount: uses.length, uses };
};
