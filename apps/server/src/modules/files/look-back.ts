import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { sql } from 'kysely';
import { recordEvent, transact } from '../../platform/database/database.ts';
import type { FrameHash } from '../../platform/media/film-hashes.ts';
import { createHashIndex } from '../../platform/media/hash-index.ts';
import { HASH_BYTES } from '../../platform/media/perceptual-hash.ts';
import type { Platform } from '../../platform/platform.ts';
import { recordCopies } from './copies.store.ts';
import { findCopies, hitsOf } from './find-copies.ts';

// Copies that were stored before what they look like was blocked, or in the same moment.

/** The job that looks for them, and the scheduled one that starts it. */
export const LOOK_BACK_TASK = 'files:lookBack';
const LOOK_BACK_DUE_TASK = 'files:lookBackDue';

const BATCH = 500;
/** Hashes of one round: a list of a million takes some. */
const MAX_FRESH = 200_000;

interface HashRow {
  file_id: string;
  at_ms: number;
  turns: Buffer;
  listed: Buffer;
  quality: number;
}

const cut = (hashes: Buffer): Buffer[] =>
  Array.from({ length: hashes.length / HASH_BYTES }, (_, at) => hashes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES));

const frameOf = ({ turns, listed, quality, at_ms: atMs }: HashRow): FrameHash => ({
  turns: cut(turns),
  listed: cut(listed),
  quality,
  atMs,
});

/** Compares a file as a new one would be, and tells those that show it. @returns whether it waits for a decision now */
export const compareFile = async (platform: Platform, fileId: string): Promise<boolean> => {
  const { background, clock } = platform;
  const { rows } = await sql<HashRow>`select * from file_hashes where file_id = ${fileId}::uuid order by at_ms`.execute(background);
  const file = await background
    .selectFrom('files')
    .select(['original_key as key', 'sha256', 'received_sha256 as receivedSha256'])
    .where('id', '=', fileId)
    .executeTakeFirst();
  if (!file) return false;
  const copies = await findCopies(platform, file, rows.map(frameOf));
  if (copies.length === 0) return false;
  return transact(background, undefined, async (trx) => {
    const isWaiting = await recordCopies(trx, fileId, copies, clock.now());
    if (isWaiting) await recordEvent(trx, 'files.resembling', { fileId });
    return isWaiting;
  });
};

/** Files with the bytes of fresh entries of lists. MD5 isn't looked back for: it would mean reading every file. */
const exactFiles = async ({ background }: Platform, upTo: bigint): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select f.id from blocked_hashes b join files f on encode(b.hash, 'hex') in (f.sha256, f.received_sha256)
    where b.looked_back_at is null and b.type = 'sha256' and b.id <= ${upTo} and f.purpose <> 'document'`.execute(background);
  return rows.map(({ id }) => id);
};

/**
 * Compares all stored hashes with those that were blocked since the last time. It can be stopped at any time; the next run starts over.
 * @returns how many files wait for a decision by it
 */
export const lookBack = async (platform: Platform, signal: AbortSignal): Promise<number> => {
  const { background, clock } = platform;
  const { rows: fresh } = await sql<{ id: bigint; type: string; hash: Buffer; list_id: string | null }>`
    select id, type, hash, list_id from blocked_hashes where looked_back_at is null order by id limit ${sql.lit(MAX_FRESH)}`.execute(
    background,
  );
  const upTo = fresh.at(-1)?.id;
  if (upTo === undefined) return 0;
  const indexes = { own: createHashIndex(), listed: createHashIndex() };
  for (const { id, type, hash, list_id: listId } of fresh)
    if (type === 'pdq') (listId ? indexes.listed : indexes.own).add(Number(id), hash);
  await indexes.own.settle();
  await indexes.listed.settle();
  const alike = new Set(await exactFiles(platform, upTo));
  let [afterFile, afterMs] = ['00000000-0000-0000-0000-000000000000', -1];
  while (indexes.own.size() + indexes.listed.size() > 0) {
    signal.throwIfAborted();
    const { rows } = await sql<HashRow>`
      select file_id, at_ms, turns, listed, quality from file_hashes where (file_id, at_ms) > (${afterFile}::uuid, ${afterMs}::integer)
      order by file_id, at_ms limit ${sql.lit(BATCH)}`.execute(background);
    for (const row of rows) if (hitsOf([frameOf(row)], indexes).size > 0) alike.add(row.file_id);
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) break;
    [afterFile, afterMs] = [last.file_id, last.at_ms];
    await yieldToOthers();
  }
  let waiting = 0;
  for (const fileId of alike) {
    signal.throwIfAborted();
    if (await compareFile(platform, fileId)) waiting += 1;
  }
  await sql`
    update blocked_hashes set looked_back_at = ${clock.now()} where looked_back_at is null and id <= ${upTo}`.execute(background);
  return waiting;
};

export const registerLookingBack = (platform: Platform): void => {
  const { jobs, background } = platform;
  jobs.register(LOOK_BACK_TASK, async (_payload, { signal }) => void (await lookBack(platform, signal)), { isLong: true });
  jobs.schedule(LOOK_BACK_DUE_TASK, '* * * * *', async () => {
    const { rows } = await sql`select from blocked_hashes where looked_back_at is null limit 1`.execute(background);
    if (rows.length > 0) await jobs.enqueue(background, LOOK_BACK_TASK, {}, { key: LOOK_BACK_TASK, queue: LOOK_BACK_TASK, maxAttempts: 3 });
  });
};
