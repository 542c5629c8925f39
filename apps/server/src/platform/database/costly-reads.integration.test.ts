import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmin, createFeed, createPerformer } from '../../testing/factories.ts';
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
  [{ costly: false }, { q: 'morning', type: 'photo' }, false],
  [{ costly: false }, { limit: 12, offset: 1000 }, true],
  [{}, undefined, false],
])('%j with %j may be costly: %j', (endpoint, query, expected) => {
  expect(mayBeCostly(endpoint, query)).toBe(expected);
});

test('a deep page of a list runs as a costly read, and a search with filters of a word that many have; a first page and other words don’t', async () => {
  const star = await createPerformer(app, { admin: await createAdmin(app) });
  for (const text of ['A common word', 'A seldom word']) await createFeed(star, { text, photos: 0 });
  await sql`insert into search_frequencies (prefix, word, is_beginning, item_count) values ('af', 'common', true, 1000000)`.execute(
    app.platform.background,
  );
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
    for (const [q, isCostly] of [
      ['seldom', false],
      ['common', true],
    ] as const) {
      seen.length = 0;
      const { data } = await app.client().call('GET /feeds', { query: { q, access: 'free' } });
      expect([q, data.length, seen.includes(true)]).toEqual([q, 1, isCostly]);
    }
  } finally {
    executor.provideConnection = provide;
  }
});
