import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { CONTRACT } from '@stagedoor/contract';
import type { Endpoint } from '@stagedoor/contract/endpoint';
import { TEXTS } from '@stagedoor/contract/texts/index';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, type Person, createAdmin, createFan, picture, unique } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

// The pipeline of every call, over real HTTP: session cookie, foreign pages, languages, bodies, closed sites.

const SITE = 'https://stage.example.org';

let app: TestApp;
let admin: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp({ environment: { PUBLIC_URL: SITE, TRUST_PROXY: '1', SANDBOX_GATEWAY: '1' } });
  admin = await createAdmin(app);
  // The admin logs in by the password alone here.
  await app.platform.settings.change({ adminTwoFactorRequired: false }, null);
  fan = await createFan(app);
});
afterAll(() => app.close());

const logIn = (body: Record<string, unknown> = {}) =>
  fetch(`${app.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: fan.username, password: PASSWORD, ...body }),
  });

/** A Set-Cookie header as its parts. */
const cookieOf = (header: string | undefined): Record<string, string | true> =>
  Object.fromEntries(
    (header ?? '').split('; ').map((part): [string, string | true] => {
      const at = part.indexOf('=');
      return at < 0 ? [part, true] : [part.slice(0, at), part.slice(at + 1)];
    }),
  );

const call = async (method: string, path: string, options: { headers?: Record<string, string>; body?: unknown } = {}) => {
  const { headers = {}, body } = options;
  const answer = await fetch(`${app.url}/api${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  // A downloaded file is text of its own format.
  const isFile = answer.headers.has('content-disposition');
  const json = text && !isFile ? (JSON.parse(text) as { error?: string; message?: unknown; data?: Record<string, unknown> }) : undefined;
  return { status: answer.status, headers: answer.headers, code: json?.error, message: json?.message, data: json?.data, json };
};

describe('the session cookie', () => {
  test.each([
    ['a day', {}, 86_400],
    ['a year with “remember me”', { remember: true }, 365 * 86_400],
    ['a day inside credentials too', { credentials: {} }, 86_400],
  ])('lasts %s, and is hidden from scripts and foreign pages', async (_name, body, seconds) => {
    const answer = await logIn(body);
    const { data } = (await answer.json()) as { data: { token: string } };
    const cookies = answer.headers.getSetCookie();
    // The other cookie marks the browser as known to the account; it grants nothing.
    expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual(['token', 'device']);
    expect(cookieOf(cookies[0])).toEqual({
      token: data.token,
      'Max-Age': String(seconds),
      Path: '/',
      HttpOnly: true,
      Secure: true,
      SameSite: 'Lax',
    });
    const { expires_at } = await app.platform.database
      .selectFrom('sessions')
      .select('expires_at')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(expires_at.getTime() - app.clock.now().getTime()).toBe(seconds * 1000);
  });

  test('is not Secure on a site without https, and is removed at log-out', async () => {
    const plain = await createTestApp();
    try {
      const somebody = await createFan(plain, { verified: false });
      const answer = await plain.client().send('POST /auth/login', { body: { username: somebody.username, password: PASSWORD } });
      expect(cookieOf(answer.headers.getSetCookie()[0])).not.toHaveProperty('Secure');
      const gone = await somebody.client.send('POST /auth/logout');
      expect(cookieOf(gone.headers.getSetCookie()[0])).toMatchObject({
        token: '',
        Path: '/',
        HttpOnly: true,
        Expires: 'Thu, 01 Jan 1970 00:00:00 GMT',
      });
    } finally {
      await plain.close();
    }
  });

  test('is not set by a refused log-in', async () => {
    const answer = await logIn({ password: 'not the password' });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([400, []]);
  });
});

describe('foreign pages', () => {
  const names = async (): Promise<string> => (await fan.client.call('GET /users/me')).name;
  const rename = (name: string, headers: Record<string, string>) => call('PUT', '/users', { headers, body: { name } });
  const cookie = (): string => `token=${fan.client.token}`;

  test.each([
    ['of another site', { origin: 'https://evil.example' }],
    ['of another port', { origin: 'https://stage.example.org:8443' }],
    ['of a site that begins like ours', { origin: 'https://stage.example.org.evil.example' }],
    ['of an opaque origin', { origin: 'null' }],
    ['that says nothing of its origin', {}],
    ['with a broken origin', { origin: 'https://' }],
  ])('a page %s can’t change anything with the cookie', async (_name, headers: Record<string, string>) => {
    const before = await names();
    expect(await rename('Changed by a foreign page', { ...headers, cookie: cookie() })).toMatchObject({
      status: 403,
      code: 'ORIGIN_REFUSED',
    });
    expect(await names()).toBe(before);
    // Not even with a body that needs no preflight.
    const form = new FormData();
    form.append('avatar', await picture(), 'a.jpg');
    const upload = await fetch(`${app.url}/api/users/avatar/upload`, {
      method: 'POST',
      headers: { ...headers, cookie: cookie() },
      body: form,
    });
    expect([upload.status, ((await upload.json()) as { error: string }).error]).toEqual([403, 'ORIGIN_REFUSED']);
    // Reading is not refused: without a header that allows it, no page can read the response.
    const read = await call('GET', '/users/me', { headers: { ...headers, cookie: cookie() } });
    expect([read.status, read.headers.get('access-control-allow-origin')]).toEqual([200, null]);
  });

  test('the site’s own pages can, and so can any caller with the token', async () => {
    expect((await rename('By our page', { origin: SITE, cookie: cookie() })).status).toBe(200);
    expect((await rename('By token', { origin: 'https://evil.example', authorization: fan.client.token! })).status).toBe(200);
    expect((await rename('By token, cookie beside it', { authorization: fan.client.token!, cookie: 'token=nobodys' })).status).toBe(200);
    expect(await names()).toBe('By token, cookie beside it');
    expect(await rename('By a dead cookie', { origin: SITE, cookie: 'token=nobodys' })).toMatchObject({
      status: 401,
      code: 'UNAUTHENTICATED',
    });
  });

  test('a preflight request gets no permission', async () => {
    const preflight = await call('OPTIONS', '/users', {
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'PUT', 'access-control-request-headers': 'content-type' },
    });
    expect([preflight.status, preflight.code]).toEqual([404, 'NOT_FOUND']);
    expect([...preflight.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('error responses', () => {
  const en = TEXTS['errors.NOT_FOUND'].en;
  const es = TEXTS['errors.NOT_FOUND'].es;

  test.each([
    ['nothing said', {}, '', en],
    ['the browser’s language', { 'accept-language': 'es-MX,es;q=0.9,en;q=0.8' }, '', es],
    ['a language we don’t have, then one we do', { 'accept-language': 'pt-BR,es;q=0.5' }, '', es],
    ['the cookie before the browser', { cookie: 'locale=es', 'accept-language': 'en' }, '', es],
    ['the query before the cookie', { cookie: 'locale=es' }, '?locale=en', en],
    ['a language nobody has', { 'accept-language': 'xx' }, '?locale=yy', en],
  ])('are in the caller’s language: %s', async (_name, headers: Record<string, string>, query, sentence) => {
    const body = { statusCode: 404, error: 'NOT_FOUND', message: sentence };
    for (const path of ['/performers/nobody-at-all', '/no-such-call', '/performers/a/b/c/d']) {
      const { status, json, headers: answered } = await call('GET', `${path}${query}`, { headers });
      expect([path, status, json, answered.get('cache-control')]).toEqual([path, 404, body, 'no-store']);
      expect(answered.get('content-type')).toBe('application/json; charset=utf-8');
    }
    const broken = await call('POST', `/auth/login${query}`, { headers: { ...headers, 'content-type': 'application/json' }, body: '{' });
    expect([broken.status, broken.message]).toEqual([400, TEXTS['errors.BAD_REQUEST'][sentence === en ? 'en' : 'es']]);
    const file = await fetch(`${app.url}/files/x.webp${query}`, { headers });
    expect([file.status, ((await file.json()) as { message: string }).message]).toEqual([
      403,
      TEXTS['errors.FORBIDDEN'][sentence === en ? 'en' : 'es'],
    ]);
  });

  test('validation errors have one entry for each property; an unknown method of a path is not found', async () => {
    const { status, json } = await call('POST', '/auth/register?locale=es', { body: { username: 'x', email: 'no', password: 'short' } });
    expect([status, json]).toMatchObject([
      422,
      {
        statusCode: 422,
        error: 'VALIDATION_FAILED',
        message: [
          { property: 'username', constraints: { username: TEXTS['validation.username'].es } },
          { property: 'email', constraints: { email: TEXTS['validation.email'].es } },
          { property: 'password', constraints: { tooShort: expect.stringContaining('8') } },
        ],
      },
    ]);
    for (const method of ['PUT', 'DELETE', 'PATCH']) expect((await call(method, '/auth/login')).code).toBe('NOT_FOUND');
  });

  test('a HEAD request is a GET without its body', async () => {
    const head = await fetch(`${app.url}/api/settings/public`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([200, 'application/json; charset=utf-8', '']);
    expect((await fetch(`${app.url}/api/users/me`, { method: 'HEAD' })).status).toBe(401);
  });
});

describe('bodies', () => {
  test.each(['application/xml', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    '%s is refused where JSON is required',
    async (type) => {
      const { status, code } = await call('PUT', '/users', {
        headers: { authorization: fan.client.token!, 'content-type': type },
        body: '{"name":"X"}',
      });
      expect([status, code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
      expect((await fan.client.call('GET /users/me')).name).not.toBe('X');
    },
  );

  test('more than a megabyte, broken JSON and prototype keys are refused by code', async () => {
    const headers = { authorization: fan.client.token!, 'content-type': 'application/json' };
    const put = (body: string) => call('PUT', '/users', { headers, body });
    expect(await put(JSON.stringify({ name: 'x'.repeat(1_100_000) }))).toMatchObject({ status: 413, code: 'PAYLOAD_TOO_LARGE' });
    for (const body of [
      '{"name":',
      '{"name":"a"}}',
      '{name:1}',
      '\u0000',
      '{"__proto__":{"role":"admin"}}',
      '{"constructor":{"prototype":{"a":1}}}',
    ])
      expect(await put(body)).toMatchObject({ status: 400, code: 'BAD_REQUEST' });
  });

  test('an empty one counts as none, whatever content type is named', async () => {
    const headers = { 'content-type': 'application/json' };
    // A call that needs a body says which fields are missing.
    expect(await call('POST', '/auth/register', { headers, body: '' })).toMatchObject({ status: 422, code: 'VALIDATION_FAILED' });
    const { client } = await createFan(app);
    expect((await call('POST', '/auth/logout', { headers: { ...headers, authorization: client.token! }, body: '' })).status).toBe(200);
    // Visitors call, with ids that don't exist: a body that can't be parsed is refused before either is looked at.
    const keys = Object.entries<Endpoint>(CONTRACT).flatMap(([key, { files }]) => (key.startsWith('GET ') || files ? [] : [key]));
    const refused: string[] = [];
    for (const key of keys) {
      const [method, path] = key.split(' ') as [string, string];
      const { code } = await call(method, path.replaceAll(/\{\w+\}/g, randomUUID()), { headers, body: '' });
      if (code === 'BAD_REQUEST') refused.push(key);
    }
    expect(keys.length).toBeGreaterThan(100);
    expect(refused).toEqual([]);
  });

  test('a body with too large a Content-Length is refused before it is sent', async () => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    socket.write(
      'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\nConnection: close\r\n\r\n{',
    );
    let answer = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
    await once(socket, 'close');
    expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*"error":"PAYLOAD_TOO_LARGE"/);
  });

  test('fields outside the contract change nothing', async () => {
    const before = await fan.client.call('GET /users/me');
    const answer = await fan.client.raw('PUT /users', {
      body: {
        name: 'Only this',
        role: 'admin',
        balance: 1000,
        isLiteAccount: false,
        emailVerified: false,
        _id: admin.id,
        email: 'a@b.example',
      },
    });
    expect([answer.status, { ...(answer.data as object), updatedAt: '' }]).toEqual([200, { ...before, name: 'Only this', updatedAt: '' }]);
    const username = unique('fan');
    const email = `${username}@example.org`;
    await app.client().raw('POST /auth/register', {
      body: { username, email, password: PASSWORD, adult: true, role: 'admin', status: 'active', emailVerified: true, balance: 5 },
    });
    const made = await app.platform.database
      .selectFrom('accounts')
      .select(['role', 'email_verified_at'])
      .where('username', '=', username)
      .executeTakeFirst();
    expect(made).toEqual({ role: 'fan', email_verified_at: null });
  });

  // Text that PostgreSQL can't store unchanged, in every place that stores text.
  test.each([
    ['NUL', 'a\u0000b'],
    ['half of a character', 'a\ud83d b'],
    ['the other half', '\ude00'],
    ['a control character', 'a\u0007'],
  ])('text with %s is refused', async (_name, value) => {
    const headers = { authorization: fan.client.token! };
    const answers = [
      await call('PUT', '/users', { headers, body: { name: value } }),
      await call('POST', '/contact', { body: { name: 'Ann', email: 'ann@example.org', message: value } }),
      await call('POST', '/auth/register', { body: { username: value, email: 'x@example.org', password: PASSWORD, adult: true } }),
      await call('POST', '/auth/forgot', { body: { email: `${value}@example.org` } }),
      await call('PUT', '/admin/settings', {
        headers: { authorization: admin.client.token! },
        body: { values: { siteName: 7, metaKeywords: value } },
      }),
    ];
    expect(answers.map(({ status, code }) => [status, code])).toEqual(answers.map(() => [422, 'VALIDATION_FAILED']));
    const queries = [
      await call('GET', `/performers/search?q=${encodeURIComponent(value.toWellFormed())}`),
      await call('GET', `/performers/${encodeURIComponent(value.toWellFormed())}`),
      await call('POST', '/auth/login', { body: { username: value, password: PASSWORD } }),
    ];
    for (const { status, code } of queries) expect([status < 500, code === 'INTERNAL']).toEqual([true, false]);
  });

  test('settings refuse half of a character too', async () => {
    for (const value of ['a\ud83d', 'a\u0000']) {
      const answer = await call('PUT', '/admin/settings', {
        headers: { authorization: admin.client.token! },
        body: { values: { metaKeywords: value } },
      });
      expect([answer.status, answer.message]).toMatchObject([422, [{ property: 'metaKeywords' }]]);
    }
    expect(app.platform.settings.isDefault('metaKeywords')).toBe(true);
  });
});

describe('a closed site', () => {
  const close = (values: Record<string, unknown>) => admin.client.call('PUT /admin/settings', { body: { values } });
  /** Headers of a request from the United States. */
  const ABROAD = { 'x-forwarded-for': '8.8.8.8' };
  const blocked = Object.entries(CONTRACT as Record<string, Endpoint>).filter(([key]) => key.startsWith('GET ') && !key.includes('{'));
  const codes = async (headers: Record<string, string>) =>
    Object.fromEntries(
      await Promise.all(blocked.map(async ([key]) => [key, (await call('GET', key.slice(4), { headers })).code ?? 'open'] as const)),
    );
  const expected = (code: string, openFor: readonly (Endpoint['open'] | undefined)[]) =>
    Object.fromEntries(
      blocked.map(([key, { open }]) => [key, openFor.includes(open) ? expect.not.stringMatching(/^(MAINTENANCE|COUNTRY_BLOCKED)$/) : code]),
    );

  test('maintenance closes everything but exempt endpoints, for everyone but admins, who can log in', async () => {
    await close({ maintenanceMode: true });
    try {
      expect(await codes({})).toEqual(expected('MAINTENANCE', ['always', 'maintenance']));
      expect(await codes({ authorization: fan.client.token! })).toEqual(expected('MAINTENANCE', ['always', 'maintenance']));
      expect(Object.values(await codes({ authorization: admin.client.token! }))).not.toContain('MAINTENANCE');
      const refused = await call('GET', '/feeds?locale=es');
      expect([refused.status, refused.message]).toEqual([503, TEXTS['errors.MAINTENANCE'].es]);
      const before = await app.platform.database.selectFrom('accounts').select('id').execute();
      const register = { username: unique('fan'), email: 'closed@example.org', password: PASSWORD, adult: true };
      expect((await call('POST', '/auth/register', { body: register })).code).toBe('MAINTENANCE');
      expect(await app.platform.database.selectFrom('accounts').select('id').execute()).toHaveLength(before.length);
      const { token } = await app.client().call('POST /auth/login', { body: { username: admin.username, password: PASSWORD } });
      expect((await app.client(token).call('GET /admin/overview')).accounts).toBeDefined();
      await app.client(token).call('POST /auth/logout');
      for (const path of ['/api/health', '/api/ready', '/api/openapi.json']) expect((await fetch(app.url + path)).status).toBe(200);
    } finally {
      await close({ maintenanceMode: false });
    }
  });

  test('a blocked country is refused, others are not, and maintenance comes first', async () => {
    await close({ blockedCountries: ['US'] });
    try {
      expect(await codes(ABROAD)).toEqual(expected('COUNTRY_BLOCKED', ['always']));
      expect(await codes({ ...ABROAD, authorization: fan.client.token! })).toEqual(expected('COUNTRY_BLOCKED', ['always']));
      expect(Object.values(await codes({ ...ABROAD, authorization: admin.client.token! }))).not.toContain('COUNTRY_BLOCKED');
      expect(Object.values(await codes({ 'x-forwarded-for': '193.99.144.80' }))).not.toContain('COUNTRY_BLOCKED');
      // An address claimed by the caller, before the one that the proxy adds.
      expect(Object.values(await codes({ 'x-forwarded-for': '193.99.144.80, 8.8.8.8' }))).toContain('COUNTRY_BLOCKED');
      expect((await call('GET', '/country-block/check', { headers: ABROAD })).data).toEqual({ blocked: true, country: 'US' });
      // The owner can log in from there too, so the log-in is open; the rest stays closed to everyone else.
      const login = async ({ username }: { username: string }) =>
        app.client(
          ((await call('POST', '/auth/login', { headers: ABROAD, body: { username, password: PASSWORD } })).data as { token: string })
            .token,
        );
      const status = async (person: { username: string }) => (await (await login(person)).raw('GET /users/me', { headers: ABROAD })).status;
      expect([await status(admin), await status(fan)]).toEqual([200, 403]);
      await close({ maintenanceMode: true });
      expect((await call('GET', '/feeds', { headers: ABROAD })).code).toBe('MAINTENANCE');
    } finally {
      await close({ maintenanceMode: false, blockedCountries: [] });
    }
  });
});
