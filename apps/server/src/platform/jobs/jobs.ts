import { EventEmitter } from 'node:events';
import { sql } from 'kysely';
import { Logger, type Runner, type WorkerEvents, parseCrontab, run } from 'graphile-worker';
import type pg from 'pg';
import { type Executor, createDatabase } from '../database/database.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { type WorkerLease, createWorkerLease } from './worker-lease.ts';

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
  /** @param options.schedules run the scheduled tasks at their times; by default they are */
  start(pool: pg.Pool, options?: { schedules?: boolean }): Promise<void>;
  isRunning(): boolean;
  /** Lets running jobs end. The attempt of a job that was interrupted doesn't count. */
  stop(): Promise<void>;
}

const CONCURRENCY = 3;
/** Delay before workers that stopped by themselves (a long database outage) are restarted. */
const RESTART_MS = 1000;

/** @param onDone called after each job, which may have recorded events */
export const createJobs = (log: Log, metrics: Metrics, onDone: () => void): Jobs => {
  const tasks = new Map<string, Task>();
  const longTasks = new Set<string>();
  const discarded = new Set<string>();
  const stopping = new AbortController();
  const crontab: string[] = [];
  const scheduled: string[] = [];
  /** Jobs whose attempt was ended by the stop of this process. */
  const interrupted = new Set<string>();
  let runner: Runner | undefined;
  let workerPool: pg.Pool | undefined;
  let runsSchedules = true;
  let workerLease: WorkerLease | undefined;
  let stopped = false;
  let restartTimer: NodeJS.Timeout | undefined;

  const taskList = () =>
    Object.fromEntries(
      [...tasks].map(([name, task]) => [
        name,
        async (payload: unknown, helpers: { abortSignal?: AbortSignal; job: { id: string; attempts: number; max_attempts: number } }) => {
          const signal = AbortSignal.any([
            ...(helpers.abortSignal ? [helpers.abortSignal] : []),
            ...(longTasks.has(name) ? [stopping.signal] : []),
          ]);
          try {
            await task((payload ?? {}) as Record<string, unknown>, {
              signal,
              attempt: helpers.job.attempts,
              lastAttempt: helpers.job.attempts >= helpers.job.max_attempts,
            });
            metrics.jobs.inc({ task: name, outcome: 'done' });
            onDone();
          } catch (error) {
            if (stopped && signal.aborted) interrupted.add(String(helpers.job.id));
            metrics.jobs.inc({ task: name, outcome: 'failed' });
            log.warn({ err: error, task: name }, 'a job’s attempt failed');
            throw error;
          }
        },
      ]),
    );

  const startRunner = async (pool: pg.Pool): Promise<void> => {
    const events: WorkerEvents = new EventEmitter();
    events.on('pool:create', ({ workerPool }) => workerLease?.hold(workerPool.id));
    let hasEnded = false;
    /** Called when the runner takes no more jobs; its own stop may block while the database is unreachable. */
    const onEnd = (): void => {
      if (hasEnded || stopped) return;
      hasEnded = true;
      runner = undefined;
      log.error('the workers stopped; restarting them');
      scheduleRestart(pool);
    };
    events.on('stop', onEnd);
    events.on('pool:gracefulShutdown', onEnd);
    const started = await run({
      pgPool: pool,
      // In batch mode, completing a job is retried until the database accepts it. Otherwise graphile-worker 0.18 does not await the
      // query, and an unreachable database would end the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      events,
      concurrency: CONCURRENCY,
      noHandleSignals: true,
      pollInterval: 2000,
      crontab: runsSchedules ? crontab.join('\n') : '',
      logger: new Logger(() => (level, message) => {
        if (level === 'error') log.error({ job: message }, 'a job failed');
      }),
      taskList: taskList(),
    });
    if (!hasEnded) runner = started;
    started.promise.then(onEnd, onEnd);
  };

  const scheduleRestart = (pool: pg.Pool): void => {
    if (stopped) return;
    restartTimer = setTimeout(() => {
      startRunner(pool).catch((error: unknown) => {
        log.warn({ err: error }, 'the workers could not be started');
        scheduleRestart(pool);
      });
    }, RESTART_MS);
  };

  /** Otherwise a long job, such as a film's, would fail for good after a few restarts. */
  const returnAttempts = async (): Promise<void> => {
    if (!workerPool || interrupted.size === 0) return;
    await sql`update graphile_worker._private_jobs set attempts = greatest(attempts - 1, 0), run_at = now(), last_error = null
      where id = any(${[...interrupted]}::bigint[]) and locked_at is null`.execute(createDatabase(workerPool));
  };

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
    async start(pool, { schedules = true } = {}) {
      workerPool = pool;
      runsSchedules = schedules;
      pool.on('error', (error) => log.warn({ err: error.message }, 'the workers’ pool lost a connection'));
      workerLease = createWorkerLease(pool, createDatabase(pool), log);
      await startRunner(pool);
    },
    isRunning: () => runner !== undefined,
    async stop() {
      stopped = true;
      clearTimeout(restartTimer);
      stopping.abort();
      await runner?.stop();
      runner = undefined;
      await returnAttempts().catch((error: unknown) =>
        log.warn({ err: error }, 'the attempts of interrupted jobs could not be given back'),
      );
      await workerLease?.release();
    },
  };
};
