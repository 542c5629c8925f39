import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, createAdmin, createFan, createFeed, createPerformer, topUp } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

let app: TestApp;
let star: Person;
let rival: Person;
beforeAll(async () => {
  app = await createTestApp();
  const admin = await createAdmin(app);
  star = await createPerformer(app, { admin, monthlyPrice: 0 });
  rival = await createPerformer(app, { admin });
});
afterAll(() => app.close());

const found = async (by: Person, q?: string): Promise<string[]> =>
  (await by.client.call('GET /users/search', { query: { limit: 50, ...(q === undefined ? {} : { q }) } })).data
    .map(({ _id }) => _id)
    .toSorted();

test('a performer finds who follows, subscribed or bought, by any part of a name; all fans only if the site allows it', async () => {
  const [follower, subscriber, buyer, stranger] = await Promise.all([createFan(app), createFan(app), createFan(app), createFan(app)]);
  for (const person of [follower, stranger]) await person.client.call('PUT /users', { body: { name: 'Alex Moreno-Ruiz' } });
  await follower.client.call('POST /reactions', { body: { objectType: 'performer', objectId: star.id, action: 'follow' } });
  await subscriber.client.call('POST /subscriptions/free-subscribe', { body: { performerId: star.id } });
  const feedId = await createFeed(star, { audience: 'buyers', price: 2 });
  await topUp(app, buyer, 10);
  const { priceVersion } = await buyer.client.call('GET /feeds/{id}', { params: { id: feedId } });
  await buyer.client.call('POST /payment-wallet/purchase-feed', { body: { feedId, priceVersion } });

  expect(await found(star)).toEqual([follower.id, subscriber.id, buyer.id].toSorted());
  expect([await found(star, 'moreno'), await found(star, 'ALEX'), await found(star, 'oreno')]).toEqual([[follower.id], [follower.id], []]);
  expect(await found(star, stranger.username)).toEqual([]);
  expect(await found(rival)).toEqual([]);

  // Anybody can be blocked by username.
  await star.client.call('POST /performer/block/users', { body: { username: stranger.username, reason: '' } });
  expect((await stranger.client.send('GET /performers/{id}', { params: { id: star.username } })).status).toBe(404);

  await app.platform.settings.change({ performersFindAllFans: true }, null);
  expect(await found(rival, 'moreno')).toEqual([follower.id, stranger.id].toSorted());
});
