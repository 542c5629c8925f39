import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Authenticator, createAuthenticator } from '../../testing/authenticator.ts';
import type { Client } from '../../testing/client.ts';
import { PASSWORD, type Person, createAdmin, createFan } from '../../testing/factories.ts';
import { codeOf, sendLogIn } from '../../testing/log-in.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { turnOnTwoFactor } from '../../testing/turn-on-two-factor.ts';
import { LOG_IN_LIMITS } from './log-in.rules.ts';

let app: TestApp;
let origin: string;
beforeAll(async () => {
  app = await createTestApp();
  origin = new URL(app.platform.config.publicUrl).origin;
});
afterAll(() => app.close());

/** Registers a passkey of a new authenticator. */
const register = async (client: Client, authenticator: Authenticator = createAuthenticator(), name = 'My phone') => {
  const options = await client.call('POST /auth/passkeys/options');
  const response = authenticator.create(options, { origin });
  return { authenticator, ...(await client.call('POST /auth/passkeys', { body: { name, response: response as never } })) };
};
/** Answers a new challenge of a log-in. */
const assertion = async (authenticator: Authenticator, ceremony: { origin?: string; rpId?: string; isVerified?: boolean } = {}) =>
  authenticator.get(await app.client().call('POST /auth/passkeys/challenge'), { origin, ...ceremony }) as never;
const logInBy = async (authenticator: Authenticator, ceremony: Parameters<typeof assertion>[1] = {}, body: object = {}) =>
  app.client().send('POST /auth/login', { body: { ...body, passkey: await assertion(authenticator, ceremony) } });
const passkeysOf = ({ id }: Person) => app.platform.database.selectFrom('passkeys').selectAll().where('account_id', '=', id).execute();

describe('adding a passkey', () => {
  test('stores its public key, shows it in the list, gives recovery codes with the first factor, and tells the owner', async () => {
    const fan = await createFan(app);
    const { passkey, recoveryCodes } = await register(fan.client);
    expect(recoveryCodes).toHaveLength(10);
    expect(passkey).toMatchObject({ name: 'My phone', isSynced: false, lastUsedAt: null });
    expect((await fan.client.call('GET /auth/passkeys')).data).toEqual([passkey]);
    expect(await fan.client.call('GET /users/me')).toMatchObject({ hasPasskey: true, hasTwoFactor: true });
    const [row] = await passkeysOf(fan);
    expect([row!.counter, row!.transports]).toEqual([1n, ['internal']]);
    // A second one has the codes already.
    expect((await register(fan.client, createAuthenticator(), 'My key')).recoveryCodes).toBeNull();
    await app.settle();
    expect((await app.mailsTo(fan.email)).filter((mail) => mail.includes('My phone'))).toHaveLength(1);
  });

  test('needs a recent confirmation', async () => {
    const fan = await createFan(app);
    app.clock.advance(11 * 60_000);
    expect(codeOf(await fan.client.send('POST /auth/passkeys/options'))).toBe('RECENT_LOGIN_REQUIRED');
    await fan.client.call('POST /auth/confirm', { body: { password: PASSWORD } });
    await register(fan.client);
  });

  test.each<[string, { origin?: string; rpId?: string; isVerified?: boolean }]>([
    ['of another origin', { origin: 'https://elsewhere.example' }],
    ['of another host', { rpId: 'elsewhere.example' }],
    ['of an unverified user', { isVerified: false }],
  ])('refuses the answer %s', async (_case, ceremony) => {
    const fan = await createFan(app);
    const options = await fan.client.call('POST /auth/passkeys/options');
    const response = createAuthenticator().create(options, { origin, ...ceremony });
    expect(codeOf(await fan.client.send('POST /auth/passkeys', { body: { name: 'Key', response: response as never } }))).toBe(
      'PASSKEY_INVALID',
    );
    expect(await passkeysOf(fan)).toEqual([]);
  });

  test('refuses a challenge of another session, a used one and an expired one', async () => {
    const [fan, other] = [await createFan(app), await createFan(app)];
    const add = (client: Client, response: unknown) =>
      client.send('POST /auth/passkeys', { body: { name: 'Key', response: response as never } });
    const create = async () => createAuthenticator().create(await fan.client.call('POST /auth/passkeys/options'), { origin });
    expect(codeOf(await add(other.client, await create()))).toBe('PASSKEY_INVALID');
    const used = await create();
    expect(codeOf(await add(fan.client, used))).toBe('ok');
    expect(codeOf(await add(fan.client, used))).toBe('PASSKEY_INVALID');
    const late = await create();
    app.clock.advance(5 * 60_000 + 1000);
    expect(codeOf(await add(fan.client, late))).toBe('PASSKEY_INVALID');
    expect([(await passkeysOf(fan)).length, (await passkeysOf(other)).length]).toEqual([1, 0]);
  });

  test('holds ten at most, also when twenty are added at once', async () => {
    const fan = await createFan(app);
    const options = await Promise.all(Array.from({ length: 20 }, () => fan.client.call('POST /auth/passkeys/options')));
    const answers = await Promise.all(
      options.map((given, n) => {
        const response = createAuthenticator().create(given, { origin }) as never;
        return fan.client.send('POST /auth/passkeys', { body: { name: `Key ${n}`, response } });
      }),
    );
    expect(answers.filter((answer) => codeOf(answer) === 'ok')).toHaveLength(10);
    expect(answers.filter(({ data }) => data?.recoveryCodes)).toHaveLength(1);
    expect(await passkeysOf(fan)).toHaveLength(10);
    expect(codeOf(await fan.client.send('POST /auth/passkeys/options'))).toBe('PASSKEYS_FULL');
  });
});

describe('logging in by a passkey', () => {
  test('needs neither name nor password, and counts as confirmed', async () => {
    const fan = await createFan(app);
    const { authenticator } = await register(fan.client);
    const { data } = await logInBy(authenticator);
    const client = app.client(data.token);
    expect((await client.call('GET /users/me'))._id).toBe(fan.id);
    expect((await client.call('GET /auth/confirm')).until).not.toBeNull();
    const [row] = await passkeysOf(fan);
    expect([row!.counter, row!.last_used_at !== null]).toEqual([2n, true]);
  });

  test('is the second step after the password, and the password alone no longer opens the account', async () => {
    const [fan, other] = [await createFan(app), await createFan(app)];
    const { authenticator, recoveryCodes } = await register(fan.client);
    const foreign = await register(other.client);
    const refused = await sendLogIn(app, fan);
    expect([codeOf(refused), refused.error.details]).toEqual(['TWO_FACTOR_REQUIRED', { methods: ['passkey', 'code'] }]);
    const credentials = { username: fan.username, password: PASSWORD };
    expect(codeOf(await logInBy(foreign.authenticator, {}, credentials))).toBe('PASSKEY_INVALID');
    expect(codeOf(await logInBy(authenticator, {}, { ...credentials, password: 'not it, not it' }))).toBe('INCORRECT_CREDENTIALS');
    expect(codeOf(await logInBy(authenticator, {}, credentials))).toBe('ok');
    expect(codeOf(await sendLogIn(app, fan, { code: recoveryCodes![0]! }))).toBe('ok');
  });

  test.each<[string, { origin?: string; rpId?: string; isVerified?: boolean }]>([
    ['a page of another site', { origin: 'https://elsewhere.example' }],
    ['another host', { rpId: 'elsewhere.example' }],
    ['an unverified user', { isVerified: false }],
  ])('refuses %s', async (_case, ceremony) => {
    const fan = await createFan(app);
    const { authenticator } = await register(fan.client);
    expect(codeOf(await logInBy(authenticator, ceremony))).toBe('PASSKEY_INVALID');
  });

  test('refuses replayed and expired challenges; of twenty answers to one, one opens a session', async () => {
    const fan = await createFan(app);
    const { authenticator } = await register(fan.client, createAuthenticator(false));
    const answer = await assertion(authenticator);
    const send = () => app.client().send('POST /auth/login', { body: { passkey: answer } });
    const codes = (await Promise.all(Array.from({ length: 20 }, send))).map(codeOf);
    expect([codes.filter((code) => code === 'ok').length, new Set(codes)]).toEqual([1, new Set(['ok', 'PASSKEY_INVALID'])]);
    const late = await assertion(authenticator);
    app.clock.advance(5 * 60_000 + 1000);
    expect(codeOf(await app.client().send('POST /auth/login', { body: { passkey: late } }))).toBe('PASSKEY_INVALID');
  });

  test('refuses a challenge that was made to confirm, or to add a passkey', async () => {
    const fan = await createFan(app);
    const { authenticator } = await register(fan.client);
    for (const call of ['POST /auth/confirm/challenge', 'POST /auth/passkeys/options'] as const) {
      const passkey = authenticator.get(
        { rpId: 'localhost', ...(await fan.client.call(call)) },
        { origin, rpId: new URL(origin).hostname },
      ) as never;
      expect([call, codeOf(await app.client().send('POST /auth/login', { body: { passkey } }))]).toEqual([call, 'PASSKEY_INVALID']);
    }
  });

  test('refuses a copied key whose counter is behind', async () => {
    const fan = await createFan(app);
    const { authenticator } = await register(fan.client);
    const copied = authenticator.copy();
    expect(codeOf(await logInBy(authenticator))).toBe('ok');
    expect(codeOf(await logInBy(authenticator))).toBe('ok');
    expect(codeOf(await logInBy(copied))).toBe('PASSKEY_INVALID');
    expect(codeOf(await logInBy(authenticator))).toBe('ok');
  });

  test('refuses removed passkeys, deleted accounts and unverified addresses', async () => {
    const fan = await createFan(app);
    const { authenticator, passkey } = await register(fan.client);
    const set = (values: { status?: 'active' | 'deleted'; email_verified_at?: Date | null }) =>
      app.platform.database.updateTable('accounts').set(values).where('id', '=', fan.id).execute();
    await set({ email_verified_at: null });
    expect(codeOf(await logInBy(authenticator))).toBe('EMAIL_NOT_VERIFIED');
    await set({ email_verified_at: new Date(), status: 'deleted' });
    expect(codeOf(await logInBy(authenticator))).toBe('PASSKEY_INVALID');
    await set({ status: 'active' });
    await fan.client.call('DELETE /auth/passkeys/{id}', { params: { id: passkey._id } });
    expect(codeOf(await logInBy(authenticator))).toBe('PASSKEY_INVALID');
  });

  test('wrong answers count against the network', async () => {
    const stranger = createAuthenticator();
    stranger.create({ challenge: 'AAAA', rp: { id: new URL(origin).hostname }, user: { id: 'AAAA' } }, { origin });
    const codes = new Set<string>();
    for (let n = 0; n <= LOG_IN_LIMITS.network.failures; n += 1) codes.add(codeOf(await logInBy(stranger)));
    expect(codes).toEqual(new Set(['PASSKEY_INVALID', 'LOG_IN_PAUSED']));
    app.clock.advance(LOG_IN_LIMITS.network.seconds * 1000);
  });
});

describe('confirming by a passkey', () => {
  test('counts for this session; not with a challenge of another one, nor by somebody else’s passkey', async () => {
    const [fan, other] = [await createFan(app), await createFan(app)];
    const { authenticator } = await register(fan.client);
    const foreign = await register(other.client);
    app.clock.advance(11 * 60_000);
    expect(await fan.client.call('GET /auth/confirm')).toEqual({ methods: ['passkey', 'code'], until: null });
    const confirm = (client: Client, passkey: unknown) => client.send('POST /auth/confirm', { body: { passkey: passkey as never } });
    const challenge = (client: Client) => client.call('POST /auth/confirm/challenge');
    expect(codeOf(await confirm(fan.client, foreign.authenticator.get(await challenge(fan.client), { origin })))).toBe('PASSKEY_INVALID');
    expect(codeOf(await confirm(fan.client, authenticator.get(await challenge(other.client), { origin })))).toBe('PASSKEY_INVALID');
    expect(codeOf(await fan.client.send('POST /auth/confirm', { body: { password: PASSWORD } }))).toBe('RECENT_LOGIN_REQUIRED');
    expect((await fan.client.call('GET /auth/confirm')).until).toBeNull();
    expect(codeOf(await confirm(fan.client, authenticator.get(await challenge(fan.client), { origin })))).toBe('ok');
    expect((await fan.client.call('GET /auth/confirm')).until).not.toBeNull();
  });
});

describe('passkeys of an account', () => {
  test('are named and removed by their owner alone; recovery codes go with the last factor', async () => {
    const [fan, other] = [await createFan(app), await createFan(app)];
    const { passkey } = await register(fan.client);
    const params = { id: passkey._id };
    expect(codeOf(await other.client.send('PUT /auth/passkeys/{id}', { params, body: { name: 'Mine' } }))).toBe('NOT_FOUND');
    expect(codeOf(await other.client.send('DELETE /auth/passkeys/{id}', { params }))).toBe('NOT_FOUND');
    expect((await fan.client.call('PUT /auth/passkeys/{id}', { params, body: { name: 'Blue key' } })).name).toBe('Blue key');
    await fan.client.call('DELETE /auth/passkeys/{id}', { params });
    expect(await fan.client.call('GET /users/me')).toMatchObject({ hasPasskey: false, hasTwoFactor: false });
    const codes = await app.platform.database.selectFrom('recovery_codes').select('account_id').where('account_id', '=', fan.id).execute();
    expect([await passkeysOf(fan), codes]).toEqual([[], []]);
    expect(codeOf(await sendLogIn(app, fan))).toBe('ok');
    await app.settle();
    expect((await app.mailsTo(fan.email)).filter((mail) => mail.includes('Blue key'))).toHaveLength(1);
  });

  test('turning the app off leaves the recovery codes where there is a passkey', async () => {
    const fan = await createFan(app);
    await register(fan.client);
    const { code, recoveryCodes } = await turnOnTwoFactor(app, fan.client);
    await fan.client.call('POST /auth/two-factor/turn-off', { body: { currentPassword: PASSWORD, code: code() } });
    expect(codeOf(await sendLogIn(app, fan, { code: recoveryCodes[0]! }))).toBe('ok');
  });

  test('alone let their owner renew the recovery codes, after a recent confirmation', async () => {
    const fan = await createFan(app);
    const renew = () => fan.client.send('POST /auth/two-factor/recovery-codes', { body: {} });
    expect(codeOf(await renew())).toBe('TWO_FACTOR_STATE');
    const { authenticator, recoveryCodes } = await register(fan.client);
    app.clock.advance(11 * 60_000);
    await expect.poll(async () => codeOf(await renew())).toBe('RECENT_LOGIN_REQUIRED');
    expect((await renew()).error.details).toEqual({ methods: ['passkey', 'code'] });
    const challenge = await fan.client.call('POST /auth/confirm/challenge');
    await fan.client.call('POST /auth/confirm', { body: { passkey: authenticator.get(challenge, { origin }) as never } });
    const renewals = await Promise.all(Array.from({ length: 5 }, renew));
    expect(renewals.map(codeOf)).toEqual(Array(5).fill('ok'));
    const left = await app.platform.database.selectFrom('recovery_codes').select('code_hash').where('account_id', '=', fan.id).execute();
    expect(left).toHaveLength(10);
    expect(codeOf(await sendLogIn(app, fan, { code: recoveryCodes![0]! }))).toBe('TWO_FACTOR_INVALID');
    const codes = (await renew()).data.recoveryCodes;
    expect(codeOf(await sendLogIn(app, fan, { code: codes[0]! }))).toBe('ok');
    // With the app, its code is needed, a passkey or not.
    await turnOnTwoFactor(app, fan.client);
    expect(codeOf(await renew())).toBe('VALIDATION_FAILED');
  });

  test('are taken off by an admin who helps, never by the owner’s own admin call', async () => {
    const [owner, aide] = [await createAdmin(app), await createAdmin(app)];
    await register(owner.client);
    const reset = (by: Person) => by.client.send('POST /admin/users/{id}/reset-two-factor', { params: { id: owner.id } });
    expect(codeOf(await reset(owner))).toBe('FORBIDDEN');
    expect(await passkeysOf(owner)).toHaveLength(1);
    expect(codeOf(await reset(aide))).toBe('ok');
    expect(await passkeysOf(owner)).toEqual([]);
    expect(codeOf(await sendLogIn(app, owner))).toBe('ok');
  });

  test('can be required of admins, who reach only their own account without one', async () => {
    const [owner, aide] = [await createAdmin(app), await createAdmin(app)];
    await register(owner.client);
    await expect.poll(async () => (await owner.client.call('GET /users/me')).hasPasskey).toBe(true);
    await owner.client.call('PUT /admin/settings', { body: { values: { adminPasskeyRequired: true } } });
    try {
      await turnOnTwoFactor(app, aide.client);
      expect(codeOf(await aide.client.send('GET /admin/overview'))).toBe('TWO_FACTOR_REQUIRED');
      expect(codeOf(await owner.client.send('GET /admin/overview'))).toBe('ok');
      await register(aide.client);
      await expect.poll(async () => codeOf(await aide.client.send('GET /admin/overview'))).toBe('ok');
    } finally {
      await app.platform.settings.change({ adminPasskeyRequired: false }, null);
    }
  });
});

test('tells how many recovery codes are left without an app, and whether an admin needs a passkey', async () => {
  const admin = await createAdmin(app);
  await register(admin.client);
  expect(await admin.client.call('GET /auth/two-factor')).toEqual({
    enabled: false,
    since: null,
    recoveryCodesLeft: 10,
    isPasskeyRequired: false,
  });
  await app.platform.settings.change({ adminPasskeyRequired: true }, null);
  try {
    expect(await admin.client.call('GET /auth/two-factor')).toMatchObject({ isPasskeyRequired: true });
    expect(await (await createFan(app)).client.call('GET /auth/two-factor')).toMatchObject({ isPasskeyRequired: false });
  } finally {
    await app.platform.settings.reset(['adminPasskeyRequired'], null);
  }
});
