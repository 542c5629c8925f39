import { createApp } from '../app.ts';
import { readConfig } from '../platform/config.ts';
import { stopOnSignals } from '../platform/stop.ts';

// A server of its own for tests that kill or stop it, or read its log: the API and its workers, on the database and
// port of the environment.
const config = readConfig(process.env, { empty: true });
const app = await createApp({ config, ownerUrl: config.databaseUrl!, strictAnswers: true, rateLimitFactor: 1000 });
stopOnSignals(() => app.close());
await app.start();
await app.listen();
process.stdout.write('ready\n');
