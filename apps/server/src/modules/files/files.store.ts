import type { InsideFact } from '@stagedoor/contract/inside.values';
import { type Executor, type Trx } from '../../platform/database/database.ts';
import type { CleanFile, UncleanFile } from '../../platform/media/clean-file.ts';
import type { Variant } from '../../platform/media/variants.ts';
import type { Platform } from '../../platform/platform.ts';
import { cleanKeyOf } from '../../platform/storage/received-file.ts';
import { requireUsable } from './copies.store.ts';
import { type FilePurpose, hasTrait } from './purposes.ts';

export interface StoredFile {
  id: string;
  kind: 'image' | 'video' | 'document' | 'audio';
  state: 'processing' | 'ready' | 'failed';
  width: number | null;
  height: number | null;
  durationMs: number | null;
  thumbhash: string | null;
  variants: Variant[];
}

interface NewFileFields {
  ownerId: string | null;
  purpose: FilePurpose;
  kind: StoredFile['kind'];
  width?: number;
  height?: number;
  durationMs?: number;
  thumbhash?: string;
  variants?: Variant[];
  attachedAt?: Date;
  name?: string;
  inside?: readonly InsideFact[];
}

/** A file to be inserted. Only a film in work may be unclean: the job that encodes it cleans it first. */
export type NewFile = NewFileFields &
  ({ state: 'ready'; original: CleanFile } | { state: 'processing'; kind: 'video'; original: UncleanFile });

/**
 * Writes a file's row.
 * @returns whether it is new: an original has one row, however often a call with the same upload is repeated
 */
export const insertFile = async (executor: Executor, id: string, file: NewFile, at: Date): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await executor
    .insertInto('files')
    .values({
      id,
      owner_id: file.ownerId,
      purpose: file.purpose,
      kind: file.kind,
      state: file.state,
      progress: file.state === 'ready' ? 1 : 0,
      original_key: file.original.key,
      content_type: file.original.contentType,
      bytes: BigInt(file.original.bytes),
      sha256: file.original.sha256,
      ...(file.state === 'ready' ? { received_sha256: file.original.receivedSha256, cleaned_at: at } : {}),
      width: file.width ?? null,
      height: file.height ?? null,
      duration_ms: file.durationMs ?? null,
      thumbhash: file.thumbhash ?? null,
      variants: JSON.stringify(file.variants ?? []),
      attached_at: file.attachedAt ?? null,
      name: file.name ?? '',
      inside: file.inside && file.inside.length > 0 ? JSON.stringify(file.inside) : null,
    })
    .onConflict((conflict) => conflict.column('original_key').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
};

/** The file of a received original or its cleaned copy, if it exists. */
export const findFileOf = async (executor: Executor, receivedKey: string): Promise<StoredFile | undefined> => {
  const keys = [receivedKey, cleanKeyOf(receivedKey)];
  const row = await executor.selectFrom('files').selectAll().where('original_key', 'in', keys).executeTakeFirst();
  return (
    row && {
      id: row.id,
      kind: row.kind,
      state: row.state,
      width: row.width,
      height: row.height,
      durationMs: row.duration_ms,
      thumbhash: row.thumbhash,
      variants: row.variants,
    }
  );
};

/**
 * Marks a file as referenced, so that the sweep keeps it.
 * @throws CodedError FILE_IN_REVIEW, FILE_BLOCKED for one that looks like what was taken down, unless it is for items, which are reviewed
 */
export const attachFile = async (trx: Trx, fileId: string, at: Date): Promise<void> => {
  const { purpose } = await trx
    .updateTable('files')
    .set({ attached_at: at, detached_at: null })
    .where('id', '=', fileId)
    .returning('purpose')
    .executeTakeFirstOrThrow();
  if (!hasTrait(purpose, 'isReviewed')) await requireUsable(trx, [fileId]);
};

/** Detaches a file; a job removes it from storage after the commit, and the sweep where that fails. */
export const removeFile = async (platform: Platform, trx: Trx, fileId: string): Promise<void> => {
  await trx.updateTable('files').set({ attached_at: null, detached_at: platform.clock.now() }).where('id', '=', fileId).execute();
  await platform.jobs.enqueue(trx, REMOVE_TASK, { fileId });
};

/** Sets a file's name and alt text; omitted fields stay. */
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

/** Removes a file from its owner's library; it stays in posts that somebody bought. */
export const retireFile = async (trx: Trx, fileId: string, at: Date): Promise<void> => {
  await trx.updateTable('files').set({ removed_at: at, updated_at: at }).where('id', '=', fileId).execute();
};

/** Removes a storage folder after the commit. */
export const discardFolder = (platform: Platform, trx: Trx, folder: string): Promise<void> =>
  platform.jobs.enqueue(trx, DISCARD_TASK, { folder });

export const DISCARD_TASK = 'files:discard';
export const REMOVE_TASK = 'files:remove';
/** Removes one object from storage, such as an original that has a cleaned or an encrypted copy. */
export const REMOVE_OBJECT_TASK = 'files:removeObject';
/** The jobs that remove bytes from storage. */
export const REMOVING_TASKS: readonly string[] = [DISCARD_TASK, REMOVE_TASK, REMOVE_OBJECT_TASK];

/** The key of a picture's smallest size of at least a width, or else its largest. */
export const variantOf = (file: { variants: readonly Variant[] }, width: number): string | null => {
  const pictures = file.variants.filter(({ name }) => name === 'picture').sort((a, b) => a.width - b.width);
  return (pictures.find((picture) => picture.width >= width) ?? pictures.at(-1))?.key ?? null;
};
