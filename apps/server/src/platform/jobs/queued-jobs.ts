import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';

export const JOB_STATES = ['waiting', 'scheduled', 'running', 'failing', 'failed'] as const;
/** `failing` waits for its next attempt; `failed` has used them all and won't run again by itself. */
export type QueuedJobState = (typeof JOB_STATES)[number];

/** A job of the queue. Its payload isn't read: it may name people. */
export interface QueuedJob {
  id: string;
  task: string;
  state: QueuedJobState;
  attempts: number;
  maxAttempts: number;
  runAt: Date;
  createdAt: Date;
  lastError: string | null;
}

export interface JobFilter {
  state?: QueuedJobState | undefined;
  task?: string | undefined;
  limit: number;
}

/** Longer errors are cut. */
const MAX_ERROR = 300;

const STATE = sql<QueuedJobState>`case
  when j.locked_at is not null then 'running'
  when j.attempts >= j.max_attempts then 'failed'
  when j.attempts > 0 then 'failing'
  when j.run_at > now() then 'scheduled'
  else 'waiting' end`;

export const listQueuedJobs = async (executor: Executor, { state, task, limit }: JobFilter): Promise<QueuedJob[]> => {
  const { rows } = await sql<QueuedJob>`
    select * from (
      select j.id::text as id, t.identifier as task, ${STATE} as state, j.attempts::int as attempts, j.max_attempts::int as "maxAttempts",
        j.run_at as "runAt", j.created_at as "createdAt", left(j.last_error, ${MAX_ERROR}::int) as "lastError"
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    ) q
    where (${state ?? null}::text is null or state = ${state ?? null}::text) and (${task ?? null}::text is null or task = ${task ?? null}::text)
    order by id::bigint limit ${limit}`.execute(executor);
  return rows;
};

export const retryQueuedJobs = async (executor: Executor, which: readonly string[] | 'failed'): Promise<string[]> => {
  const chosen = which === 'failed' ? sql`j.attempts >= j.max_attempts` : sql`j.id = any(${which}::bigint[]) and j.attempts > 0`;
  const { rows } = await sql<{ id: string }>`
    select r.id::text as id from graphile_worker.reschedule_jobs(
      array(select j.id from graphile_worker._private_jobs j where ${chosen} and j.locked_at is null), run_at := now(), attempts := 0) r`.execute(
    executor,
  );
  // Workers wait for this between their polls, as after a new job.
  if (rows.length > 0)
    await sql`select pg_notify('jobs:insert', ${JSON.stringify({ r: String(Math.random()), count: rows.length })})`.execute(executor);
  return rows.map(({ id }) => id);
};
