import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { CONTRACT } from '@stagedoor/contract';
import type { Endpoint, FileField } from '@stagedoor/contract/endpoint';
import { UPLOAD_PURPOSES, type UploadPurpose } from '@stagedoor/contract/uploads';
import { ERRORS, type Locker } from '@tus/server';
import { type Database, type Executor, transact } from '../database/database.ts';
import { CodedError } from '../errors.ts';
import { bytesRefused, kindRefused } from '../media/refusals.ts';
import { isTaken, sniffKind } from '../media/sniff.ts';
import { sweepIncoming } from '../storage/local-storage.ts';
import type { DiskSpace } from '../storage/disk-space.ts';
import type { Storage } from '../storage/storage.ts';
import { type ReceivedFile, cleanKeyOf } from '../storage/received-file.ts';
import { createPartsInStorage } from './parts-in-storage.ts';
import { createPartsOnDisk } from './parts-on-disk.ts';
import { type UploadParts, isUploadId } from './upload-parts.ts';
import { createUploadLocks } from './upload-locks.ts';
import {
  MAX_OPEN_UPLOADS,
  UPLOAD_MS,
  type UploadRow,
  deleteUpload,
  deleteUploadsBefore,
  findUpload,
  insertUpload,
  knownUploads,
  lockUploadsOf,
  markTaken,
  openUploadsOf,
} from './uploads.store.ts';
import { chunksOf } from '../chunks.ts';

/** An upload and the number of bytes received. */
export interface UploadState extends UploadRow {
  offset: number;
}

/** A complete upload, used in place of a multipart file. */
export interface TakenUpload {
  purpose: UploadPurpose;
  file: Omit<ReceivedFile, 'field' | 'keep'>;
  /** Deletes the upload and its file: its content was rejected. */
  discard(): Promise<void>;
  /** Releases the lock on it. */
  release(): Promise<void>;
}

/** Bytes left in an account's storage quota, unfinished uploads subtracted; null for no limit. */
export type FreeSpaceOf = (executor: Executor, accountId: string) => Promise<number | null>;

/** Resumable uploads: created, continued, taken by a call, or deleted. */
export interface Uploads {
  parts: UploadParts;
  locks: Locker;
  /**
   * Creates an empty upload.
   * @throws CodedError FILE_UNREADABLE (size zero), FILE_TOO_LARGE, QUOTA_EXCEEDED, UPLOADS_OPEN, STORAGE_FULL
   */
  begin(upload: { id: string; accountId: string; purpose: UploadPurpose; bytes: number }): Promise<void>;
  /** @throws CodedError NOT_FOUND: of another account, expired, or unknown. */
  get(accountId: string, id: string): Promise<UploadState>;
  /** Deletes an upload; a file that a call has taken is not affected. */
  cancel(accountId: string, id: string): Promise<void>;
  /**
   * Takes a complete upload as the file of a call. Idempotent, for a call that is retried.
   * @param purposes those of the call's file fields
   * @throws CodedError NOT_FOUND, UPLOAD_INCOMPLETE, FILE_KIND_REFUSED
   */
  take(accountId: string, purposes: readonly UploadPurpose[], id: string): Promise<TakenUpload>;
  /** Deletes uploads created before an instant (a day ago), what has arrived of uploads that are gone, and what killed processes left. */
  sweep(before?: Date): Promise<void>;
}

/** Pieces of files without a byte for so long have lost their writer: idle uploads are closed within a minute. */
const INCOMING_MS = 600_000;

/** The endpoint that takes uploads of a purpose, and its file field. */
export const consumerOf = (purpose: UploadPurpose): { endpoint: Endpoint; field: FileField } => {
  for (const endpoint of Object.values<Endpoint>(CONTRACT)) {
    const field = Object.values(endpoint.files ?? {}).find((one) => one.purpose === purpose);
    if (field) return { endpoint, field };
  }
  throw new Error(`no call takes uploads for ${purpose}`);
};

const hashOf = async (stream: Readable): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of chunksOf(stream)) hash.update(chunk);
  return hash.digest('hex');
};

interface UploadsOptions {
  database: Database;
  storage: Storage;
  /** The local folder of the site's files. */
  directory: string;
  /** The nodes share their files by a bucket, not by a folder: unfinished uploads go there too. */
  inBucket: boolean;
  freeSpaceOf: FreeSpaceOf;
  diskSpace: DiskSpace;
}

/** Locks an upload against other requests. @returns its release @throws CodedError UPLOAD_INCOMPLETE while it is still being received */
const lockUpload = async (locks: Locker, id: string): Promise<() => Promise<void>> => {
  const lock = locks.newLock(id);
  const waiting = new AbortController();
  await lock
    .lock(waiting.signal, () => {})
    .catch((error: unknown) => {
      throw error === ERRORS.ERR_LOCK_TIMEOUT ? new CodedError('UPLOAD_INCOMPLETE') : error;
    });
  return () => lock.unlock();
};

export const createUploads = (options: UploadsOptions): Uploads => {
  const { database, storage, freeSpaceOf, diskSpace } = options;
  const partsDirectory = join(options.directory, '.parts');
  const parts = options.inBucket
    ? createPartsInStorage({ database, storage, directory: partsDirectory })
    : createPartsOnDisk(partsDirectory);
  const locks = createUploadLocks();
  const fields = new Map(UPLOAD_PURPOSES.map((purpose) => [purpose, consumerOf(purpose).field]));

  const find = async (accountId: string, id: string): Promise<UploadRow> => {
    const row = isUploadId(id) ? await findUpload(database, accountId, id) : undefined;
    if (!row) throw new CodedError('NOT_FOUND');
    return row;
  };

  /** Tells whether a taken upload is still in storage, received or cleaned. */
  const isStored = async (key: string): Promise<boolean> => (await storage.exists(key)) || storage.exists(cleanKeyOf(key));

  /** Moves a complete upload into storage; after a crash, the next attempt continues. */
  const moveToStorage = async (row: UploadRow, size: number | undefined): Promise<NonNullable<UploadRow['taken']>> => {
    const options = { contentType: 'application/octet-stream' };
    let sha256 = row.taken?.sha256;
    if (size !== undefined) sha256 = (await storage.take(row.storageKey, await parts.assemble(row.id), options)).sha256;
    else if (!(await isStored(row.storageKey))) throw new CodedError('NOT_FOUND');
    if (row.taken) return row.taken;
    sha256 ??= await hashOf((await storage.open(row.storageKey)).stream);
    const sniffed = await sniffKind(storage, row.storageKey);
    // Captions are small: no upload purpose accepts them.
    if (!sniffed || sniffed.kind === 'captions') throw kindRefused(fields.get(row.purpose)!);
    const taken = { sha256, kind: sniffed.kind, contentType: sniffed.contentType };
    await markTaken(database, row.id, taken);
    await parts.remove(row.id);
    return taken;
  };

  return {
    parts,
    locks,
    async begin({ id, accountId, purpose, bytes }) {
      if (!(bytes > 0)) throw new CodedError('FILE_UNREADABLE');
      if (bytes > fields.get(purpose)!.maxBytes) throw bytesRefused(fields.get(purpose)!.maxBytes);
      await diskSpace.assertRoomFor(bytes);
      await transact(database, undefined, async (trx) => {
        await lockUploadsOf(trx, accountId);
        if ((await openUploadsOf(trx, accountId)).count >= MAX_OPEN_UPLOADS) throw new CodedError('UPLOADS_OPEN');
        const freeBytes = await freeSpaceOf(trx, accountId);
        if (freeBytes !== null && bytes > freeBytes) throw new CodedError('QUOTA_EXCEEDED', { roomBytes: Math.max(0, freeBytes) });
        await insertUpload(trx, { id, accountId, purpose, bytes });
      });
      // After the row: what has arrived without one may be removed at any time.
      await parts.create(id);
    },
    async get(accountId, id) {
      const row = await find(accountId, id);
      const size = await parts.sizeOf(id);
      if (size === undefined && !(row.taken && (await isStored(row.storageKey)))) throw new CodedError('NOT_FOUND');
      return { ...row, offset: size ?? row.bytes };
    },
    async cancel(accountId, id) {
      const row = await find(accountId, id);
      if (!row.taken) await deleteUpload(database, id);
      await parts.remove(id);
    },
    async take(accountId, purposes, id) {
      const row = await find(accountId, id);
      const { purpose } = row;
      if (!purposes.includes(purpose)) throw new CodedError('NOT_FOUND');
      const release = await lockUpload(locks, id);
      const discard = async (): Promise<void> => {
        await deleteUpload(database, id);
        await parts.remove(id);
        await storage.remove(row.storageKey);
      };
      try {
        // The previous holder of the lock may have taken it.
        const known = await find(accountId, id);
        const size = await parts.sizeOf(id);
        if (size !== undefined && size < row.bytes) throw new CodedError('UPLOAD_INCOMPLETE', { bytes: row.bytes, arrived: size });
        const { sha256, kind, contentType } = await moveToStorage(known, size);
        if (!isTaken({ kind, contentType }, fields.get(purpose)!)) throw kindRefused(fields.get(purpose)!);
        return { purpose, file: { key: row.storageKey, kind, contentType, bytes: row.bytes, sha256 }, discard, release };
      } catch (error) {
        if (error instanceof CodedError && error.code === 'FILE_KIND_REFUSED') await discard();
        await release();
        throw error;
      }
    },
    async sweep(before = new Date(Date.now() - UPLOAD_MS)) {
      await deleteUploadsBefore(database, before);
      const ids = await parts.list();
      const known = await knownUploads(database, ids);
      for (const id of ids) if (!known.has(id)) await parts.remove(id);
      await sweepIncoming(options.directory, new Date(Date.now() - INCOMING_MS));
    },
  };
};
