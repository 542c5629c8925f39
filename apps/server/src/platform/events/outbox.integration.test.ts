import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { recordEvent, transact } from '../database/database.ts';
import { type Outbox, createOutbox } from './outbox.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  // Nobody else dispatches what this test records.
  await app.outbox.stop();
});
afterAll(() => app.close());

const open = (): Outbox => createOutbox(app.platform.database, app.platform.log, app.platform.metrics);
const record = (numbers: readonly number[]) =>
  transact(app.platform.database, undefined, async (trx) => {
    for (const number of numbers) await recordEvent(trx, 'test.happened', { number });
  });
const rowsOf = async () =>
  (
    await app.platform.database
      .selectFrom('outbox')
      .select(['payload', 'attempts', 'failure', 'dispatched_at'])
      .where('event', '=', 'test.happened')
      .orderBy('id')
      .execute()
  ).map(({ payload, attempts, failure, dispatched_at: at }) => [(payload as { number: number }).number, attempts, failure, at !== null]);

test('one handler that fails takes no other event with it: each is handled, announced in order and once, after its commit', async () => {
  const outbox = open();
  const announced: number[] = [];
  let isBroken = true;
  outbox.on('test.happened', async ({ payload }, trx) => {
    const number = payload['number'] as number;
    await trx
      .updateTable('outbox')
      .set({ failure: `seen ${number}` })
      .where('event', '=', 'test.happened')
      .execute();
    if (number === 3 && isBroken) throw new Error('three is broken');
    return () => void announced.push(number);
  });
  await record([1, 2, 3, 4, 5]);
  await outbox.drain();
  expect(announced).toEqual([1, 2, 4, 5]);
  const [third] = (await rowsOf()).filter(([number]) => number === 3);
  // What its handler had written is taken back.
  expect(third).toEqual([3, 1, 'seen 5', false]);
  isBroken = false;
  await outbox.drain();
  await outbox.drain();
  expect(announced).toEqual([1, 2, 4, 5, 3]);
  expect((await rowsOf()).map(([number, , , isDispatched]) => [number, isDispatched])).toEqual([1, 2, 3, 4, 5].map((n) => [n, true]));
});

test('events that are handled together come together, in order, before they are handled singly; a failure of one is its own', async () => {
  const outbox = open();
  const seen: unknown[] = [];
  let isBroken = true;
  outbox.on(
    'test.happened',
    async ({ payload }) =>
      () =>
        void seen.push(payload['number']),
  );
  outbox.onBatch('test.happened', async (events) => {
    const numbers = events.map(({ payload }) => payload['number']);
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

test('of several dispatchers at once one hands on an event', async () => {
  const handled: number[] = [];
  const outboxes = [open(), open(), open()];
  for (const outbox of outboxes)
    outbox.on(
      'test.happened',
      async ({ payload }) =>
        () =>
          void handled.push(payload['number'] as number),
    );
  const numbers = Array.from({ length: 250 }, (_, index) => 100 + index);
  await record(numbers);
  while (handled.length < numbers.length) await Promise.all(outboxes.map((outbox) => outbox.drain()));
  expect(handled).toEqual(numbers);
});
