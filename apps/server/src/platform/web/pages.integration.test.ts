import type { SettingValues } from '@stagedoor/contract/settings';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createInitialContent } from '../../modules/site/index.ts';
import { PASSWORD, type Person, createAdmin, createFan } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { recordEvent, transact } from '../database/database.ts';

// The HTML of pages as the server sends it, and its headers; what the browser makes of it is tested in the journeys.

const HEADER = '<script>window.siteHead = 1</script><meta name="site-check" content="abc">';
const BODY = '<script async src="https://stats.example.org/s.js"></script>';

let app: TestApp;
let admin: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp({ web: true });
  admin = await createAdmin(app);
  fan = await createFan(app);
  await createInitialContent(app.platform);
});
afterAll(() => app.close());
afterEach(async () => {
  await app.platform.database.deleteFrom('settings').execute();
  await app.platform.settings.reload();
});

const set = (values: Partial<SettingValues>) => app.platform.settings.change(values, admin.id);
const get = async (path: string, cookies: Record<string, string> = {}) => {
  const answer = await fetch(app.url + path, {
    redirect: 'manual',
    headers: {
      cookie: Object.entries(cookies)
        .map(([name, value]) => `${name}=${value}`)
        .join('; '),
    },
  });
  return { status: answer.status, headers: answer.headers, html: await answer.text() };
};
const hasScripts = ({ html }: { html: string }): boolean[] => [html.includes('window.siteHead'), html.includes('stats.example.org/s.js')];
const policyOf = ({ headers }: { headers: Headers }): string => headers.get('content-security-policy') ?? '';

describe('the site’s own scripts', () => {
  test('run at once without a cookie policy, with the page’s nonce, and may connect to their origins', async () => {
    await set({ headerScript: HEADER, afterBodyScript: BODY, gaCode: 'G-TEST' });
    const page = await get('/page/about');
    expect(hasScripts(page)).toEqual([true, true]);
    const nonce = /'nonce-([^']+)'/.exec(policyOf(page))?.[1];
    expect(page.html).toContain(`<script nonce="${nonce}">window.siteHead`);
    expect(page.html).toContain(`<script nonce="${nonce}" async src="https://stats.example.org/s.js">`);
    expect(policyOf(page)).toMatch(/connect-src [^;]*https:\/\/stats\.example\.org/);
    expect(policyOf(page)).toMatch(/connect-src [^;]*google-analytics/);
    expect(policyOf(page)).toContain("'strict-dynamic'");
    // Violations are reported, by the old way and the new one.
    expect([policyOf(page), page.headers.get('reporting-endpoints')]).toEqual([
      expect.stringContaining('report-uri /api/policy-reports; report-to policy'),
      'policy="/api/policy-reports"',
    ]);
    // Another visitor's copy of the same cached page has a nonce of its own.
    expect(/'nonce-([^']+)'/.exec(policyOf(await get('/page/about')))?.[1]).not.toBe(nonce);
    expect(page.html.match(/window\.siteHead/g)).toHaveLength(1);
  });

  test('wait for consent with a cookie policy, and cached pages contain them only for those who gave it', async () => {
    await set({ headerScript: HEADER, afterBodyScript: BODY, cookiePolicyEnabled: true });
    expect(hasScripts(await get('/page/about'))).toEqual([false, false]);
    expect(hasScripts(await get('/page/about', { cookiePolicy: 'no' }))).toEqual([false, false]);
    expect(hasScripts(await get('/page/about', { cookiePolicy: 'yes' }))).toEqual([true, true]);
    expect(hasScripts(await get('/page/about'))).toEqual([false, false]);
    expect(hasScripts(await get('/page/about', { cookiePolicy: 'yes', token: fan.client.token! }))).toEqual([true, true]);
    expect(hasScripts(await get('/page/about', { token: fan.client.token! }))).toEqual([false, false]);
  });

  test('never run for admins, on admin pages, or while acting as an account', async () => {
    await set({ headerScript: HEADER, afterBodyScript: BODY, gaCode: 'G-TEST' });
    for (const path of ['/page/about', '/admin', '/admin/settings']) {
      const page = await get(path, { token: admin.client.token! });
      expect([page.status, hasScripts(page), policyOf(page).includes('google')]).toEqual([200, [false, false], false]);
    }
    const acting = await app.platform.sessions.create(app.platform.database, admin.id, false, { userAgent: 'test', ip: '127.0.0.1' });
    await app.platform.sessions.actAs(app.platform.database, acting.sessionId, fan.id);
    expect(hasScripts(await get('/page/about', { token: acting.token }))).toEqual([false, false]);
  });

  test('never run on a page whose address has the token of a mail, which is no referrer either', async () => {
    await set({ headerScript: HEADER, afterBodyScript: BODY, gaCode: 'G-TEST' });
    for (const path of ['/auth/reset-password', '/auth/verify-email', '/auth/change-email', '/auth/undo-email-change', '/auth/not-me']) {
      const page = await get(`${path}?token=abc`);
      expect([path, hasScripts(page), policyOf(page).includes('google'), page.headers.get('referrer-policy')]).toEqual([
        path,
        [false, false],
        false,
        'no-referrer',
      ]);
    }
    expect(hasScripts(await get('/auth/login'))).toEqual([true, true]);
  });

  test('are not part of a page’s data', async () => {
    await set({ headerScript: HEADER, cookiePolicyEnabled: true });
    const { html } = await get('/page/about');
    expect(html).not.toContain('siteHead');
    expect(html).not.toContain('headerScript');
  });
});

describe('branding', () => {
  test('appears in the next page: name, icon, logos, accent, footer, menu, records', async () => {
    await get('/page/about');
    await set({
      siteName: 'The Loft & Co',
      favicon: '/branding/icon.png',
      logoUrl: '/branding/logo.webp',
      brandColor: '#3366ff',
      footerContent: '<p>Come <strong>early</strong></p>',
      custodianStatement: 'Records <kept> by us',
      menus: [{ menu: 'footer', label: { en: 'Season', es: 'Temporada' }, path: '/page/terms', audience: 'visitors', newTab: true }],
    });
    const { html } = await get('/page/about');
    expect(html).toContain('<title>About this house · The Loft &amp; Co</title>');
    expect(html).toContain('<link rel="icon" href="/branding/icon.png"/>');
    expect(html).toContain('/branding/logo.webp');
    expect(html).toMatch(/<style[^>]*>:root:root,[^{]*\[data-theme="dark"\]\{--spot:#/);
    expect(html).toMatch(/<html[^>]* data-theme="light"/);
    expect(html).toContain('<p>Come <strong>early</strong></p>');
    expect(html).toContain('Records &lt;kept&gt; by us');
    expect(html).toContain('Season');
    expect((await get('/page/about', { locale: 'es' })).html).toContain('Temporada');
    expect((await get('/page/about', { token: fan.client.token! })).html).not.toMatch(/<nav[^>]*>[^]*Season<\/?[a-z]/);
    await set({ maintenanceMode: true });
    const closed = await get('/page/about');
    expect([closed.status, closed.html.includes('/branding/logo.webp'), closed.html.includes('--spot:#')]).toEqual([503, true, true]);
  });

  test('no setting can close an element', async () => {
    await set({
      siteName: '</title><script>alert(1)</script>',
      metaDescription: '"><script>alert(2)</script>',
      custodianStatement: '<img src=x>',
    });
    const { html } = await get('/page/about');
    expect(html).not.toMatch(/<script>alert|<img src=x>/);
  });
});

describe('the owner’s settings of pages', () => {
  /** The content of a page’s meta element of this name. */
  const metaOf = async (name: string): Promise<string | undefined> =>
    new RegExp(`<meta name="${name}" content="([^"]*)"`).exec((await get('/discover')).html)?.[1];

  test('`metaKeywords` and `metaDescription` are the keywords and the description of a page without its own', async () => {
    await set({ metaDescription: '' });
    expect([await metaOf('keywords'), await metaOf('description')]).toEqual([undefined, undefined]);
    await set({ metaKeywords: 'cello, late sets', metaDescription: 'A house for musicians & their listeners.' });
    expect([await metaOf('keywords'), await metaOf('description')]).toEqual([
      'cello, late sets',
      'A house for musicians &amp; their listeners.',
    ]);
  });

  test('a page knows `gaCode`, and only with one may it load and call the analytics service', async () => {
    const shown = async () => {
      const page = await get('/page/about');
      return [page.html.includes('"gaCode":"G-STAGE"'), /connect-src [^;]*google-analytics/.test(policyOf(page))];
    };
    expect(await shown()).toEqual([false, false]);
    await set({ gaCode: 'G-STAGE' });
    expect(await shown()).toEqual([true, true]);
  });
});

describe('the session cookie', () => {
  const cookiesOf = ({ headers }: { headers: Headers }): string[] => headers.getSetCookie().filter((one) => one.startsWith('token='));
  const dead = { token: 'nobody-was-given-this' };

  test('is removed with a dead session where the visitor is sent to the log-in', async () => {
    const page = await get('/wallet', dead);
    expect([page.status, page.headers.get('location')]).toEqual([302, '/auth/login?returnTo=%2Fwallet']);
    const [removed, ...others] = cookiesOf(page);
    expect(others).toEqual([]);
    expect(removed).toMatch(/^token=;/);
    expect(new Date(/Expires=([^;]+)/.exec(removed!)![1]!).getTime()).toBeLessThan(app.clock.now().getTime());
  });

  test('stays with a live session, on a site that is closed for maintenance too', async () => {
    const live = { token: fan.client.token! };
    expect([(await get('/wallet', live)).status, cookiesOf(await get('/wallet', live))]).toEqual([200, []]);
    await set({ maintenanceMode: true });
    const closed = await get('/wallet', live);
    expect([closed.status, cookiesOf(closed)]).toEqual([503, []]);
    await set({ maintenanceMode: false });
    expect((await get('/wallet', live)).status).toBe(200);
  });
});

test('the picture of an account without its own is a file of the site', async () => {
  const { avatar } = await (await createFan(app)).client.call('GET /users/me');
  const picture = await fetch(app.url + avatar);
  expect([avatar, picture.status, picture.headers.get('content-type')]).toEqual(['/no-avatar.png', 200, 'image/png']);
});

test('`/login` leads to the log-in with the return address', async () => {
  for (const [from, to] of [
    ['/login', '/auth/login'],
    ['/login?returnTo=%2Fwallet', '/auth/login?returnTo=%2Fwallet'],
  ] as const) {
    const { status, headers } = await get(from);
    expect([from, status, headers.get('location')]).toEqual([from, 302, to]);
  }
});

test('the addresses of error pages answer their status and say what happened', async () => {
  const shown = async (path: string, cookies = {}) => {
    const { status, html } = await get(path, cookies);
    return [status, /<h1[^>]*>([^<]*)<\/h1>/.exec(html)?.[1]];
  };
  expect(await shown('/404')).toEqual([404, 'Page not found']);
  expect(await shown('/error/404')).toEqual([404, 'Page not found']);
  expect(await shown('/error')).toEqual([500, 'Something went wrong']);
  expect(await shown('/error', { locale: 'es' })).toEqual([500, 'Algo ha fallado']);
});

describe('the age gate', () => {
  test('replaces the page with 403, is not cached, and contains nothing of it', async () => {
    const open = await get(`/${fan.username}`);
    await set({ ageDefault: 'declare' });
    for (const path of ['/discover', '/live', '/']) {
      const page = await get(path);
      expect([page.status, page.headers.get('cache-control')]).toEqual([403, 'private, no-store']);
      expect(page.html).toContain('Are you 18 or older?');
    }
    expect((await get('/discover.data')).status).not.toBe(200);
    for (const path of ['/page/terms', '/contact', '/auth/login', '/auth/register']) {
      const page = await get(path);
      expect([page.status, page.html.includes('Are you 18 or older?')]).toEqual([200, false]);
    }
    expect((await get('/discover', { ageConfirmed: 'yes' })).status).toBe(200);
    expect((await get('/discover')).status).toBe(403);
    expect((await get('/discover', { token: fan.client.token! })).status).toBe(200);
    expect(open.status).not.toBe(500);
  });
});

test('a third language appears in html, direction and the language menu', async () => {
  await admin.client.call('POST /admin/languages', { body: { locale: 'ar', name: 'العربية', isRightToLeft: true, isEnabled: true } });
  await admin.client.call('PUT /admin/texts', { body: { locale: 'ar', values: { 'shell.contact': 'اتصل بنا' } } });
  const english = await get('/page/about');
  expect(english.html).toMatch(/<html lang="en" dir="ltr"/);
  expect(english.html).toContain('العربية');
  const arabic = await get('/page/about', { locale: 'ar' });
  expect(arabic.html).toMatch(/<html lang="ar" dir="rtl"/);
  await admin.client.call('DELETE /admin/languages/{locale}', { params: { locale: 'ar' } });
  expect((await get('/page/about', { locale: 'ar' })).html).toMatch(/<html lang="en" dir="ltr"/);
});

test('an address with what can’t be an id is a page of status 404', async () => {
  for (const kind of ['feeds', 'galleries', 'videos', 'photos', 'reels', 'products'])
    for (const id of ['nothing', '0', 'ffffffff-ffff-7fff-8fff-ffffffffffff'])
      expect([kind, id, (await get(`/${kind}/${id}`)).status]).toEqual([kind, id, 404]);
});

test('a hidden page is 404 to visitors, and has a note for admins who edit pages', async () => {
  const made = await admin.client.call('POST /admin/posts', {
    body: { slug: 'draft', title: { en: 'Draft' }, content: { en: '<p>Not yet</p>' }, isPublished: false },
  });
  expect((await get('/page/draft')).status).toBe(404);
  const page = await get('/page/draft', { token: admin.client.token! });
  expect([page.status, page.html.includes('Only you and other admins of the site see this page.')]).toEqual([200, true]);
  await admin.client.call('DELETE /admin/posts/{id}', { params: { id: made._id } });
});

test('a change that one node dispatches purges the cached pages of all', async () => {
  const other = await createTestApp({ web: true, database: app.testDatabase, environment: { ROLES: 'web' } });
  try {
    const titled = (title: string) =>
      app.platform.database
        .updateTable('pages')
        .set({ title: JSON.stringify({ en: title }) })
        .where('slug', '=', 'about')
        .execute();
    const htmlThere = async () => (await fetch(`${other.url}/page/about`)).text();
    await titled('Before the change');
    expect(await htmlThere()).toContain('Before the change');
    await titled('After the change');
    await transact(app.platform.database, undefined, (trx) =>
      recordEvent(trx, 'items.published', { itemId: fan.id, kind: 'feed', performerId: fan.id }),
    );
    await app.settle();
    await vi.waitFor(async () => expect(await htmlThere()).toContain('After the change'), { timeout: 2000, interval: 20 });
  } finally {
    await other.close();
  }
});

describe('the cookie of the session', () => {
  const CLEARED = /^token=;/;
  const clears = ({ headers }: { headers: Headers }): boolean => headers.getSetCookie().some((cookie) => CLEARED.test(cookie));
  /** The token of a session that ran out. */
  const expiredToken = async (): Promise<string> => {
    const person = await createFan(app);
    const now = app.clock.now();
    app.clock.set(new Date(now.getTime() - 400 * 86_400_000));
    try {
      const { token } = await app.client().call('POST /auth/login', { body: { username: person.username, password: PASSWORD } });
      return token;
    } finally {
      app.clock.set(now);
    }
  };

  // Accounts have pages before the age gate: their sessions are looked up there.
  const GATES: [name: string, values: Partial<SettingValues>, status: number, isLookedUp: boolean][] = [
    ['maintenance', { maintenanceMode: true }, 503, false],
    ['the age', { ageDefault: 'declare' }, 403, true],
  ];
  test.each(GATES)('survives the page of %s: only a session that was looked up is dead', async (_name, values, status, isLookedUp) => {
    const dead = await expiredToken();
    await set(values);
    for (const path of ['/', '/explore']) {
      const [visitor, living, gone] = [await get(path), await get(path, { token: fan.client.token! }), await get(path, { token: dead })];
      const answers = [visitor, living, gone].map((answer) => [answer.status, clears(answer)]);
      expect([path, answers[0], answers[2]]).toEqual([path, [status, false], [status, isLookedUp]]);
      expect(answers[1]![1]).toBe(false);
    }
    await app.platform.database.deleteFrom('settings').execute();
    await app.platform.settings.reload();
    expect(clears(await get('/', { token: dead }))).toBe(true);
    expect((await fan.client.call('GET /users/me'))._id).toBe(fan.id);
  });

  test('survives the page of a blocked country', async () => {
    const abroad = await createTestApp({ web: true, environment: { TRUST_PROXY: '1' } });
    try {
      const person = await createFan(abroad);
      await abroad.platform.settings.change({ blockedCountries: ['DE'] }, null);
      const at = async (token: string) =>
        fetch(abroad.url, { redirect: 'manual', headers: { 'x-forwarded-for': '5.1.80.1', cookie: `token=${token}` } });
      const [living, unknown] = [await at(person.client.token!), await at('nobody-has-it')];
      expect([living, unknown].map((answer) => [answer.status, clears(answer)])).toEqual([
        [403, false],
        [403, false],
      ]);
    } finally {
      await abroad.close();
    }
  });

  test('survives pages of errors, and is cleared there once its session is dead', async () => {
    const dead = await expiredToken();
    for (const path of ['/nowhere/at/all', '/page/nothing', '/nobody-by-this-name', '/post/nothing', '/admin/settings']) {
      expect([path, clears(await get(path)), clears(await get(path, { token: fan.client.token! }))]).toEqual([path, false, false]);
      expect([path, clears(await get(path, { token: dead }))]).toEqual([path, true]);
    }
  });
});
