import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFan } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ web: true, environment: { PUBLIC_URL: 'https://stage.example.org' } });
});
afterAll(() => app.close());

test('pages run no foreign script, are in no frame, load no plugin, and lend no device to others', async () => {
  const { headers } = await app.server.inject({ url: '/', headers: { host: 'stage.example.org' } });
  const policy = String(headers['content-security-policy'])
    .split('; ')
    .map((directive) => directive.replace(/'nonce-[\w-]{20,}'/, 'NONCE'));
  expect(policy).toEqual(
    expect.arrayContaining([
      "default-src 'self'",
      "script-src NONCE 'strict-dynamic'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      'upgrade-insecure-requests',
    ]),
  );
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': expect.stringMatching(/^camera=\(self\), microphone=\(self\), geolocation=\(\)/) as string,
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
  });
});

test('pages and answers of an account are stored by no cache', async () => {
  const { client } = await createFan(app);
  const headers = { host: 'stage.example.org', cookie: `token=${client.token}` };
  for (const [url, expected] of [
    ['/', 'private, no-store'],
    ['/account', 'private, no-store'],
    ['/api/users/me', 'no-store'],
    ['/api/feeds', 'no-store'],
  ] as const) {
    const answer = await app.server.inject({ url, headers });
    expect([url, answer.statusCode, answer.headers['cache-control']]).toEqual([url, 200, expected]);
  }
});
