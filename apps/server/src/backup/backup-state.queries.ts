import { sql } from 'kysely';
import type pg from 'pg';
import type { Executor } from '../platform/database/database.ts';
import type { Platform } from '../platform/platform.ts';
import { labelOf } from './target.ts';

/** One run, as the overview shows it. */
export interface BackupRun {
  backup: string;
  startedAt: Date;
  endedAt: Date | null;
  /** Null while it runs. */
  ok: boolean | null;
  failure: string | null;
}

const COLUMNS = ['backup_name', 'started_at', 'ended_at', 'ok', 'failure'] as const;

/** @param target the label of a place: runs to others don't count */
const findRun = async (
  executor: Executor,
  kind: 'backup' | 'rehearsal',
  { onlyOk, target }: { onlyOk: boolean; target: string | undefined },
): Promise<BackupRun | undefined> => {
  const row = await executor
    .selectFrom('backup_runs')
    .select([...COLUMNS])
    .where('kind', '=', kind)
    .$if(onlyOk, (query) => query.where('ok', '=', true))
    .$if(target !== undefined, (query) => query.where(sql<string>`detail->>'target'`, '=', target!))
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { backup: row.backup_name, startedAt: row.started_at, endedAt: row.ended_at, ok: row.ok, failure: row.failure };
};

/** The last run of a kind, whatever became of it; only one to a place, if its label is given. */
export const findLastRun = (executor: Executor, kind: 'backup' | 'rehearsal', target?: string) =>
  findRun(executor, kind, { onlyOk: false, target });

/** The last run of a kind that succeeded; only one to a place, if its label is given. */
export const findLastSuccess = (executor: Executor, kind: 'backup' | 'rehearsal', target?: string) =>
  findRun(executor, kind, { onlyOk: true, target });

/** Held by the one backup of a site that runs. */
export const BACKUP_LOCK = 7_305_917;

/** Held by the one rehearsal of a site that runs. */
export const REHEARSAL_LOCK = 7_305_919;

/** True while a process holds a lock; one that was killed doesn't. */
export const isHeld = async (database: Executor, lock: number): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from pg_locks where locktype = 'advisory' and objsubid = 1 and classid = 0 and objid = ${lock} and granted
      and database = (select oid from pg_database where datname = current_database())) as found`.execute(database);
  return rows[0]!.found;
};

/** True when a backup to a target, by its label, has ever succeeded. */
export const hasBackedUpTo = async (client: pg.Client, label: string): Promise<boolean> => {
  const { rows } = await client.query(
    "select exists (select from backup_runs where kind = 'backup' and ok and detail->>'target' = $1) as found",
    [label],
  );
  return rows[0].found;
};

/** When this database was last restored from a backup; undefined if it never was. */
export const findRestoredAt = async (executor: Executor): Promise<Date | undefined> => {
  const row = await executor.selectFrom('site_restores').select('restored_at').orderBy('restored_at', 'desc').limit(1).executeTakeFirst();
  return row?.restored_at;
};

/** A day and half of one: a run that is late is missed. */
const LATE_MS = 36 * 3_600_000;

/** The state of a site's backups. `external` is a database server of its own, which the site doesn't back up. */
export const readBackupState = async ({ database, config }: Pick<Platform, 'database' | 'config'>, now: Date) => {
  // A copy made by hand to another place says nothing of this one.
  const place = config.backup.to === undefined ? undefined : labelOf(config.backup.to);
  const [last, success, rehearsal, rehearsed] = await Promise.all([
    findLastRun(database, 'backup', place),
    findLastSuccess(database, 'backup', place),
    findLastRun(database, 'rehearsal', place),
    findLastSuccess(database, 'rehearsal', place),
  ]);
  const state = () => {
    if (config.backup.to === undefined) return config.databaseUrl === undefined ? 'off' : 'external';
    if (last?.ok === false) return 'failed';
    if (!success) return 'none';
    return now.getTime() - success.startedAt.getTime() > LATE_MS ? 'late' : 'ok';
  };
  return {
    state: state(),
    lastAt: success?.startedAt.toISOString() ?? null,
    rehearsedAt: rehearsed?.startedAt.toISOString() ?? null,
    rehearsalFailed: rehearsal?.ok === false,
    failure: last?.failure ?? rehearsal?.failure ?? null,
  } as const;
};
