import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import { uploadsFolder } from '../../platform/storage/uploads.ts';
import { FILE_PURPOSES } from './files.store.ts';
import { removeFileNow } from './remove-file.ts';

const DAY_MS = 86_400_000;
/** An upload that nothing attached is swept after this. */
const ORPHAN_MS = DAY_MS;
const SWEEP_BATCH = 200;
/** Days whose originals are looked through every hour, and every night. */
const HOURLY_DAYS = [1, 2, 3];
const NIGHTLY_DAYS = Array.from({ length: 57 }, (_, index) => index + 4);
/** A file's folder: its id, and something unguessable; a film's poster lies in one beside its own. */
const FOLDER = /\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})-[0-9a-f]{8}(?:-poster)?$/;
/** What holds such folders. */
const HOLDERS = [...FILE_PURPOSES, 'captions'];

const beforeOf = (platform: Platform): Date => new Date(platform.clock.now().getTime() - ORPHAN_MS);

/** Removes originals of some days that no row knows: what crashes and refused uploads have left. */
const sweepOriginals = async ({ database, storage, clock }: Platform, before: Date, days: readonly number[]): Promise<number> => {
  let swept = 0;
  for (const day of days) {
    const keys = await storage.listOlderThan(uploadsFolder(new Date(clock.now().getTime() - day * DAY_MS)), before);
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
 * Sweeps what uploads and crashes have left: rows that nothing attached, with all that is theirs, and originals that no row knows.
 * @returns how many
 */
export const sweepOrphans = async (platform: Platform): Promise<number> => {
  const before = beforeOf(platform);
  const orphans = await platform.database
    .selectFrom('files')
    .select('id')
    .where('attached_at', 'is', null)
    .where('created_at', '<', before)
    .limit(SWEEP_BATCH)
    .execute();
  for (const { id } of orphans) await removeFileNow(platform, id);
  return orphans.length + (await sweepOriginals(platform, before, HOURLY_DAYS));
};

/** Removes folders of forms whose file has no row: it was never written, or the process ended between the row's end and the folder's. */
const sweepForms = async ({ database, storage }: Platform, before: Date): Promise<number> => {
  let swept = 0;
  const sweep = async (folders: Map<string, string>): Promise<void> => {
    const ids = [...new Set(folders.values())];
    const { rows } = await sql<{ id: string }>`select id from files where id = any(${ids}::uuid[])`.execute(database);
    const known = new Set(rows.map(({ id }) => id));
    for (const [folder, id] of folders) {
      // A young one may be in work: its row comes last.
      if (known.has(id) || (await storage.listOlderThan(folder, before)).length === 0) continue;
      await storage.removeFolder(folder);
      swept += 1;
    }
  };
  for (const holder of HOLDERS) {
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
 * Sweeps, once a day, what the hourly sweep doesn't look for: originals of older days, when nobody swept for a while, and forms without a row.
 * @returns how many
 */
export const sweepLeftovers = async (platform: Platform): Promise<number> => {
  const before = beforeOf(platform);
  return (await sweepOriginals(platform, before, NIGHTLY_DAYS)) + (await sweepForms(platform, before));
};
