import { createInitialGifts } from '../modules/gifts/index.ts';
import { type Person, createAdmin, createFan, createFeed, createPerformer, topUp } from './factories.ts';
import { beginPrivateShow, setPrices } from './paid-show-fixtures.ts';
import { releaseAll, seen, setPaypal } from './payout-fixtures.ts';
import { ADDRESS, createCoupon, createItem, createProduct } from './shop.ts';
import type { TestApp } from './test-app.ts';
import { createTestNode } from './test-node.ts';
import { paymentIdOf } from './unkeyed-fixtures.ts';

// One of each thing that moves money. No price is used twice, and tokens and their money differ, so that an amount tells what it is of.

/** In the currency. */
const TOKEN_VALUE = 0.5;

export interface AmountsWorld {
  admin: Person;
  star: Person;
  fan: Person;
  /** The order of each thing that was bought. */
  orders: Record<'feed' | 'gallery' | 'video' | 'photo' | 'message' | 'cart' | 'cardFeed' | 'cardCart' | 'tip', string>;
  payoutId: string;
  streamId: string;
}

const approve = (app: TestApp, redirectUrl: string | null): Promise<unknown> =>
  app.client().call('POST /gateways/sandbox/payments/{id}', { params: { id: paymentIdOf(redirectUrl!) }, body: { action: 'approve' } });

/** Buys one of each kind from the wallet and by card. */
const buy = async (app: TestApp, { admin, star, fan }: Pick<AmountsWorld, 'admin' | 'star' | 'fan'>): Promise<AmountsWorld['orders']> => {
  const { client } = fan;
  const feed = (price: number, title: string) => createFeed(star, { title, audience: 'buyers', price, photos: 0, text: 'For buyers.' });
  const item = (kind: 'gallery' | 'video' | 'photo' | 'message', price: number) =>
    createItem(app, star, kind, { price, title: `A ${kind}` });
  const fromWallet = async ({ orderId }: { orderId: string }) => {
    await client.call('POST /wallet-transactions/pay-wallet/{id}', { params: { id: orderId } });
    return orderId;
  };
  const byCard = async ({ orderId, redirectUrl }: { orderId: string; redirectUrl: string | null }) => {
    await approve(app, redirectUrl);
    return orderId;
  };
  const [feedId, galleryId, videoId] = [await feed(4.51, 'Left hand'), await item('gallery', 3.33), await item('video', 6.07)];
  const print = await createProduct(app, star, { type: 'physical', price: 10.01, stock: 9, postage: 2.53, name: 'A print' });
  const booklet = await createProduct(app, star, { price: 3.99, name: 'A booklet' });
  const couponCode = await createCoupon(admin, { percent: 10 });
  const cart = { products: [{ productId: booklet }, { productId: print, quantity: 2 }], deliveryAddress: ADDRESS };
  const cardCart = { products: [{ productId: print }], deliveryAddress: ADDRESS };
  return {
    feed: (await client.call('POST /payment-wallet/purchase-feed', { body: { feedId } })).orderId,
    gallery: (await client.call('POST /payment-wallet/purchase-gallery', { body: { galleryId } })).orderId,
    video: (await client.call('POST /payment-wallet/purchase-video', { body: { videoId } })).orderId,
    photo: await fromWallet(await client.call('POST /payment/purchase-single-photo', { body: { photoId: await item('photo', 2.13) } })),
    message: await fromWallet(
      await client.call('POST /payment/purchase-message/{id}', { params: { id: await item('message', 5.57) }, body: {} }),
    ),
    cart: (await client.call('POST /payment-wallet/purchase-products', { body: { ...cart, couponCode } })).orderId,
    cardFeed: await byCard(await client.call('POST /payment/purchase-feed', { body: { feedId: await feed(7.15, 'Right hand') } })),
    cardCart: await byCard(await client.call('POST /payment/purchase-products', { body: cardCart })),
    tip: (
      await client.call('POST /payment-wallet/send-tip-wallet/{id}', {
        params: { id: star.id },
        body: { amount: 12.35, message: 'Encore' },
      })
    ).orderId,
  };
};

/** Gives gifts, subscribes monthly, yearly and by an offer, and watches two minutes of a private show. */
const giveAndSubscribe = async (app: TestApp, { admin, star, fan }: Pick<AmountsWorld, 'admin' | 'star' | 'fan'>): Promise<string> => {
  const { client } = fan;
  await createInitialGifts(app.platform);
  const gifts = (await client.call('GET /gift/performers/{id}', { params: { id: star.username } })).data;
  await client.call('POST /payment-wallet/gifting', { body: { giftId: gifts[0]!._id, performerId: star.id, quantity: 2 } });
  const others = [star, await createPerformer(app, { admin, monthlyPrice: 4.43, yearlyPrice: 44.31 })] as const;
  const offering = await createPerformer(app, { admin, monthlyPrice: 8.87 });
  const link = await offering.client.call('POST /performer/offer-links', { body: { kind: 'discount', name: 'Less', percent: 30 } });
  const subscriptions = [
    { performerId: others[0].id, type: 'monthly' as const },
    { performerId: others[1].id, type: 'yearly' as const },
    { performerId: offering.id, type: 'monthly' as const, offer: link.code },
  ];
  for (const body of subscriptions) {
    const { orderId } = await client.call('POST /payment/subscribe-performer', { body: { ...body, renews: true } });
    await client.call('POST /wallet-transactions/pay-wallet/{id}', { params: { id: orderId } });
  }
  await setPrices(app, star, { price: 211n });
  await star.client.call('GET /users/me');
  await app.settle();
  const node = createTestNode(app);
  const { streamId } = await beginPrivateShow(star, fan, { node });
  await node.pass(10_000);
  await client.call('POST /payment-wallet/send-private-chat/{id}', { params: { id: streamId } });
  await node.pass(70_000);
  await star.client.call('POST /streaming/end/{id}', { params: { id: streamId } });
  await app.settle();
  return streamId;
};

/** Sends the goods of an order. */
const ship = async (star: Person): Promise<void> => {
  const { data } = await star.client.call('GET /orders/details/search', { query: { limit: 50 } });
  for (const { _id: id, product } of data)
    if (product.type === 'physical')
      for (const delivery of ['processing', 'shipped', 'delivered'] as const)
        await star.client.call('PUT /orders/{id}/update', { params: { id }, body: { delivery } });
};

/**
 * Moves money in every way there is.
 * @param watch called with the performer before the first sale, and with the batch before it is paid
 */
export const createAmountsWorld = async (
  app: TestApp,
  watch: { begin?: (star: Person) => unknown; gathered?: (admin: Person, batchId: string) => unknown } = {},
): Promise<AmountsWorld> => {
  const admin = await createAdmin(app);
  await admin.client.call('PUT /admin/settings', { body: { values: { tokenValue: TOKEN_VALUE } } });
  const star = await createPerformer(app, { admin, monthlyPrice: 9.03 });
  const fan = await createFan(app);
  const people = { admin, star, fan };
  await watch.begin?.(star);
  await topUp(app, fan, 400);
  const orders = await buy(app, people);
  const streamId = await giveAndSubscribe(app, people);
  await ship(star);
  const refund = (id: string, body: object = {}) =>
    admin.client.call('POST /admin/orders/{id}/refund', { params: { id }, body: { reason: 'Asked for it.', ...body } });
  await refund(orders.feed, { amount: 1.11 });
  await refund(orders.gallery);
  await refund(orders.cart, { amount: 3.07 });
  await refund(orders.cardFeed, { amount: 1.23 });
  await app.settle();
  await releaseAll(app, star);
  await setPaypal(app, star);
  const { _id: payoutId } = await star.client.call('POST /payout-requests', { body: { method: 'paypal', amount: 21.37 } });
  await admin.client.call('POST /admin/payouts/{id}/approve', await seen(admin, payoutId));
  const { version } = (await seen(admin, payoutId)).body;
  const gathered = { method: 'paypal' as const, payouts: [{ id: payoutId, version }] };
  const batch = await admin.client.call('POST /admin/payout-batches', { body: gathered });
  await watch.gathered?.(admin, batch._id);
  await admin.client.call('POST /admin/payout-batches/{id}/pay', { params: { id: batch._id }, body: { version: batch.version } });
  await app.settle();
  return { ...people, orders, payoutId, streamId };
};
