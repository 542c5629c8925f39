import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, createAdmin, createFan, createFeed, createPerformer } from '../../testing/factories.ts';
import { createGallery } from '../../testing/gallery-fixtures.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { countEndedSubscriptions } from './performer-counts.ts';

let app: TestApp;
let performer: Person;
beforeAll(async () => {
  app = await createTestApp();
  performer = await createPerformer(app, { admin: await createAdmin(app), monthlyPrice: 0 });
});
afterAll(() => app.close());

const counts = async () => {
  const row = await app.platform.database
    .selectFrom('performer_counters')
    .select(['follower_count', 'subscriber_count', 'post_count'])
    .where('performer_id', '=', performer.id)
    .executeTakeFirstOrThrow();
  return [row.follower_count, row.subscriber_count, row.post_count];
};

test('followers, subscribers and posts are counted when they change, expired subscriptions every night', async () => {
  const [one, two] = [await createFan(app), await createFan(app)];
  const follow = { objectId: performer.id, objectType: 'performer', action: 'follow' } as const;
  await one.client.call('POST /reactions', { body: follow });
  for (const fan of [one, two]) await fan.client.call('POST /subscriptions/free-subscribe', { body: { performerId: performer.id } });
  const feedId = await createFeed(performer, { photos: 0 });
  await app.settle();
  expect(await counts()).toEqual([1, 2, 1]);

  await one.client.call('DELETE /reactions', { body: follow });
  await performer.client.call('DELETE /performer/feeds/{id}', { params: { id: feedId } });
  await app.settle();
  expect(await counts()).toEqual([0, 2, 0]);

  const { database, clock } = app.platform;
  await database.updateTable('subscriptions').set({ expires_at: clock.now() }).where('fan_id', '=', two.id).execute();
  await countEndedSubscriptions(app.platform);
  expect(await counts()).toEqual([0, 1, 0]);
});

test('a subscription says how many of each kind besides posts it includes', async () => {
  const gallery = async (audience: 'everyone' | 'subscribers' | 'buyers'): Promise<string> => {
    const { _id } = await createGallery(performer, { audience, ...(audience === 'buyers' ? { price: 5 } : {}) });
    await app.settle();
    return _id;
  };
  const included = async () =>
    (await performer.client.call('GET /performers/{id}', { params: { id: performer.id } })).subscription.kindsIncluded;
  expect(await included()).toEqual({});
  const shared = await gallery('subscribers');
  await gallery('everyone');
  await gallery('buyers');
  expect(await included()).toEqual({ gallery: 2 });
  await performer.client.call('DELETE /performer/performer-assets/galleries/{id}', { params: { id: shared } });
  await app.settle();
  expect(await included()).toEqual({ gallery: 1 });
});
