import { sql } from 'kysely';
import { createDatabase, createPool } from '../platform/database/database.ts';
import type { TestApp } from './test-app.ts';

/** Makes delayed jobs due now; `app.settle()` waits for them. */
export const makeJobsDue = async (app: TestApp): Promise<void> => {
  const owner = createDatabase(createPool({ url: app.testDatabase.ownerUrl, max: 1, asOwner: true }));
  await sql`update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_at is null`.execute(owner);
  await owner.destroy();
};
