import { sql } from 'kysely';
import { parseCrontab } from 'graphile-worker';
import type pg from 'pg';
import type { Executor } from '../database/database.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { type JobFilter, type QueuedJob, listQueuedJobs, retryQueuedJobs } from './queued-jobs.ts';
import { createWorkers } from './workers.ts';

export interface JobOptions {
  /** Not before this instant. */
  runAt?: Date;
  /** One job per key: a new one replaces a pending one. */
  key?: string;
  maxAttempts?: number;
  /** Jobs of one queue run one after the other. */
  queue?: string;
}

/** A task runs again after a crash or a failure, so it must be idempotent. */
export type Task = (payload: Record<string, unknown>, job: { signal: AbortSignal; attempt: number; lastAttempt: boolean }) => Promise<void>;

/** A job that is neither done nor removed. */
export interface JobState {
  key: string;
  payload: Record<string, unknown>;
  /** All its attempts are used: it won't run again by itself. */
  isExhausted: boolean;
}

/** Background jobs, enqueued in the transaction of the change they belong to. */
export interface Jobs {
  /** @param options.isLong a stop interrupts it at once: it takes longer than a stop waits for other jobs */
  register(name: string, task: Task, options?: { isLong: boolean }): void;
  /**
   * @param cron crontab times in UTC, such as `* * * * *`
   * @throws Error if graphile-worker can't read them
   */
  schedule(name: string, cron: string, task: Task): void;
  /** Names of the scheduled tasks. */
  scheduled(): readonly string[];
  enqueue(executor: Executor, name: string, payload: Record<string, unknown>, options?: JobOptions): Promise<void>;
  /** Enqueues no jobs of these names from now on. @returns enqueues them again */
  discard(names: readonly string[]): () => void;
  /** The jobs of these keys that still exist. */
  find(executor: Executor, keys: readonly string[]): Promise<JobState[]>;
  /** The jobs that wait, run or failed for good, oldest first. */
  list(executor: Executor, filter: JobFilter): Promise<QueuedJob[]>;
  /**
   * Lets failed jobs run again at once, with all their attempts.
   * @param which ids, or all that failed for good
   * @returns the ids of those that will run
   */
  retry(executor: Executor, which: readonly string[] | 'failed'): Promise<string[]>;
  /** @param options.schedules run the scheduled tasks at their times; by default they are */
  start(pool: pg.Pool, options?: { schedules?: boolean }): Promise<void>;
  isRunning(): boolean;
  /** Runs the due jobs of these names until none is left, and no others; while the workers aren't started. */
  runOnly(names: readonly string[]): Promise<void>;
  /** Lets running jobs end. The attempt of a job that was interrupted doesn't count. */
  stop(): Promise<void>;
}

/**
 * @param onDone called after each job, which may have recorded events
 * @param ownerPool for `runOnly`
 */
export const createJobs = (log: Log, metrics: Metrics, onDone: () => void, ownerPool?: pg.Pool): Jobs => {
  const tasks = new Map<string, Task>();
  const longTasks = new Set<string>();
  const discarded = new Set<string>();
  const crontab: string[] = [];
  const scheduled: string[] = [];
  const workers = createWorkers({ tasks, longTasks, crontab }, { log, metrics, onDone });

  return {
    register(name, task, { isLong = false } = { isLong: false }) {
      tasks.set(name, task);
      if (isLong) longTasks.add(name);
    },
    schedule(name, cron, task) {
      tasks.set(name, task);
      scheduled.push(name);
      const line = `${cron} ${name} ?jobKey=${name}&max=1`;
      // Where it is registered, not only where schedules run.
      parseCrontab(line);
      crontab.push(line);
    },
    scheduled: () => scheduled,
    discard(names) {
      for (const name of names) discarded.add(name);
      return () => {
        for (const name of names) discarded.delete(name);
      };
    },
    async enqueue(executor, name, payload, options = {}) {
      if (discarded.has(name)) return;
      await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json,
        run_at := ${options.runAt ?? null}::timestamptz, max_attempts := ${options.maxAttempts ?? 10}::int, job_key := ${options.key ?? null}::text,
        queue_name := ${options.queue ?? null}::text)`.execute(executor);
    },
    async find(executor, keys) {
      const { rows } = await sql<JobState>`
        select key, payload, attempts >= max_attempts and locked_at is null as "isExhausted"
        from graphile_worker._private_jobs where key = any(${keys}::text[])`.execute(executor);
      return rows;
    },
    list: listQueuedJobs,
    retry: retryQueuedJobs,
    start: (pool, { schedules = true } = {}) => workers.start(pool, schedules),
    isRunning: workers.isRunning,
    async runOnly(names) {
      if (!ownerPool) throw new Error('jobs without a pool can’t be run');
      await workers.runOnly(ownerPool, names);
    },
    stop: workers.stop,
  };
};
