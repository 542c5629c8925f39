import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sweepItemViews } from '../items/count-item-view.ts';
import { type Person, createAdmin, createFan, createPerformer, picture, topUp } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { createTestNode } from '../../testing/test-node.ts';
import { createRecordedShow, createVideo, uploadFilm } from '../../testing/video-fixtures.ts';
import { ffmpegPath } from '../../testing/videos.ts';
import { rankVideos } from './ranking.queries.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
let admin: Person;
let star: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp({ environment: { FFMPEG_PATH: await ffmpegPath(), TRUST_PROXY: '1' } });
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin, monthlyPrice: 5 });
  fan = await createFan(app);
  await topUp(app, fan, 50);
});
afterAll(() => app.close());

const see = (id: string, client = fan.client) => client.call('GET /performer-assets/videos/{id}', { params: { id } });
const own = (id: string) => star.client.call('GET /performer/performer-assets/videos/{id}/view', { params: { id } });
const view = (id: string, client = fan.client, position: number | null = null, headers = {}) =>
  client.call('POST /performer-assets/videos/{id}/view', { params: { id }, body: { position }, headers });
const active = async (terms: Parameters<typeof createVideo>[1] = {}): Promise<string> => {
  const { _id } = await createVideo(star, terms);
  await app.settle();
  return _id;
};
const errorOf = async (sent: Promise<{ error: { error: string } }>): Promise<string> => (await sent).error.error;

describe('publishing', () => {
  test('a video is processing until its film is encoded; its poster is a frame of it, or a picture of its own', async () => {
    const videoId = await uploadFilm(star, 2);
    const made = await star.client.call('POST /performer/performer-assets/videos', {
      body: { title: 'Rehearsal', description: 'Of the second act.', videoId, thumbnailAt: 1, tags: ['Stage', 'stage'] },
    });
    expect(made).toMatchObject({ kind: 'video', state: 'processing', tags: ['stage'], film: null, views: 0 });
    expect(made.thumbnail).toMatchObject({ kind: 'image', state: 'ready' });
    await app.settle();
    const shown = await own(made._id);
    expect(shown.state).toBe('active');
    expect(shown.film).toMatchObject({ durationSeconds: expect.closeTo(2, 0) as number, width: 160, height: 90 });
    const seen = await see(made._id, app.client());
    expect(seen).toMatchObject({ title: 'Rehearsal', description: 'Of the second act.', resumeAt: null, isFavourite: false });
    expect(seen.video!.poster!.sources.length).toBeGreaterThan(0);

    const { _id: thumbnailId } = await star.client.call('POST /performer/performer-assets/videos/upload', {
      files: { thumbnail: await picture() },
    });
    const changed = await star.client.call('PUT /performer/performer-assets/videos/edit/{id}', {
      params: { id: made._id },
      body: { thumbnailId, title: 'Second act' },
    });
    expect([changed.thumbnail?._id, changed.title, changed.description]).toEqual([thumbnailId, 'Second act', 'Of the second act.']);
    expect(await star.client.call('DELETE /performer/performer-assets/videos/{id}', { params: { id: made._id } })).toEqual({
      success: true,
    });
    expect(await errorOf(fan.client.send('GET /performer-assets/videos/{id}', { params: { id: made._id } }))).toBe('NOT_FOUND');
  });

  test('a draft may lack its film, which publishing needs; what isn’t a film is refused, and so is a frame beyond the end', async () => {
    const { _id } = await star.client.call('POST /performer/performer-assets/videos', { body: { title: 'Not yet', isDraft: true } });
    const edit = (body: Record<string, unknown>) => ({ params: { id: _id }, body }) as never;
    const route = 'PUT /performer/performer-assets/videos/edit/{id}';
    expect(await errorOf(star.client.send(route, edit({ isDraft: false })))).toBe('VIDEO_MISSING');
    expect(await errorOf(star.client.send(route, edit({ thumbnailAt: 1 })))).toBe('VIDEO_MISSING');
    const { _id: pictureId } = await star.client.call('POST /performer/media-libraries/upload', {
      body: {},
      files: { file: await picture() },
    });
    expect(await errorOf(star.client.send(route, edit({ videoId: pictureId })))).toBe('FILE_KIND_REFUSED');
    const videoId = await uploadFilm(star);
    expect(await errorOf(star.client.send(route, edit({ videoId, thumbnailAt: 600 })))).toBe('VALIDATION_FAILED');
    const rival = await createPerformer(app, { admin });
    const theirs = await uploadFilm(rival);
    expect(await errorOf(star.client.send(route, edit({ videoId: theirs })))).toBe('FILE_NOT_YOURS');
    expect(await own(_id)).toMatchObject({ state: 'draft', files: [], thumbnail: null });
    await star.client.call(route, edit({ videoId, isDraft: false }));
    await app.settle();
    expect((await own(_id)).state).toBe('active');
  });

  test('one file a call; none is missing', async () => {
    const route = 'POST /performer/performer-assets/videos/upload';
    expect(await errorOf(star.client.send(route, { files: {} }))).toBe('FILE_MISSING');
    const both = { thumbnail: await picture(), teaser: await picture() };
    expect(await errorOf(star.client.send(route, { files: both }))).toBe('FILE_KIND_REFUSED');
  });

  test('a recording of a public show becomes a draft, once; the film stays when the recording is deleted', async () => {
    const node = createTestNode(app);
    const streamId = await createRecordedShow(star, node);
    const make = () => star.client.call('POST /performer/performer-assets/videos/of-recording/{id}', { params: { id: streamId } });
    const [one, other] = [await make(), await make()];
    expect(one).toMatchObject({ state: 'draft', title: 'Late set' });
    expect(one.thumbnail).not.toBeNull();
    expect(other._id).toBe(one._id);
    await star.client.call('PUT /performer/performer-assets/videos/edit/{id}', { params: { id: one._id }, body: { isDraft: false } });
    await star.client.call('DELETE /streaming/recordings/{id}', { params: { id: streamId } });
    await app.settle();
    const { video: film } = await see(one._id);
    expect((await fetch(app.url + film!.mp4!)).status).toBe(200);
  });
});

describe('what is locked', () => {
  test('stays locked until it is bought, then is among the purchases; locked, it has no views', async () => {
    const id = await active({ audience: 'buyers', price: 3, title: 'For buyers' });
    const locked = await see(id);
    expect([locked.access.allowed, locked.video, locked.preview !== null]).toEqual([false, null, true]);
    expect(await errorOf(fan.client.send('POST /performer-assets/videos/{id}/view', { params: { id }, body: {} }))).toBe('LOCKED');
    await fan.client.call('POST /payment-wallet/purchase-video', { body: { videoId: id } });
    const open = await see(id);
    expect([open.access.allowed, open.video !== null]).toEqual([true, true]);
    const { data } = await fan.client.call('GET /performer-assets/videos/purchased');
    expect(data.map(({ _id }) => _id)).toContain(id);
  });
});

describe('views', () => {
  test('count from the third second on, once a viewer and day; own views, admins’ and repeated ones don’t', async () => {
    const id = await active({ title: 'Watched' });
    const visitor = app.client();
    const from = (address: string) => ({ 'x-forwarded-for': address });
    expect((await view(id, fan.client, 0, from('198.51.100.1'))).views).toBe(0);
    app.clock.advance(2000);
    expect((await view(id, fan.client, 2, from('198.51.100.1'))).views).toBe(0);
    app.clock.advance(1500);
    expect((await view(id, fan.client, 3, from('198.51.100.1'))).views).toBe(1);
    app.clock.advance(5000);
    for (const client of [fan.client, visitor]) expect((await view(id, client, 8, from('198.51.100.1'))).views).toBe(1);
    for (const person of [star, admin]) {
      await view(id, person.client, 0);
      app.clock.advance(4000);
      expect((await view(id, person.client, 4)).views).toBe(1);
    }
    await view(id, visitor, 0, from('198.51.100.2'));
    app.clock.advance(4000);
    expect((await view(id, visitor, 4, from('198.51.100.2'))).views).toBe(2);
    // Concurrent calls count once.
    await view(id, visitor, 0, from('198.51.100.3'));
    app.clock.advance(4000);
    await Promise.all(Array.from({ length: 6 }, () => view(id, visitor, 4, from('198.51.100.3'))));
    expect((await see(id)).views).toBe(3);
    app.clock.advance(2 * DAY_MS);
    expect(await sweepItemViews(app.platform)).toBeGreaterThan(0);
    expect((await see(id)).views).toBe(3);
  });

  test('an account resumes where it stopped, unless that is the beginning or the end', async () => {
    const id = await active({ title: 'Long', seconds: 12 });
    await view(id, fan.client, 7.5);
    expect((await see(id)).resumeAt).toBe(7.5);
    expect((await see(id, star.client)).resumeAt).toBeNull();
    await view(id, fan.client, 2);
    expect((await see(id)).resumeAt).toBeNull();
    await view(id, fan.client, 11.9);
    expect((await see(id)).resumeAt).toBeNull();
  });
});

describe('lists', () => {
  test('favourites and what is watched later are the caller’s own, and videos alone', async () => {
    const id = await active({ title: 'Kept' });
    const react = (action: 'favourite' | 'watchLater', method: 'POST' | 'DELETE' = 'POST') =>
      fan.client.call(`${method} /reactions`, { body: { objectType: 'video', objectId: id, action } });
    expect((await react('favourite')).total).toBe(1);
    await react('watchLater');
    expect(await see(id)).toMatchObject({ isFavourite: true, isWatchLater: true });
    const idsOf = async (list: 'favourites' | 'watch-later') =>
      (await fan.client.call(`GET /reactions/videos/${list}`)).data.map(({ _id }) => _id);
    expect([await idsOf('favourites'), await idsOf('watch-later')]).toEqual([[id], [id]]);
    await react('favourite', 'DELETE');
    expect([await idsOf('favourites'), await idsOf('watch-later')]).toEqual([[], [id]]);
    const feed = { objectType: 'performer' as const, objectId: star.id, action: 'favourite' as const };
    expect(await errorOf(fan.client.send('POST /reactions', { body: feed }))).toBe('VALIDATION_FAILED');
  });

  test('are ranked by sales, likes and views of the period, after what the site placed itself', async () => {
    const [liked, sold, placed] = [
      await active({ title: 'Liked' }),
      await active({ title: 'Sold', audience: 'buyers', price: 1 }),
      await active({ title: 'Placed' }),
    ];
    await fan.client.call('POST /reactions', { body: { objectType: 'video', objectId: liked, action: 'like' } });
    await fan.client.call('POST /payment-wallet/purchase-video', { body: { videoId: sold } });
    await app.platform.database.updateTable('videos').set({ place: 1 }).where('id', '=', placed).execute();
    await app.settle();
    await rankVideos(app.platform);
    const ranked = async (period: 'day' | 'week' | 'all') =>
      (await app.client().call('GET /ranking-videos', { query: { period, limit: 100 } })).data.map(({ _id }) => _id);
    for (const period of ['day', 'all'] as const)
      expect((await ranked(period)).filter((id) => [liked, sold, placed].includes(id))).toEqual([placed, sold, liked]);
    app.clock.advance(8 * DAY_MS);
    await rankVideos(app.platform);
    expect((await ranked('week')).filter((id) => [liked, sold, placed].includes(id))).toEqual([placed]);
    await app.platform.database.updateTable('videos').set({ place: null }).where('id', '=', placed).execute();
  });

  test('followers find a new video at home, and everybody by its words', async () => {
    await fan.client.call('POST /reactions', { body: { objectType: 'performer', objectId: star.id, action: 'follow' } });
    await app.settle();
    const id = await active({ title: 'Chiaroscuro' });
    const { data } = await fan.client.call('GET /feeds/home-feeds', { query: { kinds: 'video' } });
    expect(data.map(({ _id }) => _id)).toContain(id);
    const found = await app.client().call('GET /performer-assets/videos/search', { query: { q: 'chiaroscuro' } });
    expect(found.data.map(({ _id }) => _id)).toEqual([id]);
    expect((await app.client().call('GET /search/total', { query: { q: 'chiaroscuro' } })).videos).toBe(1);
  });
});
