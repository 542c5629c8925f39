import type { GatewayName, SubAccountReceiver } from '@stagedoor/contract/gateways.values';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CCBILL_SUBACCOUNTS } from '../gateway-doubles/ccbill/ccbill-options.ts';
import { VEROTEL_SHOPS } from '../gateway-doubles/verotel/verotel-options.ts';
import { refundPaidOrder } from '../modules/payments/index.ts';
import { assertSound, earningsOf } from '../testing/card-orders.ts';
import { type CompanyDoubles, enterDoublesKeys, startCompanyDoubles } from '../testing/company-doubles.ts';
import { PASSWORD, type Person, createAdmin, createFan, createPerformer } from '../testing/factories.ts';
import { type TestApp, createTestApp } from '../testing/test-app.ts';
import { signatureOf, signedAddress } from './verotel/signature.ts';

// Performers' own accounts at the companies' doubles: subscriptions that are paid there, and who may report them.

const DAY_MS = 86_400_000;
const [single, recurring] = CCBILL_SUBACCOUNTS;
const SUB_ACCOUNTS = ['2001', '2002'].map((clientSubacc) => ({
  ...recurring!,
  clientSubacc,
  shop: `Performer ${clientSubacc}`,
  salt: `salt-of-${clientSubacc}`,
  forms: [{ id: `form-${clientSubacc}` }],
}));
const SHOPS = ['70001', '70002'].map((shopID) => ({
  ...VEROTEL_SHOPS[0]!,
  shopID,
  name: `Performer ${shopID}`,
  signatureKey: `key-${shopID}`,
}));

let app: TestApp;
let owner: Person;
let doubles: CompanyDoubles;
let ccbill: CompanyDoubles['ccbill'];
let verotel: CompanyDoubles['verotel'];
beforeAll(async () => {
  app = await createTestApp();
  owner = await createAdmin(app);
  doubles = await startCompanyDoubles(app, { now: () => app.clock.now(), more: { subaccounts: SUB_ACCOUNTS, shops: SHOPS } });
  ({ ccbill, verotel } = doubles);
  await enterDoublesKeys(owner, doubles);
});
afterAll(async () => {
  await app.close();
  await doubles.close();
});
afterEach(() => assertSound(app));

const database = () => app.platform.database;
const setUp = async (name: GatewayName, values: Record<string, string>): Promise<void> => {
  const known = (await owner.client.call('GET /admin/gateways')).data.find((one) => one.name === name)!;
  await owner.client.call('PUT /admin/gateways/{name}', { params: { name }, body: { version: known.version, isOn: true, values } });
};
const enter = (star: Person, name: 'ccbill' | 'verotel', which: 0 | 1 = 0) => {
  const { clientSubacc, forms, salt } = SUB_ACCOUNTS[which]!;
  const { shopID, signatureKey } = SHOPS[which]!;
  const own = {
    ccbill: { ccbill: { subAccountNumber: clientSubacc, flexformId: forms[0]!.id, salt } },
    verotel: { verotel: { shopId: shopID, signatureKey } },
  }[name];
  return star.client.call('PUT /performers/payment-gateway-settings', { body: { ...own, currentPassword: PASSWORD } });
};
const numberOf = (name: GatewayName, which: 0 | 1 = 0): string =>
  (name === 'ccbill' ? SUB_ACCOUNTS : SHOPS.map(({ shopID }) => ({ clientSubacc: shopID })))[which]!.clientSubacc;
const newStar = async (name: 'ccbill' | 'verotel'): Promise<Person> => {
  const star = await createPerformer(app, { admin: owner, monthlyPrice: 9 });
  await enter(star, name);
  return star;
};
const subscribe = (fan: Person, star: Person) =>
  fan.client.call('POST /payment/subscribe-performer', { body: { performerId: star.id, method: 'card' } });
const orderOf = (id: string) => database().selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const ordersOf = async (fan: Person) => {
  const rows = await database()
    .selectFrom('orders')
    .select(['kind', 'state', 'receiver', 'gateway_account'])
    .where('buyer_id', '=', fan.id)
    .orderBy('created_at')
    .execute();
  return rows.map(({ kind, state, receiver, gateway_account: account }) => [kind, state, receiver, account]);
};
const subscriptionOf = (fan: Person) =>
  database().selectFrom('subscriptions').selectAll().where('fan_id', '=', fan.id).executeTakeFirstOrThrow();
const total = async (star: Person): Promise<number> => (await earningsOf(app, star)).reduce((sum, value) => sum + value, 0);
const work = async (): Promise<void> => {
  await ccbill.work();
  await verotel.work();
  await app.settle();
};
const pass = async (days: number): Promise<void> => {
  for (let day = 0; day < days; day += 3) {
    app.clock.advance(3 * DAY_MS);
    await work();
  }
};
const rejectionsFor = async (reason: string): Promise<number> => {
  const rows = await database().selectFrom('gateway_rejections').select('count').where('reason', '=', reason).execute();
  return rows.reduce((sum, { count }) => sum + Number(count), 0);
};

describe.each(['ccbill', 'verotel'] as const)('own accounts at %s', (name) => {
  const double = () => (name === 'ccbill' ? ccbill : verotel);
  const saleIdOf = (orderId: string): string =>
    name === 'ccbill' ? ccbill.saleOf(orderId)!.subscriptionId : verotel.saleOf(orderId)!.saleID;
  const setReceiver = (receiver: SubAccountReceiver, limit = '10000') =>
    setUp(name, { subAccountReceiver: receiver, subAccountLimit: limit });
  beforeEach(async () => {
    await owner.client.call('PUT /admin/gateway-order', { body: { names: [name] } });
    await setReceiver('performer');
  });

  test('a subscription is paid to the performer, renews there, and its commission alone is posted', async () => {
    const [star, fan] = [await newStar(name), await createFan(app)];
    const { orderId, redirectUrl } = await subscribe(fan, star);
    expect(new URL(redirectUrl).searchParams.get(name === 'ccbill' ? 'clientSubacc' : 'shopID')).toBe(numberOf(name));
    await double().approve(redirectUrl);
    await work();
    expect(await ordersOf(fan)).toEqual([['subscription', 'paid', 'performer', numberOf(name)]]);
    expect([await total(star), (await subscriptionOf(fan)).state]).toEqual([-180, 'active']);
    await pass(33);
    expect((await ordersOf(fan)).map(([kind, , ...rest]) => [kind, ...rest])).toEqual([
      ['subscription', 'performer', numberOf(name)],
      ['renewal', 'performer', numberOf(name)],
    ]);
    expect([await total(star), (await subscriptionOf(fan)).expires_at > app.clock.now()]).toEqual([-360, true]);
    // The commission of what the company gives back is no longer owed.
    await double().chargeBack(saleIdOf(orderId));
    await work();
    expect((await ordersOf(fan)).filter(([, state]) => state === 'chargedBack')).toHaveLength(1);
    expect(await total(star)).toBe(-180);
    const [later] = await database().selectFrom('orders').select('id').where('buyer_id', '=', fan.id).where('state', '=', 'paid').execute();
    await refundPaidOrder(app.platform, { orderId: later!.id, reason: 'Asked for', actorId: owner.id }, undefined);
    await work();
    expect(await total(star)).toBe(0);
  });

  test('the site’s own account there credits the performer as any sale, and a refund takes it back', async () => {
    await setReceiver('site');
    const [star, fan] = [await newStar(name), await createFan(app)];
    const { orderId, redirectUrl } = await subscribe(fan, star);
    await double().approve(redirectUrl);
    await work();
    expect(await ordersOf(fan)).toEqual([['subscription', 'paid', 'site', numberOf(name)]]);
    expect(await total(star)).toBe(720);
    await refundPaidOrder(app.platform, { orderId, reason: 'Asked for', actorId: owner.id }, undefined);
    await work();
    const { state } = await database()
      .selectFrom('gateway_refunds')
      .select('state')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow();
    // By a call where the company takes one.
    expect([await total(star), state]).toEqual([0, name === 'ccbill' ? 'done' : 'byOwner']);
    const other = await createFan(app);
    const second = await subscribe(other, star);
    await double().approve(second.redirectUrl);
    await work();
    expect(await total(star)).toBe(720);
    await double().chargeBack(saleIdOf(second.orderId));
    await work();
    expect([(await orderOf(second.orderId)).state, await total(star)]).toEqual(['chargedBack', 0]);
  });

  test('a sale stays with the account it was made with, when the performer enters another and the owner changes the rule', async () => {
    const [star, fan] = [await newStar(name), await createFan(app)];
    const { orderId, redirectUrl } = await subscribe(fan, star);
    await double().approve(redirectUrl);
    await work();
    await enter(star, name, 1);
    await pass(33);
    expect((await ordersOf(fan)).map(([kind, state, , account]) => [kind, state, account])).toEqual([
      ['subscription', 'paid', numberOf(name)],
      ['renewal', 'paid', numberOf(name)],
    ]);
    await setReceiver('none');
    const other = await createFan(app);
    await subscribe(other, star);
    expect(await ordersOf(other)).toEqual([['subscription', 'created', 'site', null]]);
    // Cancelled with the first account: by a call at CCBill's sub-account, or on the page of Verotel's shop.
    const { redirectUrl: page } = await fan.client.call('POST /subscriptions/cancel/{id}', { params: { id: star.id } });
    await work();
    const isCancelled = name === 'ccbill' && ccbill.saleOf(orderId)!.status === 'cancelled';
    const shop = page && (await fetch(page)).ok ? new URL(page).searchParams.get('shopID') : null;
    expect(name === 'ccbill' ? isCancelled : shop).toBe(name === 'ccbill' ? true : numberOf(name));
  });

  test('a performer who owes as much commission as the owner allows is paid through the site again', async () => {
    await setReceiver('performer', '300');
    const star = await newStar(name);
    const receivers: unknown[] = [];
    for (let fans = 0; fans < 3; fans += 1) {
      const fan = await createFan(app);
      const { redirectUrl } = await subscribe(fan, star);
      await double().approve(redirectUrl);
      await work();
      receivers.push((await ordersOf(fan))[0]![2]);
    }
    // 1.80 and 3.60 are owed; the third sale brings 7.20.
    expect([receivers, await total(star)]).toEqual([['performer', 'performer', 'site'], 360]);
  });

  test('the site’s number, entered by a performer, stays the site’s', async () => {
    const [star, fan] = [await newStar(name), await createFan(app)];
    const own =
      name === 'ccbill'
        ? { ccbill: { subAccountNumber: single!.clientSubacc, flexformId: 'mine', salt: 'mine' } }
        : { verotel: { shopId: VEROTEL_SHOPS[0]!.shopID, signatureKey: 'mine' } };
    const refused = await star.client.send('PUT /performers/payment-gateway-settings', { body: { ...own, currentPassword: PASSWORD } });
    expect(refused.error?.error).toBe('VALIDATION_FAILED');
    await subscribe(fan, star);
    expect((await ordersOf(fan))[0]![3]).toBe(numberOf(name));
  });

  test('only sales by subscription go there: a top-up and a tip are the site’s', async () => {
    const fan = await createFan(app);
    await fan.client.call('POST /payment/purchase-wallet/custom-amount', { body: { amount: 10 } });
    expect((await ordersOf(fan))[0]!.slice(2)).toEqual(['site', null]);
  });
});

describe('a postback made up with the key of a performer’s shop', () => {
  const callbackOf = (shop: (typeof SHOPS)[number], params: Record<string, string>): string => {
    const signed = { shopID: shop.shopID, ...params };
    const signature = signatureOf('sha256', shop.signatureKey, Object.entries(signed));
    return `${app.url}/api/gateways/verotel/callback?${new URLSearchParams({ ...signed, signature }).toString()}`;
  };
  beforeEach(async () => {
    await owner.client.call('PUT /admin/gateway-order', { body: { names: ['verotel'] } });
    await setUp('verotel', { subAccountReceiver: 'site' });
  });

  test('neither pays a subscription that the company wasn’t paid for, nor renews one twice', async () => {
    const [star, fan] = [await newStar('verotel'), await createFan(app)];
    const { orderId, redirectUrl } = await subscribe(fan, star);
    const told = { event: 'initial', type: 'subscription', subscriptionType: 'recurring', referenceID: orderId };
    const price = { priceAmount: '9.00', priceCurrency: 'USD' };
    const before = await rejectionsFor('notAtCompany');
    const forged = await fetch(callbackOf(SHOPS[0]!, { ...told, ...price, saleID: '999', nextChargeOn: '2099-01-01' }));
    expect([forged.status, await rejectionsFor('notAtCompany')]).toEqual([400, before + 1]);
    expect([(await orderOf(orderId)).state, await total(star)]).toEqual(['created', 0]);

    await verotel.approve(redirectUrl);
    await work();
    const { saleID } = verotel.saleOf(orderId)!;
    await pass(33);
    expect(await total(star)).toBe(1440);
    const { payload } = await database()
      .selectFrom('gateway_events')
      .select('payload')
      .where('event', '=', 'renewed')
      .where('order_id', 'in', database().selectFrom('orders').select('id').where('buyer_id', '=', fan.id))
      .executeTakeFirstOrThrow();
    const until = String(payload['nextChargeOn']);
    const rebill = { event: 'rebill', type: 'subscription', subscriptionType: 'recurring', saleID, referenceID: orderId };
    for (const [transactionID, nextChargeOn] of [
      ['made-up-1', until],
      ['made-up-2', '2099-01-01'],
    ] as const)
      await fetch(callbackOf(SHOPS[0]!, { ...rebill, amount: '9.00', currency: 'USD', transactionID, nextChargeOn }));
    expect(await total(star)).toBe(1440);
  });

  test('pays no order with a cheaper sale under its reference', async () => {
    const [star, fan] = [await newStar('verotel'), await createFan(app)];
    const { orderId } = await subscribe(fan, star);
    const { shopID, signatureKey: key } = SHOPS[0]!;
    const terms = {
      type: 'subscription',
      subscriptionType: 'recurring',
      name: 'Cheap',
      period: 'P1M',
      priceAmount: '3.00',
      priceCurrency: 'USD',
    };
    const cheap = { version: '4', shopID, referenceID: orderId, ...terms };
    await verotel.approve(signedAddress(`${verotel.url}/startorder`, cheap, { hash: 'sha256', key }));
    await work();
    const { saleID } = verotel.saleOf(orderId)!;
    const told = { event: 'initial', ...terms, priceAmount: '9.00', referenceID: orderId, saleID, nextChargeOn: '2099-01-01' };
    expect((await fetch(callbackOf(SHOPS[0]!, told))).status).toBe(400);
    expect([(await orderOf(orderId)).state, await total(star)]).toEqual(['created', 0]);
  });

  test('changes nothing of another account’s sale, or of the site’s', async () => {
    const [star, fan] = [await createPerformer(app, { admin: owner, monthlyPrice: 9 }), await createFan(app)];
    const { orderId, redirectUrl } = await subscribe(fan, star);
    await verotel.approve(redirectUrl);
    await work();
    expect((await ordersOf(fan))[0]!.slice(2)).toEqual(['site', null]);
    // The shop takes part: a sale was made with it.
    const [other, otherFan] = [await newStar('verotel'), await createFan(app)];
    await subscribe(otherFan, other);
    const { saleID } = verotel.saleOf(orderId)!;
    const common = { type: 'subscription', saleID, referenceID: orderId };
    for (const params of [
      { ...common, event: 'chargeback', amount: '9.00', currency: 'USD', parentID: saleID, transactionID: 'x' },
      { ...common, event: 'cancel', nextChargeOn: '2026-01-01' },
      { ...common, event: 'expiry', expiresOn: '2026-01-01' },
    ])
      expect((await fetch(callbackOf(SHOPS[0]!, params))).status).toBe(503);
    expect([(await orderOf(orderId)).state, (await subscriptionOf(fan)).state, await total(star)]).toEqual(['paid', 'active', 720]);
    const cancellations = await database()
      .selectFrom('gateway_cancellations')
      .select('gateway')
      .where('subscription_id', '=', saleID)
      .execute();
    expect(cancellations).toEqual([]);
  });
});
