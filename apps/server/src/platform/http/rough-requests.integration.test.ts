import { type AddressInfo, type Socket, connect } from 'node:net';
import { once } from 'node:events';
import { CONTRACT } from '@stagedoor/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BuiltInStage, createBuiltInStage } from '../../live/testing/stage.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

// Requests as no browser sends them, over raw sockets, to every kind of route of the site and of its live process.

const ID = '00000000-0000-4000-8000-000000000000';
const HEADERS_MS = 1_500;

let app: TestApp;
let stage: BuiltInStage;
beforeAll(async () => {
  [app, stage] = await Promise.all([
    createTestApp({ web: true, headersMs: HEADERS_MS }),
    createBuiltInStage({ limits: { requestMs: HEADERS_MS } }),
  ]);
});
afterAll(() => Promise.all([app.close(), stage.close()]));

/** The first path of each module of the contract, and what is served beside them. */
const API = [
  ...new Map(Object.keys(CONTRACT).map((key) => [/ \/([^/]+)/.exec(key)![1]!, `/api${key.split(' ')[1]!.replaceAll(/\{\w+\}/g, ID)}`])),
].map(([, path]) => path);
const SITE_PATHS = [
  ...API,
  '/',
  '/explore',
  '/admin/settings',
  '/assets/none.js',
  '/robots.txt',
  '/sitemap.xml',
  '/.well-known/security.txt',
  '/files/none',
  '/branding/logo',
  '/og/none',
  '/uploads',
  '/metrics',
  '/api/health',
  '/api/ready',
  '/api/docs',
  '/api/openapi.json',
  '/api/texts/en',
  '/dev/mail',
  '/notification/unsubscribe',
  '/socket.io/?EIO=4&transport=polling',
  `/media/stagedoor/streams/${ID}.m3u8`,
  `/media/stagedoor/streams/${ID}.mp4`,
  `/media/stagedoor/whep/${ID}`,
];
const LIVE_PATHS = [`/stagedoor/streams/${ID}.m3u8`, `/stagedoor/whip/${ID}`, `/stagedoor/check/${ID}`, '/control/streams', '/'];

/** A request's lines, without those that end the connection; refused ones are answered with 4xx. */
type Rough = [name: string, lines: (path: string) => string[]];
const host = 'host: localhost';
const ROUGH: Rough[] = [
  ['an absolute target', (path) => [`GET http://localhost${path} HTTP/1.1`, host]],
  ['an absolute target of another site', (path) => [`GET https://example.org${path} HTTP/1.1`, host]],
  ['a target without slash', (path) => [`GET ${path.slice(1) || 'x'} HTTP/1.1`, host]],
  ['an asterisk', () => ['OPTIONS * HTTP/1.1', host]],
  ['two Host headers', (path) => [`GET ${path} HTTP/1.1`, host, 'Host: example.org']],
  ['the same Host header twice', (path) => [`GET ${path} HTTP/1.1`, host, host]],
  ['no Host header', (path) => [`GET ${path} HTTP/1.1`]],
  ['an empty Host header', (path) => [`GET ${path} HTTP/1.1`, 'host:']],
  ...['a b', 'user@localhost', 'localhost/x', 'localhost:port', 'localhost:123456', '[::1', '%00', 'localhost, example.org'].map(
    (bad): Rough => [`the Host “${bad}”`, (path) => [`GET ${path} HTTP/1.1`, `host: ${bad}`]],
  ),
  ['two slashes before the path', (path) => [`GET /${path} HTTP/1.1`, host]],
  ['two slashes alone', () => ['GET // HTTP/1.1', host]],
  ['a slash and a backslash before the path', (path) => [`GET /\\${path} HTTP/1.1`, host]],
  ...['%', '%zz', '%ff', '%c0%af', '%00', '%e0%80'].map(
    (bad): Rough => [`the path with ${bad}`, (path) => [`GET ${path.split('?')[0]!.replace(/\/$/, '')}/${bad} HTTP/1.1`, host]],
  ),
  ['a path upwards, encoded', (path) => [`GET ${path.split('?')[0]!.replace(/\/$/, '')}/..%2f..%2f..%2fetc%2fpasswd HTTP/1.1`, host]],
  ['a path upwards', (path) => [`GET ${path.split('?')[0]!.replace(/\/$/, '')}/../../../../../../none/etc/passwd HTTP/1.1`, host]],
  ['a method that nobody knows', (path) => [`FOO ${path} HTTP/1.1`, host]],
  ['TRACE', (path) => [`TRACE ${path} HTTP/1.1`, host]],
  ['PROPFIND', (path) => [`PROPFIND ${path} HTTP/1.1`, host]],
  ['a tunnel', () => ['CONNECT example.org:443 HTTP/1.1', host]],
  ['a version that nobody speaks', (path) => [`GET ${path} HTTP/9.9`, host]],
  ['40 kB of headers', (path) => [`GET ${path} HTTP/1.1`, host, `x-long: ${'a'.repeat(40_000)}`]],
  ['a path of 40 kB', (path) => [`GET ${path.split('?')[0]!}${'a'.repeat(40_000)} HTTP/1.1`, host]],
  ['a header without name', (path) => [`GET ${path} HTTP/1.1`, host, ': x']],
  ['a header with a space in its name', (path) => [`GET ${path} HTTP/1.1`, host, 'x y: z']],
  ['two lengths', (path) => [`POST ${path} HTTP/1.1`, host, 'content-length: 1', 'content-length: 2']],
  ['a length and chunks', (path) => [`POST ${path} HTTP/1.1`, host, 'content-length: 1', 'transfer-encoding: chunked']],
  ['a negative length', (path) => [`POST ${path} HTTP/1.1`, host, 'content-length: -1']],
  ['an expectation that nobody meets', (path) => [`GET ${path} HTTP/1.1`, host, 'expect: miracles']],
];

const answerTo = async (port: number, lines: string[]): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket
    .setEncoding('latin1')
    .on('data', (chunk: string) => (answer += chunk))
    // A server that refuses a long request closes before it was read.
    .on('error', () => {});
  socket.write(`${[...lines, 'connection: close'].join('\r\n')}\r\n\r\n`, 'latin1');
  const timer = setTimeout(() => socket.destroy(new Error('no answer')), 10_000);
  await once(socket, 'close').finally(() => clearTimeout(timer));
  return answer.split('\r\n')[0]!;
};
/** The answers that aren't 4xx, by path. */
const wrongAnswers = async (port: number, paths: readonly string[], lines: Rough[1]): Promise<[path: string, answer: string][]> => {
  const answers = await Promise.all(paths.map(async (path): Promise<[string, string]> => [path, await answerTo(port, lines(path))]));
  return answers.filter(([, answer]) => !/^HTTP\/1\.1 4\d\d /.test(answer));
};
const sitePort = (): number => (app.server.server.address() as AddressInfo).port;
const livePort = (): number => Number(new URL(stage.address('')).port);

describe.each(ROUGH)('%s', (_name, lines) => {
  test('is refused by every kind of route of the site', async () => {
    expect(await wrongAnswers(sitePort(), SITE_PATHS, lines)).toEqual([]);
  });

  test('is refused by the live process', async () => {
    expect(await wrongAnswers(livePort(), LIVE_PATHS, lines)).toEqual([]);
  });
});

test.each([
  ['HTTP/1.0 without a Host header, as balancers probe', ['GET /api/health HTTP/1.0']],
  ['a Host with a port', ['GET /api/health HTTP/1.1', 'host: stage.example.org:8443']],
  ['a Host that is an IPv6 address', ['GET /api/health HTTP/1.1', 'host: [::1]:8080']],
  ['an offer of HTTP/2', ['GET /api/health HTTP/1.1', host, 'connection: upgrade', 'upgrade: h2c']],
  ['a WebSocket where there is none', ['GET /api/health HTTP/1.1', host, 'connection: upgrade', 'upgrade: websocket']],
])('%s is answered as usual', async (_name, lines) => {
  expect(await answerTo(sitePort(), lines)).toBe('HTTP/1.1 200 OK');
});

test.each([
  ['the site', sitePort, () => app.url + '/api/health', 200],
  ['the live process', livePort, () => stage.address('nothing'), 404],
] as const)('200 half-sent requests to %s are ended, and hinder nobody', async (_name, port, url, status) => {
  const sockets: Socket[] = [];
  const started = performance.now();
  const answers = Array.from({ length: 200 }, async () => {
    const socket = connect(port(), '127.0.0.1');
    sockets.push(socket);
    let answer = '';
    socket
      .setEncoding('latin1')
      .on('data', (chunk: string) => (answer += chunk))
      .on('error', () => {});
    socket.write('GET /api/health HTTP/1.1\r\nhost: localhost\r\nx-drip: ');
    // A byte now and then doesn't prolong it.
    const drip = setInterval(() => socket.writable && socket.write('a'), HEADERS_MS / 5);
    await once(socket, 'close').finally(() => clearInterval(drip));
    return answer.split('\r\n')[0]!;
  });
  for (let i = 0; i < 10; i += 1) expect((await fetch(url())).status).toBe(status);
  expect(
    sockets.filter(({ destroyed }) => destroyed),
    'they are open meanwhile',
  ).toHaveLength(0);
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 408 Request Timeout']));
  expect(performance.now() - started).toBeGreaterThan(HEADERS_MS / 2);
});
