import { CONTRACT } from '@stagedoor/contract';
import type { Endpoint, EndpointKey } from '@stagedoor/contract/endpoint';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Client } from '../../testing/client.ts';
import { PASSWORD, type Person, createAdmin, createFan, createPerformer } from '../../testing/factories.ts';
import { codeOf, sendLogIn } from '../../testing/log-in.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { turnOnTwoFactor } from '../../testing/turn-on-two-factor.ts';
import { LOG_IN_LIMITS } from './log-in.rules.ts';

/**
 * Calls that give power, move money, open documents or bank details, or view the site as somebody else: stated independently of the contract,
 * so that a call that loses its mark is noticed.
 */
const GUARDED: readonly EndpointKey[] = [
  'DELETE /admin/age-provider',
  'DELETE /auth/passkeys/{id}',
  'GET /admin/documents/{id}',
  'GET /admin/orders/{id}/dispute-pack',
  'GET /admin/participants/{id}/documents/{type}',
  'GET /admin/payout-batches/{id}/bank-file',
  'GET /admin/payout-batches/{id}/paypal-file',
  'GET /admin/payouts/{id}/details',
  'POST /auth/passkeys',
  'POST /auth/passkeys/options',
  'POST /admin/admins',
  'POST /admin/age-provider/test',
  'POST /admin/complaints/{id}/decide',
  'POST /admin/coupons',
  'POST /admin/gateways/cancellations/{id}/done',
  'POST /admin/gateways/refunds/{id}/done',
  'POST /admin/gateways/refunds/{id}/retry',
  'DELETE /admin/hash-lists/{id}',
  'POST /admin/hash-lists',
  'POST /admin/hash-lists/test',
  'PUT /admin/hash-lists/{id}',
  'POST /admin/media-server/test',
  'POST /admin/orders/{id}/refund',
  'POST /admin/payout-batches',
  'POST /admin/payout-batches/{id}/cancel',
  'POST /admin/payout-batches/{id}/pay',
  'POST /admin/payouts/{id}/approve',
  'POST /admin/payouts/{id}/pay',
  'POST /admin/payouts/{id}/reject',
  'POST /admin/payouts/approve-many',
  'POST /admin/payouts/{id}/return',
  'POST /admin/performers/{id}/release-payouts',
  'POST /admin/restore/confirm',
  'POST /admin/subscriptions/{id}/cancel',
  'POST /admin/users/{id}/act-as',
  'POST /admin/users/{id}/reset-two-factor',
  'POST /admin/users/{id}/verify-email',
  'POST /admin/wallet-packages',
  'PUT /admin/admins/{id}',
  'PUT /admin/age-provider',
  'PUT /admin/coupons/{id}',
  'PUT /admin/gateways/{name}',
  'PUT /admin/media-server',
  'PUT /admin/performers/{id}/commissions',
  'PUT /admin/wallet-packages/{id}',
];
/** Calls of performers, tested below. */
const GUARDED_FOR_PERFORMERS: readonly EndpointKey[] = ['POST /performer/stream-key', 'POST /performer/stream-key/reveal'];
/** Settings that run scripts, move money, send mail in the site's name, or make the site safe. */
const GUARDED_SETTINGS = {
  headerScript: '<script>1</script>',
  adminTwoFactorRequired: true,
  adminIdleMinutes: 5,
  payoutHoldDays: 0,
  payoutPayerIban: 'DE89370400440532013000',
  tokenTipCommission: 99,
  senderEmail: 'somebody@example.com',
  viewerURL: 'https://elsewhere.example',
};

const SOON = { timeout: 10_000 };

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  const created = await createAdmin(app);
  admin = { ...created, client: app.client(created.client.token, { confirms: false }) };
});
afterAll(() => app.close());

/** Lets every log-in and confirmation become eleven minutes old. */
const age = (): void => app.clock.advance(11 * 60_000);
const callWith = (client: Client, key: EndpointKey) => {
  const id = '01890000-0000-7000-8000-000000000000';
  return client.raw(key, { params: { id, type: 'id-front', name: 'sandbox' }, ...(key.startsWith('GET') ? {} : { body: {} }) });
};

test('the contract marks exactly the calls that need a confirmation', () => {
  const marked = (Object.entries(CONTRACT) as [EndpointKey, Endpoint][]).filter(([, { stepUp }]) => stepUp).map(([key]) => key);
  expect(marked.toSorted()).toEqual([...GUARDED, ...GUARDED_FOR_PERFORMERS].toSorted());
});

describe('eleven minutes after the log-in', () => {
  beforeAll(age);

  test.each(GUARDED)('%s asks for a confirmation', async (key) => {
    const answer = await callWith(admin.client, key);
    expect([answer.status, codeOf(answer), answer.error.details]).toEqual([403, 'RECENT_LOGIN_REQUIRED', { methods: ['password'] }]);
  });

  test.each(Object.entries(GUARDED_SETTINGS))('changing %s asks for a confirmation', async (key, value) => {
    const answer = await admin.client.send('PUT /admin/settings', { body: { values: { [key]: value } } });
    expect(codeOf(answer)).toBe('RECENT_LOGIN_REQUIRED');
    expect(await app.platform.database.selectFrom('settings').selectAll().where('key', '=', key).execute()).toEqual([]);
  });

  test('other settings, and guarded ones that stay as they are, do not', async () => {
    const payoutHoldDays = app.platform.settings.get('payoutHoldDays');
    await admin.client.call('PUT /admin/settings', { body: { values: { metaKeywords: 'dance, music', payoutHoldDays } } });
    expect(app.platform.settings.get('metaKeywords')).toBe('dance, music');
  });

  test('resetting a guarded setting asks too', async () => {
    await app.platform.settings.change({ payoutHoldDays: 9 }, null);
    expect(codeOf(await admin.client.send('POST /admin/settings/reset', { body: { keys: ['payoutHoldDays'] } }))).toBe(
      'RECENT_LOGIN_REQUIRED',
    );
    expect(app.platform.settings.get('payoutHoldDays')).toBe(9);
    await app.platform.settings.reset(['payoutHoldDays'], null);
  });
});

describe('changes of an account’s own safety eleven minutes after the log-in', () => {
  const bank = { holderName: 'A', bankName: 'B', country: 'DE', iban: 'DE89370400440532013000' };
  const CHANGES: readonly (readonly [EndpointKey, object])[] = [
    ['POST /auth/me/email', { email: 'attacker@example.com' }],
    ['PUT /auth/me/password', { password: 'another long password' }],
    ['POST /auth/two-factor', {}],
    ['POST /auth/passkeys/options', {}],
    ['POST /auth/passkeys', { name: 'Theirs', response: { id: 'x', rawId: 'x', type: 'public-key', response: {} } }],
    ['DELETE /auth/passkeys/{id}', {}],
    ['PUT /performers/banking-settings', bank],
    ['PUT /performers/paypal-settings', { email: 'attacker@example.com' }],
    ['PUT /performers/payment-gateway-settings', { ccbill: null }],
    ...GUARDED_FOR_PERFORMERS.map((key) => [key, {}] as const),
  ];
  let star: Person;
  beforeAll(async () => {
    const created = await createPerformer(app);
    star = { ...created, client: app.client(created.client.token, { confirms: false }) };
    await turnOnTwoFactor(app, star.client);
    age();
  });

  test.each(CHANGES)('%s asks for the second factor', async (key, body) => {
    const answer = await star.client.raw(key, { params: { id: '01890000-0000-7000-8000-000000000000' }, body });
    // The app is on already: setting it up again is refused for that.
    expect(codeOf(answer)).toBe(key === 'POST /auth/two-factor' ? 'TWO_FACTOR_STATE' : 'RECENT_LOGIN_REQUIRED');
  });

  test('turning the second factor on asks too', async () => {
    const fan = await createFan(app);
    age();
    expect(codeOf(await app.client(fan.client.token, { confirms: false }).send('POST /auth/two-factor', { body: {} }))).toBe(
      'RECENT_LOGIN_REQUIRED',
    );
  });

  test.each([
    ['POST /auth/two-factor/turn-off', { currentPassword: PASSWORD, code: '000000' }],
    ['POST /auth/two-factor/recovery-codes', { code: '000000' }],
  ])('%s asks for a code at any time', async (key, body) => {
    expect(codeOf(await star.client.raw(key, { body }))).toBe('TWO_FACTOR_INVALID');
  });
});

describe('confirming', () => {
  test('by the password lasts ten minutes, in this session alone', async () => {
    const other = app.client((await sendLogIn(app, admin)).data.token, { confirms: false });
    age();
    expect(await admin.client.call('GET /auth/confirm')).toEqual({ methods: ['password'], until: null });
    const { until } = await admin.client.call('POST /auth/confirm', { body: { password: PASSWORD } });
    expect(new Date(until!).getTime() - app.clock.now().getTime()).toBeGreaterThan(590_000);
    expect(codeOf(await callWith(admin.client, 'GET /admin/documents/{id}'))).toBe('NOT_FOUND');
    expect(codeOf(await callWith(other, 'GET /admin/documents/{id}'))).toBe('RECENT_LOGIN_REQUIRED');
  });

  test('wrong passwords are counted and confirm nothing', async () => {
    const fan = await createFan(app);
    age();
    const guess = () => fan.client.send('POST /auth/confirm', { body: { password: 'not it, not it' } });
    for (let n = 0; n < 10; n += 1) expect(codeOf(await guess())).toBe('CURRENT_PASSWORD_WRONG');
    expect(codeOf(await guess())).toBe('LOG_IN_PAUSED');
    expect(codeOf(await fan.client.send('POST /auth/confirm', { body: { password: PASSWORD } }))).toBe('LOG_IN_PAUSED');
    expect((await fan.client.call('GET /auth/confirm')).until).toBeNull();
  });

  test('wrong codes are limited for a session and day, and the owner’s other session still confirms', async () => {
    const fan = await createFan(app);
    const { code, recoveryCodes } = await turnOnTwoFactor(app, fan.client);
    const owner = app.client((await sendLogIn(app, fan, { code: code() })).data.token, { confirms: false });
    const guess = (given: string) => fan.client.send('POST /auth/confirm', { body: { code: given } }).then(codeOf);
    await vi.waitUntil(async () => (await fan.client.call('GET /auth/confirm')).methods.join() === 'code', SOON);
    for (let round = 0; round < 2; round += 1) {
      for (let n = 0; n < LOG_IN_LIMITS.confirmation.failures; n += 1) expect(await guess('AAAA-BBBB')).toBe('TWO_FACTOR_INVALID');
      expect(await guess(recoveryCodes[0]!)).toBe('LOG_IN_PAUSED');
      app.clock.advance(LOG_IN_LIMITS.confirmation.seconds * 1000);
    }
    expect(await guess(recoveryCodes[0]!)).toBe('LOG_IN_PAUSED');
    await owner.call('POST /auth/confirm', { body: { code: recoveryCodes[0]! } });
  });

  test('isn’t replaced by a method override, another content type, an encoded path or a made-up header', async () => {
    const owner = await createAdmin(app);
    age();
    const send = async (path: string, { method = 'PUT', ...headers }: Record<string, string> = {}) => {
      const answer = await fetch(`${app.url}/api${path}`, {
        method,
        headers: { authorization: owner.client.token!, 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ values: { headerScript: '<script>1</script>' } }),
      });
      return ((await answer.json()) as { error?: string }).error;
    };
    const settings = '/admin/settings';
    const refused = await Promise.all([
      send(settings),
      send(`${settings}/`),
      send('/admin/%73ettings'),
      send(`${settings}?stepUp=false&confirmed=1`),
      send(settings, { 'x-confirmed': '1', 'x-http-method-override': 'GET', 'idempotency-key': crypto.randomUUID() }),
      send(settings, { 'content-type': 'application/json; charset=utf-16' }),
    ]);
    expect(new Set(refused)).toEqual(new Set(['RECENT_LOGIN_REQUIRED']));
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/vnd.api+json'])
      expect(await send(settings, { 'content-type': type })).toBe('UNSUPPORTED_MEDIA_TYPE');
    for (const header of ['x-http-method-override', 'x-method-override', 'x-http-method'])
      expect(await send(settings, { method: 'POST', [header]: 'PUT' })).toBe('NOT_FOUND');
    expect(app.platform.settings.get('headerScript')).toBe('');
  });

  test('an account with a second factor confirms by it; the password is not enough', async () => {
    const performer = await createPerformer(app, { admin });
    const { code } = await turnOnTwoFactor(app, performer.client);
    age();
    // The session cache hears of the new factor by a notification.
    await vi.waitUntil(async () => (await performer.client.call('GET /auth/confirm')).methods.join() === 'code', SOON);
    const byPassword = await performer.client.send('POST /auth/confirm', { body: { password: PASSWORD } });
    expect([codeOf(byPassword), byPassword.error.details]).toEqual(['RECENT_LOGIN_REQUIRED', { methods: ['code'] }]);
    // An attacker with the password, in an open session: neither the address nor the payout details nor the account.
    const currentPassword = PASSWORD;
    for (const attempt of [
      performer.client.send('POST /auth/me/email', { body: { email: 'attacker@example.com', currentPassword } }),
      performer.client.send('PUT /auth/me/password', { body: { password: 'another long password', currentPassword } }),
      performer.client.send('PUT /performers/paypal-settings', { body: { email: 'attacker@example.com', currentPassword } }),
      performer.client.send('POST /users/me/deletion', { body: { currentPassword } }),
    ])
      expect(codeOf(await attempt)).toBe('RECENT_LOGIN_REQUIRED');
    expect(codeOf(await performer.client.send('POST /auth/confirm', { body: { code: '000000' } }))).toBe('TWO_FACTOR_INVALID');
    await performer.client.call('POST /auth/confirm', { body: { code: code() } });
    await performer.client.call('POST /auth/me/email', { body: { email: `${performer.username}@new.example`, currentPassword } });
  });

  test('a confirmation counts at once on a node that has cached the session before', async () => {
    age();
    const { token } = admin.client;
    const before = await app.platform.sessions.find(token!);
    await app.platform.database
      .updateTable('sessions')
      .set({ confirmed_at: app.clock.now() })
      .where('id', '=', before!.sessionId)
      .execute();
    expect(codeOf(await callWith(admin.client, 'GET /admin/documents/{id}'))).toBe('NOT_FOUND');
  });
});

test('the duty of a second factor is switched on only by an admin who has one', async () => {
  await admin.client.call('POST /auth/confirm', { body: { password: PASSWORD } });
  for (const key of ['adminTwoFactorRequired', 'adminPasskeyRequired'] as const) {
    expect(codeOf(await admin.client.send('PUT /admin/settings', { body: { values: { [key]: true } } }))).toBe('OWN_FACTOR_FIRST');
    expect(app.platform.settings.get(key)).toBe(false);
  }
});

test('a site served by https demands a second factor of its admins unless its owner switches that off', async () => {
  const secure = await createTestApp({ environment: { PUBLIC_URL: 'https://stage.example.org' } });
  try {
    const owner = await createAdmin(secure);
    expect(codeOf(await owner.client.send('GET /admin/overview'))).toBe('TWO_FACTOR_REQUIRED');
    expect(await owner.client.call('GET /users/me')).toMatchObject({ mustSetUpTwoFactor: true });
    await turnOnTwoFactor(secure, owner.client);
    await vi.waitUntil(async () => codeOf(await owner.client.send('GET /admin/overview')) === 'ok', SOON);
    const settings = await owner.client.call('GET /admin/settings');
    expect(settings.find(({ key }) => key === 'adminTwoFactorRequired')).toMatchObject({ value: true, default: true, isDefault: true });
    await owner.client.call('PUT /admin/settings', { body: { values: { adminTwoFactorRequired: false } } });
    expect(codeOf(await (await createAdmin(secure)).client.send('GET /admin/overview'))).toBe('ok');
  } finally {
    await secure.close();
  }
});
