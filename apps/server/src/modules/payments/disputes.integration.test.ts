import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { refundOrder, verifyLedger } from '../../ledger/index.ts';
import { readSecrets } from '../../platform/secrets.ts';
import type { SandboxAction } from '../../gateways/sandbox.ts';
import { type Person, createAdmin, createFan } from '../../testing/factories.ts';
import { sendStatement } from '../../testing/sandbox-callbacks.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

let app: TestApp;
let admin: Person;
let secret: string;
beforeAll(async () => {
  app = await createTestApp();
  secret = (await readSecrets(app.dataDirectory)).sandbox;
  admin = await createAdmin(app);
});
afterAll(() => app.close());
afterEach(async () => {
  const { checks } = await verifyLedger(app.platform.database);
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
});

const press = (paymentId: string, action: SandboxAction) =>
  app.client().call('POST /gateways/sandbox/payments/{id}', { params: { id: paymentId }, body: { action } });
const topUp = async (fan: Person, amount = 10) => {
  const { orderId, redirectUrl } = await fan.client.call('POST /payment/purchase-wallet/custom-amount', { body: { amount } });
  const paymentId = redirectUrl.split('/').at(-1)!;
  await press(paymentId, 'approve');
  return { orderId, paymentId };
};
const stateOf = async (orderId: string) =>
  (await app.platform.database.selectFrom('orders').select('state').where('id', '=', orderId).executeTakeFirstOrThrow()).state;
const balanceOf = async (fan: Person) => (await fan.client.call('GET /users/me')).balance;
const outcomesOf = async (orderId: string) =>
  (
    await app.platform.database
      .selectFrom('gateway_events')
      .select(['event', 'outcome'])
      .where('order_id', '=', orderId)
      .orderBy('id')
      .execute()
  ).map(({ event, outcome }) => `${event}: ${outcome}`);

test('a dispute that the site wins gives the tokens back, and opens an account that was frozen for it', async () => {
  const fan = await createFan(app);
  const { orderId, paymentId } = await topUp(fan);
  await press(paymentId, 'chargeBack');
  expect([await stateOf(orderId), await balanceOf(fan)]).toEqual(['chargedBack', 0]);
  await press(paymentId, 'winDispute');
  expect([await stateOf(orderId), await balanceOf(fan)]).toEqual(['paid', 10]);
  await press(paymentId, 'resend');
  expect(await outcomesOf(orderId)).toEqual(['approved: settled', 'chargedBack: reversed', 'chargebackReversed: reinstated']);
  // The bank decides again.
  await press(paymentId, 'chargeBack');
  expect([await stateOf(orderId), await balanceOf(fan)]).toEqual(['chargedBack', 0]);
});

test('a dispute that is won before its chargeback is known is sent again', async () => {
  const fan = await createFan(app);
  const { orderId, paymentId } = await topUp(fan);
  const won = { key: `${paymentId}:early`, event: 'chargebackReversed', paymentId, amount: '1000' } as const;
  expect((await sendStatement(app, secret, won)).status).toBe(404);
  await press(paymentId, 'chargeBack');
  expect((await sendStatement(app, secret, won)).status).toBe(200);
  expect([await stateOf(orderId), await balanceOf(fan)]).toEqual(['paid', 10]);
});

test('a refund that the bank overtook is owed again once the dispute is won', async () => {
  const fan = await createFan(app);
  const { orderId, paymentId } = await topUp(fan);
  // Without its job, which the bank overtakes.
  const { database, clock } = app.platform;
  await refundOrder(database, { orderId, at: clock.now(), note: '', actorId: admin.id });
  const waiting = {
    key: `refund:${orderId}`,
    gateway: 'sandbox',
    payment_id: paymentId,
    order_id: orderId,
    amount: 1000n,
    currency: 'USD',
  };
  await database.insertInto('gateway_refunds').values(waiting).execute();
  await press(paymentId, 'chargeBack');
  const refund = () =>
    app.platform.database
      .selectFrom('gateway_refunds')
      .select(['state', 'failure'])
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow();
  expect(await refund()).toMatchObject({ state: 'superseded' });
  await press(paymentId, 'winDispute');
  expect([await refund(), await stateOf(orderId)]).toEqual([{ state: 'failed', failure: 'disputeWon' }, 'refunded']);
});

test('the fee that a company tells is booked once, from its clearing account', async () => {
  const fan = await createFan(app);
  const { orderId, redirectUrl } = await fan.client.call('POST /payment/purchase-wallet/custom-amount', { body: { amount: 10 } });
  const paid = {
    key: `fee-${orderId}`,
    event: 'approved',
    orderId,
    paymentId: redirectUrl.split('/').at(-1)!,
    amount: '1000',
    fee: '59',
  } as const;
  await sendStatement(app, secret, paid);
  await sendStatement(app, secret, paid);
  const { transactions } = await admin.client.call('GET /admin/orders/{id}', { params: { id: orderId } });
  expect(transactions.filter(({ kind }) => kind === 'gatewayFee').map(({ net, title }) => [net, title])).toEqual([[0.59, 'sandbox']]);
});
