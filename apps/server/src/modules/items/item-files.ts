import { isOneOf } from '@stagedoor/contract/keys.values';
import type { MediaType } from '@stagedoor/contract/items.values';
import { type Selectable, sql } from 'kysely';
import { type Executor, type Trx, recordEvent } from '../../platform/database/database.ts';
import type { Files } from '../../platform/database/schema.gen.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Variant } from '../../platform/media/variants.ts';
import type { Platform } from '../../platform/platform.ts';
import { failureOf, refuseCopies, requestTeaser, teaserIn } from '../files/index.ts';
import { writeItemSearch } from './item-search.store.ts';
import type { ItemDraft, ItemKindModule } from './kinds.ts';
import { mediaTypeOf } from './items.rules.ts';

export type FileRow = Selectable<Files>;
export type FileRole = 'content' | 'thumbnail' | 'teaser' | 'download';

/** One file of an item as lists carry it, so that they join no files. Keys, never addresses. */
export interface ItemMedia {
  id: string;
  kind: 'image' | 'video';
  width: number | null;
  height: number | null;
  durationMs: number | null;
  thumbhash: string | null;
  /** What is to be seen, in its owner's words; missing in contents written before it was kept. */
  alt?: string;
  variants: Variant[];
}

/** The blurred preview of an item. */
export interface ItemPreview {
  key: string;
  width: number;
  height: number;
  thumbhash: string | null;
}

/** An item's files with their roles, the content in its order. */
export const filesOfItem = async (executor: Executor, itemId: string): Promise<(FileRow & { role: FileRole })[]> =>
  await executor
    .selectFrom('item_files as r')
    .innerJoin('files as f', 'f.id', 'r.file_id')
    .selectAll('f')
    .select('r.role')
    .where('r.item_id', '=', itemId)
    .orderBy('r.role')
    .orderBy('r.position')
    .execute();

/** Ids of the files of an item and of its parts. */
export const filesWithParts = async (trx: Trx, itemId: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select distinct r.file_id as id from items i join item_files r on r.item_id = i.id
    where i.id = ${itemId}::uuid or (i.parent_id = ${itemId}::uuid and i.state <> 'deleted')`.execute(trx);
  return rows.map(({ id }) => id);
};

/**
 * Files of an owner, locked until the transaction ends: whether a video is ready can't change between a look at it
 * and the item that waits for it.
 */
const lockOwnFiles = (trx: Trx, ownerId: string, ids: readonly string[]): Promise<FileRow[]> =>
  trx
    .selectFrom('files')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute();

/**
 * The files of a draft in order. Checks that they belong to the performer and may be used for items of this kind.
 * @param present files the item already uses: they may stay even when removed from the library
 * @throws CodedError FILE_NOT_YOURS; FILE_UNREADABLE, FILE_NOT_MADE for one whose processing failed; FILE_BLOCKED for a copy of what was taken down
 */
export const checkFiles = async (
  trx: Trx,
  kind: Pick<ItemKindModule, 'files'>,
  performerId: string,
  draft: Pick<ItemDraft, 'fileIds' | 'thumbnailId' | 'teaserId'>,
  present: readonly string[] = [],
): Promise<{ files: FileRow[]; teaser: FileRow | null }> => {
  const wanted = [...draft.fileIds, draft.thumbnailId, draft.teaserId].filter((id) => id !== null);
  await refuseCopies(trx, wanted);
  const found = new Map((wanted.length > 0 ? await lockOwnFiles(trx, performerId, wanted) : []).map((file) => [file.id, file]));
  const pick = (id: string, role: 'content' | 'thumbnail' | 'teaser'): FileRow => {
    const file = found.get(id);
    if (!file || !isOneOf(kind.files[role], file.purpose) || (file.removed_at !== null && !present.includes(id)))
      throw new CodedError('FILE_NOT_YOURS');
    if (file.state === 'failed') throw new CodedError(failureOf(file.failure));
    return file;
  };
  const files = [...new Set(draft.fileIds)].map((id) => pick(id, 'content'));
  if (draft.thumbnailId) pick(draft.thumbnailId, 'thumbnail');
  return { files, teaser: draft.teaserId ? pick(draft.teaserId, 'teaser') : null };
};

/** Sets which files an item has, by role, and marks them as in use. What has the role `download` stays. */
export const setItemFiles = async (
  trx: Trx,
  itemId: string,
  { fileIds, thumbnailId, teaserId }: Pick<ItemDraft, 'fileIds' | 'thumbnailId' | 'teaserId'>,
  at: Date,
): Promise<void> => {
  const rows: { role: FileRole; position: number; file_id: string }[] = [
    ...fileIds.map((file_id, position) => ({ role: 'content' as const, position, file_id })),
    ...(thumbnailId === null ? [] : [{ role: 'thumbnail' as const, position: 0, file_id: thumbnailId }]),
    ...(teaserId === null ? [] : [{ role: 'teaser' as const, position: 0, file_id: teaserId }]),
  ];
  await trx.deleteFrom('item_files').where('item_id', '=', itemId).where('role', '<>', 'download').execute();
  if (rows.length === 0) return;
  await trx
    .insertInto('item_files')
    .values(rows.map((row) => ({ item_id: itemId, ...row })))
    .execute();
  await trx
    .updateTable('files')
    .set({ attached_at: at, detached_at: null })
    .where(
      'id',
      'in',
      rows.map(({ file_id: id }) => id),
    )
    .execute();
};

/** Sets the file of a role that has one. */
export const setItemFile = async (trx: Trx, itemId: string, role: FileRole, fileId: string, at: Date): Promise<void> => {
  await trx
    .insertInto('item_files')
    .values({ item_id: itemId, role, position: 0, file_id: fileId })
    .onConflict((conflict) => conflict.columns(['item_id', 'role', 'position']).doUpdateSet({ file_id: fileId }))
    .execute();
  await trx.updateTable('files').set({ attached_at: at, detached_at: null }).where('id', '=', fileId).execute();
};

/** Takes the files of a role away from an item. */
export const removeItemFiles = async (trx: Trx, itemId: string, role: FileRole): Promise<void> => {
  await trx.deleteFrom('item_files').where('item_id', '=', itemId).where('role', '=', role).execute();
};

/** Takes an item's thumbnail away where it isn't one of the item's own pictures (any more). */
export const dropForeignThumbnail = async (trx: Trx, itemId: string): Promise<void> => {
  await trx
    .deleteFrom('item_files')
    .where('item_id', '=', itemId)
    .where('role', '=', 'thumbnail')
    .where('file_id', 'not in', (content) =>
      content.selectFrom('item_files as r').select('r.file_id').where('r.item_id', '=', itemId).where('r.role', '=', 'content'),
    )
    .execute();
};

/** Whether a teaser is cut from an item's video. Only when the performer requested it. */
export const cutsTeaser = ({ teaserCut, teaserId }: Pick<ItemDraft, 'teaserCut' | 'teaserId'>, files: readonly FileRow[]): boolean =>
  teaserCut && teaserId === null && files.some(({ kind }) => kind === 'video');

/** Enqueues the teasers of an item's videos, if requested. */
export const requestCutTeaser = async (platform: Platform, trx: Trx, isCut: boolean, files: readonly FileRow[]): Promise<void> => {
  for (const file of isCut ? files : []) if (file.kind === 'video') await requestTeaser(platform, trx, file);
};

const mediaOf = (file: FileRow): ItemMedia => ({
  id: file.id,
  kind: file.kind as ItemMedia['kind'],
  width: file.width,
  height: file.height,
  durationMs: file.duration_ms,
  thumbhash: file.thumbhash,
  alt: file.alt_text,
  variants: file.variants,
});

const previewOf = (file: FileRow | undefined): ItemPreview | null => {
  const blur = file?.variants?.find(({ name }) => name === 'blur' || name === 'posterBlur');
  return file && blur ? { key: blur.key, width: blur.width, height: blur.height, thumbhash: file.thumbhash } : null;
};

/** The teaser cut from a film, as a film of its own: nothing else of the film is in it. */
const cutTeaserOf = (film: FileRow | undefined): ItemMedia | null => {
  const cut = teaserIn(film?.variants ?? null);
  if (!film || !cut) return null;
  const { width, height, durationMs = null } = cut;
  return { id: film.id, kind: 'video', width, height, durationMs, thumbhash: null, variants: [{ ...cut, name: 'mp4' }] };
};

/**
 * Derives again what lists carry of an item's files, and touches the item: its version is what contents are kept by (decision 11).
 * @returns the files that must be ready before it is shown
 */
export const refreshContents = async (trx: Trx, itemId: string, at: Date, mediaType?: MediaType): Promise<FileRow[]> => {
  const all = await filesOfItem(trx, itemId);
  const of = (role: FileRole) => all.filter((file) => file.role === role);
  const files = of('content');
  const [thumbnail] = of('thumbnail');
  const [teaser] = of('teaser');
  const contents = await trx.selectFrom('item_contents').select('teaser_cut').where('item_id', '=', itemId).executeTakeFirstOrThrow();
  const media = files.filter(({ state }) => state === 'ready').map(mediaOf);
  const poster = thumbnail
    ? thumbnail.variants.filter(({ name }) => name === 'picture').map((variant): Variant => ({ ...variant, name: 'poster' }))
    : undefined;
  if (poster)
    for (const item of media)
      if (item.kind === 'video') item.variants = [...item.variants.filter(({ name }) => name !== 'poster'), ...poster];
  const film = files.find(({ kind }) => kind === 'video');
  await trx
    .updateTable('item_contents')
    .set({
      media_type: mediaType ?? mediaTypeOf(files),
      media: JSON.stringify(media),
      preview: JSON.stringify(previewOf(thumbnail ?? files[0])),
      teaser: JSON.stringify(teaser?.state === 'ready' ? mediaOf(teaser) : contents.teaser_cut ? cutTeaserOf(film) : null),
      photo_count: files.filter(({ kind }) => kind === 'image').length,
      video_ms: film?.duration_ms ?? null,
    })
    .where('item_id', '=', itemId)
    .execute();
  await writeItemSearch(trx, [itemId]);
  const item = await trx
    .updateTable('items')
    .set({ updated_at: at })
    .where('id', '=', itemId)
    .returning(['kind', 'performer_id', 'state'])
    .executeTakeFirstOrThrow();
  if (item.state === 'active') await recordEvent(trx, 'items.changed', { itemId, kind: item.kind, performerId: item.performer_id });
  return [...files, ...of('teaser')];
};
