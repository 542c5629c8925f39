import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { type Trx, recordEvent, transact } from '../database/database.ts';
import { type AnyCommittedEvent, type Outbox, createOutbox, holdDispatcher } from './outbox.ts';

let app: TestApp;
const FILE = '0190a000-0000-7000-8000-000000000001';
beforeAll(async () => {
  app = await createTestApp();
  // Only this test dispatches the events it records.
  await app.outbox.stop();
});
afterAll(() => app.close());

const open = (): Outbox => createOutbox(app.platform.database, app.platform.log, app.platform.metrics);
const record = (numbers: readonly number[]) =>
  transact(app.platform.database, undefined, async (trx) => {
    for (const number of numbers) await recordEvent(trx, 'files.progressed', { fileId: FILE, progress: number });
  });
const rowsOf = async () =>
  (
    await app.platform.database
      .selectFrom('outbox')
      .select(['payload', 'attempts', 'failure', 'dispatched_at'])
      .where('event', '=', 'files.progressed')
      .orderBy('id')
      .execute()
  ).map(({ payload, attempts, failure, dispatched_at: at }) => [
    (payload as { progress: number }).progress,
    attempts,
    failure,
    at !== null,
  ]);

test('a failing handler affects no other event: each is handled and announced in order, once, after its commit', async () => {
  const outbox = open();
  const announced: number[] = [];
  let isBroken = true;
  outbox.on('files.progressed', async ({ payload }, trx) => {
    const number = payload.progress;
    await trx
      .updateTable('outbox')
      .set({ failure: `seen ${number}` })
      .where('event', '=', 'files.progressed')
      .execute();
    if (number === 3 && isBroken) throw new Error('three is broken');
    return () => void announced.push(number);
  });
  await record([1, 2, 3, 4, 5]);
  await outbox.drain();
  expect(announced).toEqual([1, 2, 4, 5]);
  const [third] = (await rowsOf()).filter(([number]) => number === 3);
  // What its handler had written is rolled back.
  expect(third).toEqual([3, 1, 'seen 5', false]);
  isBroken = false;
  await outbox.drain();
  await outbox.drain();
  expect(announced).toEqual([1, 2, 4, 5, 3]);
  expect((await rowsOf()).map(([number, , , isDispatched]) => [number, isDispatched])).toEqual([1, 2, 3, 4, 5].map((n) => [n, true]));
});

test('batch handlers get events in order, before single handlers; a failing event affects no other', async () => {
  const outbox = open();
  const seen: unknown[] = [];
  let isBroken = true;
  outbox.on(
    'files.progressed',
    async ({ payload }) =>
      () =>
        void seen.push(payload.progress),
  );
  outbox.onBatch('files.progressed', async (events) => {
    const numbers = events.map(({ payload }) => payload.progress);
    if (numbers.includes(13) && isBroken) throw new Error('thirteen is broken');
    return () => void seen.push(numbers);
  });
  await record([11, 12]);
  await outbox.drain();
  expect(seen).toEqual([[11, 12], 11, 12]);
  await record([13, 14]);
  await outbox.drain();
  expect(seen.slice(3)).toEqual([[14], 14]);
  expect((await rowsOf()).filter(([number]) => Number(number) > 12)).toEqual([
    [13, 1, 'Error: thirteen is broken', false],
    [14, 0, null, true],
  ]);
  isBroken = false;
  await outbox.drain();
  expect(seen.slice(5)).toEqual([[13], 13]);
});

test('one of several concurrent dispatchers handles an event', async () => {
  const handled: number[] = [];
  const outboxes = [open(), open(), open()];
  for (const outbox of outboxes)
    outbox.on('files.progressed', async ({ payload }, trx) => {
      // A statement of its own: meanwhile the other dispatchers look for events.
      await sql`select from outbox limit 1`.execute(trx);
      return () => void handled.push(payload.progress);
    });
  const numbers = Array.from({ length: 250 }, (_, index) => 100 + index);
  await record(numbers);
  while (handled.length < numbers.length) await Promise.all(outboxes.map((outbox) => outbox.drain()));
  expect(handled).toEqual(numbers);
});

test('an event without a handler stays in the outbox, counted and logged once, and is dispatched by a version that handles it', async () => {
  const old = open();
  old.on('files.progressed', async () => {});
  const seen: string[] = [];
  old.onAny(async ({ event }) => void seen.push(event));
  const logged = vi.spyOn(app.platform.log, 'error');
  const before = (await app.platform.metrics.outboxFailures.get()).values;
  await transact(app.platform.database, undefined, async (trx) => {
    await recordEvent(trx, 'polls.voted', { pollId: FILE });
    await recordEvent(trx, 'files.progressed', { fileId: FILE, progress: 1000 });
    await sql`insert into outbox (event, payload) values ('polls.renamed', '{}')`.execute(trx);
  });
  await old.drain();
  await old.drain();
  expect(seen).toEqual(['files.progressed']);
  const waiting = () =>
    app.platform.database
      .selectFrom('outbox')
      .select(['event', 'attempts', 'failure'])
      .where('dispatched_at', 'is', null)
      .orderBy('id')
      .execute();
  const failure = 'This version has no handler of this event.';
  expect(await waiting()).toEqual([
    { event: 'polls.voted', attempts: 0, failure },
    { event: 'polls.renamed', attempts: 0, failure },
  ]);
  expect(logged.mock.calls.map(([what]) => (what as { event: string }).event)).toEqual(['polls.voted', 'polls.renamed']);
  const counted = (await app.platform.metrics.outboxFailures.get()).values;
  for (const event of ['polls.voted', 'polls.renamed'])
    expect([before, counted].map((values) => values.find(({ labels }) => labels['event'] === event)?.value ?? 0)).toEqual([0, 1]);
  logged.mockRestore();

  const votes: string[] = [];
  const next = open();
  next.on('polls.voted', async ({ payload }) => void votes.push(payload.pollId));
  await next.drain();
  expect(votes).toEqual([FILE]);
  expect((await waiting()).map(({ event }) => event)).toEqual(['polls.renamed']);
  await sql`delete from outbox where event = 'polls.renamed'`.execute(app.platform.database);
});

test('a handler of any event gets all dispatched ones, after their own handlers, those without handlers too', async () => {
  const outbox = open();
  const order: string[] = [];
  const seen: AnyCommittedEvent[] = [];
  outbox.onAny(async (event) => {
    order.push(`any ${event.event}`);
    return () => void seen.push(event);
  });
  outbox.on('files.ready', async () => void order.push('own'));
  await transact(app.platform.database, undefined, async (trx) => {
    await recordEvent(trx, 'files.ready', { fileId: FILE });
    await recordEvent(trx, 'accounts.registered', { accountId: FILE, role: 'fan' });
  });
  await outbox.drain();
  expect(order).toEqual(['own', 'any files.ready', 'any accounts.registered']);
  expect(seen.map(({ payload }) => payload)).toEqual([{ fileId: FILE }, { accountId: FILE, role: 'fan' }]);
});

test('a transaction that holds the dispatcher keeps events waiting until it ends', async () => {
  const outbox = open();
  const handled: number[] = [];
  outbox.on('files.progressed', async ({ payload }) => void handled.push(payload.progress));
  await record([2000]);
  await transact(app.platform.database, undefined, async (trx) => {
    await holdDispatcher(trx);
    await outbox.drain();
    expect(handled).toEqual([]);
  });
  await outbox.drain();
  expect(handled).toEqual([2000]);
});

test('names and payloads are checked by the compiler', async () => {
  const outbox = open();
  // @ts-expect-error a name that is not in the map
  outbox.on('polls.renamed', async () => {});
  // @ts-expect-error a property that the payload doesn't have
  outbox.on('polls.voted', async ({ payload }) => void payload.feedId);
  // @ts-expect-error a name that is not in the map
  const record = (trx: Trx) => recordEvent(trx, 'polls.renamed', {});
  // @ts-expect-error a payload without its property
  const recordEmpty = (trx: Trx) => recordEvent(trx, 'polls.voted', {});
  expect([record, recordEmpty]).toHaveLength(2);
});
