import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { numberIn, readPlaylist } from '../testing/playlist-client.ts';
import { type TestPublisher, publish } from '../testing/publisher.ts';
import { type BuiltInStage, createBuiltInStage } from '../testing/stage.ts';

// Shared caches may keep media of open shows, and nothing else.
let stage: BuiltInStage;
let open: string;
let closed: string;
let openToken: string;
let closedToken: string;
let publishers: TestPublisher[];
beforeAll(async () => {
  stage = await createBuiltInStage();
  open = stage.memory.createShow({ isOpen: true });
  closed = stage.memory.createShow();
  ({ token: openToken } = stage.memory.grant(open, 'play'));
  ({ token: closedToken } = stage.memory.grant(closed, 'play'));
  const begin = (id: string) => publish({ url: stage.address(`whip/${id}`), token: stage.memory.grant(id, 'publish').token });
  publishers = [await begin(open), await begin(closed)];
  await vi.waitUntil(async () => (await get(`streams/${open}.m3u8`)).status === 200);
  await vi.waitUntil(async () => (await get(`streams/${closed}.m3u8`, closedToken)).status === 200);
});
afterAll(async () => {
  for (const publisher of publishers) publisher.vanish();
  await stage.close();
});

const get = (path: string, bearer?: string): Promise<Response> =>
  fetch(stage.address(path), bearer === undefined ? {} : { headers: { authorization: `Bearer ${bearer}` } });
const cachingOf = async (path: string, bearer?: string): Promise<(string | number | null)[]> => {
  const response = await get(path, bearer);
  await response.arrayBuffer();
  return [response.status, response.headers.get('cache-control')];
};
/** The addresses of a show's init segment, newest segment and newest part. */
const mediaOf = async (path: string, bearer?: string): Promise<string[]> => {
  const { segments } = readPlaylist(await (await get(path, bearer)).text());
  const whole = segments.findLast(({ uri }) => uri !== undefined)!;
  const part = segments.findLast(({ parts }) => parts.length > 0)!.parts.at(-1)!;
  return [whole.init, whole.uri!, part].map((uri) => `streams/${uri}`);
};
const MEDIA = 'public, max-age=60, immutable';
const PRIVATE = 'private, no-store';

test('media of an open show may be kept by every cache, whoever asks and by whatever address', async () => {
  const addresses = await mediaOf(`streams/${open}.m3u8`);
  for (const address of addresses) {
    expect(await cachingOf(address)).toEqual([200, MEDIA]);
    expect(await cachingOf(address, openToken)).toEqual([200, MEDIA]);
    expect(address).not.toContain('token=');
  }
  // A token in the playlist’s address stays out of the addresses that it lists.
  for (const address of await mediaOf(`streams/${open}.m3u8?token=${openToken}`)) expect(address).not.toContain('token=');
});

test('a playlist of an open show is kept for a second, and longer where it names its part', async () => {
  const text = await (await get(`streams/${open}.m3u8`)).text();
  const next = numberIn(text.split('\n'), 'MEDIA-SEQUENCE') + (text.match(/#EXTINF/g)?.length ?? 0);
  expect(await cachingOf(`streams/${open}.m3u8`)).toEqual([200, 'public, max-age=1']);
  expect(await cachingOf(`streams/${open}.m3u8?_HLS_skip=YES`)).toEqual([200, 'public, max-age=1']);
  expect(await cachingOf(`streams/${open}.m3u8?_HLS_msn=${next}&_HLS_part=0`)).toEqual([200, 'public, max-age=12']);
});

test('a playlist that a token asks for isn’t kept: its viewer is counted, and may be disconnected', async () => {
  expect(await cachingOf(`streams/${open}.m3u8`, openToken)).toEqual([200, PRIVATE]);
  expect(await cachingOf(`streams/${open}.m3u8?token=${openToken}`)).toEqual([200, PRIVATE]);
  const kicked = stage.memory.grant(open, 'play');
  expect((await get(`streams/${open}.m3u8`, kicked.token)).status).toBe(200);
  stage.memory.revoke(kicked.token);
  await vi.waitUntil(async () => (await get(`streams/${open}.m3u8`, kicked.token)).status === 403, { timeout: 10_000 });
});

test('media and playlists of other shows are never kept, and each piece needs its token', async () => {
  expect(await cachingOf(`streams/${closed}.m3u8`, closedToken)).toEqual([200, PRIVATE]);
  for (const address of await mediaOf(`streams/${closed}.m3u8`, closedToken)) {
    expect(await cachingOf(address, closedToken)).toEqual([200, PRIVATE]);
    expect(await cachingOf(address)).toEqual([403, 'no-store']);
  }
  expect((await get(`streams/${closed}.m3u8`, closedToken)).headers.get('x-media-access')).toBeNull();
  expect((await get(`streams/${open}.m3u8`, openToken)).headers.get('x-media-access')).toBe('open');
});

test('errors are never kept, and no answer depends on the origin of the page that asks', async () => {
  for (const path of [`streams/${open}/1.m4s`, `streams/${open}/init-1.mp4`, `streams/${open}.m3u8?_HLS_msn=1&_HLS_part=x`])
    expect((await cachingOf(path))[1]).toBe('no-store');
  const [init] = await mediaOf(`streams/${open}.m3u8`);
  for (const path of [`streams/${open}.m3u8`, init!]) {
    const { headers } = await fetch(stage.address(path), { headers: { origin: 'https://fans.example.com' } });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('vary') ?? '').not.toMatch(/origin/i);
  }
});

test('viewers of an open show are counted by their playlists alone', async () => {
  const show = stage.memory.createShow({ isOpen: true });
  const publisher = await publish({ url: stage.address(`whip/${show}`), token: stage.memory.grant(show, 'publish').token });
  const viewers = () => stage.server.hostedStreams().find(({ streamId }) => streamId === show)!.viewers;
  const named = (agent: string, path: string) => fetch(stage.address(path), { headers: { 'user-agent': agent } });
  await vi.waitUntil(async () => (await named('one', `streams/${show}.m3u8`)).status === 200);
  const { token } = stage.memory.grant(show, 'play');
  const addresses = await mediaOf(`streams/${show}.m3u8`, token);
  expect(viewers()).toBe(2);
  // The segments of the viewer with a token are asked for without it.
  for (const address of addresses) expect((await named('two', address)).status).toBe(200);
  expect(viewers()).toBe(2);
  publisher.vanish();
});
