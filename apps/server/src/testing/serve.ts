import { createApp } from '../app.ts';
import { readConfig } from '../platform/config.ts';
import { stopOnSignals } from '../platform/stop.ts';

// A server of its own for tests that kill or stop it, or read its log: the API and its workers, on the database and
// port of the environment; with SERVE_WEB the built web too.
const config = readConfig(process.env, { empty: true });
const app = await createApp({
  config,
  ownerUrl: config.databaseUrl!,
  strictAnswers: true,
  rateLimitFactor: 1000,
  // As in the tests' own apps: on a busy machine they wait.
  shedsLoad: false,
  ...(process.env['SERVE_WEB'] ? { web: 'build' as const } : {}),
});
stopOnSignals(() => app.close(config.drainSeconds * 1000));
await app.start();
await app.listen();
process.stdout.write('ready\n');
