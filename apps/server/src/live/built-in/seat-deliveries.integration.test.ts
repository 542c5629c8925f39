import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '../../platform/telemetry/log.ts';
import { keptUdpPort } from '../testing/kept-udp-port.ts';
import { createMemoryAuthority } from '../testing/memory-authority.ts';
import { unitOf } from '../testing/packager-stage.ts';
import { createAccess } from './access.ts';
import { createDeliveries } from './deliveries.ts';
import { createDevices } from './devices.ts';
import { createExchange, respondError } from './http.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { createLiveStream } from './live-stream.ts';
import { createMediaRoutes } from './media-routes.ts';
import { createPeers } from './peers.ts';
import { type Show, createShow } from './show.ts';

// The routes for players count what they deliver to a seat of a paid show. Pictures come as fast as the test wants.
const log = createLog('silent');
const memory = createMemoryAuthority();
const id = memory.createShow();
const FAN = 'the fan';
const { token } = memory.grant(id, 'play', null, FAN);
const { token: secondToken } = memory.grant(id, 'play', null, FAN);
let pictures = 0;
let show: Show;
let origin: string;
let close: () => Promise<void>;

/** Pictures at 15 a second, a key frame each two seconds. */
const play = (seconds: number): void => {
  for (const end = pictures + seconds * 15; pictures < end; pictures += 1)
    show.stream.packager.pushVideo(unitOf(pictures % 30 === 0), pictures * 6000);
};

beforeAll(async () => {
  const peers = createPeers({ udpPort: await keptUdpPort(), iceServers: [], publicAddress: undefined });
  show = createShow(id, createLiveStream(id, { peers, ffmpeg: undefined, log }, { publishing() {} }));
  const node = { id: 'node-of-the-suite', url: 'http://127.0.0.1' };
  const routes = createMediaRoutes({
    access: createAccess(memory.authority, () => node, log),
    shows: new Map([[id, show]]),
    limits: { ...DEFAULT_LIMITS, progressiveBytes: 512 * 1024 },
  });
  const server = createServer((request, response) => {
    const exchange = createExchange(request, response);
    routes(exchange).catch((error: unknown) => respondError(exchange, error));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}/stagedoor/streams`;
  close = () =>
    new Promise((resolve) => {
      show.stream.close();
      server.close(() => resolve());
      server.closeAllConnections();
    });
  play(40);
});
afterAll(() => close());
beforeEach(() => {
  show.deliveries = createDeliveries();
  show.devices = createDevices();
});

const get = async (path: string, withToken = token, method = 'GET', agent = 'phone'): Promise<Response> => {
  const response = await fetch(`${origin}/${path}`, { method, headers: { authorization: `Bearer ${withToken}`, 'user-agent': agent } });
  await response.arrayBuffer();
  return response;
};
/** The paths of complete segments, oldest first, and of parts. */
const listed = async (): Promise<{ segments: string[]; parts: string[] }> => {
  const response = await fetch(`${origin}/${id}.m3u8`, { headers: { authorization: `Bearer ${token}`, 'user-agent': 'phone' } });
  const paths = [...(await response.text()).matchAll(/(?:^|")([\w-]+\/(\d+)(\.\d+)?\.m4s)/gm)];
  return {
    segments: paths.filter(([, , , part]) => part === undefined).map(([, path]) => path!),
    parts: paths.filter(([, , , part]) => part !== undefined).map(([, path]) => path!),
  };
};
const delivered = (): number => show.deliveries.snapshot().find(({ accountId }) => accountId === FAN)?.deliveredMs ?? 0;

const numberOf = (path: string): number => Number(/(\d+)\.m4s$/.exec(path)![1]);
/** Milliseconds of a segment's media. */
const lengthOf = (path: string): number => show.stream.packager.segments().find(({ number }) => number === numberOf(path))!.duration * 1000;

test('a burst of segments is counted by their media, not by how long it took; a second time they are not', async () => {
  const { segments } = await listed();
  const burst = segments.slice(-6);
  for (const path of burst) await get(path);
  const expected = burst.reduce((sum, path) => sum + lengthOf(path), 0);
  expect(expected).toBeGreaterThan(10_000);
  expect(delivered()).toBeCloseTo(expected, -1);
  const before = delivered();
  for (const path of burst) await get(path, secondToken);
  await get(segments.at(-7)!, secondToken, 'HEAD');
  expect(delivered()).toBe(before);
});

test('the parts of a segment are the same media as the segment', async () => {
  const { segments, parts } = await listed();
  const path = segments.at(-1)!;
  await get(path);
  const before = delivered();
  for (const part of parts.filter((one) => one.includes(`/${numberOf(path)}.`))) await get(part);
  expect(delivered()).toBe(before);
});

test('an endless file that is opened and closed again is counted by what was written to it', async () => {
  for (let times = 0; times < 3; times += 1) {
    const controller = new AbortController();
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${origin}/${id}.mp4`, { headers, signal: controller.signal });
    expect(response.status).toBe(200);
    await response.body!.getReader().read();
    controller.abort();
  }
  const once = delivered();
  expect(once).toBeGreaterThan(0);
  expect(once).toBeLessThan(5000);
  const [seat] = show.deliveries.snapshot();
  expect(seat).toMatchObject({ isThere: true, protocols: ['mp4'] });
});

test('counts media written to an endless file that nobody reads as silent, and ends the connection', async () => {
  await vi.waitUntil(() => show.progressive.size === 0);
  const { port, hostname, pathname } = new URL(`${origin}/${id}.mp4`);
  const socket = connect({ port: Number(port), host: hostname });
  socket.write(`GET ${pathname} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`);
  socket.pause();
  await vi.waitUntil(() => show.progressive.size === 1);
  const seen = { delivered: 0, silent: 0 };
  await vi.waitUntil(
    () => {
      play(30);
      const [seat] = show.deliveries.snapshot();
      Object.assign(seen, { delivered: seat!.deliveredMs, silent: seat!.silentMs });
      return show.progressive.size === 0;
    },
    { timeout: 60_000, interval: 1 },
  );
  // The buffers of the system took the first part; the rest waited in the process.
  expect(seen.silent).toBeGreaterThan(0);
  expect(seen.silent).toBeLessThan(seen.delivered);
  socket.destroy();
});

test('a token that is passed on plays on one of two devices: the newest; an endless file of the older one ends', async () => {
  const { segments } = await listed();
  const file = await fetch(`${origin}/${id}.mp4`, { headers: { authorization: `Bearer ${token}`, 'user-agent': 'phone' } });
  expect(file.status).toBe(200);
  expect((await get(`${id}.m3u8`, token, 'GET', 'laptop')).status).toBe(200);
  // The file has an end, which a show on air doesn't have.
  await file.arrayBuffer();
  for (const path of [`${id}.m3u8`, segments.at(-1)!, `${id}.mp4`]) {
    const refused = await fetch(`${origin}/${path}`, { headers: { authorization: `Bearer ${token}`, 'user-agent': 'phone' } });
    expect([refused.status, ((await refused.json()) as { error: string }).error]).toEqual([423, 'LIVE_REPLACED']);
  }
  expect((await get(segments.at(-1)!, token, 'GET', 'laptop')).status).toBe(200);
  // Another token of the seat, as another tab has one, takes it again.
  expect((await get(`${id}.m3u8`, secondToken)).status).toBe(200);
  expect((await get(`${id}.m3u8`, token, 'GET', 'laptop')).status).toBe(423);
});

test('playlists and init segments count as a sign of life, not as media', async () => {
  await get(`${id}.m3u8`);
  expect(show.deliveries.snapshot()).toMatchObject([{ accountId: FAN, deliveredMs: 0, isThere: true, protocols: [] }]);
});

test('a forged token, a foreign one and none are refused and count for nobody', async () => {
  const other = memory.createShow();
  const { token: foreign } = memory.grant(other, 'play', null, 'a stranger');
  const { segments } = await listed();
  show.deliveries = createDeliveries();
  for (const path of [`${id}.m3u8`, `${id}.mp4`, segments.at(-1)!])
    for (const wrong of ['forged', foreign]) expect([path, (await get(path, wrong)).status]).toEqual([path, 403]);
  expect((await fetch(`${origin}/${segments.at(-1)!}`)).status).toBe(403);
  expect(show.deliveries.snapshot()).toEqual([]);
});
