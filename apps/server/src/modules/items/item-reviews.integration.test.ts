import type { EndpointKey } from '@stagedoor/contract/endpoint';
import { isInTimelines } from '@stagedoor/contract/items.values';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Person, createAdmin, createFan, createFeed, createPerformer, picture, topUp, unique } from '../../testing/factories.ts';
import { createGallery, createPhoto, uploadPhoto } from '../../testing/gallery-fixtures.ts';
import { offerProduct } from '../../testing/product-fixtures.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { createReel, createVideo } from '../../testing/video-fixtures.ts';
import { publishDueItems } from './items.jobs.ts';

let app: TestApp;
let admin: Person;
let star: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  fan = await createFan(app);
  await topUp(app, fan, 100);
});
beforeEach(async () => {
  await review(true);
  star = await createPerformer(app, { admin, monthlyPrice: 5 });
  await fan.client.call('PUT /notifications/bells/{id}', { params: { id: star.id }, body: { posts: true } });
  await fan.client.call('POST /reactions', { body: { objectType: 'performer', objectId: star.id, action: 'follow' } });
});
afterAll(() => app.close());

const review = (on: boolean, first = 0) => app.platform.settings.change({ reviewBeforePublishing: on, reviewFirstItems: first }, admin.id);
const waiting = async (q?: string) => (await admin.client.call('GET /admin/reviews', { query: { limit: 100, ...(q ? { q } : {}) } })).data;
const look = (id: string) => admin.client.call('GET /admin/reviews/{id}', { params: { id } });
const approve = (id: string, version: number, by = admin) =>
  by.client.send('POST /admin/reviews/{id}/approve', { params: { id }, body: { version } });
const reject = (id: string, version: number, note = 'The cover shows a brand.') =>
  admin.client.send('POST /admin/reviews/{id}/reject', { params: { id }, body: { version, note } });
const approved = async (id: string): Promise<void> => {
  expect((await approve(id, (await look(id)).version)).status).toBe(200);
  await app.settle();
};
const stateOf = async (id: string): Promise<string> =>
  (await app.platform.database.selectFrom('items').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;
const eventsOf = async (id: string, event: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from outbox where event = ${event} and payload ->> 'itemId' = ${id}`.execute(app.platform.database);
  return rows[0]!.count;
};
const own = (id: string) => star.client.call('GET /performer/feeds/{id}', { params: { id } });
const isShown = async (id: string, by = fan): Promise<boolean> =>
  (await by.client.send('GET /feeds/{id}', { params: { id } })).status === 200;
const noticesOf = async (person: Person, kind: string) =>
  (await person.client.call('GET /notifications', { query: { limit: 100 } })).data.filter((one) => one.kind === kind);
const photo = async (): Promise<string> =>
  (await star.client.call('POST /feeds/files/photo/upload', { files: { file: await picture({ hue: 9 }) } }))._id;

/** Every kind that performers publish: how it is made, and the calls by which others would find it. */
const KINDS: Readonly<
  Record<string, { make: (title: string) => Promise<string>; page: EndpointKey; lists: readonly [EndpointKey, Record<string, unknown>?][] }>
> = {
  feed: {
    make: (title) => createFeed(star, { title }),
    page: 'GET /feeds/{id}',
    lists: [['GET /feeds', { performerId: 'star' }], ['GET /feeds', { q: 'title' }], ['GET /feeds/home-feeds']],
  },
  gallery: {
    make: async (title) => (await createGallery(star, { title }))._id,
    page: 'GET /performer-assets/galleries/{id}/view',
    lists: [['GET /performer-assets/galleries/search', { q: 'title' }], ['GET /feeds/home-feeds']],
  },
  photo: {
    make: (title) => createPhoto(star, { title }),
    page: 'GET /performer-assets/photos/{id}/view',
    lists: [['GET /performer-assets/photos', { performerId: 'star' }]],
  },
  video: {
    make: async (title) => (await createVideo(star, { title }))._id,
    page: 'GET /performer-assets/videos/{id}',
    lists: [['GET /performer-assets/videos/search', { q: 'title' }], ['GET /feeds/home-feeds']],
  },
  reel: {
    make: (title) => createReel(star, title),
    page: 'GET /user/performer-assets/reels/{id}',
    lists: [['GET /videos/reels', { limit: 50 }], ['GET /feeds/home-feeds']],
  },
  product: {
    make: (title) => offerProduct(star, { name: title }),
    page: 'GET /performer-assets/products/{id}',
    lists: [['GET /performer-assets/products/search', { performerId: 'star' }]],
  },
};

describe.each(Object.entries(KINDS))('a %s', (kind, { make, page, lists }) => {
  test('waits for its approval, unseen by others, and is then published once', async () => {
    const title = unique('Nightfall');
    const id = await make(title);
    await app.settle();
    const words: Record<string, unknown> = { star: star.id, title };
    const listed = async () => {
      const found: boolean[] = [];
      for (const [key, query = {}] of lists) {
        const asked = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, words[value as string] ?? value]));
        found.push(JSON.stringify((await fan.client.raw(key, { query: asked } as never)).data).includes(id));
      }
      return found;
    };
    const opened = async () => (await fan.client.raw(page, { params: { id } } as never)).status;
    const told = async () => (await noticesOf(fan, 'post')).filter(({ object }) => object?.id === id).length;
    const counts = async () => (await fan.client.call('GET /performers/{id}', { params: { id: star.id } })).counts;
    const homes = async () =>
      (await app.platform.database.selectFrom('timelines').select('item_id').where('item_id', '=', id).execute()).length;
    expect([await stateOf(id), await opened(), await listed()]).toEqual(['review', 404, lists.map(() => false)]);
    expect((await app.client().raw(page, { params: { id } } as never)).status).toBe(404);
    expect([await eventsOf(id, 'items.published'), await told(), await homes()]).toEqual([0, 0, 0]);
    const before = await counts();
    expect(await waiting(title)).toMatchObject([{ _id: id, kind, title, performer: { _id: star.id }, wasPublished: false }]);
    await approved(id);
    expect([await stateOf(id), await opened(), await listed()]).toEqual(['active', 200, lists.map(() => true)]);
    expect([await eventsOf(id, 'items.published'), await waiting(title)]).toEqual([1, []]);
    expect(await counts()).not.toEqual(before);
    // One follower, who rang.
    const times = isInTimelines(kind) ? 1 : 0;
    expect([await told(), await homes()]).toEqual([times, times]);
    expect(await noticesOf(star, 'review')).toMatchObject([{ text: expect.stringContaining(title) }]);
  });
});

describe('the setting', () => {
  test('is off by default: nothing waits, and nothing is written about it', async () => {
    await review(false);
    const id = await createFeed(star, { photos: 0 });
    await star.client.call('PUT /performer/feeds/{id}', { params: { id }, body: { fileIds: [await photo()] } });
    const rows = await app.platform.database.selectFrom('item_reviews').selectAll().where('item_id', '=', id).execute();
    expect([await stateOf(id), rows, await star.client.call('GET /performer/review')]).toEqual([
      'active',
      [],
      { isRequired: false, remaining: null },
    ]);
  });

  test('may be for the first items of each performer; what was taken down doesn’t count', async () => {
    await review(true, 2);
    const ask = () => star.client.call('GET /performer/review');
    expect(await ask()).toEqual({ isRequired: true, remaining: 2 });
    const [first, second] = [await createFeed(star, { photos: 0 }), await createFeed(star, { photos: 0 })];
    await approved(first);
    await approved(second);
    expect(await ask()).toEqual({ isRequired: false, remaining: 0 });
    expect(await stateOf(await createFeed(star, { photos: 0 }))).toBe('active');
    await sql`update items set state = 'taken-down' where performer_id = ${star.id}::uuid`.execute(app.platform.database);
    expect(await ask()).toEqual({ isRequired: true, remaining: 2 });
    expect(await stateOf(await createFeed(star, { photos: 0 }))).toBe('review');
  });

  test('switched off, what waits still needs a decision', async () => {
    const id = await createFeed(star, { photos: 0 });
    await review(false);
    await star.client.call('PUT /performer/feeds/{id}', { params: { id }, body: { text: 'Other words.' } });
    expect(await stateOf(id)).toBe('review');
    await approved(id);
    expect(await stateOf(id)).toBe('active');
  });
});

describe('a decision', () => {
  test('of two admins at once, or of the same one twice, publishes once', async () => {
    const second = await createAdmin(app);
    for (let round = 0; round < 3; round += 1) {
      const id = await createFeed(star, { photos: 0 });
      const { version } = await look(id);
      const statuses = await Promise.all([approve(id, version), approve(id, version, second), approve(id, version)]);
      expect(statuses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
      await app.settle();
      expect([await eventsOf(id, 'items.published'), await eventsOf(id, 'items.reviewed')]).toEqual([1, 1]);
      const { rows } = await sql<{
        count: number;
      }>`select count(*)::int from audit_log where object_id = ${id} and action = 'content.approved'`.execute(app.platform.database);
      expect(rows[0]!.count).toBe(1);
      expect((await noticesOf(fan, 'post')).filter(({ object }) => object?.id === id)).toHaveLength(1);
    }
  });

  test('approved and rejected at once is one of the two, in whole', async () => {
    for (let round = 0; round < 3; round += 1) {
      const id = await createFeed(star, { photos: 0 });
      const { version } = await look(id);
      const [yes, no] = await Promise.all([approve(id, version), reject(id, version)]);
      await app.settle();
      expect([yes.status, no.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
      expect([await stateOf(id), await eventsOf(id, 'items.published'), (await own(id)).rejection === null]).toEqual(
        yes.status === 200 ? ['active', 1, true] : ['draft', 0, false],
      );
    }
  });

  test('and a deletion at once: it is gone either way', async () => {
    const id = await createFeed(star, { photos: 0 });
    const { version } = await look(id);
    const [, removed] = await Promise.all([approve(id, version), star.client.send('DELETE /performer/feeds/{id}', { params: { id } })]);
    await app.settle();
    expect([removed.status, await stateOf(id), await isShown(id)]).toEqual([200, 'deleted', false]);
    expect((await approve(id, version)).error.error).toBe('REVIEW_STATE');
    expect((await admin.client.send('GET /admin/reviews/{id}', { params: { id } })).status).toBe(404);
  });

  test('on what was changed meanwhile is refused', async () => {
    const id = await createFeed(star, { photos: 0 });
    const { version } = await look(id);
    await star.client.call('PUT /performer/feeds/{id}', { params: { id }, body: { text: 'Something else.' } });
    expect((await approve(id, version)).error.error).toBe('REVIEW_STATE');
    expect([await stateOf(id), (await look(id)).text]).toEqual(['review', 'Something else.']);
    await approved(id);
  });
});

test('rejected, it is a draft again with the reason, is told by notice and mail, and can be sent again', async () => {
  const title = unique('Harbour');
  const id = await createFeed(star, { title });
  expect((await reject(id, (await look(id)).version, '')).status).toBe(422);
  expect((await reject(id, (await look(id)).version)).status).toBe(200);
  await app.settle();
  expect(await own(id)).toMatchObject({ state: 'draft', rejection: { note: 'The cover shows a brand.' } });
  expect([await isShown(id), await waiting(title)]).toEqual([false, []]);
  expect(await noticesOf(star, 'review')).toMatchObject([{ text: expect.stringContaining(title), path: '/model/feeds' }]);
  const mails = await app.mailsTo(star.email);
  expect(mails.filter((mail) => mail.includes('The cover shows a brand.') && mail.includes(title))).toHaveLength(1);
  const sent = await star.client.call('POST /performer/feeds/draft/{id}', {
    params: { id },
    body: { title, text: 'Without it.', fileIds: [await photo()], publish: true },
  });
  expect(sent).toMatchObject({ state: 'review', rejection: null });
  expect(await look(id)).toMatchObject({ rejectionNote: 'The cover shows a brand.', text: 'Without it.' });
  await approved(id);
  expect([await isShown(id), (await own(id)).rejection]).toEqual([true, null]);
});

test('scheduled, it is reviewed before, and published at its time; approved late, at once', async () => {
  const hour = 3_600_000;
  const at = (hours: number) => new Date(app.clock.now().getTime() + hours * hour).toISOString();
  const later = (hours: number) => ({
    ...app.platform,
    clock: { ...app.platform.clock, now: () => new Date(app.clock.now().getTime() + hours * hour) },
  });
  const schedule = async (hours: number) =>
    (await star.client.call('POST /performer/feeds', { body: { text: 'Soon.', scheduledAt: at(hours) } }))._id;
  const [early, late, waitingStill] = [await schedule(2), await schedule(2), await schedule(2)];
  await approved(early);
  expect([await stateOf(early), await stateOf(late), await isShown(early)]).toEqual(['scheduled', 'review', false]);
  await publishDueItems(later(3));
  await app.settle();
  expect([await stateOf(early), await stateOf(waitingStill), await isShown(early)]).toEqual(['active', 'review', true]);
  expect(await eventsOf(early, 'items.published')).toBe(1);
  await sql`update items set scheduled_at = now() - interval '1 hour' where id = ${late}::uuid`.execute(app.platform.database);
  await approved(late);
  expect([await stateOf(late), await isShown(late)]).toEqual(['active', true]);
  // Scheduled before the setting was on.
  await review(false);
  const unreviewed = await schedule(2);
  await review(true);
  await publishDueItems(later(3));
  expect(await stateOf(unreviewed)).toBe('review');
});

describe('a published item', () => {
  test('with a new file is reviewed again and kept from its buyers too, until it is approved or rejected and sent again', async () => {
    const id = await createFeed(star, { audience: 'buyers', price: 2, title: 'For sale' });
    await approved(id);
    await fan.client.call('POST /payment-wallet/purchase-feed', { body: { feedId: id } });
    await star.client.call('PUT /performer/feeds/{id}', { params: { id }, body: { fileIds: [await photo()] } });
    await app.settle();
    const bought = async () =>
      (await fan.client.call('GET /feeds', { query: { performerId: star.id } })).data.some(({ _id }) => _id === id);
    expect([await stateOf(id), await isShown(id), await bought()]).toEqual(['review', false, false]);
    expect(await look(id)).toMatchObject({ wasPublished: true });
    await reject(id, (await look(id)).version);
    // Buyers see a draft that was published, but not one with what was rejected.
    expect([await stateOf(id), await isShown(id)]).toEqual(['draft', false]);
    await star.client.call('POST /performer/feeds/draft/{id}', { params: { id }, body: { title: 'For sale', publish: true } });
    await approved(id);
    expect([await isShown(id), await bought(), (await noticesOf(fan, 'post')).filter(({ object }) => object?.id === id).length]).toEqual([
      true,
      true,
      1,
    ]);
  });

  test('keeps its approval when words beside its pictures, their order or its price change; words by themselves are reviewed', async () => {
    const [pictured, worded] = [await createFeed(star, { photos: 2 }), await createFeed(star, { photos: 0, text: 'Words.' })];
    await approved(pictured);
    await approved(worded);
    const files = (await own(pictured)).files.map(({ _id }) => _id);
    await star.client.call('PUT /performer/feeds/{id}', {
      params: { id: pictured },
      body: { text: 'Better words.', fileIds: files.toReversed(), audience: 'subscribers' },
    });
    await star.client.call('PUT /performer/feeds/{id}', { params: { id: worded }, body: { text: 'Other words.' } });
    expect([await stateOf(pictured), await stateOf(worded)]).toEqual(['active', 'review']);
  });

  test('taken down while it waits is not published by being shown again', async () => {
    const id = await createFeed(star);
    await approved(id);
    await star.client.call('PUT /performer/feeds/{id}', { params: { id }, body: { fileIds: [await photo()] } });
    await admin.client.call('POST /admin/content/{id}/take-down', { params: { id }, body: { note: 'At once.' } });
    await admin.client.call('POST /admin/content/{id}/restore', { params: { id } });
    expect([await stateOf(id), await isShown(id)]).toEqual(['review', false]);
  });

  test('a gallery with another photo waits with all its photos', async () => {
    const { _id: id, photoIds } = await createGallery(star, { title: unique('Stage'), audience: 'buyers', price: 2 });
    await approved(id);
    await fan.client.call('POST /payment-wallet/purchase-gallery', { body: { galleryId: id } });
    const shown = async (photoId: string) =>
      (await fan.client.send('GET /performer-assets/photos/{id}/view', { params: { id: photoId } })).status;
    const bought = async () => (await fan.client.call('GET /performer-assets/galleries/purchased')).data.some(({ _id }) => _id === id);
    expect([await shown(photoIds[0]!), await bought()]).toEqual([200, true]);
    await star.client.call('POST /performer/performer-assets/photos', {
      body: { galleryId: id, title: 'One more', fileId: await uploadPhoto(star) },
    });
    expect([await stateOf(id), await shown(photoIds[0]!), await bought()]).toEqual(['review', 404, false]);
    expect(await look(id)).toMatchObject({ furtherWords: ['One more'] });
    await reject(id, (await look(id)).version);
    expect([await stateOf(id), await bought()]).toEqual(['draft', false]);
    await star.client.call('PUT /performer/performer-assets/galleries/{id}', { params: { id }, body: { isDraft: false } });
    // A part's words are its gallery's: what was looked at before can't be approved.
    const { version } = await look(id);
    await star.client.call('PUT /performer/performer-assets/photos/{id}', { params: { id: photoIds[0]! }, body: { title: 'The first' } });
    expect((await approve(id, version)).error.error).toBe('REVIEW_STATE');
    await approved(id);
    expect([await shown(photoIds[0]!), await bought()]).toEqual([200, true]);
  });

  test('a photo by itself that was rejected is sent again by saving it', async () => {
    const id = await createPhoto(star, { title: unique('Alone') });
    await reject(id, (await look(id)).version);
    expect(await stateOf(id)).toBe('draft');
    await star.client.call('PUT /performer/performer-assets/photos/{id}', { params: { id }, body: { title: 'Renamed' } });
    expect(await stateOf(id)).toBe('review');
    await approved(id);
    expect((await fan.client.send('GET /performer-assets/photos/{id}/view', { params: { id } })).status).toBe(200);
  });
});

test('a poll is shown to the admin, and a new one is reviewed', async () => {
  const ask = async (question: string) =>
    (await star.client.call('POST /performer/feeds/polls', { body: { question, options: ['Yes', 'No'], endsAt: null } }))._id;
  const { _id: id } = await star.client.call('POST /performer/feeds', { body: { text: 'Vote.', pollId: await ask('Encore?') } });
  expect((await look(id)).furtherWords).toEqual(['Encore?', 'Yes', 'No']);
  await approved(id);
  await star.client.call('PUT /performer/feeds/{id}', { params: { id }, body: { pollId: await ask('Once more?') } });
  expect(await stateOf(id)).toBe('review');
});
