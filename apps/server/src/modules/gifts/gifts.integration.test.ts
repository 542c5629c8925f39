import { randomUUID } from 'node:crypto';
import type { ServerEvents } from '@stagedoor/contract/realtime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyLedger } from '../../ledger/index.ts';
import { sweepOrphans } from '../files/index.ts';
import type { Answer } from '../../testing/client.ts';
import { type Person, createAdmin, createFan, createFeed, createPerformer, picture, topUp, unique } from '../../testing/factories.ts';
import { createShow, createTestNode } from '../../testing/test-node.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { createInitialGifts } from './index.ts';

let app: TestApp;
let admin: Person;
let star: Person;
let fan: Person;
let rose: string;
let fire: string;

beforeAll(async () => {
  app = await createTestApp();
  await createInitialGifts(app.platform);
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin });
  fan = await createFan(app);
  await topUp(app, fan, 500);
  rose = (await fan.client.call('GET /gift/performers/{id}', { params: { id: star.username } })).data.find(
    ({ name }) => name === 'Rose',
  )!._id;
  fire = (await fan.client.call('GET /emoji/search', { query: { q: 'fire' } })).data[0]!._id;
});
afterAll(() => app.close());

const database = () => app.platform.database;
const code = async (sent: Promise<Answer<unknown>>) => (await sent).error?.error;
const ownGift = async (who: Person, more: Record<string, unknown> = {}) => {
  const { _id: fileId } = await who.client.call('POST /gift/image', { files: { file: await picture() } });
  return who.client.call('POST /gift', { body: { name: 'Rosin', price: 3, animation: 'burst', fileId, ...more } });
};
const give = (who: Person, body: { giftId: string; performerId: string } & Record<string, unknown>, idempotencyKey?: string) =>
  who.client.send('POST /payment-wallet/gifting', { body, ...(idempotencyKey ? { headers: { 'idempotency-key': idempotencyKey } } : {}) });
const send = (who: Person, body: { emojiId: string; performerId: string } & Record<string, unknown>, idempotencyKey?: string) =>
  who.client.send('POST /payment-wallet/emoji', { body, ...(idempotencyKey ? { headers: { 'idempotency-key': idempotencyKey } } : {}) });
const orderOf = (orderId: string) => database().selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
const transactionOf = (id: string) =>
  database().selectFrom('ledger.transactions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const eventOf = async (transactionId: string): Promise<ServerEvents['RECEIVED_PAID_TOKEN_EVENT']> => {
  const row = await database()
    .selectFrom('paid_events')
    .select('payload')
    .where('transaction_id', '=', transactionId)
    .executeTakeFirstOrThrow();
  return row.payload as ServerEvents['RECEIVED_PAID_TOKEN_EVENT'];
};
const balanceOf = async (who: Person) => (await who.client.call('GET /users/me')).balance;
const ledgerHolds = async () => {
  const { checks } = await verifyLedger(database());
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
};

describe('giving', () => {
  test('a gift costs its price times the quantity, pays the performer and is announced', async () => {
    const before = await balanceOf(fan);
    const receipt = await fan.client.call('POST /payment-wallet/gifting', {
      body: { giftId: rose, performerId: star.username, quantity: 3, message: 'Encore' },
    });
    expect(receipt).toMatchObject({ amount: 3, money: 3, balance: before - 3 });
    await app.settle();
    expect(await orderOf(receipt.orderId)).toMatchObject({
      kind: 'gift',
      state: 'paid',
      seller_id: star.id,
      item_kind: 'gift',
      item_title: 'Rose',
      tokens_amount: 300n,
      commission_rate: 2000,
      detail: { given: 'gift', giftId: rose, name: 'Rose', quantity: 3, animation: 'float', message: 'Encore' },
    });
    expect(await transactionOf(receipt.transactionId)).toMatchObject({
      kind: 'gift',
      tokens_amount: 300n,
      gross_amount: 300n,
      commission_amount: 60n,
      net_amount: 240n,
    });
    const entries = await database()
      .selectFrom('ledger.entries')
      .select('amount')
      .where('transaction_id', '=', receipt.transactionId)
      .execute();
    expect(entries.map(({ amount }) => amount).sort((a, b) => Number(a - b))).toEqual([-300n, -300n, 60n, 240n, 300n]);
    expect(await eventOf(receipt.transactionId)).toMatchObject({
      kind: 'gift',
      tokens: 3,
      net: 2.4,
      message: 'Encore',
      fan: { _id: fan.id },
      gift: { kind: 'gift', _id: rose, name: 'Rose', image: '/gifts/rose.svg', symbol: null, animation: 'float', quantity: 3 },
    });
    // The words are in the performer's earnings too: nobody need watch while they arrive. A refund's reason is not the fan's.
    const earned = async () => (await star.client.call('GET /earning/search')).data[0];
    expect(await earned()).toMatchObject({ _id: receipt.transactionId, message: 'Encore' });
    await admin.client.call('POST /admin/orders/{id}/refund', { params: { id: receipt.orderId }, body: { reason: 'By mistake.' } });
    expect(await earned()).toMatchObject({ kind: 'refund', message: '' });
    await ledgerHolds();
  });

  test('an emoji likewise, with its own commission; a free one can’t be bought', async () => {
    const receipt = await fan.client.call('POST /payment-wallet/emoji', { body: { emojiId: fire, performerId: star.id, quantity: 4 } });
    await app.settle();
    expect(await transactionOf(receipt.transactionId)).toMatchObject({ kind: 'emoji', tokens_amount: 100n, net_amount: 80n });
    expect(await eventOf(receipt.transactionId)).toMatchObject({
      kind: 'emoji',
      gift: { kind: 'emoji', symbol: '🔥', image: null, quantity: 4 },
    });
    const free = (await fan.client.call('GET /emoji/search', { query: { isFree: 'true' } })).data;
    expect(free).toHaveLength(18);
    expect(free.every(({ price }) => price === null)).toBe(true);
    expect(await code(send(fan, { emojiId: free[0]!._id, performerId: star.id }))).toBe('NOT_FOR_SALE');
  });

  test('a performer’s own commissions replace the site’s, for each kind', async () => {
    const other = await createPerformer(app, { admin });
    await database()
      .updateTable('performers')
      .set({ commission_overrides: JSON.stringify({ giftingSaleCommission: 1000, emojiSaleCommission: 3550 }) })
      .where('account_id', '=', other.id)
      .execute();
    const gift = await fan.client.call('POST /payment-wallet/gifting', { body: { giftId: rose, performerId: other.id } });
    const emoji = await fan.client.call('POST /payment-wallet/emoji', { body: { emojiId: fire, performerId: other.id } });
    expect(await transactionOf(gift.transactionId)).toMatchObject({ commission_rate: 1000, commission_amount: 10n, net_amount: 90n });
    // 35.5 % of 0.25: 0.08875, half up.
    expect(await transactionOf(emoji.transactionId)).toMatchObject({ commission_rate: 3550, commission_amount: 9n, net_amount: 16n });
    await ledgerHolds();
  });

  test('during a show a gift is in the chat, and counts for the goal', async () => {
    const host = await createPerformer(app, { admin });
    const { streamId, conversationId } = await createShow(host, { node: createTestNode(app), goal: { title: 'Strings', amount: 30 } });
    const own = await ownGift(host);
    await fan.client.call('POST /payment-wallet/gifting', {
      body: { giftId: own._id, performerId: host.id, streamId, quantity: 2, message: 'Brava' },
    });
    await fan.client.call('POST /payment-wallet/emoji', { body: { emojiId: fire, performerId: host.id, streamId } });
    await app.settle();
    const { data } = await app.client().call('GET /messages/conversations/public/{id}', { params: { id: conversationId } });
    expect(data).toMatchObject([
      { kind: 'emoji', tip: 0.25, text: '', gift: { kind: 'emoji', symbol: '🔥', quantity: 1 } },
      { kind: 'gift', tip: 6, text: 'Brava', sender: { _id: fan.id }, gift: { name: 'Rosin', animation: 'burst', quantity: 2 } },
    ]);
    const image = await fetch(app.url + data[1]!.gift!.image!);
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const view = await fan.client.call('GET /streaming/view/{id}', { params: { id: streamId } });
    expect(view).toMatchObject({ goal: { raised: 6.25 }, topTippers: [{ fan: { _id: fan.id }, amount: 6.25 }] });
    const summary = await host.client.call('POST /streaming/end/{id}', { params: { id: streamId } });
    expect(summary.tips).toMatchObject({ count: 2, tokens: 6.25, net: 5 });
    expect(await code(give(fan, { giftId: own._id, performerId: host.id, streamId }))).toBe('LIVE_NOT_ON_AIR');
  });

  test('for a post, the order names it; the post must be that performer’s', async () => {
    const feedId = await createFeed(star, { title: 'Etude', photos: 0 });
    const receipt = await fan.client.call('POST /payment-wallet/gifting', { body: { giftId: rose, performerId: star.id, feedId } });
    expect(await orderOf(receipt.orderId)).toMatchObject({ item_kind: 'feed', item_id: feedId, item_title: 'Etude' });
    const other = await createPerformer(app, { admin });
    expect(await code(give(fan, { giftId: rose, performerId: other.id, feedId }))).toBe('NOT_FOUND');
    const { streamId } = await createShow(other, { node: createTestNode(app) });
    expect(await code(give(fan, { giftId: rose, performerId: star.id, streamId }))).toBe('NOT_FOUND');
    expect(await code(give(fan, { giftId: rose, performerId: star.id, streamId, feedId }))).toBe('VALIDATION_FAILED');
  });
});

describe('refused gifts leave nothing', () => {
  test('own, blocked, insufficient, another’s gift, changed price, switched off, deleted', async () => {
    const other = await createPerformer(app, { admin });
    const own = await ownGift(star);
    const poor = await createFan(app);
    const blocked = await createFan(app);
    await topUp(app, blocked, 20);
    await star.client.call('POST /performer/block/users', { body: { userId: blocked.id } });
    const orders = async () =>
      Number(
        (
          await database()
            .selectFrom('orders')
            .select((s) => s.fn.countAll().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
      );
    const [before, sum] = [await orders(), await balanceOf(fan)];
    await topUp(app, star, 20);
    expect(await code(give(star, { giftId: rose, performerId: star.id }))).toBe('OWN_ITEM');
    expect(await code(give(blocked, { giftId: rose, performerId: star.id }))).toBe('BLOCKED_PAIR');
    expect(await code(send(blocked, { emojiId: fire, performerId: star.id }))).toBe('BLOCKED_PAIR');
    expect(await code(give(poor, { giftId: rose, performerId: star.id }))).toBe('INSUFFICIENT_TOKENS');
    expect(await code(send(poor, { emojiId: fire, performerId: star.id }))).toBe('INSUFFICIENT_TOKENS');
    expect(await code(give(fan, { giftId: own._id, performerId: other.id }))).toBe('NOT_FOUND');
    expect(await code(give(fan, { giftId: fire, performerId: star.id }))).toBe('NOT_FOUND');
    expect(await code(give(fan, { giftId: rose, performerId: star.id, priceVersion: 7 }))).toBe('PRICE_CHANGED');
    expect(await code(send(fan, { emojiId: fire, performerId: star.id, priceVersion: 7 }))).toBe('PRICE_CHANGED');
    for (const quantity of [0, -1, 1.5, 100, 1e300, '2'])
      expect([quantity, await code(give(fan, { giftId: rose, performerId: star.id, quantity }))]).toEqual([quantity, 'VALIDATION_FAILED']);
    expect(await code(give(fan, { giftId: rose, performerId: star.id, message: 'x'.repeat(301) }))).toBe('VALIDATION_FAILED');
    await star.client.call('DELETE /gift/{id}', { params: { id: own._id } });
    expect(await code(give(fan, { giftId: own._id, performerId: star.id }))).toBe('NOT_FOUND');
    await database().updateTable('gifts').set({ active: false }).where('id', '=', rose).execute();
    expect(await code(give(fan, { giftId: rose, performerId: star.id }))).toBe('NOT_FOR_SALE');
    await database().updateTable('gifts').set({ active: true }).where('id', '=', rose).execute();
    // One more: the top-up of the performer.
    expect([await orders(), await balanceOf(fan)]).toEqual([before + 1, sum]);
    await ledgerHolds();
  });

  test('a price changed after it was read is refused by the ledger', async () => {
    const own = await ownGift(star);
    const { offerGift } = await import('./index.ts');
    const { settleOffer } = await import('../orders/index.ts');
    const offer = await offerGift(
      app.platform,
      { id: fan.id, country: null },
      { id: own._id, target: { performer: star.id }, quantity: 1, message: '' },
    );
    await database().updateTable('gifts').set({ price_amount: 900n, price_version: 2 }).where('id', '=', own._id).execute();
    await expect(settleOffer(app.platform, offer, { method: 'wallet', buyerCountry: null, idempotency: undefined })).rejects.toMatchObject({
      code: 'PRICE_CHANGED',
    });
  });
});

describe.each([
  ['gifts', () => give, () => ({ giftId: rose }), 100n],
  ['emoji', () => send, () => ({ emojiId: fire }), 25n],
] as const)('concurrent and repeated %s', (_name, call, what, price) => {
  const pay = (who: Person, performerId: string, key?: string) =>
    (call() as unknown as (who: Person, body: object, key?: string) => Promise<Answer<{ orderId: string }>>)(
      who,
      { ...what(), performerId },
      key,
    );

  test('a wallet that covers four pays four of twelve', async () => {
    const buyer = await createFan(app);
    await topUp(app, buyer, 10);
    // Leaves enough for four, and a hundredth.
    const rest = 1000n - 4n * price - 1n;
    await buyer.client.call('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: star.id }, body: { amount: Number(rest) / 100 } });
    const answers = await Promise.all(Array.from({ length: 12 }, () => pay(buyer, star.id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
    expect(answers.filter(({ error }) => error?.error === 'INSUFFICIENT_TOKENS')).toHaveLength(8);
    expect(await balanceOf(buyer)).toBe(0.01);
    await ledgerHolds();
  });

  test('the same key is one payment, concurrently and later', async () => {
    const before = await balanceOf(fan);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 6 }, () => pay(fan, star.id, key)));
    answers.push(await pay(fan, star.id, key));
    expect(new Set(answers.map(({ data }) => data?.orderId)).size).toBe(1);
    expect(await balanceOf(fan)).toBeCloseTo(before - Number(price) / 100, 10);
    expect(await code(pay(fan, star.username, key))).toBe('IDEMPOTENCY_KEY_REUSED');
  });
});

describe('own gifts', () => {
  test('are changed and sorted by their performer alone; another price is another version', async () => {
    const maker = await createPerformer(app, { admin });
    const first = await ownGift(maker, { name: 'Rosin', price: '2.50' });
    const second = await ownGift(maker, { name: 'Bow', price: '4' });
    const shown = async () =>
      (await app.client().call('GET /gift/performers/{id}', { params: { id: maker.id } })).data
        .filter(({ performerId }) => performerId === maker.id)
        .map(({ name, price, priceVersion, animation }) => [name, price, priceVersion, animation]);
    const change = (by: Person, body: object) => by.client.raw('PUT /gift/{id}', { params: { id: first._id }, body });
    const content = { name: 'Amber rosin', price: '2.50', animation: 'float' };
    expect((await change(maker, content)).status).toBe(200);
    expect((await change(maker, { ...content, price: '3' })).status).toBe(200);
    expect(await shown()).toEqual([
      ['Amber rosin', 3, 2, 'float'],
      ['Bow', 4, 1, 'burst'],
    ]);
    expect((await maker.client.call('PUT /gift/order', { body: { ids: [second._id, second._id] } })).data.map(({ _id }) => _id)).toEqual([
      second._id,
      first._id,
    ]);
    expect((await shown()).map(([name]) => name)).toEqual(['Bow', 'Amber rosin']);

    // Another performer changes and sorts nothing, and no other's picture is taken.
    const { _id: fileId } = await maker.client.call('POST /gift/image', { files: { file: await picture() } });
    const rival = await ownGift(star);
    expect([(await change(star, content)).status, (await change(maker, { ...content, price: '1000000' })).status]).toEqual([404, 422]);
    const stolen = await star.client.raw('PUT /gift/{id}', { params: { id: rival._id }, body: { ...content, fileId } });
    expect(stolen.error.error).toBe('FILE_NOT_YOURS');
    await star.client.call('PUT /gift/order', { body: { ids: [first._id, second._id] } });
    expect((await shown()).map(([name]) => name)).toEqual(['Bow', 'Amber rosin']);
    const before = await database().selectFrom('gifts').select('image_file_id').where('id', '=', first._id).executeTakeFirstOrThrow();
    expect((await change(maker, { ...content, fileId })).status).toBe(200);
    const after = await database().selectFrom('gifts').select('image_file_id').where('id', '=', first._id).executeTakeFirstOrThrow();
    expect([before.image_file_id === fileId, after.image_file_id]).toEqual([false, fileId]);
  });

  test('are created with an uploaded picture, listed with the site’s, and deleted', async () => {
    const maker = await createPerformer(app, { admin });
    const made = await ownGift(maker, { price: '2.50' });
    expect(made).toMatchObject({
      performerId: maker.id,
      name: 'Rosin',
      price: 2.5,
      priceVersion: 1,
      animation: 'burst',
      given: 0,
      tokens: 0,
    });
    await fan.client.call('POST /payment-wallet/gifting', { body: { giftId: made._id, performerId: maker.id, quantity: 2 } });
    expect((await maker.client.call('GET /gift/search', { query: { q: 'ros' } })).data).toMatchObject([
      { _id: made._id, given: 2, tokens: 5 },
    ]);
    const shown = await app.client().call('GET /gift/performers/{id}', { params: { id: maker.id } });
    expect(shown.total).toBe(9);
    expect(shown.data.map(({ performerId }) => performerId)).toEqual([maker.id, ...Array.from({ length: 8 }, () => null)]);
    await maker.client.call('DELETE /gift/{id}', { params: { id: made._id } });
    expect((await app.client().call('GET /gift/performers/{id}', { params: { id: maker.id } })).total).toBe(8);
    // A gift that was given keeps its picture.
    const row = await database()
      .selectFrom('gifts')
      .select(['deleted_at', 'image_file_id'])
      .where('id', '=', made._id)
      .executeTakeFirstOrThrow();
    app.clock.advance(2 * 86_400_000);
    await sweepOrphans(app.platform);
    expect(row.deleted_at).not.toBeNull();
    expect(await database().selectFrom('files').select('id').where('id', '=', row.image_file_id!).execute()).toHaveLength(1);
  });

  test('refuse another’s picture, one of another purpose or used before, and a price out of bounds', async () => {
    const other = await createPerformer(app, { admin });
    const { _id: theirs } = await other.client.call('POST /gift/image', { files: { file: await picture() } });
    const { _id: photo } = await star.client.call('POST /feeds/files/photo/upload', { files: { file: await picture() } });
    const body = { name: 'Rosin', price: 3 };
    for (const fileId of [theirs, photo, randomUUID()])
      expect(await code(star.client.send('POST /gift', { body: { ...body, fileId } }))).toBe('FILE_NOT_YOURS');
    const { _id: mine } = await star.client.call('POST /gift/image', { files: { file: await picture() } });
    expect(await code(star.client.send('POST /gift', { body: { ...body, price: 1000.01, fileId: mine } }))).toBe('AMOUNT_OUT_OF_BOUNDS');
    for (const price of [0, -1, 0.001, 'free'])
      expect(await code(star.client.send('POST /gift', { body: { ...body, price, fileId: mine } }))).toBe('VALIDATION_FAILED');
    await star.client.call('POST /gift', { body: { ...body, fileId: mine } });
    expect(await code(star.client.send('POST /gift', { body: { ...body, fileId: mine } }))).toBe('FILE_NOT_YOURS');
    const text = new Blob(['no picture'], { type: 'image/png' });
    expect(await code(star.client.send('POST /gift/image', { files: { file: text } }))).toBe('FILE_KIND_REFUSED');
  });
});

describe('the site’s gifts and emoji', () => {
  test('gifts are added, changed, ordered and switched off, each change logged', async () => {
    const { _id: fileId } = await admin.client.call('POST /admin/gifts/image', { files: { file: await picture() } });
    const made = await admin.client.call('POST /admin/gifts', { body: { name: 'Baton', price: 12, animation: 'burst', fileId } });
    const body = { name: 'Baton', price: 13, animation: 'shower', isActive: true } as const;
    const changed = await admin.client.call('PUT /admin/gifts/{id}', { params: { id: made._id }, body });
    expect(changed).toMatchObject({ price: 13, priceVersion: 2, animation: 'shower', isActive: true });
    const { data } = await admin.client.call('PUT /admin/gifts/order', { body: { ids: [made._id] } });
    expect(data[0]!._id).toBe(made._id);
    expect(await code(give(fan, { giftId: made._id, performerId: star.id, priceVersion: 1 }))).toBe('PRICE_CHANGED');
    await admin.client.call('PUT /admin/gifts/{id}', { params: { id: made._id }, body: { ...body, isActive: false } });
    expect((await fan.client.call('GET /gift/performers/{id}', { params: { id: star.id } })).data.map(({ _id }) => _id)).not.toContain(
      made._id,
    );
    const actions = await database().selectFrom('audit_log').select('action').where('object_id', '=', made._id).orderBy('id').execute();
    expect(actions.map(({ action }) => action)).toEqual(['gifts.created', 'gifts.updated', 'gifts.updated']);
    const own = await ownGift(star);
    expect(await code(admin.client.send('PUT /admin/gifts/{id}', { params: { id: own._id }, body }))).toBe('NOT_FOUND');
  });

  test('emoji likewise; a code is unique', async () => {
    const emoji = { code: unique('harp'), name: 'Harp', symbol: '🪉', price: null };
    const made = await admin.client.call('POST /admin/emojis', { body: emoji });
    expect(await code(admin.client.send('POST /admin/emojis', { body: emoji }))).toBe('EMOJI_CODE_TAKEN');
    expect(await code(admin.client.send('PUT /admin/emojis/{id}', { params: { id: fire }, body: emoji }))).toBe('EMOJI_CODE_TAKEN');
    for (const symbol of ['a', '🔥🔥', '', 'x🔥'])
      expect(await code(admin.client.send('POST /admin/emojis', { body: { ...emoji, code: unique('e'), symbol } }))).toBe(
        'VALIDATION_FAILED',
      );
    const priced = await admin.client.call('PUT /admin/emojis/{id}', {
      params: { id: made._id },
      body: { ...emoji, price: 0.5, isActive: false },
    });
    expect(priced).toMatchObject({ price: 0.5, priceVersion: 2, isActive: false });
    expect(await code(send(fan, { emojiId: made._id, performerId: star.id }))).toBe('NOT_FOR_SALE');
    expect((await app.client().call('GET /emojis')).data.map(({ _id }) => _id)).not.toContain(made._id);
  });
});
