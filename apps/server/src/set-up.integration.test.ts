import { TEXTS } from '@stagedoor/contract/texts/index';
import { afterEach, expect, test } from 'vitest';
import { DEMO_BEGUN, DEMO_COMPLETED } from './demo/demo-state.ts';
import { doOnce } from './platform/database/once.ts';
import { setUp } from './set-up.ts';
import { type TestApp, createTestApp } from './testing/test-app.ts';

let app: TestApp | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

const EMPTY = { DEMO: '0' };
const ADMIN = { ADMIN_EMAIL: 'Boss@Example.org', ADMIN_PASSWORD: 'a long password' };
const run = async (environment: Record<string, string>): Promise<string[]> => {
  app = await createTestApp({ environment });
  return again(app);
};
const again = ({ platform, outbox }: TestApp): Promise<string[]> =>
  setUp({ platform, outbox, signal: new AbortController().signal, say: () => {} });

test('an empty site gets packages, pages and its admin, once', async () => {
  expect(await run({ ...EMPTY, ...ADMIN })).toEqual([]);
  const client = app!.client();
  const { token } = await client.call('POST /auth/login', { body: { email: 'boss@example.org', password: 'a long password' } });
  const admin = app!.client(token);
  expect(await admin.call('GET /users/me')).toMatchObject({ role: 'admin', username: 'owner', emailVerified: true });

  const packages = await admin.call('GET /wallet-package');
  expect(packages.data.map(({ tokens, price, discountPercent }) => [tokens, price, discountPercent])).toEqual([
    [10, 10, 0],
    [25, 24.5, 2],
    [50, 47.5, 5],
    [100, 90, 10],
  ]);
  const pages = await client.call('GET /posts/search');
  expect(pages.data.map(({ slug }) => slug)).toEqual(['about', 'cookie-policy', 'privacy', 'terms']);
  expect((await client.call('GET /posts/{id}', { params: { id: 'terms' }, headers: { 'accept-language': 'es' } })).title).toBe(
    'Condiciones',
  );

  // What people change stays changed in later starts.
  const { database } = app!.platform;
  await database.updateTable('wallet_packages').set({ active: false }).execute();
  await database.deleteFrom('pages').where('slug', '=', 'about').execute();
  await again(app!);
  expect((await admin.call('GET /wallet-package')).total).toBe(0);
  expect((await client.call('GET /posts/search')).total).toBe(3);
  expect(await database.selectFrom('accounts').select('username').execute()).toEqual([{ username: 'owner' }]);
});

test.each([
  ['nobody names an admin', EMPTY],
  ['the password is missing', { ...EMPTY, ADMIN_EMAIL: ADMIN.ADMIN_EMAIL }],
])('without a terminal a start where %s names the variables', async (_case, environment) => {
  await expect(run(environment)).rejects.toThrow(/^ADMIN_EMAIL and ADMIN_PASSWORD: .*\.$/);
});

test('a start names the variable of a password that anybody would guess, and creates nobody', async () => {
  for (const [password, why] of [
    ['P@ssw0rd!', 'passwordCommon'],
    ['stagedoor-admin', 'passwordSite'],
    ['boss@example', 'passwordOwn'],
  ] as const) {
    await expect(run({ ...EMPTY, ...ADMIN, ADMIN_PASSWORD: password })).rejects.toThrow(`ADMIN_PASSWORD: ${TEXTS[`validation.${why}`].en}`);
    expect(await app!.platform.database.selectFrom('accounts').select('id').execute()).toEqual([]);
    await app!.close();
    app = undefined;
  }
});

test('a public server refuses a database with demo accounts', async () => {
  app = await createTestApp({ environment: { ...ADMIN, PUBLIC_URL: 'https://stage.example.org' } });
  await doOnce(app.platform.database, DEMO_BEGUN, async () => ({ base: new Date().toISOString() }));
  await doOnce(app.platform.database, DEMO_COMPLETED, async () => ({}));
  await expect(again(app)).rejects.toThrow(/^PUBLIC_URL: .*demo accounts/);
});

test('a start without demo data refuses an incomplete demo', async () => {
  app = await createTestApp({ environment: { ...EMPTY, ...ADMIN } });
  await doOnce(app.platform.database, DEMO_BEGUN, async () => ({ base: new Date().toISOString() }));
  await expect(again(app)).rejects.toThrow(/^DEMO: .*not complete/);
});
