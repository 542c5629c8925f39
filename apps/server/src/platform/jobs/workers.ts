import { isRecord } from '@stagedoor/contract/keys.values';
import { EventEmitter } from 'node:events';
import { Logger, type Runner, type WorkerEvents, run, runOnce } from 'graphile-worker';
import { sql } from 'kysely';
import type pg from 'pg';
import { createDatabase } from '../database/database.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Task } from './jobs.ts';
import { type WorkerLease, createWorkerLease } from './worker-lease.ts';

const CONCURRENCY = 3;
/** Delay before workers that stopped by themselves (a long database outage) are restarted. */
const RESTART_MS = 1000;

/** The tasks that workers run, complete when they start. */
export interface RegisteredTasks {
  tasks: ReadonlyMap<string, Task>;
  /** A stop interrupts these at once. */
  longTasks: ReadonlySet<string>;
  /** Lines of scheduled tasks. */
  crontab: readonly string[];
}

export interface WorkersOptions {
  log: Log;
  metrics: Metrics;
  /** Called after each job, which may have recorded events. */
  onDone(): void;
}

interface JobHelpers {
  abortSignal?: AbortSignal;
  job: { id: string; attempts: number; max_attempts: number };
}

/** Logs failures of jobs alone. */
const quietLogger = (log: Log): Logger =>
  new Logger(() => (level, message) => {
    if (level === 'error') log.error({ job: message }, 'a job failed');
  });

/** Gives back the attempts of interrupted jobs. Otherwise a long job, such as a film's, would fail for good after a few restarts. */
const returnAttempts = async (pool: pg.Pool | undefined, interrupted: ReadonlySet<string>): Promise<void> => {
  if (!pool || interrupted.size === 0) return;
  await sql`update graphile_worker._private_jobs set attempts = greatest(attempts - 1, 0), run_at = now(), last_error = null
    where id = any(${[...interrupted]}::bigint[]) and locked_at is null`.execute(createDatabase(pool));
};

/** Runs registered tasks in this process. Owns the runner, which it restarts, and the jobs that a stop interrupts. */
export const createWorkers = ({ tasks, longTasks, crontab }: RegisteredTasks, { log, metrics, onDone }: WorkersOptions) => {
  const stopping = new AbortController();
  /** Jobs whose attempt was ended by the stop of this process. */
  const interrupted = new Set<string>();
  let runner: Runner | undefined;
  let workerPool: pg.Pool | undefined;
  let runsSchedules = true;
  let workerLease: WorkerLease | undefined;
  let stopped = false;
  let restartTimer: NodeJS.Timeout | undefined;

  const runTask = async (name: string, task: Task, payload: unknown, { abortSignal, job }: JobHelpers): Promise<void> => {
    const signal = AbortSignal.any([...(abortSignal ? [abortSignal] : []), ...(longTasks.has(name) ? [stopping.signal] : [])]);
    try {
      await task(isRecord(payload) ? payload : {}, {
        signal,
        attempt: job.attempts,
        lastAttempt: job.attempts >= job.max_attempts,
      });
      metrics.jobs.inc({ task: name, outcome: 'done' });
      onDone();
    } catch (error) {
      if (stopped && signal.aborted) interrupted.add(String(job.id));
      metrics.jobs.inc({ task: name, outcome: 'failed' });
      log.warn({ err: error, task: name }, 'a job’s attempt failed');
      throw error;
    }
  };
  const taskList = (names: readonly string[] = [...tasks.keys()]) =>
    Object.fromEntries(
      [...tasks]
        .filter(([name]) => names.includes(name))
        .map(([name, task]) => [name, (payload: unknown, helpers: JobHelpers) => runTask(name, task, payload, helpers)]),
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
      logger: quietLogger(log),
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
    isRunning: (): boolean => runner !== undefined,
    async start(pool: pg.Pool, schedules: boolean): Promise<void> {
      workerPool = pool;
      runsSchedules = schedules;
      pool.on('error', (error) => log.warn({ err: error.message }, 'the workers’ pool lost a connection'));
      workerLease = createWorkerLease(pool, createDatabase(pool), log);
      await startRunner(pool);
    },
    runOnly: (pool: pg.Pool, names: readonly string[]): Promise<void> =>
      runOnce({ pgPool: pool, concurrency: 1, noHandleSignals: true, taskList: taskList(names), logger: quietLogger(log) }),
    async stop() {
      stopped = true;
      clearTimeout(restartTimer);
      stopping.abort();
      await runner?.stop();
      runner = undefined;
      await returnAttempts(workerPool, interrupted).catch((error: unknown) =>
        log.warn({ err: error }, 'the attempts of interrupted jobs could not be given back'),
      );
      await workerLease?.release();
    },
  };
};
