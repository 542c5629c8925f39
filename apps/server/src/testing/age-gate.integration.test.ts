import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { CONTRACT } from '@stagedoor/contract';
import type { Endpoint } from '@stagedoor/contract/endpoint';
import { LINK_PICTURES } from '@stagedoor/contract/link-pictures.values';
import type { FastifyInstance } from 'fastify';
import { type Socket, io } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createAgeBrowser } from './age-browser.ts';
import { type AgeProviderDouble, startAgeProvider } from './age-provider-double.ts';
import { type Person, createAdmin, createFan, createPerformer } from './factories.ts';
import { type TestApp, createTestApp } from './test-app.ts';

// Every way to the site's content, in a country that verifies ages: a new one fails here until it is decided how it is closed.

/** Addresses in these countries, by the bundled database. */
const [DE, US] = ['5.1.80.1', '8.8.8.8'];

let app: TestApp;
let provider: AgeProviderDouble;
let admin: Person;
let fan: Person;
let star: Person;
/** The paths of all routes, as they are registered. */
const registered = new Set<string>();
const noteRoutes = (message: unknown): void => {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onRoute', ({ path }) => void registered.add(path));
};

beforeAll(async () => {
  subscribe('fastify.initialization', noteRoutes);
  app = await createTestApp({ web: true, environment: { TRUST_PROXY: 'true' }, responseCacheMs: 60_000 });
  unsubscribe('fastify.initialization', noteRoutes);
  provider = await startAgeProvider();
  admin = await createAdmin(app);
  [star, fan] = [await createPerformer(app, { admin }), await createFan(app)];
  await admin.client.call('PUT /admin/age-provider', { body: provider.entry() });
  await admin.client.call('PUT /admin/settings', { body: { values: { ageRules: { DE: 'verify' } } } });
});
afterAll(async () => {
  await provider.close();
  await app.close();
});

const statusOf = async (path: string, headers: Record<string, string> = { 'x-forwarded-for': DE }) => {
  const response = await fetch(app.url + path, { headers, redirect: 'manual' });
  return { status: response.status, text: await response.text(), headers: response.headers };
};

describe('calls', () => {
  const ENDPOINTS = Object.entries(CONTRACT) as [keyof typeof CONTRACT & string, Endpoint][];

  /** Calls that answer before an age was verified, and why. What isn't listed here is closed. */
  const OPEN: Record<string, readonly string[]> = {
    'logs in, registers, or restores an account': ['auth', 'verification', 'two-factor', 'performers/register'],
    'tells what the site is, and takes what must reach it': [
      'GET /settings/public',
      'POST /settings/keys',
      'POST /contact',
      'POST /takedowns',
      'GET /takedowns/{reference}',
      'POST /takedowns/{reference}/complain',
      'GET /ledger',
      'GET /country-block/check',
      'GET /posts/search',
      'GET /posts/{id}',
      'POST /consents',
      'GET /i18n/text/{locale}',
      'GET /countries/list',
      'GET /states/{country}',
      'GET /cities/{country}/{state}',
      'GET /languages/list',
      'GET /phone-codes/list',
      'GET /user-additional',
      'GET /payout-statements/key',
      'GET /payout-statements/seals/{position}',
    ],
    'pays at the simulated card company, which is another site’s page': [
      'GET /gateways/sandbox/payments/{id}',
      'POST /gateways/sandbox/payments/{id}',
    ],
    'is the age check': ['GET /age/check', 'POST /age/checks'],
    'is the own account, its data, and the end of what it pays for': [
      'GET /users/me',
      'PUT /users',
      'GET /users/me/exports',
      'POST /users/me/exports',
      'GET /users/me/deletion',
      'POST /users/me/deletion',
      'DELETE /users/me/deletion',
      'GET /subscriptions/search',
      'GET /subscriptions/{id}/card-page',
      'POST /subscriptions/cancel/{id}',
      'GET /spending-limits',
      'PUT /spending-limits',
      'POST /spending-limits/cool-off',
      'GET /notifications/choices',
      'PUT /notifications/choices',
      'POST /notifications/unsubscribe',
      'GET /hidden-performers',
      'DELETE /hidden-performers/{id}',
    ],
  };
  const isListed = (key: string): boolean =>
    Object.values(OPEN)
      .flat()
      .some((one) => (one.includes(' ') ? one === key : key.split(' ')[1]!.startsWith(`/${one}/`)));

  test('that are open before an age was verified are listed, with their reason', () => {
    const unlisted = ENDPOINTS.filter(([key, { open }]) => (open === 'age' || open === 'always') && !isListed(key)).map(([key]) => key);
    expect(unlisted).toEqual([]);
  });

  test.each([['a visitor'], ['an account']])('are refused to %s without a check, whatever their method', async (who) => {
    const token = who === 'an account' ? fan.client.token : undefined;
    const answers = new Map<string, string>();
    for (const [key, endpoint] of ENDPOINTS) {
      if (endpoint.open === 'age' || endpoint.open === 'always') continue;
      const params = Object.fromEntries([...key.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, crypto.randomUUID()]));
      const { error } = await app.client(token).raw(key, { params, headers: { 'x-forwarded-for': DE } });
      answers.set(key, error?.error ?? 'open');
    }
    expect([...answers].filter(([, answer]) => answer !== 'AGE_NOT_VERIFIED')).toEqual([]);
  });

  test('whose answers are kept aren’t handed to others: neither of a country nor by proxies', async () => {
    const browser = createAgeBrowser(app, DE);
    await browser.check(provider);
    const path = '/api/performers/search';
    const theirs = await statusOf(path, browser.headers());
    expect([theirs.status, theirs.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect((await statusOf(path)).status).toBe(403);
    expect((await statusOf(path, { 'x-forwarded-for': US })).status).toBe(200);
  });
});

describe('routes outside the contract', () => {
  /** How each route is closed before an age was verified. */
  const ROUTES: Record<string, string> = {
    '/*': 'gated: pages',
    '/assets/*': 'the web’s own files',
    '/files/*': 'signed: addresses are handed out by gated answers alone, and end within hours',
    '/media/:app/*': 'token: no show is open while a country verifies ages',
    '/og/:of/:id': 'gated: pictures of links',
    '/sitemap.xml': 'gated: information about the site alone',
    '/robots.txt': 'gated: information about the site alone',
    '/branding/:name': 'the site’s logo',
    '/i18n/text/:locale': 'the site’s words',
    '/favicon.ico': 'the site’s logo',
    '/apple-touch-icon.png': 'the site’s logo',
    '/.well-known/security.txt': 'about the site',
    '/age/return': 'the age check',
    '/metrics': 'figures for operators',
    '/dev/mail': 'mails of a demo',
    '/dev/mail/:name': 'mails of a demo',
    '/hooks/live/:secret/:use': 'calls of media servers',
    '/notification/unsubscribe': 'ends mails',
  };
  /** Calls of the contract are tested above; these are others below `/api`. */
  const BELOW_API = ['health', 'ready', 'docs', 'openapi.json', 'uploads', 'gateways', 'doctor', 'policy-reports'];
  /** Files of the web's build at the root: pictures of gifts, the default avatar, and the programs that verify statements. */
  const BUILT = /^\/(?:gifts\/[\w-]+\.svg|favicon\.svg|no-avatar\.png|verify-[a-z]+\.mjs)(?:\.br|\.gz)?$/;

  test('are listed, with how each is closed', () => {
    const contract = new Set(Object.keys(CONTRACT).map((key) => `/api${key.split(' ')[1]!.replaceAll(/\{(\w+)\}/g, ':$1')}`));
    const own = [...registered].filter(
      (path) => !contract.has(path) && !BUILT.test(path) && !BELOW_API.some((beginning) => path.startsWith(`/api/${beginning}`)),
    );
    expect(own.toSorted()).toEqual(Object.keys(ROUTES).toSorted());
  });

  test('serve no page’s content before a check, however they are asked for', async () => {
    const path = `/${star.username}`;
    const browser = createAgeBrowser(app, DE);
    await browser.check(provider);
    // Cached by an assured visitor of the same country.
    const open = await statusOf(path, browser.headers());
    expect([open.status, open.text.includes(`Star ${star.username}`)]).toEqual([200, true]);
    expect(open.headers.get('cache-control')).toBe('private, no-cache');
    expect(open.headers.get('vary')).toContain('cookie');
    const asked: Record<string, string>[] = [
      { 'x-forwarded-for': DE },
      { 'x-forwarded-for': `${US}, ${DE}` },
      { 'x-forwarded-for': DE, cookie: 'ageConfirmed=yes' },
      { 'x-forwarded-for': DE, cookie: 'ageVerified=yes' },
      { 'x-forwarded-for': DE, 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' },
      { 'x-forwarded-for': DE, cookie: `token=${fan.client.token}` },
      // No address of a country.
      { 'x-forwarded-for': '10.0.0.9' },
    ];
    for (const headers of asked) {
      const closed = await statusOf(path, headers);
      expect([headers, closed.status, closed.text.includes(`Star ${star.username}`), closed.headers.get('cache-control')]).toEqual([
        headers,
        403,
        false,
        'private, no-store',
      ]);
      expect((await statusOf(`${path}.data`, headers)).status).toBe(403);
    }
    expect((await statusOf(path, { 'x-forwarded-for': US })).status).toBe(200);
  });

  test('keep pictures of links, robots and the sitemap closed', async () => {
    expect((await statusOf(`/${LINK_PICTURES}/performer/${star.id}`)).status).toBe(403);
    expect((await statusOf('/robots.txt')).text).toContain('Disallow: /\n');
    expect((await statusOf('/sitemap.xml?part=performers')).status).toBe(404);
    expect((await statusOf('/sitemap.xml')).text).not.toContain('part=performers');
  });
});

describe('sockets', () => {
  const open: Socket[] = [];
  afterEach(() => {
    for (const socket of open.splice(0)) socket.close();
  });
  const connect = (token: string | undefined): Socket => {
    const socket = io(app.url, {
      transports: ['websocket'],
      reconnection: false,
      extraHeaders: { 'x-forwarded-for': DE },
      ...(token ? { auth: { token } } : {}),
    });
    open.push(socket);
    return socket;
  };
  const outcome = (token: string | undefined): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect(token);
      socket.once('connect', () => resolve('connected'));
      socket.once('connect_error', (error) => resolve(error.message));
    });

  test('are refused to an account without a check; visitors’ are in no room', async () => {
    expect(await outcome(fan.client.token)).toBe('AGE_NOT_VERIFIED');
    expect(await outcome(star.client.token)).toBe('connected');
    expect(await outcome(undefined)).toBe('connected');
  });

  test('close for accounts without a check when a country begins to verify', async () => {
    const change = (ageRules: Record<string, 'verify'>) => admin.client.call('PUT /admin/settings', { body: { values: { ageRules } } });
    await change({});
    const socket = connect(fan.client.token);
    const closed = new Promise((resolve) => socket.once('disconnect', resolve));
    await new Promise((resolve) => socket.once('auth/logged-in', resolve));
    await change({ DE: 'verify' });
    expect(await closed).toBe('io server disconnect');
  });
});
