import { createGateways } from '../../gateways/registry.ts';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SandboxAction } from '../../gateways/sandbox.ts';
import { verifyLedger } from '../../ledger/index.ts';
import { readSecrets } from '../../platform/secrets.ts';
import { type Person, createFan, createFeed, createPerformer, topUp } from '../../testing/factories.ts';
import { subjectsTo } from '../../testing/mail-links.ts';
import { sendStatement as sendSigned } from '../../testing/sandbox-callbacks.ts';
import { ADDRESS, createProduct } from '../../testing/shop.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { sendRefund } from './gateway-tasks.ts';
import { pollOpenPayments, refundPaidOrder, refundUnaccepted, reconcileCardSubscriptions } from './index.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
let star: Person;
let secret: string;
beforeAll(async () => {
  app = await createTestApp();
  star = await createPerformer(app, { monthlyPrice: 9 });
  secret = (await readSecrets(app.dataDirectory)).sandbox;
});
afterAll(() => app.close());

const database = () => app.platform.database;
const idOf = (redirectUrl: string): string => redirectUrl.split('/').at(-1)!;
const press = (paymentId: string, action: SandboxAction) =>
  app.client().send('POST /gateways/sandbox/payments/{id}', { params: { id: paymentId }, body: { action } });
const payment = (paymentId: string) => app.client().call('GET /gateways/sandbox/payments/{id}', { params: { id: paymentId } });
const order = async (id: string) => database().selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const outcomes = async (orderId: string) =>
  (await database().selectFrom('gateway_events').select('outcome').where('order_id', '=', orderId).orderBy('id').execute()).map(
    ({ outcome }) => outcome,
  );
const assertBalanced = async (): Promise<void> => expect((await verifyLedger(database())).checks.filter(({ ok }) => !ok)).toEqual([]);
const balanceOf = async (person: Person): Promise<number> => (await person.client.call('GET /users/me')).balance;
const sendStatement = (statement: Parameters<typeof sendSigned>[2], signedBy = secret) => sendSigned(app, signedBy, statement);
const buyTokens = async (fan: Person, amount: number) => {
  const { orderId, redirectUrl } = await fan.client.call('POST /payment/purchase-wallet/custom-amount', { body: { amount } });
  return { orderId, paymentId: idOf(redirectUrl) };
};
const subscribe = async (fan: Person, performer = star) => {
  const { orderId, redirectUrl } = await fan.client.call('POST /payment/subscribe-performer', { body: { performerId: performer.id } });
  const paymentId = idOf(redirectUrl);
  await press(paymentId, 'approve');
  const row = () =>
    database()
      .selectFrom('subscriptions')
      .selectAll()
      .where('fan_id', '=', fan.id)
      .where('performer_id', '=', performer.id)
      .executeTakeFirstOrThrow();
  return { orderId, paymentId, row };
};
const refundsOf = (orderId: string) =>
  database().selectFrom('gateway_refunds').select(['amount', 'state']).where('order_id', '=', orderId).execute();

describe('a statement', () => {
  test('with a wrong amount, currency, order or signature changes nothing; signed ones are stored', async () => {
    const fan = await createFan(app);
    const { orderId, paymentId } = await buyTokens(fan, 10);
    const good = { event: 'approved' as const, orderId, paymentId, amount: '1000' };
    const answers = [
      await sendStatement({ ...good, amount: '999' }),
      await sendStatement({ ...good, currency: 'EUR' }),
      await sendStatement({ ...good, orderId: randomUUID() }),
      await sendStatement({ ...good, orderId: 'no order' }),
      await sendStatement({ ...good, event: 'somethingElse' as never }),
      await sendStatement(good, 'another secret'),
    ];
    expect(answers.map(({ error }) => error)).toEqual([
      'ORDER_STATE',
      'ORDER_STATE',
      'NOT_FOUND',
      'NOT_FOUND',
      'SIGNATURE_INVALID',
      'SIGNATURE_INVALID',
    ]);
    expect([(await order(orderId)).state, await balanceOf(fan), await outcomes(orderId)]).toEqual([
      'created',
      0,
      ['amountMismatch', 'amountMismatch'],
    ]);
    await press(paymentId, 'approve');
    expect(await balanceOf(fan)).toBe(10);
  });

  test('that comes late is stored, and the money is refunded once', async () => {
    const fan = await createFan(app);
    const { orderId, paymentId } = await buyTokens(fan, 10);
    app.clock.advance(2 * DAY_MS);
    await pollOpenPayments(app.platform, app.sandbox!);
    expect([(await order(orderId)).state, (await payment(paymentId)).state]).toEqual(['expired', 'expired']);
    // Many companies can't close a page: the buyer pays on it.
    await app.platform.database.updateTable('sandbox_payments').set({ state: 'open' }).where('id', '=', paymentId).execute();
    await press(paymentId, 'repeat');
    await app.settle();
    expect([await balanceOf(fan), await outcomes(orderId), await refundsOf(orderId)]).toEqual([
      0,
      // The second is the gateway's statement about our own refund.
      ['late', 'repeated'],
      [{ amount: 1000n, state: 'done' }],
    ]);
    expect(await payment(paymentId)).toMatchObject({ state: 'refunded', refunded: 10 });
    expect(await subjectsTo(app, fan.email)).toContain('A payment of $10.00 goes back to your card');
    await assertBalanced();
  });

  test('about an order paid from the wallet meanwhile refunds the money', async () => {
    const fan = await createFan(app);
    await topUp(app, fan, 20);
    const feedId = await createFeed(star, { audience: 'buyers', price: 4, photos: 0, text: 'For buyers.' });
    const { orderId, redirectUrl } = await fan.client.call('POST /payment/purchase-feed', { body: { feedId } });
    await fan.client.call('POST /wallet-transactions/pay-wallet/{id}', { params: { id: orderId } });
    // Many companies can't close a page: the buyer pays on it.
    await app.platform.database.updateTable('sandbox_payments').set({ state: 'open' }).where('id', '=', idOf(redirectUrl)).execute();
    await press(idOf(redirectUrl), 'approve');
    await app.settle();
    expect([await balanceOf(fan), (await order(orderId)).state, await refundsOf(orderId)]).toEqual([
      16,
      'paid',
      [{ amount: 400n, state: 'done' }],
    ]);
    await assertBalanced();
  });

  test('that was lost is found by polling; repeated later, it changes nothing', async () => {
    const fan = await createFan(app);
    const { orderId, paymentId } = await buyTokens(fan, 10);
    await press(paymentId, 'delay');
    app.clock.advance(2 * 60_000);
    await pollOpenPayments(app.platform, app.sandbox!);
    expect(await balanceOf(fan)).toBe(10);
    await press(paymentId, 'resend');
    expect([await balanceOf(fan), await outcomes(orderId)]).toEqual([10, ['settled']]);
  });

  test('that was lost is found behind any number of unpaid payments', async () => {
    const fan = await createFan(app);
    const { orderId } = await buyTokens(fan, 5);
    const abandoned = sql`
      insert into orders (kind, buyer_id, item_title, tokens_amount, money_amount, currency, token_value, method, state, gateway, expires_at, created_at)
      select kind, buyer_id, item_title, tokens_amount, money_amount, currency, token_value, method, 'created', gateway, expires_at, created_at
      from orders, generate_series(1, 450) where id = ${orderId}::uuid returning id`;
    const { rows } = await abandoned.execute(database());
    app.clock.advance(1000);
    const { paymentId } = await buyTokens(fan, 10);
    await press(paymentId, 'delay');
    app.clock.advance(2 * 60_000);
    await pollOpenPayments(app.platform, app.sandbox!);
    expect([rows.length, await balanceOf(fan)]).toEqual([450, 10]);
  });

  test('about a chargeback before its payment is accepted after the payment', async () => {
    const fan = await createFan(app);
    const { orderId, paymentId } = await buyTokens(fan, 10);
    const early = { key: `${paymentId}:chargedBack`, event: 'chargedBack' as const, paymentId, amount: '1000' };
    expect((await sendStatement(early)).error).toBe('NOT_FOUND');
    await press(paymentId, 'approve');
    expect((await sendStatement(early)).status).toBe(200);
    expect((await sendStatement(early)).status).toBe(200);
    expect([await balanceOf(fan), (await order(orderId)).state, await outcomes(orderId)]).toEqual([
      0,
      'chargedBack',
      ['unknownOrder', 'settled', 'reversed'],
    ]);
    // A repeated approval doesn't give it back.
    await press(paymentId, 'resend');
    expect([await balanceOf(fan), await refundsOf(orderId)]).toEqual([0, []]);
    await assertBalanced();
  });
});

describe('renewals by card', () => {
  test('each period is an order of its own, paid to the performer once, however often it is reported', async () => {
    const fan = await createFan(app);
    const seller = await createPerformer(app, { monthlyPrice: 9 });
    const { paymentId, row } = await subscribe(fan, seller);
    const before = await row();
    expect(before).toMatchObject({ gateway: 'sandbox', renews_by: 'card', next_attempt_at: null });
    await press(paymentId, 'renew');
    const { body } = await database().selectFrom('sandbox_statements').select('body').orderBy('id', 'desc').executeTakeFirstOrThrow();
    await Promise.all(Array.from({ length: 6 }, () => sendStatement(body as Parameters<typeof sendStatement>[0])));
    const after = await row();
    expect((after.paid_until.getTime() - before.paid_until.getTime()) / DAY_MS).toBeGreaterThan(27);
    const { rows } = await sql<{ kind: string; state: string; net: bigint }>`
      select o.kind, o.state, t.net_amount as net from orders o join ledger.transactions t on t.id = o.transaction_id
      where o.buyer_id = ${fan.id}::uuid order by o.id`.execute(database());
    expect(rows).toEqual([
      { kind: 'subscription', state: 'paid', net: 720n },
      { kind: 'renewal', state: 'paid', net: 720n },
    ]);
    await assertBalanced();
  });

  test('at another amount or for an unknown subscription, nothing is settled', async () => {
    const fan = await createFan(app);
    const { row } = await subscribe(fan);
    const { gateway_subscription_id: subscriptionId, paid_until: paidUntil } = await row();
    const renewed = { event: 'renewed' as const, paymentId: 'sbx_new', amount: '900' };
    const answers = [
      await sendStatement({ ...renewed, subscriptionId: subscriptionId!, amount: '901' }),
      await sendStatement({ ...renewed, subscriptionId: subscriptionId!, currency: 'EUR' }),
      await sendStatement({ ...renewed, subscriptionId: 'sbs_other' }),
    ];
    expect(answers.map(({ error }) => error)).toEqual(['ORDER_STATE', 'ORDER_STATE', 'NOT_FOUND']);
    expect((await row()).paid_until).toEqual(paidUntil);
  });

  test('a declined card gets days of grace and a mail; paid within them it continues, else it ends on both sides', async () => {
    const fan = await createFan(app);
    const { paymentId, row } = await subscribe(fan);
    await press(paymentId, 'failRenewal');
    const { paid_until: paidUntil } = await row();
    app.clock.set(new Date(paidUntil.getTime() + 3_600_000));
    await app.sandbox!.work();
    const graceEnds = new Date(paidUntil.getTime() + 3 * DAY_MS);
    expect(await row()).toMatchObject({ state: 'active', expires_at: graceEnds, renewal_attempts: 1 });
    await app.settle();
    expect((await app.mailsTo(fan.email)).filter((mail) => /Your card was declined/.test(mail))).toHaveLength(1);
    // The bank approves after all.
    await press(paymentId, 'renew');
    const renewed = await row();
    expect(renewed).toMatchObject({ state: 'active', renewal_attempts: 0 });
    expect(renewed.paid_until.getTime()).toBeGreaterThan(graceEnds.getTime());

    await press(paymentId, 'failRenewal');
    app.clock.set(new Date(renewed.paid_until.getTime() + 3_600_000));
    await app.sandbox!.work();
    app.clock.advance(4 * DAY_MS);
    await app.sandbox!.work();
    await reconcileCardSubscriptions(app.platform);
    expect(await row()).toMatchObject({ state: 'cancelled', expires_at: renewed.paid_until });
    expect((await payment(paymentId)).recurring).toMatchObject({ state: 'cancelled', renewsAt: null });
    expect((await fan.client.call('GET /subscriptions/search')).data[0]!.state).toBe('expired');
    await assertBalanced();
  });

  test('without a statement of the gateway access lasts through the grace, then ends at the gateway too', async () => {
    const fan = await createFan(app);
    const { paymentId, row } = await subscribe(fan);
    const { paid_until: paidUntil } = await row();
    app.clock.set(new Date(paidUntil.getTime() + 60_000));
    await reconcileCardSubscriptions(app.platform);
    expect(await row()).toMatchObject({ state: 'active', expires_at: new Date(paidUntil.getTime() + 3 * DAY_MS) });
    app.clock.advance(3 * DAY_MS);
    await reconcileCardSubscriptions(app.platform);
    await app.settle();
    expect(await row()).toMatchObject({ state: 'cancelled', expires_at: paidUntil });
    expect((await payment(paymentId)).recurring).toMatchObject({ state: 'cancelled' });
  });

  test('after a cancellation the gateway charges no more; what it took meanwhile is refunded', async () => {
    const fan = await createFan(app);
    const { paymentId, row } = await subscribe(fan);
    const { gateway_subscription_id: subscriptionId, paid_until: paidUntil } = await row();
    await fan.client.call('POST /subscriptions/cancel/{id}', { params: { id: star.id } });
    await app.settle();
    expect((await payment(paymentId)).recurring).toMatchObject({ state: 'cancelled' });
    expect((await press(paymentId, 'renew')).error.error).toBe('ORDER_STATE');
    await sendStatement({ event: 'renewed', paymentId: 'sbx_quick', subscriptionId: subscriptionId!, amount: '900' });
    expect((await row()).paid_until).toEqual(paidUntil);
    const { id } = await database()
      .selectFrom('orders')
      .select('id')
      .where('gateway_payment_id', '=', 'sbx_quick')
      .executeTakeFirstOrThrow();
    expect([(await order(id)).state, (await refundsOf(id)).map(({ amount }) => amount)]).toEqual(['cancelled', [900n]]);
    await assertBalanced();
  });
});

describe('refunds and chargebacks', () => {
  test('a refund of a card purchase is made at the gateway, whose echo changes nothing', async () => {
    const fan = await createFan(app);
    const { orderId, paymentId, row } = await subscribe(fan);
    expect(await refundPaidOrder(app.platform, { orderId, reason: 'Asked for.', actorId: null }, undefined)).toEqual({ state: 'refunded' });
    await app.settle();
    expect(await payment(paymentId)).toMatchObject({ state: 'refunded', refunded: 9, recurring: { state: 'cancelled' } });
    expect([await refundsOf(orderId), (await row()).state, await outcomes(orderId)]).toEqual([
      [{ amount: 900n, state: 'done' }],
      'cancelled',
      expect.arrayContaining(['settled', 'repeated']),
    ]);
    await assertBalanced();
  });

  test('an unavailable gateway is asked again, and refunds once', async () => {
    const fan = await createFan(app);
    const feedId = await createFeed(star, { audience: 'buyers', price: 4, photos: 0, text: 'For buyers.' });
    const { orderId, redirectUrl } = await fan.client.call('POST /payment/purchase-feed', { body: { feedId } });
    await press(idOf(redirectUrl), 'approve');
    // No job sends it meanwhile.
    const { id } = await database()
      .insertInto('gateway_refunds')
      .values({ key: randomUUID(), gateway: 'sandbox', payment_id: idOf(redirectUrl), order_id: orderId, amount: 400n, currency: 'USD' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const away = { ...app.sandbox!, refund: () => Promise.reject(new Error('the gateway is away')) };
    await expect(sendRefund(app.platform, createGateways([away]), id)).rejects.toThrow('away');
    const read = () => database().selectFrom('gateway_refunds').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(await read()).toMatchObject({ state: 'pending', attempts: 1, failure: 'Error: the gateway is away' });
    await Promise.all([1, 2, 3].map(() => sendRefund(app.platform, app.gateways, id)));
    await sendRefund(app.platform, app.gateways, id);
    expect(await read()).toMatchObject({ state: 'done', failure: '' });
    expect(await payment(idOf(redirectUrl))).toMatchObject({ state: 'refunded', refunded: 4 });
  });

  test('a refund made at the gateway is posted, of a spent top-up too', async () => {
    const fan = await createFan(app);
    const { orderId, paymentId } = await buyTokens(fan, 10);
    await press(paymentId, 'approve');
    const tip = await fan.client.call('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: star.id }, body: { amount: 7 } });
    await press(paymentId, 'refund');
    expect([(await order(orderId)).state, (await order(tip.orderId)).state, await balanceOf(fan)]).toEqual(['refunded', 'refunded', 0]);
    expect(await refundsOf(orderId)).toEqual([]);
    await assertBalanced();
  });

  test('a chargeback of a spent top-up freezes the account, and its owner sees why', async () => {
    const fan = await createFan(app);
    const { orderId, paymentId } = await buyTokens(fan, 10);
    await press(paymentId, 'approve');
    await fan.client.call('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: star.id }, body: { amount: 7 } });
    app.clock.advance(8 * DAY_MS);
    await sql`select ledger.release_due(${app.platform.clock.now()}, 1000)`.execute(database());
    await press(paymentId, 'chargeBack');
    await app.settle();
    expect((await order(orderId)).state).toBe('chargedBack');
    const me = await fan.client.call('GET /users/me');
    expect(me).toMatchObject({ balance: 0, suspension: { reason: 'chargebacks', note: '7.00 USD' } });
    expect((await fan.client.send('POST /payment/purchase-wallet/custom-amount', { body: { amount: 5 } })).error.error).toBe(
      'ACCOUNT_SUSPENDED',
    );
    expect((await app.mailsTo(fan.email)).join()).toContain('7.00 USD');
    await assertBalanced();
  });

  test('a chargeback during our refund: the money is returned once', async () => {
    const fan = await createFan(app);
    const feedId = await createFeed(star, { audience: 'buyers', price: 4, photos: 0, text: 'For buyers.' });
    const { orderId, redirectUrl } = await fan.client.call('POST /payment/purchase-feed', { body: { feedId } });
    await press(idOf(redirectUrl), 'approve');
    await Promise.all([
      refundPaidOrder(app.platform, { orderId, reason: 'Asked for.', actorId: null }, undefined).catch(() => {}),
      press(idOf(redirectUrl), 'chargeBack'),
    ]);
    await app.settle();
    const { state, refunded } = await payment(idOf(redirectUrl));
    // Either of them, never both.
    expect([
      ['refunded', 4],
      ['chargedBack', 0],
    ]).toContainEqual([state, refunded]);
    await assertBalanced();
  });
});

test('orders not accepted in three days are refunded: card payments, tokens, the stock', async () => {
  const fan = await createFan(app);
  await topUp(app, fan, 40);
  const late = await createProduct(app, star, { type: 'physical', price: 10, stock: 3 });
  const taken = await createProduct(app, star, { type: 'physical', price: 5, stock: 3 });
  const body = { products: [{ productId: late, quantity: 2 }, { productId: taken }], deliveryAddress: ADDRESS };
  const { orderId } = await fan.client.call('POST /payment-wallet/purchase-products', { body });
  const byCard = await fan.client.call('POST /payment/purchase-products', {
    body: { products: [{ productId: late }], deliveryAddress: ADDRESS },
  });
  await press(idOf(byCard.redirectUrl), 'approve');
  const orderLines = (await star.client.call('GET /orders/details/search')).data;
  const accepted = orderLines.find(({ product }) => product?._id === taken)!;
  await star.client.call('PUT /orders/{id}/update', { params: { id: accepted._id }, body: { delivery: 'processing' } });
  const stockOf = async (id: string) =>
    (await database().selectFrom('products').select('stock').where('id', '=', id).executeTakeFirstOrThrow()).stock;
  expect([await stockOf(late), await balanceOf(fan)]).toEqual([0, 15]);

  app.clock.advance(3 * DAY_MS - 60_000);
  await refundUnaccepted(app.platform);
  expect(await stockOf(late)).toBe(0);
  app.clock.advance(120_000);
  await Promise.all([refundUnaccepted(app.platform), refundUnaccepted(app.platform)]);
  await app.settle();
  expect([await stockOf(late), await stockOf(taken), await balanceOf(fan)]).toEqual([3, 2, 35]);
  // One of two order lines was refunded.
  expect([(await order(orderId)).state, (await order(byCard.orderId)).state]).toEqual(['paid', 'refunded']);
  expect(await payment(idOf(byCard.redirectUrl))).toMatchObject({ state: 'refunded' });
  await refundPaidOrder(app.platform, { orderId, orderLineId: accepted._id, reason: 'Out of ink.', actorId: null }, undefined);
  expect([(await order(orderId)).state, await balanceOf(fan), await stockOf(taken)]).toEqual(['refunded', 40, 3]);
  await assertBalanced();
});
