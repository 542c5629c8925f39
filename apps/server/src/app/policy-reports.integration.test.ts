import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type TestApp, createTestApp } from '../testing/test-app.ts';
import { POLICY_REPORTS_PATH } from '../platform/web/security-headers.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(() => void vi.restoreAllMocks());

const send = async (type: string, body: string): Promise<number> =>
  (await fetch(app.url + POLICY_REPORTS_PATH, { method: 'POST', headers: { 'content-type': type }, body })).status;
const countOf = async (): Promise<number> =>
  (await app.platform.metrics.policyViolations.get()).values.reduce((sum, { value }) => sum + value, 0);
const old = (change: Record<string, unknown> = {}): string =>
  JSON.stringify({
    'csp-report': {
      'document-uri': 'https://site.example/auth/reset-password?token=secret-token',
      'effective-directive': 'script-src-elem',
      'blocked-uri': 'https://evil.example/x.js?stolen=secret-cookie',
      ...change,
    },
  });

test('reports of both kinds are counted, and logged without queries', async () => {
  const warn = vi.spyOn(app.platform.log, 'warn');
  const before = await countOf();
  expect(await send('application/csp-report', old())).toBe(204);
  const body = {
    documentURL: 'https://site.example/luna?q=secret-words',
    effectiveDirective: 'connect-src',
    blockedURL: 'https://evil.example/',
  };
  expect(
    await send(
      'application/reports+json',
      JSON.stringify([
        { type: 'csp-violation', body },
        { type: 'deprecation', body: { id: 1 } },
      ]),
    ),
  ).toBe(204);
  expect((await countOf()) - before).toBe(2);
  expect(warn.mock.calls.map(([line]) => line)).toEqual([
    {
      page: 'https://site.example/auth/reset-password?[redacted]',
      directive: 'script-src-elem',
      blocked: 'https://evil.example/x.js?[redacted]',
    },
    { page: 'https://site.example/luna?[redacted]', directive: 'connect-src', blocked: 'https://evil.example/' },
  ]);
});

test('anything else is taken and forgotten; too much is refused', async () => {
  const warn = vi.spyOn(app.platform.log, 'warn');
  const before = await countOf();
  for (const body of ['', '{', 'null', '[]', '{"csp-report":1}', '[{"type":"csp-violation"}]', JSON.stringify(Array(60).fill({}))])
    expect([body.slice(0, 30), await send('application/csp-report', body)]).toEqual([body.slice(0, 30), 204]);
  expect(await send('text/html', old())).toBe(415);
  expect(await send('application/csp-report', ' '.repeat(20_000))).toBe(413);
  expect((await countOf()) - before).toBe(0);
  expect(warn).not.toHaveBeenCalled();
});

test('a flood is counted, and logged in part; long values are cut off', async () => {
  const warn = vi.spyOn(app.platform.log, 'warn');
  const before = await countOf();
  const [report] = [old({ 'document-uri': `https://site.example/${'x'.repeat(5000)}` })];
  for (let sent = 0; sent < 100; sent += 1) await send('application/csp-report', report);
  expect((await countOf()) - before).toBe(100);
  // At most two minutes' lines.
  expect(warn.mock.calls.length).toBeLessThanOrEqual(60);
  for (const [line] of warn.mock.calls) expect(JSON.stringify(line).length).toBeLessThan(700);
});

test('pages name where reports go, and the reference of calls allows its own inline scripts alone', async () => {
  const docs = await fetch(`${app.url}/api/docs/`);
  const policy = docs.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/=]+'/);
  expect(policy.replace(/style-src[^;]*/, '')).not.toContain('unsafe-inline');
});
