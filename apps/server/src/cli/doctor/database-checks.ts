import { sql } from 'kysely';
import { type Database, createDatabase, createPool } from '../../platform/database/database.ts';
import { MigrationError, findPendingMigrations } from '../../platform/database/migrate.ts';
import { messageOf } from '../../platform/thrown.ts';
import { type Finding, failed, ok, warning } from './finding.ts';
import type { DoctorScope } from './scope.ts';

const MIN_VERSION = 180_000;
/** A share of max_connections; above it, a second node might find none. */
const BUSY = 0.8;
const MINUTE_S = 60;
/** Segments of 16 MB that wait to be archived. */
const MANY_SEGMENTS = 20;

interface Server {
  version: string;
  number: number;
  checksums: string;
  isOwner: boolean;
  walLevel: string;
  archiveMode: string;
  connections: number;
  maximum: number;
}

const readServer = async (owner: Database): Promise<Server> => {
  const { rows } = await sql<Server>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
      current_setting('data_checksums') as checksums,
      pg_has_role(current_user, (select datdba from pg_database where datname = current_database()), 'member') as "isOwner",
      current_setting('wal_level') as "walLevel", current_setting('archive_mode') as "archiveMode",
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
      current_setting('max_connections')::int as maximum`.execute(owner);
  return rows[0]!;
};

const checkServer = (server: Server): Finding[] => {
  const { version, number, checksums, isOwner, connections, maximum } = server;
  const used = `${connections} of ${maximum} connections are open`;
  return [
    number < MIN_VERSION
      ? failed('database: version', `This is PostgreSQL ${version}.`, 'Use PostgreSQL 18 or later.')
      : ok('database: version', `This is PostgreSQL ${version}.`),
    checksums === 'on'
      ? ok('database: checksums', 'Data checksums are on.')
      : warning(
          'database: checksums',
          'Data checksums are off: damaged pages are not noticed.',
          'Stop PostgreSQL and run pg_checksums --enable.',
        ),
    isOwner
      ? ok('database: owner', 'The connecting user owns the database.')
      : failed(
          'database: owner',
          'The user of DATABASE_URL doesn’t own the database.',
          'Name its owner in DATABASE_URL: migrations need it.',
        ),
    connections > maximum * BUSY
      ? warning('database: connections', `${used}.`, 'Raise max_connections, or lower DATABASE_POOL on the nodes.')
      : ok('database: connections', `${used}.`),
  ];
};

/** A pooler that drops the startup options would let requests run as the owner. */
const checkRole = async (database: Database): Promise<Finding> => {
  const { rows } = await sql<{ name: string }>`select current_user as name`.execute(database);
  return rows[0]!.name === 'stagedoor_app'
    ? ok('database: role of requests', 'Requests run with the rights of stagedoor_app.')
    : failed(
        'database: role of requests',
        `Requests run as ${rows[0]!.name}, which may do more than they need.`,
        'Connect to PostgreSQL directly: a pooler between drops the role.',
      );
};

const checkSchema = async (ownerUrl: string): Promise<Finding> => {
  const name = 'database: schema';
  const pool = createPool({ url: ownerUrl, max: 1, asOwner: true });
  try {
    const pending = await findPendingMigrations(pool);
    return pending.length === 0
      ? ok(name, 'The schema is this version’s.')
      : failed(name, `${pending.length} migrations are pending, the first one ${pending[0]}.`, 'Run stagedoor migrate, or start the site.');
  } catch (error) {
    if (error instanceof MigrationError) return failed(name, messageOf(error), 'Start the version that this database was used with.');
    return failed(name, 'This database was never used by the site.', 'Correct DATABASE_URL, or run stagedoor migrate.');
  } finally {
    await pool.end();
  }
};

const checkIndexes = async (owner: Database): Promise<Finding> => {
  const { rows } = await sql<{ name: string }>`select indexrelid::regclass::text as name from pg_index where not indisvalid`.execute(owner);
  return rows.length === 0
    ? ok('database: indexes', 'All indexes are valid.')
    : failed(
        'database: indexes',
        `Invalid: ${rows.map(({ name }) => name).join(', ')}.`,
        `Run reindex index concurrently ${rows[0]!.name}.`,
      );
};

interface Archiver {
  isFailing: boolean;
  failures: string;
  lastFailed: string | null;
  idleSeconds: number | null;
  waiting: number;
}

const checkArchiver = async (owner: Database, { walLevel, archiveMode }: Server, isLocal: boolean): Promise<Finding> => {
  const name = 'database: WAL archive';
  if (archiveMode === 'off') {
    const found = `archive_mode is off (wal_level ${walLevel}): what was done since the last backup can’t be had back.`;
    return isLocal ? ok(name, found) : warning(name, found, 'Set BACKUP_TO, or archive_mode of your PostgreSQL.');
  }
  const { rows } = await sql<Archiver>`
    select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as "isFailing", failed_count::text as failures,
      last_failed_wal as "lastFailed", extract(epoch from now() - last_archived_time)::float8 as "idleSeconds",
      (select count(*)::int from pg_ls_archive_statusdir() f where f.name like '%.ready') as waiting
    from pg_stat_archiver`.execute(owner);
  const { isFailing, failures, lastFailed, idleSeconds, waiting } = rows[0]!;
  const look = 'Look at the log of PostgreSQL, and make room at the target.';
  if (isFailing) return failed(name, `The archiver fails at ${lastFailed} (${failures} failures); ${waiting} segments wait.`, look);
  if (waiting > MANY_SEGMENTS) return failed(name, `${waiting} segments wait to be archived.`, look);
  if (idleSeconds === null) return warning(name, 'Nothing was archived yet.', 'Make a backup, and look again in five minutes.');
  return ok(name, `The last segment was archived ${Math.round(idleSeconds / MINUTE_S)} minutes ago; ${waiting} wait.`);
};

/** Looks at PostgreSQL itself. Nothing more is looked at where its version is too old. */
export const checkDatabase = async ({ ownerUrl, config }: DoctorScope): Promise<Finding[]> => {
  if (ownerUrl === undefined) return [];
  const owner = createDatabase(createPool({ url: ownerUrl, max: 1, asOwner: true }));
  try {
    const server = await readServer(owner);
    const findings = checkServer(server);
    if (server.number < MIN_VERSION) return findings;
    return [
      ...findings,
      await checkSchema(ownerUrl),
      await checkIndexes(owner),
      await checkArchiver(owner, server, config.isLocal).catch(() =>
        warning('database: WAL archive', 'The user of DATABASE_URL may not see the archiver’s state.', 'grant pg_monitor to it.'),
      ),
    ];
  } finally {
    await owner.destroy();
  }
};

/** Looks at what requests would use. */
export const checkRequests = async ({ database }: DoctorScope): Promise<Finding[]> => (database ? [await checkRole(database)] : []);

/** Two clocks differ by so much at most without notice, in seconds. */
const SMALL_S = 2;
const LARGE_S = 30;

/** Compares a clock with this machine's. */
export const clockFinding = (check: string, whose: string, difference: number, precision: number): Finding => {
  const off = Math.max(0, Math.abs(difference) - precision);
  const found = `The clock of ${whose} differs from this machine’s by ${Math.abs(difference).toFixed(1)} s.`;
  const remedy = 'Set both clocks by NTP (timedatectl set-ntp true).';
  return off > LARGE_S ? failed(check, found, remedy) : off > SMALL_S ? warning(check, found, remedy) : ok(check, found);
};

export const checkDatabaseClock = async ({ database }: DoctorScope): Promise<Finding[]> => {
  if (!database) return [];
  const before = Date.now();
  const { rows } = await sql<{ at: string }>`select (extract(epoch from clock_timestamp()) * 1000)::text as at`.execute(database);
  const middle = (before + Date.now()) / 2;
  return [clockFinding('clock: database', 'the database', (Number(rows[0]!.at) - middle) / 1000, 0.5)];
};
