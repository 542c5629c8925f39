import { isDeepStrictEqual, parseArgs } from 'node:util';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../platform/database/embedded.ts';
import { countMigrated, expectedOf, fillVersion20, migrateInterrupted } from './migrate-interrupted.ts';
import { migrateToVersion20 } from './version-20-schema.ts';

// `npm run migration:size`: a site of version 20 with a million feeds is migrated; the migration is killed halfway and started again. Exits 1
// when something is missing afterwards, or when 0021, which moves every feed, took longer than allowed. What later migrations take is printed.

const { values } = parseArgs({ options: { feeds: { type: 'string', default: '1000000' }, seconds: { type: 'string', default: '60' } } });
const feeds = Number(values.feeds);
const directory = await mkdtemp(join(tmpdir(), 'stagedoor-migration-size-'));
// Durable, as a site's database is.
const postgres = await startEmbeddedPostgres({
  dataDirectory: directory,
  log: { info: () => {}, warn: console.warn, error: console.error },
  durable: true,
});
try {
  await migrateToVersion20(postgres.ownerUrl);
  await fillVersion20(postgres.ownerUrl, feeds);
  console.log(`${feeds} feeds at version 20`);
  const { applied, firstSeconds, wasRolledBack } = await migrateInterrupted(postgres.ownerUrl);
  const counts = await countMigrated(postgres.ownerUrl);
  const isWhole = wasRolledBack && isDeepStrictEqual({ ...counts }, expectedOf(feeds));
  console.log(`killed after ${firstSeconds.toFixed(1)} s, started again`);
  for (const { name, seconds } of applied) if (seconds >= 0.1) console.log(`${name}: ${seconds.toFixed(1)} s`);
  console.log(`all ${applied.length}: ${applied.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(1)} s`);
  console.log(isWhole ? 'Everything is there.' : `Something is missing: ${JSON.stringify(counts)}`);
  process.exitCode = isWhole && applied[0]!.seconds <= Number(values.seconds) ? 0 : 1;
} finally {
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}
