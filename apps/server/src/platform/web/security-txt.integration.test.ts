import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmin } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('security.txt contains the contact of the settings and expires within a year (RFC 9116)', async () => {
  const read = async () => {
    const answer = await fetch(`${app.url}/.well-known/security.txt`);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    return (await answer.text()).trimEnd().split('\n');
  };
  expect((await read())[0]).toBe(`Contact: mailto:${app.platform.settings.get('adminEmail')}`);
  const admin = await createAdmin(app);
  await admin.client.call('PUT /admin/settings', { body: { values: { securityContact: 'https://stage.example.org/security' } } });
  const lines = await read();
  expect(lines[0]).toBe('Contact: https://stage.example.org/security');
  const expires = lines.filter((line) => line.startsWith('Expires: '));
  expect(expires).toHaveLength(1);
  const days = (new Date(expires[0]!.slice(9)).getTime() - app.clock.now().getTime()) / 86_400_000;
  expect(days).toBeGreaterThan(100);
  expect(days).toBeLessThan(365);
  for (const bad of ['javascript:alert(1)', 'not an address', 'mailto:a@b.org\nExpires: never'])
    expect((await admin.client.raw('PUT /admin/settings', { body: { values: { securityContact: bad } } })).status).toBe(422);
});
