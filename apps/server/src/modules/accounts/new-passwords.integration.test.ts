import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TEXTS } from '@stagedoor/contract/texts/index';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importLeaked } from '../../platform/auth/import-leaked.ts';
import { leakedFilterPath } from '../../platform/auth/leaked-filter.ts';
import type { FieldsError } from '../../platform/errors.ts';
import { PASSWORD, type Person, createAdmin, createFan, createPerformer, picture, unique } from '../../testing/factories.ts';
import { sendLogIn } from '../../testing/log-in.ts';
import { tokenIn } from '../../testing/mail-links.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { createLocalAdmin } from './index.ts';

const LEAKED = 'salamander and rye 8';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  const { dataDirectory } = app.platform.config;
  await writeFile(join(dataDirectory, 'list.txt'), LEAKED);
  await importLeaked(join(dataDirectory, 'list.txt'), dataDirectory, { now: new Date() });
});
afterAll(async () => {
  await rm(leakedFilterPath(app.platform.config.dataDirectory), { force: true });
  await app.close();
});

interface Answer {
  status: number;
  error?: { message: unknown };
}
/** The rule at the field of the password, with its own sentence; null when the password was taken. */
const reasonOf = ({ status, error }: Answer): string | null => {
  if (status < 300) return null;
  const [field, ...others] = error!.message as { property: string; constraints: Record<string, string> }[];
  expect([status, field?.property, others]).toEqual([422, 'password', []]);
  const [[rule, sentence]] = Object.entries(field!.constraints) as [[string, string]];
  expect(sentence).toBe(TEXTS[`validation.${rule}` as 'validation.passwordOwn'].en);
  return rule;
};

/** The ways to set a password. `ownWord` is a word of the person that no other way knows. */
const DOORS: Record<string, () => Promise<{ ownWord: string; set: (password: string) => Promise<Answer> }>> = {
  'a fan’s registration': async () => ({
    ownWord: 'zanzibar',
    set: (password) => {
      const username = unique('door');
      return app.client().raw('POST /auth/register', {
        body: { username, email: `${username}@zanzibar.example`, password, name: 'A Fan', dateOfBirth: '1990-05-01' },
      });
    },
  }),
  'a performer’s registration': async () => {
    const [idVerification, documentVerification] = [await picture(), await picture()];
    return {
      ownWord: 'zanzibar',
      set: (password) => {
        const username = unique('door');
        const person = { username, email: `${username}@example.org`, name: 'A Star', gender: 'female', country: 'PT' };
        return app.client().raw('POST /auth/performers/register', {
          body: { ...person, firstName: 'Ann', lastName: 'Zanzibar', dateOfBirth: '1990-05-01', password, terms: true },
          files: { idVerification, documentVerification },
        });
      },
    };
  },
  'a change': async () => {
    const fan = await createFan(app);
    return {
      ownWord: fan.username,
      set: (password) => fan.client.raw('PUT /auth/me/password', { body: { password, currentPassword: PASSWORD } }),
    };
  },
  'a change by a performer': async () => {
    const star = await createPerformer(app, { admin });
    await app.platform.database.updateTable('performers').set({ last_name: 'Zanzibar' }).where('account_id', '=', star.id).execute();
    return {
      ownWord: 'zanzibar',
      set: (password) => star.client.raw('PUT /auth/me/password', { body: { password, currentPassword: PASSWORD } }),
    };
  },
  'a reset by mail': async () => {
    const fan = await createFan(app);
    await app.client().call('POST /auth/forgot', { body: { email: fan.email } });
    const token = await tokenIn(app, fan.email, 'reset-password');
    return { ownWord: fan.username, set: (password) => app.client().raw('POST /auth/reset', { body: { token, password } }) };
  },
  'an invited admin': async () => {
    const username = unique('aide');
    const email = `${username}@example.org`;
    await admin.client.call('POST /admin/admins', { body: { email, username, name: 'Zanzibar Aide', adminRole: 'support' } });
    const token = await tokenIn(app, email, 'reset-password');
    return { ownWord: 'zanzibar', set: (password) => app.client().raw('POST /auth/reset', { body: { token, password } }) };
  },
  'the first admin': async () => ({
    ownWord: 'zanzibar',
    set: async (password) => {
      const username = unique('first');
      const made = createLocalAdmin(app.platform, {
        email: `${username}@zanzibar.example`,
        username,
        name: 'Owner',
        adminRole: 'owner',
        password,
      });
      const failure = await made.then(
        () => undefined,
        (error: unknown) => error as FieldsError,
      );
      if (!failure) return { status: 200 };
      const message = failure.fields.map(({ property, rule }) => ({
        property,
        constraints: { [rule]: TEXTS[`validation.${rule}` as 'validation.passwordOwn'].en },
      }));
      return { status: failure.status, error: { message } };
    },
  }),
};

describe.each(Object.entries(DOORS))('%s', (_door, open) => {
  test('refuses guessable and leaked passwords with the reason at the field, and accepts another one afterwards', async () => {
    const { ownWord, set } = await open();
    expect(reasonOf(await set('P@ssw0rd!'))).toBe('passwordCommon');
    expect(reasonOf(await set('Summer2024'))).toBe('passwordWords');
    expect(reasonOf(await set('stagedoor1'))).toBe('passwordSite');
    expect(reasonOf(await set(`${ownWord}77`))).toBe('passwordOwn');
    expect(reasonOf(await set(LEAKED))).toBe('passwordLeaked');
    expect(reasonOf(await set('marmalade under 7 bridges'))).toBeNull();
  });
});

test('the reason is said in the caller’s language', async () => {
  const username = unique('lengua');
  const answer = await app.client().raw('POST /auth/register', {
    body: { username, email: `${username}@example.org`, password: 'password1', adult: true },
    headers: { 'accept-language': 'es' },
  });
  expect(answer.error.message).toEqual([{ property: 'password', constraints: { passwordCommon: TEXTS['validation.passwordCommon'].es } }]);
  expect(await app.platform.database.selectFrom('accounts').select('id').where('username', '=', username).execute()).toEqual([]);
});

test('an account whose password was leaked afterwards still logs in', async () => {
  const fan = await createFan(app);
  const { dataDirectory } = app.platform.config;
  await writeFile(join(dataDirectory, 'list.txt'), `${PASSWORD}\n${LEAKED}`);
  await importLeaked(join(dataDirectory, 'list.txt'), dataDirectory, { now: new Date() });
  expect((await sendLogIn(app, fan, {})).status).toBe(200);
  const again = await fan.client.raw('PUT /auth/me/password', { body: { password: PASSWORD, currentPassword: PASSWORD } });
  expect(reasonOf(again)).toBe('passwordLeaked');
});
