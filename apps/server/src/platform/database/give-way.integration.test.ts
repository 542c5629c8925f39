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

/** How nice one of the database's processes is, of which a statement tells the id. */
const nicenessOf = async (statement: string, options: { givesWay?: boolean; asOwner?: boolean }): Promise<number> => {
  const pool = createPool({ url: database.ownerUrl, max: 1, ...options });
  try {
    const { rows } = await pool.query<{ pid: number }>(statement);
    return getPriority(rows[0]!.pid);
  } finally {
    await pool.end();
  }
};
const ofConnection = (givesWay: boolean): Promise<number> => nicenessOf('select pg_backend_pid() as pid', { givesWay });
const ofCheckpointer = (): Promise<number> =>
  nicenessOf(`select pid from pg_stat_activity where backend_type = 'checkpointer'`, { asOwner: true });

test('a connection for the background is served by a process that gives way, as those do that write out what was changed', async () => {
  process.env['BACKGROUND_YIELDS'] = 'no';
  expect(await ofConnection(true)).toBe(0);
  process.env['BACKGROUND_YIELDS'] = 'yes';
  expect(await ofConnection(false)).toBe(0);
  expect([await ofConnection(true), await ofCheckpointer()]).toEqual([10, 10]);
});
