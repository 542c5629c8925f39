import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_BEGUN } from '../../demo/demo-state.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { doOnce } from '../database/once.ts';

let app: TestApp;
const becomeDemo = (of: TestApp): Promise<boolean> =>
  doOnce(of.platform.database, DEMO_BEGUN, async () => ({ base: new Date().toISOString() }));

/** @param host the name the browser reached the site by */
const open = async (of: TestApp, path: string, host = 'localhost'): Promise<{ status: number; body: string }> => {
  const { statusCode, body } = await of.server.inject({ url: path, headers: { host } });
  return { status: statusCode, body };
};

beforeAll(async () => {
  app = await createTestApp();
  await becomeDemo(app);
});
afterAll(() => app.close());

test('a mail is shown with its links, and nothing in it becomes markup', async () => {
  expect((await open(app, '/dev/mail')).body).toContain('No mail yet');
  const { mail } = app.platform;
  await mail.send({ to: 'ana@example.org', subject: 'First', text: 'Older.' });
  await mail.send({
    to: 'zoë@example.org',
    subject: '<b>Señal</b>',
    text: `Open http://localhost:8080/auth/verify-email?token=${'x'.repeat(80)}\n\n<script>alert(1)</script>`,
  });
  const list = await open(app, '/dev/mail');
  expect(list.status).toBe(200);
  expect(list.body).toContain('&lt;b&gt;Señal&lt;/b&gt;');
  expect(list.body.indexOf('Señal')).toBeLessThan(list.body.indexOf('First'));
  const path = /href="(\/dev\/mail\/[^"]+)"/.exec(list.body)![1]!;
  const { status, body } = await open(app, path);
  expect(status).toBe(200);
  expect(body).toContain(`<a href="http://localhost:8080/auth/verify-email?token=${'x'.repeat(80)}">`);
  expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(body).not.toContain('<script');
});

test.each(['/dev/mail/..%2fsecrets.json', '/dev/mail/%2e%2e%2f%2e%2e%2fetc%2fpasswd', '/dev/mail/nothing.eml', '/dev/mail/.eml'])(
  '%s is not found',
  async (path) => {
    expect((await open(app, path)).status).toBe(404);
  },
);

test('the page is served to this machine only', async () => {
  expect((await open(app, '/dev/mail', 'stage.example.org')).status).toBe(404);
  // The Host header is the caller's.
  const from = async (remoteAddress: string): Promise<number> =>
    (await app.server.inject({ url: '/dev/mail', headers: { host: 'localhost' }, remoteAddress })).statusCode;
  expect([await from('192.0.2.7'), await from('::ffff:192.0.2.7'), await from('::ffff:127.0.0.1'), await from('::1')]).toEqual([
    404, 404, 200, 200,
  ]);
});

test.each([
  ['without demo data', {}, false],
  ['with DEMO off', { DEMO: '0' }, true],
  ['on a public server', { PUBLIC_URL: 'https://stage.example.org' }, true],
])('the page doesn’t exist %s', async (_case, environment, isDemo) => {
  const other = await createTestApp({ environment });
  try {
    if (isDemo) await becomeDemo(other);
    expect((await open(other, '/dev/mail')).status).toBe(404);
  } finally {
    await other.close();
  }
});
