import { readdir } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, createAdmin, picture } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

let site: Server;
let address: string;
let app: TestApp;
let admin: Person;
const asked: { path: string; cookie: string | undefined }[] = [];
beforeAll(async () => {
  const image = Buffer.from(await (await picture({ width: 900, height: 300 })).arrayBuffer());
  const answers: Record<string, [number, string, string | Buffer, string?]> = {
    '/logo.jpg': [200, 'image/jpeg', image],
    '/moved.jpg': [302, 'text/plain', '', '/logo.jpg'],
    '/inside.jpg': [302, 'text/plain', '', 'http://127.0.0.2/logo.jpg'],
    '/logo.svg': [200, 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    '/page.jpg': [200, 'text/html', '<!doctype html>'],
    '/text.jpg': [200, 'image/jpeg', 'no picture'],
    '/half.jpg': [200, 'image/jpeg', image.subarray(0, image.length / 2)],
    '/long.jpg': [200, 'image/jpeg', Buffer.concat([image, Buffer.alloc(2 * 1024 * 1024)])],
  };
  site = createServer((request, response) => {
    asked.push({ path: request.url!, cookie: request.headers.cookie });
    const [status, type, body, location] = answers[request.url!] ?? [404, 'text/plain', ''];
    response.writeHead(status, { 'content-type': type, ...(location ? { location } : {}) }).end(body);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => site.once('listening', resolve));
  address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  app = await createTestApp({ environment: { LINK_PREVIEW_NETWORKS: '127.0.0.1/32' } });
  admin = await createAdmin(app);
});
afterAll(async () => {
  site.close();
  await app.close();
});

const change = (values: Record<string, unknown>, locale = 'en') =>
  admin.client.send('PUT /admin/settings', { body: { values }, headers: { cookie: `locale=${locale}` } });
const shown = async (key: string) => (await app.client().call('GET /settings/public'))[key];
const files = async (): Promise<string[]> =>
  (await readdir(join(app.dataDirectory, 'files'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

test('a logo of another site is fetched once, without cookies, encoded again and served from here', async () => {
  expect((await change({ logoUrl: `${address}/moved.jpg` })).status).toBe(200);
  const path = (await shown('logoUrl')) as string;
  expect(path).toMatch(/^\/branding\/[0-9a-f-]{36}\.webp$/);
  const served = await fetch(app.url + path);
  const { width, height, format } = await sharp(Buffer.from(await served.arrayBuffer())).metadata();
  expect([served.status, width, height, format]).toEqual([200, 480, 160, 'webp']);
  expect(asked.splice(0)).toEqual([
    { path: '/moved.jpg', cookie: undefined },
    { path: '/logo.jpg', cookie: undefined },
  ]);
  expect(await files()).toEqual([path.split('/').at(-1)]);
  // An address of this site is its path, and nothing is fetched.
  expect((await change({ whiteLogoUrl: app.platform.config.publicUrl + path })).status).toBe(200);
  expect([await shown('whiteLogoUrl'), asked]).toEqual([path, []]);
});

test('icons of other sites are stored in the sizes of icons, and replaced files are removed', async () => {
  const values = { logoUrl: '', whiteLogoUrl: '', favicon: `${address}/logo.jpg`, pageLoadingIconUrl: `${address}/logo.jpg` };
  expect((await change(values)).status).toBe(200);
  const icons = [await shown('favicon'), await shown('pageLoadingIconUrl')] as string[];
  expect(icons.map((path) => path.split('.').at(-1))).toEqual(['png', 'webp']);
  expect(new Set(await files())).toEqual(new Set(icons.map((path) => path.split('/').at(-1))));
});

test.each([
  ['a drawing with scripts', '/logo.svg'],
  ['a page', '/page.jpg'],
  ['a text named as a picture', '/text.jpg'],
  ['half a picture', '/half.jpg'],
  ['more than 2 MB', '/long.jpg'],
  ['nothing', '/missing.jpg'],
  ['a redirect into a private network', '/inside.jpg'],
])('%s is refused in words and changes nothing', async (_what, path) => {
  const before = [await shown('logoUrl'), await shown('favicon'), await files()];
  const { status, error } = await change({ logoUrl: address + path, favicon: `${address}/logo.jpg` }, 'es');
  expect([status, error.error, error.message]).toEqual([
    422,
    'VALIDATION_FAILED',
    [
      {
        property: 'logoUrl',
        constraints: {
          pictureUnreachable:
            'No se pudo cargar ninguna imagen desde esta dirección. Admite PNG, JPEG, WebP, GIF o AVIF de hasta 2 MB; también puedes subir una.',
        },
      },
    ],
  ]);
  expect([await shown('logoUrl'), await shown('favicon'), await files()]).toEqual(before);
});

test('an address inside the server’s own network is never asked', async () => {
  const { status, error } = await change({ logoUrl: 'http://169.254.169.254/latest/meta-data/logo.png', siteName: 'Elsewhere' });
  expect([status, error.error]).toEqual([422, 'VALIDATION_FAILED']);
  expect(await shown('siteName')).toBe('Stagedoor');
});

test('a picture that was fetched for settings that are refused is removed again', async () => {
  const before = await files();
  expect((await change({ logoUrl: `${address}/logo.jpg`, feedSaleCommission: 101 })).status).toBe(422);
  expect(await files()).toEqual(before);
});
