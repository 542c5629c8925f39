import type { SettingValues } from '@stagedoor/contract/settings';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DEMO_BEGUN } from '../../demo/demo-state.ts';
import { itemAddresses } from '../../modules/items/index.ts';
import { createInitialContent } from '../../modules/site/index.ts';
import { type Person, createAdmin, createFeed, createPerformer, picture } from '../../testing/factories.ts';
import { createGallery } from '../../testing/gallery-fixtures.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { recordSiteEvent } from '../database/once.ts';
import { transact } from '../database/database.ts';

// What crawlers ask for, over HTTP: robots.txt, the sitemap, and the icons that browsers ask for by themselves.

/** Headers of a request from the United States. */
const ABROAD = { 'x-forwarded-for': '8.8.8.8' };
const HOUR = 3_600_000;

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp({ web: true, environment: { TRUST_PROXY: '1' } });
  admin = await createAdmin(app);
  await createInitialContent(app.platform);
});
afterAll(() => app.close());
afterEach(async () => {
  await app.platform.database.deleteFrom('settings').execute();
  await app.platform.settings.reload();
});

const set = (values: Partial<SettingValues>) => app.platform.settings.change(values, admin.id);
const get = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(app.url + path, { headers, redirect: 'manual' });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};
/** The sitemap is kept for an hour. */
const later = () => app.clock.advance(HOUR + 1);
const pathsIn = ({ text }: { text: string }): string[] =>
  [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc]) => loc!.replaceAll('&amp;', '&').replace(app.platform.config.publicUrl, ''));
/** Every address in the sitemap. */
const sitemap = async (headers: Record<string, string> = {}): Promise<string[]> => {
  const parts = pathsIn(await get('/sitemap.xml', headers));
  return (await Promise.all(parts.map(async (part) => pathsIn(await get(part, headers))))).flat();
};
const CLOSED = 'User-agent: *\nDisallow: /\n';

describe('robots.txt', () => {
  test('opens the pages of visitors and names the sitemap', async () => {
    const { status, headers, text } = await get('/robots.txt');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text.split('\n')).toEqual(expect.arrayContaining(['Disallow: /admin/', 'Disallow: /api/', 'Disallow: /search?']));
    expect(text).toContain(`Sitemap: ${app.platform.config.publicUrl}/sitemap.xml`);
  });

  test('refuses everything in maintenance and in a blocked country, where there is no sitemap either', async () => {
    await set({ maintenanceMode: true });
    expect([(await get('/robots.txt')).text, (await get('/sitemap.xml')).status]).toEqual([CLOSED, 404]);
    await set({ maintenanceMode: false, blockedCountries: ['US'] });
    expect([(await get('/robots.txt', ABROAD)).text, (await get('/sitemap.xml?part=performers', ABROAD)).status]).toEqual([CLOSED, 404]);
    expect((await get('/robots.txt')).text).not.toBe(CLOSED);
  });

  test('before the age gate leads to information about the site alone, a session or cookie changes nothing', async () => {
    await set({ ageDefault: 'declare' });
    const asAdmin = { cookie: `token=${admin.client.token}; ageConfirmed=yes` };
    const { text } = await get('/robots.txt', asAdmin);
    expect(text.split('\n')).toEqual(expect.arrayContaining(['Disallow: /', 'Allow: /contact$', 'Allow: /page/']));
    const paths = await sitemap(asAdmin);
    expect(paths).toEqual(expect.arrayContaining(['/contact', '/page/about']));
    expect(paths).not.toContain('/discover');
    expect((await get('/sitemap.xml?part=performers')).status).toBe(404);
    // Pages of the sitemap are pages that open.
    for (const path of paths) expect([path, (await get(path)).status]).toEqual([path, 200]);
  });
});

describe('the sitemap', () => {
  test('has what a visitor may open, with the day of the last change, and nothing else', async () => {
    const star = await createPerformer(app, { admin });
    const gone = await createPerformer(app, { admin });
    const applicant = await createPerformer(app, { approved: false });
    const open = await createFeed(star);
    const locked = await createFeed(star, { audience: 'buyers', price: 3 });
    const takenDown = await createFeed(star);
    const { _id: gallery, photoIds } = await createGallery(star);
    const ofGone = await createFeed(gone);
    const draft = await star.client.call('POST /performer/feeds/draft', { body: { text: 'Later', audience: 'everyone' } });
    await app.settle();
    await admin.client.call('POST /admin/content/{id}/take-down', { params: { id: takenDown }, body: { note: 'Not ours' } });
    await admin.client.call('POST /admin/users/{id}/suspend', { params: { id: gone.id }, body: { reason: 'fraud' } });
    await admin.client.call('POST /admin/posts', {
      body: { slug: 'unseen', title: { en: 'No' }, content: { en: '<p>No</p>' }, isPublished: false },
    });
    later();
    const paths = await sitemap();
    expect(paths).toEqual(
      expect.arrayContaining([
        '/',
        '/discover',
        '/page/about',
        `/${star.username}`,
        `/feeds/${open}`,
        `/feeds/${locked}`,
        `/galleries/${gallery}`,
      ]),
    );
    const hidden = [
      gone.username,
      applicant.username,
      `feeds/${takenDown}`,
      `feeds/${ofGone}`,
      `feeds/${draft._id}`,
      `photos/${photoIds[0]}`,
      'page/unseen',
      'ledger',
      'auth/login',
    ];
    expect(hidden.filter((path) => paths.includes(`/${path}`))).toEqual([]);
    expect(new Set(paths).size).toBe(paths.length);
    for (const path of paths) expect([path, (await get(path)).status]).toEqual([path, 200]);
    const { headers, text } = await get('/sitemap.xml?part=feeds');
    expect(headers.get('content-type')).toBe('application/xml; charset=utf-8');
    expect(text).toMatch(new RegExp(`<loc>[^<]*/feeds/${open}</loc><lastmod>\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z</lastmod>`));
  });

  test('is kept for an hour', async () => {
    const star = await createPerformer(app, { admin });
    await sitemap();
    const feed = await createFeed(star);
    await app.settle();
    expect(await sitemap()).not.toContain(`/feeds/${feed}`);
    later();
    expect(await sitemap()).toContain(`/feeds/${feed}`);
  });

  test('parts by cursor hold every item once', async () => {
    const star = await createPerformer(app, { admin });
    for (let i = 0; i < 5; i += 1) await createFeed(star);
    await app.settle();
    const source = itemAddresses(app.platform, 'feed');
    const whole = (await source.read(undefined, 1000)).map(({ path }) => path);
    const parts: string[] = [];
    let after: string | undefined;
    for (;;) {
      parts.push(...(await source.read(after, 2)).map(({ path }) => path));
      const next = await source.cursorAfter(after, 2);
      if (next === null) break;
      after = next;
    }
    expect(parts).toEqual(whole);
    expect(whole.length).toBeGreaterThanOrEqual(5);
    expect((await get(`/sitemap.xml?part=feeds&after=${after}`)).status).toBe(200);
  });

  test.each([
    ['part=nothing', 404],
    ['part=messages', 404],
    ['part=feeds&part=feeds', 404],
    ['part=feeds&after=x', 422],
    ['part=performers&after=%00', 422],
  ])('%s is refused', async (query, status) => {
    expect((await get(`/sitemap.xml?${query}`)).status).toBe(status);
  });
});

describe('icons', () => {
  const bytesOf = async (path: string) => {
    const answer = await fetch(app.url + path);
    return { status: answer.status, type: answer.headers.get('content-type'), bytes: Buffer.from(await answer.arrayBuffer()) };
  };

  test('are made from the site’s own', async () => {
    const ico = await bytesOf('/favicon.ico');
    expect([ico.status, ico.type, ico.bytes.readUInt16LE(2), ico.bytes.readUInt16LE(4)]).toEqual([200, 'image/x-icon', 1, 3]);
    // The pictures in it are whole.
    const at = ico.bytes.readUInt32LE(6 + 12);
    const first = await sharp(ico.bytes.subarray(at, at + ico.bytes.readUInt32LE(6 + 8))).metadata();
    expect([first.format, first.width, first.height]).toEqual(['png', 16, 16]);
    const touch = await bytesOf('/apple-touch-icon.png');
    const { width, height, hasAlpha } = await sharp(touch.bytes).metadata();
    expect([touch.status, touch.type, width, height, hasAlpha]).toEqual([200, 'image/png', 180, 180, false]);
  });

  test('follow the owner’s', async () => {
    const before = await bytesOf('/apple-touch-icon.png');
    await admin.client.call('POST /admin/branding/{key}/upload', {
      params: { key: 'favicon' },
      files: { file: await picture({ width: 300, height: 300 }) },
    });
    const after = await bytesOf('/apple-touch-icon.png');
    expect([after.status, after.bytes.equals(before.bytes)]).toEqual([200, false]);
    await set({ favicon: 'https://cdn.example.org/icon.png' });
    const elsewhere = await get('/favicon.ico');
    expect([elsewhere.status, elsewhere.headers.get('location')]).toEqual([302, 'https://cdn.example.org/icon.png']);
  });
});

test('a demo is for no search engine', async () => {
  await transact(app.platform.database, undefined, (trx) => recordSiteEvent(trx, DEMO_BEGUN, { base: new Date().toISOString() }));
  expect([(await get('/robots.txt')).text, (await get('/sitemap.xml')).status]).toEqual([CLOSED, 404]);
});
