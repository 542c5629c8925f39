import { randomUUID } from 'node:crypto';
import { CONTRACT } from '@stagedoor/contract';
import type { Endpoint } from '@stagedoor/contract/endpoint';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Person, createFan, topUp } from '../../testing/factories.ts';
import { createKeyedFixtures } from '../../testing/keyed-fixtures.ts';
import type { Request, CallFixture } from '../../testing/call-fixture.ts';
import { type RowChanges, countsOf, growth, ledgerSums, watchRows } from '../../testing/changed-rows.ts';
import type { TestApp } from '../../testing/test-app.ts';

// Every call of the contract that takes an Idempotency-Key (decision 0006), each with its own target: repeated,
// concurrently, with another body, and after a failure.

let app: TestApp;
let admin: Person;
let fan: Person;
let star: Person;
let fixtures: Record<string, CallFixture>;

beforeAll(async () => {
  const set = await createKeyedFixtures();
  ({ app, admin, fan, star } = set.context);
  ({ fixtures } = set);
});
afterAll(() => app.close());
/** What a test leaves open ends by itself after a minute or two, with what is held for it: not during another test. */
afterEach(async () => {
  const { database } = app.platform;
  await sql`update stream_requests set expires_at = expires_at + interval '1 day' where state = 'requested'`.execute(database);
  await sql`update streams set created_at = created_at + interval '1 day' where state = 'starting'`.execute(database);
  await sql`update streams set interrupted_at = interrupted_at + interval '1 day' where state = 'interrupted'`.execute(database);
});

const takesKey = (Object.entries(CONTRACT) as [string, Endpoint][])
  .filter(([key, { idempotency }]) => !key.startsWith('GET ') && idempotency !== 'none')
  .map(([key]) => key);

test('every call with an idempotency key is tested here', () => {
  expect(Object.keys(fixtures).sort()).toEqual([...takesKey].sort());
});

/** The state of a film changes between two responses; it is the same film. */
const shown = (key: string, data: unknown): unknown => (/video|teaser|reels/.test(key) ? (data as { _id: string })._id : data);

/** Files that lost a race are swept as orphans; keys are what is tested. */
const IGNORED_TABLES = ['files', 'idempotency_keys'];

const AT_ONCE = 6;

/** Waits for all jobs and events. */
const settle = async (): Promise<void> => {
  await app.settle();
  // The number of progress events depends on the speed of the encoder.
  await app.platform.database.deleteFrom('outbox').where('event', '=', 'files.progressed').execute();
};
interface Changes {
  rows: RowChanges;
  /** Of the balances, by kind of ledger account. */
  sums: Record<string, number>;
}
/** @returns what has changed since, after all jobs and events */
const watch = async (): Promise<() => Promise<Changes>> => {
  await settle();
  const changed = await watchRows(app, { except: IGNORED_TABLES });
  const before = await ledgerSums(app);
  return async () => {
    await settle();
    return { rows: await changed(), sums: growth(before, await ledgerSums(app)) };
  };
};
const effectOf = ({ rows, sums }: Changes) => ({ rows: countsOf(rows), sums });
const NOTHING: Changes = { rows: {}, sums: {} };

test.each(takesKey)('%s: has one effect, however often and concurrently; another body is refused', async (key) => {
  const { who, make, change } = fixtures[key]!;
  const alone = await make();
  const { client } = who();
  const keyed = (request: Request, name: string) => client.raw(key, { ...request, headers: { 'idempotency-key': name } });

  let changes = await watch();
  const first = await keyed(alone, `alone ${key}`.replaceAll(/[^\w]/g, '-'));
  expect([first.status < 300, first.error]).toEqual([true, expect.not.objectContaining({ error: expect.anything() })]);
  const effect = effectOf(await changes());

  const target = await make();
  const name = randomUUID();
  changes = await watch();
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => keyed(target, name)));
  expect(answers.map(({ status, error }) => [status, (error as { error?: string } | undefined)?.error])).toEqual(
    answers.map(() => [first.status, undefined]),
  );
  const [one] = answers;
  for (const { data } of answers) expect(shown(key, data)).toEqual(shown(key, one!.data));
  const after = await changes();
  expect(effectOf(after)).toEqual(effect);

  const again = await keyed(target, name);
  expect([again.status, shown(key, again.data)]).toEqual([first.status, shown(key, one!.data)]);
  expect(await changes()).toEqual(after);

  const other = await change(target);
  changes = await watch();
  const refused = await keyed(other, name);
  expect([refused.status, refused.error.error]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
  expect(await changes()).toEqual(NOTHING);
});

test('a key belongs to one account and one call', async () => {
  const headers = { 'idempotency-key': 'shared' };
  const other = await createFan(app);
  await fan.client.call('PUT /users', { body: { name: 'Cleo' }, headers });
  expect((await other.client.call('PUT /users', { body: { name: 'Dora' }, headers })).name).toBe('Dora');
  await fan.client.call('POST /reactions', { body: { objectType: 'performer', objectId: star.id, action: 'follow' }, headers });
});

test('a failed call can be retried with its key', async () => {
  const poor = await createFan(app);
  const tip = () =>
    poor.client.send('POST /payment-wallet/send-tip-wallet/{id}', {
      params: { id: star.id },
      body: { amount: 5 },
      headers: { 'idempotency-key': 'tip' },
    });
  expect((await tip()).error.error).toBe('INSUFFICIENT_TOKENS');
  await topUp(app, poor, 20);
  const { data } = await tip();
  expect((await tip()).data).toEqual(data);
  expect((await poor.client.call('GET /users/me')).balance).toBe(15);

  const publish = () =>
    star.client.send('POST /performer/feeds', {
      body: { text: 'Dear.', audience: 'buyers', price: 1500 },
      headers: { 'idempotency-key': 'dear' },
    });
  expect((await publish()).error.error).toBe('AMOUNT_OUT_OF_BOUNDS');
  await admin.client.call('PUT /admin/settings', { body: { values: { priceMaximum: 2000 } } });
  expect((await publish()).status).toBe(201);
});

test.each(['with space', 'x'.repeat(201), 'ñ'])('an invalid key is refused: %s', async (key) => {
  const { status, error } = await fan.client.raw('PUT /users', {
    body: { name: 'Nobody' },
    headers: { 'idempotency-key': Buffer.from(key).toString('latin1') },
  });
  expect([status, error.error]).toEqual([400, 'BAD_REQUEST']);
});
