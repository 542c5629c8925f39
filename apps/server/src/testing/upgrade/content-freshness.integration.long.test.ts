import type { FeedView } from '@stagedoor/contract/feeds';
import type { GalleryView } from '@stagedoor/contract/galleries';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withdrawExpiredItems } from '../../modules/items/index.ts';
import { type Person, createAdmin, createFan, createFeed, createPerformer, picture } from '../factories.ts';
import { statementsDuring } from '../sent-statements.ts';
import { type TestApp, createTestApp } from '../test-app.ts';
import { asBlob, captions, video } from '../videos.ts';

let app: TestApp;
/** Another node of the same site. */
let other: TestApp;
let admin: Person;
let star: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp();
  other = await createTestApp({
    database: app.testDatabase,
    dataDirectory: app.dataDirectory,
    now: app.clock.now(),
    environment: { ROLES: 'web' },
  });
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin });
  fan = await createFan(app);
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const nodes = () => [app, other];

/** A feed as each node returns it, by id and in the performer's list; null where it is missing. */
const feedOnEachNode = async (id: string): Promise<(FeedView | null)[]> => {
  const views: (FeedView | null)[] = [];
  for (const node of nodes()) {
    const client = node.client(fan.client.token);
    const { status, data } = await client.send('GET /feeds/{id}', { params: { id } });
    views.push(status === 200 ? data : null);
    const list = await client.call('GET /feeds', { query: { performerId: star.id, limit: 50 } });
    views.push(list.data.find(({ _id }) => _id === id) ?? null);
  }
  return views;
};

const galleryOnEachNode = async (id: string): Promise<GalleryView[]> =>
  Promise.all(nodes().map((node) => node.client(fan.client.token).call('GET /performer-assets/galleries/{id}/view', { params: { id } })));

/** The value that a selection returns for all views. @throws when two views differ */
const agreed = <View, Value>(views: readonly View[], select: (view: View) => Value): Value => {
  const [first, ...rest] = views.map((view) => JSON.stringify(select(view)));
  for (const one of rest) expect(one).toBe(first);
  return JSON.parse(first ?? 'null') as Value;
};

const pathOf = (url: string | undefined): string | undefined => url?.split('?')[0];
const uploadPhoto = async (): Promise<string> =>
  (await star.client.call('POST /feeds/files/photo/upload', { files: { file: await picture() } }))._id;
const change = (id: string, body: Record<string, unknown>) =>
  star.client.call('PUT /performer/feeds/{id}', { params: { id }, body: body as never });

describe('the next read of a feed, on every node, shows a change of', () => {
  let id: string;
  beforeAll(async () => {
    id = await createFeed(star, { title: 'Before', text: 'Before.' });
    await app.settle();
  });

  /** The change; the part of the card that differs then; whether it is visible once its event is dispatched. */
  const changes: [string, () => Promise<unknown>, (view: FeedView) => unknown, 'dispatched'?][] = [
    ['its title', () => change(id, { title: 'After' }), ({ title }) => title],
    ['its text', () => change(id, { text: 'After.' }), ({ text }) => text],
    ['its file', async () => change(id, { fileIds: [await uploadPhoto()] }), ({ photos }) => photos.map(({ _id }) => _id)],
    ['its price', () => change(id, { price: 7, audience: 'subscribers' }), ({ price, priceVersion }) => [price, priceVersion]],
    ['its audience', () => change(id, { audience: 'everyone', price: null }), ({ audience, access }) => [audience, access]],
    [
      'its expiry',
      () => change(id, { expiresAt: new Date(app.clock.now().getTime() + 86_400_000).toISOString() }),
      ({ expiresAt }) => expiresAt,
    ],
    ['its pin', () => star.client.call('POST /performer/feeds/pin-to-profile/{id}', { params: { id } }), ({ isPinned }) => isPinned],
    [
      'its performer’s name',
      () => star.client.call('PUT /performers', { body: { name: 'Another name' } }),
      ({ performer }) => performer.name,
    ],
    ['its performer’s craft', () => star.client.call('PUT /performers', { body: { craft: 'Dance' } }), ({ performer }) => performer.craft],
    [
      'its performer’s avatar',
      async () => star.client.call('POST /performers/avatar/upload', { files: { avatar: await picture() } as never }),
      ({ performer }) => pathOf(performer.avatar),
    ],
    [
      'its poll',
      async () => {
        const { _id } = await star.client.call('POST /performer/feeds/polls', {
          body: { question: 'Which?', options: ['One', 'Two'] } as never,
        });
        return change(id, { pollId: _id });
      },
      ({ poll }) => poll?.question,
    ],
    [
      'the votes in its poll',
      async () => {
        const { poll } = await fan.client.call('GET /feeds/{id}', { params: { id } });
        return fan.client.call('POST /feeds/vote/{id}', { params: { id: poll!._id }, body: { optionId: poll!.options[0]!._id } });
      },
      ({ poll }) => [poll?.totalVotes, poll?.votedFor],
      'dispatched',
    ],
    [
      'its likes',
      () => fan.client.call('POST /reactions', { body: { objectId: id, objectType: 'feed', action: 'like' } }),
      ({ counts, isLiked }) => [counts.likes, isLiked],
      'dispatched',
    ],
    [
      'a rendition of its photo',
      async () => {
        const { files } = await star.client.call('GET /performer/feeds/{id}', { params: { id } });
        await app.platform.jobs.enqueue(app.platform.database, 'files:avif', { fileId: files[0]!._id, mark: null });
      },
      ({ photos }) => photos.map(({ avif = [] }) => avif.length),
      'dispatched',
    ],
  ];
  test.each(changes)('%s', async (_, make, select, when) => {
    const before = agreed(await feedOnEachNode(id), (view) => select(view!));
    expect(agreed(await feedOnEachNode(id), (view) => select(view!))).toEqual(before);
    await make();
    if (when === 'dispatched') await app.settle();
    expect(agreed(await feedOnEachNode(id), (view) => select(view!))).not.toEqual(before);
  });

  test('nothing, and is from memory', async () => {
    await feedOnEachNode(id);
    const readContents = async (work: () => Promise<unknown>) =>
      (await statementsDuring(app.platform.database, work)).filter(({ sql: text }) => text.includes('c.photo_count, c.video_ms')).length;
    const repeated = await readContents(() => feedOnEachNode(id));
    const changed = await readContents(async () => {
      await change(id, { title: 'Read again' });
      await feedOnEachNode(id);
    });
    expect(repeated).toBe(0);
    // Once for each node: the list uses what the read by id has cached.
    expect(changed).toBe(2);
  });

  test('its expiry: it is gone', async () => {
    await feedOnEachNode(id);
    for (const { clock } of nodes()) clock.advance(2 * 86_400_000);
    await withdrawExpiredItems(app.platform);
    expect(await feedOnEachNode(id)).toEqual([null, null, null, null]);
  });

  test('a take-down: it is gone', async () => {
    const taken = await createFeed(star, { photos: 0, text: 'To be taken down.' });
    expect(await feedOnEachNode(taken)).not.toContain(null);
    await app.client().call('POST /takedowns', {
      body: {
        url: `http://localhost:8080/feeds/${taken}`,
        reason: 'copyright',
        statement: 'This is a piece of mine.',
        name: 'Ana Prado',
        email: 'ana@example.org',
        goodFaith: true,
      },
    });
    const notice = (await admin.client.call('GET /admin/takedowns')).data.find(({ target }) => target?._id === taken)!;
    await admin.client.call('POST /admin/takedowns/{id}/decide', {
      params: { id: notice._id },
      body: { decision: 'upheld', note: 'So it is.' },
    });
    expect(await feedOnEachNode(taken)).toEqual([null, null, null, null]);
  });
});

test('the next read of a video shows its new thumbnail, and added and removed captions', async () => {
  const { _id: file } = await star.client.call('POST /performer/media-libraries/upload', {
    body: { name: 'Film' } as never,
    files: { file: asBlob(await video({ seconds: 0.3 })) },
  });
  const { _id: id } = await star.client.call('POST /performer/feeds', { body: { text: 'A film.', fileIds: [file] } });
  await app.settle();
  // Captions change with their file's event.
  const locales = async () => {
    await app.settle();
    return agreed(await feedOnEachNode(id), (view) => view!.video?.captions.map(({ locale }) => locale));
  };
  expect(await locales()).toEqual([]);
  await star.client.call('PUT /performer/media-libraries/{id}/captions', {
    params: { id: file },
    body: { locale: 'en' },
    files: { file: captions() },
  });
  expect(await locales()).toEqual(['en']);
  await star.client.call('DELETE /performer/media-libraries/{id}/captions/{locale}', { params: { id: file, locale: 'en' } });
  expect(await locales()).toEqual([]);

  const poster = async () => agreed(await feedOnEachNode(id), (view) => pathOf(view!.video?.poster?.sources[0]?.url));
  const before = await poster();
  const { _id: thumbnailId } = await star.client.call('POST /feeds/files/thumbnail/upload', { files: { file: await picture() } });
  await change(id, { thumbnailId });
  expect(await poster()).toContain(thumbnailId);
  expect(before).not.toContain(thumbnailId);
});

test('the next read of a gallery shows its new order of photos, its new cover and its new texts', async () => {
  const upload = async () =>
    (
      await star.client.call('POST /performer/performer-assets/photos/upload', {
        files: { file: await picture({ width: 160, height: 120 }) },
      })
    )._id;
  const fileIds = [await upload(), await upload(), await upload()];
  const gallery = await star.client.call('POST /performer/performer-assets/galleries', { body: { title: 'Backstage', fileIds } });
  const { _id: id, photoIds } = gallery;
  const order = async () => agreed(await galleryOnEachNode(id), ({ photos }) => photos.map(({ _id }) => _id));
  expect(await order()).toEqual(photoIds);
  const edit = (body: Record<string, unknown>) =>
    star.client.call('PUT /performer/performer-assets/galleries/{id}', { params: { id }, body: body as never });
  await edit({ fileIds: fileIds.toReversed() });
  expect(await order()).toEqual(photoIds.toReversed());
  const cover = async () => agreed(await galleryOnEachNode(id), (view) => pathOf(view.cover?.sources[0]?.url));
  const before = await cover();
  await star.client.call('POST /performer/performer-assets/photos/set-cover/{id}', { params: { id: photoIds[0]! } });
  expect(await cover()).not.toBe(before);
  await edit({ title: 'Backstage, again', description: 'After the show.', tags: ['stage'] });
  expect(agreed(await galleryOnEachNode(id), ({ title, description, tags }) => [title, description, tags])).toEqual([
    'Backstage, again',
    'After the show.',
    ['stage'],
  ]);
});
