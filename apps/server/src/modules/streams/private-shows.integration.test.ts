import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Person, createAdmin, topUp } from '../../testing/factories.ts';
import { ask, assertSound, beginGroupShow, beginPrivateShow, createPair, setPrices, tokensOf } from '../../testing/paid-show-fixtures.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { type TestNode, createIsolatedNode, createShow } from '../../testing/test-node.ts';
import { watchRows } from '../../testing/changed-rows.ts';
import { sweepMinutes, sweepShows } from './index.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
});
afterAll(() => app.close());
afterEach(() => assertSound(app));

const codeOf = async (answer: Promise<{ error?: { error: string } }>): Promise<string | undefined> => (await answer).error?.error;
const send = (fan: Person, id: string, body = {}) => fan.client.send('POST /streaming/private-chat/{id}', { params: { id }, body });
const accept = (star: Person, id: string, body = {}) =>
  star.client.send('POST /streaming/private-chat/{id}/accept', { params: { id }, body });
const showOf = (person: Person, id: string) => person.client.call('GET /streaming/private-chat/{id}', { params: { id } });
const receiptOf = async (person: Person, id: string) =>
  (await person.client.call('GET /streaming/receipts/{id}', { params: { id } })).fans[0]!;
const stateOf = async (streamId: string) =>
  app.platform.database.selectFrom('streams').select(['state', 'end_reason']).where('id', '=', streamId).executeTakeFirst();

const pair = (tokens = 20): Promise<[Person, Person]> => createPair(app, admin, tokens);
/** Sees a person again: online means within five minutes. */
const show = async (star: Person): Promise<void> => {
  await star.client.call('GET /streaming/private/available-list', { query: {} });
};
/** Both connected, minute 1 charged. */
const onAir = async (
  tokens = 20,
): Promise<{ star: Person; fan: Person; node: TestNode; streamId: string; publishToken: string; playToken: string }> => {
  const node = await createIsolatedNode(app);
  const [star, fan] = await pair(tokens);
  const begun = await beginPrivateShow(star, fan, { node });
  await node.pass(10_000);
  await sweepMinutes(app.platform);
  return { star, fan, node, ...begun };
};

describe('asking', () => {
  test('holds the minimum, once; the performer sees who asks', async () => {
    const [star, fan] = await pair();
    const offers = await fan.client.call('GET /streaming/offers/{id}', { params: { id: star.username } });
    expect(offers).toEqual({
      private: { price: 2, money: 2, minimumMinutes: 3, minutesLeft: 10, isRecorded: false, obstacle: null },
      group: null,
    });
    const asked = await Promise.all(Array.from({ length: 5 }, () => ask(fan, star, { message: 'The Elgar, once' })));
    expect(new Set(asked.map(({ _id }) => _id)).size).toBe(1);
    expect(asked[0]).toMatchObject({
      state: 'requested',
      price: 2,
      minimumMinutes: 3,
      held: 6,
      isRecorded: false,
      withCamera: false,
      fan: { _id: fan.id, spent: null, subscribedUntil: null, note: null },
      expiresAt: new Date(app.clock.now().getTime() + 120_000).toISOString(),
    });
    expect(await tokensOf(app, fan)).toEqual({ wallet: 14, held: 6 });
    const waiting = await star.client.call('GET /streaming/private/available-list', { query: {} });
    expect(waiting).toMatchObject({ total: 1, data: [{ _id: asked[0]!._id, message: 'The Elgar, once', fan: { spent: 0 } }] });
    const check = (who: Person, id: string) => who.client.call('GET /streaming/private-chat/check-stream/{id}', { params: { id } });
    expect([await check(fan, star.id), await check(star, fan.id)]).toEqual(
      Array(2).fill({ isStreaming: false, state: 'requested', streamId: asked[0]!._id, conversationId: asked[0]!.conversationId }),
    );
    expect(await showOf(fan, asked[0]!._id)).toMatchObject({ session: null, seat: null, camera: null, request: { _id: asked[0]!._id } });
    // Another performer meanwhile; and the price agreed stays.
    const [other] = await pair();
    expect(await codeOf(send(fan, other.id))).toBe('REQUEST_OPEN');
    await setPrices(app, star, { price: 900n });
    expect((await showOf(fan, asked[0]!._id)).request.price).toBe(2);
    await fan.client.call('POST /streaming/private-chat/{id}/cancel', { params: { id: asked[0]!._id } });
    expect(await tokensOf(app, fan)).toEqual({ wallet: 20, held: 0 });
  });

  test('is refused without tokens, to those who are away or busy, to who is blocked, and of oneself; nothing changes', async () => {
    const [star, fan] = await pair(5);
    await app.settle();
    const changed = await watchRows(app);
    expect(await codeOf(send(fan, star.id))).toBe('INSUFFICIENT_TOKENS');
    expect(await codeOf(send(fan, 'nobody-of-that-name'))).toBe('NOT_FOUND');
    expect(await codeOf(send(star, star.id))).toBe('OWN_ITEM');
    expect(await changed()).toEqual({});
    await topUp(app, fan, 50);
    await app.platform.database.insertInto('blocks').values({ performer_id: star.id, account_id: fan.id }).execute();
    expect(await codeOf(send(fan, star.id))).toBe('NOT_FOUND');
    await app.platform.database.deleteFrom('blocks').where('performer_id', '=', star.id).execute();
    const { streamId } = await beginGroupShow(star);
    expect(await codeOf(send(fan, star.id))).toBe('LIVE_BUSY');
    await star.client.call('POST /streaming/end/{id}', { params: { id: streamId } });
    app.clock.advance(6 * 60_000);
    expect(await codeOf(send(fan, star.id))).toBe('LIVE_BUSY');
    const { private: terms } = await fan.client.call('GET /streaming/offers/{id}', { params: { id: star.id } });
    expect(terms.obstacle).toBe('offline');
    expect(await tokensOf(app, fan)).toEqual({ wallet: 55, held: 0 });
  });

  test('a request is declined by its performer alone, or expires after 120 seconds; the hold is returned, once', async () => {
    const [star, fan] = await pair();
    const [stranger] = await pair();
    const decline = (who: Person, id: string) => who.client.send('DELETE /streaming/private/available-list/{id}', { params: { id } });
    const first = await ask(fan, star);
    expect(await codeOf(decline(stranger, first._id))).toBe('NOT_FOUND');
    expect(await codeOf(accept(stranger, first._id))).toBe('NOT_FOUND');
    expect((await decline(star, first._id)).status).toBe(200);
    expect((await showOf(fan, first._id)).request.state).toBe('declined');
    for (const act of [decline(star, first._id), accept(star, first._id)]) expect(await codeOf(act)).toBe('REQUEST_STATE');
    const second = await ask(fan, star);
    app.clock.advance(119_999);
    expect((await showOf(fan, second._id)).request.state).toBe('requested');
    app.clock.advance(1);
    for (const act of [decline(star, second._id), accept(star, second._id)]) expect(await codeOf(act)).toBe('REQUEST_STATE');
    expect(await codeOf(fan.client.send('POST /streaming/private-chat/{id}/cancel', { params: { id: second._id } }))).toBe('REQUEST_STATE');
    await Promise.all([sweepMinutes(app.platform), sweepMinutes(app.platform)]);
    expect((await showOf(fan, second._id)).request.state).toBe('expired');
    expect(await tokensOf(app, fan)).toEqual({ wallet: 20, held: 0 });
  });

  test('the balance spent elsewhere meanwhile doesn’t touch the hold', async () => {
    const [star, fan] = await pair(10);
    const { _id } = await ask(fan, star);
    const tip = { params: { id: star.id }, body: { amount: 5 } };
    expect(await codeOf(fan.client.send('POST /payment-wallet/send-tip-wallet/{id}', tip))).toBe('INSUFFICIENT_TOKENS');
    await fan.client.call('POST /payment-wallet/send-tip-wallet/{id}', { ...tip, body: { amount: 4 } });
    expect((await accept(star, _id)).status).toBe(201);
    expect(await tokensOf(app, fan)).toEqual({ wallet: 0, held: 6 });
    await fan.client.call('POST /streaming/leave/{id}', { params: { id: _id } });
    expect(await tokensOf(app, fan)).toEqual({ wallet: 6, held: 0 });
  });
});

describe('the show', () => {
  test('accepting twice is one show; a second one is refused while it is open', async () => {
    const [star, fan] = await pair();
    const [, other] = await pair();
    const [first, second] = [await ask(fan, star), await ask(other, star)];
    const answers = await Promise.all([accept(star, first._id), accept(star, first._id)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(await codeOf(accept(star, second._id))).toBe('LIVE_BUSY');
    expect(await codeOf(star.client.send('POST /streaming/live', { body: { title: 'Public' } }))).toBe('LIVE_BUSY');
    expect(await codeOf(star.client.send('POST /streaming/group-chat', { body: { title: 'Group', seats: 3 } }))).toBe('LIVE_BUSY');
    // Strangers, admins and visitors: the show isn't theirs.
    for (const client of [other.client, admin.client]) {
      expect(await codeOf(client.send('GET /streaming/private-chat/{id}', { params: { id: first._id } }))).toBe('NOT_FOUND');
      expect(await codeOf(client.send('POST /streaming/join/{id}', { params: { id: first._id } }))).toBe('LOCKED');
      const said = { params: { id: first.conversationId }, body: { text: 'Hello' } };
      expect(await codeOf(client.send('POST /messages/stream/conversations/{id}', said))).toBe('NOT_FOUND');
      expect(await codeOf(client.send('GET /messages/conversations/public/{id}', { params: { id: first.conversationId } }))).toBe(
        'NOT_FOUND',
      );
      expect(await codeOf(client.send('GET /streaming/receipts/{id}', { params: { id: first._id } }))).toBe('NOT_FOUND');
      expect(await codeOf(client.send('POST /streaming/leave/{id}', { params: { id: first._id } }))).toBe('NOT_FOUND');
    }
    expect(await codeOf(app.client().send('POST /streaming/join/{id}', { params: { id: first._id } }))).toBe('UNAUTHENTICATED');
    const said = { params: { id: first.conversationId }, body: { text: 'Hello' } };
    for (const who of [fan, star]) expect((await who.client.send('POST /messages/stream/conversations/{id}', said)).status).toBe(201);
    expect((await fan.client.call('GET /messages/conversations/public/{id}', { params: { id: first.conversationId } })).total).toBe(2);
    const live = await app.client().call('GET /streaming/live', { query: { limit: 100 } });
    expect(live.data.some(({ performer }) => performer._id === star.id)).toBe(false);
    await star.client.call('POST /streaming/end/{id}', { params: { id: first._id } });
    expect((await accept(star, second._id)).status).toBe(201);
    await other.client.call('POST /streaming/leave/{id}', { params: { id: second._id } });
  });

  test('minutes: the hold first, then the wallet; two sweeps and the fan’s own call at once charge each minute once', async () => {
    const { star, fan, node, streamId } = await onAir(20);
    expect(await tokensOf(app, fan)).toEqual({ wallet: 14, held: 4 });
    for (let minute = 2; minute <= 4; minute += 1) {
      for (let n = 0; n < 6; n += 1) await node.pass(10_000);
      const tick = () => fan.client.send('POST /payment-wallet/send-private-chat/{id}', { params: { id: streamId } });
      const answers = await Promise.all([sweepMinutes(app.platform), tick(), sweepMinutes(app.platform), tick()]);
      const charged = [answers[0], answers[2]].reduce((sum: number, n) => sum + Number(n), 0);
      const asked = [answers[1], answers[3]].filter((answer) => (answer as Awaited<ReturnType<typeof tick>>).data.isCharged).length;
      expect(charged + asked).toBe(1);
    }
    expect(await tokensOf(app, fan)).toEqual({ wallet: 12, held: 0 });
    const { seat, request } = await showOf(fan, streamId);
    expect([request.state, seat]).toMatchObject(['active', { minutes: 4, spent: 8, balance: 12, minutesLeft: 6, held: 0 }]);
    await app.settle();
    const receipt = await fan.client.call('POST /streaming/leave/{id}', { params: { id: streamId } });
    expect(receipt).toMatchObject({
      endReason: 'fan',
      fans: [{ total: 8, money: 8, net: null, balance: 12, walletBefore: 20, walletAfter: 12, leftReason: 'left' }],
    });
    expect(receipt.fans[0]!.minutes.map(({ minute, amount, isRefunded }) => [minute, amount, isRefunded])).toEqual(
      [1, 2, 3, 4].map((minute) => [minute, 2, false]),
    );
    expect(await receiptOf(star, streamId)).toMatchObject({ total: 8, net: 6, balance: null, walletBefore: null, walletAfter: null });
    expect(await star.client.call('GET /streaming/summary/{id}', { params: { id: streamId } })).toMatchObject({
      minutes: { count: 4, tokens: 8, net: 6 },
      session: { type: 'private', endReason: 'fan' },
    });
    const [past] = (await star.client.call('GET /streaming/shows', { query: {} })).data;
    expect(past).toMatchObject({ _id: streamId, minutes: { count: 4 } });
  });

  test('a break of the performer gives the running minute back, and the same show goes on with a new one', async () => {
    const { star, fan, node, streamId, publishToken } = await onAir(20);
    await node.pass(30_000);
    node.drop(streamId);
    await node.report();
    expect(await tokensOf(app, fan)).toEqual({ wallet: 16, held: 4 });
    await node.pass(40_000);
    await sweepMinutes(app.platform);
    expect((await receiptOf(fan, streamId)).minutes).toMatchObject([
      { minute: 1, isRefunded: true, refundReason: 'dropped', connectedSeconds: 30, protocols: ['whep'] },
    ]);
    await node.publish(streamId, publishToken);
    await node.report();
    expect(await sweepMinutes(app.platform)).toBe(0);
    // Settling is once a seat: the next minute begins with the next media.
    await node.pass(1);
    expect(await sweepMinutes(app.platform)).toBe(1);
    expect((await showOf(fan, streamId)).seat).toMatchObject({ minutes: 1, spent: 2 });
    // The fan leaves the room without leaving the show: the clock stops, and the rest of the minute is there at the return.
    await node.pass(20_000);
    const hosted = node.hosted.get(streamId)!;
    node.hosted.set(streamId, { ...hosted, watching: [], viewers: 0 });
    await node.pass(500_000);
    expect((await showOf(star, streamId)).seat).toMatchObject({ minutes: 1, nextMinuteAt: null });
    node.hosted.set(streamId, hosted);
    await node.pass(39_998);
    expect(await sweepMinutes(app.platform)).toBe(0);
    expect((await showOf(star, streamId)).seat).toMatchObject({
      minutes: 1,
      nextMinuteAt: new Date(app.clock.now().getTime() + 2).toISOString(),
    });
    node.hosted.set(streamId, { ...hosted, watching: [], viewers: 0 });
    await node.report();
    await star.client.call('POST /streaming/end/{id}', { params: { id: streamId } });
    expect(await receiptOf(fan, streamId)).toMatchObject({ total: 2, minutes: [{ isRefunded: true }, { isRefunded: false }] });
    expect(await tokensOf(app, fan)).toEqual({ wallet: 18, held: 0 });
  });

  test('the performer’s end gives the running minute back; whatever is left is released', async () => {
    const { star, fan, streamId, playToken, node } = await onAir(20);
    await node.pass(15_000);
    await star.client.call('POST /streaming/end/{id}', { params: { id: streamId } });
    expect(await tokensOf(app, fan)).toEqual({ wallet: 20, held: 0 });
    for (const who of [fan, star])
      expect(await receiptOf(who, streamId)).toMatchObject({
        minutes: [{ isRefunded: true, refundReason: 'ended', connectedSeconds: 15 }],
      });
    await expect(node.authority.authorize(node, streamId, 'play', playToken)).rejects.toMatchObject({
      code: expect.stringMatching(/^LIVE_/),
    });
    const tick = fan.client.send('POST /payment-wallet/send-private-chat/{id}', { params: { id: streamId } });
    expect(await codeOf(tick)).toBe('LIVE_NOT_ON_AIR');
  });

  test('a node that dies: nobody is charged for what nobody saw, and the running minute is given back', async () => {
    const { fan, streamId } = await onAir(20);
    app.clock.advance(12_000);
    await sweepShows(app.platform);
    expect(await stateOf(streamId)).toMatchObject({ state: 'interrupted' });
    expect(await tokensOf(app, fan)).toEqual({ wallet: 16, held: 4 });
    app.clock.advance(90_000);
    await sweepShows(app.platform);
    expect(await stateOf(streamId)).toEqual({ state: 'ended', end_reason: 'dropped' });
    expect(await tokensOf(app, fan)).toEqual({ wallet: 20, held: 0 });
  });

  test('a clock that jumps charges nothing: minutes follow media; and while the node is silent nothing is charged', async () => {
    const { fan, node, streamId } = await onAir(20);
    const later = new Date(app.clock.now().getTime() + 240_000);
    // Reported by the new clock already: the app's own sweep runs beside, and would take the node for a dead one.
    await app.platform.database.updateTable('live_nodes').set({ seen_at: later }).where('id', '=', node.id).execute();
    app.clock.set(later);
    await Promise.all([sweepMinutes(app.platform), sweepMinutes(app.platform)]);
    expect((await receiptOf(fan, streamId)).minutes).toHaveLength(1);
    await node.pass(60_000);
    app.clock.advance(11_000);
    expect(await sweepMinutes(app.platform)).toBe(0);
    await node.report();
    expect(await sweepMinutes(app.platform)).toBe(1);
    expect((await receiptOf(fan, streamId)).minutes).toHaveLength(2);
    await fan.client.call('POST /streaming/leave/{id}', { params: { id: streamId } });
  });

  test('out of tokens: warned at two minutes and at one, then out of the room with the last paid second', async () => {
    const { fan, node, streamId, playToken } = await onAir(6);
    const warnings = async () => {
      const { rows } = await sql<{ warning: number | null }>`
        select (payload ->> 'warning')::int as warning from outbox
        where event = 'streams.seatChanged' and payload ->> 'streamId' = ${streamId} and payload ->> 'change' = 'charged' order by id`.execute(
        app.platform.database,
      );
      return rows.map(({ warning }) => warning);
    };
    for (let n = 0; n < 12; n += 1) {
      await node.pass(10_000);
      await sweepMinutes(app.platform);
    }
    expect(await warnings()).toEqual([null, 2, 1]);
    expect(await tokensOf(app, fan)).toEqual({ wallet: 0, held: 0 });
    for (let n = 0; n < 5; n += 1) await node.pass(10_000);
    await node.pass(9_999);
    await sweepMinutes(app.platform);
    expect(await stateOf(streamId)).toMatchObject({ state: 'live' });
    await node.pass(1);
    await Promise.all([sweepMinutes(app.platform), sweepMinutes(app.platform)]);
    expect(await stateOf(streamId)).toEqual({ state: 'ended', end_reason: 'outOfTokens' });
    expect((await node.report()).end).toContain(streamId);
    await expect(node.authority.authorize(node, streamId, 'play', playToken)).rejects.toMatchObject({
      code: expect.stringMatching(/^LIVE_/),
    });
    expect(await receiptOf(fan, streamId)).toMatchObject({ total: 6, leftReason: 'outOfTokens' });
  });

  test('a fan’s own limit a show: warned alike, then the show ends; the performer reads that the tokens ran out', async () => {
    const { star, fan, node, streamId } = await onAir(50);
    const limits = { show: 9, monthly: 500 };
    expect((await fan.client.call('PUT /spending-limits', { body: limits })).monthly).toMatchObject({ spent: 2, reserved: 4, left: 494 });
    expect((await showOf(fan, streamId)).seat).toMatchObject({ minutesLeft: 3, balance: 44, held: 4 });
    for (let n = 0; n < 24; n += 1) {
      await node.pass(10_000);
      await sweepMinutes(app.platform);
    }
    expect(await stateOf(streamId)).toEqual({ state: 'ended', end_reason: 'outOfTokens' });
    expect(await receiptOf(fan, streamId)).toMatchObject({ total: 8, leftReason: 'limitReached' });
    expect(await receiptOf(star, streamId)).toMatchObject({ total: 8, leftReason: 'outOfTokens' });
    expect(await tokensOf(app, fan)).toEqual({ wallet: 42, held: 0 });
    // The minimum of another show is within the limit a show; the month's is not.
    await fan.client.call('PUT /spending-limits', { body: { monthly: 13.99 } });
    await show(star);
    expect((await send(fan, star.id)).error).toMatchObject({ error: 'SPENDING_LIMIT', details: { limit: 'monthly', left: 5.99 } });
    expect(await tokensOf(app, fan)).toEqual({ wallet: 42, held: 0 });
  });

  test('who can’t pay on is out of the room within five seconds of the last paid one', async () => {
    const { streamId, node } = await onAir(6);
    for (let n = 0; n < 17; n += 1) {
      await node.pass(10_000);
      await sweepMinutes(app.platform);
    }
    // The third and last minute is over in 10 s. Reports come every other second and the sweep each second, both as late as they can.
    await node.pass(9999);
    await sweepMinutes(app.platform);
    const lastPaid = app.clock.now().getTime() + 1;
    await node.pass(2000);
    app.clock.advance(1000);
    await sweepMinutes(app.platform);
    app.clock.advance(1000);
    expect((await node.report()).end).toContain(streamId);
    expect(await stateOf(streamId)).toMatchObject({ state: 'ended' });
    expect(app.clock.now().getTime() - lastPaid).toBeLessThanOrEqual(5000);
  });

  test('a suspended fan is out, and a blocked one; their requests end', async () => {
    const { star, fan, streamId } = await onAir(20);
    await app.platform.database.insertInto('blocks').values({ performer_id: star.id, account_id: fan.id }).execute();
    await sweepMinutes(app.platform);
    expect(await stateOf(streamId)).toMatchObject({ state: 'ended' });
    const [second, other] = await pair();
    const { _id } = await ask(other, second);
    await app.platform.database.updateTable('accounts').set({ status: 'suspended' }).where('id', '=', other.id).execute();
    expect(await codeOf(accept(second, _id))).toBe('REQUEST_STATE');
    await sweepMinutes(app.platform);
    expect((await showOf(second, _id)).request.state).toBe('cancelled');
    expect(await tokensOf(app, other)).toEqual({ wallet: 20, held: 0 });
  });
});

describe('beside a public show', () => {
  test('it is paused, its chat stays open, and it waits until the private one is over', async () => {
    const node = await createIsolatedNode(app);
    const [star, fan] = await pair();
    const open = await createShow(star, { node });
    const { streamId } = await beginPrivateShow(star, fan, { node });
    expect(await stateOf(open.streamId)).toMatchObject({ state: 'paused' });
    // Who still publishes it is disconnected, and nobody else.
    const { revoked, end } = await node.report();
    expect([revoked.map((one) => one.streamId), end]).toEqual([[open.streamId], []]);
    node.drop(open.streamId);
    expect((await node.report()).revoked).toEqual([]);
    for (let n = 0; n < 20; n += 1) await node.pass(10_000);
    await sweepShows(app.platform);
    expect(await stateOf(open.streamId)).toMatchObject({ state: 'paused' });
    const said = { params: { id: open.conversationId }, body: { text: 'We wait' } };
    expect((await fan.client.send('POST /messages/stream/public/conversations/{id}', said)).status).toBe(201);
    expect((await app.client().call('GET /streaming/view/{id}', { params: { id: star.username } }))._id).toBe(open.streamId);
    await expect(node.authority.authorize(node, open.streamId, 'publish', open.token)).rejects.toMatchObject({
      code: expect.stringMatching(/^LIVE_/),
    });
    await star.client.call('POST /streaming/end/{id}', { params: { id: streamId } });
    expect(await stateOf(open.streamId)).toMatchObject({ state: 'interrupted' });
    const again = await star.client.call('POST /streaming/live', { body: { title: 'Another title' } });
    expect(again.session._id).toBe(open.streamId);
    await node.publish(open.streamId, again.publishing.token);
    await node.report();
    expect(await stateOf(open.streamId)).toMatchObject({ state: 'live' });
    await star.client.call('POST /streaming/end/{id}', { params: { id: open.streamId } });
  });

  test('or it ends, as the performer chose', async () => {
    const [star, fan] = await pair();
    const open = await createShow(star);
    const { _id } = await ask(fan, star);
    expect((await accept(star, _id, { publicShow: 'end' })).status).toBe(201);
    expect(await stateOf(open.streamId)).toEqual({ state: 'ended', end_reason: 'privateShow' });
    await show(star);
    await fan.client.call('POST /streaming/leave/{id}', { params: { id: _id } });
  });
});

describe('the fan’s camera', () => {
  test('is a medium of its own: the fan publishes it, the performer plays it, nobody else; it ends with the show', async () => {
    const node = await createIsolatedNode(app);
    const [star, fan] = await pair();
    const [, stranger] = await pair();
    const { streamId } = await beginPrivateShow(star, fan, { node, withCamera: true });
    const { camera } = await showOf(fan, streamId);
    const mediaId = camera!.mediaId;
    const tokenFor = (who: Person, type: 'play' | 'publish') => who.client.send('POST /streaming/token', { body: { id: mediaId, type } });
    expect(await codeOf(tokenFor(star, 'publish'))).toBe('FORBIDDEN');
    expect(await codeOf(tokenFor(fan, 'play'))).toBe('FORBIDDEN');
    for (const type of ['play', 'publish'] as const) expect(await codeOf(tokenFor(stranger, type))).toBe('NOT_FOUND');
    expect(await codeOf(fan.client.send('POST /streaming/token', { body: { id: streamId, type: 'publish' } }))).toBe('FORBIDDEN');
    const publishing = (await tokenFor(fan, 'publish')).data.tokenId;
    const playing = (await tokenFor(star, 'play')).data.tokenId;
    expect(await node.publish(mediaId, publishing)).toMatchObject({ streamId: mediaId, isRecorded: false });
    await node.watch(mediaId, playing);
    // Neither opens the show, and the show's token doesn't open the camera.
    await expect(node.authority.authorize(node, streamId, 'publish', publishing)).rejects.toMatchObject({
      code: expect.stringMatching(/^LIVE_/),
    });
    await expect(node.authority.authorize(node, mediaId, 'play', undefined)).rejects.toMatchObject({
      code: expect.stringMatching(/^LIVE_/),
    });
    expect((await node.report()).end).toEqual([]);
    await node.pass(10_000);
    expect(await sweepMinutes(app.platform)).toBe(1);
    await fan.client.call('POST /streaming/leave/{id}', { params: { id: streamId } });
    expect((await node.report()).end).toEqual(expect.arrayContaining([streamId, mediaId]));
    await expect(node.authority.authorize(node, mediaId, 'publish', publishing)).rejects.toMatchObject({
      code: expect.stringMatching(/^LIVE_/),
    });
    const without = await beginPrivateShow(star, fan, { node });
    expect((await showOf(fan, without.streamId)).camera).toBeNull();
    await fan.client.call('POST /streaming/leave/{id}', { params: { id: without.streamId } });
  });
});
