import { type Config, ConfigurationError, readConfig } from '../platform/config.ts';
import { archiveSecondsOf } from '../platform/database/archive-seconds.ts';
import { createDatabase, createPool } from '../platform/database/database.ts';
import { findRunningEmbeddedPostgres, startEmbeddedPostgres } from '../platform/database/embedded.ts';
import { hasCluster } from '../platform/database/has-cluster.ts';
import { messageOf } from '../platform/thrown.ts';
import { describeChecks } from './describe-checks.ts';
import { verifyLedger } from './verify.ts';

// Checks the ledger's invariants, also while an instance with the same DATA_DIR is running: `npm run ledger:verify`.
// Exit code 0 when all hold, 1 when one doesn't, 2 when there is no database.

const log = { info() {}, warn() {}, error() {} };

/** The site's database: the one of DATABASE_URL, the one that runs, or one that is started for this. @throws ConfigurationError when there is none */
const open = async ({ databaseUrl, dataDirectory, backup }: Config): Promise<{ ownerUrl: string; stop?(): Promise<void> }> => {
  if (databaseUrl) return { ownerUrl: databaseUrl };
  const running = await findRunningEmbeddedPostgres(dataDirectory);
  if (running) return running;
  if (!(await hasCluster(dataDirectory)))
    throw new ConfigurationError(`There is no site in ${dataDirectory}: name its folder with DATA_DIR.`);
  return startEmbeddedPostgres({ dataDirectory, log, archiveSeconds: archiveSecondsOf({ backup }) });
};

const opened = await open(readConfig(process.env, { empty: true })).catch((error: unknown) => {
  console.error(`There is no database to check: ${messageOf(error)}`);
  process.exit(2);
});
const pool = createPool({ url: opened.ownerUrl, max: 1 });
try {
  const result = await verifyLedger(createDatabase(pool));
  for (const line of describeChecks(result)) console.log(line);
  process.exitCode = result.ok ? 0 : 1;
} finally {
  await pool.end();
  await opened.stop?.();
}
