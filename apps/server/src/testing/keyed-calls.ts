import { randomUUID } from 'node:crypto';
import { CONTRACT } from '@stagedoor/contract';
import type { Endpoint } from '@stagedoor/contract/endpoint';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Request, CallFixture } from './call-fixture.ts';
import { type RowChanges, countsOf, growth, ledgerSums, watchRows } from './changed-rows.ts';
import { type KeyedFixtureContext, createKeyedFixtures } from './keyed-fixtures.ts';
import type { TestApp } from './test-app.ts';

/** Every call of the contract that takes an Idempotency-Key. */
export const KEYED_CALLS = Object.entries<Endpoint>(CONTRACT)
  .filter(([key, { idempotency }]) => !key.startsWith('GET ') && idempotency !== 'none')
  .map(([key]) => key);

/** Tells whether a call's test makes pictures or films, which takes seconds. */
export const isMediaCall = (key: string): boolean =>
  !key.startsWith('POST /payment') && /upload|image|photo|picture|video|reels|captions|recordings|\/files/.test(key);

let app: TestApp;
let fixtures: Record<string, CallFixture>;

/** Prepares the application, its people and a fixture for each keyed call, for the tests of a file. */
export const prepareKeyedCalls = (): { context: () => KeyedFixtureContext; fixtures: () => Record<string, CallFixture> } => {
  let context: KeyedFixtureContext;
  beforeAll(async () => {
    ({ context, fixtures } = await createKeyedFixtures());
    ({ app } = context);
  });
  afterAll(() => app.close());
  // Requests and shows that a test leaves open end by themselves after a minute or two, and return what is held: not during another test.
  afterEach(async () => {
    const { database } = app.platform;
    await sql`update stream_requests set expires_at = expires_at + interval '1 day' where state = 'requested'`.execute(database);
    await sql`update streams set created_at = created_at + interval '1 day' where state = 'starting'`.execute(database);
    await sql`update streams set interrupted_at = interrupted_at + interval '1 day' where state = 'interrupted'`.execute(database);
  });
  return { context: () => context, fixtures: () => fixtures };
};

/** The state of a film changes between two responses; it is the same film. */
const shown = (key: string, data: unknown): unknown => (/video|teaser|reels/.test(key) ? (data as { _id: string })._id : data);

/** Files that lost a race are swept as orphans, with their hashes; keys are what is tested. */
const IGNORED_TABLES = ['files', 'file_hashes', 'idempotency_keys'];

const AT_ONCE = 6;

/** Waits for all jobs and events. */
const settle = async (): Promise<void> => {
  await app.settle();
  // The number of progress events depends on the speed of the encoder.
  await app.platform.database.deleteFrom('outbox').where('event', '=', 'files.progressed').execute();
};
interface Changes {
  rows: RowChanges;
  /** Changes of the balances, by kind of ledger account. */
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

/**
 * Tests calls, each with its own target: repeated, concurrently and with another body.
 *
 * @param keys calls among `KEYED_CALLS`
 */
export const testKeyedCalls = (keys: readonly string[]): void =>
  test.each(keys)('%s: has one effect, however often and concurrently; another body is refused', async (key) => {
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
