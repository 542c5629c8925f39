import { get as httpGet, type IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { TEXTS } from '@stagedoor/contract/texts/index';
import { textPartOf } from '@stagedoor/contract/texts/parts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmin } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { textsVersionOf } from '../texts.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** The response as it was received, not decompressed. */
const get = (path: string, encoding: string) =>
  new Promise<{ headers: IncomingHttpHeaders; bytes: Buffer }>((resolve, reject) => {
    httpGet(`${app.url}${path}`, { headers: { 'accept-encoding': encoding } }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => resolve({ headers: answer.headers, bytes: Buffer.concat(parts) }));
    }).on('error', reject);
  });
const keysOf = (bytes: Buffer) => Object.keys(JSON.parse(bytes.toString()) as Record<string, string>);

test('texts are compressed as the browser accepts it, with the same content', async () => {
  const [plain, gzip, brotli] = await Promise.all(
    ['identity', 'gzip', 'gzip, deflate, br'].map((encoding) => get('/i18n/text/en', encoding)),
  );
  expect([plain, gzip, brotli].map((answer) => answer!.headers['content-encoding'])).toEqual([undefined, 'gzip', 'br']);
  expect(keysOf(plain!.bytes).toSorted()).toEqual(Object.keys(TEXTS).toSorted());
  expect(gunzipSync(gzip!.bytes)).toEqual(plain!.bytes);
  expect(brotliDecompressSync(brotli!.bytes)).toEqual(plain!.bytes);
  expect(brotli!.bytes.length).toBeLessThan(plain!.bytes.length / 3);
  expect(brotli!.headers).toMatchObject({ vary: 'accept-encoding', 'content-type': 'application/json; charset=utf-8' });
});

test('a part contains its own texts only, and the parts cover the whole web', async () => {
  const [site, admin] = await Promise.all(['site', 'admin'].map((part) => get(`/i18n/text/es?part=${part}`, 'identity')));
  const [siteKeys, adminKeys] = [keysOf(site!.bytes), keysOf(admin!.bytes)];
  expect(siteKeys.filter((key) => textPartOf(key) !== 'site')).toEqual([]);
  expect(adminKeys.filter((key) => textPartOf(key) !== 'admin')).toEqual([]);
  const said = new Set([...siteKeys, ...adminKeys]);
  expect(Object.keys(TEXTS).filter((key) => !said.has(key) && textPartOf(key) !== 'server')).toEqual([]);
  expect(siteKeys).toContain('shell.home');
  expect(adminKeys).toContain('admin.overview');
});

test('a version of the texts is cached for ever; a change makes a new version, and the old address returns it for a minute', async () => {
  const before = textsVersionOf('en');
  const address = `/i18n/text/en?part=site&v=${before}`;
  expect((await get(address, 'br')).headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const admin = await createAdmin(app);
  await admin.client.call('PUT /admin/texts', { body: { locale: 'en', values: { 'shell.home': 'Foyer' } } });
  await expect.poll(() => textsVersionOf('en')).not.toBe(before);
  const after = await get(address, 'br');
  expect(after.headers['cache-control']).toBe('public, max-age=60');
  expect((JSON.parse(brotliDecompressSync(after.bytes).toString()) as Record<string, string>)['shell.home']).toBe('Foyer');
});
