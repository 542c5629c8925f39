import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { type UncleanRow, cleanOriginal } from './clean-original.ts';

// Files that were stored before files were cleaned (decision 101).

/** The job that cleans them, and the scheduled one that starts it while there are any. */
export const CLEAN_TASK = 'files:clean';
const CLEAN_DUE_TASK = 'files:cleanDue';

/** A job ends after this, so that others get its worker; the next one goes on. */
const ROUND_MS = 300_000;
const BATCH = 50;
/** Downloads that began with the old original may go on for so long: their addresses are valid for two hours. */
const KEPT_MS = 7_200_000;
/** After this, cleaning is tried again where it failed. */
const RETRY_HOURS = 24;
/** How long cleaning one file may take that somebody waits for. */
const AWAITED_MS = 60_000;
/** Pictures cleaned at once: their cost is the flush to the disk, which they wait for together. Films are cleaned one by one. */
const AT_ONCE = 4;
/** The job waits after these for this share of the time that cleaning it took: it yields to requests. */
const PAUSE = 0.5;

/** Files that stay as they are: evidence, what the site itself recorded, documents and archives. */
const STAYS = sql<boolean>`(purpose in ('document', 'recording') or kind = 'document')`;
const COLUMNS = sql`id, kind, original_key, content_type, bytes, sha256`;

type Needed = Pick<Platform, 'background' | 'storage' | 'clock' | 'jobs' | 'config' | 'log'>;

/** Marks files that stay as they are, a thousand at a time. @returns how many */
const markOthers = async ({ background, clock }: Needed): Promise<number> => {
  const { numAffectedRows } = await sql`
    update files set cleaned_at = ${clock.now()} where id in (
      select id from files where cleaned_at is null and state = 'ready' and ${STAYS} limit 1000)`.execute(background);
  return Number(numAffectedRows ?? 0n);
};

/** The next files to clean: those that are sold first. */
const nextFiles = async ({ background, clock }: Needed): Promise<UncleanRow[]> => {
  const { rows } = await sql<Omit<UncleanRow, 'bytes'> & { bytes: bigint }>`
    select ${COLUMNS} from files
    where cleaned_at is null and state = 'ready'
      and (cleaning_failed_at is null or cleaning_failed_at < ${clock.now()}::timestamptz - ${`${RETRY_HOURS} hours`}::interval)
    order by (purpose <> 'productFile'), id limit ${sql.lit(BATCH)}`.execute(background);
  return rows;
};

/** Cleans a file, or notes that it can't be; a stop interrupts it. @returns whether it is clean */
const cleanOne = async (platform: Needed, row: UncleanRow, signal: AbortSignal): Promise<boolean> => {
  const { background, clock, log } = platform;
  try {
    await cleanOriginal({ ...platform, database: background }, row, signal, KEPT_MS);
    return true;
  } catch (error) {
    if (signal.aborted) throw error;
    log.warn({ err: error, fileId: row.id }, 'a file could not be cleaned');
    await background.updateTable('files').set({ cleaning_failed_at: clock.now() }).where('id', '=', row.id).execute();
    return false;
  }
};

/**
 * Cleans stored files until none is left or its time is over. It can be stopped at any time: each file is done or not.
 * @returns how many it cleaned
 */
export const cleanExisting = async (platform: Needed, signal: AbortSignal): Promise<number> => {
  const until = Date.now() + ROUND_MS;
  let cleaned = 0;
  for (let marked = -1; marked !== 0 && !signal.aborted; ) {
    marked = await markOthers(platform);
    cleaned += marked;
  }
  while (Date.now() < until) {
    const rows = await nextFiles(platform);
    if (rows.length === 0) return cleaned;
    while (rows.length > 0) {
      signal.throwIfAborted();
      const begun = performance.now();
      const together = rows.splice(0, rows.slice(0, AT_ONCE).every(({ kind }) => kind === 'image') ? AT_ONCE : 1);
      const done = await Promise.all(together.map((row) => cleanOne(platform, row, signal)));
      cleaned += done.filter(Boolean).length;
      await pause((performance.now() - begun) * PAUSE);
    }
  }
  return cleaned;
};

/** How many stored files are still to be cleaned, and how many of them couldn't be. */
export const countUnclean = async ({ database }: Pick<Platform, 'database'>): Promise<{ left: number; failed: number }> => {
  const { rows } = await sql<{ left: number; failed: number }>`
    select count(*)::int as left, count(cleaning_failed_at)::int as failed from files where cleaned_at is null and state = 'ready'`.execute(
    database,
  );
  return rows[0]!;
};

/**
 * Cleans those of some originals that the job hasn't reached, because they are about to leave the site.
 * @returns the keys of the clean originals by the keys given; without those that can't be cleaned
 */
export const cleanBeforeLeaving = async (platform: Platform, keys: readonly string[]): Promise<Map<string, string>> => {
  const clean = new Map(keys.map((key) => [key, key]));
  const { rows } = await sql<UncleanRow & { state: string; stays: boolean }>`
    select ${COLUMNS}, state, ${STAYS} as stays from files where original_key = any(${[...keys]}::text[]) and cleaned_at is null`.execute(
    platform.database,
  );
  for (const row of rows) {
    if (row.stays) continue;
    clean.delete(row.original_key);
    // A film in work is cleaned by the job that encodes it.
    if (row.state !== 'ready') continue;
    const key = await cleanOriginal(platform, row, AbortSignal.timeout(AWAITED_MS), KEPT_MS).catch((error: unknown) => {
      platform.log.warn({ err: error, fileId: row.id }, 'a file could not be cleaned before it left');
      return null;
    });
    if (key) clean.set(row.original_key, key);
  }
  return clean;
};

/** @returns the key of a clean original @throws CodedError FILE_NOT_MADE */
export const requireClean = async (platform: Platform, key: string): Promise<string> => {
  const clean = (await cleanBeforeLeaving(platform, [key])).get(key);
  if (!clean) throw new CodedError('FILE_NOT_MADE');
  return clean;
};

export const registerCleaning = (platform: Platform): void => {
  const { jobs } = platform;
  jobs.register(CLEAN_TASK, async (_payload, { signal }) => void (await cleanExisting(platform, signal)), { isLong: true });
  jobs.schedule(CLEAN_DUE_TASK, '* * * * *', async () => {
    if ((await nextFiles(platform)).length > 0)
      await jobs.enqueue(platform.background, CLEAN_TASK, {}, { key: CLEAN_TASK, queue: CLEAN_TASK, maxAttempts: 3 });
  });
};
