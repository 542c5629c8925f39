import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import { uploadsFolder } from '../../platform/storage/received-file.ts';
import { sealedKeyOf } from '../../platform/storage/sealed-storage.ts';
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

/**
 * Sweeps leftovers of uploads and crashes: unattached rows with their files, and originals without a row.
 * @returns how many
 */
export const sweepOrphans = async (platform: Platform): Promise<number> => {
  const before = orphanCutoff(platform);
  const draftedBefore = new Date(platform.clock.now().getTime() - DRAFTED_MS);
  const { rows: orphans } = await sql<{ id: string }>`
    select id from files
    where attached_at is null and created_at < ${before}
      and (created_at < ${draftedBefore} or purpose not in (${sql.join(purposesWith('isDrafted').map((purpose) => sql.lit(purpose)))}))
    limit ${sql.lit(SWEEP_BATCH)}`.execute(platform.database);
  for (const { id } of orphans) await removeFileNow(platform, id);
  return orphans.length + (await sweepOriginals(platform, before, HOURLY_DAYS));
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
