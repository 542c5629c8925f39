import type { DataExport } from '@stagedoor/contract/account';
import { randomBytes } from 'node:crypto';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { ZipFile } from 'yazl';
import { isUniqueViolation, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import { type List, type ListQuery, type Sorts, by, limitOf, readPage, sorted } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { cleanBeforeLeaving } from '../files/index.ts';
import { sealedKeyOf } from '../../platform/storage/sealed-storage.ts';
import { enqueueMail } from './account-mails.ts';

export const EXPORT_TASK = 'accounts:export';
/** How long a copy is kept. */
const RETENTION_MS = 7 * 86_400_000;
const ZIP = 'application/zip';
/** A page that stays open asks for a new address before this. */
const ADDRESS_SECONDS = 2 * 3600;

/** An archive holds documents and messages: it is encrypted in storage. */
const folderOf = (exportId: string): string => sealedKeyOf(plainFolderOf(exportId));
/** Earlier versions kept archives unencrypted: the last of them expire a week after an upgrade. */
const plainFolderOf = (exportId: string): string => `exports/${exportId}`;

export const removeExport = async ({ storage }: Pick<Platform, 'storage'>, exportId: string): Promise<void> => {
  await storage.removeFolder(folderOf(exportId));
  await storage.removeFolder(plainFolderOf(exportId));
};

interface Row {
  id: string;
  state: DataExport['state'];
  storage_key: string | null;
  bytes: bigint | null;
  expires_at: Date | null;
  created_at: Date;
}

const viewOf = (platform: Platform, accountId: string, row: Row): DataExport => {
  const isOver = row.state === 'ready' && row.expires_at! <= platform.clock.now();
  return {
    _id: row.id,
    state: isOver ? 'expired' : row.state,
    bytes: row.bytes === null ? null : Number(row.bytes),
    url: row.state === 'ready' && !isOver ? platform.storage.ownUrl(row.storage_key!, ZIP, accountId, ADDRESS_SECONDS) : null,
    expiresAt: row.expires_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  };
};

/** Ids follow the order of creation. */
const SORTS: Sorts<'createdAt' | 'updatedAt'> = { createdAt: by.id(sql`id`), updatedAt: by.instant(sql`updated_at`) };

export const listExports = async (platform: Platform, accountId: string, query: ListQuery): Promise<List<DataExport>> => {
  const from = sql`from data_exports where account_id = ${accountId}::uuid`;
  const page = sql<Row>`select * ${from} order by ${sorted(SORTS, query, sql`id`).order} ${limitOf(query)}`;
  const { rows, ...totals } = await readPage(platform.database, query, page, from);
  return { data: rows.map((row) => viewOf(platform, accountId, row)), ...totals };
};

/** Requests an export of all data of an account. @throws CodedError EXPORT_RUNNING while one is running */
export const startExport = async (platform: Platform, accountId: string): Promise<DataExport> => {
  const now = platform.clock.now();
  try {
    return await transact(platform.database, undefined, async (trx) => {
      const row = await trx
        .insertInto('data_exports')
        .values({ account_id: accountId, created_at: now, updated_at: now })
        .returningAll()
        .executeTakeFirstOrThrow();
      await platform.jobs.enqueue(trx, EXPORT_TASK, { exportId: row.id }, { maxAttempts: 5 });
      return viewOf(platform, accountId, row);
    });
  } catch (error) {
    if (isUniqueViolation(error, 'data_exports_running')) throw new CodedError('EXPORT_RUNNING');
    throw error;
  }
};

/** Every module's data as JSON, and the account's own files, in one ZIP archive. Files missing in storage, and
 * those that can't be cleaned, are left out. */
export const archiveOf = async (platform: Platform, accountId: string): Promise<Readable> => {
  const zip = new ZipFile();
  const mtime = platform.clock.now();
  for (const { module, read } of platform.personalData.modules()) {
    const { data, files = [] } = await read(platform.database, accountId);
    zip.addBuffer(Buffer.from(JSON.stringify(data, null, 2)), `${module}.json`, { mtime });
    const clean = await cleanBeforeLeaving(
      platform,
      files.map(({ storageKey }) => storageKey),
    );
    for (const { name, storageKey: key } of files) {
      const storageKey = clean.get(key);
      if (!storageKey || !(await platform.storage.exists(storageKey))) continue;
      // Pictures and videos don't compress.
      zip.addReadStreamLazy(`${module}/${name}`, { mtime, compress: false }, (ready) => {
        const through = new PassThrough();
        ready(null, through);
        platform.storage
          .open(storageKey)
          .then(({ stream }) => pipeline(stream, through))
          .catch((error: Error) => through.destroy(error));
      });
    }
  }
  zip.end();
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  return output;
};

/** Builds the archive of a pending export, and notifies the account by mail. */
export const makeExport = async (platform: Platform, exportId: string, job: { lastAttempt: boolean }): Promise<void> => {
  const { database, clock, storage } = platform;
  const waiting = await database
    .selectFrom('data_exports')
    .select(['id', 'account_id'])
    .where('id', '=', exportId)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  if (!waiting) return;
  const key = `${folderOf(exportId)}/${randomBytes(16).toString('hex')}.zip`;
  try {
    const { bytes } = await storage.put(key, await archiveOf(platform, waiting.account_id), { contentType: ZIP });
    const now = clock.now();
    const isReady = await transact(database, undefined, async (trx) => {
      const ready = await trx
        .updateTable('data_exports')
        .set({
          state: 'ready',
          storage_key: key,
          bytes: BigInt(bytes),
          expires_at: new Date(now.getTime() + RETENTION_MS),
          updated_at: now,
        })
        .where('id', '=', exportId)
        .where('state', '=', 'pending')
        .returning('id')
        .executeTakeFirst();
      if (ready) await enqueueMail(platform, trx, { kind: 'exportReady', accountId: waiting.account_id });
      return ready !== undefined;
    });
    // The account was erased meanwhile.
    if (!isReady) await removeExport(platform, exportId);
  } catch (error) {
    await removeExport(platform, exportId);
    if (!job.lastAttempt) throw error;
    platform.log.error({ err: error, exportId }, 'an export failed');
    await database
      .updateTable('data_exports')
      .set({ state: 'failed', updated_at: clock.now() })
      .where('id', '=', exportId)
      .where('state', '=', 'pending')
      .execute();
  }
};

/** Removes expired exports. */
export const sweepExports = async (platform: Platform): Promise<void> => {
  const { database, clock } = platform;
  const over = await database
    .selectFrom('data_exports')
    .select('id')
    .where('state', '=', 'ready')
    .where('expires_at', '<=', clock.now())
    .execute();
  for (const { id } of over) {
    await removeExport(platform, id);
    await database
      .updateTable('data_exports')
      .set({ state: 'expired', storage_key: null, updated_at: clock.now() })
      .where('id', '=', id)
      .execute();
  }
};
