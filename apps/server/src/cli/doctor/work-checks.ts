import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { type Finding, failed, ok, warning } from './finding.ts';
import type { DoctorScope } from './scope.ts';

const MINUTE_S = 60;
const HOUR_S = 3600;
const DAY_S = 86_400;
/** A daily back-up that is half a day late, and a weekly rehearsal that is two days late. */
const OLD_BACKUP_S = 36 * HOUR_S;
const OLD_REHEARSAL_S = 9 * DAY_S;

const ageText = (seconds: number): string =>
  seconds >= 2 * DAY_S
    ? `${Math.round(seconds / DAY_S)} days`
    : seconds >= 2 * HOUR_S
      ? `${Math.round(seconds / HOUR_S)} hours`
      : seconds >= 2 * MINUTE_S
        ? `${Math.round(seconds / MINUTE_S)} minutes`
        : `${Math.round(seconds)} s`;

interface Queue {
  exhausted: number;
  oldest: number | null;
  outbox: number | null;
}

const checkQueues = async (database: Database, isRunning: boolean): Promise<Finding[]> => {
  const { rows } = await sql<Queue>`
    select (select count(*)::int from graphile_worker._private_jobs where attempts >= max_attempts and locked_at is null) as exhausted,
      (select extract(epoch from now() - min(run_at))::float8 from graphile_worker._private_jobs
        where attempts < max_attempts and locked_at is null and run_at <= now()) as oldest,
      (select extract(epoch from now() - min(created_at))::float8 from outbox where dispatched_at is null) as outbox`.execute(database);
  const { exhausted, oldest, outbox } = rows[0]!;
  const remedy = isRunning ? 'Look for a node with ROLES=worker, and at its log.' : 'Start the site: it works them off.';
  const late = (check: string, what: string, age: number | null, limits: { slow: number; stuck: number }): Finding => {
    if (age === null) return ok(check, `No ${what} waits.`);
    const found = `The oldest ${what} has waited for ${ageText(age)}.`;
    if (age > limits.stuck && isRunning) return failed(check, found, remedy);
    return age > limits.slow ? warning(check, found, remedy) : ok(check, found);
  };
  return [
    late('jobs: waiting', 'due job', oldest, { slow: 5 * MINUTE_S, stuck: HOUR_S }),
    exhausted === 0
      ? ok('jobs: failed', 'No job has used up its attempts.')
      : warning(
          'jobs: failed',
          exhausted === 1 ? 'One job has used up its attempts.' : `${exhausted} jobs have used up their attempts.`,
          'See stagedoor jobs list --state failed; stagedoor jobs retry --failed runs them again.',
        ),
    late('events: waiting', 'event', outbox, { slow: MINUTE_S, stuck: 10 * MINUTE_S }),
  ];
};

interface Run {
  ok: boolean | null;
  age: number;
  failure: string | null;
}

const readRuns = async (database: Database, kind: 'backup' | 'rehearsal'): Promise<{ last: Run | undefined; good: Run | undefined }> => {
  const { rows } = await sql<Run>`
    select ok, extract(epoch from now() - coalesce(ended_at, started_at))::float8 as age, failure
    from backup_runs where kind = ${kind} order by started_at desc limit 50`.execute(database);
  return { last: rows.find((run) => run.ok !== null), good: rows.find((run) => run.ok === true) };
};

const checkRuns = async (
  database: Database,
  { kind, noun, never, limit }: { kind: 'backup' | 'rehearsal'; noun: string; never: string; limit: number },
): Promise<Finding> => {
  const { last, good } = await readRuns(database, kind);
  const check = kind === 'backup' ? 'back-up: last' : 'back-up: rehearsal';
  if (last?.ok === false)
    return failed(
      check,
      `The last ${noun} failed ${ageText(last.age)} ago: ${last.failure ?? 'its process died'}`,
      'Mend that, and run it again.',
    );
  if (!good) return warning(check, `There was never a ${noun}.`, never);
  const found = `The last ${noun} ended well ${ageText(good.age)} ago.`;
  return good.age > limit ? failed(check, found, never) : ok(check, found);
};

const checkRestore = async (database: Database): Promise<Finding> => {
  const { rows } = await sql<{ name: string; age: number }>`
    select backup_name as name, extract(epoch from now() - restored_at)::float8 as age from site_restores where confirmed_at is null`.execute(
    database,
  );
  const [restore] = rows;
  return restore
    ? warning(
        'back-up: restored site',
        `The site was restored from ${restore.name} ${ageText(restore.age)} ago and is quiet: no mails, renewals, payouts or charges.`,
        'Confirm it in the administration.',
      )
    : ok('back-up: restored site', 'No restore waits to be confirmed.');
};

/** Looks at jobs, events and back-ups, in a database of this version's schema. */
export const checkWork = async ({ database, site }: DoctorScope): Promise<Finding[]> =>
  database
    ? [
        ...(await checkQueues(database, site !== undefined)),
        await checkRuns(database, {
          kind: 'backup',
          noun: 'back-up',
          never: 'Make one, and let it be made each night (docs/operations.md, “Back-up”).',
          limit: OLD_BACKUP_S,
        }),
        await checkRuns(database, {
          kind: 'rehearsal',
          noun: 'rehearsal of a restore',
          never: 'Rehearse a restore: only that shows that a back-up can be used.',
          limit: OLD_REHEARSAL_S,
        }),
        await checkRestore(database),
      ]
    : [];
