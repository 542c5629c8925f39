import { getPriority } from 'node:os';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TestDatabase, createTestDatabase } from '../testing/database.ts';
import { createPool } from './database.ts';

let database: TestDatabase;
const initialValue = process.env['BACKGROUND_YIELDS'];
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  process.env['BACKGROUND_YIELDS'] = initialValue;
  await database.drop();
});

/** The niceness of the PostgreSQL process whose pid a statement returns. */
const nicenessOf = async (statement: string, options: { lowPriority?: boolean; asOwner?: boolean }): Promise<number> => {
  const pool = createPool({ url: database.ownerUrl, max: 1, ...options });
  try {
    const { rows } = await pool.query<{ pid: number }>(statement);
    return getPriority(rows[0]!.pid);
  } finally {
    await pool.end();
  }
};
const ofConnection = (lowPriority: boolean): Promise<number> => nicenessOf('select pg_backend_pid() as pid', { lowPriority });
const ofCheckpointer = (): Promise<number> =>
  nicenessOf(`select pid from pg_stat_activity where backend_type = 'checkpointer'`, { asOwner: true });

test('a low-priority connection lowers the priority of its server process and of the checkpointer', async () => {
  // PostgreSQL has the niceness of whoever started it.
  const usual = await ofConnection(false);
  expect(usual).toBeLessThan(10);
  process.env['BACKGROUND_YIELDS'] = 'no';
  expect(await ofConnection(true)).toBe(usual);
  process.env['BACKGROUND_YIELDS'] = 'yes';
  expect(await ofConnection(false)).toBe(usual);
  expect([await ofConnection(true), await ofCheckpointer()]).toEqual([10, 10]);
});
