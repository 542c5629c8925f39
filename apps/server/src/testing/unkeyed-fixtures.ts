import { randomUUID } from 'node:crypto';
import { type Person, createFan, createPerformer, topUp } from './factories.ts';
import { createCoupon, createItem, createProduct } from './shop.ts';
import type { CallFixture } from './call-fixture.ts';
import type { TestApp } from './test-app.ts';
import { createIsolatedNode, createPrivateShow, playToken } from './test-node.ts';

interface People {
  app: () => TestApp;
  admin: () => Person;
  star: () => Person;
  /** Who pays. */
  payer: () => Person;
}

/** The gateway's payment id, from the redirect URL. */
export const paymentIdOf = (redirectUrl: string): string => redirectUrl.split('/').at(-1)!;

/** An unpaid top-up of 20. */
export const createOpenTopUp = async (who: Person) => {
  const { orderId, redirectUrl } = await who.client.call('POST /payment/purchase-wallet/custom-amount', { body: { amount: 20 } });
  return { orderId, paymentId: paymentIdOf(redirectUrl) };
};

/** Calls about money that take no Idempotency-Key, each on a target of its own. */
export const unkeyedFixtures = ({ app, admin, payer, star }: People): Record<string, Pick<CallFixture, 'who' | 'make'>> => {
  const visitor = (): Person => ({ ...payer(), client: app().client() });
  let watching: Person | undefined;
  return {
    'POST /gateways/sandbox/payments/{id}': {
      who: visitor,
      make: async () => ({ params: { id: (await createOpenTopUp(payer())).paymentId }, body: { action: 'approve' } }),
    },
    'POST /payment/orders/{id}/page': {
      who: payer,
      make: async () => ({ params: { id: (await createOpenTopUp(payer())).orderId } }),
    },
    'POST /payment-wallet/send-private-chat/{id}': {
      who: () => watching!,
      // A minute that has just come due: both sides were together for ten seconds.
      async make() {
        watching = await createFan(app());
        await topUp(app(), watching, 20);
        const node = await createIsolatedNode(app());
        const { streamId, token } = await createPrivateShow(app(), await createPerformer(app(), { admin: admin() }), watching, {
          price: 200n,
        });
        await node.publish(streamId, token);
        await node.watch(streamId, await playToken(app(), watching, streamId));
        await node.report();
        await node.pass(10_000);
        return { params: { id: streamId } };
      },
    },
    'POST /admin/ledger/checks': { who: admin, make: () => ({}) },
    'POST /coupons/{code}/apply-coupon': {
      who: payer,
      make: async () => ({
        params: { code: await createCoupon(admin(), { usesMaximum: 1 }) },
        body: { kind: 'video', items: [{ id: await createItem(app(), star(), 'video', { price: 2 }) }] },
      }),
    },
    'POST /orders/quote': {
      who: payer,
      make: async () => ({ body: { products: [{ productId: await createProduct(app(), star(), { price: 2 }) }] } }),
    },
    'PUT /gift/order': { who: star, make: () => ({ body: { ids: [randomUUID()] } }) },
    'PUT /admin/gifts/order': { who: admin, make: () => ({ body: { ids: [randomUUID()] } }) },
    'PUT /admin/emojis/order': { who: admin, make: () => ({ body: { ids: [randomUUID()] } }) },
  };
};
