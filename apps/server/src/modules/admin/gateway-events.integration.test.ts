import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSecrets } from '../../platform/secrets.ts';
import { type Person, createAdmin, createFan } from '../../testing/factories.ts';
import { sendStatement as sendSigned } from '../../testing/sandbox-callbacks.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

let app: TestApp;
let admin: Person;
let fan: Person;
let secret: string;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  fan = await createFan(app);
  secret = (await readSecrets(app.dataDirectory)).sandbox;
});
afterAll(() => app.close());

const sendStatement = (statement: Parameters<typeof sendSigned>[2]) => sendSigned(app, secret, statement);
const list = async (query: Record<string, unknown> = {}) => admin.client.call('GET /admin/gateway-events', { query });

test('refused statements are listed with the reason, and without other data of the gateway', async () => {
  const { orderId, redirectUrl } = await fan.client.call('POST /payment/purchase-wallet/custom-amount', { body: { amount: 20 } });
  const paymentId = redirectUrl.split('/').at(-1)!;
  const nobody = randomUUID();
  expect((await sendStatement({ event: 'approved', orderId, paymentId, amount: '1999' })).error).toBe('ORDER_STATE');
  expect((await sendStatement({ event: 'approved', orderId, paymentId, amount: '2000', currency: 'EUR' })).error).toBe('ORDER_STATE');
  // Real gateways mention cards: none of that is passed on.
  await app.platform.database
    .insertInto('gateway_events')
    .values({
      gateway: 'sandbox',
      event_key: randomUUID(),
      event: 'approved',
      payment_id: 'sbx_stray',
      payload: JSON.stringify({ orderId: nobody, amount: '500', currency: 'USD', cardNumber: '4111111111111111', signature: 'beef' }),
      outcome: 'unknownOrder',
      received_at: app.platform.clock.now(),
    })
    .execute();
  expect((await sendStatement({ event: 'renewed', subscriptionId: 'sbs_stray', paymentId: 'sbx_other', amount: '900' })).status).toBe(404);
  const { data, total } = await list();
  expect(total).toBe(4);
  expect(data.map(({ event, outcome, amount, currency, order }) => [event, outcome, amount, currency, order?._id ?? null])).toEqual([
    ['renewed', 'unknownOrder', 9, 'USD', null],
    ['approved', 'unknownOrder', 5, 'USD', null],
    ['approved', 'amountMismatch', 20, 'EUR', orderId],
    ['approved', 'amountMismatch', 19.99, 'USD', orderId],
  ]);
  expect(data[3]).toMatchObject({ paymentId, takenAs: null, order: { money: 20, state: 'created', buyer: { _id: fan.id } } });
  expect(JSON.stringify(data)).not.toMatch(/4111|beef|signature|card/i);
  expect((await list({ outcome: 'unknownOrder' })).total).toBe(2);
  expect((await list({ q: orderId })).total).toBe(2);
  expect((await list({ q: nobody })).data.map(({ orderName }) => orderName)).toEqual([nobody]);
  expect((await list({ q: 'sbs_stray' })).data.map(({ subscriptionId }) => subscriptionId)).toEqual(['sbs_stray']);
  // The order can still be paid; accepted statements are not listed.
  await app.client().call('POST /gateways/sandbox/payments/{id}', { params: { id: paymentId }, body: { action: 'approve' } });
  expect((await list()).total).toBe(4);
  expect((await fan.client.call('GET /users/me')).balance).toBe(20);
});

test('a statement refused at first and accepted when repeated is marked', async () => {
  const { orderId, redirectUrl } = await fan.client.call('POST /payment/purchase-wallet/custom-amount', { body: { amount: 7 } });
  const paymentId = redirectUrl.split('/').at(-1)!;
  const early = { key: randomUUID(), event: 'refunded' as const, orderId, paymentId, amount: '700' };
  // The refund arrives before the payment.
  expect((await sendStatement(early)).error).toBe('NOT_FOUND');
  expect((await list({ q: paymentId })).data).toMatchObject([{ event: 'refunded', outcome: 'unknownOrder', takenAs: null }]);
  await app.client().call('POST /gateways/sandbox/payments/{id}', { params: { id: paymentId }, body: { action: 'approve' } });
  expect((await sendStatement(early)).status).toBe(200);
  expect((await list({ q: paymentId })).data).toMatchObject([{ outcome: 'unknownOrder', takenAs: 'reversed' }]);
});
