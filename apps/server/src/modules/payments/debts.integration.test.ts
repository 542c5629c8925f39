import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SandboxAction } from '../../gateways/sandbox.ts';
import { debtOf, verifyLedger } from '../../ledger/index.ts';
import { createDebtor } from '../../testing/debtors.ts';
import { type Person, createAdmin, createPerformer } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { pollOpenPayments, refundPaidOrder } from './index.ts';

let app: TestApp;
let admin: Person;
let star: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin });
});
afterAll(() => app.close());

const idOf = (redirectUrl: string): string => redirectUrl.split('/').at(-1)!;
const press = (paymentId: string, action: SandboxAction) =>
  app.client().send('POST /gateways/sandbox/payments/{id}', { params: { id: paymentId }, body: { action } });
const stateOf = async (orderId: string) =>
  (await app.platform.database.selectFrom('orders').select('state').where('id', '=', orderId).executeTakeFirstOrThrow()).state;
const statusOf = async ({ id }: Person) =>
  app.platform.database.selectFrom('accounts').select(['status', 'status_reason as reason']).where('id', '=', id).executeTakeFirstOrThrow();
const debt = ({ id }: Person) => debtOf(app.platform.database, id);
const payDebt = async ({ client }: Person) => {
  const { orderId, redirectUrl } = await client.call('POST /payment/debt', { body: { returnTo: '/suspended' } });
  return { orderId, paymentId: idOf(redirectUrl) };
};
const assertBalanced = async (): Promise<void> =>
  expect((await verifyLedger(app.platform.database)).checks.filter(({ ok }) => !ok)).toEqual([]);

const createFrozen = async (): Promise<Person> => {
  const fan = await createDebtor(app, star);
  expect([await debt(fan), await statusOf(fan)]).toEqual([700n, { status: 'suspended', reason: 'chargebacks' }]);
  return fan;
};

test('a debtor who is suspended pays what is owed by card, and the account is open again', async () => {
  const fan = await createFrozen();
  expect(await fan.client.call('GET /payment/debt')).toEqual({ amount: 7, currency: 'USD' });
  const { orderId, paymentId } = await payDebt(fan);
  expect((await fan.client.call('GET /payment/orders/{id}', { params: { id: orderId } })).money).toBe(7);
  await press(paymentId, 'decline');
  expect([await stateOf(orderId), await debt(fan), (await statusOf(fan)).status]).toEqual(['failed', 700n, 'suspended']);

  const paid = await payDebt(fan);
  await press(paid.paymentId, 'approve');
  await press(paid.paymentId, 'repeat');
  await app.settle();
  expect([await stateOf(paid.orderId), await debt(fan)]).toEqual(['paid', 0n]);
  expect(await statusOf(fan)).toEqual({ status: 'active', reason: null });
  const { rows } = await sql<{ kind: string; account: string; amount: bigint }>`
    select t.kind, a.kind as account, e.amount from ledger.transactions t join ledger.entries e on e.transaction_id = t.id
    join ledger.accounts a on a.id = e.account_id where t.reference_id = ${paid.orderId}::uuid order by account`.execute(
    app.platform.database,
  );
  expect(rows).toEqual([
    { kind: 'debtPayment', account: 'clearing', amount: -700n },
    { kind: 'debtPayment', account: 'receivable', amount: 700n },
  ]);
  const mails = await app.mailsTo(fan.email);
  expect(mails.filter((mail) => mail.includes('receipt') && mail.includes('$7.00'))).toHaveLength(1);
  // What is owed no more can't be paid.
  expect((await fan.client.send('POST /payment/debt', { body: {} })).error).toMatchObject({ statusCode: 409, error: 'NO_DEBT' });
  expect(await fan.client.call('GET /payment/debt')).toMatchObject({ amount: 0 });
  await assertBalanced();
});

test('of two payments of one debt at once, one is kept and the other is given back', async () => {
  const fan = await createFrozen();
  const orders = [await payDebt(fan), await payDebt(fan)];
  await Promise.all(orders.map(({ paymentId }) => press(paymentId, 'approve')));
  await pollOpenPayments(app.platform, app.sandbox!);
  await app.settle();
  expect((await Promise.all(orders.map(({ orderId }) => stateOf(orderId)))).sort()).toEqual(['cancelled', 'paid']);
  const { rows } = await sql<{ amount: bigint }>`
    select amount from gateway_refunds where order_id = any(${orders.map(({ orderId }) => orderId)}::uuid[])`.execute(
    app.platform.database,
  );
  expect(rows).toEqual([{ amount: 700n }]);
  expect([await debt(fan), (await statusOf(fan)).status]).toEqual([0n, 'active']);
  await assertBalanced();
});

test('a payment of a debt that a bank takes back, or an admin gives back, is owed again', async () => {
  for (const undo of ['bank', 'admin'] as const) {
    const fan = await createFrozen();
    const { orderId, paymentId } = await payDebt(fan);
    await press(paymentId, 'approve');
    expect((await statusOf(fan)).status).toBe('active');
    if (undo === 'bank') await press(paymentId, 'chargeBack');
    else await refundPaidOrder(app.platform, { orderId, reason: 'Paid twice.', actorId: admin.id }, undefined);
    await app.settle();
    expect([await debt(fan), await statusOf(fan)]).toEqual([700n, { status: 'suspended', reason: 'chargebacks' }]);
    expect(await stateOf(orderId)).toBe(undo === 'bank' ? 'chargedBack' : 'refunded');
  }
  await assertBalanced();
});

test('limits and a pause from buying don’t keep a debt from being paid; an admin’s suspension stays', async () => {
  const fan = await createFrozen();
  await fan.client.call('PUT /spending-limits', { body: { daily: '10', monthly: '10' } });
  await fan.client.call('POST /spending-limits/cool-off', { body: { days: 7 } });
  await admin.client.call('POST /admin/users/{id}/restore', { params: { id: fan.id } });
  await admin.client.call('POST /admin/users/{id}/suspend', { params: { id: fan.id }, body: { reason: 'chargebacks', note: 'Again.' } });
  const { orderId, paymentId } = await payDebt(fan);
  await press(paymentId, 'approve');
  expect([await stateOf(orderId), await debt(fan), (await statusOf(fan)).status]).toEqual(['paid', 0n, 'suspended']);
  // Seven were spent before; the payment takes no room.
  await admin.client.call('POST /admin/users/{id}/restore', { params: { id: fan.id } });
  expect(await fan.client.call('GET /spending-limits')).toMatchObject({ daily: { left: 3 }, monthly: { left: 3 } });
  await assertBalanced();
});
