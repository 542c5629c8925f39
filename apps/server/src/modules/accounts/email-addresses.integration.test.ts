import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { watchRows } from '../../testing/changed-rows.ts';
import { PASSWORD, type Person, createAdmin, createFan, createPerformer, picture, unique } from '../../testing/factories.ts';
import { subjectsTo, textsTo, tokenIn } from '../../testing/mail-links.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { findNamedAccount } from './console-acts.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
});
afterAll(() => app.close());

const SPELLINGS = ['@bücher.example', '@BÜCHER.EXAMPLE', '@bu\u0308cher.example', '@xn--bcher-kva.example', '＠ｂücher.example'];

const register = async (username: string, address: string): Promise<void> => {
  await app
    .client()
    .call('POST /auth/register', { body: { username, email: address, password: PASSWORD, name: username, adult: true, terms: true } });
};
const accountsOf = (local: string): Promise<{ username: string; email: string }[]> =>
  app.platform.database.selectFrom('accounts').select(['username', 'email']).where('email', 'like', `${local}@%`).execute();

/** A fan who registered with an address at bücher.example. */
const registered = async () => {
  const local = unique('info');
  const username = unique('reader');
  await register(username, ` ${local.toUpperCase()}@Bücher.example `);
  const stored = `${local}@xn--bcher-kva.example`;
  await app.client().call('POST /verification/confirm', { body: { token: await tokenIn(app, stored, 'verify-email') } });
  return { local, username, stored };
};

describe('an address of an international domain', () => {
  let local: string;
  let username: string;
  let stored: string;
  beforeAll(async () => {
    ({ local, username, stored } = await registered());
  });

  test('is stored in one form', async () => {
    expect(await accountsOf(local)).toEqual([{ username, email: stored }]);
  });

  test.each(SPELLINGS)('logs in as %s, in each field of the call, and is shown in its own script', async (domain) => {
    for (const name of [{ username: `${local}${domain}` }, { email: `${local.toUpperCase()}${domain}` }]) {
      const { token } = await app.client().call('POST /auth/login', { body: { ...name, password: PASSWORD } });
      expect(await app.client(token).call('GET /users/me')).toMatchObject({ username, email: `${local}@bücher.example` });
    }
  });

  test.each(SPELLINGS)('can’t be registered again as %s', async (domain) => {
    await register(unique('second'), `${local}${domain}`);
    await app.settle();
    expect(await accountsOf(local)).toEqual([{ username, email: stored }]);
  });

  test.each(SPELLINGS)('is found by admins as %s', async (domain) => {
    for (const q of [`${local}${domain}`, `${local.toUpperCase()}${domain.slice(0, 4)}`]) {
      const { data } = await admin.client.call('GET /admin/users', { query: { q } });
      expect(data.map((row) => ({ username: row.username, email: row.email }))).toEqual([{ username, email: `${local}@bücher.example` }]);
    }
  });

  test.each(SPELLINGS)('is found by the command line as %s', async (domain) => {
    expect(await findNamedAccount(app.platform, `${local}${domain}`)).toMatchObject({ username, email: stored });
  });
});

// Each with an address of its own: few mails go to one in an hour.
test.each(SPELLINGS)('mails for a new password and for verification are sent when asked as %s', async (domain) => {
  const { local, stored } = await registered();
  await app.client().call('POST /auth/forgot', { body: { email: `${local}${domain}` } });
  expect(await tokenIn(app, stored, 'reset-password')).not.toBe('');
  const other = unique('info');
  await register(unique('reader'), `${other}@bücher.example`);
  await app.settle();
  await app.client().call('POST /verification/resend', { body: { email: `${other}${domain}` } });
  expect(await subjectsTo(app, `${other}@xn--bcher-kva.example`)).toHaveLength(2);
});

test('an address is changed in any spelling, and another account’s is recognized', async () => {
  const { local, stored } = await registered();
  const fan = await createFan(app);
  const ask = (address: string) => fan.client.call('POST /auth/me/email', { body: { email: address, currentPassword: PASSWORD } });
  const before = (await subjectsTo(app, stored)).length;
  await ask(`${local}@BU\u0308CHER.example`);
  // The owner of the address is told; there is no link to take it.
  expect((await subjectsTo(app, stored)).length).toBe(before + 1);
  expect(await tokenIn(app, stored, 'change-email')).toBe('');
  const other = unique('neu');
  await ask(`${other}@BÜCHER.example`);
  const token = await tokenIn(app, `${other}@xn--bcher-kva.example`, 'change-email');
  await app.client().call('POST /verification/email-change', { body: { token } });
  expect((await accountsOf(other)).map((account) => account.email)).toEqual([`${other}@xn--bcher-kva.example`]);
});

test('an admin is created, a message sent and a payout address set in the same form', async () => {
  const local = unique('aide');
  const { email, username } = { email: `${local}@Bücher.example`, username: unique('aide') };
  await admin.client.call('POST /admin/admins', { body: { email, username, name: 'Aide', adminRole: 'support' } });
  expect((await accountsOf(local)).map((account) => account.email)).toEqual([`${local}@xn--bcher-kva.example`]);
  await app.client().call('POST /contact', { body: { name: 'Ana', email, message: 'Hello.' } });
  const [text] = (await textsTo(app, app.platform.settings.get('adminEmail'))).slice(-1);
  expect(text).toContain(`${local}@bücher.example`);
  const performer = await createPerformer(app, { admin });
  await performer.client.call('PUT /performers/paypal-settings', { body: { email: email.toUpperCase(), currentPassword: PASSWORD } });
  const details = await performer.client.call('GET /performers/payout-details');
  expect(details.paypal?.email).toBe('a••••@bücher.example');
});

test.each([
  ['two @', 'ana@home@example.org'],
  ['a zero-width space', 'an\u200Ba@example.org'],
  ['an override of direction', 'ana\u202E@example.org'],
  ['a variation selector alone', '\uFE0F@example.org'],
  ['a line break', 'ana@example.org\nBcc: all@example.org'],
  ['65 bytes before the @', `${'é'.repeat(33)}@example.org`],
  ['a label that is too long', `ana@${'ü'.repeat(60)}.example`],
])('an address with %s is refused at every entrance and changes nothing', async (_flaw, address) => {
  const fan = await createFan(app);
  const performer = await createPerformer(app, { admin });
  await app.settle();
  const changed = await watchRows(app);
  const person = { username: unique('new'), password: PASSWORD, name: 'New', adult: true, terms: true };
  const applicant = (email: string) => ({
    ...person,
    gender: 'female',
    firstName: 'N',
    lastName: 'W',
    country: 'PT',
    dateOfBirth: '1990-04-12',
    email,
  });
  const answers = [
    await app.client().raw('POST /auth/register', { body: { ...person, email: address } }),
    await app.client().raw('POST /auth/performers/register', {
      body: applicant(address),
      files: { idVerification: await picture(), documentVerification: await picture() },
    }),
    await app.client().raw('POST /auth/forgot', { body: { email: address } }),
    await app.client().raw('POST /verification/resend', { body: { email: address } }),
    await app.client().raw('POST /contact', { body: { name: 'Ana', email: address, message: 'Hello.' } }),
    await app.client().raw('POST /takedowns', { body: { url: 'https://example.org/x', reason: 'other', statement: 'x', email: address } }),
    await fan.client.raw('POST /auth/me/email', { body: { email: address, currentPassword: PASSWORD } }),
    await performer.client.raw('PUT /performers/paypal-settings', { body: { email: address, currentPassword: PASSWORD } }),
    await admin.client.raw('POST /admin/admins', { body: { username: unique('aide'), name: 'A', adminRole: 'support', email: address } }),
  ];
  for (const { status, error } of answers) {
    expect({ status, code: error.error }).toEqual({ status: 422, code: 'VALIDATION_FAILED' });
    expect(error.message).toContainEqual({ property: 'email', constraints: { email: expect.any(String) } });
  }
  expect(await changed()).toEqual({});
});
