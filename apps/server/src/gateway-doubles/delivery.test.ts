import { afterEach, beforeEach, expect, test } from 'vitest';
import { DeliveryQueue, emptyQueue } from './delivery.ts';
import { type Receiver, startReceiver, testClock } from './testing/receiver.ts';

let site: Receiver;
let clock: ReturnType<typeof testClock>;
let address: string;

beforeEach(async () => {
  site = await startReceiver();
  clock = testClock();
  address = `${site.url}/callback`;
});

afterEach(async () => {
  await site.close();
});

const queueOf = (changed: { record?: boolean; timeoutMs?: number } = {}): DeliveryQueue =>
  new DeliveryQueue(emptyQueue(), {
    now: clock.now,
    addressOf: () => address,
    isAccepted: (status) => status === 200,
    retryMs: [1000, 5000],
    record: false,
    timeoutMs: 5000,
    ...changed,
  });

const add = (queue: DeliveryQueue, event: string): void =>
  queue.add({ event, saleId: '1', account: '0000', method: 'POST', headers: { 'content-type': 'text/plain' }, query: {}, body: event });

const arrived = (): string[] => site.received.map(({ body }) => body);

test('retries a callback until it is accepted, by a schedule whose last wait repeats', async () => {
  site.answers.splice(
    0,
    1,
    { status: 500, body: 'no' },
    { status: 503, body: 'no' },
    { status: 302, body: '' },
    { status: 200, body: 'OK' },
  );
  const queue = queueOf();
  add(queue, 'a');
  await queue.send();
  await queue.send();
  expect(arrived()).toEqual(['a']);
  for (const ms of [1000, 5000, 4999]) {
    clock.advance(ms);
    await queue.send();
  }
  expect(arrived()).toHaveLength(3);
  clock.advance(1);
  await queue.send();
  expect(queue.list[0]).toMatchObject({ state: 'delivered' });
  expect(queue.list[0]?.attempts.map(({ status, answer }) => [status, answer])).toEqual([
    [500, 'no'],
    [503, 'no'],
    [302, ''],
    [200, 'OK'],
  ]);
});

test('retries at a new address once it has changed', async () => {
  address = 'http://127.0.0.1:1/closed';
  const queue = queueOf();
  add(queue, 'a');
  await queue.send();
  expect(queue.list[0]?.attempts[0]).toMatchObject({ status: undefined, answer: expect.stringContaining('fetch failed') });
  address = `${site.url}/callback?secret=two`;
  clock.advance(1000);
  await queue.send();
  expect(site.received[0]?.query).toEqual({ secret: 'two' });
});

test('loses, doubles and delays the next callbacks', async () => {
  const queue = queueOf();
  queue.lose();
  queue.double();
  queue.delay(1000);
  for (const event of ['lost', 'doubled', 'late', 'normal']) add(queue, event);
  await queue.send();
  expect(arrived()).toEqual(['doubled', 'doubled', 'normal']);
  clock.advance(1000);
  await queue.send();
  expect(arrived().at(-1)).toBe('late');
});

test('holds a callback until it is released, while a pair is swapped', async () => {
  const queue = queueOf();
  queue.hold();
  queue.reorder(2);
  for (const event of ['held', 'second', 'first']) add(queue, event);
  await queue.send();
  expect(arrived()).toEqual(['first', 'second']);
  queue.release();
  await queue.send();
  expect(arrived()).toEqual(['first', 'second', 'held']);
});

test('sends each callback once while several calls send', async () => {
  const queue = queueOf();
  add(queue, 'a');
  add(queue, 'b');
  await Promise.all([queue.send(), queue.send(), queue.send()]);
  expect(arrived()).toEqual(['a', 'b']);
});

test('sends a callback again, and gives one up', async () => {
  const queue = queueOf();
  add(queue, 'a');
  await queue.send();
  queue.resend(1);
  add(queue, 'b');
  queue.stop(3);
  await queue.send();
  expect(arrived()).toEqual(['a', 'a']);
  expect(() => queue.resend(99)).toThrow('no callback with the number 99');
});

test('records callbacks in place of sending them, bytes and all', async () => {
  const queue = queueOf({ record: true });
  queue.lose();
  queue.reorder(2);
  for (const event of ['lost', 'b', 'añ']) add(queue, event);
  const taken = queue.take();
  expect(taken.map(({ event, method, url, body }) => [event, method, url, body.toString('utf8')])).toEqual([
    ['añ', 'POST', address, 'añ'],
    ['b', 'POST', address, 'b'],
  ]);
  expect(queue.take()).toEqual([]);
  expect(site.received).toEqual([]);
});
