import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, createAdmin, createFan, createPerformer, topUp } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { asBlob, ffmpegPath, framesOf, video } from '../../testing/videos.ts';

let app: TestApp;
let star: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp({ environment: { FFMPEG_PATH: await ffmpegPath() } });
  star = await createPerformer(app, { admin: await createAdmin(app) });
  fan = await createFan(app);
  await topUp(app, fan, 50);
});
afterAll(() => app.close());

const upload = async (kind: 'video' | 'teaser', seconds: number): Promise<string> =>
  (await star.client.call(`POST /feeds/files/${kind}/upload`, { files: { file: asBlob(await video({ seconds })) } }))._id;
const publish = async (body: Record<string, unknown>): Promise<string> => {
  const { _id } = await star.client.call('POST /performer/feeds', {
    body: { text: 'A film.', audience: 'buyers', price: 2, ...body } as never,
  });
  await app.settle();
  return _id;
};
const see = (id: string, client = fan.client) => client.call('GET /feeds/{id}', { params: { id } });
const own = (id: string) => star.client.call('GET /performer/feeds/{id}', { params: { id } });
const bytesOf = async (address: string): Promise<Buffer> => Buffer.from(await (await fetch(app.url + address)).arrayBuffer());

test('a performer’s own teaser is everybody’s while the film is locked, is looked at by its performer, and goes again', async () => {
  const teaserId = await upload('teaser', 0.5);
  const id = await publish({ fileIds: [await upload('video', 1)], teaserId });
  const mine = await own(id);
  expect([mine.state, mine.teaser?._id, mine.teaserVideo?.width]).toEqual(['active', teaserId, 160]);
  for (const client of [app.client(), fan.client]) {
    const { access, video: film, teaser } = await see(id, client);
    expect([access.allowed, film]).toEqual([false, null]);
    expect(await framesOf(await bytesOf(teaser!.mp4!))).toBe(5);
    expect((await fetch(app.url + teaser!.hls!)).status).toBe(200);
  }
  await fan.client.call('POST /payment-wallet/purchase-feed', { body: { feedId: id } });
  expect(await framesOf(await bytesOf((await see(id)).video!.mp4!))).toBe(10);

  // A draft keeps it, and a change that says nothing of it leaves it.
  const draft = await star.client.call('POST /performer/feeds/draft', { body: { text: 'Later.', teaserId } });
  expect(draft.teaser?._id).toBe(teaserId);
  await star.client.call('PUT /performer/feeds/{id}', { params: { id }, body: { text: 'A film, still.' } });
  expect((await see(id)).teaser).not.toBeNull();
  await star.client.call('PUT /performer/feeds/{id}', { params: { id }, body: { teaserId: null } });
  expect([(await see(id)).teaser, (await own(id)).teaserVideo]).toEqual([null, null]);
});
