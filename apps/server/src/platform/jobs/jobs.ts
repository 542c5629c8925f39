import { EventEmitter } from 'node:events';
import { sql } from 'kysely';
import { Logger, type Runner, type WorkerEvents, run } from 'graphile-worker';
import type pg from 'pg';
import { type Executor, createDatabase } from '../database/database.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { type SignOfLife, createSignOfLife } from './sign-of-life.ts';

export interface JobOptions {
  /** Not before this instant. */
  runAt?: Date;
  /** One job of a key at a time: a second one replaces the first while it waits. */
  key?: string;
  maxAttempts?: number;
  /** Jobs of one queue run one after the other. */
  queue?: string;
}

/** A task runs again after a crash or a failure: its effects must bear repeating. */
export type Task = (payload: Record<string, unknown>, job: { signal: AbortSignal; attempt: number; lastAttempt: boolean }) => Promise<void>;

/** Background work, written in the transaction of the fact it belongs to. */
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
/** Workers that ended by themselves (a database that was away too long) begin again after this. */
const RESTART_MS = 1000;

/** @param onDone called after each job: it may have committed events */
export const createJobs = (log: Log, metrics: Metrics, onDone: () => void): Jobs => {
  const tasks = new Map<string, Task>();
  const crontab: string[] = [];
  const scheduled: string[] = [];
  let runner: Runner | undefined;
  let signOfLife: SignOfLife | undefined;
  let stopped = false;
  let restart: NodeJS.Timeout | undefined;

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

  const begin = async (pool: pg.Pool): Promise<void> => {
    const events: WorkerEvents = new EventEmitter();
    events.on('pool:create', ({ workerPool }) => signOfLife?.hold(workerPool.id));
    let over = false;
    /** Its own stop may wait for a database that is gone: what counts is that it takes no more jobs. */
    const ended = (): void => {
      if (over || stopped) return;
      over = true;
      runner = undefined;
      log.error('the workers ended; they begin again');
      beginLater(pool);
    };
    events.on('stop', ended);
    events.on('pool:gracefulShutdown', ended);
    const started = await run({
      pgPool: pool,
      // In batches a job's end is written again until the database takes it. Without them graphile-worker 0.18 waits for no answer,
      // and a database that is away then would end the process.
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
    if (!over) runner = started;
    started.promise.then(ended, ended);
  };

  const beginLater = (pool: pg.Pool): void => {
    if (stopped) return;
    restart = setTimeout(() => {
      begin(pool).catch((error: unknown) => {
        log.warn({ err: error }, 'the workers could not begin');
        beginLater(pool);
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
      signOfLife = createSignOfLife(pool, createDatabase(pool), log);
      await begin(pool);
    },
    isRunning: () => runner !== undefined,
    async stop() {
      stopped = true;
      clearTimeout(restart);
      await runner?.stop();
      runner = undefined;
      await signOfLife?.release();
    },
  };
};
