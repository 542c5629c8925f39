import type { Executor, Trx } from '../../platform/database/database.ts';
import type { Variant } from '../../platform/media/variants.ts';

export type FilePurpose = 'avatar' | 'cover' | 'document' | 'feedPhoto' | 'feedVideo' | 'feedThumbnail' | 'feedTeaser' | 'welcomeVideo';

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
  thumbhash?: string;
  variants?: Variant[];
}

export const insertFile = async (executor: Executor, id: string, file: NewFile): Promise<void> => {
  await executor
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
      thumbhash: file.thumbhash ?? null,
      variants: JSON.stringify(file.variants ?? []),
    })
    .execute();
};

/** Says that something refers to the file now, so that the sweep of orphans leaves it. */
export const attachFile = async (trx: Trx, fileId: string, at: Date): Promise<void> => {
  await trx.updateTable('files').set({ attached_at: at }).where('id', '=', fileId).execute();
};

export const findFiles = async (executor: Executor, ids: readonly string[]) =>
  ids.length === 0 ? [] : executor.selectFrom('files').selectAll().where('id', '=', (eb) => eb.fn.any(eb.val(ids as string[]))).execute();
