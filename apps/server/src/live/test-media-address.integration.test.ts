import { type RequestListener, createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Person, createAdmin } from '../testing/factories.ts';
import { type TestApp, createTestApp } from '../testing/test-app.ts';
import { MEDIA_SERVER, testMediaAddress } from './test-media-address.ts';
import { SELF_SIGNED } from './testing/self-signed.ts';

// Addresses of media servers as an owner may enter them, each answered by a real server.

let app: TestApp;
let owner: Person;
let ownSite: string;
beforeAll(async () => {
  app = await createTestApp();
  owner = await createAdmin(app);
  ownSite = ((await (await fetch(`${app.url}/media/stagedoor/about`)).json()) as { site: string }).site;
});
afterAll(() => app.close());

const listen = async (server: ReturnType<typeof createServer>): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
};
/** A port that nobody listens at any more. */
const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};
const serve = async (listener: RequestListener): Promise<string> => `http://127.0.0.1:${await listen(createServer(listener))}`;
const save = (values: Record<string, unknown>) => owner.client.send('PUT /admin/settings', { body: { values } });
const stored = () =>
  app.platform.database.selectFrom('settings').select('key').where('key', 'in', ['viewerURL', 'publisherURL', 'subscriberUrl']).execute();
const foundAt = async (address: string, publicUrl = 'http://site.example') => {
  const problem = await testMediaAddress({ address, appName: 'stagedoor', publicUrl, site: ownSite, timeoutMs: 300 });
  return problem && [problem.rule, problem.values.found];
};

test('the site’s own media at another address is saved', async () => {
  const front = await serve((request, response) => {
    void fetch(`${app.url}${request.url}`).then(async (answer) => {
      response.writeHead(answer.status, { 'access-control-allow-origin': '*' });
      response.end(await answer.text());
    });
  });
  expect((await save({ viewerURL: `${front}/media`, publisherURL: 'rtmp://127.0.0.1/live' })).status).toBe(200);
  expect(app.platform.settings.get('viewerURL')).toBe(`${front}/media`);
  await app.platform.settings.change({ viewerURL: '', publisherURL: '' }, null);
});

test('an address that can’t be used is refused with what was found, in the caller’s language, and nothing is saved', async () => {
  await app.platform.settings.reset(['viewerURL', 'publisherURL', 'subscriberUrl'], null);
  const blog = await serve((_request, response) => response.end('<h1>A blog</h1>'));
  const answer = await owner.client.send('PUT /admin/settings', {
    body: { values: { viewerURL: blog, subscriberUrl: 'rtmp://127.0.0.1', siteName: 'The Loft' } },
    headers: { 'accept-language': 'es' },
  });
  expect([answer.status, answer.error.error]).toEqual([422, 'VALIDATION_FAILED']);
  expect(answer.error.message).toEqual([
    {
      property: 'viewerURL',
      constraints: { mediaForeign: 'Lo que responde allí no son los medios de este sitio (HTTP 200).' },
    },
    { property: 'subscriberUrl', constraints: { mediaScheme: 'Los navegadores no abren direcciones rtmp.' } },
  ]);
  expect([await stored(), app.platform.settings.get('siteName')]).toEqual([[], 'Stagedoor']);
});

describe('the test of an address', () => {
  const about = (more: object = {}) => JSON.stringify({ server: MEDIA_SERVER, site: ownSite, ...more });

  test('finds no server, none that answers in time, and another site', async () => {
    expect(await foundAt(`http://127.0.0.1:${await freePort()}`)).toEqual(['mediaNoServer', 'ECONNREFUSED']);
    expect(await foundAt(await serve(() => {}))).toEqual(['mediaNoServer', 'TIMEOUT']);
    expect(await foundAt(await serve((_request, response) => response.end(about({ site: 'theirs' }))))).toEqual([
      'mediaForeign',
      'HTTP 200',
    ]);
    expect(await foundAt(await serve((_request, response) => response.writeHead(302, { location: '/' }).end()))).toEqual([
      'mediaForeign',
      'HTTP 302',
    ]);
  });

  test('finds answers that pages may not read', async () => {
    const at = (origin?: string) =>
      serve((_request, response) => response.writeHead(200, origin ? { 'access-control-allow-origin': origin } : {}).end(about()));
    expect(await foundAt(await at())).toEqual(['mediaCors', '–']);
    expect(await foundAt(await at('http://other.example'))).toEqual(['mediaCors', 'http://other.example']);
    expect(await foundAt(await at('http://site.example'))).toBeNull();
    expect(await foundAt(await at('*'))).toBeNull();
  });

  test('finds plain http on a site of https, and certificates that browsers refuse', async () => {
    expect(await foundAt('http://live.example', 'https://site.example')).toEqual(['mediaInsecure', 'live.example']);
    const server = createTlsServer(SELF_SIGNED, (_request, response) => response.end(about()));
    expect(await foundAt(`https://127.0.0.1:${await listen(server)}`)).toEqual(['mediaTls', 'DEPTH_ZERO_SELF_SIGNED_CERT']);
  });
});
