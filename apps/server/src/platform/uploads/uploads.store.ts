import { isOneOf } from '@stagedoor/contract/keys.values';
import { UPLOAD_PURPOSES, type UploadPurpose } from '@stagedoor/contract/uploads';
import { sql } from 'kysely';
import type { Executor, Trx } from '../database/database.ts';
import { uploadsFolder } from '../storage/received-file.ts';

/** Lifetime of an upload that no call has used, in milliseconds. */
export const UPLOAD_MS = 86_400_000;
/** Concurrent unfinished uploads of one account. */
export const MAX_OPEN_UPLOADS = 40;

export interface UploadRow {
  id: string;
  accountId: string;
  purpose: UploadPurpose;
  /** The total size. */
  bytes: number;
  storageKey: string;
  createdAt: Date;
  /** Hash and detected type, once a call has taken it. */
  taken: { sha256: string; kind: 'image' | 'video' | 'audio' | 'document' | 'archive'; contentType: string } | null;
}

export const isUploadPurpose = (value: unknown): value is UploadPurpose => isOneOf(UPLOAD_PURPOSES, value);

export const insertUpload = async (
  trx: Trx,
  upload: { id: string; accountId: string; purpose: UploadPurpose; bytes: number },
): Promise<void> => {
  await trx
    .insertInto('uploads')
    .values({
      id: upload.id,
      account_id: upload.accountId,
      purpose: upload.purpose,
      bytes: BigInt(upload.bytes),
      storage_key: `${uploadsFolder(new Date())}/${upload.id}`,
    })
    .execute();
};

/** An account's upload that has not expired. */
export const findUpload = async (executor: Executor, accountId: string, id: string): Promise<UploadRow | undefined> => {
  const row = await executor
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('created_at', '>', new Date(Date.now() - UPLOAD_MS))
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    id: row.id,
    accountId: row.account_id,
    purpose: row.purpose,
    bytes: Number(row.bytes),
    storageKey: row.storage_key,
    createdAt: row.created_at,
    taken: row.sha256 === null ? null : { sha256: row.sha256, kind: row.kind!, contentType: row.content_type! },
  };
};

/** Stores hash and type of an upload whose file has been moved into storage. */
export const markTaken = async (executor: Executor, id: string, what: NonNullable<UploadRow['taken']>): Promise<void> => {
  await executor
    .updateTable('uploads')
    .set({ sha256: what.sha256, kind: what.kind, content_type: what.contentType, taken_at: new Date() })
    .where('id', '=', id)
    .execute();
};

export const deleteUpload = async (executor: Executor, id: string): Promise<void> => {
  await executor.deleteFrom('uploads').where('id', '=', id).execute();
};

/** Deletes uploads created before an instant. */
export const deleteUploadsBefore = async (executor: Executor, before: Date): Promise<void> => {
  await executor.deleteFrom('uploads').where('created_at', '<', before).execute();
};

/** Which of these ids are existing uploads. */
export const knownUploads = async (executor: Executor, ids: readonly string[]): Promise<Set<string>> => {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`select id from uploads where id = any(${ids}::uuid[])`.execute(executor);
  return new Set(rows.map(({ id }) => id));
};

/** Number and total size of an account's unfinished uploads. */
export const openUploadsOf = async (executor: Executor, accountId: string): Promise<{ count: number; bytes: number }> => {
  const { rows } = await sql<{ count: number; bytes: string }>`
    select count(*)::int as count, coalesce(sum(bytes), 0)::text as bytes from uploads
    where account_id = ${accountId}::uuid and taken_at is null and created_at > ${new Date(Date.now() - UPLOAD_MS)}`.execute(executor);
  return { count: rows[0]!.count, bytes: Number(rows[0]!.bytes) };
};

/** Serializes the creation of an account's uploads, so that two can't both use the rest of its quota. */
export const lockUploadsOf = async (trx: Trx, accountId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads ${accountId}`}, 0))`.execute(trx);
};
