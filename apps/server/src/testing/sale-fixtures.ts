import { closeDays } from '../ledger/index.ts';
import { releaseFiles } from '../modules/items/release-files.ts';
import { sweepShows } from '../modules/streams/index.ts';
import { createDebtor } from './debtors.ts';
import { type Person, createFeed, createPerformer, unique } from './factories.ts';
import { ADDRESS, type ShopKind, createItem, createProduct } from './shop.ts';
import { type Request, type CallFixture, withBody } from './call-fixture.ts';
import type { TestApp } from './test-app.ts';

interface People {
  app: () => TestApp;
  admin: () => Person;
  fan: () => Person;
  star: () => Person;
}

/** Calls that sell, deliver and set what is sold, that take an Idempotency-Key, each on a target of its own. */
export const saleFixtures = ({ app, admin, fan, star }: People): Record<string, CallFixture> => {
  let debtor: Person | undefined;
  const bought = (kind: ShopKind, field: string): CallFixture => {
    const make = async () => ({ body: { [field]: await createItem(app(), star(), kind, { price: 2 }) } });
    return { who: fan, make, change: make };
  };
  const tipped = (make: () => Promise<string>, field: string): CallFixture => ({
    who: fan,
    make: async () => ({ body: { [field]: await make(), amount: 1 } }),
    change: withBody({ amount: 2 }),
  });
  const feed = (): CallFixture => {
    const make = async () => ({
      body: { feedId: await createFeed(star(), { audience: 'buyers', price: 2, photos: 0, text: 'For buyers.' }) },
    });
    return { who: fan, make, change: make };
  };
  const packageOf = async (index: number): Promise<Request> => ({
    body: { packageId: (await fan().client.call('GET /wallet-package')).data[index]!._id },
  });
  const tipOrder = async (): Promise<Request> => ({
    params: { id: (await fan().client.call('POST /payment/send-tip', { body: { performerId: star().id, amount: 2 } })).orderId },
  });
  const stage = (monthlyPrice?: number) =>
    createPerformer(app(), { admin: admin(), ...(monthlyPrice === undefined ? {} : { monthlyPrice }) });
  const cart = async (): Promise<Request> => ({ body: { products: [{ productId: await createProduct(app(), star(), { price: 2 }) }] } });
  const toSend = async (): Promise<string> => {
    const productId = await createProduct(app(), star(), { type: 'physical', price: 2, stock: 9 });
    const body = { products: [{ productId }], deliveryAddress: ADDRESS };
    const { orderId } = await fan().client.call('POST /payment-wallet/purchase-products', { body });
    const { data } = await fan().client.call('GET /orders/users/details/search');
    return data.find((line) => line.orderId === orderId)!._id;
  };
  const sent = async (): Promise<string> => {
    const id = await toSend();
    for (const delivery of ['processing', 'shipped'] as const)
      await star().client.call('PUT /orders/{id}/update', { params: { id }, body: { delivery } });
    return id;
  };
  const subscribed = async (type: 'monthly' | 'yearly' = 'monthly'): Promise<string> => {
    const performer = await createPerformer(app(), { admin: admin(), monthlyPrice: 2, yearlyPrice: 4 });
    const { orderId } = await fan().client.call('POST /payment/subscribe-performer', {
      body: { performerId: performer.id, type, renews: type === 'yearly' },
    });
    await fan().client.call('POST /wallet-transactions/pay-wallet/{id}', { params: { id: orderId } });
    return performer.id;
  };
  const terms = {
    name: '',
    percent: 10,
    amount: null,
    itemKinds: ['video' as const],
    startsAt: null,
    endsAt: null,
    usesMaximum: null,
    usesPerAccount: null,
    active: true,
  };
  const tokens = { name: 'Encore', tokens: 10, price: 9, position: 1, active: false };
  const sold = async (): Promise<Request> => {
    const { orderId } = await fan().client.call('POST /payment-wallet/send-tip-wallet/{id}', {
      params: { id: star().id },
      body: { amount: 1 },
    });
    return { params: { id: orderId }, body: { reason: 'Asked for it.' } };
  };
  return {
    'POST /admin/orders/{id}/refund': {
      who: admin,
      make: sold,
      change: (request) => ({ ...request, body: { reason: 'Another one.' } }),
    },
    'POST /admin/subscriptions/{id}/cancel': {
      who: admin,
      async make() {
        const performerId = await subscribed();
        await fan().client.call('PUT /subscriptions/{id}', { params: { id: performerId }, body: { renews: true } });
        const { data } = await admin().client.call('GET /admin/subscriptions', { query: { accountId: performerId } });
        return { params: { id: data[0]!._id }, body: { reason: 'Asked for it.' } };
      },
      change: (request) => ({ ...request, body: { reason: 'Another one.' } }),
    },
    'POST /admin/clock': {
      who: admin,
      async make() {
        // Shows that end within the next hour are swept now: else they would be swept during a test.
        // Midnight, after which a day of the ledger is closed, is not near.
        do await admin().client.call('POST /admin/clock', { body: { step: 'hour' } });
        while (![6, 12, 18].includes(app().platform.clock.now().getUTCHours()));
        await sweepShows(app().platform);
        // Items that were deleted within the last hour let go of their files.
        await releaseFiles(app().platform);
        // The days that went by are closed once no transaction is open that may write into them, by this move's job or a later one's.
        while (!(await closeDays(app().platform)));
        // Acts that other calls prepared and nobody started are forgotten after an hour: by this move's job, or by a later one's.
        await app().platform.database.deleteFrom('bulk_acts').where('state', '=', 'asked').execute();
        return { body: { step: 'hour' } };
      },
      change: () => ({ body: { step: 'day' } }),
    },
    'POST /payment/purchase-tokens': { who: fan, make: () => packageOf(0), change: () => packageOf(1) },
    'POST /payment/purchase-wallet/custom-amount': { who: fan, make: () => ({ body: { amount: 20 } }), change: withBody({ amount: 21 }) },
    'POST /payment/debt': {
      who: () => debtor!,
      async make() {
        debtor ??= await createDebtor(app(), star());
        return { body: {} };
      },
      change: withBody({ returnTo: '/wallet' }),
    },
    'POST /payment/subscribe-performer': {
      who: fan,
      make: async () => ({ body: { performerId: (await stage(2)).id } }),
      change: withBody({ type: 'yearly' }),
    },
    'POST /payment/send-tip': {
      who: fan,
      make: () => ({ body: { performerId: star().id, amount: 3 } }),
      change: withBody({ amount: 4 }),
    },
    'POST /payment/purchase-feed': feed(),
    'POST /payment/purchase-gallery': bought('gallery', 'galleryId'),
    'POST /payment/purchase-video': bought('video', 'videoId'),
    'POST /payment/purchase-single-photo': bought('photo', 'photoId'),
    'POST /payment/purchase-message/{id}': {
      who: fan,
      make: async () => ({ params: { id: await createItem(app(), star(), 'message', { price: 2 }) }, body: {} }),
      change: async (request) => ({ ...request, params: { id: await createItem(app(), star(), 'message', { price: 2 }) } }),
    },
    'POST /payment/purchase-products': { who: fan, make: cart, change: cart },
    'POST /wallet-transactions/pay-wallet/{id}': { who: fan, make: tipOrder, change: tipOrder },
    'POST /payment-wallet/send-tip-wallet/{id}': {
      who: fan,
      make: () => ({ params: { id: star().id }, body: { amount: 2 } }),
      change: withBody({ amount: 3 }),
    },
    'POST /payment-wallet/purchase-feed': feed(),
    'POST /payment-wallet/purchase-gallery': bought('gallery', 'galleryId'),
    'POST /payment-wallet/purchase-video': bought('video', 'videoId'),
    'POST /payment-wallet/purchase-products': { who: fan, make: cart, change: cart },
    'POST /payment-wallet/tip-feed': tipped(() => createFeed(star(), { photos: 0, text: 'For all.' }), 'feedId'),
    'POST /payment-wallet/tip-gallery': tipped(() => createItem(app(), star(), 'gallery'), 'galleryId'),
    'POST /payment-wallet/tip-video': tipped(() => createItem(app(), star(), 'video'), 'videoId'),
    'POST /payment-wallet/tip-product': tipped(() => createProduct(app(), star()), 'productId'),
    'PUT /orders/{id}/update': {
      who: star,
      make: async () => ({ params: { id: await toSend() }, body: { delivery: 'processing' } }),
      change: async (request) => ({ ...request, body: { delivery: 'shipped' } }),
    },
    'POST /orders/{id}/cancel': {
      who: fan,
      make: async () => ({ params: { id: await toSend() } }),
      change: async () => ({ params: { id: await toSend() } }),
    },
    'POST /orders/{id}/confirm': {
      who: fan,
      make: async () => ({ params: { id: await sent() } }),
      change: async () => ({ params: { id: await sent() } }),
    },
    'POST /orders/{id}/complain': {
      who: fan,
      make: async () => ({ params: { id: await sent() }, body: { text: 'It came in pieces.' } }),
      change: withBody({ text: 'It came broken and late.' }),
    },
    'POST /admin/complaints/{id}/decide': {
      who: admin,
      async make() {
        const id = await sent();
        await fan().client.call('POST /orders/{id}/complain', { params: { id }, body: { text: 'It came in pieces.' } });
        return { params: { id }, body: { decision: 'refund', note: 'Broken.' } };
      },
      change: withBody({ note: 'Broken indeed.' }),
    },
    'POST /subscriptions/free-subscribe': {
      who: fan,
      make: async () => ({ body: { performerId: (await stage()).id } }),
      change: withBody({ renews: true }),
    },
    'POST /subscriptions/cancel/{id}': {
      who: fan,
      make: async () => ({ params: { id: await subscribed() } }),
      change: () => ({ params: { id: star().id } }),
    },
    'PUT /subscriptions/{id}': {
      who: fan,
      make: async () => ({ params: { id: await subscribed() }, body: { renews: true } }),
      change: (request) => ({ ...request, body: { renews: false } }),
    },
    // On the first day the whole month is credited.
    'PUT /subscriptions/{id}/plan': {
      who: fan,
      make: async () => ({ params: { id: await subscribed() }, body: { type: 'yearly', price: 4, due: 2 } }),
      change: withBody({ due: 1 }),
    },
    'DELETE /subscriptions/{id}/plan': {
      who: fan,
      async make() {
        const id = await subscribed('yearly');
        await fan().client.call('PUT /subscriptions/{id}/plan', { params: { id }, body: { type: 'monthly', price: 2, due: 0 } });
        return { params: { id } };
      },
      change: () => ({ params: { id: star().id } }),
    },
    'POST /performer/offer-links': {
      who: star,
      make: () => ({ body: { kind: 'trial', name: 'Newsletter', days: 5 } }),
      change: withBody({ days: 6 }),
    },
    'PUT /performer/offer-links/{id}': {
      who: star,
      make: async () => ({
        params: {
          id: (await star().client.call('POST /performer/offer-links', { body: { kind: 'trial', name: 'Newsletter', days: 5 } }))._id,
        },
        body: { state: 'paused' },
      }),
      change: withBody({ state: 'closed' }),
    },
    'POST /admin/coupons': {
      who: admin,
      make: () => ({ body: { code: unique('CODE'), terms } }),
      change: () => ({ body: { code: unique('CODE'), terms } }),
    },
    'PUT /admin/coupons/{id}': {
      who: admin,
      make: async () => ({
        params: { id: (await admin().client.call('POST /admin/coupons', { body: { code: unique('CODE'), terms } }))._id },
        body: { terms },
      }),
      change: (request) => ({ ...request, body: { terms: { ...terms, percent: 20 } } }),
    },
    'POST /admin/wallet-packages': { who: admin, make: () => ({ body: tokens }), change: () => ({ body: { ...tokens, price: 8 } }) },
    'PUT /admin/wallet-packages/{id}': {
      who: admin,
      make: async () => ({
        params: { id: (await admin().client.call('POST /admin/wallet-packages', { body: tokens }))._id },
        body: tokens,
      }),
      change: (request) => ({ ...request, body: { ...tokens, price: 8 } }),
    },
  };
};
