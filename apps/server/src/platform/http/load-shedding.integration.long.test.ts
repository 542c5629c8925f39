import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ shedsLoad: true });
});
afterAll(() => app.close());

const get = (path: string, accept = 'application/json') => fetch(app.url + path, { headers: { accept } });

/** Keeps the event loop busy in pieces of this length, as far more requests than a node can do would. */
const block = async (milliseconds: number, times: number): Promise<void> => {
  for (let i = 0; i < times; i += 1) {
    const until = performance.now() + milliseconds;
    while (performance.now() < until);
    await new Promise((resolve) => setImmediate(resolve));
  }
};

test('a node that is seconds behind refuses what it would answer too late, answers probes and callbacks, and recovers', async () => {
  expect((await get('/api/settings/public')).status).toBe(200);
  await block(1500, 3);
  const [call, page, health, asset, callback] = await Promise.all([
    get('/api/settings/public'),
    get('/', 'text/html'),
    get('/api/health'),
    // The code of a page that was taken before; this application has none.
    get('/assets/root.js'),
    fetch(`${app.url}/api/gateways/sandbox/callback`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }),
  ]);
  expect([call.status, call.headers.get('retry-after'), ((await call.json()) as { error: string }).error]).toEqual([
    503,
    '2',
    'UNAVAILABLE',
  ]);
  // The page is asked for again by the browser itself.
  expect(page.headers.get('refresh')).toMatch(/^[2-5]$/);
  expect([page.status, page.headers.get('content-type'), await page.text()]).toEqual([
    503,
    'text/html; charset=utf-8',
    expect.stringContaining('Please try again later'),
  ]);
  expect([health.status, asset.status, callback.status < 500]).toEqual([200, 404, true]);
  await expect.poll(async () => (await get('/api/settings/public')).status, { timeout: 10_000 }).toBe(200);
});

test('a node whose database stands still refuses more, and answers those it took', async () => {
  const holder = new pg.Client({ connectionString: app.testDatabase.ownerUrl });
  await holder.connect();
  await holder.query('begin; lock table performers in access exclusive mode');
  const taken = Array.from({ length: 310 }, (_, i) => get(`/api/performers/search?offset=${i}`));
  await expect.poll(async () => (await get('/api/languages/list')).status, { timeout: 10_000 }).toBe(503);
  await holder.query('commit');
  await holder.end();
  const statuses = (await Promise.all(taken)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(300);
  await expect.poll(async () => (await get('/api/languages/list')).status, { timeout: 10_000 }).toBe(200);
});
