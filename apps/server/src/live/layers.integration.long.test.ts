import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type PeerBrowser, openPeerBrowser } from './testing/peer-browser.ts';
import { type BuiltInStage, createBuiltInStage } from './testing/stage.ts';

const DEADLINE = { timeout: 30_000, interval: 100 };

let browser: PeerBrowser;
let stage: BuiltInStage;
beforeAll(async () => {
  browser = await openPeerBrowser();
  stage = await createBuiltInStage();
}, 60_000);
afterAll(async () => {
  await browser.close();
  await stage.close();
});

test('viewers see the first layer that Chromium sends, and another one once it stops', async () => {
  const id = stage.memory.createShow();
  const playToken = stage.memory.grant(id, 'play').token;
  const publisher = await browser.open({
    url: stage.address(`whip/${id}`),
    token: stage.memory.grant(id, 'publish').token,
    iceServers: [],
    does: 'publishLayers',
  });
  const show = async () => (await stage.engine.hostedStreams()).find(({ streamId }) => streamId === id);
  await vi.waitUntil(async () => (await show())?.isPublishing || publisher.assertAlive(), DEADLINE);
  const viewer = await browser.open({ url: stage.address(`whep/${id}`), token: playToken, iceServers: [], does: 'watch' });
  const frames = async (): Promise<number> => (await viewer.figures()).framesDecoded ?? 0;
  await vi.waitUntil(async () => (await frames()) > 45, DEADLINE);
  expect((await publisher.figures()).layers).toBeGreaterThan(1);
  expect(await viewer.figures()).toMatchObject({ width: 640 });
  expect(await show()).toMatchObject({ width: 640, height: 360 });

  await publisher.pauseLayer('0');
  await vi.waitUntil(async () => ((await viewer.figures()).width ?? 640) < 640, DEADLINE);
  const before = await frames();
  await vi.waitUntil(async () => (await frames()) > before + 45, DEADLINE);
  expect((await show())?.isPublishing).toBe(true);
  // The timeline goes on over the change: no segment is longer than the target, nor the sum of all than the time.
  const playlist = await (await fetch(stage.address(`streams/${id}.m3u8`), { headers: { authorization: `Bearer ${playToken}` } })).text();
  const durations = [...playlist.matchAll(/^#EXTINF:([\d.]+)/gm)].map(([, seconds]) => Number(seconds));
  expect(durations.length).toBeGreaterThan(2);
  for (const seconds of durations) expect(seconds).toBeLessThan(5);
  for (const page of [viewer, publisher]) await page.close();
}, 90_000);
