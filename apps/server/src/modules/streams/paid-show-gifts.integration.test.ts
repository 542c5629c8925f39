import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Answer } from '../../testing/client.ts';
import { type Person, createAdmin, createFan, createPerformer, topUp } from '../../testing/factories.ts';
import { assertSound, beginGroupShow, beginPrivateShow, joinAndWatch, setPrices, tokensOf } from '../../testing/paid-show-fixtures.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { createIsolatedNode } from '../../testing/test-node.ts';
import { createInitialGifts } from '../gifts/index.ts';
import { sweepMinutes } from './index.ts';

// Gifts, emoji and tips in private and group shows: from the wallet beside the hold, within the fan's limits, from those who are in the room.

let app: TestApp;
let admin: Person;
let rose: string;
let fire: string;
beforeAll(async () => {
  app = await createTestApp();
  await createInitialGifts(app.platform);
  admin = await createAdmin(app);
  const { client } = await createFan(app);
  const star = await createPerformer(app, { admin });
  rose = (await client.call('GET /gift/performers/{id}', { params: { id: star.id } })).data.find(({ name }) => name === 'Rose')!._id;
  fire = (await client.call('GET /emoji/search', { query: { q: 'fire' } })).data[0]!._id;
});
afterAll(() => app.close());
afterEach(() => assertSound(app));

const codeOf = async (answer: Promise<Answer<unknown>>): Promise<string | undefined> => (await answer).error?.error;
const newFan = async (tokens: number): Promise<Person> => {
  const fan = await createFan(app);
  await topUp(app, fan, tokens);
  return fan;
};
const give = (fan: Person, performer: Person, streamId: string, quantity = 1) =>
  fan.client.send('POST /payment-wallet/gifting', { body: { giftId: rose, performerId: performer.id, streamId, quantity } });
const salesOf = (fan: Person) =>
  app.platform.database
    .selectFrom('ledger.transactions')
    .select(['kind', 'tokens_amount', 'commission_amount', 'net_amount'])
    .where('buyer_id', '=', fan.id)
    .where('kind', 'in', ['gift', 'emoji', 'tip'])
    .orderBy('id')
    .execute();
/** A private show at 2 tokens a minute, 3 of them held, whose first minute is paid. */
const onAir = async (tokens: number) => {
  const node = await createIsolatedNode(app);
  const star = await createPerformer(app, { admin });
  await setPrices(app, star);
  await star.client.call('GET /users/me');
  await app.settle();
  const fan = await newFan(tokens);
  const show = await beginPrivateShow(star, fan, { node });
  await node.pass(10_000);
  await sweepMinutes(app.platform);
  return { node, star, fan, ...show };
};

test('a gift in a private show is paid from the wallet, not from the hold, and is in its chat, its receipt and its figures', async () => {
  const { star, fan, streamId, conversationId } = await onAir(11);
  expect(await tokensOf(app, fan)).toEqual({ wallet: 5, held: 4 });
  // The hold pays minutes alone.
  expect(await codeOf(give(fan, star, streamId, 6))).toBe('INSUFFICIENT_TOKENS');
  expect((await give(fan, star, streamId, 2)).data).toMatchObject({ amount: 2, balance: 3 });
  const emoji = { emojiId: fire, performerId: star.id, streamId, quantity: 4 };
  expect((await fan.client.send('POST /payment-wallet/emoji', { body: emoji })).data).toMatchObject({ balance: 2 });
  expect(await salesOf(fan)).toEqual([
    { kind: 'gift', tokens_amount: 200n, commission_amount: 40n, net_amount: 160n },
    { kind: 'emoji', tokens_amount: 100n, commission_amount: 20n, net_amount: 80n },
  ]);
  expect(await tokensOf(app, fan)).toEqual({ wallet: 2, held: 4 });
  // What is left for minutes is told at once: two held ones, and one of the wallet.
  const { seat } = await fan.client.call('GET /streaming/private-chat/{id}', { params: { id: streamId } });
  expect(seat).toMatchObject({ balance: 2, held: 4, minutesLeft: 3, spent: 2 });
  await app.settle();
  const { data } = await star.client.call('GET /messages/conversations/public/{id}', { params: { id: conversationId } });
  expect(data).toMatchObject([
    { kind: 'emoji', tip: 1, gift: { symbol: '🔥', quantity: 4 } },
    { kind: 'gift', tip: 2, sender: { _id: fan.id }, gift: { name: 'Rose', quantity: 2 } },
  ]);
  const summary = await star.client.call('GET /streaming/summary/{id}', { params: { id: streamId } });
  expect([summary.tips, summary.minutes]).toMatchObject([
    { count: 2, tokens: 3 },
    { count: 1, tokens: 2 },
  ]);
  const receipt = await fan.client.call('POST /streaming/leave/{id}', { params: { id: streamId } });
  expect(receipt.fans[0]).toMatchObject({ total: 2, tips: 3, balance: 6, walletBefore: 11, walletAfter: 6 });
  expect(await codeOf(give(fan, star, streamId))).toBe('LIVE_NOT_ON_AIR');
});

test('who isn’t in the room gives nothing there, and nothing is taken', async () => {
  const { star, fan, streamId } = await onAir(11);
  const stranger = await newFan(20);
  expect(await codeOf(give(stranger, star, streamId))).toBe('LOCKED');
  expect(await tokensOf(app, stranger)).toEqual({ wallet: 20, held: 0 });
  await fan.client.call('POST /streaming/leave/{id}', { params: { id: streamId } });

  const node = await createIsolatedNode(app);
  const host = await createPerformer(app, { admin });
  const group = await beginGroupShow(host, { node, price: 1 });
  expect(await codeOf(give(stranger, host, group.streamId))).toBe('LOCKED');
  await joinAndWatch(stranger, node, group.streamId);
  expect((await give(stranger, host, group.streamId, 3)).data).toMatchObject({ amount: 3, balance: 16 });
  await stranger.client.call('POST /streaming/leave/{id}', { params: { id: group.streamId } });
  expect(await codeOf(give(stranger, host, group.streamId))).toBe('LOCKED');
  expect(await tokensOf(app, stranger)).toEqual({ wallet: 17, held: 0 });
  await host.client.call('POST /streaming/end/{id}', { params: { id: group.streamId } });
});

test('a fan’s own limit a show counts gifts and minutes together, with what is held', async () => {
  const { star, fan, streamId } = await onAir(50);
  await fan.client.call('PUT /spending-limits', { body: { show: 9, monthly: 500 } });
  // Of nine tokens two are spent and four held.
  const refused = await give(fan, star, streamId, 4);
  expect(refused.error).toMatchObject({
    error: 'SPENDING_LIMIT',
    details: { limit: 'show', left: 3 },
    message: 'This would go over your spending limit per show. Nothing was charged.',
  });
  const told = async (query: { streamId?: string } = { streamId }) => (await fan.client.call('GET /spending-limits', { query })).show;
  expect(await told()).toMatchObject({ limit: 9, inShow: { spent: 2, reserved: 4, left: 3 } });
  expect((await give(fan, star, streamId, 3)).status).toBe(200);
  expect(await told()).toMatchObject({ inShow: { spent: 5, reserved: 4, left: 0 } });
  // What is given elsewhere, or by another, is not of this show.
  await fan.client.call('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: star.id }, body: { amount: 2 } });
  expect((await told()).inShow).toEqual({ spent: 5, reserved: 4, left: 0 });
  expect((await told({ streamId: randomUUID() })).inShow).toEqual({ spent: 0, reserved: 0, left: 9 });
  expect((await told({})).inShow).toBeNull();
  expect((await star.client.call('GET /spending-limits', { query: { streamId } })).show.inShow).toEqual({
    spent: 0,
    reserved: 0,
    left: null,
  });
  expect(await codeOf(give(fan, star, streamId))).toBe('SPENDING_LIMIT');
  // The minutes that are held stay: only those.
  const { seat } = await fan.client.call('GET /streaming/private-chat/{id}', { params: { id: streamId } });
  expect(seat).toMatchObject({ balance: 39, held: 4, minutesLeft: 2 });
  expect(await salesOf(fan)).toMatchObject([
    { kind: 'gift', tokens_amount: 300n },
    { kind: 'tip', tokens_amount: 200n },
  ]);
  await fan.client.call('POST /streaming/leave/{id}', { params: { id: streamId } });
});
