import { type Executor, type Trx } from '../../platform/database/database.ts';
import type { Variant } from '../../platform/media/variants.ts';
import type { Platform } from '../../platform/platform.ts';

/** What a file is for; its forms lie in a folder of this name. */
export const FILE_PURPOSES = [
  'avatar',
  'cover',
  'document',
  'feedPhoto',
  'feedVideo',
  'feedThumbnail',
  'feedTeaser',
  'welcomeVideo',
  'recording',
  'promo',
  'gift',
  'productFile',
  'productImage',
  'comment',
  'media',
] as const;
export type FilePurpose = (typeof FILE_PURPOSES)[number];

export interface StoredFile {
  id: string;
  kind: 'image' | 'video' | 'document';
  state: 'processing' | 'ready' | 'failed';
  width: number | null;
  height: number | null;
  durationMs: number | null;
  thumbhash: string | null;
  variants: Variant[];
}

export interface NewFile {
  ownerId: string | null;
  purpose: FilePurpose;
  kind: StoredFile['kind'];
  state: StoredFile['state'];
  originalKey: string;
  contentType: string;
  bytes: number;
  sha256: string;
  width?: number;
  height?: number;
  durationMs?: number;
  thumbhash?: string;
  variants?: Variant[];
  attachedAt?: Date;
}

/**
 * Writes a file's row.
 * @returns whether it is new: of one original there is one row, however often a call came with the same upload
 */
export const insertFile = async (executor: Executor, id: string, file: NewFile): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await executor
    .insertInto('files')
    .values({
      id,
      owner_id: file.ownerId,
      purpose: file.purpose,
      kind: file.kind,
      state: file.state,
      progress: file.state === 'ready' ? 1 : 0,
      original_key: file.originalKey,
      content_type: file.contentType,
      bytes: BigInt(file.bytes),
      sha256: file.sha256,
      width: file.width ?? null,
      height: file.height ?? null,
      duration_ms: file.durationMs ?? null,
      thumbhash: file.thumbhash ?? null,
      variants: JSON.stringify(file.variants ?? []),
      attached_at: file.attachedAt ?? null,
    })
    .onConflict((conflict) => conflict.column('original_key').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
};

/** The file of an original, where there is one already. */
export const findFileOf = async (executor: Executor, originalKey: string): Promise<StoredFile | undefined> => {
  const row = await executor.selectFrom('files').selectAll().where('original_key', '=', originalKey).executeTakeFirst();
  return (
    row && {
      id: row.id,
      kind: row.kind as StoredFile['kind'],
      state: row.state as StoredFile['state'],
      width: row.width,
      height: row.height,
      durationMs: row.duration_ms,
      thumbhash: row.thumbhash,
      variants: row.variants as Variant[],
    }
  );
};

/** Says that something refers to the file now, so that the sweep of orphans leaves it. */
export const attachFile = async (trx: Trx, fileId: string, at: Date): Promise<void> => {
  await trx.updateTable('files').set({ attached_at: at }).where('id', '=', fileId).execute();
};

/** Lets a file go: what lies in storage is removed by a job once this has been committed. */
export const removeFile = async (platform: Platform, trx: Trx, fileId: string): Promise<void> => {
  await trx.updateTable('files').set({ attached_at: null }).where('id', '=', fileId).execute();
  await platform.jobs.enqueue(trx, REMOVE_TASK, { fileId });
};

/** What a file is called, and what is to be seen; what isn't given stays. */
export const nameFile = async (
  trx: Trx,
  fileId: string,
  { name, alt }: { name?: string | undefined; alt?: string | undefined },
  at: Date,
): Promise<void> => {
  await trx
    .updateTable('files')
    .set({ updated_at: at, ...(name === undefined ? {} : { name }), ...(alt === undefined ? {} : { alt_text: alt }) })
    .where('id', '=', fileId)
    .execute();
};

/** Takes a file out of its owner's library; it stays where somebody bought it. */
export const retireFile = async (trx: Trx, fileId: string, at: Date): Promise<void> => {
  await trx.updateTable('files').set({ removed_at: at, updated_at: at }).where('id', '=', fileId).execute();
};

/** Removes a folder of storage once this has been committed. */
export const discardFolder = (platform: Platform, trx: Trx, folder: string): Promise<void> =>
  platform.jobs.enqueue(trx, DISCARD_TASK, { folder });

export const DISCARD_TASK = 'files:discard';
export const REMOVE_TASK = 'files:remove';

/** The key of a picture's size nearest above a width, or its largest. */
export const variantOf = (file: Pick<StoredFile, 'variants'>, width: number): string | null => {
  const pictures = file.variants.filter(({ name }) => name === 'picture').sort((a, b) => a.width - b.width);
  return (pictures.find((picture) => picture.width >= width) ?? pictures.at(-1))?.key ?? null;
};
