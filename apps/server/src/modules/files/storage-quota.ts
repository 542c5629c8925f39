import { sql } from 'kysely';
import type { Executor, Trx } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockUploadsOf, openUploadsOf } from '../../platform/uploads/uploads.store.ts';
import { type FilePurpose, hasTrait, purposesWith } from './purposes.ts';

type Settings = Platform['settings'];

const MB = 1_000_000;
const GB = 1_000_000_000;

/** An account's storage usage and quota. */
export interface StorageUsage {
  /** Bytes of the originals that count for the account's role, including unfinished uploads. */
  usedBytes: number;
  /** Null for unlimited. */
  quotaBytes: number | null;
}

/** By role: which files count, and the quota in bytes, 0 for unlimited. Admins have no quota. */
const QUOTAS = {
  performer: { counted: 'isStored', quotaOf: (settings: Settings) => settings.get('storageQuotaGb') * GB },
  fan: { counted: 'isFanStored', quotaOf: (settings: Settings) => settings.get('fanStorageQuotaMb') * MB },
} as const;

const roleOf = async (executor: Executor, accountId: string): Promise<'fan' | 'performer' | 'admin' | undefined> =>
  (await executor.selectFrom('accounts').select('role').where('id', '=', accountId).executeTakeFirst())?.role;

/** Counts originals by the indexes `files_storage` and `files_fan_storage`, but not their renditions. */
const usedBytesOf = async (executor: Executor, ownerId: string, counted: 'isStored' | 'isFanStored'): Promise<number> => {
  const { rows } = await sql<{ bytes: string }>`
    select coalesce(sum(bytes), 0)::text as bytes from files
    where owner_id = ${ownerId}::uuid
      and purpose in (${sql.join(purposesWith(counted).map((purpose) => sql.lit(purpose)))})`.execute(executor);
  return Number(rows[0]!.bytes) + (await openUploadsOf(executor, ownerId)).bytes;
};

/** A performer's storage usage and quota. */
export const storageUsageOf = async (settings: Settings, executor: Executor, ownerId: string): Promise<StorageUsage> => {
  const { counted, quotaOf } = QUOTAS.performer;
  return { usedBytes: await usedBytesOf(executor, ownerId, counted), quotaBytes: quotaOf(settings) || null };
};

/** Bytes that an account may still upload, by its role; null for unlimited. */
export const remainingStorageOf = async (settings: Settings, executor: Executor, ownerId: string): Promise<number | null> => {
  if (Object.values(QUOTAS).every(({ quotaOf }) => quotaOf(settings) === 0)) return null;
  const role = await roleOf(executor, ownerId);
  if (role !== 'fan' && role !== 'performer') return null;
  const { counted, quotaOf } = QUOTAS[role];
  const quota = quotaOf(settings);
  return quota === 0 ? null : quota - (await usedBytesOf(executor, ownerId, counted));
};

/**
 * Makes sure that a file fits before its row is written. The account's uploads wait for each other until the transaction ends, so that two
 * can't both use the rest of the quota: all of them may have begun when each alone fitted.
 * @throws CodedError QUOTA_EXCEEDED
 */
export const requireStorage = async (
  settings: Settings,
  trx: Trx,
  file: { bytes: number },
  { ownerId, purpose }: { ownerId: string | null; purpose: FilePurpose },
): Promise<void> => {
  if (ownerId === null || Object.values(QUOTAS).every(({ quotaOf, counted }) => quotaOf(settings) === 0 || !hasTrait(purpose, counted)))
    return;
  const role = await roleOf(trx, ownerId);
  if ((role !== 'fan' && role !== 'performer') || !hasTrait(purpose, QUOTAS[role].counted)) return;
  await lockUploadsOf(trx, ownerId);
  const roomBytes = await remainingStorageOf(settings, trx, ownerId);
  if (roomBytes !== null && file.bytes > roomBytes) throw new CodedError('QUOTA_EXCEEDED', { roomBytes: Math.max(0, roomBytes) });
};
