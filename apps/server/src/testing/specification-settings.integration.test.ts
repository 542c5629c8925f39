import type { SettingKey } from '@stagedoor/contract/settings';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepMinutes } from '../modules/streams/index.ts';
import { createConversation, openMessages, sendPaidMessage } from './conversation-fixtures.ts';
import { type Person, createAdmin, createFan, createFeed, createPerformer, picture, topUp, unique } from './factories.ts';
import { beginGroupShow, beginPrivateShow, joinAndWatch, setPrices } from './paid-show-fixtures.ts';
import { createItem, createProduct } from './shop.ts';
import { type TestApp, createTestApp } from './test-app.ts';
import { createTestNode } from './test-node.ts';

// Effects of the owner's settings (specification, section 3). docs/conformity.md has the numbers of the statements.

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
});
afterAll(() => app.close());

const change = (values: Partial<Record<SettingKey, unknown>>) => app.platform.settings.change(values as never, admin.id);

/** A rate of its own for each commission. */
const RATES = {
  monthlySubscriptionCommission: 11,
  yearlySubscriptionCommission: 12,
  videoSaleCommission: 13,
  productSaleCommission: 14,
  feedSaleCommission: 15,
  gallerySaleCommission: 16,
  giftingSaleCommission: 17,
  emojiSaleCommission: 18,
  tokenTipCommission: 19,
  groupChatDefaultCommission: 21,
  privateChatDefaultCommission: 22,
} as const;

/** The commission of the fan's newest purchase, in per cent of its gross price. */
const rateOfLast = async (fan: Person): Promise<number> => {
  await app.settle();
  const { rows } = await sql<{ rate: number }>`
    select (t.commission_amount * 100.0 / t.gross_amount)::float as rate from ledger.transactions t
    where t.buyer_id = ${fan.id}::uuid and t.seller_id is not null order by t.created_at desc, t.id desc limit 1`.execute(
    app.platform.database,
  );
  return rows[0]!.rate;
};

test('each commission reaches the next sale of its kind; photos take the galleries’, messages the feeds’', async () => {
  await change(RATES);
  const star = await createPerformer(app, { admin, monthlyPrice: 10, yearlyPrice: 100 });
  const node = createTestNode(app);
  const newFan = async () => {
    const fan = await createFan(app);
    await topUp(app, fan, 200);
    return fan;
  };
  const fan = await newFan();
  const { client } = fan;
  const payWallet = (orderId: string) => client.call('POST /wallet-transactions/pay-wallet/{id}', { params: { id: orderId } });
  const seen: Record<string, number> = {};
  /** Makes a sale and notes its rate. */
  const sell = async (what: string, sale: () => Promise<unknown>, buyer = fan): Promise<void> => {
    app.clock.advance(1000);
    await sale();
    seen[what] = await rateOfLast(buyer);
  };
  const item = (kind: 'video' | 'gallery' | 'photo') => createItem(app, star, kind, { price: 10 });
  await sell('monthly', async () =>
    payWallet((await client.call('POST /payment/subscribe-performer', { body: { performerId: star.id } })).orderId),
  );
  const yearly = await newFan();
  await sell(
    'yearly',
    async () => {
      const { orderId } = await yearly.client.call('POST /payment/subscribe-performer', { body: { performerId: star.id, type: 'yearly' } });
      await yearly.client.call('POST /wallet-transactions/pay-wallet/{id}', { params: { id: orderId } });
    },
    yearly,
  );
  await sell('video', async () => client.call('POST /payment-wallet/purchase-video', { body: { videoId: await item('video') } }));
  await sell('product', async () =>
    client.call('POST /payment-wallet/purchase-products', {
      body: { products: [{ productId: await createProduct(app, star, { price: 10 }) }] },
    }),
  );
  await sell('feed', async () =>
    client.call('POST /payment-wallet/purchase-feed', {
      body: { feedId: await createFeed(star, { audience: 'buyers', price: 10, photos: 0 }) },
    }),
  );
  await sell('gallery', async () => client.call('POST /payment-wallet/purchase-gallery', { body: { galleryId: await item('gallery') } }));
  await sell('photo', async () =>
    payWallet((await client.call('POST /payment/purchase-single-photo', { body: { photoId: await item('photo') } })).orderId),
  );
  await openMessages(star);
  const conversationId = await createConversation(fan, star);
  const messageId = await sendPaidMessage(star, conversationId, 10);
  await sell('message', async () =>
    payWallet((await client.call('POST /payment/purchase-message/{id}', { params: { id: messageId }, body: {} })).orderId),
  );
  const { _id: fileId } = await star.client.call('POST /gift/image', { files: { file: await picture() } });
  const { _id: giftId } = await star.client.call('POST /gift', { body: { name: 'Rosin', price: 10, fileId } });
  await sell('gift', () => client.call('POST /payment-wallet/gifting', { body: { giftId, performerId: star.id } }));
  const { _id: emojiId } = await admin.client.call('POST /admin/emojis', {
    body: { code: unique('e'), name: 'Harp', symbol: '🪕', price: 10 },
  });
  await sell('emoji', () => client.call('POST /payment-wallet/emoji', { body: { emojiId, performerId: star.id } }));
  await sell('tip', () => client.call('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: star.id }, body: { amount: 10 } }));

  const host = await createPerformer(app, { admin });
  const { streamId } = await beginGroupShow(host, { node, price: 10 });
  await sell('group', async () => {
    await joinAndWatch(fan, node, streamId);
    await node.pass(11_000);
    await sweepMinutes(app.platform);
  });
  await client.call('POST /streaming/leave/{id}', { params: { id: streamId } });
  const soloist = await createPerformer(app, { admin });
  await setPrices(app, soloist, { price: 1000n });
  await soloist.client.call('GET /users/me');
  await app.settle();
  await sell('private', async () => {
    await beginPrivateShow(soloist, fan, { node });
    await node.pass(11_000);
    await sweepMinutes(app.platform);
  });
  expect(seen).toEqual({
    monthly: 11,
    yearly: 12,
    video: 13,
    product: 14,
    feed: 15,
    message: 15,
    gallery: 16,
    photo: 16,
    gift: 17,
    emoji: 18,
    tip: 19,
    group: 21,
    private: 22,
  });
});

test('a performer without own prices has the site’s for private and group shows', async () => {
  const star = await createPerformer(app, { admin });
  const offers = () => app.client().call('GET /streaming/offers/{id}', { params: { id: star.id } });
  for (const [privateC2CDefaultPrice, groupChatDefaultPrice] of [
    [4, 2],
    [7.5, 3.5],
  ] as const) {
    await change({ privateC2CDefaultPrice, groupChatDefaultPrice });
    expect((await offers()).private.price).toBe(privateC2CDefaultPrice);
    const { session } = await star.client.call('POST /streaming/group-chat', { body: { title: 'Duets', seats: 4 } });
    expect((await offers()).group?.price).toBe(groupChatDefaultPrice);
    await star.client.call('POST /streaming/end/{id}', { params: { id: session._id } });
  }
});

test('mails come from `senderEmail`', async () => {
  await change({ senderEmail: 'curtain@stage.example' });
  const reader = await createFan(app);
  await app.client().call('POST /auth/forgot', { body: { email: reader.email } });
  await app.settle();
  const mails = await app.mailsTo(reader.email);
  expect(mails.at(-1)).toMatch(/^From: .*curtain@stage\.example/m);
});
