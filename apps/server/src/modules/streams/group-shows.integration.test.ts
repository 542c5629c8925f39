import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { chargeOrderBack } from '../../ledger/index.ts';
import { type Person, createAdmin, createFan, createPerformer, topUp } from '../../testing/factories.ts';
import { beginGroupShow, beginPrivateShow, assertSound, joinAndWatch, setPrices, tokensOf } from '../../testing/paid-show-fixtures.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { createIsolatedNode, createShow } from '../../testing/test-node.ts';
import { sweepMinutes } from './index.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
});
afterAll(() => app.close());
afterEach(() => assertSound(app));

const codeOf = async (answer: Promise<{ error?: { error: string } }>): Promise<string | undefined> => (await answer).error?.error;
const join = (who: Person, id: string) => who.client.send('POST /streaming/join/{id}', { params: { id } });
const leave = (who: Person, id: string) => who.client.call('POST /streaming/leave/{id}', { params: { id } });
const groupOf = (who: Person, id: string) => who.client.call('GET /streaming/group-chat/{id}', { params: { id } });
const newFan = async (tokens: number): Promise<Person> => {
  const fan = await createFan(app);
  await topUp(app, fan, tokens);
  return fan;
};

test('each pays their own minutes at the rate frozen at joining; seats are as many as there are', async () => {
  const node = await createIsolatedNode(app);
  const star = await createPerformer(app, { admin });
  const [one, two, three] = [await newFan(20), await newFan(20), await newFan(20)];
  const { streamId, conversationId } = await beginGroupShow(star, { node, seats: 2, minimumMinutes: 2 });
  expect(await groupOf(one, star.username)).toMatchObject({
    session: { _id: streamId, type: 'group', state: 'live' },
    price: 1,
    seats: 2,
    taken: 0,
    minimumMinutes: 2,
    obstacle: null,
    mine: null,
    conversation: null,
    fans: [],
  });
  await joinAndWatch(one, node, streamId);
  // Three at once for the last seat.
  const answers = await Promise.all([join(two, streamId), join(three, streamId), join(two, streamId)]);
  expect(answers.filter(({ status }) => status !== 201).every(({ error }) => error.error === 'LIVE_SEATS_TAKEN')).toBe(true);
  const [inside, outside] = (await groupOf(two, streamId)).mine ? [two, three] : [three, two];
  expect(await groupOf(outside, streamId)).toMatchObject({ taken: 2, obstacle: 'full', fans: [] });
  expect((await groupOf(one, streamId)).fans.map(({ _id }) => _id)).toEqual([one.id, inside.id]);
  expect(await tokensOf(app, outside)).toEqual({ wallet: 20, held: 0 });
  expect(await tokensOf(app, inside)).toEqual({ wallet: 18, held: 2 });
  await node.pass(10_000);
  expect(await sweepMinutes(app.platform)).toBe(1);
  await joinAndWatch(inside, node, streamId);
  for (let n = 0; n < 6; n += 1) await node.pass(10_000);
  expect(await sweepMinutes(app.platform)).toBe(2);
  const said = { params: { id: conversationId }, body: { text: 'How wet?' } };
  expect((await one.client.send('POST /messages/stream/conversations/{id}', said)).status).toBe(201);
  expect(await codeOf(outside.client.send('POST /messages/stream/conversations/{id}', said))).toBe('NOT_FOUND');
  expect(await leave(one, streamId)).toMatchObject({ type: 'group', fans: [{ total: 2, leftReason: 'left' }] });
  expect(await codeOf(one.client.send('POST /messages/stream/conversations/{id}', said))).toBe('NOT_FOUND');
  await node.report();
  expect(node.hosted.get(streamId)!.watching).toHaveLength(1);
  // The seat is free again; who returns holds the minimum anew, and the minutes go on counting.
  expect((await join(outside, streamId)).status).toBe(201);
  await leave(outside, streamId);
  await joinAndWatch(one, node, streamId);
  expect(await tokensOf(app, one)).toEqual({ wallet: 16, held: 2 });
  // The rest of the second minute is watched first.
  await node.pass(10_000);
  expect(await sweepMinutes(app.platform)).toBe(1);
  await node.pass(50_000);
  expect(await sweepMinutes(app.platform)).toBe(1);
  expect((await groupOf(one, streamId)).mine).toMatchObject({ minutes: 3, spent: 3 });
  await star.client.call('POST /streaming/end/{id}', { params: { id: streamId } });
  const receipt = await star.client.call('GET /streaming/receipts/{id}', { params: { id: streamId } });
  expect(receipt.fans.map(({ fan, total }) => [fan._id, total])).toEqual(
    expect.arrayContaining([
      [one.id, 2],
      [outside.id, 0],
    ]),
  );
  expect(await groupOf(one, streamId)).toMatchObject({ obstacle: 'ended', mine: { leftReason: 'ended' } });
});

test('a fan who leaves pays what the node has delivered and not reported yet', async () => {
  const node = await createIsolatedNode(app);
  const star = await createPerformer(app, { admin });
  const fan = await newFan(5);
  const { streamId } = await beginGroupShow(star, { node });
  await joinAndWatch(fan, node, streamId);
  const hosted = node.hosted.get(streamId)!;
  const seat = { accountId: fan.id, deliveredMs: 24_000, silentMs: 0, isThere: true, protocols: ['hls'] } as const;
  app.engine.hosted.push({ ...hosted, seats: [seat] });
  expect(await leave(fan, streamId)).toMatchObject({ fans: [{ total: 1, leftReason: 'left' }] });
  expect(await tokensOf(app, fan)).toEqual({ wallet: 4, held: 0 });
  // The same figure counts once, also after the fan's return; another node's doesn't count.
  expect((await join(fan, streamId)).status).toBe(201);
  expect(await leave(fan, streamId)).toMatchObject({ fans: [{ total: 1 }] });
  expect((await join(fan, streamId)).status).toBe(201);
  app.engine.hosted.splice(0, 1, { ...hosted, countId: star.id, seats: [{ ...seat, deliveredMs: 90_000 }] });
  expect(await leave(fan, streamId)).toMatchObject({ fans: [{ total: 1 }] });
  app.engine.hosted.length = 0;
});

test('who the show isn’t for can’t join; prices out of bounds are refused; out of tokens is out of the room, and the show goes on', async () => {
  const node = await createIsolatedNode(app);
  const star = await createPerformer(app, { admin });
  expect(await codeOf(star.client.send('POST /streaming/group-chat', { body: { title: 'x', seats: 2, price: 100_000 } }))).toBe(
    'AMOUNT_OUT_OF_BOUNDS',
  );
  for (const seats of [1, 101, 2.5])
    expect((await star.client.send('POST /streaming/group-chat', { body: { title: 'x', seats } })).status).toBe(422);
  const { streamId } = await beginGroupShow(star, { node, audience: 'followers', price: 6 });
  const [stranger, poor] = [await newFan(20), await newFan(5)];
  expect(await codeOf(join(stranger, streamId))).toBe('LOCKED');
  expect((await groupOf(stranger, streamId)).obstacle).toBe('followers');
  for (const fan of [stranger, poor])
    await fan.client.call('POST /reactions', { body: { objectType: 'performer', objectId: star.id, action: 'follow' } });
  expect(await codeOf(join(poor, streamId))).toBe('INSUFFICIENT_TOKENS');
  expect(await codeOf(join(admin, streamId))).toBe('LOCKED');
  await topUp(app, poor, 5);
  await joinAndWatch(poor, node, streamId);
  await joinAndWatch(stranger, node, streamId);
  await node.pass(10_000);
  expect(await sweepMinutes(app.platform)).toBe(2);
  for (let n = 0; n < 6; n += 1) await node.pass(10_000);
  expect(await sweepMinutes(app.platform)).toBe(1);
  expect((await groupOf(poor, streamId)).mine).toMatchObject({ leftReason: 'outOfTokens', balance: 4 });
  await node.report();
  expect(node.hosted.get(streamId)!.watching).toHaveLength(1);
  expect((await groupOf(stranger, streamId)).session.state).toBe('live');
  await star.client.call('POST /streaming/end/{id}', { params: { id: streamId } });
});

test('a chargeback of a top-up reaches what is held and the minutes it paid for', async () => {
  const node = await createIsolatedNode(app);
  const star = await createPerformer(app, { admin });
  await setPrices(app, star);
  await star.client.call('GET /users/me');
  await app.settle();
  const fan = await newFan(20);
  const { streamId } = await beginPrivateShow(star, fan, { node });
  await node.pass(10_000);
  await sweepMinutes(app.platform);
  const order = await app.platform.database
    .selectFrom('orders')
    .select('id')
    .where('buyer_id', '=', fan.id)
    .where('kind', '=', 'topUp')
    .executeTakeFirstOrThrow();
  await chargeOrderBack(app.platform.database, { orderId: order.id, at: app.clock.now(), note: 'bank', actorId: null });
  expect(await tokensOf(app, fan)).toEqual({ wallet: 0, held: 0 });
  expect((await star.client.call('GET /earning/stats')).pending).toBe(0);
  for (let n = 0; n < 6; n += 1) await node.pass(10_000);
  await sweepMinutes(app.platform);
  expect((await star.client.call('GET /streaming/private-chat/{id}', { params: { id: streamId } })).request.state).toBe('ended');
  await app.settle();
});

const stop = (who: Person, id: string) => who.client.call('POST /streaming/stop/{id}', { params: { id } });
/** State, reason and withheld recording of shows, and the refunds of their minutes. */
const outcomesOf = (...streamIds: string[]) =>
  Promise.all(
    streamIds.map(async (id) => {
      const { database } = app.platform;
      const show = await database
        .selectFrom('streams')
        .leftJoin('stream_recordings', 'stream_recordings.stream_id', 'streams.id')
        .select(['streams.state', 'end_reason', 'is_withheld'])
        .where('streams.id', '=', id)
        .executeTakeFirstOrThrow();
      const refunds = await database
        .selectFrom('ledger.transactions')
        .select('id')
        .where('reference_kind', '=', 'minute')
        .where('reference_id', '=', id)
        .where('reverses_id', 'is not', null)
        .execute();
      return [show.state, show.end_reason, show.is_withheld, refunds.length];
    }),
  );

test('stopping at once ends a group show, gives each fan the running minute back once, and withholds the recording', async () => {
  const node = await createIsolatedNode(app);
  const star = await createPerformer(app, { admin });
  const fans = [await newFan(20), await newFan(20)];
  const { streamId } = await beginGroupShow(star, { node, minimumMinutes: 2, isRecorded: true });
  for (const fan of fans) await joinAndWatch(fan, node, streamId);
  await node.pass(10_000);
  for (let n = 0; n < 6; n += 1) {
    expect(await sweepMinutes(app.platform)).toBe(n === 0 ? 2 : 0);
    await node.pass(10_000);
  }
  expect(await sweepMinutes(app.platform)).toBe(2);
  await node.pass(10_000);
  // Two minutes each have begun, the second one of which is running.
  await Promise.all([stop(star, streamId), stop(star, streamId), stop(star, streamId)]);
  for (const fan of fans) expect(await tokensOf(app, fan)).toEqual({ wallet: 19, held: 0 });
  expect(await outcomesOf(streamId)).toEqual([['ended', 'performer', true, 2]]);
  expect((await node.report()).end).toEqual([streamId]);
  expect(await groupOf(fans[0]!, streamId)).toMatchObject({ obstacle: 'ended', session: { recording: null } });
});

test('stopping at once ends a private show and the public one that waits for its end, and gives the running minute back', async () => {
  const node = await createIsolatedNode(app);
  const star = await createPerformer(app, { admin });
  const fan = await newFan(20);
  await setPrices(app, star);
  const { streamId: publicId } = await createShow(star, { node, isRecorded: true });
  await app.settle();
  const { streamId } = await beginPrivateShow(star, fan, { node });
  await node.pass(10_000);
  expect(await sweepMinutes(app.platform)).toBe(1);
  expect(await tokensOf(app, fan)).toEqual({ wallet: 14, held: 4 });
  expect((await outcomesOf(publicId))[0]).toEqual(['paused', null, false, 0]);
  await node.pass(20_000);
  await Promise.all([stop(star, streamId), stop(star, streamId)]);
  expect(await tokensOf(app, fan)).toEqual({ wallet: 20, held: 0 });
  // Private shows aren't recorded.
  expect(await outcomesOf(streamId, publicId)).toEqual([
    ['ended', 'performer', null, 1],
    ['ended', 'performer', true, 0],
  ]);
  expect((await star.client.call('GET /streaming/open', {})).shows).toEqual([]);
});
