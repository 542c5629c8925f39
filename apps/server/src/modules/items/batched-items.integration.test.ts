import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Person, createAdmin, createFan, createFeed, createPerformer, topUp } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { VISITOR } from '../../platform/auth/viewer.ts';
import type { CodedError } from '../../platform/errors.ts';
import type { FeedView } from '@stagedoor/contract/feeds';
import { getItem } from './items.queries.ts';

/** Headers of a request from the United States. */
const ABROAD = { 'x-forwarded-for': '8.8.8.8' };

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ environment: { TRUST_PROXY: '1' } });
});
afterAll(() => app.close());

interface ViewerCase {
  who: string;
  person: Person | undefined;
  headers: Record<string, string>;
}

/** Every kind of viewer of one performer's feeds, at home and in a country the performer blocks. */
const makeViewerCases = async (performer: Person, bought: string): Promise<ViewerCase[]> => {
  const [fan, follower, subscriber, buyer, blocked] = await Promise.all([1, 2, 3, 4, 5].map(() => createFan(app)));
  const { database } = app.platform;
  await follower!.client.call('POST /reactions', { body: { objectId: performer.id, objectType: 'performer', action: 'follow' } });
  await subscriber!.client.call('POST /subscriptions/free-subscribe', { body: { performerId: performer.id } });
  await topUp(app, buyer!, 10);
  await buyer!.client.call('POST /payment-wallet/purchase-feed', { body: { feedId: bought } });
  await database.insertInto('blocks').values({ performer_id: performer.id, account_id: blocked!.id }).execute();
  await database.insertInto('country_blocks').values({ performer_id: performer.id, country: 'US' }).execute();
  const admin = await createAdmin(app);
  await app.settle();
  return Object.entries({ visitor: undefined, fan, follower, subscriber, buyer, blocked, performer, admin }).flatMap(([who, person]) => [
    { who, person, headers: {} },
    { who: `${who} abroad`, person, headers: ABROAD },
  ]);
};

test('batched requests get the same responses as single ones, with few statements', async () => {
  const performer = await createPerformer(app, { monthlyPrice: 0 });
  const ids = [
    await createFeed(performer),
    await createFeed(performer, { audience: 'followers' }),
    await createFeed(performer, { audience: 'subscribers' }),
    await createFeed(performer, { audience: 'buyers', price: 2 }),
  ];
  const deleted = await createFeed(performer, { audience: 'buyers', price: 2 });
  const viewerCases = await makeViewerCases(performer, deleted);
  await performer.client.call('DELETE /performer/feeds/{id}', { params: { id: deleted } });
  await app.settle();
  const asks = viewerCases.flatMap((viewerCase) => [...ids, deleted, performer.id].map((id) => ({ ...viewerCase, id })));
  const ask = async ({ person, headers, id }: (typeof asks)[number]) => {
    const { status, data } = await (person?.client ?? app.client()).send('GET /feeds/{id}', { params: { id }, headers });
    return { status, data };
  };
  const alone: Awaited<ReturnType<typeof ask>>[] = [];
  for (const one of asks) alone.push(await ask(one));
  // The responses differ as they should: not all refused, not all open.
  const allowed = (who: string) => asks.flatMap((one, n) => (one.who === who ? [alone[n]!.data?.access?.allowed ?? null] : []));
  expect(allowed('visitor')).toEqual([true, false, false, false, null, null]);
  expect(allowed('follower')).toEqual([true, true, false, false, null, null]);
  expect(allowed('subscriber')).toEqual([true, true, true, false, null, null]);
  expect(allowed('buyer')).toEqual([true, false, false, false, true, null]);
  expect(allowed('blocked')).toEqual([null, null, null, null, null, null]);
  expect(allowed('fan abroad')).toEqual([null, null, null, null, null, null]);
  expect(allowed('performer abroad').slice(0, 4)).toEqual([true, true, true, true]);
  expect(allowed('admin').slice(0, 4)).toEqual([true, true, true, true]);

  // All within one turn of the event loop, as no network would deliver them: 96 requests, 32 in a statement.
  const { sessions, database } = app.platform;
  const viewers = await Promise.all(asks.map(async ({ person }) => (person ? (await sessions.find(person.client.token!))! : VISITOR)));
  const spy = vi.spyOn(
    Object.getPrototypeOf(database.getExecutor()) as { executeQuery(query: { sql: string }): Promise<unknown> },
    'executeQuery',
  );
  const together = await Promise.all(
    asks.map(({ headers, id }, n) =>
      getItem<FeedView>(app.platform, 'feed', { viewer: viewers[n]!, country: headers === ABROAD ? 'US' : null, locale: 'en' }, id).then(
        (data) => ({ status: 200, data }),
        ({ code }: CodedError) => ({ status: code === 'NOT_FOUND' ? 404 : 500, data: undefined }),
      ),
    ),
  );
  const statements = spy.mock.calls.filter(([{ sql: text }]) => text.includes('request (item_id'));
  spy.mockRestore();
  for (const [n, { who }] of asks.entries()) expect({ who, ...together[n] }).toEqual({ who, ...alone[n] });
  expect(asks).toHaveLength(96);
  expect(statements).toHaveLength(3);
});

test('home feeds read concurrently are separate, page by page', async () => {
  const [one, other] = [await createPerformer(app, { monthlyPrice: 0 }), await createPerformer(app)];
  const fans = await Promise.all([1, 2, 3, 4, 5, 6].map(() => createFan(app)));
  for (const [n, fan] of fans.entries())
    for (const whom of [[one], [other], [one, other]][n % 3]!)
      await fan.client.call('POST /reactions', { body: { objectId: whom.id, objectType: 'performer', action: 'follow' } });
  const feeds: { id: string; by: Person }[] = [];
  for (let n = 0; n < 5; n += 1)
    for (const by of [one, other]) {
      feeds.unshift({ id: await createFeed(by, { photos: 0 }), by });
      app.clock.advance(1000);
    }
  await sql`insert into blocks (performer_id, account_id) values (${other.id}::uuid, ${fans[5]!.id}::uuid)`.execute(app.platform.database);
  await app.settle();
  const page = (fan: Person, after?: string) =>
    fan.client.call('GET /feeds/home-feeds', { query: { limit: 3, ...(after ? { after } : {}) } });
  const whole = async (fan: Person): Promise<string[]> => {
    const ids: string[] = [];
    let after: string | null | undefined;
    while (after !== null) {
      const answer = await page(fan, after);
      ids.push(...answer.data.map(({ _id }) => _id));
      ({ after } = answer);
    }
    return ids;
  };
  const expected = (n: number) =>
    feeds.filter(({ by }) => (n % 3 !== 1 && by === one) || (n % 3 !== 0 && by === other && n !== 5)).map(({ id }) => id);
  const homes = await Promise.all(fans.map(whole));
  for (const [n, home] of homes.entries()) expect(home).toEqual(expected(n));
});

test('the total of a home feed is recounted after a new post, and exact when all are shown', async () => {
  const performer = await createPerformer(app);
  const fan = await createFan(app);
  await fan.client.call('POST /reactions', { body: { objectId: performer.id, objectType: 'performer', action: 'follow' } });
  const post = async () => {
    const id = await createFeed(performer, { photos: 0 });
    app.clock.advance(1000);
    await app.settle();
    return id;
  };
  const total = async (limit = 1) => (await fan.client.call('GET /feeds/home-feeds', { query: { limit } })).total;
  await post();
  expect(await total()).toBe(1);
  await post();
  expect(await total()).toBe(2);
  const last = await post();
  expect(await total()).toBe(3);
  await performer.client.call('DELETE /performer/feeds/{id}', { params: { id: last } });
  await app.settle();
  expect(await total(3)).toBe(2);
});
