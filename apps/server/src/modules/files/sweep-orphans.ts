import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import { uploadsFolder } from '../../platform/storage/received-file.ts';
import { sealedKeyOf } from '../../platform/storage/sealed-storage.ts';
import { messageOf } from '../../platform/thrown.ts';
import { isUsed } from './file-uses.ts';
import { FILE_PURPOSES, purposesWith } from './purposes.ts';
import { removeFileNow } from './remove-file.ts';

const DAY_MS = 86_400_000;
/** Unattached uploads are swept after this. */
const ORPHAN_MS = DAY_MS;
/** A performer's for items may belong to a draft that a device keeps: they stay as long (the web's `ui/forms/draft-store.ts`). */
const DRAFTED_MS = 14 * DAY_MS;
const SWEEP_BATCH = 200;
/** Ages in days of the originals checked every hour, and every night. */
const HOURLY_DAYS = [1, 2, 3];
const NIGHTLY_DAYS = Array.from({ length: 57 }, (_, index) => index + 4);
/** A file's folder: its id and a random suffix; a video's poster has a folder next to it. */
const FOLDER = /\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})-[0-9a-f]{8}(?:-poster)?$/;
/** Parents of such folders. */
const RENDITION_ROOTS = [...FILE_PURPOSES, 'captions'];

const orphanCutoff = (platform: Platform): Date => new Date(platform.clock.now().getTime() - ORPHAN_MS);

/** Removes originals of some days without a row: left by crashes and refused uploads. */
const sweepOriginals = async ({ database, storage, clock }: Platform, before: Date, days: readonly number[]): Promise<number> => {
  let swept = 0;
  const folders = days.map((day) => uploadsFolder(new Date(clock.now().getTime() - day * DAY_MS)));
  for (const folder of [...folders, ...folders.map(sealedKeyOf)]) {
    const keys = await storage.listOlderThan(folder, before);
    const { rows } = await sql<{ original_key: string }>`
      select original_key from files where original_key = any(${keys}::text[])`.execute(database);
    const known = new Set(rows.map(({ original_key: key }) => key));
    for (const key of keys) {
      if (known.has(key)) continue;
      await storage.remove(key);
      swept += 1;
    }
  }
  return swept;
};

/** The report of a sweep. */
export interface Sweep {
  removed: number;
  /** Bytes of the originals. */
  bytes: number;
  failed: number;
  /** Why the first one failed. */
  failure: string | null;
}

/** A file is attached in the transaction that names it: one that was attached before and is named by nothing was left by what named it. */
const SETTLED_MS = 3_600_000;

/** Detaches files that nothing uses any more, whatever ended their use. Reads all files: at low priority. */
const detachUnused = async ({ background, clock }: Pick<Platform, 'background' | 'clock'>): Promise<void> => {
  const now = clock.now();
  const settled = new Date(now.getTime() - SETTLED_MS);
  await sql`
    update files set attached_at = null, detached_at = ${now}
    where id in (select f.id from files f
      where f.attached_at < ${settled} and f.purpose = any(${[...FILE_PURPOSES]}::text[]) and not ${isUsed})`.execute(background);
};

/** True for `files` that an admin is to decide about: they stay until then, so that their owner may use them afterwards. */
const isInDecision = sql<boolean>`exists (select from copy_matches m where m.file_id = files.id and m.state = 'open')`;

/** Removes detached files, and uploads that nothing attached, one by one: a failure doesn't keep the others. */
const removeDetached = async (platform: Platform, signal: AbortSignal | undefined): Promise<Sweep> => {
  const { database, log, metrics } = platform;
  const sweep: Sweep = { removed: 0, bytes: 0, failed: 0, failure: null };
  const before = orphanCutoff(platform);
  const draftedBefore = new Date(platform.clock.now().getTime() - DRAFTED_MS);
  const drafted = sql.join(purposesWith('isDrafted').map((purpose) => sql.lit(purpose)));
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    signal?.throwIfAborted();
    const { rows } = await sql<{ id: string }>`
      select id from files
      where id > ${after}::uuid and attached_at is null and not ${isInDecision}
        and (detached_at is not null or (created_at < ${before} and (created_at < ${draftedBefore} or purpose not in (${drafted}))))
      order by id limit ${sql.lit(SWEEP_BATCH)}`.execute(database);
    for (const { id } of rows) {
      try {
        const bytes = await removeFileNow(platform, id);
        if (bytes === null) continue;
        sweep.removed += 1;
        sweep.bytes += bytes;
      } catch (error) {
        sweep.failed += 1;
        sweep.failure ??= messageOf(error);
        metrics.failedRemovals.inc();
        log.error({ err: error, fileId: id }, 'a file could not be removed');
      }
    }
    const last = rows.at(-1);
    if (!last || rows.length < SWEEP_BATCH) return sweep;
    after = last.id;
  }
};

/**
 * Sweeps leftovers of uploads and crashes: unattached rows with their files, and originals without a row.
 * @returns how many
 */
export const sweepOrphans = async (platform: Platform): Promise<number> => {
  const { removed } = await removeDetached(platform, undefined);
  return removed + (await sweepOriginals(platform, orphanCutoff(platform), HOURLY_DAYS));
};

/** How long reports of sweeps are kept. */
const REPORTED_DAYS = 90;

/**
 * Removes from storage what nobody uses any more, and reports it: files leave within a day of their last use.
 * @throws when files could not even be looked for; single failures are in the report
 */
export const sweepFiles = async (platform: Platform, signal?: AbortSignal): Promise<Sweep> => {
  const { database, clock } = platform;
  const startedAt = new Date();
  await detachUnused(platform);
  const sweep = await removeDetached(platform, signal);
  sweep.removed += await sweepOriginals(platform, orphanCutoff(platform), HOURLY_DAYS);
  await database
    .insertInto('file_sweeps')
    .values({ started_at: startedAt, ended_at: new Date(), ...sweep, bytes: BigInt(sweep.bytes) })
    .execute();
  await database
    .deleteFrom('file_sweeps')
    .where('ended_at', '<', new Date(clock.now().getTime() - REPORTED_DAYS * DAY_MS))
    .execute();
  return sweep;
};

/** Removes rendition folders without a row: it was never inserted, or the process died between deleting the row and the folder. */
const sweepRenditions = async ({ database, storage }: Platform, before: Date): Promise<number> => {
  let swept = 0;
  const sweep = async (folders: Map<string, string>): Promise<void> => {
    const ids = [...new Set(folders.values())];
    const { rows } = await sql<{ id: string }>`select id from files where id = any(${ids}::uuid[])`.execute(database);
    const known = new Set(rows.map(({ id }) => id));
    for (const [folder, id] of folders) {
      // Recent folders may still be in progress: the row is inserted last.
      if (known.has(id) || (await storage.listOlderThan(folder, before)).length === 0) continue;
      await storage.removeFolder(folder);
      swept += 1;
    }
  };
  for (const holder of RENDITION_ROOTS) {
    let folders = new Map<string, string>();
    for await (const folder of storage.listFolders(holder)) {
      const id = FOLDER.exec(folder)?.[1];
      if (id) folders.set(folder, id);
      if (folders.size < SWEEP_BATCH) continue;
      await sweep(folders);
      folders = new Map();
    }
    await sweep(folders);
  }
  return swept;
};

/**
 * Sweeps, once a day, what the hourly sweep doesn't: older originals, in case sweeps were missed, and rendition folders without a row.
 * @returns how many
 */
export const sweepLeftovers = async (platform: Platform): Promise<number> => {
  const before = orphanCutoff(platform);
  return (await sweepOriginals(platform, before, NIGHTLY_DAYS)) + (await sweepRenditions(platform, before));
};
