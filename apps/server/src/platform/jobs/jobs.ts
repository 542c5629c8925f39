import { sql } from 'kysely';
import { type Runner, run } from 'graphile-worker';
import type pg from 'pg';
import type { Executor } from '../database/database.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';

export interface JobOptions {
  /** Not before this instant. */
  runAt?: Date;
  /** One job of a key at a time: a second one replaces the first while it waits. */
  key?: string;
  maxAttempts?: number;
}

/** A task runs again after a crash or a failure: its effects must bear repeating. */
export type Task = (payload: Record<string, unknown>, job: { signal: AbortSignal; attempt: number; lastAttempt: boolean }) => Promise<void>;

/** Background work, written in the transaction of the fact it belongs to. */
export interface Jobs {
  register(name: string, task: Task): void;
  /** @param cron crontab times in UTC, such as `* * * * *`. */
  schedule(name: string, cron: string, task: Task): void;
  enqueue(executor: Executor, name: string, payload: Record<string, unknown>, options?: JobOptions): Promise<void>;
  start(pool: pg.Pool): Promise<void>;
  isRunning(): boolean;
  stop(): Promise<void>;
}

const CONCURRENCY = 3;

/** @param onDone called after each job: it may have committed events */
export const createJobs = (log: Log, metrics: Metrics, onDone: () => void): Jobs => {
  const tasks = new Map<string, Task>();
  const crontab: string[] = [];
  let runner: Runner | undefined;

  return {
    register(name, task) {
      tasks.set(name, task);
    },
    schedule(name, cron, task) {
      tasks.set(name, task);
      crontab.push(`${cron} ${name} ?jobKey=${name}&max=1`);
    },
    async enqueue(executor, name, payload, options = {}) {
      await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json,
        run_at := ${options.runAt ?? null}::timestamptz, max_attempts := ${options.maxAttempts ?? 10}::int, job_key := ${options.key ?? null}::text)`.execute(
        executor,
      );
    },
    async start(pool) {
      pool.on('error', (error) => log.warn({ err: error.message }, 'the workers’ pool lost a connection'));
      runner = await run({
        pgPool: pool,
        concurrency: CONCURRENCY,
        noHandleSignals: true,
        pollInterval: 2000,
        crontab: crontab.join('\n'),
        logger: new (await import('graphile-worker')).Logger(() => (level, message) => {
          if (level === 'error') log.error({ job: message }, 'a job failed');
        }),
        taskList: Object.fromEntries(
          [...tasks].map(([name, task]) => [
            name,
            async (payload: unknown, helpers) => {
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
        ),
      });
    },
    isRunning: () => runner !== undefined,
    async stop() {
      await runner?.stop();
      runner = undefined;
    },
  };
};
