import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { chunksOf } from '../../platform/chunks.ts';
import type { Database } from '../../platform/database/database.ts';
import type { FrameHash } from '../../platform/media/film-hashes.ts';
import { type HashIndex, createHashIndex } from '../../platform/media/hash-index.ts';
import { LEAST_QUALITY } from '../../platform/media/perceptual-hash.ts';
import type { Platform } from '../../platform/platform.ts';
import { enoughFrames } from './copies.rules.ts';

/** Something blocked that a file looks like. */
export interface FoundCopy {
  objectKind: string;
  objectId: string;
  listId: string | null;
  /** The blocked file; null of lists, and once it is gone. */
  blockedFileId: string | null;
  reason: string;
  /** Bits of 256 in which the nearest frames differ. */
  distance: number;
  /** How many frames look alike. */
  frames: number;
  /** The times of the nearest frames. */
  atMs: number;
  blockedAtMs: number | null;
}

const READ_BATCH = 20_000;

/** Blocked hashes in the memory of this process: those of this site, and those of lists, which are sampled otherwise. */
interface Known {
  own: HashIndex;
  listed: HashIndex;
  /** The last id that was read. */
  last: number;
  reading: Promise<void>;
}

const knownOf = new WeakMap<Database, Known>();

/** Reads the hashes that were blocked since the last time, in the order of their ids. */
const catchUp = async (database: Database, known: Known): Promise<void> => {
  for (;;) {
    const { rows } = await sql<{ id: bigint; hash: Buffer; is_listed: boolean }>`
      select id, hash, list_id is not null as is_listed from blocked_hashes
      where type = 'pdq' and id > ${known.last} order by id limit ${sql.lit(READ_BATCH)}`.execute(database);
    for (const { id, hash, is_listed: isListed } of rows) {
      (isListed ? known.listed : known.own).add(Number(id), hash);
      known.last = Number(id);
    }
    if (rows.length < READ_BATCH) break;
  }
  await known.own.settle();
  await known.listed.settle();
};

/** The blocked hashes as they are committed now. What was unblocked is still among them: the caller reads the rows. */
const readKnown = async (database: Database): Promise<Known> => {
  let known = knownOf.get(database);
  if (!known) {
    known = { own: createHashIndex(), listed: createHashIndex(), last: 0, reading: Promise.resolve() };
    knownOf.set(database, known);
  }
  const current = known;
  // One after the other, so that no hash is added twice.
  current.reading = current.reading.catch(() => undefined).then(() => catchUp(database, current));
  await current.reading;
  return current;
};

interface Hit {
  distance: number;
  atMs: number;
}

/** For each blocked hash: the frames that are near it. */
export const hitsOf = (frames: readonly FrameHash[], { own, listed }: { own: HashIndex; listed: HashIndex }): Map<number, Hit[]> => {
  const hits = new Map<number, Hit[]>();
  const search = (index: HashIndex, turns: readonly Buffer[], atMs: number): void => {
    if (index.size() === 0) return;
    for (const turn of turns) for (const { id, distance } of index.near(turn)) hits.set(id, [...(hits.get(id) ?? []), { distance, atMs }]);
  };
  for (const { turns, listed: asListed, quality, atMs } of frames) {
    if (quality < LEAST_QUALITY) continue;
    search(own, turns, atMs);
    search(listed, asListed, atMs);
  }
  return hits;
};

interface BlockedRow {
  id: bigint;
  object_kind: string;
  object_id: string;
  list_id: string | null;
  file_id: string | null;
  at_ms: number | null;
  reason: string;
  /** Frames of the same file. */
  frames: number;
}

/** Compares the frames with one blocked file, or one list; null when too few are alike. */
const copyOf = (rows: readonly BlockedRow[], hits: ReadonlyMap<number, readonly Hit[]>, frames: number): FoundCopy | null => {
  const [first] = rows;
  const pairs = rows.flatMap((row) => (hits.get(Number(row.id)) ?? []).map((hit) => ({ row, hit })));
  const nearest = pairs.reduce((best, pair) => (pair.hit.distance < best.hit.distance ? pair : best));
  const alike = Math.min(new Set(pairs.map(({ hit }) => hit.atMs)).size, new Set(pairs.map(({ row }) => row.id)).size);
  if (alike < (first!.list_id ? 1 : enoughFrames(frames, first!.frames))) return null;
  return {
    objectKind: first!.object_kind,
    objectId: first!.object_id,
    listId: first!.list_id,
    blockedFileId: first!.file_id,
    reason: nearest.row.reason,
    distance: nearest.hit.distance,
    frames: alike,
    atMs: nearest.hit.atMs,
    blockedAtMs: nearest.row.at_ms,
  };
};

/** The bytes of a file, for lists of exact hashes. */
export interface FileBytes {
  key: string;
  sha256: string;
  receivedSha256?: string | null;
}

/** Finds a file's bytes on lists. Its MD5 is computed only if a list has some. */
const exactCopies = async ({ database, storage }: Pick<Platform, 'database' | 'storage'>, file: FileBytes): Promise<FoundCopy[]> => {
  const { rows: present } = await sql<{ has_any: boolean; has_md5: boolean }>`
    select exists (select from blocked_hashes where type <> 'pdq') as has_any, exists (select from blocked_hashes where type = 'md5') as has_md5`.execute(
    database,
  );
  if (!present[0]!.has_any) return [];
  const hashes = [file.sha256, file.receivedSha256].flatMap((hex) => (hex ? [Buffer.from(hex, 'hex')] : []));
  if (present[0]!.has_md5) {
    const md5 = createHash('md5');
    const { stream } = await storage.open(file.key);
    for await (const chunk of chunksOf(stream)) md5.update(chunk);
    hashes.push(md5.digest());
  }
  const { rows } = await sql<BlockedRow>`
    select distinct on (object_id) id, object_kind, object_id, list_id, file_id, at_ms, reason, 1 as frames from blocked_hashes
    where type <> 'pdq' and hash = any(${hashes}::bytea[]) order by object_id, id`.execute(database);
  return rows.map((row) => copyOf([row], new Map([[Number(row.id), [{ distance: 0, atMs: 0 }]]]), 1)!);
};

/** Keeps the best of each object. */
const bestOfEach = (copies: readonly FoundCopy[]): FoundCopy[] =>
  [...Map.groupBy(copies, ({ objectKind, objectId }) => `${objectKind} ${objectId}`).values()].map((same) =>
    same.reduce((best, copy) => ((copy.frames - best.frames || best.distance - copy.distance) > 0 ? copy : best)),
  );

/**
 * Finds what a picture or film looks like among what was taken down and what is on lists, mirrored and turned too; one for each object.
 * @param frames of a picture its only one
 */
export const findCopies = async (
  platform: Pick<Platform, 'database' | 'storage'>,
  file: FileBytes,
  frames: readonly FrameHash[],
): Promise<FoundCopy[]> => {
  const { database } = platform;
  const exact = await exactCopies(platform, file);
  const hits = hitsOf(frames, await readKnown(database));
  if (hits.size === 0) return exact;
  const { rows } = await sql<BlockedRow>`
    select b.id, b.object_kind, b.object_id, b.list_id, b.file_id, b.at_ms, b.reason,
      (select count(*)::int from blocked_hashes o where o.object_id = b.object_id and o.object_kind = b.object_kind
        and o.file_id is not distinct from b.file_id) as frames
    from blocked_hashes b where b.id = any(${[...hits.keys()]}::bigint[])`.execute(database);
  const found = [...Map.groupBy(rows, (row) => `${row.object_kind} ${row.object_id} ${row.file_id}`).values()].flatMap(
    (same) => copyOf(same, hits, frames.length) ?? [],
  );
  return bestOfEach([...exact, ...found]);
};
