import { type IncomingHttpHeaders, createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createLog } from '../../platform/telemetry/log.ts';
import { keptUdpPort } from '../testing/kept-udp-port.ts';
import { createMemoryAuthority } from '../testing/memory-authority.ts';
import { unitOf } from '../testing/packager-stage.ts';
import { numberIn, readPlaylist } from '../testing/playlist-client.ts';
import { createAccess } from './access.ts';
import { createExchange, respondError } from './http.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { createLiveStream } from './live-stream.ts';
import { createMediaRoutes } from './media-routes.ts';
import { createPeers } from './peers.ts';
import { createShow } from './show.ts';

// The routes for players over HTTP, with a show whose pictures come as fast as the test wants: half a minute is over at once.
const log = createLog('silent');
const memory = createMemoryAuthority();
const id = memory.createShow();
const { token } = memory.grant(id, 'play');
let pictures = 0;
let stream: ReturnType<typeof createLiveStream>;
let origin: string;
let close: () => Promise<void>;

/** Pictures at 15 a second, a key frame each two seconds. */
const play = (seconds: number): void => {
  for (const end = pictures + seconds * 15; pictures < end; pictures += 1)
    stream.packager.pushVideo(unitOf(pictures % 30 === 0), pictures * 6000);
};

beforeAll(async () => {
  const peers = createPeers({ udpPort: await keptUdpPort(), iceServers: [], publicAddress: undefined });
  stream = createLiveStream(id, { peers, ffmpeg: undefined, log }, { publishing() {} });
  const shows = new Map([[id, createShow(id, stream)]]);
  const node = { id: 'node-of-the-suite', url: 'http://127.0.0.1' };
  const routes = createMediaRoutes({ access: createAccess(memory.authority, () => node, log), shows, limits: DEFAULT_LIMITS });
  const server = createServer((request, response) => {
    const exchange = createExchange(request, response);
    routes(exchange).catch((error: unknown) => respondError(exchange, error));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = () =>
    new Promise((resolve) => {
      stream.close();
      server.close(() => resolve());
      server.closeAllConnections();
    });
  play(40);
});
afterAll(() => close());

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}
/** A request whose response isn't decoded. */
const send = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const request = httpRequest(`${origin}/stagedoor/streams/${path}`, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }));
    });
    request.on('error', reject);
    request.end();
  });
const BEARER = { authorization: `Bearer ${token}` };
const GZIP = { 'accept-encoding': 'gzip, deflate, br' };
const playlist = (query = '', headers: Record<string, string> = {}): Promise<Answer> =>
  send(`${id}.m3u8${query}`, { ...BEARER, ...headers });

test('a playlist is compressed for whom that is right, and plain for others', async () => {
  const plain = await playlist();
  expect(plain.status).toBe(200);
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.body.toString()).toMatch(/^#EXTM3U\n/);
  const packed = await playlist('', GZIP);
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-type': 'application/vnd.apple.mpegurl' });
  expect(gunzipSync(packed.body)).toEqual(plain.body);
  expect(packed.body.length).toBeLessThan(plain.body.length / 3);
  const refused = await playlist('', { 'accept-encoding': 'gzip;q=0, br' });
  expect(refused.body).toEqual(plain.body);
  for (const { headers, body } of [plain, packed, refused]) {
    expect(headers.vary).toBe('accept-encoding');
    expect(headers['content-length']).toBe(String(body.length));
  }
  const head = await send(`${id}.m3u8`, { ...BEARER, ...GZIP }, 'HEAD');
  expect(head.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-length': packed.headers['content-length'] });
});

test('a playlist with the viewer’s token in each address is plain, and every address works', async () => {
  const { headers, body } = await send(`${id}.m3u8?token=${token}`, GZIP);
  expect(headers['content-encoding']).toBeUndefined();
  expect(headers.vary).toBe('accept-encoding');
  const { segments } = readPlaylist(body.toString());
  const addresses = segments.flatMap(({ init, parts, uri }) => [init, ...parts, ...(uri === undefined ? [] : [uri])]);
  expect(addresses.length).toBeGreaterThan(40);
  for (const address of addresses) {
    expect(address.endsWith(`?token=${token}`)).toBe(true);
    expect((await send(address)).status).toBe(200);
  }
});

test('a delta update makes a player’s playlist whole, on reloads that wait too', async () => {
  const known = readPlaylist((await playlist()).body.toString());
  const last = known.segments.at(-1)!;
  const reload = `?_HLS_msn=${last.number}&_HLS_part=${last.parts.length}`;
  const asked = vi.spyOn(stream, 'waitForPart');
  const waiting = ['&_HLS_skip=YES', '&_HLS_skip=v2', ''].map((skip) => playlist(`${reload}${skip}`, GZIP));
  // Each of them waits for the next part.
  await expect.poll(() => asked.mock.calls.length).toBe(waiting.length);
  asked.mockRestore();
  play(1);
  const [delta, v2, whole] = (await Promise.all(waiting)).map(({ status, headers, body }) => {
    expect([status, headers['content-encoding']]).toEqual([200, 'gzip']);
    return gunzipSync(body).toString();
  });
  expect(v2).toBe(delta);
  expect(numberIn(delta!.split('\n'), 'SKIP:SKIPPED-SEGMENTS')).toBeGreaterThanOrEqual(5);
  const merged = readPlaylist(delta!, known);
  const expected = readPlaylist(whole!);
  expect(merged.skipped).toBeGreaterThan(0);
  expect({ ...merged, skipped: 0 }).toEqual(expected);
});

test('a delta update isn’t given for other values', async () => {
  for (const value of ['', 'NO', 'yes', 'V2', 'YES,v2', '1']) {
    const { status, body } = await playlist(`?_HLS_skip=${value}`);
    expect([value, status]).toEqual([value, 400]);
    expect(JSON.parse(body.toString())).toMatchObject({ error: 'BAD_REQUEST' });
  }
});

test('parts that have left the playlist are still sent, the same as in their segment', async () => {
  const current = async () => readPlaylist((await playlist()).body.toString()).segments;
  const oldest = (await current()).find(({ parts }) => parts.length > 0)!;
  const expectSent = async (): Promise<void> => {
    const parts = await Promise.all(oldest.parts.map((part) => send(part, BEARER)));
    expect(parts.map(({ status }) => status)).toEqual(oldest.parts.map(() => 200));
    const segment = await send(oldest.uri!, BEARER);
    expect(Buffer.concat(parts.map(({ body }) => body))).toEqual(segment.body);
  };
  play(6);
  expect((await current()).find(({ number }) => number === oldest.number)).toMatchObject({ parts: [] });
  await expectSent();
  // Its segment has left the playlist, too.
  play(20);
  expect((await current())[0]!.number).toBeGreaterThan(oldest.number);
  await expectSent();
});

test('an ended show has its whole playlist', async () => {
  stream.end();
  const [whole, delta] = [await playlist(), await playlist('?_HLS_skip=YES')];
  expect(whole.body.toString()).toMatch(/#EXT-X-ENDLIST\n$/);
  expect(delta.body).toEqual(whole.body);
});

test('a part that was announced and never came is answered without an error, at a segment’s end and at the show’s', async () => {
  const segments = stream.packager.segments();
  const [before, last] = [segments.at(-2)!, segments.at(-1)!];
  for (const [number, part] of [
    [before.number, before.parts.length],
    [last.number, last.parts.length],
    [last.number + 1, 0],
  ] as const) {
    const { status, headers, body } = await send(`${id}/${number}.${part}.m4s`, BEARER);
    expect([status, headers['cache-control'], body.length]).toEqual([204, 'no-store', 0]);
  }
  for (const name of [`${last.number}.${last.parts.length + 1}`, `${last.number + 1}.1`, `${last.number + 1}`, `${last.number + 2}.0`])
    expect([name, (await send(`${id}/${name}.m4s`, BEARER)).status]).toEqual([name, 404]);
});

test('a show that is over and gone answers 410, and nothing to wait for', async () => {
  memory.endShow(id);
  const late = memory.grant(id, 'play').token;
  for (const path of [`${id}.m3u8`, `${id}/1.m4s`, `${id}.mp4`, `${id}/init-1.mp4`]) {
    const { status, headers, body } = await send(path, { authorization: `Bearer ${late}` });
    expect([status, headers['retry-after'], headers['cache-control']]).toEqual([410, undefined, 'no-store']);
    expect(JSON.parse(body.toString())).toMatchObject({ statusCode: 410, error: 'LIVE_ENDED' });
  }
});
