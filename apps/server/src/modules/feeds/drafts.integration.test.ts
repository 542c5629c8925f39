import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, createAdmin, createFan, createFeed, createPerformer, picture, topUp } from '../../testing/factories.ts';
import { watchRows } from '../../testing/changed-rows.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { publishDueItems, withdrawExpiredItems } from '../items/index.ts';

let app: TestApp;
let star: Person;
let rival: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp();
  const admin = await createAdmin(app);
  star = await createPerformer(app, { admin, monthlyPrice: 5 });
  rival = await createPerformer(app, { admin });
  fan = await createFan(app);
});
afterAll(() => app.close());

const HOUR = 3_600_000;
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR).toISOString();
/** The platform at a time so many hours later, for its jobs. */
const later = (hours: number) => ({ ...app.platform, clock: { now: () => new Date(Date.now() + hours * HOUR) } });
const see = (person: Person, id: string) => person.client.send('GET /feeds/{id}', { params: { id } });
const stateOf = async (id: string): Promise<string> => (await star.client.call('GET /performer/feeds/{id}', { params: { id } })).state;
const change = (id: string, body: Record<string, unknown>) =>
  star.client.send('POST /performer/feeds/draft/{id}', { params: { id }, body });

describe('a draft', () => {
  test('may be incomplete, is visible to its performer only, and is published once it is complete', async () => {
    const draft = await star.client.call('POST /performer/feeds/draft', { body: { audience: 'buyers', title: 'Etude' } });
    expect([draft.state, draft.price, draft.publishedAt]).toEqual(['draft', null, null]);
    expect((await see(fan, draft._id)).error.error).toBe('NOT_FOUND');
    expect((await see(star, draft._id)).error.error).toBe('NOT_FOUND');
    const found = await star.client.call('GET /performer/feeds/draft/search', { query: { q: 'etu' } });
    expect(found.data.map(({ _id }) => _id)).toEqual([draft._id]);
    expect((await rival.client.call('GET /performer/feeds/draft/search')).total).toBe(0);

    expect((await change(draft._id, { publish: true })).error.error).toBe('FEED_EMPTY');
    expect((await change(draft._id, { publish: true, text: 'A new etude.' })).error.error).toBe('PRICE_REQUIRED');
    expect((await change(draft._id, { text: 'A new etude.' })).data.state).toBe('draft');
    // Updating a draft doesn't publish it.
    const put = await star.client.call('PUT /performer/feeds/{id}', { params: { id: draft._id }, body: { price: 3 } });
    expect(put.state).toBe('draft');
    const published = await change(draft._id, { publish: true });
    expect([published.data.state, published.data.publishedAt === null]).toEqual(['active', false]);
    expect((await see(fan, draft._id)).data.access.allowed).toBe(false);
    expect((await change(draft._id, { text: 'Once more.' })).error.error).toBe('FEED_STATE');
    expect((await star.client.call('GET /performer/feeds/draft/search')).total).toBe(0);
  });

  test('with invalid values is refused, and changes nothing', async () => {
    const foreign = await rival.client.call('POST /feeds/files/photo/upload', { files: { file: await picture() } });
    await app.settle();
    const changed = await watchRows(app);
    const refused = async (body: Record<string, unknown>) => (await star.client.raw('POST /performer/feeds/draft', { body })).error.error;
    expect(await refused({ fileIds: [foreign._id] })).toBe('FILE_NOT_YOURS');
    expect(await refused({ audience: 'buyers', price: 10_000_000 })).toBe('AMOUNT_OUT_OF_BOUNDS');
    expect(await refused({ text: 'x'.repeat(10_001) })).toBe('VALIDATION_FAILED');
    expect(await refused({ scheduledAt: 'tomorrow' })).toBe('VALIDATION_FAILED');
    await app.settle();
    expect(await changed()).toEqual({});
  });
});

describe('a scheduled post', () => {
  test('is published once at its time, by two nodes too; until then nobody sees it', async () => {
    const made = await star.client.call('POST /performer/feeds', { body: { text: 'Tonight.', scheduledAt: inHours(2) } });
    expect([made.state, made.publishedAt]).toEqual(['scheduled', null]);
    expect((await see(fan, made._id)).error.error).toBe('NOT_FOUND');
    expect(await publishDueItems(later(1))).toBe(0);
    const counts = await Promise.all([publishDueItems(later(3)), publishDueItems(later(3))]);
    expect(counts[0]! + counts[1]!).toBe(1);
    await app.settle();
    expect((await see(fan, made._id)).status).toBe(200);
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from outbox where event = 'items.published' and payload ->> 'itemId' = ${made._id}`.execute(
      app.platform.database,
    );
    expect(rows[0]!.count).toBe(1);
  });

  test('is moved, made a draft or published at once; an expiry before its time is refused', async () => {
    const { _id } = await star.client.call('POST /performer/feeds', { body: { text: 'Tonight.', scheduledAt: inHours(2) } });
    const moved = await star.client.call('PUT /performer/feeds/{id}', { params: { id: _id }, body: { scheduledAt: inHours(5) } });
    expect(moved.state).toBe('scheduled');
    expect(await publishDueItems(later(3))).toBe(0);
    const early = await star.client.send('PUT /performer/feeds/{id}', { params: { id: _id }, body: { expiresAt: inHours(4) } });
    expect(early.error.error).toBe('VALIDATION_FAILED');
    expect((await change(_id, {})).data.state).toBe('draft');
    expect(await publishDueItems(later(9))).toBe(0);
    expect((await change(_id, { publish: true, scheduledAt: null })).data.state).toBe('active');
  });
});

describe('a post with an expiry', () => {
  test('is withdrawn to a draft when it expires; its buyers keep it, others find nothing', async () => {
    const id = await createFeed(star, { audience: 'buyers', price: 2 });
    await star.client.call('PUT /performer/feeds/{id}', { params: { id }, body: { expiresAt: inHours(1) } });
    await topUp(app, fan, 5);
    await fan.client.call('POST /payment-wallet/purchase-feed', { body: { feedId: id } });
    expect(await withdrawExpiredItems(later(0.5))).toBe(0);
    const counts = await Promise.all([withdrawExpiredItems(later(2)), withdrawExpiredItems(later(2))]);
    expect(counts[0]! + counts[1]!).toBe(1);
    await app.settle();
    expect(await stateOf(id)).toBe('draft');
    expect((await see(fan, id)).data.access).toEqual({ allowed: true, reason: 'buyer' });
    expect((await see(rival, id)).error.error).toBe('NOT_FOUND');
    const buying = await rival.client.send('POST /payment-wallet/purchase-feed', { body: { feedId: id } });
    expect(buying.error.error).toBe('NOT_FOR_SALE');
  });

  test('in the past is refused', async () => {
    const { error } = await star.client.send('POST /performer/feeds', { body: { text: 'Gone.', expiresAt: inHours(-1) } });
    expect(error.error).toBe('VALIDATION_FAILED');
  });
});

describe('bookmarked posts', () => {
  test('are listed latest bookmark first, without deleted ones', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      const id = await createFeed(star, { photos: 0, text: `No. ${n}` });
      await fan.client.call('POST /reactions', { body: { objectType: 'feed', objectId: id, action: 'bookmark' } });
      ids.push(id);
    }
    const page = await fan.client.call('GET /reactions/feeds/bookmark', { query: { limit: 2 } });
    expect([page.data.map(({ _id }) => _id), page.total, page.data[0]!.isBookmarked]).toEqual([[ids[2], ids[1]], 3, true]);
    const rest = await fan.client.call('GET /reactions/feeds/bookmark', { query: { limit: 2, after: page.after! } });
    expect([rest.data.map(({ _id }) => _id), rest.after]).toEqual([[ids[0]], null]);
    await star.client.call('DELETE /performer/feeds/{id}', { params: { id: ids[2]! } });
    const left = await fan.client.call('GET /reactions/feeds/bookmark');
    expect(left.data.map(({ _id }) => _id)).toEqual([ids[1], ids[0]]);
    expect((await rival.client.call('GET /reactions/feeds/bookmark')).data).toEqual([]);
  });
});
