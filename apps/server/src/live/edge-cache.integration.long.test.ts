import diagnostics from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type NginxEdge, startNginxEdge, watchAsCrowd } from './testing/nginx-edge.ts';
import { readPlaylist } from './testing/playlist-client.ts';
import { type TestPublisher, publish } from './testing/publisher.ts';
import { type BuiltInStage, createBuiltInStage } from './testing/stage.ts';

// The documented nginx cache in front of a live process, and many viewers in a process of their own.
const VIEWERS = 200;
const SECONDS = 10;

let stage: BuiltInStage;
let edge: NginxEdge;
let open: string;
let paid: string;
let publishers: TestPublisher[];
/** Paths that reached the live process. */
let arrived: string[] = [];
const count = (message: unknown): void => {
  const { url = '' } = (message as { request: IncomingMessage }).request;
  if (url.includes('/streams/')) arrived.push(url);
};
beforeAll(async () => {
  stage = await createBuiltInStage();
  diagnostics.subscribe('http.server.request.start', count);
  open = stage.memory.createShow({ isOpen: true });
  paid = stage.memory.createShow();
  const begin = (id: string) => publish({ url: stage.address(`whip/${id}`), token: stage.memory.grant(id, 'publish').token });
  publishers = [await begin(open), await begin(paid)];
  edge = await startNginxEdge(stage.server.node().url);
  await vi.waitUntil(async () => (await fetch(stage.address(`streams/${open}.m3u8`))).status === 200, { timeout: 20_000 });
  const { token } = stage.memory.grant(paid, 'play');
  await vi.waitUntil(async () => (await get(stage.address(`streams/${paid}.m3u8`), token)).status === 200, { timeout: 20_000 });
});
afterAll(async () => {
  diagnostics.unsubscribe('http.server.request.start', count);
  for (const publisher of publishers) publisher.vanish();
  await edge.stop();
  await stage.close();
});
beforeEach(() => {
  arrived = [];
});

const get = (url: string, bearer?: string): Promise<Response> =>
  fetch(url, bearer === undefined ? {} : { headers: { authorization: `Bearer ${bearer}` } });
const atEdge = (path: string): string => edge.at(stage.address(path));
const cacheOf = async (url: string, bearer?: string): Promise<[number, string | null]> => {
  const response = await get(url, bearer);
  await response.arrayBuffer();
  return [response.status, response.headers.get('x-cache')];
};

test(`${VIEWERS} viewers of a public show cost the live process the requests of a few`, async () => {
  const seen = await watchAsCrowd({ url: atEdge(`streams/${open}.m3u8`), viewers: VIEWERS, seconds: SECONDS });
  expect(seen.faults).toEqual([]);
  const asked = Object.values(seen.caches).reduce((sum, answers) => sum + answers, 0);
  console.log(
    `${VIEWERS} viewers asked ${asked} times, ${arrived.length} reached the live process (${((1 - arrived.length / asked) * 100).toFixed(1)} % kept); ` +
      `${JSON.stringify(seen.caches)}; a reload took ${(seen.reloadMs / seen.playlists).toFixed(0)} ms`,
  );
  // Each of them got the show: a playlist and a part for most parts of it.
  expect(seen.playlists).toBeGreaterThan(VIEWERS * SECONDS);
  expect(seen.pieces).toBeGreaterThan(VIEWERS * SECONDS);
  expect(1 - arrived.length / asked).toBeGreaterThan(0.9);
});

test('media reach viewers with tokens from the cache, and their playlists from the live process', async () => {
  const { token } = stage.memory.grant(open, 'play');
  const before = arrived.length;
  const playlist = await get(atEdge(`streams/${open}.m3u8`), token);
  expect(playlist.headers.get('x-cache')).toBe('BYPASS');
  const { segments } = readPlaylist(await playlist.text());
  expect(arrived.length).toBe(before + 1);
  const [segment] = segments.filter(({ uri }) => uri !== undefined);
  const address = atEdge(`streams/${segment!.uri}`);
  expect((await cacheOf(address))[0]).toBe(200);
  const after = arrived.length;
  for (let again = 0; again < 3; again += 1) expect(await cacheOf(address)).toEqual([200, 'HIT']);
  expect(arrived.length).toBe(after);
  stage.memory.revoke(token);
  await vi.waitUntil(async () => (await get(atEdge(`streams/${open}.m3u8`), token)).status === 403, { timeout: 10_000 });
});

test('viewers of the site’s own pages are counted one by one, and their media come from the cache', async () => {
  const { token } = stage.memory.grant(open, 'play');
  const seen = await watchAsCrowd({ url: atEdge(`streams/${open}.m3u8`), viewers: 10, seconds: 4, tokens: [token] });
  expect(seen.faults).toEqual([]);
  expect(seen.caches['BYPASS']).toBe(seen.playlists);
  expect(seen.caches['HIT']).toBeGreaterThan(seen.pieces * 0.7);
});

test('a paid show passes through uncached, and each of its pieces needs its token', async () => {
  const { token } = stage.memory.grant(paid, 'play');
  const seen = await watchAsCrowd({ url: atEdge(`streams/${paid}.m3u8`), viewers: 5, seconds: 3, tokens: [token] });
  expect(seen.faults).toEqual([]);
  expect(Object.keys(seen.caches)).toEqual(['BYPASS']);
  // Reloads that were under way at the end may count on one side alone.
  expect(Math.abs(arrived.length - seen.caches['BYPASS']!)).toBeLessThanOrEqual(10);
  const { segments } = readPlaylist(await (await get(atEdge(`streams/${paid}.m3u8`), token)).text());
  for (const { uri, init } of segments.filter((one) => one.uri !== undefined))
    for (const path of [uri!, init]) {
      expect(await cacheOf(atEdge(`streams/${path}`), token)).toEqual([200, 'BYPASS']);
      expect((await cacheOf(atEdge(`streams/${path}`)))[0]).toBe(403);
      expect((await cacheOf(atEdge(`streams/${path}?token=${token}`)))[0]).toBe(200);
    }
  expect((await cacheOf(atEdge(`streams/${paid}.m3u8`)))[0]).toBe(403);
});

test('errors aren’t kept, and the end reaches those who watch', async () => {
  const url = atEdge(`streams/${open}/1.m4s`);
  for (let again = 0; again < 2; again += 1) expect(await cacheOf(url)).toEqual([404, 'MISS']);
  const watching = watchAsCrowd({ url: atEdge(`streams/${open}.m3u8`), viewers: 20, seconds: 600 });
  await vi.waitUntil(() => arrived.some((path) => path.includes('_HLS_msn')), { timeout: 20_000 });
  stage.memory.endShow(open);
  await stage.server.reconcile();
  // Each of them sees the end tag, without an error on the way, long before their time is over.
  expect((await watching).faults).toEqual([]);
  await vi.waitUntil(async () => (await cacheOf(atEdge(`streams/${open}.m3u8`)))[0] === 410, { timeout: 60_000 });
});
