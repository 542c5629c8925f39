import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmin, createPerformer } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { asCostlyRead, isCostlyRead, mayBeCostly } from './costly-reads.ts';
import { createDatabase, createPool, translateDatabaseError } from './database.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('costly reads wait for each other, and no other read waits for them', async () => {
  const url = app.testDatabase.ownerUrl;
  const pool = createPool({ url, max: 1 });
  const costly = createPool({ url, max: 1, connectionTimeoutMs: 300 });
  const database = createDatabase(pool, costly);
  const one = () => sql<{ one: number }>`select 1 as one`.execute(database);
  try {
    const holder = await asCostlyRead(() => costly.connect());
    const waiting: Promise<unknown> = asCostlyRead(one).catch((error: unknown) => translateDatabaseError(error));
    expect((await one()).rows).toEqual([{ one: 1 }]);
    expect(await waiting).toMatchObject({ code: 'UNAVAILABLE', status: 503 });
    holder.release();
    expect((await asCostlyRead(one)).rows).toEqual([{ one: 1 }]);
    expect([pool.totalCount, costly.totalCount]).toEqual([1, 1]);
  } finally {
    await Promise.all([pool.end(), costly.end()]);
  }
});

test.each([
  [{ costly: true }, {}, true],
  [{}, { limit: 12, offset: 999, sortBy: 'createdAt' }, false],
  [{}, { limit: 12, offset: 1000 }, true],
  [{}, { q: 'morning', limit: 12, offset: 0, sort: 'desc' }, false],
  [{}, { q: 'morning', type: 'photo' }, true],
  [{}, { q: '', type: 'photo' }, false],
  [{}, undefined, false],
])('%j with %j may be costly: %j', (endpoint, query, expected) => {
  expect(mayBeCostly(endpoint, query)).toBe(expected);
});

test('the statements of a deep page of a list run as a costly read, those of a first page don’t', async () => {
  await createPerformer(app, { admin: await createAdmin(app) });
  const seen: boolean[] = [];
  const { database } = app.platform;
  const executor = database.getExecutor();
  const provide = executor.provideConnection.bind(executor);
  executor.provideConnection = (consumer) => {
    seen.push(isCostlyRead());
    return provide(consumer);
  };
  try {
    await app.client().call('GET /feeds', { query: { limit: 12 } });
    expect(seen).not.toContain(true);
    seen.length = 0;
    await app.client().call('GET /feeds', { query: { limit: 12, offset: 5000 } });
    // Not all: jobs run meanwhile.
    expect(seen).toContain(true);
  } finally {
    executor.provideConnection = provide;
  }
});
