import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Variant } from '../../platform/media/variants.ts';
import { type Person, createAdmin, createFan, createPerformer, topUp } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { asBlob, ffmpegPath, framesOf, runFfmpeg, video } from '../../testing/videos.ts';

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

test('an uploaded teaser is public while the film is locked, visible to its performer, and can be removed', async () => {
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

  // A draft keeps it, and so does a change of other fields.
  const draft = await star.client.call('POST /performer/feeds/draft', { body: { text: 'Later.', teaserId } });
  expect(draft.teaser?._id).toBe(teaserId);
  await star.client.call('PUT /performer/feeds/{id}', { params: { id }, body: { text: 'A film, still.' } });
  expect((await see(id)).teaser).not.toBeNull();
  await star.client.call('PUT /performer/feeds/{id}', { params: { id }, body: { teaserId: null } });
  expect([(await see(id)).teaser, (await own(id)).teaserVideo]).toEqual([null, null]);
});

describe('a teaser cut out of the film', () => {
  const SECONDS = 10;
  const FRAMES_PER_SECOND = 10;
  let fileId: string;
  let feedId: string;
  beforeAll(async () => {
    fileId = await upload('video', SECONDS);
    feedId = await publish({ fileIds: [fileId], teaserCut: true });
  });
  const variants = async (): Promise<Variant[]> =>
    (await app.platform.database.selectFrom('files').select('variants').where('id', '=', fileId).executeTakeFirstOrThrow())
      .variants as Variant[];

  test('is at most a fifth of it, begins after its first tenth, has its sound, and contains nothing else of it', async () => {
    const { access, video: film, teaser } = await see(feedId, app.client());
    expect([access.allowed, film]).toEqual([false, null]);
    expect([teaser!.hls, teaser!.previews, teaser!.poster, teaser!.captions]).toEqual([null, null, null, []]);
    expect(teaser!.durationSeconds).toBeGreaterThan(1.7);
    expect(teaser!.durationSeconds).toBeLessThan(2.11);
    expect(await own(feedId)).toMatchObject({ state: 'active', teaser: null, teaserCut: true, teaserVideo: { width: 160, height: 90 } });
    const whole = (await star.client.call('GET /feeds/{id}', { params: { id: feedId } })).video!;
    const folder = await mkdtemp(join(tmpdir(), 'stagedoor-teaser-'));
    try {
      const [piece, all] = [join(folder, 'teaser.mp4'), join(folder, 'film.mp4')];
      await writeFile(piece, await bytesOf(teaser!.mp4!));
      await writeFile(all, await bytesOf(whole.mp4!));
      const count = await framesOf(await readFile(piece));
      expect(count).toBeGreaterThanOrEqual(1.8 * FRAMES_PER_SECOND);
      expect(count).toBeLessThanOrEqual(2 * FRAMES_PER_SECOND + 1);
      // Its first picture is the film's after one second: the test picture changes all the time.
      const pixels = async (path: string, at: string): Promise<Buffer> => {
        await runFfmpeg('-ss', at, '-i', path, '-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', 'gray', join(folder, 'frame'));
        return readFile(join(folder, 'frame'));
      };
      const first = await pixels(piece, '0');
      const unlike = (other: Buffer): number => other.reduce((sum, value, at) => sum + Math.abs(value - first[at]!), 0) / first.length;
      expect(unlike(await pixels(all, '1')) * 2).toBeLessThan(unlike(await pixels(all, '0')));
      expect(unlike(await pixels(all, '1')) * 2).toBeLessThan(unlike(await pixels(all, '2')));
      await runFfmpeg('-i', piece, '-map', '0:a:0', join(folder, 'sound.wav'));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  test('is public only where it was chosen, and can be removed; an uploaded one comes first', async () => {
    const other = await publish({ fileIds: [fileId] });
    expect([(await see(other)).teaser, (await own(other)).teaserCut]).toEqual([null, false]);
    expect((await variants()).some(({ name }) => name === 'teaser')).toBe(true);
    const change = (body: object) => star.client.call('PUT /performer/feeds/{id}', { params: { id: feedId }, body });
    const teaserId = await upload('teaser', 0.3);
    await app.settle();
    expect((await change({ teaserId })).teaserCut).toBe(false);
    expect((await see(feedId)).teaser!.mp4).toContain(teaserId);
    expect((await change({ teaserId: null })).teaserVideo).toBeNull();
    expect((await change({ teaserCut: true })).teaserVideo!.mp4).toContain(fileId);
    await change({ audience: 'subscribers', text: 'It stays through other changes.' });
    expect((await see(feedId)).teaser!.mp4).toContain(fileId);
  });

  test('of a film encoded before teasers existed is cut when it is chosen', async () => {
    const before = await variants();
    const { key } = before.find(({ name }) => name === 'teaser')!;
    await app.platform.storage.remove(key);
    await app.platform.database
      .updateTable('files')
      .set({ variants: JSON.stringify(before.filter(({ name }) => name !== 'teaser')) })
      .where('id', '=', fileId)
      .execute();
    const id = await publish({ fileIds: [fileId], teaserCut: true });
    const { teaser } = await see(id);
    expect(teaser!.durationSeconds).toBeGreaterThan(1.7);
    expect(await framesOf(await bytesOf(teaser!.mp4!))).toBeGreaterThanOrEqual(1.8 * FRAMES_PER_SECOND);
    expect((await variants()).filter(({ name }) => name === 'teaser')).toHaveLength(1);
  });

  test('doesn’t exist for too short a film or a post without a film', async () => {
    const short = await publish({ fileIds: [await upload('video', 0.5)], teaserCut: true });
    expect([(await own(short)).teaserCut, (await see(short)).teaser]).toEqual([true, null]);
    const words = await publish({ teaserCut: true });
    expect((await own(words)).teaserCut).toBe(false);
  });

  test('is deleted with its film', async () => {
    await star.client.call('DELETE /performer/media-libraries/{id}', { params: { id: fileId }, body: { confirmed: true } });
    await app.settle();
    expect(await own(feedId)).toMatchObject({ teaserCut: false, teaserVideo: null, files: [] });
  });
});
