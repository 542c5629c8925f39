import { sql } from 'kysely';
import type { Executor } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { purposesWith } from './purposes.ts';
import { openUploadsOf } from '../../platform/uploads/uploads.store.ts';

const GB = 1_000_000_000;

/** A performer's storage usage and quota. */
export interface StorageUsage {
  /** Bytes of the originals of posts, library, recordings, products and the welcome video, including unfinished uploads. */
  usedBytes: number;
  /** Null for unlimited. */
  quotaBytes: number | null;
}

/** Counts the files of the index `files_storage`, but not their renditions. */
export const storageUsageOf = async (settings: Platform['settings'], executor: Executor, ownerId: string): Promise<StorageUsage> => {
  const quota = settings.get('storageQuotaGb');
  const { rows } = await sql<{ bytes: string }>`
    select coalesce(sum(bytes), 0)::text as bytes from files
    where owner_id = ${ownerId}::uuid
      and purpose in (${sql.join(purposesWith('isStored').map((purpose) => sql.lit(purpose)))})`.execute(executor);
  const open = await openUploadsOf(executor, ownerId);
  return { usedBytes: Number(rows[0]!.bytes) + open.bytes, quotaBytes: quota > 0 ? quota * GB : null };
};

/** Bytes that a performer may still upload; null for unlimited. */
export const remainingStorageOf = async (settings: Platform['settings'], executor: Executor, ownerId: string): Promise<number | null> => {
  if (settings.get('storageQuotaGb') === 0) return null;
  const { usedBytes, quotaBytes } = await storageUsageOf(settings, executor, ownerId);
  return quotaBytes === null ? null : quotaBytes - usedBytes;
};
