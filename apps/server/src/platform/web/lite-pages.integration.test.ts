import { randomUUID } from 'node:crypto';
import { LITE_PATHS } from '@stagedoor/contract/routes';
import { type Page, PAGES } from '@stagedoor/web/pages';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createInitialContent } from '../../modules/site/index.ts';
import { type Person, createAdmin, createFan, createPerformer } from '../../testing/factories.ts';
import { createPayee } from '../../testing/payout-fixtures.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

// Pages and calls of lite performers: one who isn't approved yet, and one whom an admin holds.

let app: TestApp;
let admin: Person;
let star: Person;
let lite: Record<'applicant' | 'held', Person>;
beforeAll(async () => {
  app = await createTestApp({ web: true });
  admin = await createAdmin(app);
  await createInitialContent(app.platform);
  await app.platform.settings.change({ ledgerPageEnabled: true }, admin.id);
  star = await createPerformer(app, { admin });
  lite = { applicant: await createPerformer(app, { approved: false }), held: await createPayee(app, admin) };
  await hold(lite.held);
});
afterAll(() => app.close());

const codeOf = async (answer: Promise<{ status: number; error?: { error: string } }>): Promise<string | number> => {
  const { status, error } = await answer;
  return error?.error ?? status;
};
const feeds = ({ client }: Person) => codeOf(client.raw('GET /performer/feeds'));
/** The session learns of it by a notification. */
const hold = async (performer: Person): Promise<void> => {
  await admin.client.call('POST /admin/performers/{id}/hold', {
    params: { id: performer.id },
    body: { reason: 'We ask about a document.' },
  });
  await vi.waitFor(async () => expect(await feeds(performer)).toBe('LITE_ACCOUNT'), { timeout: 15_000, interval: 20 });
};
const addressOf = (path: string): string =>
  path === '*'
    ? '/no/such/page'
    : path
        .replace(':username', star.username)
        .replace(':id', path === '/page/:id' ? 'terms' : randomUUID())
        .replace('?', '');
/** The status of a page for an account, and where it leads. */
const open = async ({ client }: Person, path: string): Promise<string> => {
  const { status, headers } = await fetch(app.url + addressOf(path), { redirect: 'manual', headers: { cookie: `token=${client.token}` } });
  return [status, headers.get('location')].filter(Boolean).join(' ');
};
const pages = Object.values<Page>(PAGES);
const openAll = async (person: Person): Promise<Record<string, string>> => {
  const opened: Record<string, string> = {};
  for (const { path } of pages) opened[path] = await open(person, path);
  return opened;
};

test.each([
  ['an applicant', 'applicant'],
  ['a held performer', 'held'],
] as const)('%s is redirected from each page that isn’t exempt, and gets the exempt ones', async (_name, kind) => {
  const person = lite[kind];
  const own = `302 /${person.username}`;
  /** Exempt pages that lead an account elsewhere, and those of errors. */
  const special: Record<string, string> = {
    '/auth/login': own,
    '/auth/register': own,
    '/auth/register/performer': own,
    '/suspended': own,
    '/login': '302 /auth/login',
    '/404': '404',
    '/error/404': '404',
    '/error': '500',
    '*': '404',
  };
  const expected = pages.map(({ path }) => [path, LITE_PATHS.includes(path) ? (special[path] ?? '200') : `302 /model/${person.username}`]);
  expect(await openAll(person)).toEqual(Object.fromEntries(expected));
  expect([await open(person, `/${person.username}`), await open(person, `/model/${person.username}`)]).toEqual(['200', '200']);
});

test('a held performer is refused what publishes and earns, is hidden, keeps profile and payouts, until an admin releases it', async () => {
  const { held } = lite;
  const fan = await createFan(app);
  const seen = () => codeOf(fan.client.raw('GET /performers/{id}', { params: { id: held.username } }));
  const publishing = async () => [
    await feeds(held),
    await codeOf(held.client.raw('POST /performer/feeds', { body: { text: 'Hello.' } })),
    await codeOf(held.client.raw('POST /streaming/group-chat', { body: { title: 'Duets', seats: 4, price: 1 } })),
    await codeOf(held.client.raw('GET /conversations')),
  ];
  expect(await held.client.call('GET /users/me')).toMatchObject({ isLiteAccount: true, applicationState: 'held' });
  expect([await publishing(), await seen()]).toEqual([Array(4).fill('LITE_ACCOUNT'), 'NOT_FOUND']);
  expect(await codeOf(fan.client.raw('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: held.id }, body: { amount: 1 } }))).toBe(
    'NOT_FOUND',
  );
  const profile = await held.client.call('PUT /performers', { body: { craft: 'Cellist' } });
  const { _id: id } = await held.client.call('POST /payout-requests', { body: { method: 'paypal', amount: 20 } });
  expect([profile.craft, (await held.client.call('GET /payout-requests/{id}/view', { params: { id } })).state]).toEqual([
    'Cellist',
    'pending',
  ]);

  await admin.client.call('POST /admin/performers/{id}/release', { params: { id: held.id } });
  await vi.waitFor(async () => expect(await feeds(held)).toBe(200), { timeout: 15_000, interval: 20 });
  expect(await held.client.call('GET /users/me')).toMatchObject({ isLiteAccount: false, applicationState: 'approved' });
  expect([await publishing(), await seen()]).toEqual([[200, 201, 201, 200], 200]);
  expect([await open(held, '/model/feeds'), await open(held, '/wallet')]).toEqual(['200', '200']);
});
