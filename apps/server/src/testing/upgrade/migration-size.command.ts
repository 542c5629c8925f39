import { isDeepStrictEqual, parseArgs } from 'node:util';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../platform/database/embedded.ts';
import { countMigrated, expectedOf, fillVersion20, migrateInterrupted } from './migrate-interrupted.ts';
import { migrateToVersion20 } from './version-20-schema.ts';

// `npm run migration:size`: a site of version 20 with a million feeds is migrated; the migration is killed halfway and started again. Exits 1
// when something is missing afterwards, or when both runs together took longer than allowed.

const { values } = parseArgs({ options: { feeds: { type: 'string', default: '1000000' }, seconds: { type: 'string', default: '60' } } });
/** Shorter migrations aren't printed. */
const SHOWN_SECONDS = 0.1;
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
  const { applied, firstSeconds, seconds, wasRolledBack } = await migrateInterrupted(postgres.ownerUrl);
  const counts = await countMigrated(postgres.ownerUrl);
  const isWhole = wasRolledBack && isDeepStrictEqual({ ...counts }, expectedOf(feeds));
  for (const migration of applied)
    if (migration.seconds >= SHOWN_SECONDS) console.log(`${migration.name}: ${migration.seconds.toFixed(1)} s`);
  console.log(`killed after ${firstSeconds.toFixed(1)} s, started again, applied ${applied.length}: ${seconds.toFixed(1)} s together`);
  console.log(isWhole ? 'Everything is there.' : `Something is missing: ${JSON.stringify(counts)}`);
  process.exitCode = isWhole && seconds <= Number(values.seconds) ? 0 : 1;
} finally {
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}
