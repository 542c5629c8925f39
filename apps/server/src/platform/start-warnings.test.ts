import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { defaultsFor } from './settings/settings.ts';
import { senderWarning, startWarnings } from './start-warnings.ts';

const PUBLIC = { PUBLIC_URL: 'https://stage.example.org' };

test('a public site without SMTP_URL is warned of, except on nodes that send no mail; a local one is not', () => {
  const warningsOf = (environment: Record<string, string>) => startWarnings(readConfig(environment), environment);
  expect(warningsOf(PUBLIC)).toEqual([expect.stringMatching(/^SMTP_URL: stage\.example\.org sends no mail without it/)]);
  expect(warningsOf({ ...PUBLIC, ROLES: 'web' })).toEqual([]);
  expect(warningsOf({ ...PUBLIC, SMTP_URL: 'smtp://mail.example.org' })).toEqual([]);
  expect(warningsOf({})).toEqual([]);
  expect(warningsOf({ SMPT_URL: 'smtp://x' })).toEqual(['SMPT_URL: nothing reads this variable; rename it if SMTP_URL was meant.']);
});

test('a sender of another domain is warned of; the site’s own, one above and one below are not', () => {
  const config = readConfig({ ...PUBLIC, SMTP_URL: 'smtp://mail.example.org' });
  expect(senderWarning(config, 'no-reply@other.example')).toMatch(
    /^senderEmail: mails leave as no-reply@other\.example, which isn’t of stage\./,
  );
  for (const domain of ['stage.example.org', 'example.org', 'mail.stage.example.org'])
    expect(senderWarning(config, `no-reply@${domain}`)).toBeUndefined();
  expect(senderWarning(readConfig(PUBLIC), 'no-reply@other.example')).toBeUndefined();
});

describe('variables that decide which site is started', () => {
  test.each([
    [{ DATABSE_URL: 'postgres://x' }, 'DATABSE_URL'],
    [{ database_url: 'postgres://x' }, 'database_url'],
    [{ DATABASE_URL_FLE: '/run/secrets/url' }, 'DATABASE_URL_FLE'],
    [{ DATA_DRI: '/var/lib/stagedoor' }, 'DATA_DRI'],
    [{ DATADIR: '/var/lib/stagedoor' }, 'DATADIR'],
  ])('refuse a start when they are misspelt: %o', (environment, name) => {
    expect(() => readConfig(environment)).toThrow(`${name}: nothing reads this variable, and without`);
  });

  test('leave alone what is another program’s, or set besides', () => {
    for (const environment of [{ JAVA_DIR: '/x' }, { DATADIR: '/x', DATA_DIR: '/y' }, { DATABSE_URL: 'x', DATABASE_URL: 'postgres://x' }])
      expect(readConfig(environment).port).toBe(8080);
  });
});

test.each([
  ['http://localhost:8080', { adminTwoFactorRequired: false }],
  ['https://192.0.2.7', { adminTwoFactorRequired: true }],
  ['https://stage.example.org', { adminTwoFactorRequired: true, senderEmail: 'no-reply@stage.example.org' }],
  ['http://www.example.org:8080', { adminTwoFactorRequired: false, senderEmail: 'no-reply@example.org' }],
  ['https://stage.xn--p1ai', { adminTwoFactorRequired: true }],
])('the defaults of a site at %s', (publicUrl, defaults) => {
  expect(defaultsFor({ publicUrl })).toEqual(defaults);
});

test('a node drains behind a proxy, not on a machine of its own, and for as long as told', () => {
  expect([readConfig({}), readConfig({ TRUST_PROXY: 'yes' })].map(({ drainSeconds }) => drainSeconds)).toEqual([0, 5]);
  expect(readConfig({ TRUST_PROXY: 'yes', DRAIN_SECONDS: '0' }).drainSeconds).toBe(0);
  expect(readConfig({ DRAIN_SECONDS: '30' }).drainSeconds).toBe(30);
});
