import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CardGateway } from '../../gateways/gateway.ts';
import { createGateways } from '../../gateways/registry.ts';
import { type Person, createFan } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { offerCustomTopUp } from '../orders/index.ts';
import { createOrder } from './create-order.ts';
import { sendRefund } from './gateway-tasks.ts';
import { expireWalletOrders, pollOpenPayments } from './complete-payment.ts';

let app: TestApp;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp();
  fan = await createFan(app);
});
afterAll(() => app.close());

/** A further company whose pages are the sandbox's. */
const otherGateway = (more: Partial<CardGateway> = {}): CardGateway => ({
  ...app.sandbox!,
  name: 'ccbill',
  isReady: () => true,
  openPayment: async ({ orderId }) => ({ handle: `other-${orderId}`, url: `https://other.example/${orderId}`, until: null }),
  ...more,
});

const topUpBy = (gateways: readonly CardGateway[], taking: readonly string[], key = randomUUID()) =>
  createOrder(
    app.platform,
    createGateways(gateways, { isOn: (name) => taking.includes(name), position: () => 0 }),
    async () => offerCustomTopUp(app.platform, fan.id, 1000n),
    {
      method: 'card',
      locale: 'en',
      buyerCountry: null,
      returnTo: undefined,
      idempotency: { accountId: fan.id, route: 'top-up', key, inputHash: 'same' },
    },
  );
const gatewayOf = async (orderId: string) =>
  (await app.platform.database.selectFrom('orders').select('gateway').where('id', '=', orderId).executeTakeFirstOrThrow()).gateway;

test('a payment begins at the first gateway that takes payments', async () => {
  const both = [otherGateway(), app.sandbox!];
  const [first, second] = [await topUpBy(both, ['ccbill', 'sandbox']), await topUpBy(both, ['sandbox'])];
  expect(first.redirectUrl).toBe(`https://other.example/${first.orderId}`);
  expect([await gatewayOf(first.orderId), await gatewayOf(second.orderId)]).toEqual(['ccbill', 'sandbox']);
  await expect(topUpBy(both, [])).rejects.toMatchObject({ code: 'GATEWAY_UNAVAILABLE' });
});

test('an order stays with its gateway when another is offered first by now', async () => {
  const key = randomUUID();
  const created = await topUpBy([otherGateway(), app.sandbox!], ['ccbill', 'sandbox'], key);
  expect(await topUpBy([app.sandbox!, otherGateway()], ['sandbox'], key)).toEqual(created);
});

test('a refund is made by the gateway of its payment, and waits while the site doesn’t speak to it', async () => {
  const { orderId } = await topUpBy([otherGateway()], ['ccbill']);
  const paymentId = `other-${orderId}`;
  // Without a job, which would ask the site's own gateways meanwhile.
  const { id } = await app.platform.database
    .insertInto('gateway_refunds')
    .values({ key: randomUUID(), gateway: 'ccbill', payment_id: paymentId, order_id: orderId, amount: 1000n, currency: 'USD' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await expect(sendRefund(app.platform, createGateways([app.sandbox!]), id)).rejects.toMatchObject({ code: 'GATEWAY_UNAVAILABLE' });
  const asked: string[] = [];
  const other = otherGateway({
    refund: async ({ paymentId: paid }) => {
      asked.push(paid);
      return 'done';
    },
  });
  await sendRefund(app.platform, createGateways([app.sandbox!, other]), id);
  const { state, attempts } = await app.platform.database
    .selectFrom('gateway_refunds')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect([asked, state, attempts]).toEqual([[paymentId], 'done', 2]);
});

test('an order of a gateway that nobody polls any more expires', async () => {
  const { orderId } = await topUpBy([otherGateway()], ['ccbill']);
  app.clock.advance(86_400_000 + 1000);
  await expireWalletOrders(app.platform, createGateways([app.sandbox!, otherGateway()]));
  const stateOf = async () =>
    (await app.platform.database.selectFrom('orders').select('state').where('id', '=', orderId).executeTakeFirstOrThrow()).state;
  expect(await stateOf()).toBe('created');
  await expireWalletOrders(app.platform, createGateways([app.sandbox!]));
  expect(await stateOf()).toBe('expired');
});

test('an open order is asked for each minute at first, later four times an hour', async () => {
  const asked: string[] = [];
  const gateway = otherGateway({
    poll: async ({ orderId }) => {
      asked.push(orderId);
      return null;
    },
  });
  const { orderId } = await topUpBy([gateway], ['ccbill']);
  const timesIn = async (minutes: number): Promise<number> => {
    asked.length = 0;
    for (let minute = 0; minute < minutes; minute += 1) {
      app.clock.advance(60_000);
      await pollOpenPayments(app.platform, gateway);
    }
    return asked.filter((id) => id === orderId).length;
  };
  // Not in its first minute, in which the callback comes.
  expect([await timesIn(29), await timesIn(60)]).toEqual([28, 4]);
});
