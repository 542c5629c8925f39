import { createApp } from './app.ts';
import { ConfigurationError, readConfig } from './platform/config.ts';
import { startEmbeddedPostgres } from './platform/database/embedded.ts';
import { migrate } from './platform/database/migrate.ts';
import { createLog } from './platform/telemetry/log.ts';

/** Requests, jobs' current steps and live segments get this long to finish. */
const STOP_MS = 10_000;

const start = async (): Promise<void> => {
  const empty = process.argv.includes('--empty');
  const config = readConfig(process.env, { empty });
  const log = createLog(config.logLevel);
  const embedded = config.databaseUrl ? undefined : await startEmbeddedPostgres({ dataDirectory: config.dataDirectory, log });
  const ownerUrl = config.databaseUrl ?? embedded!.ownerUrl;
  await migrate(ownerUrl);
  const app = await createApp({ config, ownerUrl, web: process.argv.includes('--dev') ? 'source' : 'build' });

  let stopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), STOP_MS).unref();
    await app.close().catch((error: unknown) => log.error({ err: error }, 'the stop was not orderly'));
    await embedded?.stop();
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));

  await app.start();
  await app.listen();
  console.log(`ready ${config.publicUrl}`);
};

try {
  await start();
} catch (error) {
  if (error instanceof ConfigurationError) {
    console.error(error.message);
    process.exit(2);
  }
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') {
    console.error(`PORT: the port ${port ?? ''} is in use by another program.`);
    process.exit(2);
  }
  console.error(error);
  process.exit(1);
}
