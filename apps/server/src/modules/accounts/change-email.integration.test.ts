import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../testing/client.ts';
import { PASSWORD, type Person, createFan, unique } from '../../testing/factories.ts';
import { codeOf, sendLogIn } from '../../testing/log-in.ts';
import { subjectsTo, tokenIn } from '../../testing/mail-links.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { turnOnTwoFactor } from '../../testing/turn-on-two-factor.ts';
import { enqueueMail } from './account-mails.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

describe('a change of the mail address', () => {
  const ask = (person: Person, email: string, currentPassword = PASSWORD) =>
    person.client.send('POST /auth/me/email', { body: { email, currentPassword } });
  const newAddress = (): string => `${unique('new')}@example.org`;

  test('takes effect with the link to the new address, and can be undone from the old one', async () => {
    const fan = await createFan(app);
    const next = newAddress();
    expect(codeOf(await ask(fan, next, 'wrong'))).toBe('CURRENT_PASSWORD_WRONG');
    expect(codeOf(await ask(fan, next))).toBe('ok');
    const token = await tokenIn(app, next, 'change-email');
    expect((await fan.client.call('GET /users/me')).email).toBe(fan.email);
    await app.client().call('POST /verification/email-change', { body: { token } });
    expect(await fan.client.call('GET /users/me')).toMatchObject({ email: next, emailVerified: true });
    expect(codeOf(await app.client().send('POST /verification/email-change', { body: { token } }))).toBe('TOKEN_INVALID');

    // An attacker changes it once more and sets up a second factor: the undo link to the first address still works.
    const undo = await tokenIn(app, fan.email, 'not-me');
    const third = newAddress();
    await ask(fan, third);
    await app.client().call('POST /verification/email-change', { body: { token: await tokenIn(app, third, 'change-email') } });
    await turnOnTwoFactor(app, fan.client);
    await app.client().call('POST /verification/not-me', { body: { token: undo } });
    expect(codeOf(await fan.client.send('GET /users/me'))).toBe('UNAUTHENTICATED');
    const reset = await tokenIn(app, fan.email, 'reset-password');
    await app.client().call('POST /auth/reset', { body: { token: reset, password: 'mine again 11' } });
    const back = app.client((await sendLogIn(app, fan, { password: 'mine again 11' })).data.token);
    expect(await back.call('GET /users/me')).toMatchObject({ email: fan.email, hasTwoFactor: false });
    expect(codeOf(await app.client().send('POST /verification/not-me', { body: { token: undo } }))).toBe('TOKEN_USED');
    const second = await tokenIn(app, next, 'not-me');
    expect(second).not.toBe('');
    expect(codeOf(await app.client().send('POST /verification/not-me', { body: { token: second } }))).toBe('TOKEN_USED');
  });

  test('to a taken address informs its owner, and nobody else', async () => {
    const [fan, owner] = [await createFan(app), await createFan(app)];
    const [taken, free] = [await ask(fan, owner.email), await ask(fan, newAddress())];
    expect([taken.status, taken.data]).toEqual([free.status, free.data]);
    expect((await subjectsTo(app, owner.email)).at(-1)).toContain('use your address');
    expect(await tokenIn(app, owner.email, 'change-email')).toBe('');
  });

  test('fails when somebody else took the address meanwhile', async () => {
    const fan = await createFan(app);
    const next = newAddress();
    await ask(fan, next);
    const token = await tokenIn(app, next, 'change-email');
    await app.client().call('POST /auth/register', { body: { username: unique('quick'), email: next, password: PASSWORD, adult: true } });
    expect(codeOf(await app.client().send('POST /verification/email-change', { body: { token } }))).toBe('TOKEN_INVALID');
    expect((await fan.client.call('GET /users/me')).email).toBe(fan.email);
  });

  test('of an unverified address sends it no undo link', async () => {
    const fan = await createFan(app, { verified: false });
    const next = newAddress();
    await ask(fan, next);
    const before = (await subjectsTo(app, fan.email)).length;
    await app.client().call('POST /verification/email-change', { body: { token: await tokenIn(app, next, 'change-email') } });
    expect(await fan.client.call('GET /users/me')).toMatchObject({ email: next, emailVerified: true });
    expect(await subjectsTo(app, fan.email)).toHaveLength(before);
  });

  test('uses tokens that have one purpose, expire, and are replaced by newer ones', async () => {
    const fan = await createFan(app);
    const [first, second] = [newAddress(), newAddress()];
    await ask(fan, first);
    const older = await tokenIn(app, first, 'change-email');
    await ask(fan, second);
    const token = await tokenIn(app, second, 'change-email');
    const use = (path: string, given: string) => app.client().raw(`POST ${path}`, { body: { token: given, password: PASSWORD } });
    expect(codeOf(await use('/verification/email-change', older))).toBe('TOKEN_INVALID');
    for (const path of ['/verification/email-change/undo', '/verification/confirm', '/auth/reset'])
      expect([path, codeOf(await use(path, token))]).toEqual([path, 'TOKEN_INVALID']);
    app.clock.advance(86_400_001);
    expect(codeOf(await use('/verification/email-change', token))).toBe('TOKEN_INVALID');
  });
});

describe('a stranger in the account who asks for a change of address', () => {
  const pending = async (fan: Person): Promise<{ stranger: Client; token: string }> => {
    const stranger = app.client((await sendLogIn(app, fan)).data.token);
    const address = `${unique('thief')}@example.org`;
    await stranger.call('POST /auth/me/email', { body: { email: address, currentPassword: PASSWORD } });
    return { stranger, token: await tokenIn(app, address, 'change-email') };
  };
  const confirm = async (token: string): Promise<string> =>
    codeOf(await app.client().send('POST /verification/email-change', { body: { token } }));

  test('is reported to the present address', async () => {
    const fan = await createFan(app);
    await pending(fan);
    expect((await subjectsTo(app, fan.email)).at(-1)).toContain('A new address was requested');
  });

  test.each([
    {
      what: 'a password reset',
      end: async (fan: Person) => {
        await app.client().call('POST /auth/forgot', { body: { email: fan.email } });
        await app
          .client()
          .call('POST /auth/reset', { body: { token: await tokenIn(app, fan.email, 'reset-password'), password: 'mine again 11' } });
      },
    },
    {
      what: 'a new password',
      end: (fan: Person) => fan.client.call('PUT /auth/me/password', { body: { password: 'mine again 11', currentPassword: PASSWORD } }),
    },
    { what: 'the end of other sessions', end: (fan: Person) => fan.client.call('POST /auth/sessions/revoke-others') },
    {
      what: 'the end of the session',
      end: async (fan: Person) => {
        const { data } = await fan.client.call('GET /auth/sessions');
        await fan.client.call('DELETE /auth/sessions/{id}', { params: { id: data.find(({ isCurrent }) => !isCurrent)!._id } });
      },
    },
  ])('can’t confirm it after $what', async ({ end }) => {
    const fan = await createFan(app);
    const { token } = await pending(fan);
    expect(token).not.toBe('');
    await end(fan);
    expect(await confirm(token)).toBe('TOKEN_INVALID');
    const { email } = await app.platform.database.selectFrom('accounts').select('email').where('id', '=', fan.id).executeTakeFirstOrThrow();
    expect(email).toBe(fan.email);
  });

  test('gets no mail once the session is ended', async () => {
    const fan = await createFan(app);
    const address = `${unique('thief')}@example.org`;
    const session = (await fan.client.call('GET /auth/sessions')).data[0]!._id;
    await fan.client.call('POST /auth/logout');
    await app.platform.database
      .transaction()
      .execute((trx) =>
        enqueueMail(app.platform, trx, { kind: 'changeEmail', accountId: fan.id, newAddress: address, sessionId: session }),
      );
    await app.settle();
    expect(await app.mailsTo(address)).toEqual([]);
  });
});

test('three links of a kind are mailed in an hour, whoever asks for them, and each works for its time', async () => {
  const fan = await createFan(app);
  const forgot = () => app.client().call('POST /auth/forgot', { body: { email: fan.email } });
  const links = async (): Promise<string[]> => {
    await app.settle();
    return (await app.mailsTo(fan.email)).flatMap(
      (mail) => /reset-password\?token=(?:3D)?([\w-]+)/.exec(mail.replace(/=\r?\n/g, ''))?.[1] ?? [],
    );
  };
  for (let n = 0; n < 8; n += 1) await forgot();
  const sent = await links();
  expect(new Set(sent).size).toBe(3);
  await app.client().call('POST /auth/reset', { body: { token: sent[0]!, password: 'mine again 11' } });
  // Of a password that is set, no older link is left.
  expect(codeOf(await app.client().send('POST /auth/reset', { body: { token: sent[1]!, password: 'theirs 2222' } }))).toBe('TOKEN_INVALID');
  app.clock.advance(3_600_001);
  await forgot();
  expect(await links()).toHaveLength(4);
});

test('the link of a verification mail works again for whoever opens it twice, and never after the address changed', async () => {
  const fan = await createFan(app, { verified: false });
  await app.client().call('POST /verification/resend', { body: { email: fan.email } });
  const token = await tokenIn(app, fan.email, 'verify-email');
  const confirm = () => app.client().send('POST /verification/confirm', { body: { token } });
  expect(codeOf(await confirm())).toBe('ok');
  const row = () =>
    app.platform.database
      .selectFrom('accounts')
      .select(['email_verified_at', 'updated_at'])
      .where('id', '=', fan.id)
      .executeTakeFirstOrThrow();
  const before = await row();
  app.clock.advance(73 * 3_600_000);
  expect(codeOf(await confirm())).toBe('ok');
  expect(await row()).toEqual(before);
  await app.platform.database
    .updateTable('accounts')
    .set({ email: `${unique('moved')}@example.org` })
    .where('id', '=', fan.id)
    .execute();
  expect(codeOf(await confirm())).toBe('TOKEN_INVALID');
});
