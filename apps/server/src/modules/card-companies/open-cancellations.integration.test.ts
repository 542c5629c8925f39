import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGateways } from '../../gateways/registry.ts';
import { noticeOf } from '../../gateways/notices.ts';
import { type Person, createAdmin, createFan, createPerformer, unique } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { paymentIdOf } from '../../testing/unkeyed-fixtures.ts';
import { applyNotice } from '../payments/index.ts';
import { sendCancellation } from '../payments/gateway-tasks.ts';
import { cancelSubscription } from '../subscriptions/cancel-subscription.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
let owner: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp();
  owner = await createAdmin(app);
  fan = await createFan(app);
});
afterAll(() => app.close());

/** A company whose buyers confirm each cancellation on its page. */
const companies = () =>
  createGateways([
    {
      ...app.sandbox!,
      name: 'verotel',
      capabilities: { ...app.sandbox!.capabilities, cancel: 'page' },
      isReady: () => true,
      cancelSubscription: async (id) => ({ redirectUrl: `https://verotel.example/cancel/${id}` }),
    },
  ]);

/** A subscription by card that the company renews from now on. */
const subscribed = async () => {
  const performer = await createPerformer(app, { admin: owner, monthlyPrice: 8 });
  const { orderId, redirectUrl } = await fan.client.call('POST /payment/subscribe-performer', {
    body: { performerId: performer.id, type: 'monthly', method: 'card' },
  });
  await fan.client.call('POST /gateways/sandbox/payments/{id}', { params: { id: paymentIdOf(redirectUrl) }, body: { action: 'approve' } });
  await app.sandbox!.work();
  const row = await app.platform.database
    .updateTable('subscriptions')
    .set({ gateway: 'verotel', gateway_subscription_id: unique('sale') })
    .where('performer_id', '=', performer.id)
    .returning(['id', 'gateway_subscription_id', 'paid_until'])
    .executeTakeFirstOrThrow();
  return { id: row.id, companyId: row.gateway_subscription_id!, paidUntil: row.paid_until, performer, orderId };
};
const subscriptionOf = (id: string) =>
  app.platform.database.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const cancellationOf = (companyId: string) =>
  app.platform.database.selectFrom('gateway_cancellations').selectAll().where('subscription_id', '=', companyId).executeTakeFirstOrThrow();
const listed = async (companyId: string) =>
  (await owner.client.call('GET /admin/gateways/cancellations', { query: { limit: 100, gateway: 'verotel' } })).data.find(
    ({ subscriptionId }) => subscriptionId === companyId,
  );
const openWork = async () =>
  (await owner.client.call('GET /admin/gateways')).data.find(({ name }) => name === 'verotel')!.cancellationsToDo;
const markMade = async (companyId: string) =>
  owner.client.call('POST /admin/gateways/cancellations/{id}/done', { params: { id: (await cancellationOf(companyId)).id } });

test('the owner sees a cancellation that its buyer hasn’t confirmed for a day, until the company reports it', async () => {
  const { id, companyId, paidUntil, performer } = await subscribed();
  await cancelSubscription(app.platform, companies(), fan.id, id, undefined);
  const before = await openWork();
  expect(await listed(companyId)).toBeUndefined();
  app.clock.advance(DAY_MS + 1000);
  expect(await listed(companyId)).toMatchObject({
    gateway: 'verotel',
    askedBy: 'buyer',
    buyer: { _id: fan.id },
    performer: { _id: performer.id },
    renewsAt: paidUntil.toISOString(),
  });
  expect(await openWork()).toBe(before + 1);
  const ended = noticeOf({
    gateway: 'verotel',
    eventKey: `cancel:${companyId}`,
    event: 'subscriptionCancelled',
    subscriptionId: companyId,
    paidUntil,
    payload: {},
  });
  expect(await applyNotice(app.platform, ended)).toBe('ended');
  await app.settle();
  expect([await listed(companyId), await openWork()]).toEqual([undefined, before]);
});

test('a subscription that ended on the site is shown at once, and keeps its buyer when they subscribe again', async () => {
  const { id, companyId, performer, orderId } = await subscribed();
  await sendCancellation(app.platform, companies(), { gateway: 'verotel', subscriptionId: companyId, orderId });
  expect(await listed(companyId)).toMatchObject({ askedBy: 'site', buyer: { _id: fan.id } });
  // The row of the pair is the new subscription's.
  await app.platform.database
    .updateTable('subscriptions')
    .set({ gateway_subscription_id: unique('sale') })
    .where('id', '=', id)
    .execute();
  expect(await listed(companyId)).toMatchObject({ buyer: { _id: fan.id }, performer: { _id: performer.id }, renewsAt: null });
});

test('a cancellation that the owner made in the company’s console ends the subscription with its paid period', async () => {
  const { id, companyId, paidUntil, orderId } = await subscribed();
  await cancelSubscription(app.platform, companies(), fan.id, id, undefined);
  app.clock.advance(DAY_MS + 1000);
  await markMade(companyId);
  expect(await subscriptionOf(id)).toMatchObject({ state: 'cancelled', expires_at: paidUntil });
  expect((await cancellationOf(companyId)).confirmed_at).toEqual(app.clock.now());
  expect(await listed(companyId)).toBeUndefined();
  // A second press, and the company's notice afterwards, change nothing.
  app.clock.advance(1000);
  await markMade(companyId);
  const late = noticeOf({
    gateway: 'verotel',
    eventKey: `late:${companyId}`,
    event: 'subscriptionCancelled',
    subscriptionId: companyId,
    paidUntil,
    payload: {},
  });
  expect(await applyNotice(app.platform, late)).toBe('repeated');
  const audits = await app.platform.database
    .selectFrom('audit_log')
    .select(['object_id', 'actor_id', 'detail'])
    .where('action', '=', 'orders.cancellationMade')
    .execute();
  expect(audits).toEqual([{ object_id: orderId, actor_id: owner.id, detail: { gateway: 'verotel' } }]);
});

test('a cancellation of no one’s is not found', async () => {
  const id = '0199aaaa-bbbb-7ccc-8ddd-eeeeffff0000';
  expect(await owner.client.send('POST /admin/gateways/cancellations/{id}/done', { params: { id } })).toMatchObject({ status: 404 });
});
