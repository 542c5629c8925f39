import { setTimeout as pause } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { type Database, type Executor, type Trx, transact } from '../database/database.ts';
import type { Platform } from '../platform.ts';
import { type Parser, parserOf, writtenNow } from './parsers.ts';

// Three tables store what parsers make of texts (decision 117). Their rows are written with the texts; a job fills them for texts of before, brings
// rows up to date that something else changed, and rewrites all when a release has another parser. Searches read one parser's words: the new ones once
// all rows have them.

export type SearchIndexName = 'items' | 'messages' | 'accounts';

/** A table with stored words. */
export interface SearchIndex {
  name: SearchIndexName;
  /** Ids of texts below `id`, all for null, the highest first. */
  idsBelow(executor: Executor, id: string | null, limit: number): Promise<string[]>;
  /** Ids of rows that are due: what they were made of changed. */
  dueIds(executor: Executor, limit: number): Promise<string[]>;
  /** Writes the rows of texts by all parsers of this release; those that another transaction is writing are left to it. */
  write(trx: Trx, ids: readonly string[]): Promise<void>;
}

/** The ids that a statement selects, in its order. */
export const idsOf = async (executor: Executor, query: RawBuilder<{ id: string }>): Promise<string[]> =>
  (await query.execute(executor)).rows.map(({ id }) => id);

/**
 * A condition for the ids below one; all for null. Not as `$1 is null or`: with a plan for any value, each batch walks through all rows above it,
 * and takes longer than the one before.
 */
export const below = (column: RawBuilder<unknown>, id: string | null): RawBuilder<boolean> =>
  id === null ? sql<boolean>`true` : sql<boolean>`${column} < ${id}::uuid`;

interface State {
  reads: string;
  written: string;
  filled_to: string | null;
}

/** Nodes change what they read within this time. */
const KNOWN_MS = 5000;
const known = new WeakMap<Database, LRUCache<SearchIndexName, Promise<string>>>();

/** Forgets what searches read: after this process changed it. */
export const forgetReading = (database: Database): void => void known.delete(database);

/** The parser whose words searches read; null while they read the indexes of before. */
export const readingParser = async ({ database }: Pick<Platform, 'database'>, name: SearchIndexName): Promise<Parser | null> => {
  let cache = known.get(database);
  if (!cache) known.set(database, (cache = new LRUCache({ max: 10, ttl: KNOWN_MS })));
  let reads = cache.get(name);
  if (!reads) {
    const read = async () =>
      (await sql<{ reads: string }>`select reads from search_indexes where name = ${name}`.execute(database)).rows[0]?.reads ?? '';
    cache.set(name, (reads = read()));
    void reads.catch(() => cache.delete(name));
  }
  return parserOf(await reads);
};

const BATCH = 200;
/** A job ends after this, so that others get its worker; the next one goes on. */
const ROUND_MS = 300_000;

const lockState = async (trx: Trx, name: SearchIndexName): Promise<State> => {
  const { rows } = await sql<State>`select reads, written, filled_to from search_indexes where name = ${name} for update`.execute(trx);
  return rows[0]!;
};

/** Fills the next rows. @returns whether that were all */
const fillNext = ({ background, clock }: Pick<Platform, 'background' | 'clock'>, index: SearchIndex): Promise<boolean> =>
  transact(background, undefined, async (trx) => {
    const state = await lockState(trx, index.name);
    const target = writtenNow();
    if (state.written === target) return true;
    const ids = await index.idsBelow(trx, state.filled_to, BATCH);
    await index.write(trx, ids);
    const isDone = ids.length < BATCH;
    await sql`update search_indexes set filled_to = ${isDone ? null : ids.at(-1)!}::uuid,
      written = ${isDone ? target : state.written}, reads = ${isDone ? target.at(-1)! : state.reads}, changed_at = ${clock.now()}
      where name = ${index.name}`.execute(trx);
    return isDone;
  });

const writeDue = ({ background }: Pick<Platform, 'background'>, index: SearchIndex): Promise<boolean> =>
  transact(background, undefined, async (trx) => {
    const ids = await index.dueIds(trx, BATCH);
    await index.write(trx, ids);
    return ids.length < BATCH;
  });

/** @param isUnhurried works half of the time, and ends after a round: searches and writers have the other half, other jobs the worker */
interface Pace {
  isUnhurried: boolean;
}

/** Works through batches until there are no more. */
const throughBatches = async (signal: AbortSignal, { isUnhurried }: Pace, batch: () => Promise<boolean>): Promise<void> => {
  const until = Date.now() + ROUND_MS;
  while (!isUnhurried || Date.now() < until) {
    signal.throwIfAborted();
    const begun = performance.now();
    if (await batch()) return;
    if (isUnhurried) await pause(performance.now() - begun, undefined, { signal });
  }
};

/** Fills an index and brings due rows up to date. It can be stopped at any time, and goes on where it was. */
export const fillIndex = async (
  platform: Pick<Platform, 'database' | 'background' | 'clock'>,
  index: SearchIndex,
  signal: AbortSignal,
  pace: Pace = { isUnhurried: true },
): Promise<void> => {
  await throughBatches(signal, pace, () => fillNext(platform, index));
  forgetReading(platform.database);
  await throughBatches(signal, pace, () => writeDue(platform, index));
};

/** The words that are stored for searches, and those that they read. */
export interface SearchState {
  name: SearchIndexName;
  /** Letter of a parser; empty for the indexes of before. */
  reads: string;
  /** Letters of the parsers whose words every row has. */
  written: string;
}

export const searchStates = async ({ database }: Pick<Platform, 'database'>): Promise<SearchState[]> =>
  (await sql<SearchState>`select name, reads, written from search_indexes order by name`.execute(database)).rows;

/**
 * Changes what searches read, such as back to what they read before an upgrade. Both are kept up to date, so nothing is lost.
 * @param reads letter of a parser whose words every row has; empty for the indexes of before
 * @returns false where not every row has its words
 */
export const changeReading = async (trx: Trx, name: SearchIndexName, reads: string, at: Date): Promise<boolean> => {
  const state = await lockState(trx, name);
  if (reads !== '' && !(state.written.includes(reads) && parserOf(reads))) return false;
  await sql`update search_indexes set reads = ${reads}, changed_at = ${at} where name = ${name}`.execute(trx);
  return true;
};

const registered = new WeakMap<Platform['jobs'], SearchIndex[]>();

/** The indexes that the modules registered. */
export const searchIndexesOf = ({ jobs }: Pick<Platform, 'jobs'>): readonly SearchIndex[] => registered.get(jobs) ?? [];

const hasWork = async ({ database }: Pick<Platform, 'database'>, index: SearchIndex): Promise<boolean> => {
  const { rows } = await sql<{ written: string }>`select written from search_indexes where name = ${index.name}`.execute(database);
  return rows[0]!.written !== writtenNow() || (await index.dueIds(database, 1)).length > 0;
};

/** Registers the jobs of an index: one fills it, another one looks each minute for what there is to do. */
export const registerSearchIndex = (platform: Platform, index: SearchIndex): void => {
  const { jobs, background } = platform;
  registered.set(jobs, [...searchIndexesOf(platform), index]);
  const task = `search:${index.name}`;
  jobs.register(task, (_payload, { signal }) => fillIndex(platform, index, signal), { isLong: true });
  jobs.schedule(`search:${index.name}Due`, '* * * * *', async () => {
    if (await hasWork(platform, index)) await jobs.enqueue(background, task, {}, { key: task, queue: task, maxAttempts: 3 });
  });
};
