import { EventEmitter } from 'node:events';
import { sql } from 'kysely';
import { Logger, type Runner, type WorkerEvents, run } from 'graphile-worker';
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

/** Background jobs, enqueued in the transaction of the change they belong to. */
export interface Jobs {
  register(name: string, task: Task): void;
  /** @param cron crontab times in UTC, such as `* * * * *`. */
  schedule(name: string, cron: string, task: Task): void;
  /** Names of the scheduled tasks. */
  scheduled(): readonly string[];
  enqueue(executor: Executor, name: string, payload: Record<string, unknown>, options?: JobOptions): Promise<void>;
  start(pool: pg.Pool): Promise<void>;
  isRunning(): boolean;
  stop(): Promise<void>;
}

const CONCURRENCY = 3;
/** Delay before workers that stopped by themselves (a long database outage) are restarted. */
const RESTART_MS = 1000;

/** @param onDone called after each job, which may have recorded events */
export const createJobs = (log: Log, metrics: Metrics, onDone: () => void): Jobs => {
  const tasks = new Map<string, Task>();
  const crontab: string[] = [];
  const scheduled: string[] = [];
  let runner: Runner | undefined;
  let workerLease: WorkerLease | undefined;
  let stopped = false;
  let restartTimer: NodeJS.Timeout | undefined;

  const taskList = () =>
    Object.fromEntries(
      [...tasks].map(([name, task]) => [
        name,
        async (payload: unknown, helpers: { abortSignal?: AbortSignal; job: { attempts: number; max_attempts: number } }) => {
          try {
            await task((payload ?? {}) as Record<string, unknown>, {
              signal: helpers.abortSignal ?? new AbortController().signal,
              attempt: helpers.job.attempts,
              lastAttempt: helpers.job.attempts >= helpers.job.max_attempts,
            });
            metrics.jobs.inc({ task: name, outcome: 'done' });
            onDone();
          } catch (error) {
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
      crontab: crontab.join('\n'),
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

  return {
    register(name, task) {
      tasks.set(name, task);
    },
    schedule(name, cron, task) {
      tasks.set(name, task);
      scheduled.push(name);
      crontab.push(`${cron} ${name} ?jobKey=${name}&max=1`);
    },
    scheduled: () => scheduled,
    async enqueue(executor, name, payload, options = {}) {
      await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json,
        run_at := ${options.runAt ?? null}::timestamptz, max_attempts := ${options.maxAttempts ?? 10}::int, job_key := ${options.key ?? null}::text,
        queue_name := ${options.queue ?? null}::text)`.execute(executor);
    },
    async start(pool) {
      pool.on('error', (error) => log.warn({ err: error.message }, 'the workers’ pool lost a connection'));
      workerLease = createWorkerLease(pool, createDatabase(pool), log);
      await startRunner(pool);
    },
    isRunning: () => runner !== undefined,
    async stop() {
      stopped = true;
      clearTimeout(restartTimer);
      await runner?.stop();
      runner = undefined;
      await workerLease?.release();
    },
  };
};
