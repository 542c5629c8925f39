import { validate } from '@scalar/openapi-parser';
import { CONTRACT } from '@stagedoor/contract';
import { SERVER_EVENTS } from '@stagedoor/contract/realtime';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { version } from '../version.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const get = (path: string, headers: Record<string, string> = {}, at = app) => fetch(at.url + path, { headers });

test('health and readiness are never cached, by GET and HEAD', async () => {
  const health = await get('/api/health');
  expect([health.status, health.headers.get('cache-control'), await health.json()]).toEqual([
    200,
    'no-store',
    { data: { status: 'alive', version, commit: null } },
  ]);
  const ready = await get('/api/ready');
  expect([ready.status, ready.headers.get('cache-control'), await ready.json()]).toEqual([
    200,
    'no-store',
    { data: { ready: true, checks: { database: true, migrations: true, workers: true, live: true, disk: true } } },
  ]);
  expect((await fetch(`${app.url}/api/health`, { method: 'HEAD' })).status).toBe(200);
});

test('a web node is ready without workers', async () => {
  const web = await createTestApp({ environment: { ROLES: 'web' } });
  try {
    expect((await get('/api/ready', {}, web)).status).toBe(200);
    expect(web.platform.jobs.isRunning()).toBe(false);
  } finally {
    await web.close();
  }
});

test('a database without the latest migration is not ready', async () => {
  const behind = await createTestApp();
  try {
    const owner = new pg.Client({ connectionString: behind.testDatabase.ownerUrl });
    await owner.connect();
    await owner.query('delete from schema_migrations where name = (select max(name) from schema_migrations)');
    await owner.end();
    const ready = await get('/api/ready', {}, behind);
    expect([ready.status, await ready.json()]).toMatchObject([
      503,
      { data: { ready: false, checks: { database: true, migrations: false } } },
    ]);
  } finally {
    await behind.close();
  }
});

describe('metrics', () => {
  test('have the format of Prometheus and count calls by route, not by address', async () => {
    await app.client().raw('GET /performers/{id}', { params: { id: 'nobody-by-this-name' } });
    const answer = await get('/metrics');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/plain; version=/)]);
    const text = await answer.text();
    const sample = /^[a-zA-Z_:][a-zA-Z0-9_:]*(\{[^{}]*\})? (-?[0-9.e+-]+|NaN|[+-]Inf)( \d+)?$/;
    expect(text.split('\n').filter((line) => line && !line.startsWith('# ') && !sample.test(line))).toEqual([]);
    expect(text).toContain('http_request_duration_seconds_count{route="GET /api/performers/:id",status="404"} 1');
    expect(text).toMatch(/^realtime_sockets \d+$/m);
    expect(text).toMatch(/^process_resident_memory_bytes \d+/m);
    expect(text).not.toContain('nobody-by-this-name');
  });

  test.each([
    ['an unknown proxy', { 'x-forwarded-for': '203.0.113.9' }],
    ['a proxy that claims to be this machine', { 'x-forwarded-for': '127.0.0.1' }],
    ['a proxy with the standard’s header', { forwarded: 'for=203.0.113.9;proto=https' }],
    ['a proxy that names the caller otherwise', { 'x-real-ip': '203.0.113.9' }],
    ['a cache', { via: '1.1 cache' }],
    ['a proxy that names the site', { 'x-forwarded-host': 'stage.example.org' }],
    ['a network of caches', { 'cf-ray': '1' }],
  ])('are not found for %s', async (_name, headers) => {
    const answer = await get('/metrics', headers);
    expect([answer.status, await answer.json()]).toMatchObject([404, { statusCode: 404, error: 'NOT_FOUND' }]);
  });

  test('behind a trusted proxy need the token, wherever it says that the caller is', async () => {
    const token = 'a-long-token-of-the-metrics';
    const proxied = await createTestApp({ environment: { TRUST_PROXY: '1', METRICS_TOKEN: token } });
    try {
      const statusOf = async (headers: Record<string, string>) => (await get('/metrics', headers, proxied)).status;
      for (const forwarded of ['203.0.113.9', '127.0.0.1, 203.0.113.9', '10.0.0.3', '127.0.0.1']) {
        expect([forwarded, await statusOf({ 'x-forwarded-for': forwarded })]).toEqual([forwarded, 404]);
        expect(await statusOf({ 'x-forwarded-for': forwarded, authorization: `Bearer ${token}` })).toBe(200);
        for (const wrong of [`Bearer ${token}x`, `Bearer ${token.slice(1)}`, token, 'Bearer ', `Basic ${token}`])
          expect([wrong, await statusOf({ 'x-forwarded-for': forwarded, authorization: wrong })]).toEqual([wrong, 404]);
      }
    } finally {
      await proxied.close();
    }
  });

  test('are not found for the bearer of “undefined” where no token is set', async () => {
    expect((await get('/metrics', { via: '1.1 cache', authorization: 'Bearer undefined' })).status).toBe(404);
  });

  test('are not found behind a proxy on this machine that adds nothing: it was asked for the site', async () => {
    const { statusCode } = await app.server.inject({ url: '/metrics', headers: { host: 'stage.example.org' } });
    expect(statusCode).toBe(404);
  });

  test('are not found for other machines of the network', async () => {
    const { statusCode } = await app.server.inject({ url: '/metrics', remoteAddress: '10.0.0.3' });
    expect(statusCode).toBe(404);
  });

  test('behind a proxy only the address that the proxy adds says from which country a caller is', async () => {
    const proxied = await createTestApp({ environment: { TRUST_PROXY: '1' } });
    try {
      const me = async (forwarded: string) =>
        (await proxied.client().call('GET /country-block/check', { headers: { 'x-forwarded-for': forwarded } })).country;
      expect([await me('8.8.8.8'), await me('127.0.0.1, 8.8.8.8'), await me('193.99.144.80, 8.8.8.8')]).toEqual(['US', 'US', 'US']);
    } finally {
      await proxied.close();
    }
  });
});

describe('OpenAPI', () => {
  test('the document is valid and has every endpoint, with its caller, codes and inputs', async () => {
    const answer = await get('/api/openapi.json');
    const document = (await answer.json()) as {
      openapi: string;
      paths: Record<
        string,
        Record<string, { operationId: string; responses: Record<string, { description: string }>; requestBody?: unknown }>
      >;
      'x-socket-events': { server: Record<string, unknown> };
    };
    const { valid, errors } = await validate(structuredClone(document));
    expect([valid, errors]).toEqual([true, []]);
    expect(document.openapi).toBe('3.1.0');

    const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/^\/api/, '')}`),
    );
    expect(listed.sort()).toEqual(Object.keys(CONTRACT).sort());
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(listed.length);
    expect(document.paths['/api/auth/login']!['post']!.responses['400']!.description).toContain('INCORRECT_CREDENTIALS');
    expect(JSON.stringify(document.paths['/api/auth/performers/register']!['post']!.requestBody)).toContain('multipart/form-data');
    expect(Object.keys(document['x-socket-events'].server)).toEqual(Object.keys(SERVER_EVENTS));
  });

  test('the reference page loads, with all its resources from this server', async () => {
    const page = await get('/api/docs');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
    const html = await page.text();
    expect(html).toContain('/api/openapi.json');
    const base = new URL(page.url);
    const sources = [...html.matchAll(/<(?:script|link)[^>]+(?:src|href)="([^"]+)"/g)].map(([, source]) => new URL(source!, base));
    expect(sources.length).toBeGreaterThan(0);
    for (const source of sources) {
      expect(source.origin).toBe(base.origin);
      const script = await fetch(source);
      expect([source.pathname, script.status, (await script.arrayBuffer()).byteLength > 1000]).toEqual([source.pathname, 200, true]);
    }
  });
});
