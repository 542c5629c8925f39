import type { MediaItem, MediaUse } from '@stagedoor/contract/media';
import type { UploadedFile } from '@stagedoor/contract/items';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Executor } from '../../platform/database/database.ts';
import type { Files } from '../../platform/database/schema.gen.ts';
import { CodedError } from '../../platform/errors.ts';
import { type ListQuery, type Sorts, allOf, by, likePattern, readCursorPage, sorted } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { hasItem, isBought } from '../access/index.ts';
import { captionsIn, purposesWith, storageUsageOf, uploadedFileOf } from '../files/index.ts';

type MediaRow = Selectable<Files> & { use_count: number; is_bought: boolean | null };

/** The files of an owner that their library may have: also those that were just uploaded for an item, and that none uses yet. */
export const isOwnMedia = (ownerId: string): RawBuilder<boolean> => sql<boolean>`
  f.owner_id = ${ownerId}::uuid and f.removed_at is null
  and f.purpose in (${sql.join(purposesWith('isInLibrary').map((purpose) => sql.lit(purpose)))})`;

/** The files in an owner's library: those uploaded to it, and those uploaded for a post and used in one. */
export const isInLibrary = (ownerId: string): RawBuilder<boolean> => sql<boolean>`(${isOwnMedia(ownerId)} and f.attached_at is not null)`;

/** The posts that use a file; deleted ones only if somebody bought them. */
const USES = sql`
  select x.file_id, i.id, i.kind, coalesce(nullif(c.title, ''), left(c.text, 80)) as title, i.state, ${isBought(sql`i.id`)} as is_bought
  from (select distinct file_id, item_id from item_files) x
  join items i on i.id = x.item_id and (i.state <> 'deleted' or ${isBought(sql`i.id`)})
  join item_contents c on c.item_id = i.id`;

/** Uses by file id. */
export const usesOf = async (executor: Executor, fileIds: readonly string[]): Promise<Map<string, MediaUse[]>> => {
  const { rows } = await sql<{ file_id: string; id: string; kind: MediaUse['kind']; title: string; state: string; is_bought: boolean }>`
    select u.* from (${USES}) u where u.file_id = any(${fileIds}::uuid[]) order by u.id`.execute(executor);
  const uses = new Map<string, MediaUse[]>();
  for (const { file_id: fileId, id, kind, title, state, is_bought: isBought } of rows)
    uses.set(fileId, [...(uses.get(fileId) ?? []), { kind, _id: id, title, state, isBought }]);
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
    isBought: row.is_bought,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
};

const SORTS: Sorts<'createdAt' | 'updatedAt'> = { createdAt: by.instant(sql`f.created_at`), updatedAt: by.instant(sql`f.updated_at`) };

/** A performer's files. */
export const listMedia = async (
  platform: Platform,
  ownerId: string,
  query: ListQuery & {
    after?: string | undefined;
    q?: string | undefined;
    kind?: 'image' | 'video' | undefined;
    fanId?: string | undefined;
  },
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
  const { rows, ...totals } = await readCursorPage<MediaRow>(
    platform.database,
    query,
    sorted(SORTS, query, sql`f.id`),
    ({ key, after: following, end }) => sql`
      select f.*, ${key}, (select count(distinct u.id)::int from (${USES}) u where u.file_id = f.id) as use_count,
        ${query.fanId ? sql`exists (select from item_files r where r.file_id = f.id and ${hasItem(sql`${query.fanId}::uuid`, sql`r.item_id`)})` : sql`null::boolean`} as is_bought
      from files f where ${allOf(condition, following)} ${end}`,
    sql`from files f where ${condition}`,
  );
  const { rows: sums } = await sql<{ bytes: string }>`
    select coalesce(sum(f.bytes), 0)::text as bytes from files f where ${isInLibrary(ownerId)}`.execute(platform.database);
  return {
    data: rows.map((row) => itemOf(platform, row)),
    ...totals,
    usedBytes: Number(sums[0]!.bytes),
    storage: await storageUsageOf(platform.settings, platform.database, ownerId),
  };
};

/** The owner's files of those ids, in their order, whether an item uses them or not. */
export const listUploaded = async (platform: Platform, ownerId: string, ids: readonly string[]): Promise<UploadedFile[]> => {
  const { rows } = await sql<Selectable<Files>>`
    select f.* from files f
    where f.id = any(${ids}::uuid[]) and ${isOwnMedia(ownerId)}
    order by array_position(${ids}::uuid[], f.id)`.execute(platform.database);
  return rows.map((row) => uploadedFileOf(platform, row));
};

/** One file, in the library or just uploaded. @throws CodedError NOT_FOUND */
export const getMedia = async (platform: Platform, ownerId: string, fileId: string): Promise<MediaItem & { uses: MediaUse[] }> => {
  const { rows } = await sql<MediaRow>`
    select f.*, 0 as use_count, null::boolean as is_bought from files f where f.id = ${fileId}::uuid and ${isOwnMedia(ownerId)}`.execute(
    platform.database,
  );
  if (!rows[0]) throw new CodedError('NOT_FOUND');
  const uses = (await usesOf(platform.database, [fileId])).get(fileId) ?? [];
  return { ...itemOf(platform, rows[0]), useCount: uses.length, uses };
};
