import { type ChildProcess, fork } from 'node:child_process';
import { CodedError } from '../errors.ts';
import type { JobMessage, JobResult } from './worker-process.ts';

/** Jobs assigned to a process at a time: the next one is queued before the current one is done. */
const JOBS_PER_WORKER = 2;
/** A job is retried once when its process died. */
const MAX_TRIES = 2;

interface Job<Request, Result> {
  request: Request;
  tries: number;
  resolve: (result: Result) => void;
  reject: (error: Error) => void;
}

interface Worker<Request, Result> {
  child: ChildProcess;
  jobs: Map<number, Job<Request, Result>>;
  idle?: NodeJS.Timeout;
}

export interface ProcessPoolOptions {
  /** Path of the program that calls `serveJobs`. */
  entry: string;
  processes: number;
  maxQueued: number;
  /** Milliseconds without a job after which a process ends; without it, processes stay. */
  idleMs?: number;
}

/** Runs jobs in worker processes. */
export interface ProcessPool<Request, Result> {
  /** @throws CodedError UNAVAILABLE when too much waits */
  submit(request: Request): Promise<Result>;
  /** Number of jobs completed. */
  count(): number;
  /** Pids of the running processes. */
  pids(): number[];
}

/**
 * Creates a pool of processes, started on demand. They don't keep this process alive, and exit with it when their IPC channel closes. A process
 * that dies is replaced on demand, and its jobs are reassigned.
 */
export const createProcessPool = <Request, Result>({
  entry,
  processes,
  maxQueued,
  idleMs,
}: ProcessPoolOptions): ProcessPool<Request, Result> => {
  const workers = new Set<Worker<Request, Result>>();
  const queue: Job<Request, Result>[] = [];
  let lastId = 0;
  let completed = 0;

  const updateChannelRef = (worker: Worker<Request, Result>): void => {
    const { child, jobs } = worker;
    clearTimeout(worker.idle);
    if (jobs.size > 0) child.channel?.ref();
    else child.channel?.unref();
    if (jobs.size > 0 || idleMs === undefined) return;
    worker.idle = setTimeout(() => {
      workers.delete(worker);
      if (child.connected) child.disconnect();
    }, idleMs).unref();
  };

  const start = (): Worker<Request, Result> => {
    // Detached creates a session, for the priority set in worker-process.ts; closing the channel still ends the process.
    const child = fork(entry, { execArgv: [], detached: true, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const worker: Worker<Request, Result> = { child, jobs: new Map() };
    workers.add(worker);
    child.unref();
    child.on('message', ({ id, result, failure }: JobResult<Result>) => {
      const job = worker.jobs.get(id);
      worker.jobs.delete(id);
      updateChannelRef(worker);
      completed += 1;
      if (failure === undefined) job?.resolve(result!);
      else job?.reject(new Error(failure));
      dispatch();
    });
    const onWorkerExit = (): void => {
      clearTimeout(worker.idle);
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
      const message: JobMessage<Request> = { id: lastId, request: job.request };
      // If the process has died meanwhile, its exit handler reassigns the job.
      worker.child.send(message, () => {});
    }
  };

  return {
    submit: (request) =>
      new Promise((resolve, reject) => {
        if (queue.length >= maxQueued) return reject(new CodedError('UNAVAILABLE'));
        queue.push({ request, tries: 0, resolve, reject });
        dispatch();
      }),
    count: () => completed,
    pids: () => [...workers].flatMap(({ child }) => child.pid ?? []),
  };
};
