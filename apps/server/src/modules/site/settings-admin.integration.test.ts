import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Person, createAdmin, createFan, picture, topUp } from '../../testing/factories.ts';
import { type ServerProcess, startServer } from '../../testing/server-process.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

const AT_ONCE = { timeout: 4000, interval: 10 };

let app: TestApp;
let other: ServerProcess;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  other = await startServer({ databaseUrl: app.testDatabase.ownerUrl, dataDirectory: app.dataDirectory }, { ROLES: 'web' });
  admin = await createAdmin(app);
});
afterAll(async () => {
  await other.kill();
  await app.close();
});
afterEach(async () => {
  await app.platform.database.deleteFrom('settings').execute();
  await app.platform.settings.reload();
});

const change = (values: Record<string, unknown>) => admin.client.send('PUT /admin/settings', { body: { values } });
const audit = () =>
  app.platform.database
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'detail'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
const brandingFiles = (): Promise<string[]> => readdir(join(app.dataDirectory, 'files', 'branding')).catch(() => []);

test('the log of changes has who, when, from and to, of one key or of all', async () => {
  await change({ siteName: 'The Loft', tipMinimum: 2 });
  await change({ siteName: 'The Cellar' });
  const { data, total } = await admin.client.call('GET /admin/settings/changes', { query: { key: 'siteName', limit: 1 } });
  expect(total).toBe(2);
  expect(data).toEqual([
    {
      _id: expect.any(String),
      key: 'siteName',
      from: 'The Loft',
      to: 'The Cellar',
      changedBy: { _id: admin.id, username: admin.username, name: 'The admin' },
      changedAt: expect.any(String),
    },
  ]);
  expect((await admin.client.call('GET /admin/settings/changes')).total).toBe(3);
  expect(await audit()).toEqual({
    action: 'settings.changed',
    actor_id: admin.id,
    detail: { key: 'siteName', from: 'The Loft', to: 'The Cellar' },
  });
});

test('a reset deletes the row, is logged, and reaches the other node', async () => {
  await change({ tipMinimum: 3 });
  await expect
    .poll(async () => (await other.client().call('POST /settings/keys', { body: { keys: ['tipMinimum'] } }))['tipMinimum'], AT_ONCE)
    .toBe(3);
  expect(await admin.client.call('POST /admin/settings/reset', { body: { keys: ['tipMinimum', 'siteName'] } })).toEqual({
    changed: ['tipMinimum'],
  });
  await expect
    .poll(async () => (await other.client().call('POST /settings/keys', { body: { keys: ['tipMinimum'] } }))['tipMinimum'], AT_ONCE)
    .toBe(1);
  const row = (await admin.client.call('GET /admin/settings')).find(({ key }) => key === 'tipMinimum');
  expect([row?.isDefault, row?.value, row?.default]).toEqual([true, 1, 1]);
  expect(await app.platform.database.selectFrom('settings').select('key').execute()).toEqual([]);
  expect((await admin.client.send('POST /admin/settings/reset', { body: { keys: ['nothing'] } })).status).toBe(422);
});

test('validation errors are in the caller’s language', async () => {
  const { error } = await admin.client.send('PUT /admin/settings', {
    body: { values: { logoUrl: 'javascript:alert(1)', feedSaleCommission: 101, tipMinimum: 9999, currency: 'ZZZ' } },
    headers: { cookie: 'locale=es' },
  });
  expect(error.message).toEqual([
    { property: 'logoUrl', constraints: { webAddress: 'Indica una ruta de este sitio (/…) o una dirección web completa (https://…).' } },
    { property: 'feedSaleCommission', constraints: { tooBig: 'Indica 100 o menos.' } },
    { property: 'currency', constraints: { currency: 'Indica un código de moneda, como USD o EUR.' } },
    { property: 'tipMinimum', constraints: { bounds: 'El mínimo no puede superar el máximo.' } },
  ]);
});

test('the footer is cleaned when it is written, and when it is read', async () => {
  await change({ footerContent: '<p onclick="a()">Hello</p><script>alert(1)</script>' });
  expect((await app.client().call('GET /settings/public'))['footerContent']).toBe('<p>Hello</p>');
  const stored = await app.platform.database
    .selectFrom('settings')
    .select('value')
    .where('key', '=', 'footerContent')
    .executeTakeFirstOrThrow();
  expect(stored.value).toBe('<p>Hello</p>');
  await app.platform.database
    .updateTable('settings')
    .set({ value: JSON.stringify('<img src=x onerror=alert(1)>Old') })
    .where('key', '=', 'footerContent')
    .execute();
  await app.platform.settings.reload();
  expect((await app.client().call('GET /settings/public'))['footerContent']).toBe('Old');
});

test('currency and token value are shown as locked after the first posting, as what tells the state of others always is', async () => {
  const locked = async () => (await admin.client.call('GET /admin/settings')).filter(({ isLocked }) => isLocked).map(({ key }) => key);
  expect(await locked()).toEqual(['ccbillEnabled', 'verotelEnabled']);
  await topUp(app, await createFan(app), 20);
  expect((await locked()).toSorted()).toEqual(['ccbillEnabled', 'currency', 'tokenValue', 'verotelEnabled']);
});

test('menus can be changed by admins who edit the site, other settings can’t', async () => {
  const helper = await createAdmin(app);
  await app.platform.database.updateTable('accounts').set({ admin_role: 'support' }).where('id', '=', helper.id).execute();
  const menus = [
    { menu: 'header' as const, label: { en: 'Season', es: 'Temporada' }, path: '/page/about', audience: 'fans' as const, newTab: false },
  ];
  await expect.poll(async () => (await helper.client.send('GET /admin/settings')).status, AT_ONCE).toBe(403);
  expect((await helper.client.send('PUT /admin/menus', { body: { menus } })).status).toBe(200);
  expect((await app.client().call('GET /settings/public'))['menus']).toEqual(menus);
  const bad = await helper.client.send('PUT /admin/menus', { body: { menus: [{ ...menus[0]!, path: 'javascript:alert(1)' }] } });
  expect([bad.status, (bad.error.message as readonly { property: string }[])[0]?.property]).toEqual([422, 'menus.0.path']);
  expect((await helper.client.send('PUT /admin/settings', { body: { values: { siteName: 'Mine' } } })).status).toBe(403);
});

describe('branding pictures', () => {
  const upload = async (key: 'logoUrl' | 'favicon' | 'pageLoadingIconUrl', file: Blob) =>
    admin.client.send('POST /admin/branding/{key}/upload', { params: { key }, files: { file } });

  test('are encoded again, served at a lasting public address, and replace the old file', async () => {
    const first = await upload('logoUrl', await picture({ width: 2000, height: 500 }));
    const [address] = [first.data.url];
    expect(address).toMatch(/^\/branding\/[0-9a-f-]{36}\.webp$/);
    const served = await fetch(app.url + address);
    expect([served.status, served.headers.get('content-type'), served.headers.get('cache-control')]).toEqual([
      200,
      'image/webp',
      'public, max-age=31536000, immutable',
    ]);
    const { width, height, format, exif } = await sharp(Buffer.from(await served.arrayBuffer())).metadata();
    expect([width, height, format, exif]).toEqual([640, 160, 'webp', undefined]);
    expect((await app.client().call('GET /settings/public'))['logoUrl']).toBe(address);
    const second = await upload('logoUrl', await picture());
    expect((await fetch(app.url + address)).status).toBe(404);
    expect(await brandingFiles()).toEqual([second.data.url.split('/').at(-1)]);
    await admin.client.call('POST /admin/settings/reset', { body: { keys: ['logoUrl'] } });
    expect(await brandingFiles()).toEqual([]);
    expect((await audit()).detail).toEqual({ key: 'logoUrl', from: second.data.url, to: '' });
  });

  test('a favicon becomes a PNG; an animated picture is accepted', async () => {
    expect((await upload('favicon', await picture())).data.url).toMatch(/\.png$/);
    const frames = await sharp({ create: { width: 20, height: 40, channels: 3, background: 'red', pageHeight: 20 } as never })
      .gif()
      .toBuffer();
    const { data } = await upload('pageLoadingIconUrl', new Blob([new Uint8Array(frames)]));
    expect((await fetch(app.url + data.url)).status).toBe(200);
  });

  test.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'FILE_KIND_REFUSED'],
    ['a script named as a picture', 'alert(1)', 'FILE_KIND_REFUSED'],
    ['half a picture', '\u0089PNG', 'FILE_KIND_REFUSED'],
    ['too much', null, 'FILE_TOO_LARGE'],
  ])('%s is refused and leaves nothing', async (_name, content, code) => {
    const before = await brandingFiles();
    const file = new Blob(
      content === null ? [new Uint8Array(await (await picture()).arrayBuffer()), new Uint8Array(2 * 1024 * 1024)] : [content],
    );
    expect((await upload('logoUrl', file)).error.error).toBe(code);
    expect([await brandingFiles(), (await app.client().call('GET /settings/public'))['logoUrl']]).toEqual([before, '']);
  });

  test.each(['/branding/..%2fsecrets.json', '/branding/x.webp', '/branding/', '/branding/00000000-0000-7000-8000-000000000000.webp'])(
    '%s is not found',
    async (path) => {
      expect((await fetch(app.url + path)).status).toBe(404);
    },
  );
});
