import { createServer } from 'node:net';
import type { App } from './app.ts';
import { BackupError } from './backup/backup-error.ts';
import { assertNotRestoring } from './backup/restoring.ts';
import type { Shipper } from './backup/shipper.ts';
import { type Config, ConfigurationError, readConfig } from './platform/config.ts';
import { prepareDataDirectory } from './platform/data-directory.ts';
import { archiveSecondsOf } from './platform/database/archive-seconds.ts';
import { checkDatabase } from './platform/database/check-database.ts';
import { createDatabase, createPool } from './platform/database/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/database/embedded.ts';
import { PostgresStartError } from './platform/database/postgres-program.ts';
import { MigrationError, migrate } from './platform/database/migrate.ts';
import { waitForDatabase } from './platform/database/wait-for-database.ts';
import { type Secrets, checkSecrets, readSecrets } from './platform/secrets.ts';
import { senderWarning, startWarnings } from './platform/start-warnings.ts';
import { createLog } from './platform/telemetry/log.ts';
import { stopMsOf, stopOnSignals, waitForPart } from './platform/stop.ts';
import { messageOf, systemCodeOf } from './platform/thrown.ts';

/** Errors of binding to an address that this machine doesn't have. */
const NOT_HERE = ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'];

/** Rejects when the port is in use, or the address isn't this machine's, before a first start spends a minute on demo data. */
const assertPortFree = (port: number, host: string, variable = 'HOST'): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', (error) =>
      reject(
        NOT_HERE.includes(systemCodeOf(error) ?? '')
          ? new ConfigurationError(`${variable}: "${host}" is no address of this machine; 0.0.0.0 stands for all of them.`)
          : error,
      ),
    );
    probe.listen({ port, host }, () => probe.close(() => resolve()));
  });

/** Failures whose message says all that the operator needs. */
const SENTENCES = [ConfigurationError, MigrationError, PostgresStartError, BackupError];

/** What has been started so far, to be stopped again. */
interface Running {
  config?: Config;
  app?: App;
  embedded?: EmbeddedPostgres;
  shipper?: Shipper;
  /** Settles once all code is loaded. */
  loading?: Promise<void>;
}
const running: Running = {};
const stopped = new AbortController();

const checkSecretsOf = async (url: string, secrets: Secrets, { replaceSecrets }: Config): Promise<void> => {
  const database = createDatabase(createPool({ url, max: 1 }));
  try {
    await checkSecrets(database, secrets, { replace: replaceSecrets });
  } finally {
    await database.destroy();
  }
};

const isLoopback = (host: string): boolean => /^(127\.|localhost$|::1$)/.test(host);

/** Who reaches the demo accounts and the sandbox of payments. */
const reachOf = (host: string): string =>
  isLoopback(host)
    ? 'Demo: only this machine can open the site. HOST=0.0.0.0 opens it to the network.'
    : `Demo: everybody who reaches ${host} can use the accounts above.`;

/** Loads the product. A configuration that can't be used has been refused before, and PostgreSQL starts meanwhile. */
const loadProduct = async () => {
  const [app, setUp, cardCompanies] = await Promise.all([import('./app.ts'), import('./set-up.ts'), import('./demo/card-companies.ts')]);
  return { ...app, ...setUp, ...cardCompanies };
};

const drainSeconds = (): number => running.config?.drainSeconds ?? 0;

/** Stops what was started: PostgreSQL after all that uses it, whatever became of that. @returns whether all of it stopped in time */
const stop = async (): Promise<boolean> => {
  let isOrderly = true;
  await running.app?.close(drainSeconds() * 1000).catch((error: unknown) => {
    isOrderly = false;
    console.error('the shutdown failed', error);
  });
  await running.embedded?.stop();
  const isShipped = !running.shipper || (await waitForPart('backup', running.shipper.stop()));
  return isOrderly && isShipped;
};

const start = async (): Promise<void> => {
  const config = readConfig(process.env, { empty: process.argv.includes('--empty') });
  running.config = config;
  const log = createLog(config.logLevel);
  for (const warning of startWarnings(config, process.env)) console.error(warning);
  await assertPortFree(config.port, config.host);
  if (config.roles.includes('live')) await assertPortFree(0, config.live.host, 'LIVE_HOST');
  await prepareDataDirectory(config.dataDirectory);
  await assertNotRestoring(config.dataDirectory);
  const secrets = await readSecrets(config.dataDirectory);
  const loading = loadProduct();
  // Awaited below; until then a failure is not unhandled.
  running.loading = loading.then(
    () => {},
    () => {},
  );
  if (config.databaseUrl) {
    await waitForDatabase(config.databaseUrl, { patienceMs: config.databaseWaitSeconds * 1000, signal: stopped.signal, log });
    await checkDatabase(config.databaseUrl);
  } else
    running.embedded = await startEmbeddedPostgres({
      dataDirectory: config.dataDirectory,
      log,
      archiveSeconds: archiveSecondsOf(config),
    });
  const ownerUrl = config.databaseUrl ?? running.embedded!.ownerUrl;
  await migrate(ownerUrl);
  await checkSecretsOf(ownerUrl, secrets, config);
  stopped.signal.throwIfAborted();
  const { createApp, setUp, offerDoubles, followClock, tellLauncher } = await loading;
  if (config.backup.to && running.embedded) {
    const { startShipper } = await import('./backup/shipper.ts');
    running.shipper = await startShipper(config, ownerUrl, log);
  }
  running.app = await createApp({ config, ownerUrl, web: process.argv.includes('--dev') ? 'source' : 'build' });
  const { app } = running;
  const warning = senderWarning(config, app.platform.settings.get('senderEmail'));
  if (warning) console.error(warning);
  const lines = await setUp({ platform: app.platform, outbox: app.outbox, signal: stopped.signal, say: (line) => console.log(line) });
  stopped.signal.throwIfAborted();
  // Other machines can't open the doubles' pages.
  const hasDoubles = await offerDoubles(app.platform, isLoopback(config.host) ? config.doubles?.port : undefined);
  // The node listens once it is warm. The live process loads its code on another core meanwhile.
  await Promise.all([app.start(), config.roles.includes('web') && app.warmUp()]);
  await app.listen();
  if (hasDoubles && config.doubles) followClock(app.platform, tellLauncher(config.doubles.launcher));
  for (const line of lines) console.log(line);
  if (config.demo) console.log(reachOf(config.host));
  console.log(`ready ${config.publicUrl}`);
};

const starting = start();

stopOnSignals(
  async (signal) => {
    stopped.abort();
    running.app?.platform.log.info({ signal }, 'stopping');
    await starting.catch(() => {});
    return stop();
  },
  () => stopMsOf({ drainSeconds: drainSeconds() }),
);

try {
  await starting;
} catch (error) {
  if (!stopped.signal.aborted) {
    await stop();
    // Leaving while native libraries are being loaded can hang.
    await running.loading;
    const code = systemCodeOf(error);
    if (SENTENCES.some((kind) => error instanceof kind)) console.error(messageOf(error));
    else if (code === 'EADDRINUSE')
      console.error(`PORT: the port ${error instanceof Error && 'port' in error ? String(error.port) : ''} is in use by another program.`);
    else console.error(error);
    process.exit(error instanceof ConfigurationError || error instanceof BackupError || code === 'EADDRINUSE' ? 2 : 1);
  }
}
