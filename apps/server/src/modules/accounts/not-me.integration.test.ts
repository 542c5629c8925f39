import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Authenticator, createAuthenticator } from '../../testing/authenticator.ts';
import type { Client } from '../../testing/client.ts';
import { PASSWORD, type Person, createAdmin, createFan, createPerformer, unique } from '../../testing/factories.ts';
import { codeOf, sendLogIn } from '../../testing/log-in.ts';
import { subjectsTo, textsTo, tokenIn } from '../../testing/mail-links.ts';
import { setPaypal } from '../../testing/payout-fixtures.ts';
import { connectSocket } from '../../testing/sockets.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { turnOnTwoFactor } from '../../testing/turn-on-two-factor.ts';

// Owners are told of changes to their account's safety, and secure it by the link “This wasn't me”.

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const NEW_PASSWORD = 'mine again 11';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
});
afterAll(() => app.close());

const linkTo = (address: string) => tokenIn(app, address, 'not-me');
const press = (token: string) => app.client().send('POST /verification/not-me', { body: { token } });
const logInAgain = async (person: Person): Promise<Client> => app.client((await sendLogIn(app, person)).data.token);
const origin = () => new URL(app.platform.config.publicUrl).origin;
const addPasskey = async (client: Client, name = 'Key'): Promise<{ id: string; authenticator: Authenticator }> => {
  const authenticator = createAuthenticator();
  const response = authenticator.create(await client.call('POST /auth/passkeys/options'), { origin: origin() });
  const { passkey } = await client.call('POST /auth/passkeys', { body: { name, response: response as never } });
  return { id: passkey._id, authenticator };
};
const rowOf = ({ id }: Person) => app.platform.database.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const countOf = async (table: 'devices' | 'passkeys' | 'two_factor' | 'recovery_codes', { id }: Person): Promise<number> =>
  (await app.platform.database.selectFrom(table).select('account_id').where('account_id', '=', id).execute()).length;
const openSessions = async ({ id }: Person): Promise<number> =>
  (await app.platform.database.selectFrom('sessions').select('id').where('account_id', '=', id).where('revoked_at', 'is', null).execute())
    .length;
const changeEmail = async (person: Person, to: string): Promise<void> => {
  await person.client.call('POST /auth/me/email', { body: { email: to, currentPassword: PASSWORD } });
  await app.client().call('POST /verification/email-change', { body: { token: await tokenIn(app, to, 'change-email') } });
};
const reset = async (person: Person): Promise<void> => {
  const token = await tokenIn(app, person.email, 'reset-password');
  await app.client().call('POST /auth/reset', { body: { token, password: NEW_PASSWORD } });
};
const newAddress = (): string => `${unique('other')}@example.org`;

describe('a log-in from a new browser', () => {
  const toldOf = async ({ email }: Person) => (await subjectsTo(app, email)).filter((subject) => subject.includes('New log-in')).length;

  test('is told in the owner’s language and time zone with the device, and a known browser isn’t told', async () => {
    const fan = await createFan(app);
    await app.platform.database.updateTable('accounts').set({ locale: 'es', time_zone: 'Asia/Tokyo' }).where('id', '=', fan.id).execute();
    const first = await sendLogIn(app, fan, { headers: { 'user-agent': CHROME } });
    const texts = await textsTo(app, fan.email);
    const day = app.clock.now().toLocaleDateString('es', { dateStyle: 'long', timeZone: 'Asia/Tokyo' });
    for (const words of ['Chrome en Windows', 'País desconocido', 'GMT+9', day]) expect(texts.at(-1)).toContain(words);
    const cookie = first.headers
      .getSetCookie()
      .find((one) => one.startsWith('device='))!
      .split(';')[0]!;
    await sendLogIn(app, fan, { headers: { cookie, origin: origin() } });
    expect(await textsTo(app, fan.email)).toHaveLength(texts.length);
  });

  test('names the country of its address', async () => {
    const proxied = await createTestApp({ environment: { TRUST_PROXY: 'true' } });
    try {
      const fan = await createFan(proxied);
      await sendLogIn(proxied, fan, { headers: { 'x-forwarded-for': '46.4.10.1' } });
      expect((await textsTo(proxied, fan.email)).at(-1)).toContain('Germany');
    } finally {
      await proxied.close();
    }
  });

  test('is told after a passkey and after a second factor', async () => {
    const fan = await createFan(app);
    const { code } = await turnOnTwoFactor(app, fan.client);
    expect(codeOf(await sendLogIn(app, fan))).toBe('TWO_FACTOR_REQUIRED');
    expect(await toldOf(fan)).toBe(0);
    await sendLogIn(app, fan, { code: code() });
    expect(await toldOf(fan)).toBe(1);
    const { authenticator } = await addPasskey(fan.client);
    const passkey = authenticator.get(await app.client().call('POST /auth/passkeys/challenge'), { origin: origin() }) as never;
    await app.client().call('POST /auth/login', { body: { passkey } });
    expect(await toldOf(fan)).toBe(2);
  });

  test('isn’t told right after the registration, nor when an admin views the site as the account', async () => {
    const username = unique('first');
    const email = `${username}@example.org`;
    await app.client().call('POST /auth/register', { body: { username, email, password: PASSWORD, adult: true } });
    await app.client().call('POST /verification/confirm', { body: { token: await tokenIn(app, email, 'verify-email') } });
    const logIn = () => app.client().call('POST /auth/login', { body: { username, password: PASSWORD } });
    await logIn();
    const { id } = await app.platform.database.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirstOrThrow();
    const boss = await createAdmin(app);
    await boss.client.call('POST /admin/users/{id}/act-as', { params: { id }, body: { reason: 'They asked.' } });
    expect((await subjectsTo(app, email)).filter((subject) => subject.includes('New log-in'))).toEqual([]);
    await logIn();
    expect((await subjectsTo(app, email)).filter((subject) => subject.includes('New log-in'))).toHaveLength(1);
  });
});

describe('each change of an account’s safety', () => {
  type Change = (person: Person) => Promise<unknown>;
  test.each<[string, Change]>([
    ['emailChangeRequested', (fan) => fan.client.call('POST /auth/me/email', { body: { email: newAddress(), currentPassword: PASSWORD } })],
    ['emailChanged', (fan) => changeEmail(fan, newAddress())],
    ['passwordChanged', (fan) => fan.client.call('PUT /auth/me/password', { body: { password: NEW_PASSWORD, currentPassword: PASSWORD } })],
    [
      'passwordChanged',
      async (fan) => {
        await app.client().call('POST /auth/forgot', { body: { email: fan.email } });
        await reset(fan);
      },
    ],
    ['twoFactorOn', (fan) => turnOnTwoFactor(app, fan.client)],
    [
      'twoFactorOff',
      async (fan) => {
        const { code } = await turnOnTwoFactor(app, fan.client);
        await fan.client.call('POST /auth/two-factor/turn-off', { body: { currentPassword: PASSWORD, code: code() } });
      },
    ],
    [
      'recoveryCodesRenewed',
      async (fan) => {
        const { code } = await turnOnTwoFactor(app, fan.client);
        await fan.client.call('POST /auth/two-factor/recovery-codes', { body: { code: code() } });
      },
    ],
    [
      'twoFactorReset',
      async (fan) => {
        await turnOnTwoFactor(app, fan.client);
        await admin.client.call('POST /admin/users/{id}/reset-two-factor', { params: { id: fan.id } });
      },
    ],
    ['passkeyAdded', (fan) => addPasskey(fan.client)],
    [
      'passkeyRemoved',
      async (fan) => {
        const { id } = await addPasskey(fan.client);
        await fan.client.call('DELETE /auth/passkeys/{id}', { params: { id } });
      },
    ],
  ])('is mailed with the link: %s', async (cause, change) => {
    const fan = await createFan(app);
    await change(fan);
    const text = (await textsTo(app, fan.email)).findLast((one) => one.includes('/auth/not-me?token='));
    expect(text).toContain('press “This wasn’t me”');
    const tokens = await app.platform.database
      .selectFrom('account_tokens')
      .select(['cause', 'email', 'token_hash'])
      .where('account_id', '=', fan.id)
      .where('purpose', '=', 'notMe')
      .execute();
    expect(tokens.map((row) => row.cause)).toContain(cause);
    expect(tokens.every(({ email }) => email === fan.email)).toBe(true);
    const token = await linkTo(fan.email);
    expect(tokens.some(({ token_hash }) => token_hash.toString('latin1') === token)).toBe(false);
    expect(codeOf(await press(token))).toBe('ok');
  });

  test('is mailed to a performer with the freeze of payouts: payoutDetails', async () => {
    const star = await createPerformer(app, { admin });
    await setPaypal(app, star);
    expect((await textsTo(app, star.email)).at(-1)).toContain('your payouts are frozen until our team has checked them');
  });

  test('is mailed to the address of that moment, though the address changed before the mail went', async () => {
    const fan = await createFan(app);
    await app.settle();
    const other = newAddress();
    await fan.client.call('PUT /auth/me/password', { body: { password: NEW_PASSWORD, currentPassword: PASSWORD } });
    await app.platform.database.updateTable('accounts').set({ email: other }).where('id', '=', fan.id).execute();
    expect((await subjectsTo(app, fan.email)).at(-1)).toContain('password was changed');
    expect(await subjectsTo(app, other)).toEqual([]);
  });
});

describe('“This wasn’t me”', () => {
  test('ends sessions, sockets and known browsers, makes the password useless, and mails a link for a new one', async () => {
    const fan = await createFan(app);
    const thief = await logInAgain(fan);
    const token = await linkTo(fan.email);
    const socket = await connectSocket(app.url, thief.token);
    const refused = new Promise<string>((done) => {
      socket.on('auth/refused', ({ error }: { error: string }) => done(error));
    });
    const answer = await press(token);
    expect([codeOf(answer), answer.data]).toEqual(['ok', { address: 'kept', isFrozen: false }]);
    expect([await openSessions(fan), await countOf('devices', fan)]).toEqual([0, 0]);
    expect(codeOf(await thief.send('GET /users/me'))).toBe('UNAUTHENTICATED');
    expect(codeOf(await fan.client.send('GET /users/me'))).toBe('UNAUTHENTICATED');
    expect(await refused).toBe('UNAUTHENTICATED');
    socket.close();
    expect(codeOf(await sendLogIn(app, fan))).toBe('INCORRECT_CREDENTIALS');
    await reset(fan);
    expect(codeOf(await sendLogIn(app, fan, { password: NEW_PASSWORD }))).toBe('ok');
    const [entry] = await app.platform.database
      .selectFrom('audit_log')
      .select(['actor_id', 'detail'])
      .where('object_id', '=', fan.id)
      .where('action', '=', 'accounts.notMe')
      .execute();
    expect(entry).toEqual({ actor_id: null, detail: { cause: 'newBrowser', address: 'kept' } });
  });

  test('mails the link for a new password although a thief asked for three before', async () => {
    const fan = await createFan(app);
    await logInAgain(fan);
    for (let n = 0; n < 3; n += 1) await app.client().call('POST /auth/forgot', { body: { email: fan.email } });
    const stolen = await tokenIn(app, fan.email, 'reset-password');
    await press(await linkTo(fan.email));
    expect(codeOf(await app.client().send('POST /auth/reset', { body: { token: stolen, password: NEW_PASSWORD } }))).toBe('TOKEN_INVALID');
    await reset(fan);
  });

  test('works once, also for two requests at once', async () => {
    const fan = await createFan(app);
    await logInAgain(fan);
    const token = await linkTo(fan.email);
    const codes = (await Promise.all([press(token), press(token), press(token)])).map(codeOf);
    expect(codes.toSorted()).toEqual(['TOKEN_USED', 'TOKEN_USED', 'ok']);
    expect((await subjectsTo(app, fan.email)).filter((subject) => subject.includes('is secured'))).toHaveLength(1);
    await reset(fan);
    expect(codeOf(await press(token))).toBe('TOKEN_USED');
    expect(codeOf(await sendLogIn(app, fan, { password: NEW_PASSWORD }))).toBe('ok');
  });

  test('refuses an expired link, an unknown one and one of another purpose, in the caller’s language, and changes nothing', async () => {
    const fan = await createFan(app);
    await logInAgain(fan);
    await app.client().call('POST /auth/forgot', { body: { email: fan.email } });
    const other = await tokenIn(app, fan.email, 'reset-password');
    const token = await linkTo(fan.email);
    expect([codeOf(await press('x'.repeat(43))), codeOf(await press(other))]).toEqual(['TOKEN_INVALID', 'TOKEN_INVALID']);
    app.clock.advance(7 * 86_400_000 + 1);
    const late = await app.client().send('POST /verification/not-me', { body: { token }, headers: { 'accept-language': 'es' } });
    expect([codeOf(late), late.error.message]).toEqual(['TOKEN_EXPIRED', expect.stringContaining('Este enlace ha caducado')]);
    expect(codeOf(await sendLogIn(app, fan))).toBe('ok');
  });

  test('removes passkeys and a second factor added since, and leaves those from before', async () => {
    const fan = await createFan(app);
    await addPasskey(fan.client, 'Mine');
    app.clock.advance(60_000);
    await changeEmail(fan, newAddress());
    app.clock.advance(60_000);
    await addPasskey(fan.client, 'Theirs');
    await turnOnTwoFactor(app, fan.client);
    await press(await linkTo(fan.email));
    const keys = await app.platform.database.selectFrom('passkeys').select('name').where('account_id', '=', fan.id).execute();
    expect([keys, await countOf('two_factor', fan), await countOf('recovery_codes', fan)]).toEqual([[{ name: 'Mine' }], 0, 0]);
  });

  test.each(['passkey', 'app'])('removes the %s that its mail is about', async (what) => {
    const fan = await createFan(app);
    if (what === 'passkey') await addPasskey(fan.client);
    else await turnOnTwoFactor(app, fan.client);
    await press(await linkTo(fan.email));
    expect([await countOf('passkeys', fan), await countOf('two_factor', fan)]).toEqual([0, 0]);
  });

  test('takes back a requested change of address and a requested deletion', async () => {
    const fan = await createFan(app);
    const next = newAddress();
    await fan.client.call('POST /auth/me/email', { body: { email: next, currentPassword: PASSWORD } });
    const pending = await tokenIn(app, next, 'change-email');
    const token = await linkTo(fan.email);
    await fan.client.call('POST /users/me/deletion', { body: { currentPassword: PASSWORD } });
    await press(token);
    expect(codeOf(await app.client().send('POST /verification/email-change', { body: { token: pending } }))).toBe('TOKEN_INVALID');
    expect(await rowOf(fan)).toMatchObject({ email: fan.email, deletes_at: null });
  });
});

describe('a changed address', () => {
  test('comes back, and the thief’s own link ends, but never ends the one that went to the owner', async () => {
    const fan = await createFan(app);
    const [second, third] = [newAddress(), newAddress()];
    await changeEmail(fan, second);
    app.clock.advance(1000);
    await changeEmail(fan, third);
    const [mine, theirs] = [await linkTo(fan.email), await linkTo(second)];
    expect((await press(theirs)).data).toMatchObject({ address: 'restored' });
    expect((await rowOf(fan)).email).toBe(second);
    expect((await press(mine)).data).toMatchObject({ address: 'restored' });
    expect((await rowOf(fan)).email).toBe(fan.email);
    await reset(fan);
    expect(codeOf(await sendLogIn(app, fan, { password: NEW_PASSWORD }))).toBe('ok');
  });

  test('comes back from an account that never verified it', async () => {
    const fan = await createFan(app);
    await changeEmail(fan, newAddress());
    const token = await linkTo(fan.email);
    const username = unique('grab');
    await app.client().call('POST /auth/register', { body: { username, email: fan.email, password: PASSWORD, adult: true } });
    expect((await press(token)).data).toMatchObject({ address: 'restored' });
    expect((await rowOf(fan)).email).toBe(fan.email);
    await reset(fan);
  });

  test('that another account has verified leaves this one without any, so that the thief’s address opens nothing', async () => {
    const fan = await createFan(app);
    const next = newAddress();
    await changeEmail(fan, next);
    const token = await linkTo(fan.email);
    const other = await createFan(app);
    await app.platform.database.updateTable('accounts').set({ email: fan.email }).where('id', '=', other.id).execute();
    expect((await press(token)).data).toEqual({ address: 'lost', isFrozen: false });
    expect(await rowOf(fan)).toMatchObject({ email: `${fan.id}@nowhere.invalid`, email_verified_at: null });
    expect(codeOf(await other.client.send('GET /users/me'))).toBe('ok');
    await app.client().call('POST /auth/forgot', { body: { email: next } });
    expect(await tokenIn(app, next, 'reset-password')).toBe('');
  });
});

test('an admin’s proposals of owners since the event are withdrawn, and the second factor is still required', async () => {
  const boss = await createAdmin(app);
  await app.platform.settings.change({ ownersByTwo: true }, null);
  await logInAgain(boss);
  const token = await linkTo(boss.email);
  const aide = await createAdmin(app);
  await app.platform.database.updateTable('accounts').set({ admin_role: 'support' }).where('id', '=', aide.id).execute();
  await boss.client.call('PUT /admin/admins/{id}', { params: { id: aide.id }, body: { adminRole: 'owner' } });
  const proposals = () =>
    app.platform.database.selectFrom('owner_proposals').select('account_id').where('proposed_by', '=', boss.id).execute();
  expect(await proposals()).toHaveLength(1);
  await press(token);
  expect(await proposals()).toEqual([]);
  expect(codeOf(await boss.client.send('GET /admin/overview'))).toBe('UNAUTHENTICATED');
  await app.platform.settings.reset(['ownersByTwo'], null);
});
