import { getPriority } from 'node:os';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TestDatabase, createTestDatabase } from '../testing/database.ts';
import { createPool } from './database.ts';

let database: TestDatabase;
const given = process.env['BACKGROUND_YIELDS'];
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  process.env['BACKGROUND_YIELDS'] = given;
  await database.drop();
});

/** How nice the database's process is that serves a connection of such a pool. */
const nicenessOf = async (givesWay: boolean): Promise<number> => {
  const pool = createPool({ url: database.ownerUrl, max: 1, givesWay });
  try {
    const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
    return getPriority(rows[0]!.pid);
  } finally {
    await pool.end();
  }
};

test('a connection for the background is served by a process that gives way, where the machine has no cores to spare', async () => {
  process.env['BACKGROUND_YIELDS'] = 'yes';
  expect([await nicenessOf(true), await nicenessOf(false)]).toEqual([5, 0]);
  process.env['BACKGROUND_YIELDS'] = 'no';
  expect(await nicenessOf(true)).toBe(0);
});
