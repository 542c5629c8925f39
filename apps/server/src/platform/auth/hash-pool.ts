import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { HashRequest, HashResult } from './hash-process.ts';
import { createProcessPool } from './process-pool.ts';

const ENTRY = fileURLToPath(new URL('./hash-process.ts', import.meta.url));
/** Maximum length of the queue: on one core, some five seconds of work. */
const MAX_QUEUED = 200;

/** Hashes passwords in worker processes. */
export interface HashPool {
  /** @throws CodedError UNAVAILABLE when too much waits */
  hash(password: string): Promise<string>;
  /** @throws CodedError UNAVAILABLE when too much waits */
  verify(stored: string, password: string): Promise<boolean>;
  /** Number of hashes and verifications completed. */
  count(): number;
  /** Pids of the running processes. */
  pids(): number[];
}

/** Creates a pool of up to one process per core. */
export const createHashPool = (options: { processes?: number; maxQueued?: number } = {}): HashPool => {
  const { processes = availableParallelism(), maxQueued = MAX_QUEUED } = options;
  const pool = createProcessPool<HashRequest, HashResult>({ entry: ENTRY, processes, maxQueued });
  return {
    hash: async (password) => (await pool.submit({ password })).hash!,
    verify: async (stored, password) => (await pool.submit({ password, stored })).matches!,
    count: pool.count,
    pids: pool.pids,
  };
};
