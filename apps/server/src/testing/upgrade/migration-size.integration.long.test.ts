import { expect, test } from 'vitest';
import { findPendingMigrations } from '../../platform/database/migrate.ts';
import { createTestDatabase, openPool } from '../../platform/testing/database.ts';
import { countMigrated, expectedOf, fillVersion20, migrateInterrupted } from './migrate-interrupted.ts';
import { migrateToVersion20 } from './version-20-schema.ts';

const FEEDS = 20_000;

// With a million feeds and a time limit: `npm run migration:size`.
test('a migration killed halfway changes nothing; started again, it migrates everything', async () => {
  const database = await createTestDatabase({ empty: true });
  try {
    await migrateToVersion20(database.ownerUrl);
    await fillVersion20(database.ownerUrl, FEEDS);
    const { failure, wasRolledBack, applied } = await migrateInterrupted(database.ownerUrl);
    expect(failure).toBeInstanceOf(Error);
    expect(String(failure)).toContain('0021-items.sql');
    expect(wasRolledBack).toBe(true);
    expect(applied[0]!.name).toBe('0021-items.sql');
    expect(await countMigrated(database.ownerUrl)).toEqual(expectedOf(FEEDS));
    const pool = openPool({ connectionString: database.ownerUrl, max: 1 });
    expect(await findPendingMigrations(pool)).toEqual([]);
    await pool.end();
  } finally {
    await database.drop();
  }
});
