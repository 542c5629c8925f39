import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { type App, createApp } from '../app.ts';
import { openPostgres } from '../backup/open-postgres.ts';
import { assertNotRestoring } from '../backup/restoring.ts';
import { type Config, ConfigurationError, readConfig } from '../platform/config.ts';
import { createDatabase, createPool } from '../platform/database/database.ts';
import { hasCluster } from '../platform/database/has-cluster.ts';
import { findPendingMigrations } from '../platform/database/migrate.ts';
import { waitForDatabase } from '../platform/database/wait-for-database.ts';
import { checkSecrets, readSecrets } from '../platform/secrets.ts';
import { systemCodeOf } from '../platform/thrown.ts';
import { CommandError } from './command.ts';

type Environment = Readonly<Record<string, string | undefined>>;
/** The command line prints sentences; a log would be between them. */
const SILENT = { warn: () => {} };
/** Few: a command does one thing, and the site's own nodes need theirs. */
const CONNECTIONS = 4;

/** The database of a site. */
export interface Place {
  config: Config;
  /** URL of the database as its owner. */
  ownerUrl: string;
}

/** The configuration of the site, by the variables that it runs with. @throws ConfigurationError */
export const configOf = (environment: Environment): Config => ({
  ...readConfig({ ...environment }, { empty: true }),
  logLevel: 'silent',
  databasePool: CONNECTIONS,
});

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Exit code of a command that a signal ended. */
const ENDED_BY_SIGNAL = 130;

/**
 * Works on the site's database: that of DATABASE_URL, or the running one of DATA_DIR. Where none runs it is started, and stopped afterwards.
 * @throws ConfigurationError when there is none, it can't be reached, or a restore is at work; BackupError when PostgreSQL doesn't start
 */
export const withDatabase = async <T>(environment: Environment, work: (place: Place) => Promise<T>): Promise<T> => {
  const config = configOf(environment);
  const { dataDirectory, databaseUrl } = config;
  if (databaseUrl) {
    await waitForDatabase(databaseUrl, { patienceMs: 0, signal: new AbortController().signal, log: SILENT });
    return work({ config, ownerUrl: databaseUrl });
  }
  await assertNotRestoring(dataDirectory);
  if (!(await hasCluster(dataDirectory)))
    throw new ConfigurationError(`DATA_DIR: there is no site in "${dataDirectory}"; name its folder, or its database with DATABASE_URL.`);
  const postgres = await openPostgres(config);
  // Without a handler, Ctrl-C would leave a PostgreSQL running that was started here.
  const onSignal = (): never => process.exit(ENDED_BY_SIGNAL);
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  try {
    return await work({ config, ownerUrl: postgres.ownerUrl });
  } finally {
    await postgres.stop();
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  }
};

/** SQLSTATE of a table and of a role that don't exist. */
const NEVER_MIGRATED: readonly string[] = ['42P01', '22023'];

/** @throws CommandError unless the database has this version's schema */
const assertMigrated = async (ownerUrl: string): Promise<void> => {
  const pool = createPool({ url: ownerUrl, max: 1 });
  try {
    const pending = await findPendingMigrations(pool).catch((error: unknown) => {
      // A database that was never migrated has no table of migrations, and no role of the application.
      if (NEVER_MIGRATED.includes(systemCodeOf(error) ?? '')) return ['all'];
      throw error;
    });
    if (pending.length > 0) throw new CommandError('The database is of an older version: run stagedoor migrate, or start the site once.');
  } finally {
    await pool.end();
  }
};

/** Compares the keys of DATA_DIR with those that the database is used with. @throws ConfigurationError */
const assertSecrets = async (ownerUrl: string, { dataDirectory }: Config): Promise<void> => {
  if (!(await exists(join(dataDirectory, 'secrets.json'))))
    throw new ConfigurationError(`DATA_DIR: "${dataDirectory}" has no secrets.json; name the folder that the site uses.`);
  const database = createDatabase(createPool({ url: ownerUrl, max: 1 }));
  try {
    await checkSecrets(database, await readSecrets(dataDirectory), { replace: false });
  } finally {
    await database.destroy();
  }
};

/**
 * Works with the site's own functions, as one more node that serves nobody: it runs no jobs and listens at no port. What it changes is
 * announced to the running nodes, and audited as done on the console.
 * @throws as `withDatabase`; CommandError for a database of another version
 */
export const withSite = <T>(environment: Environment, work: (app: App) => Promise<T>): Promise<T> =>
  withDatabase(environment, async ({ config, ownerUrl }) => {
    await assertMigrated(ownerUrl);
    await assertSecrets(ownerUrl, config);
    const app = await createApp({ config, ownerUrl, isConsole: true });
    try {
      return await work(app);
    } finally {
      await app.close();
    }
  });
