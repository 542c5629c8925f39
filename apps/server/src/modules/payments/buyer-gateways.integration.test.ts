import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CardGateway, PaymentNotice } from '../../gateways/gateway.ts';
import { createGateways } from '../../gateways/registry.ts';
import { type Person, createAdmin, createFan, createPerformer } from '../../testing/factories.ts';
import { paymentIdOf } from '../../testing/unkeyed-fixtures.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { offerSubscription } from '../orders/index.ts';
import { cancelSubscription } from '../subscriptions/cancel-subscription.ts';
import { listSubscriptions } from '../subscriptions/subscriptions.queries.ts';
import { listCardCompanies, reopenPage } from './buyer-gateways.ts';
import { getCardPage } from './card-subscriptions.ts';
import { applyNotice } from './complete-payment.ts';
import { createOrder } from './create-order.ts';
import { sendCancellation } from './gateway-tasks.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
let fan: Person;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  fan = await createFan(app);
  admin = await createAdmin(app);
});
afterAll(() => app.close());

/** A company that counts days, takes 5 to 100, and leaves cancelling to the buyer. */
const dayCounter = (more: Partial<CardGateway> = {}): CardGateway => ({
  ...app.sandbox!,
  name: 'verotel',
  capabilities: { ...app.sandbox!.capabilities, cancel: 'page' },
  isReady: () => true,
  termsOf: ({ amount, recurring }) =>
    amount < 500n || amount > 10_000n
      ? { refusal: 'amount' }
      : { periodDays: recurring ? (recurring.period === 'year' ? 365 : 30) : null, statement: 'VEROTEL*STAGE' },
  cancelSubscription: async (id) => ({ redirectUrl: `https://verotel.example/cancel/${id}` }),
  cardPageOf: (id) => `https://verotel.example/card/${id}`,
  ...more,
});
const both = (gateway = dayCounter()) => createGateways([gateway, app.sandbox!]);

/** A subscription by card that the second company renews from now on. */
const subscribed = async (): Promise<{ id: string; companyId: string; performer: Person }> => {
  const performer = await createPerformer(app, { admin, monthlyPrice: 8 });
  const { redirectUrl } = await fan.client.call('POST /payment/subscribe-performer', {
    body: { performerId: performer.id, type: 'monthly', method: 'card' },
  });
  await fan.client.call('POST /gateways/sandbox/payments/{id}', { params: { id: paymentIdOf(redirectUrl) }, body: { action: 'approve' } });
  await app.sandbox!.work();
  const { id, gateway_subscription_id: companyId } = await app.platform.database
    .updateTable('subscriptions')
    .set({ gateway: 'verotel' })
    .where('performer_id', '=', performer.id)
    .returning(['id', 'gateway_subscription_id'])
    .executeTakeFirstOrThrow();
  return { id, companyId: companyId!, performer };
};

const notice = (event: PaymentNotice['event'], subscriptionId: string, more: Partial<PaymentNotice> = {}): PaymentNotice => ({
  gateway: 'verotel',
  account: null,
  eventKey: `${event}:${subscriptionId}`,
  event,
  orderId: null,
  handle: null,
  paymentId: null,
  saleId: null,
  subscriptionId,
  amount: null,
  currency: null,
  paidUntil: null,
  nextTryAt: null,
  refundId: null,
  fee: null,
  cardMark: null,
  sentAt: null,
  facts: [],
  payload: {},
  ...more,
});

const viewOf = async (id: string) =>
  (await listSubscriptions(app.platform, { id }, { limit: 1, offset: 0, sort: 'asc', sortBy: 'expiresAt' })).data[0]!;
const cancellationOf = (companyId: string) =>
  app.platform.database
    .selectFrom('gateway_cancellations')
    .selectAll()
    .where('gateway', '=', 'verotel')
    .where('subscription_id', '=', companyId)
    .executeTakeFirst();

test('lists the companies that take a payment, with the terms that the buyer agrees to', async () => {
  const names = (amount: bigint, period?: 'month' | 'year') =>
    listCardCompanies(app.platform, both(), { amount, period }, 'en').map(({ title, periodDays }) => [title, periodDays]);
  expect(names(1000n)).toEqual([
    ['Verotel', null],
    ['Sandbox', null],
  ]);
  expect(names(1000n, 'month')[0]).toEqual(['Verotel', 30]);
  expect(names(1000n, 'year')[0]).toEqual(['Verotel', 365]);
  expect(names(400n)).toEqual([['Sandbox', null]]);
  expect(await fan.client.call('GET /payment/gateways', { query: { amount: 12.5 } })).toEqual({
    data: [{ name: 'sandbox', title: 'Sandbox', statement: 'SANDBOX', periodDays: null, currency: 'USD' }],
  });
  const response = await fan.client.send('GET /payment/gateways', { query: { amount: '0' } });
  expect(response.status).toBe(422);
});

test('leads back to the open page of an order, and to no page of one that is over', async () => {
  const { orderId, redirectUrl } = await fan.client.call('POST /payment/purchase-wallet/custom-amount', { body: { amount: 20 } });
  const page = () => fan.client.send('POST /payment/orders/{id}/page', { params: { id: orderId } });
  expect((await page()).data).toEqual({ redirectUrl });
  await fan.client.call('POST /gateways/sandbox/payments/{id}', { params: { id: paymentIdOf(redirectUrl) }, body: { action: 'decline' } });
  await app.sandbox!.work();
  expect(await page()).toMatchObject({ status: 409, error: { error: 'ORDER_STATE' } });
});

test('opens a new page when the company has closed the last one', async () => {
  const { orderId } = await fan.client.call('POST /payment/purchase-wallet/custom-amount', { body: { amount: 20 } });
  const pages = app.platform.database.updateTable('payment_pages').where('order_id', '=', orderId);
  await pages.set({ expires_at: app.clock.now() }).execute();
  const other = dayCounter({
    openPayment: async ({ attempt }) => ({ handle: null, url: `https://verotel.example/${attempt}`, until: null }),
  });
  await app.platform.database.updateTable('orders').set({ gateway: 'verotel' }).where('id', '=', orderId).execute();
  expect(await reopenPage(app.platform, both(other), fan.id, orderId, 'en')).toBe('https://verotel.example/2');
  app.clock.advance(DAY_MS + 1000);
  await expect(reopenPage(app.platform, both(other), fan.id, orderId, 'en')).rejects.toMatchObject({ code: 'ORDER_STATE' });
});

test('a cancellation that its company wants confirmed leaves the subscription renewing until the company reports it', async () => {
  const { id, companyId } = await subscribed();
  const cancel = () => cancelSubscription(app.platform, both(), fan.id, id, undefined);
  const asked = await cancel();
  expect(asked).toMatchObject({ state: 'active', gateway: 'verotel', redirectUrl: `https://verotel.example/cancel/${companyId}` });
  expect(asked.cancelAskedAt).not.toBeNull();
  // The link again.
  expect((await cancel()).redirectUrl).toBe(asked.redirectUrl);
  const paidUntil = new Date(asked.expiresAt);
  expect(await applyNotice(app.platform, notice('subscriptionCancelled', companyId, { paidUntil }))).toBe('ended');
  expect(await viewOf(id)).toMatchObject({ state: 'cancelled', cancelAskedAt: null, expiresAt: asked.expiresAt });
  await app.settle();
  expect((await cancellationOf(companyId))?.confirmed_at).not.toBeNull();
});

test('leaves a subscription that ended on the site to the owner, where nobody can confirm it', async () => {
  const { companyId } = await subscribed();
  await sendCancellation(app.platform, both(), { gateway: 'verotel', subscriptionId: companyId, orderId: null });
  await sendCancellation(app.platform, both(), { gateway: 'verotel', subscriptionId: companyId, orderId: null });
  expect(await cancellationOf(companyId)).toMatchObject({ asked_by: 'site', confirmed_at: null });
  await applyNotice(app.platform, notice('subscriptionExpired', companyId));
  expect((await cancellationOf(companyId))?.confirmed_at).not.toBeNull();
  await applyNotice(app.platform, notice('subscriptionResumed', companyId, { paidUntil: new Date(app.clock.now().getTime() + DAY_MS) }));
  expect(await cancellationOf(companyId)).toBeUndefined();
});

test('a declined renewal names the company and its next try, on the screen and in a mail', async () => {
  const { id, companyId, performer } = await subscribed();
  const { expiresAt } = await viewOf(id);
  app.clock.advance(new Date(expiresAt).getTime() - app.clock.now().getTime());
  const nextTryAt = new Date(app.clock.now().getTime() + 4 * DAY_MS);
  expect(await applyNotice(app.platform, notice('renewalFailed', companyId, { nextTryAt }))).toBe('grace');
  expect(await viewOf(id)).toMatchObject({ isOverdue: true, gateway: 'verotel', nextTryAt: nextTryAt.toISOString() });
  await app.settle();
  const day = nextTryAt.toLocaleDateString('en', { dateStyle: 'long', timeZone: app.platform.settings.get('timeZone') });
  const mail = (await app.mailsTo(fan.email)).find((one) => one.includes('Your card was declined'))!.replaceAll(/=\r?\n/g, '');
  expect(mail).toContain(`Verotel tries again on ${day}.`);
  expect(mail).toContain('/subscriptions');
  const seen = await listSubscriptions(
    app.platform,
    { performerId: performer.id },
    { limit: 1, offset: 0, sort: 'asc', sortBy: 'expiresAt' },
  );
  expect(seen.data[0]).toMatchObject({ gateway: null, nextTryAt: null });
});

test('the page where a card is changed is the company’s, for the fan alone', async () => {
  const { id, companyId } = await subscribed();
  expect(await getCardPage(app.platform, both(), fan.id, id)).toBe(`https://verotel.example/card/${companyId}`);
  // A company that the site doesn't speak to any more.
  expect(await fan.client.call('GET /subscriptions/{id}/card-page', { params: { id } })).toEqual({ url: null });
  const other = await createFan(app);
  expect(await other.client.send('GET /subscriptions/{id}/card-page', { params: { id } })).toMatchObject({ status: 404 });
});

test('an order keeps the length of the periods that its buyer agreed to', async () => {
  const performer = await createPerformer(app, { admin, monthlyPrice: 8 });
  const company = dayCounter({ openPayment: async () => ({ handle: null, url: 'https://verotel.example/1', until: null }) });
  const { orderId } = await createOrder(
    app.platform,
    both(company),
    () => offerSubscription(app.platform, { id: fan.id, country: null }, performer.id, { type: 'monthly', renews: false }),
    { method: 'card', gateway: 'verotel', locale: 'en', buyerCountry: null, returnTo: undefined, idempotency: undefined },
  );
  expect(await fan.client.call('GET /payment/orders/{id}', { params: { id: orderId } })).toMatchObject({
    gateway: 'verotel',
    periodDays: 30,
  });
});

test('a receipt, a renewal’s mail and the subscription say the days of a period that the buyer agreed to', async () => {
  const buyer = await createFan(app);
  const performer = await createPerformer(app, { admin, monthlyPrice: 8 });
  const company = dayCounter({ openPayment: async () => ({ handle: null, url: 'https://verotel.example/1', until: null }) });
  const { orderId } = await createOrder(
    app.platform,
    both(company),
    () => offerSubscription(app.platform, { id: buyer.id, country: null }, performer.id, { type: 'monthly', renews: true }),
    { method: 'card', gateway: 'verotel', locale: 'en', buyerCountry: null, returnTo: undefined, idempotency: undefined },
  );
  const companyId = `sale-${orderId}`;
  const paid = { amount: 800n, currency: 'USD', paidUntil: new Date(app.clock.now().getTime() + 30 * DAY_MS) };
  expect(await applyNotice(app.platform, notice('approved', companyId, { ...paid, orderId, paymentId: companyId }))).toBe('settled');
  const seen = async () => (await buyer.client.call('GET /subscriptions/search')).data[0]!;
  expect(await seen()).toMatchObject({ renewsAt: paid.paidUntil.toISOString(), periodDays: 30 });
  app.clock.advance(30 * DAY_MS);
  const renewed = { ...paid, paymentId: `${companyId}-2`, paidUntil: new Date(app.clock.now().getTime() + 30 * DAY_MS) };
  expect(await applyNotice(app.platform, notice('renewed', companyId, renewed))).toBe('renewed');
  expect(await seen()).toMatchObject({ renewsAt: renewed.paidUntil.toISOString(), periodDays: 30 });
  await app.settle();
  const mails = (await app.mailsTo(buyer.email)).map((mail) => mail.replaceAll(/=\r?\n/g, ''));
  expect(mails.filter((mail) => mail.includes('Your receipt') && mail.includes('Renews: every 30 days'))).toHaveLength(1);
  expect(mails.filter((mail) => mail.includes('was renewed. It renews every 30 days.'))).toHaveLength(1);
  // A performer doesn't learn how it is paid.
  const { data } = await listSubscriptions(
    app.platform,
    { performerId: performer.id },
    { limit: 1, offset: 0, sort: 'asc', sortBy: 'expiresAt' },
  );
  expect(data[0]).toMatchObject({ gateway: null, periodDays: null });
});
