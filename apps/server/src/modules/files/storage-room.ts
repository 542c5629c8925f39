import { sql } from 'kysely';
import type { Executor } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { openUploadsOf } from '../../platform/uploads/uploads.store.ts';

const GB = 1_000_000_000;

/** What a performer's content takes up, and how much it may. */
export interface StorageRoom {
  /** Bytes of the originals of posts, library, recordings, products and the welcome video, and those that uploads on their way will have. */
  usedBytes: number;
  /** Null for as many as there is room. */
  quotaBytes: number | null;
}

/** The files that count are those of the index `files_storage`; what we make of them (sizes, forms of videos) doesn't. */
export const storageOf = async (settings: Platform['settings'], executor: Executor, ownerId: string): Promise<StorageRoom> => {
  const quota = settings.get('storageQuotaGb');
  const { rows } = await sql<{ bytes: string }>`
    select coalesce(sum(bytes), 0)::text as bytes from files
    where owner_id = ${ownerId}::uuid
      and purpose in (
        'media', 'feedPhoto', 'feedVideo', 'feedThumbnail', 'feedTeaser', 'welcomeVideo', 'recording', 'productFile', 'productImage')`.execute(
    executor,
  );
  const open = await openUploadsOf(executor, ownerId);
  return { usedBytes: Number(rows[0]!.bytes) + open.bytes, quotaBytes: quota > 0 ? quota * GB : null };
};

/** Bytes that a performer may still bring; null for as many as there is room. */
export const storageRoomOf = async (settings: Platform['settings'], executor: Executor, ownerId: string): Promise<number | null> => {
  if (settings.get('storageQuotaGb') === 0) return null;
  const { usedBytes, quotaBytes } = await storageOf(settings, executor, ownerId);
  return quotaBytes === null ? null : quotaBytes - usedBytes;
};
