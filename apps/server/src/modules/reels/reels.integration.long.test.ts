import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, createAdmin, createFan, createPerformer } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { createReel, film, reelFilm } from '../../testing/video-fixtures.ts';
import { asBlob, ffmpegPath, turned, video } from '../../testing/videos.ts';

let app: TestApp;
let star: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp({ environment: { FFMPEG_PATH: await ffmpegPath() } });
  star = await createPerformer(app, { admin: await createAdmin(app) });
  fan = await createFan(app);
});
afterAll(() => app.close());

const UPLOAD = 'POST /performer/performer-assets/reels/upload';
const errorOf = async (sent: Promise<{ error: { error: string } }>): Promise<string> => (await sent).error.error;
const watch = (id: string, client = fan.client) =>
  client.call('POST /user/performer-assets/reels/{id}/view', { params: { id }, body: { position: 0 } });
const idsOf = async (client = fan.client, query: Record<string, unknown> = {}) =>
  (await client.call('GET /videos/reels', { query })).data.map(({ _id }) => _id);

describe('a reel', () => {
  test('is published when it is encoded, for everybody; changed and deleted by its performer', async () => {
    const made = await star.client.call(UPLOAD, { body: { title: 'Warm-up' }, files: { file: await reelFilm() } });
    expect(made).toMatchObject({ kind: 'reel', state: 'processing', audience: 'everyone', price: null, title: 'Warm-up' });
    await app.settle();
    const seen = await app.client().call('GET /user/performer-assets/reels/{id}', { params: { id: made._id } });
    expect([seen.access.allowed, seen.video?.height, seen.views]).toEqual([true, 160, 0]);
    const changed = await star.client.call('PUT /performer/performer-assets/reels/edit/{id}', {
      params: { id: made._id },
      body: { title: 'Stretching', tags: ['Dance'] },
    });
    expect([changed.title, changed.tags, changed.state]).toEqual(['Stretching', ['dance'], 'active']);
    await star.client.call('DELETE /performer/performer-assets/reels/{id}', { params: { id: made._id } });
    expect(await errorOf(fan.client.send('GET /user/performer-assets/reels/{id}', { params: { id: made._id } }))).toBe('NOT_FOUND');
  });

  // Films of more than a minute are encoded for it.
  test('is taller than wide, also by its rotation, and at most 90 seconds long, also where its file doesn’t say so', {
    timeout: 180_000,
  }, async () => {
    const count = async () => (await star.client.call('GET /performer/performer-assets/reels/search')).total;
    const before = await count();
    expect(await errorOf(star.client.send(UPLOAD, { body: {}, files: { file: await film() } }))).toBe('REEL_SHAPE');
    expect(await errorOf(star.client.send(UPLOAD, { body: {}, files: { file: await film('90x90') } }))).toBe('REEL_SHAPE');
    expect(await errorOf(star.client.send(UPLOAD, { body: {}, files: { file: await reelFilm(91) } }))).toBe('REEL_SHAPE');
    const live = { size: '90x160', extra: ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-live', '1'], name: 'film.webm' };
    const long = asBlob(await video({ ...live, seconds: 91, sound: false }), 'video/webm');
    expect(await errorOf(star.client.send(UPLOAD, { body: {}, files: { file: long } }))).toBe('REEL_SHAPE');
    const text = asBlob(Buffer.from('no film at all, but long enough to be looked at'));
    expect(await errorOf(star.client.send(UPLOAD, { body: {}, files: { file: text } }))).toBe('FILE_KIND_REFUSED');
    expect(await count()).toBe(before);
    const rotated = asBlob(turned(await video({ seconds: 0.5 })));
    const { _id } = await star.client.call(UPLOAD, { body: { isDraft: true }, files: { file: rotated } });
    await app.settle();
    const { data } = await star.client.call('GET /performer/performer-assets/reels/search', { query: { state: 'draft' } });
    expect(data.map((reel) => reel._id)).toEqual([_id]);
    await star.client.call('PUT /performer/performer-assets/reels/edit/{id}', { params: { id: _id }, body: { isDraft: false } });
    expect(await idsOf()).toContain(_id);
  });
});

test('the reels that the caller hasn’t seen come first, then the newest; a view counts once from the third second on', async () => {
  const ids: string[] = [];
  for (const title of ['One', 'Two', 'Three']) {
    app.clock.advance(1000);
    ids.push(await createReel(star, title));
    await app.settle();
  }
  const [one, two, three] = ids as [string, string, string];
  const mine = async (client = fan.client) => (await idsOf(client, { limit: 100 })).filter((id) => ids.includes(id));
  expect(await mine()).toEqual([three, two, one]);
  await watch(three);
  expect(await mine()).toEqual([two, one, three]);
  expect(await mine(app.client())).toEqual([three, two, one]);
  app.clock.advance(4000);
  expect((await watch(three)).views).toBe(1);
  expect((await watch(three)).views).toBe(1);
  const profile = (await idsOf(fan.client, { performerId: star.username, limit: 100 })).filter((id) => ids.includes(id));
  expect(profile).toEqual([three, two, one]);

  // From page to page none is missing or repeated.
  const walked: string[] = [];
  for (let after: string | undefined; ; ) {
    const page = await fan.client.call('GET /videos/reels', { query: { limit: 1, ...(after ? { after } : {}) } });
    walked.push(...page.data.map(({ _id }) => _id));
    if (!page.after) break;
    after = page.after;
  }
  expect(new Set(walked).size).toBe(walked.length);
  expect(walked).toEqual(expect.arrayContaining(ids));
});
