import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { PASSWORD, createAdmin, createFan, createPerformer, unique } from '../../testing/factories.ts';
import { codeOf, sendLogIn } from '../../testing/log-in.ts';
import { subjectsTo, tokenIn } from '../../testing/mail-links.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { turnOnTwoFactor } from '../../testing/turn-on-two-factor.ts';
import { LOG_IN_LIMITS } from './log-in.rules.ts';

const AT_ONCE = { timeout: 5_000, interval: 20 };
const PHONE = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

describe('sessions', () => {
  test('are listed with device and country, the current one first', async () => {
    const fan = await createFan(app);
    const phone = await sendLogIn(app, fan, { headers: { 'user-agent': PHONE } });
    await app.platform.database.updateTable('sessions').set({ ip: '193.136.128.1' }).where('account_id', '=', fan.id).execute();
    const { data, total } = await fan.client.call('GET /auth/sessions');
    expect(total).toBe(2);
    expect(data[0]).toMatchObject({ isCurrent: true, kind: 'program' });
    expect(data[1]).toMatchObject({ isCurrent: false, browser: 'Chrome', system: 'Android', kind: 'phone', country: 'PT' });
    expect(JSON.stringify(data)).not.toContain('193.136');
    expect((await app.client(phone.data.token).call('GET /auth/sessions')).data[0]!._id).toBe(data[1]!._id);
  });

  test('are ended one by one, only by their owner', async () => {
    const [fan, stranger] = [await createFan(app), await createFan(app)];
    const other = app.client((await sendLogIn(app, fan)).data.token);
    const id = (await other.call('GET /auth/sessions')).data[0]!._id;
    expect(codeOf(await stranger.client.send('DELETE /auth/sessions/{id}', { params: { id } }))).toBe('NOT_FOUND');
    expect((await other.send('GET /users/me')).status).toBe(200);
    await fan.client.call('DELETE /auth/sessions/{id}', { params: { id } });
    expect(codeOf(await other.send('GET /users/me'))).toBe('UNAUTHENTICATED');
    expect(codeOf(await fan.client.send('DELETE /auth/sessions/{id}', { params: { id } }))).toBe('NOT_FOUND');
  });

  test('can all be ended but the current one', async () => {
    const fan = await createFan(app);
    const others = [app.client((await sendLogIn(app, fan)).data.token), app.client((await sendLogIn(app, fan)).data.token)];
    expect(await fan.client.call('POST /auth/sessions/revoke-others')).toEqual({ revoked: 2 });
    for (const other of others) expect(codeOf(await other.send('GET /users/me'))).toBe('UNAUTHENTICATED');
    expect((await fan.client.call('GET /auth/sessions')).total).toBe(1);
  });

  test('of an admin acting as the account are not listed', async () => {
    const [fan, admin] = [await createFan(app), await createAdmin(app)];
    await admin.client.call('POST /admin/users/{id}/act-as', { params: { id: fan.id }, body: { reason: 'A ticket' } });
    expect((await fan.client.call('GET /auth/sessions')).total).toBe(1);
    expect(codeOf(await admin.client.send('GET /auth/sessions'))).toBe('READ_ONLY');
  });

  test('can’t be ended by another site’s page with the cookie alone', async () => {
    const fan = await createFan(app);
    for (const origin of ['https://evil.example', 'null', undefined]) {
      const answer = await app.client().raw('POST /auth/sessions/revoke-others', {
        headers: { cookie: `token=${fan.client.token}`, ...(origin ? { origin } : {}) },
      });
      expect([origin, codeOf(answer)]).toEqual([origin, 'ORIGIN_REFUSED']);
    }
  });
});

describe('two-step verification', () => {
  test('is asked for only after the right password', async () => {
    const fan = await createFan(app);
    const { code } = await turnOnTwoFactor(app, fan.client);
    expect((await fan.client.call('GET /users/me')).hasTwoFactor).toBe(true);
    expect(codeOf(await sendLogIn(app, fan, { password: 'wrong' }))).toBe('INCORRECT_CREDENTIALS');
    expect(codeOf(await sendLogIn(app, fan, { password: 'wrong', code: code() }))).toBe('INCORRECT_CREDENTIALS');
    const requested = await sendLogIn(app, fan);
    expect([requested.status, codeOf(requested)]).toEqual([403, 'TWO_FACTOR_REQUIRED']);
    expect(requested.headers.getSetCookie()).toEqual([]);
    expect(codeOf(await sendLogIn(app, fan, { code: '000000' }))).toBe('TWO_FACTOR_INVALID');
    expect(codeOf(await sendLogIn(app, fan, { code: code() }))).toBe('ok');
  });

  test('accepts a code once, concurrently too', async () => {
    const fan = await createFan(app);
    const { code } = await turnOnTwoFactor(app, fan.client);
    const answers = await Promise.all(Array.from({ length: 6 }, () => sendLogIn(app, fan, { code: code() })));
    expect(answers.map(codeOf).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'ok',
      ...Array.from({ length: 5 }, () => 'TWO_FACTOR_INVALID'),
    ]);
    expect(codeOf(await sendLogIn(app, fan, { code: code() }))).toBe('TWO_FACTOR_INVALID');
    app.clock.advance(30_000);
    expect(codeOf(await sendLogIn(app, fan, { code: code() }))).toBe('ok');
  });

  test('refuses a code older than the last used one', async () => {
    const fan = await createFan(app);
    const { code } = await turnOnTwoFactor(app, fan.client);
    const older = code();
    app.clock.advance(30_000);
    expect(codeOf(await sendLogIn(app, fan, { code: code() }))).toBe('ok');
    expect(codeOf(await sendLogIn(app, fan, { code: older }))).toBe('TWO_FACTOR_INVALID');
  });

  test('accepts each recovery code once, and only of the own account', async () => {
    const [fan, other] = [await createFan(app), await createFan(app)];
    const { recoveryCodes } = await turnOnTwoFactor(app, fan.client);
    const theirs = await turnOnTwoFactor(app, other.client);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(codeOf(await sendLogIn(app, fan, { code: theirs.recoveryCodes[0]! }))).toBe('TWO_FACTOR_INVALID');
    const answers = await Promise.all([1, 2, 3].map(() => sendLogIn(app, fan, { code: recoveryCodes[0]!.toUpperCase() })));
    expect(answers.map(codeOf).toSorted((a, b) => a.localeCompare(b))).toEqual(['ok', 'TWO_FACTOR_INVALID', 'TWO_FACTOR_INVALID']);
    expect(await fan.client.call('GET /auth/two-factor')).toMatchObject({ enabled: true, recoveryCodesLeft: 9 });
    const kept = await app.platform.database.selectFrom('recovery_codes').select('code_hash').where('account_id', '=', fan.id).execute();
    expect(kept.every(({ code_hash }) => code_hash.length === 32)).toBe(true);
  });

  test('new recovery codes replace the old ones', async () => {
    const fan = await createFan(app);
    const { code, recoveryCodes } = await turnOnTwoFactor(app, fan.client);
    expect(codeOf(await fan.client.send('POST /auth/two-factor/recovery-codes', { body: { code: recoveryCodes[1]! } }))).toBe(
      'TWO_FACTOR_INVALID',
    );
    const next = await fan.client.call('POST /auth/two-factor/recovery-codes', { body: { code: code() } });
    expect(next.recoveryCodes).toHaveLength(10);
    expect(codeOf(await sendLogIn(app, fan, { code: recoveryCodes[1]! }))).toBe('TWO_FACTOR_INVALID');
    expect(codeOf(await sendLogIn(app, fan, { code: next.recoveryCodes[1]! }))).toBe('ok');
  });

  test('the secret is encrypted, shown as a QR code, and inactive until it is confirmed', async () => {
    const fan = await createFan(app);
    const { secret, uri, qr } = await fan.client.call('POST /auth/two-factor', { body: { currentPassword: PASSWORD } });
    expect(new URL(uri).searchParams.get('secret')).toBe(secret);
    expect(qr.size).toBeGreaterThan(20);
    expect(qr.path).toMatch(/^M\d+ \d+h\d+v1h-\d+z/);
    const row = await app.platform.database.selectFrom('two_factor').selectAll().where('account_id', '=', fan.id).executeTakeFirstOrThrow();
    expect(row.secret_sealed.toString('latin1')).not.toContain(secret);
    expect(() => app.platform.encryption.decrypt(row.secret_sealed, 'twoFactor:somebody-else')).toThrow(/authenticate/);
    expect(codeOf(await sendLogIn(app, fan))).toBe('ok');
    expect(codeOf(await fan.client.send('POST /auth/two-factor/confirm', { body: { code: '000000' } }))).toBe('TWO_FACTOR_INVALID');
    expect(codeOf(await sendLogIn(app, fan))).toBe('ok');
  });

  test('requires the password, or a log-in within ten minutes, when it is set up', async () => {
    const fan = await createFan(app);
    expect(codeOf(await fan.client.send('POST /auth/two-factor', { body: { currentPassword: 'wrong' } }))).toBe('CURRENT_PASSWORD_WRONG');
    expect(codeOf(await fan.client.send('POST /auth/two-factor', { body: {} }))).toBe('ok');
    app.clock.advance(601_000);
    expect(codeOf(await fan.client.send('POST /auth/two-factor', { body: {} }))).toBe('RECENT_LOGIN_REQUIRED');
    await turnOnTwoFactor(app, fan.client);
    expect(codeOf(await fan.client.send('POST /auth/two-factor', { body: { currentPassword: PASSWORD } }))).toBe('TWO_FACTOR_STATE');
    expect(codeOf(await fan.client.send('POST /auth/two-factor/confirm', { body: { code: '123456' } }))).toBe('TWO_FACTOR_STATE');
  });

  test('is turned off with password and code, and both changes are mailed', async () => {
    const fan = await createFan(app);
    expect(codeOf(await fan.client.send('POST /auth/two-factor/turn-off', { body: { currentPassword: PASSWORD, code: '1' } }))).toBe(
      'TWO_FACTOR_STATE',
    );
    const { code, recoveryCodes } = await turnOnTwoFactor(app, fan.client);
    const off = (currentPassword: string, given: string) =>
      fan.client.send('POST /auth/two-factor/turn-off', { body: { currentPassword, code: given } });
    expect(codeOf(await off('wrong', code()))).toBe('CURRENT_PASSWORD_WRONG');
    expect(codeOf(await off(PASSWORD, '000000'))).toBe('TWO_FACTOR_INVALID');
    expect(codeOf(await off(PASSWORD, recoveryCodes[0]!))).toBe('ok');
    expect(codeOf(await sendLogIn(app, fan))).toBe('ok');
    expect(await subjectsTo(app, fan.email)).toEqual(
      expect.arrayContaining([expect.stringContaining('verification is on'), expect.stringContaining('verification is off')]),
    );
  });

  test('stays on after a password reset by mail', async () => {
    const fan = await createFan(app);
    await turnOnTwoFactor(app, fan.client);
    await app.client().call('POST /auth/forgot', { body: { email: fan.email } });
    const token = await tokenIn(app, fan.email, 'reset-password');
    await app.client().call('POST /auth/reset', { body: { token, password: 'another password 7' } });
    expect(codeOf(await sendLogIn(app, fan, { password: 'another password 7' }))).toBe('TWO_FACTOR_REQUIRED');
  });

  test('wrong codes count as failures, which pause log-ins and are limited per day', async () => {
    const fan = await createFan(app);
    const { code } = await turnOnTwoFactor(app, fan.client);
    for (let n = 0; n < LOG_IN_LIMITS.nameAndNetwork.failures; n += 1)
      expect(codeOf(await sendLogIn(app, fan, { code: '000000' }))).toBe('TWO_FACTOR_INVALID');
    expect(codeOf(await sendLogIn(app, fan, { code: code() }))).toBe('LOG_IN_PAUSED');
    app.clock.advance(LOG_IN_LIMITS.nameAndNetwork.seconds * 1000);
    for (let n = 0; n < LOG_IN_LIMITS.nameAndNetwork.failures; n += 1) await sendLogIn(app, fan, { code: '000000' });
    app.clock.advance(LOG_IN_LIMITS.nameAndNetwork.seconds * 1000);
    expect(codeOf(await sendLogIn(app, fan, { code: code() }))).toBe('LOG_IN_PAUSED');
    app.clock.advance(LOG_IN_LIMITS.code.seconds * 1000);
    expect(codeOf(await sendLogIn(app, fan, { code: code() }))).toBe('ok');
  });

  test('can be required of all admins, who reach only their own account without it', async () => {
    const admin = await createAdmin(app);
    expect(codeOf(await admin.client.send('GET /admin/overview'))).toBe('ok');
    await app.platform.settings.change({ adminTwoFactorRequired: true }, admin.id);
    try {
      expect(codeOf(await admin.client.send('GET /admin/overview'))).toBe('TWO_FACTOR_REQUIRED');
      expect(await admin.client.call('GET /users/me')).toMatchObject({ mustSetUpTwoFactor: true, hasTwoFactor: false });
      expect((await admin.client.call('GET /auth/sessions')).total).toBe(1);
      expect(codeOf(await (await createFan(app)).client.send('GET /wallet-transactions/user/search'))).toBe('ok');
      await turnOnTwoFactor(app, admin.client);
      await vi.waitUntil(async () => codeOf(await admin.client.send('GET /admin/overview')) === 'ok', AT_ONCE);
      expect(await admin.client.call('GET /users/me')).toMatchObject({ mustSetUpTwoFactor: false, hasTwoFactor: true });
    } finally {
      await app.platform.settings.change({ adminTwoFactorRequired: false }, admin.id);
    }
  });

  test('guesses of the current password in an open session are limited', async () => {
    const fan = await createFan(app);
    const guess = (currentPassword: string) =>
      fan.client.send('PUT /auth/me/password', { body: { password: 'a new password', currentPassword } });
    for (let n = 0; n < LOG_IN_LIMITS.confirmation.failures; n += 1)
      expect(codeOf(await guess(`wrong ${n}`))).toBe('CURRENT_PASSWORD_WRONG');
    expect(codeOf(await guess(PASSWORD))).toBe('LOG_IN_PAUSED');
  });
});

describe('bad input', () => {
  test('a name can’t contain invisible characters or add lines to a mail', async () => {
    const fan = await createFan(app);
    await fan.client.call('PUT /users', { body: { name: '\u202Eniml\u2066ad\u200BA' } });
    expect((await fan.client.call('GET /users/me')).name).toBe('nimladA');
    expect((await fan.client.send('PUT /users', { body: { name: 'Ana\r\nBcc: all@example.org' } })).status).toBe(422);
    expect((await fan.client.send('PUT /users', { body: { name: '\u200B\u202E' } })).status).toBe(422);
    expect((await fan.client.send('PUT /users', { body: { name: 'Ana \u2028Bcc: all@example.org' } })).status).toBe(422);
    await fan.client.call('PUT /users', { body: { name: 'Ana <x@example.org>, "B" Bcc: all@example.org' } });
    await app.client().call('POST /auth/forgot', { body: { email: fan.email } });
    await app.settle();
    const mail = (await app.mailsTo(fan.email)).at(-1)!;
    expect(mail.slice(0, mail.indexOf('\n\n'))).not.toMatch(/^bcc:/im);
  });

  test('registering stores the consents that were given', async () => {
    const fan = await createFan(app);
    const star = await createPerformer(app, { approved: false });
    const silent = unique('silent');
    await app
      .client()
      .call('POST /auth/register', { body: { username: silent, email: `${silent}@example.org`, password: PASSWORD, adult: true } });
    const consents = await app.platform.database
      .selectFrom('consents as c')
      .innerJoin('accounts as a', 'a.id', 'c.account_id')
      .select('purpose')
      .where('a.username', '=', silent)
      .execute();
    expect(consents).toEqual([{ purpose: 'age' }]);
    for (const { id } of [fan, star]) {
      const rows = await app.platform.database.selectFrom('consents').select(['purpose', 'granted']).where('account_id', '=', id).execute();
      expect(rows).toEqual([
        { purpose: 'terms', granted: true },
        { purpose: 'age', granted: true },
      ]);
    }
  });

  test.each([
    'auth',
    'payout-request',
    'black-list',
    'dashboard',
    'subscribers',
    'Model',
    'rn0del',
    'adm1n',
    'api',
    'a.p.i',
    'vvallet',
    'deleted-42',
    'es',
  ])('the username %s is refused', async (username) => {
    const answer = await app
      .client()
      .raw('POST /auth/register', { body: { username, email: `${unique('r')}@example.org`, password: PASSWORD, adult: true } });
    expect([422, 409]).toContain(answer.status);
  });

  test('a username is looked up before the whole form is sent; one that only looks like a taken one counts as taken', async () => {
    const fan = await createFan(app);
    const ask = (username: string) => app.client().call('GET /auth/username', { query: { username } });
    expect(await ask(unique('free'))).toEqual({ isAvailable: true, obstacle: null });
    expect(await ask(fan.username.toUpperCase())).toEqual({ isAvailable: false, obstacle: 'USERNAME_TAKEN' });
    expect(await ask('payout-request')).toEqual({ isAvailable: false, obstacle: 'USERNAME_RESERVED' });
    expect((await app.client().send('GET /auth/username', { query: { username: 'ma' } })).status).toBe(422);
  });

  test.each(['maya\u200B', 'mаya', 'ma\u202Eya', 'ｍaya', 'maya lind', 'má'])('the username %j is invalid', async (username) => {
    const answer = await app
      .client()
      .raw('POST /auth/register', { body: { username, email: `${unique('r')}@example.org`, password: PASSWORD, adult: true } });
    expect(answer.status).toBe(422);
  });
});
