import type { SettingValues } from '@stagedoor/contract/settings';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AgeBrowser, createAgeBrowser } from '../../testing/age-browser.ts';
import { type AgeProviderDouble, type Lie, startAgeProvider } from '../../testing/age-provider-double.ts';
import { type Person, createAdmin, createFan, createPerformer } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { pruneChecks } from './prune-checks.ts';

/** Addresses in these countries, by the bundled database. */
const [DE, US] = ['5.1.80.1', '8.8.8.8'];
const DAY_MS = 86_400_000;

let app: TestApp;
let provider: AgeProviderDouble;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp({ environment: { TRUST_PROXY: 'true' } });
  provider = await startAgeProvider();
  admin = await createAdmin(app);
});
afterAll(async () => {
  await provider.close();
  await app.close();
});

const set = (values: Partial<SettingValues>) => app.platform.settings.change(values, null);
const enter = () => admin.client.call('PUT /admin/age-provider', { body: provider.entry() });
const rows = () => app.platform.database.selectFrom('age_checks').selectAll().orderBy('id').execute();

beforeEach(async () => {
  await enter();
  await set({ ageRules: { DE: 'verify' } });
});
afterEach(async () => {
  app.clock.set(new Date());
  provider.lie(null);
  provider.fault(null);
  provider.leave(false);
  provider.claimInUserInfo(false);
  const { database, settings } = app.platform;
  await database.deleteFrom('settings').execute();
  await settings.reload();
  await database.deleteFrom('age_assurances').execute();
  await database.deleteFrom('age_checks').execute();
  await database.deleteFrom('age_providers').execute();
});

const visitor = (ip = DE): AgeBrowser => createAgeBrowser(app, ip);
const codeOf = async (browser: AgeBrowser, key: 'GET /feeds' | 'GET /users/me' = 'GET /feeds') => {
  const headers = browser.headers();
  return (await app.client().send(key, { headers })).error?.error ?? 'open';
};

describe('a visitor of a country that verifies', () => {
  test('passes at the provider, and returns to the page they came from', async () => {
    const browser = visitor();
    expect(await codeOf(browser)).toBe('AGE_NOT_VERIFIED');
    expect(await browser.check(provider, true, '/videos?q=a#top')).toBe('/videos?q=a#top');
    expect(await codeOf(browser)).toBe('open');
    expect(await codeOf(visitor())).toBe('AGE_NOT_VERIFIED');
    const { isVerified, verifiedBy, method, level } = await app.client().call('GET /age/check', { headers: browser.headers() });
    expect({ isVerified, verifiedBy, method, level }).toEqual({
      isVerified: true,
      verifiedBy: 'Proof of Age Ltd',
      method: 'facial-estimation',
      level: 'verify',
    });
  });

  test('stores result, method, reference and times, and nothing about the person', async () => {
    await visitor().check(provider);
    const [row] = await rows();
    expect(row).toMatchObject({ account_id: null, state: 'passed', method: 'facial-estimation' });
    expect(row!.reference).toMatch(/^txn-/);
    expect(Object.keys(row!).sort()).toEqual(
      [
        'account_id',
        'begun_at',
        'browser_hash',
        'claimed_at',
        'decided_at',
        'id',
        'method',
        'provider_id',
        'reference',
        'state',
        'valid_until',
      ].sort(),
    );
    expect(row!.valid_until!.getTime() - row!.decided_at!.getTime()).toBe(365 * DAY_MS);
  });

  test('stays out when the provider says they are not of age', async () => {
    const browser = visitor();
    expect(await browser.check(provider, false)).toBe('/feeds/1?age=failed');
    expect([await codeOf(browser), (await rows())[0]!.state]).toEqual(['AGE_NOT_VERIFIED', 'failed']);
  });

  test('is asked again when the days that the owner set are over', async () => {
    await set({ ageValidDays: 30 });
    const browser = visitor();
    await browser.check(provider);
    app.clock.advance(29 * DAY_MS);
    expect(await codeOf(browser)).toBe('open');
    app.clock.advance(2 * DAY_MS);
    expect(await codeOf(browser)).toBe('AGE_NOT_VERIFIED');
  });

  test('passes by the claim of the userinfo endpoint as well, of the same subject alone', async () => {
    provider.claimInUserInfo(true);
    expect(await visitor().check(provider)).toBe('/feeds/1');
    provider.lie('otherSubject');
    expect(await visitor().check(provider)).toBe('/feeds/1?age=refused');
  });

  test('passes after the provider changed its keys', async () => {
    await visitor().check(provider);
    provider.rotateKeys();
    expect(await visitor().check(provider)).toBe('/feeds/1');
  });

  test('gets a cookie that scripts can’t read, and a single field of which changed opens nothing', async () => {
    const browser = visitor();
    const location = await provider.answer(await browser.begin(), true);
    const { pathname, search } = new URL(location);
    const response = await browser.open(pathname + search);
    const cookie = response.headers.getSetCookie().find((line) => line.startsWith('ageVerified='))!;
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
    const value = browser.cookies.get('ageVerified')!;
    const [format, id, until, signature] = value.split('.');
    const later = Number(until) + 1;
    const other = crypto.randomUUID();
    const forged = [
      [format, id, later, signature],
      [format, other, until, signature],
      [format, id, until, ''],
      [format, id, until, signature, ''],
      ['verify2', id, until, signature],
    ];
    for (const parts of forged) {
      browser.cookies.set('ageVerified', parts.join('.'));
      expect([parts, await codeOf(browser)]).toEqual([parts, 'AGE_NOT_VERIFIED']);
    }
    browser.cookies.set('ageVerified', value);
    expect(await codeOf(browser)).toBe('open');
  });

  test('can’t pass by the answer of the mild gate, by a header, or by another country in it', async () => {
    const browser = visitor();
    browser.cookies.set('ageConfirmed', 'yes');
    expect(await codeOf(browser)).toBe('AGE_NOT_VERIFIED');
    expect(await codeOf(visitor(`${US}, ${DE}`))).toBe('AGE_NOT_VERIFIED');
    expect(await codeOf(visitor(US))).toBe('open');
  });
});

describe('a result', () => {
  const LIES: [Lie, string][] = [
    ['otherIssuer', 'refused'],
    ['otherAudience', 'refused'],
    ['badSignature', 'refused'],
    ['unknownKey', 'refused'],
    ['unsigned', 'refused'],
    ['symmetric', 'refused'],
    ['expired', 'refused'],
    ['otherNonce', 'refused'],
    ['oldLogIn', 'refused'],
    ['noLogInTime', 'refused'],
    ['otherIssuerInAddress', 'refused'],
    ['otherState', 'refused'],
    ['noClaim', 'failed'],
    ['claimAsText', 'failed'],
    ['hugeToken', 'away'],
    ['tokenError', 'refused'],
    ['tokenDown', 'away'],
  ];
  test.each(LIES)('that lies (%s) opens nothing: %s', async (lie, obstacle) => {
    provider.lie(lie);
    const browser = visitor();
    expect(await browser.check(provider)).toBe(`/feeds/1?age=${obstacle}`);
    expect([await codeOf(browser), browser.cookies.has('ageVerified'), (await rows())[0]!.state]).toEqual([
      'AGE_NOT_VERIFIED',
      false,
      'failed',
    ]);
  });

  test('counts once: neither its browser nor another one passes by it again', async () => {
    const browser = visitor();
    const location = await provider.answer(await browser.begin(), true);
    const secret = browser.cookies.get('ageCheck')!;
    expect(await browser.comeBack(location)).toBe('/feeds/1');
    browser.cookies.delete('ageVerified');
    browser.cookies.set('ageCheck', secret);
    expect([await browser.comeBack(location), await codeOf(browser)]).toEqual(['/feeds/1?age=expired', 'AGE_NOT_VERIFIED']);
    const other = visitor();
    expect(await other.comeBack(location)).toBe('/?age=expired');
  });

  test('in one browser doesn’t end another browser’s check', async () => {
    const [one, two] = [visitor(), visitor()];
    const location = await provider.answer(await one.begin(), true);
    await two.begin();
    expect(await two.comeBack(location)).toBe('/feeds/1?age=refused');
    expect(await codeOf(two)).toBe('AGE_NOT_VERIFIED');
    expect(await one.comeBack(location)).toBe('/feeds/1');
  });

  test('counts once when its browser returns twenty times at once', async () => {
    const browser = visitor();
    const location = await provider.answer(await browser.begin(), true);
    const { pathname, search } = new URL(location);
    const headers = browser.headers();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => fetch(app.url + pathname + search, { headers, redirect: 'manual' })),
    );
    const passed = answers.filter((answer) => answer.headers.getSetCookie().some((line) => line.startsWith('ageVerified=')));
    expect(passed).toHaveLength(1);
  });

  test('that comes too late is refused, and its check is closed by the daily job', async () => {
    const browser = visitor();
    const location = await provider.answer(await browser.begin(), true);
    app.clock.advance(16 * 60_000);
    expect(await browser.comeBack(location)).toBe('/feeds/1?age=expired');
    await pruneChecks(app.platform);
    expect((await rows()).map(({ state }) => state)).toEqual(['expired']);
    app.clock.advance(31 * DAY_MS);
    expect([await pruneChecks(app.platform), await rows()]).toEqual([1, []]);
  });

  test('is refused if somebody logged in meanwhile', async () => {
    const fan = await createFan(app);
    const browser = visitor();
    const location = await provider.answer(await browser.begin(), true);
    browser.cookies.set('token', fan.client.token!);
    expect([await browser.comeBack(location), await codeOf(browser)]).toEqual(['/feeds/1?age=refused', 'AGE_NOT_VERIFIED']);
  });

  test('leads back to the gate if the person cancels', async () => {
    const browser = visitor();
    const { search } = new URL(await browser.begin());
    const pressed = await fetch(`${provider.issuer}/decide${search}`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ ofAge: 'cancel' }),
    });
    expect(await browser.comeBack(pressed.headers.get('location')!)).toBe('/feeds/1?age=failed');
  });

  test.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    '/api/auth/logout',
    '',
  ])('never leads to %j', async (returnTo) => {
    expect(await visitor().check(provider, true, returnTo)).toBe('/');
  });
});

describe('a provider that is away', () => {
  test('leaves the gate closed: before a check, and at its end', async () => {
    const [early, late] = [visitor(), visitor()];
    const location = await provider.answer(await late.begin(), true);
    provider.leave(true);
    await expect(early.begin()).rejects.toThrow('AGE_PROVIDER_AWAY');
    expect(await late.comeBack(location)).toBe('/feeds/1?age=away');
    expect([await codeOf(early), await codeOf(late)]).toEqual(['AGE_NOT_VERIFIED', 'AGE_NOT_VERIFIED']);
  });

  test('that hangs is given up', async () => {
    const browser = visitor();
    const location = await provider.answer(await browser.begin(), true);
    provider.hang(true);
    const back = browser.comeBack(location);
    expect(await back).toBe('/feeds/1?age=away');
    provider.hang(false);
    expect(await browser.check(provider)).toBe('/feeds/1');
  });

  test('and a site without one: the check says so', async () => {
    await app.platform.database.deleteFrom('age_providers').execute();
    await expect(visitor().begin()).rejects.toThrow('AGE_PROVIDER_MISSING');
  });
});

describe('an account', () => {
  test('meets the gate in a country that verifies, and passes after its own check', async () => {
    const fan = await createFan(app);
    const browser = createAgeBrowser(app, DE, fan.client.token);
    expect([await codeOf(browser), await codeOf(browser, 'GET /users/me')]).toEqual(['AGE_NOT_VERIFIED', 'open']);
    expect(await browser.check(provider, true, '/account')).toBe('/account');
    expect(await codeOf(browser)).toBe('open');
    // Any device of the account, and no visitor in that browser.
    expect(await codeOf(createAgeBrowser(app, DE, fan.client.token))).toBe('open');
    browser.cookies.delete('token');
    expect(await codeOf(browser)).toBe('AGE_NOT_VERIFIED');
    await app.platform.database.updateTable('age_assurances').set({ valid_until: app.clock.now() }).execute();
    await expect.poll(() => codeOf(createAgeBrowser(app, DE, fan.client.token))).toBe('AGE_NOT_VERIFIED');
  });

  test('isn’t assured by the cookie of a visitor', async () => {
    const fan = await createFan(app);
    const browser = visitor();
    await browser.check(provider);
    browser.cookies.set('token', fan.client.token!);
    expect(await codeOf(browser)).toBe('AGE_NOT_VERIFIED');
  });

  test('takes over the check of the browser it registers in, once', async () => {
    const browser = visitor();
    await browser.check(provider);
    const register = async (username: string) => {
      const body = {
        username,
        email: `${username}@example.org`,
        password: 'a long sentence of words',
        adult: true as const,
        terms: true as const,
      };
      await app.client().call('POST /auth/register', { body, headers: browser.headers() });
      return app.platform.database
        .selectFrom('age_assurances as g')
        .innerJoin('accounts as a', 'a.id', 'g.account_id')
        .select('a.username')
        .execute();
    };
    expect(await register('takesover')).toEqual([{ username: 'takesover' }]);
    expect(await register('takesnothing')).toEqual([{ username: 'takesover' }]);
  });

  test('belonging to an approved performer is assured by the identity documents', async () => {
    const star = await createPerformer(app, { admin });
    const browser = createAgeBrowser(app, DE, star.client.token);
    expect(await codeOf(browser)).toBe('open');
    const status = await app.client().call('GET /age/check', { headers: browser.headers() });
    expect([status.isVerified, status.method, status.until]).toEqual([true, 'identityDocuments', null]);
  });

  test('with admin rights passes', async () => {
    expect(await codeOf(createAgeBrowser(app, DE, admin.client.token))).toBe('open');
  });

  test('exports its checks, and they go with it', async () => {
    const fan = await createFan(app);
    await createAgeBrowser(app, DE, fan.client.token).check(provider);
    const { database, personalData } = app.platform;
    const module = personalData.modules().find((one) => one.module === 'age')!;
    const { data } = await module.read(database, fan.id);
    expect(data['checks']).toEqual([expect.objectContaining({ state: 'passed', method: 'facial-estimation' })]);
    expect(JSON.stringify(data)).not.toContain('browser');
    await database.transaction().execute((trx) => module.erase!(trx as never, fan.id));
    expect(await rows()).toEqual([]);
  });
});
