import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../../platform/database/embedded.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { runStorm } from './run-storm.ts';
import { createTestApp } from '../test-app.ts';

// `npm run ledger:storm -- --operations 1000000`: payments of every kind on a database of its own, with servers and PostgreSQL killed under
// them. Ends with 1 when one was lost or made twice, or an invariant doesn't hold.

const { values } = parseArgs({
  options: {
    operations: { type: 'string', default: '20000' },
    callers: { type: 'string', default: '16' },
    /** A server is killed once in so many operations, PostgreSQL once in ten times as many. */
    'kill-every': { type: 'string', default: '5000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
  },
});
const listOf = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .toSorted()
    .map(([name, times]) => `${times} ${name}`)
    .join(', ');
const operations = Number(values.operations);
const kills = Math.max(1, Math.round(operations / Number(values['kill-every'])));
const seed = Number(values.seed);

const postgresFolder = await mkdtemp(join(tmpdir(), 'stagedoor-storm-'));
const quiet = { info() {}, warn() {}, error: console.error };
const postgres = await startEmbeddedPostgres({ dataDirectory: postgresFolder, log: quiet as never });
let code = 1;
try {
  await migrate(postgres.ownerUrl);
  const [major] = (await readdir(join(postgresFolder, 'postgres'))).filter((name) => /^\d+$/.test(name));
  const app = await createTestApp({ database: { name: 'stagedoor', ownerUrl: postgres.ownerUrl, drop: async () => {} } });
  console.log(`${operations} operations, ${values.callers} callers, seed ${seed}`);
  const result = await runStorm({
    app,
    postgresDirectory: join(postgresFolder, 'postgres', major!),
    operations,
    callers: Number(values.callers),
    serverKills: kills,
    postgresKills: Math.max(1, Math.round(kills / 10)),
    seed,
    report: (line) => console.log(line),
  });
  const rate = result.done / result.seconds;
  console.log(`${result.done} operations in ${result.seconds.toFixed(0)} s (${rate.toFixed(0)}/s), ${result.retries} sent again`);
  console.log(`paid: ${listOf(result.counts)}`);
  console.log(`refused by right: ${listOf(result.refused)}; callbacks lost and made up for: ${result.lost}`);
  for (const failure of result.failures) console.error(`FAILED ${failure}`);
  if (result.failures.length === 0) console.log('none was lost, none was made twice, every invariant holds');
  code = result.failures.length === 0 ? 0 : 1;
  await app.close();
} finally {
  await postgres.stop();
  await rm(postgresFolder, { recursive: true, force: true });
}
process.exit(code);
