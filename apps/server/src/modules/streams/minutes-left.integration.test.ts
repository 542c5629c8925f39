import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Person, createAdmin } from '../../testing/factories.ts';
import { ask, assertSound, beginGroupShow, beginPrivateShow, createPair, joinAndWatch } from '../../testing/paid-show-fixtures.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { createIsolatedNode } from '../../testing/test-node.ts';
import { sweepMinutes } from './index.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
});
afterAll(() => app.close());
afterEach(() => assertSound(app));

const offersOf = (person: Person, star: Person) => person.client.call('GET /streaming/offers/{id}', { params: { id: star.id } });
const privateOf = (person: Person, id: string) => person.client.call('GET /streaming/private-chat/{id}', { params: { id } });
const groupOf = (person: Person, id: string) => person.client.call('GET /streaming/group-chat/{id}', { params: { id } });

const pair = (tokens = 21): Promise<[Person, Person]> => createPair(app, admin, tokens);

test('asking for a private show and its beginning change no minute that is left; each paid one takes one', async () => {
  const node = await createIsolatedNode(app);
  const [star, fan] = await pair();
  const offered = async () => (await offersOf(fan, star)).private.minutesLeft;
  expect(await offered()).toBe(10);
  const request = await ask(fan, star);
  expect(request.minutesLeft).toBe(10);
  expect(await offered()).toBe(10);
  expect((await privateOf(fan, request._id)).request.minutesLeft).toBe(10);
  await fan.client.call('POST /streaming/private-chat/{id}/cancel', { params: { id: request._id } });
  expect(await offered()).toBe(10);
  const { streamId } = await beginPrivateShow(star, fan, { node });
  const left = async () => {
    const { request: asked, seat } = await privateOf(fan, streamId);
    return [asked.minutesLeft, seat!.minutesLeft, await offered()];
  };
  expect(await left()).toEqual([10, 10, 10]);
  await node.pass(10_000);
  await sweepMinutes(app.platform);
  expect(await left()).toEqual([9, 9, 9]);
  // The hold is used up with the third.
  for (let n = 0; n < 18; n += 1) {
    await node.pass(10_000);
    await sweepMinutes(app.platform);
  }
  expect((await privateOf(fan, streamId)).seat).toMatchObject({ held: 0, minutes: 4 });
  expect(await left()).toEqual([6, 6, 6]);
});

test('a fan’s own limits count before, while waiting and during, and so does a pause', async () => {
  const node = await createIsolatedNode(app);
  const [star, fan] = await pair(50);
  await fan.client.call('PUT /spending-limits', { body: { show: 15 } });
  expect((await offersOf(fan, star)).private.minutesLeft).toBe(7);
  await fan.client.call('PUT /spending-limits', { body: { show: 15, daily: 12 } });
  expect((await offersOf(fan, star)).private.minutesLeft).toBe(6);
  const { streamId } = await beginPrivateShow(star, fan, { node });
  const left = async () => {
    const { request, seat } = await privateOf(fan, streamId);
    return [request.minutesLeft, seat!.minutesLeft];
  };
  expect(await left()).toEqual([6, 6]);
  await node.pass(10_000);
  await sweepMinutes(app.platform);
  expect(await left()).toEqual([5, 5]);
  await fan.client.call('POST /streaming/leave/{id}', { params: { id: streamId } });
  // One minute was paid that day; another show has its own limit.
  expect((await offersOf(fan, star)).private.minutesLeft).toBe(5);
  await fan.client.call('POST /spending-limits/cool-off', { body: { days: 1 } });
  expect((await offersOf(fan, star)).private.minutesLeft).toBe(0);
});

test('a group show tells the same number by its offer, its page and the seat', async () => {
  const node = await createIsolatedNode(app);
  const [star, fan] = await pair();
  const { streamId } = await beginGroupShow(star, { node, minimumMinutes: 4 });
  const left = async () => {
    const { minutesLeft, mine } = await groupOf(fan, streamId);
    return [(await offersOf(fan, star)).group!.minutesLeft, minutesLeft, mine?.minutesLeft];
  };
  expect(await left()).toEqual([21, 21, undefined]);
  await joinAndWatch(fan, node, streamId);
  expect(await left()).toEqual([21, 21, 21]);
  await node.pass(10_000);
  await sweepMinutes(app.platform);
  expect(await left()).toEqual([20, 20, 20]);
  await fan.client.call('POST /streaming/leave/{id}', { params: { id: streamId } });
  expect(await left()).toEqual([20, 20, 20]);
});

test('visitors and the performer read no number', async () => {
  const [star, fan] = await pair();
  const { streamId } = await beginGroupShow(star);
  const visitor = await app.client().call('GET /streaming/offers/{id}', { params: { id: star.id } });
  for (const { private: ofPrivate, group } of [visitor, await offersOf(star, star)])
    expect([ofPrivate.minutesLeft, group!.minutesLeft]).toEqual([null, null]);
  expect((await groupOf(star, streamId)).minutesLeft).toBeNull();
  await star.client.call('POST /streaming/end/{id}', { params: { id: streamId } });
  await ask(fan, star);
  const { data } = await star.client.call('GET /streaming/private/available-list', { query: {} });
  expect(data.map(({ minutesLeft }) => minutesLeft)).toEqual([null]);
});

test('a seat tells how long its fan was connected, whatever the show’s own time', async () => {
  const node = await createIsolatedNode(app);
  const [star, fan] = await pair();
  const { streamId, publishToken } = await beginGroupShow(star, { node });
  await node.pass(40_000);
  await joinAndWatch(fan, node, streamId);
  await node.pass(25_000);
  const seat = async () => (await groupOf(fan, streamId)).mine!;
  expect(await seat()).toMatchObject({ connectedSeconds: 25, nextMinuteAt: expect.any(String) });
  node.drop(streamId);
  await node.pass(30_000);
  expect(await seat()).toMatchObject({ connectedSeconds: 25, nextMinuteAt: null });
  await node.publish(streamId, publishToken);
  await node.report();
  await node.pass(5_000);
  expect(await seat()).toMatchObject({ connectedSeconds: 30 });
});
