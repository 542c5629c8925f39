import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { createPool, translateDatabaseError } from './database.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('a statement beyond its time limit is cancelled, answered as a coded error, and its connection goes on', async () => {
  const pool = createPool({ url: app.testDatabase.ownerUrl, max: 1, statementTimeoutMs: 50 });
  try {
    const error: unknown = await pool.query('select pg_sleep(60)').catch((reason: unknown) => reason);
    expect(translateDatabaseError(error)).toMatchObject({ code: 'UNAVAILABLE', status: 503 });
    expect((await pool.query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }]);
  } finally {
    await pool.end();
  }
});
