import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealTransactions, verifyLedger } from '../ledger/index.ts';
import { createInitialGifts } from '../modules/gifts/index.ts';
import { createInitialPackages } from '../modules/wallet/index.ts';
import { type TestApp, createTestApp } from '../testing/test-app.ts';
import { applicants, fans, performers, rejected } from './cast.ts';
import { DEMO_PASSWORD, findDemo } from './demo-state.ts';
import { seedDemo } from './seed.ts';
import type { Cast } from './seeding.ts';

/** A few posts of two performers: one in each audience, few pictures, no film. */
const sliceOf = (username: string, audiences: readonly string[]) => {
  const performer = performers.find((each) => each.username === username)!;
  const posts = audiences.map(
    (audience) => performer.posts.find((post) => post.audience === audience && !post.film && post.pictures.length < 3)!,
  );
  return {
    ...performer,
    posts: posts.map((post) => ({ ...post, pictures: post.pictures.slice(0, 1) })).sort((a, b) => a.minutesAgo - b.minutesAgo),
  };
};
const SLICE: Cast = {
  performers: [sliceOf('luna', ['everyone', 'buyers', 'subscribers']), sliceOf('mara', ['everyone', 'buyers'])],
  fans: fans.slice(0, 6),
  applicants: applicants.slice(0, 1),
  rejected,
};

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  await createInitialPackages(app.platform);
  await createInitialGifts(app.platform);
});
afterAll(() => app.close());

const seed = (signal: Pick<AbortSignal, 'throwIfAborted'> = new AbortController().signal): Promise<boolean> =>
  seedDemo({ platform: app.platform, outbox: app.outbox, signal: signal as AbortSignal, say: () => {}, cast: SLICE });

/** Ends the seeding before a step, as a crash would. */
const crashAfter = (steps: number): Pick<AbortSignal, 'throwIfAborted'> => ({
  throwIfAborted() {
    if ((steps -= 1) < 0) throw new Error('crash');
  },
});

/** Seals what can be sealed now. @returns whether every transaction is sealed */
const sealed = async ({ platform }: TestApp): Promise<boolean> => {
  await sealTransactions(platform);
  const { transactions, seals } = await countRows();
  return seals === transactions;
};

const countRows = async (): Promise<Record<string, number>> => {
  const count = (from: string) => sql.raw(`(select count(*)::int from ${from})`);
  const { rows } = await sql<Record<string, number>>`
    select ${count('accounts')} as accounts, ${count("performers where state = 'approved'")} as approved, ${count("performers where state = 'pending'")} as pending,
      ${count("performers where state = 'rejected'")} as rejected, ${count('performer_documents')} as documents, ${count("items where kind = 'feed' and state = 'active'")} as feeds,
      ${count('accounts where avatar_key is null')} as faceless, ${count("orders where state = 'created'")} as open, ${count("orders where state = 'paid'")} as paid,
      ${count('ledger.transactions')} as transactions, ${count('ledger.seals')} as seals, ${count("idempotency_keys where route = 'demo'")} as steps,
      ${count('outbox where dispatched_at is null')} as undispatched`.execute(app.platform.database);
  return rows[0]!;
};

test('an interrupted seeding resumes until everybody exists and the ledger balances', { timeout: 60_000 }, async () => {
  // Interrupted among the documents, the pictures and the payments.
  for (const steps of [12, 30, 70]) {
    await expect(seed(crashAfter(steps))).rejects.toThrow('crash');
    expect(await findDemo(app.platform.database)).toMatchObject({ isComplete: false });
  }
  expect((await countRows())['paid']).toBeGreaterThan(0);
  expect(await seed()).toBe(true);
  await app.settle();
  // While another transaction is open on this PostgreSQL, later ones wait for the next sealing.
  await expect.poll(async () => sealed(app)).toBe(true);

  const counts = await countRows();
  expect(counts).toMatchObject({
    accounts: 1 + 2 + 6 + 1 + 1,
    approved: 2,
    pending: 1,
    rejected: 1,
    documents: 8,
    feeds: 5,
    open: 0,
    steps: 0,
    undispatched: 0,
  });
  expect(counts['faceless']).toBe(1); // the admin
  expect(counts['paid']).toBeGreaterThan(30);
  const { checks } = await verifyLedger(app.platform.database);
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  expect(await app.mailsTo('fan@stagedoor.local')).toEqual([]);

  expect(await seed()).toBe(false);
  expect(await countRows()).toEqual(counts);
});

test('the demo accounts log in and see the intended content', async () => {
  const logIn = async (email: string) =>
    app.client((await app.client().call('POST /auth/login', { body: { email, password: DEMO_PASSWORD } })).token);
  const fan = await logIn('fan@stagedoor.local');
  expect(await fan.call('GET /users/me')).toMatchObject({ name: 'Alex Moreno', username: 'alexm', balance: 48.5, emailVerified: true });
  const home = await fan.call('GET /feeds/home-feeds');
  const reasons = home.data.map(({ performer, access }) => `${performer.username} ${access.reason}`);
  expect(reasons).toEqual(expect.arrayContaining(['luna buyers', 'luna subscribers', 'luna free', 'mara free']));
  const times = home.data.map(({ publishedAt }) => publishedAt!);
  expect(times).toEqual([...times].sort().reverse());

  const talks = async (client: typeof fan) =>
    (await client.call('GET /conversations')).data.map(({ peer, totalNotSeenMessages, isPinned }) => [
      peer.username,
      totalNotSeenMessages,
      isPinned,
    ]);
  expect(await talks(fan)).toEqual([
    ['luna', 1, true],
    ['mara', 0, false],
  ]);

  const luna = await logIn('luna@stagedoor.local');
  expect((await talks(luna)).find(([name]) => name === 'alexm')).toEqual(['alexm', 0, false]);
  const { data: written } = await luna.call('GET /conversations/search', { query: { q: 'mat cart' } });
  expect(written.map(({ peer, fan: about }) => [peer.username, about?.note])).toEqual([
    ['alexm', 'Asks about the catch. Comes to the open rehearsals.'],
  ]);
  expect((await luna.call('GET /feeds/home-feeds')).data.map(({ performer }) => performer.username)).toContain('mara');
  expect((await luna.call('GET /performer/feeds/draft/search', { query: {} })).total).toBeGreaterThan(0);
  const stats = await luna.call('GET /earning/stats');
  expect(stats.pending).toBeGreaterThan(0);
  expect(stats.available).toBeGreaterThan(0);
  expect(stats.byDay.filter(({ tips, subscriptions, content }) => tips + subscriptions + content > 0).length).toBeGreaterThan(4);
  expect((await luna.call('GET /performer/subscriptions/search')).total).toBeGreaterThan(0);
  expect((await luna.call('GET /gift/search')).data.map(({ name }) => name)).toEqual(['New silks', 'Chalk']);
  expect((await luna.call('GET /earning/search', { query: { limit: 100 } })).data.some(({ kind }) => kind === 'gift')).toBe(true);
  expect((await luna.call('GET /payout-requests/search')).data.map(({ state }) => state)).toEqual(['pending', 'paid']);

  const admin = await logIn('admin@stagedoor.local');
  expect((await admin.call('GET /admin/applications')).counts).toEqual({ pending: 1, approved: 2, rejected: 1, held: 0 });
});

test('a database in use is not seeded', async () => {
  const other = await createTestApp();
  try {
    await other.client().call('POST /auth/register', {
      body: { username: 'somebody', email: 'somebody@example.org', password: 'salt lanterns 19', adult: true },
    });
    const { platform, outbox } = other;
    expect(await seedDemo({ platform, outbox, signal: new AbortController().signal, say: () => {}, cast: SLICE })).toBe(false);
    expect(await platform.database.selectFrom('accounts').select('username').execute()).toEqual([{ username: 'somebody' }]);
  } finally {
    await other.close();
  }
});
