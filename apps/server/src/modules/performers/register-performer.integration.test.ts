import type { FieldError } from '@stagedoor/contract/errors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { watchRows } from '../../testing/changed-rows.ts';
import { type Person, PASSWORD, createFan, createPerformer, picture, unique } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

let app: TestApp;
let performer: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp();
  performer = await createPerformer(app, { approved: false });
  fan = await createFan(app);
});
afterAll(() => app.close());

const application = () => {
  const username = unique('new');
  return {
    name: 'Marta Vale',
    username,
    password: PASSWORD,
    gender: 'female',
    email: `${username}@example.org`,
    firstName: 'Marta',
    lastName: 'Vale',
    country: 'PT',
    dateOfBirth: '1990-04-12',
  };
};
const register = async (body: Record<string, unknown>, locale = 'en', without?: 'idVerification' | 'documentVerification') => {
  const files: Record<string, Blob> = { idVerification: await picture(), documentVerification: await picture() };
  if (without) delete files[without];
  return app.client().raw('POST /auth/performers/register', { query: { locale }, body, files });
};

test('answers a sentence in the caller’s language, and the applicant waits with two documents', async () => {
  const body = application();
  const answer = await register(body);
  expect([answer.status, answer.data]).toEqual([201, { message: expect.stringMatching(/^Thank you\. Confirm your address/) }]);
  expect((await register(application(), 'es')).data).toEqual({ message: expect.stringMatching(/^Gracias\. Confirma tu dirección/) });
  const stored = await app.platform.database
    .selectFrom('performers as p')
    .innerJoin('accounts as a', 'a.id', 'p.account_id')
    .innerJoin('performer_documents as d', 'd.performer_id', 'p.account_id')
    .select(['a.role', 'p.state', 'd.kind'])
    .where('a.email', '=', body.email)
    .orderBy('d.kind')
    .execute();
  expect(stored.map(({ role, state }) => [role, state])).toEqual([
    ['performer', 'pending'],
    ['performer', 'pending'],
  ]);
  expect(new Set(stored.map(({ kind }) => kind)).size).toBe(2);
});

test.each(Object.keys(application()))('without `%s` is refused by its name, and leaves nothing', async (field) => {
  const changed = await watchRows(app);
  const { [field as 'name']: _left, ...body } = application();
  const { status, error } = await register(body);
  expect([status, (error.message as unknown as FieldError[]).map(({ property }) => property)]).toEqual([422, [field]]);
  expect(await changed()).toEqual({});
});

test.each(['idVerification', 'documentVerification'] as const)('without the file `%s` is refused by its name', async (file) => {
  const { status, error } = await register(application(), 'en', file);
  expect([status, JSON.stringify(error)]).toEqual([422, expect.stringContaining(file)]);
});

test('with a username that a performer or a fan has is refused with the specification’s sentence, in any letters', async () => {
  for (const username of [performer.username, fan.username, performer.username.toUpperCase()]) {
    const { status, error } = await register({ ...application(), username });
    expect([username, status, error]).toMatchObject([
      username,
      409,
      { error: 'PERFORMER_USERNAME_TAKEN', message: 'This Username or email ID has been already taken.' },
    ]);
  }
});
