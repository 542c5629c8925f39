import { sql } from 'kysely';
import { findLastRun, findLastSuccess } from '../../backup/backup-state.queries.ts';
import { countUnclean } from '../../modules/files/index.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Finding, failed, ok, warning } from './finding.ts';
import type { DoctorScope } from './scope.ts';

const MINUTE_S = 60;
const HOUR_S = 3600;
const DAY_S = 86_400;
/** A daily backup that is half a day late, and a weekly rehearsal that is two days late. */
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

const checkRuns = async (
  database: Database,
  { kind, check, noun, remedy, limit }: { kind: 'backup' | 'rehearsal'; check: string; noun: string; remedy: string; limit: number },
): Promise<Finding> => {
  const ageOf = (at: Date): number => (Date.now() - at.getTime()) / 1000;
  const [last, good] = await Promise.all([findLastRun(database, kind), findLastSuccess(database, kind)]);
  if (last?.ok === false) {
    const found = `The last ${noun} failed ${ageText(ageOf(last.endedAt ?? last.startedAt))} ago: ${last.failure ?? 'it gave no reason.'}`;
    return failed(check, found, 'Mend that, and run it again.');
  }
  if (!good) return warning(check, `There was never a ${noun}.`, remedy);
  const age = ageOf(good.startedAt);
  const found = `The last ${noun} was made ${ageText(age)} ago.`;
  return age > limit ? failed(check, found, remedy) : ok(check, found);
};

const checkBackups = async (database: Database, { databaseUrl }: Config): Promise<Finding[]> => {
  if (databaseUrl !== undefined && !(await findLastRun(database, 'backup')))
    return [
      warning(
        'backup: last',
        'This database is a server of its own: its backups can’t be seen from here.',
        'See that pgBackRest or WAL-G made one, and that a restore was tried (docs/backups.md).',
      ),
    ];
  return [
    await checkRuns(database, {
      kind: 'backup',
      check: 'backup: last',
      noun: 'backup',
      remedy: 'Set BACKUP_TO, by which one is made each day, or run npm run backup (docs/backups.md).',
      limit: OLD_BACKUP_S,
    }),
    await checkRuns(database, {
      kind: 'rehearsal',
      check: 'backup: rehearsal',
      noun: 'rehearsal of a restore',
      remedy: 'Rehearse a restore: only that shows that a backup can be used (docs/backups.md).',
      limit: OLD_REHEARSAL_S,
    }),
  ];
};

const checkRestore = async (database: Database): Promise<Finding> => {
  const { rows } = await sql<{ name: string; age: number }>`
    select backup_name as name, extract(epoch from now() - restored_at)::float8 as age from site_restores where confirmed_at is null`.execute(
    database,
  );
  const [restore] = rows;
  return restore
    ? warning(
        'backup: restored site',
        `The site was restored from ${restore.name} ${ageText(restore.age)} ago and is quiet: no mails, renewals, payouts or charges.`,
        'Confirm it in the administration.',
      )
    : ok('backup: restored site', 'No restore waits to be confirmed.');
};

/** Files of earlier releases are cleaned by a job; a few may be broken beyond that. */
const checkCleaning = async (database: Database): Promise<Finding> => {
  const { left, failed: broken } = await countUnclean({ database });
  const check = 'files: metadata';
  if (broken > 0)
    return warning(
      check,
      `${broken} of ${left} files could not be cleaned of metadata; they are not handed out.`,
      'Look for “could not be cleaned” in the log; without ffmpeg, films can’t be cleaned.',
    );
  return left === 0
    ? ok(check, 'All files are without metadata.')
    : ok(check, `${left} files of an earlier release are still to be cleaned of metadata; that goes on in the background.`);
};

interface FileSweep {
  age: number;
  removed: number;
  bytes: string;
  failed: number;
  failure: string | null;
}

/** The sweep runs each hour; a file leaves storage within a day of its last use. */
const checkFileSweeps = async (database: Database, isRunning: boolean): Promise<Finding> => {
  const check = 'files: removal';
  const { rows } = await sql<FileSweep>`
    select extract(epoch from now() - ended_at)::float8 as age, removed, bytes::text, failed, failure
    from file_sweeps order by ended_at desc limit 1`.execute(database);
  const { rows: late } = await sql<{ count: number }>`
    select count(*)::int as count from files where attached_at is null and detached_at < now() - interval '1 day'`.execute(database);
  const [last] = rows;
  if (!last) return ok(check, 'No unused files were looked for yet: that happens each hour.');
  const found = `Unused files were looked for ${ageText(last.age)} ago: ${last.removed} removed (${last.bytes} bytes), ${last.failed} failed`;
  const remedy = 'Look at the log of the node with ROLES=worker, and at the rights and room of DATA_DIR or the bucket.';
  if (last.failed > 0) return failed(check, `${found}, the first one with: ${last.failure ?? 'no reason'}`, remedy);
  if (late[0]!.count > 0) return failed(check, `${late[0]!.count} unused files are still there after a day.`, remedy);
  return isRunning && last.age > 3 * HOUR_S ? warning(check, `${found}.`, remedy) : ok(check, `${found}.`);
};

/** Looks at jobs, events, files and backups, in a database of this version's schema. */
export const checkWork = async ({ database, site, config }: DoctorScope): Promise<Finding[]> =>
  database
    ? [
        ...(await checkQueues(database, site !== undefined)),
        await checkFileSweeps(database, site !== undefined),
        ...(await checkBackups(database, config)),
        await checkRestore(database),
        await checkCleaning(database),
      ]
    : [];
