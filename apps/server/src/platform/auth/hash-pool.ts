import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { CodedError } from '../errors.ts';
import type { HashResult, HashRequest } from './hash-process.ts';

const ENTRY = fileURLToPath(new URL('./hash-process.ts', import.meta.url));
/** Jobs assigned to a process at a time: the next one is queued before the current one is done. */
const JOBS_PER_WORKER = 2;
/** Maximum length of the queue: on one core, some five seconds of work. */
const MAX_QUEUED = 200;
/** A job is retried once when its process died. */
const MAX_TRIES = 2;

interface HashJob {
  password: string;
  stored: string | undefined;
  tries: number;
  resolve: (result: HashResult) => void;
  reject: (error: Error) => void;
}

interface Worker {
  child: ChildProcess;
  jobs: Map<number, HashJob>;
}

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

/**
 * Creates a pool of up to one process per core, started on demand. The processes don't keep this process alive, and exit with it when their
 * IPC channel closes. A process that dies is replaced on demand, and its jobs are reassigned.
 */
export const createHashPool = (options: { processes?: number; maxQueued?: number } = {}): HashPool => {
  const { processes = availableParallelism(), maxQueued = MAX_QUEUED } = options;
  const workers = new Set<Worker>();
  const queue: HashJob[] = [];
  let lastId = 0;
  let completed = 0;

  const updateChannelRef = ({ child, jobs }: Worker): void => {
    if (jobs.size > 0) child.channel?.ref();
    else child.channel?.unref();
  };

  const start = (): Worker => {
    // Detached creates a session, for the priority set in hash-process.ts; closing the channel still ends the process.
    const child = fork(ENTRY, { execArgv: [], detached: true, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const worker: Worker = { child, jobs: new Map() };
    workers.add(worker);
    child.unref();
    child.on('message', (result: HashResult) => {
      const job = worker.jobs.get(result.id);
      worker.jobs.delete(result.id);
      updateChannelRef(worker);
      completed += 1;
      if (result.failure === undefined) job?.resolve(result);
      else job?.reject(new Error(result.failure));
      dispatch();
    });
    const onWorkerExit = (): void => {
      if (!workers.delete(worker)) return;
      for (const job of worker.jobs.values()) {
        if (job.tries >= MAX_TRIES) job.reject(new CodedError('UNAVAILABLE'));
        else queue.unshift(job);
      }
      worker.jobs.clear();
      dispatch();
    };
    child.on('exit', onWorkerExit);
    child.on('error', onWorkerExit);
    return worker;
  };

  const dispatch = (): void => {
    while (queue.length > 0) {
      const leastBusy = [...workers].toSorted((a, b) => a.jobs.size - b.jobs.size)[0];
      const worker = !leastBusy || (leastBusy.jobs.size > 0 && workers.size < processes) ? start() : leastBusy;
      if (worker.jobs.size >= JOBS_PER_WORKER) return;
      const job = queue.shift()!;
      lastId += 1;
      job.tries += 1;
      worker.jobs.set(lastId, job);
      updateChannelRef(worker);
      const message: HashRequest = { id: lastId, password: job.password, ...(job.stored === undefined ? {} : { stored: job.stored }) };
      // If the process has died meanwhile, its exit handler reassigns the job.
      worker.child.send(message, () => {});
    }
  };

  const submit = (password: string, stored?: string): Promise<HashResult> =>
    new Promise((resolve, reject) => {
      if (queue.length >= maxQueued) return reject(new CodedError('UNAVAILABLE'));
      queue.push({ password, stored, tries: 0, resolve, reject });
      dispatch();
    });

  return {
    hash: async (password) => (await submit(password)).hash!,
    verify: async (stored, password) => (await submit(password, stored)).matches!,
    count: () => completed,
    pids: () => [...workers].flatMap(({ child }) => child.pid ?? []),
  };
};
