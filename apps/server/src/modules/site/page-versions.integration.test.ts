import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpFan } from '../../testing/cast/sign-up.ts';
import { type Person, createAdmin, createFan, createPerformer, unique } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { createInitialContent } from './index.ts';

let app: TestApp;
let admin: Person;
let fan: Person;
let star: Person;
let termsId: string;

beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  await createInitialContent(app.platform);
  fan = await createFan(app);
  star = await createPerformer(app, { admin });
  const { data } = await admin.client.call('GET /admin/posts', { query: { q: 'terms' } });
  termsId = data[0]!._id;
});
afterAll(() => app.close());

const wordingOf = (words: string) => ({
  slug: 'terms',
  title: { en: 'Terms', es: 'Condiciones' },
  content: { en: `<p>${words}</p>`, es: `<p>${words} (es)</p>` },
  isPublished: true,
});
const saveTerms = (words: string, more: object = {}) =>
  admin.client.call('PUT /admin/posts/{id}', { params: { id: termsId }, body: { ...wordingOf(words), ...more } });
const forgetSessions = () => {
  for (const { id } of [fan, star]) app.platform.sessions.forget(id);
};
const rename = () => fan.client.send('PUT /users', { body: { name: 'Ana' } });
const write = (person: Person) => person.client.send('POST /performer/feeds', { body: { text: 'Hello', audience: 'everyone' } });
const consentsOf = (person: Person) =>
  app.platform.database
    .selectFrom('consents')
    .select(['version', 'page_version', 'granted'])
    .where('account_id', '=', person.id)
    .where('purpose', '=', 'terms')
    .orderBy('id')
    .execute();

test('registering agrees to the version of the terms that is in force', async () => {
  const registered = await signUpFan(app, unique('new'), { verified: true });
  expect(await consentsOf(registered)).toEqual([{ version: 'terms 1', page_version: 1, granted: true }]);
  expect((await registered.client.call('GET /users/me')).mustAgree).toBe(false);
  expect(await registered.client.call('GET /agreements')).toEqual([]);
});

test('each published wording of terms stays readable, and a correction asks nobody', async () => {
  await saveTerms('Be kind.', { change: { en: 'A slip corrected.' } });
  await saveTerms('Be kind.');
  forgetSessions();
  const now = await app.client().call('GET /posts/{id}', { params: { id: 'terms' } });
  expect([now.version, now.versions.map(({ version, change }) => [version, change])]).toEqual([
    2,
    [
      [2, 'A slip corrected.'],
      [1, ''],
    ],
  ]);
  const first = await app.client().call('GET /posts/{id}', { params: { id: 'terms' }, query: { version: 1 } });
  expect([first.version, first.content.includes('By making an account')]).toEqual([1, true]);
  expect((await app.client().send('GET /posts/{id}', { params: { id: 'terms' }, query: { version: 3 } })).status).toBe(404);
  expect((await app.client().call('GET /posts/{id}', { params: { id: 'about' } })).versions).toEqual([]);
  expect((await app.client().send('GET /posts/{id}', { params: { id: 'about' }, query: { version: 2 } })).status).toBe(404);
  expect((await fan.client.call('GET /users/me')).mustAgree).toBe(false);
  expect((await write(star)).status).toBe(201);
});

test('changed terms that ask again hold paying, writing and publishing until the account agrees, and nothing else', async () => {
  const saved = await saveTerms('Be kind and fair.', { asksAgain: true, change: { en: 'Fairness is new.', es: 'La equidad es nueva.' } });
  expect([saved.version, saved.unagreed]).toEqual([3, 3]);
  forgetSessions();
  expect((await fan.client.call('GET /users/me')).mustAgree).toBe(true);
  expect((await admin.client.call('GET /users/me')).mustAgree).toBe(false);
  expect((await write(star)).error.error).toBe('TERMS_CHANGED');
  expect(
    (await fan.client.send('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: star.id }, body: { amount: 5 } })).error.error,
  ).toBe('TERMS_CHANGED');
  // Own data and settings stay reachable.
  expect((await rename()).status).toBe(200);
  expect((await fan.client.send('POST /users/me/exports')).status).toBeLessThan(300);

  const asked = await fan.client.call('GET /agreements', { headers: { cookie: 'locale=es' } });
  expect(asked).toEqual([expect.objectContaining({ slug: 'terms', title: 'Condiciones', version: 3 })]);
  expect(asked[0]!.change).toBe('A slip corrected.\nLa equidad es nueva.');
  await fan.client.call('POST /agreements', { body: { pages: [{ _id: termsId, version: 3 }] } });
  expect((await consentsOf(fan)).at(-1)).toEqual({ version: 'terms 3 (en)', page_version: 3, granted: true });
  expect((await fan.client.call('GET /users/me')).mustAgree).toBe(false);
  expect(await fan.client.call('GET /agreements')).toEqual([]);
  expect((await admin.client.call('GET /admin/posts/{id}', { params: { id: termsId } })).unagreed).toBe(2);
  expect((await write(star)).error.error).toBe('TERMS_CHANGED');
});

test('nobody agrees to a version that they weren’t shown, or to a page that nobody agrees to', async () => {
  await saveTerms('Be kind, fair and on time.', { asksAgain: true });
  const agree = (pages: { _id: string; version: number }[]) => fan.client.send('POST /agreements', { body: { pages } });
  const before = await consentsOf(fan);
  expect((await agree([{ _id: termsId, version: 3 }])).error.error).toBe('TERMS_CHANGED');
  expect((await agree([{ _id: termsId, version: 9 }])).error.error).toBe('TERMS_CHANGED');
  const { data } = await admin.client.call('GET /admin/posts', { query: { q: 'privacy' } });
  // Nothing is stored of a list with one wrong entry.
  expect(
    (
      await agree([
        { _id: termsId, version: 4 },
        { _id: data[0]!._id, version: 1 },
      ])
    ).error.error,
  ).toBe('NOT_FOUND');
  expect((await agree([])).status).toBe(422);
  expect((await app.client().send('POST /agreements', { body: { pages: [{ _id: termsId, version: 4 }] } })).error.error).toBe(
    'UNAUTHENTICATED',
  );
  expect(await consentsOf(fan)).toEqual(before);
  expect((await agree([{ _id: termsId, version: 4 }])).status).toBe(200);
});

test('terms for performers ask performers alone, from the moment that they are such', async () => {
  await star.client.call('POST /agreements', { body: { pages: [{ _id: termsId, version: 4 }] } });
  const { _id: id } = await admin.client.call('POST /admin/posts', {
    body: { ...wordingOf('Performers answer for what they publish.'), slug: 'performer-terms', kind: 'performerTerms' },
  });
  forgetSessions();
  expect((await fan.client.call('GET /users/me')).mustAgree).toBe(false);
  expect((await star.client.call('GET /agreements')).map(({ slug, version }) => [slug, version])).toEqual([['performer-terms', 1]]);
  await star.client.call('POST /agreements', { body: { pages: [{ _id: id, version: 1 }] } });
  expect((await write(star)).status).toBe(201);
});

test('terms in force are neither hidden nor deleted, and a hidden draft makes no version', async () => {
  const params = { id: termsId };
  expect((await admin.client.send('DELETE /admin/posts/{id}', { params })).error.error).toBe('PAGE_IN_USE');
  expect((await admin.client.send('PUT /admin/posts/{id}', { params, body: { ...wordingOf('x'), isPublished: false } })).error.error).toBe(
    'PAGE_IN_USE',
  );
  const body = { ...wordingOf('One.'), slug: 'refunds', kind: 'policy' as const, isPublished: false };
  const { _id: id } = await admin.client.call('POST /admin/posts', { body });
  await admin.client.call('PUT /admin/posts/{id}', { params: { id }, body: { ...body, content: { en: '<p>Two.</p>' } } });
  const shown = await admin.client.call('PUT /admin/posts/{id}', {
    params: { id },
    body: { ...body, content: { en: '<p>Three.</p>' }, isPublished: true },
  });
  expect(shown.version).toBe(1);
  const versions = await app.platform.database
    .selectFrom('page_versions')
    .select(['version', 'content'])
    .where('page_id', '=', id)
    .execute();
  expect(versions).toEqual([{ version: 1, content: { en: '<p>Three.</p>' } }]);
});
