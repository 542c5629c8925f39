import { numberOf } from '@stagedoor/contract/numbers.values';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyLedger } from '../../ledger/index.ts';
import { type Person, createAdmin, createFan, createFeed, createPerformer, topUp } from '../../testing/factories.ts';
import { startServer } from '../../testing/server-process.ts';
import { inAnyOrder } from '../../testing/ledger-amounts.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
let admin: Person;
let star: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin, monthlyPrice: 9 });
  fan = await createFan(app);
  await topUp(app, fan, 100);
});
afterAll(() => app.close());

const idOf = (redirectUrl: string): string => redirectUrl.split('/').at(-1)!;
const press = (paymentId: string, action: 'approve' | 'chargeBack' | 'renew') =>
  app.client().call('POST /gateways/sandbox/payments/{id}', { params: { id: paymentId }, body: { action } });
const buy = async (price = 5): Promise<string> => {
  const feedId = await createFeed(star, { audience: 'buyers', price, photos: 0, text: 'For buyers.', title: 'An encore' });
  return (await fan.client.call('POST /payment-wallet/purchase-feed', { body: { feedId } })).orderId;
};
const actions = async (objectId: string | null) =>
  (
    await app.platform.database
      .selectFrom('audit_log')
      .select(['action', 'actor_id'])
      .where('object_id', objectId === null ? 'is' : '=', objectId)
      .orderBy('id')
      .execute()
  ).map(({ action, actor_id }) => [action, actor_id]);

describe('orders', () => {
  test('are found by id, payment, person, kind, state, method and time', async () => {
    const orderId = await buy();
    const { orderId: open, redirectUrl } = await fan.client.call('POST /payment/send-tip', { body: { performerId: star.id, amount: 3 } });
    const find = async (query: Record<string, unknown>) =>
      (await admin.client.call('GET /admin/orders', { query })).data.map(({ _id }) => _id);
    expect(await find({ q: orderId })).toEqual([orderId]);
    expect(await find({ q: numberOf('order', orderId).toLowerCase() })).toEqual([orderId]);
    expect(await find({ q: idOf(redirectUrl) })).toEqual([open]);
    expect(await find({ q: `@${fan.username.slice(0, 8)}`, kind: 'feed' })).toContain(orderId);
    expect(await find({ accountId: star.id, state: 'created', method: 'card' })).toEqual([open]);
    expect(await find({ until: '2001-01-01T00:00:00Z' })).toEqual([]);
    expect(await find({ q: '100%_' })).toEqual([]);
    const { data, total } = await admin.client.call('GET /admin/orders', { query: { limit: 1, sort: 'asc' } });
    expect([data.length, total > 2, data[0]!.kind]).toEqual([1, true, 'topUp']);
  });

  test('the evidence of a payment names its buyer’s consents, log-ins and rights, and each download is audited', async () => {
    const feedId = await createFeed(star, { audience: 'buyers', price: 6, photos: 0, text: 'For buyers.', title: 'A late encore' });
    const { orderId, redirectUrl } = await fan.client.call('POST /payment/purchase-feed', { body: { feedId } });
    await press(idOf(redirectUrl), 'approve');
    await press(idOf(redirectUrl), 'chargeBack');
    const load = (person: Person, id: string) =>
      fetch(`${app.url}/api/admin/orders/${id}/dispute-pack`, { headers: { authorization: person.client.token ?? '' } });
    const answer = await load(admin, orderId);
    expect([answer.status, answer.headers.get('content-disposition')]).toEqual([200, 'attachment; filename="dispute.json"']);
    const pack = (await answer.json()) as Record<string, unknown>;
    expect(pack).toMatchObject({
      order: { _id: orderId, state: 'chargedBack', events: [{ event: 'approved' }, { event: 'chargedBack' }] },
      buyer: { id: fan.id, username: fan.username },
      access: { entitlements: [{ item_id: feedId, source: 'purchase', revoked_at: expect.any(String) as string }] },
    });
    expect(pack['consents']).toEqual(expect.arrayContaining([expect.objectContaining({ purpose: 'terms', granted: true })]));
    expect(pack['sessions']).toEqual(expect.arrayContaining([expect.objectContaining({ ip: expect.any(String) as string })]));
    expect(JSON.stringify(pack['otherPayments'])).not.toContain(orderId);
    expect(await actions(orderId)).toContainEqual(['orders.packed', admin.id]);
    const before = (await actions(orderId)).length;
    expect((await load(fan, orderId)).status).toBe(403);
    expect((await load(admin, fan.id)).status).toBe(404);
    expect(await actions(orderId)).toHaveLength(before);
  });

  test('an order shows its transactions with all entries, and the gateway’s statements', async () => {
    const { data } = await admin.client.call('GET /admin/orders', { query: { kind: 'topUp', accountId: fan.id } });
    const order = await admin.client.call('GET /admin/orders/{id}', { params: { id: data[0]!._id } });
    expect(order).toMatchObject({ kind: 'topUp', state: 'paid', method: 'card', gateway: 'sandbox', tokens: 100, buyer: { _id: fan.id } });
    expect(order.consolePath).toBe(`/sandbox/pay/${order.paymentId}`);
    expect(order.events).toMatchObject([{ event: 'approved', outcome: 'settled' }]);
    expect(JSON.stringify(order.events)).not.toContain('signature');
    expect(inAnyOrder(order.transactions[0]!.entries.map(({ account, amount, balanceAfter }) => [account, amount, balanceAfter]))).toEqual([
      ['clearing', -100, null],
      ['exchangeCurrency', 100, null],
      ['exchangeTokens', -100, null],
      ['wallet', 100, 100],
    ]);
  });
});

describe('a refund', () => {
  test('matches its preview, is made once for a key, and is in the audit log', async () => {
    const orderId = await buy(10);
    const before = (await fan.client.call('GET /users/me')).balance;
    const preview = () => admin.client.call('GET /admin/orders/{id}/refund-preview', { params: { id: orderId } });
    const expected = {
      refusal: null,
      tokens: 10,
      money: null,
      revoked: 1,
      endsSubscription: false,
      stateAfter: 'refunded',
      sellers: [{ seller: { _id: star.id }, net: 8, from: 'pending', availableAfter: 0 }],
    };
    // A preview changes nothing.
    expect(await preview()).toMatchObject(expected);
    expect(await preview()).toMatchObject(expected);
    expect((await fan.client.call('GET /users/me')).balance).toBe(before);
    const refund = (reason: string, key: string) =>
      admin.client.send('POST /admin/orders/{id}/refund', {
        params: { id: orderId },
        body: { reason },
        headers: { 'idempotency-key': key },
      });
    const answers = await Promise.all([1, 2, 3, 4].map(() => refund('Asked for it.', 'one')));
    expect(answers.map(({ status, data }) => [status, data.state])).toEqual(answers.map(() => [200, 'refunded']));
    expect((await refund('Another reason.', 'one')).error.error).toBe('IDEMPOTENCY_KEY_REUSED');
    expect((await refund('Again.', 'two')).error.error).toBe('ORDER_STATE');
    expect((await fan.client.call('GET /users/me')).balance).toBe(before + 10);
    expect(await preview()).toMatchObject({ refusal: 'ORDER_STATE', sellers: [] });
    expect(await actions(orderId)).toEqual([['orders.refunded', admin.id]]);
    const order = await admin.client.call('GET /admin/orders/{id}', { params: { id: orderId } });
    expect(order.transactions).toMatchObject([
      { kind: 'purchaseFeed', reversedById: order.transactions[1]!._id },
      { kind: 'refund', reversesId: order.transactions[0]!._id, note: 'Asked for it.', actor: { _id: admin.id } },
    ]);
  });

  test('of a partly spent top-up is refused, by the preview too', async () => {
    const other = await createFan(app);
    await topUp(app, other, 10);
    await other.client.call('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: star.id }, body: { amount: 1 } });
    const { data } = await admin.client.call('GET /admin/orders', { query: { accountId: other.id, kind: 'topUp' } });
    const params = { id: data[0]!._id };
    expect((await admin.client.call('GET /admin/orders/{id}/refund-preview', { params })).refusal).toBe('INSUFFICIENT_TOKENS');
    const refused = await admin.client.send('POST /admin/orders/{id}/refund', { params, body: { reason: 'Asked.' } });
    expect(refused.error.error).toBe('INSUFFICIENT_TOKENS');
    expect((await other.client.call('GET /users/me')).balance).toBe(9);
  });
});

test('chargebacks are listed with the amount owed, and whether the account is frozen', async () => {
  const other = await createFan(app);
  const { orderId, redirectUrl } = await other.client.call('POST /payment/purchase-wallet/custom-amount', { body: { amount: 20 } });
  await press(idOf(redirectUrl), 'approve');
  await other.client.call('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: star.id }, body: { amount: 12.5 } });
  app.clock.advance(8 * DAY_MS);
  await app.platform.jobs.enqueue(app.platform.database, 'ledger:release', {});
  await app.settle();
  await press(idOf(redirectUrl), 'chargeBack');
  const { data } = await admin.client.call('GET /admin/chargebacks');
  expect(data[0]).toMatchObject({ orderId, kind: 'topUp', money: 20, owed: 12.5, isFrozen: true, buyer: { _id: other.id } });
  expect(await actions(orderId)).toEqual([['orders.chargedBack', null]]);
});

describe('the ledger', () => {
  test('is searched by kind, account, owner and time; a transaction shows all its entries', async () => {
    const orderId = await buy(2);
    const find = async (query: Record<string, unknown>) => (await admin.client.call('GET /admin/ledger/transactions', { query })).data;
    const [sale] = await find({ q: orderId });
    expect(sale).toMatchObject({ kind: 'purchaseFeed', gross: 2, commission: 0.4, net: 1.6, commissionRate: 20, orderId });
    expect((await find({ account: 'receivable' })).map(({ kind }) => kind)).toEqual(['chargeback']);
    expect((await find({ ownerId: star.id, account: 'earningsPending', kind: 'purchaseFeed' }))[0]!._id).toBe(sale!._id);
    expect(await find({ ownerId: fan.id, account: 'earningsPending' })).toEqual([]);
    expect(await find({ from: '2999-01-01T00:00:00Z' })).toEqual([]);
    const one = await admin.client.call('GET /admin/ledger/transactions/{id}', { params: { id: sale!._id } });
    const sums = { token: 0, currency: 0 };
    for (const { unit, amount } of one.entries) sums[unit] += Math.round(amount * 100);
    expect([one.entries.length, sums]).toEqual([5, { token: 0, currency: 0 }]);
  });

  test('lists accounts with the balances of their entries', async () => {
    const wallets = await admin.client.call('GET /admin/ledger/accounts', { query: { kind: 'wallet', q: fan.username } });
    expect(wallets.data).toMatchObject([
      { balance: (await fan.client.call('GET /users/me')).balance, unit: 'token', owner: { _id: fan.id } },
    ]);
    const site = await admin.client.call('GET /admin/ledger/accounts', { query: { kind: 'commission' } });
    expect(site.data).toMatchObject([{ owner: null, unit: 'currency' }]);
  });

  test('is verified on demand, and the result is stored', async () => {
    const checked = await admin.client.call('POST /admin/ledger/checks');
    expect([checked.ok, checked.actor?._id, checked.checks.length]).toEqual([
      true,
      admin.id,
      (await verifyLedger(app.platform.database)).checks.length,
    ]);
    await app.platform.jobs.enqueue(app.platform.database, 'ledger:verify', {});
    await app.settle();
    const { data } = await admin.client.call('GET /admin/ledger/checks');
    expect(data.map(({ actor, ok }) => [actor?._id ?? null, ok])).toEqual([
      [null, true],
      [admin.id, true],
    ]);
  });

  test('its state is public where the owner wants it: the last check and the end of the chain, without details', async () => {
    const { database } = app.platform;
    const visitor = app.client();
    expect((await visitor.send('GET /ledger')).status).toBe(404);
    await admin.client.call('PUT /admin/settings', { body: { values: { ledgerPageEnabled: true } } });
    await app.platform.jobs.enqueue(database, 'ledger:seal', {});
    await app.settle();
    const checks = async () => (await database.selectFrom('ledger_checks').select('id').execute()).length;
    const before = await checks();
    const state = await visitor.call('GET /ledger');
    const head = await database
      .selectFrom('ledger.seals')
      .select(['position', 'hash'])
      .orderBy('position', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(state).toMatchObject({
      ok: true,
      checkedAt: expect.any(String),
      chain: { transactions: Number(head.position), hash: head.hash.toString('hex') },
    });
    expect(state.checks.length).toBe((await verifyLedger(database)).checks.length);
    expect(state.checks).toContainEqual({ invariant: 'notNegative', text: 'No wallet or hold is below zero', ok: true });
    // Reading it checks nothing.
    expect(await checks()).toBe(before);
    // A failure is published without whom it concerns.
    const failed = [{ name: 'no wallet or hold is below zero', ok: false, detail: 'first: account 17' }];
    const later = new Date(app.platform.clock.now().getTime() + 60_000);
    await database
      .insertInto('ledger_checks')
      .values({ ok: false, checks: JSON.stringify(failed), took_ms: 1, actor_id: null, created_at: later })
      .execute();
    const spanish = app.client();
    await expect
      .poll(() => spanish.call('GET /ledger', { headers: { 'accept-language': 'es' } }), { timeout: 90_000 })
      .toMatchObject({
        ok: false,
        checks: [{ invariant: 'notNegative', ok: false, text: 'Ningún monedero ni retención está por debajo de cero' }],
      });
    expect(JSON.stringify(await spanish.call('GET /ledger', { headers: { 'accept-language': 'es' } }))).not.toContain('account 17');
    await admin.client.call('PUT /admin/settings', { body: { values: { ledgerPageEnabled: false } } });
    expect((await visitor.send('GET /ledger')).status).toBe(404);
  });
});

describe('the operators’ clock', () => {
  test('moves ahead on every node, runs due jobs, keeps sessions, and is logged', async () => {
    const node = await startServer({ databaseUrl: app.testDatabase.ownerUrl, dataDirectory: app.dataDirectory }, { ROLES: 'web' });
    try {
      const { redirectUrl } = await fan.client.call('POST /payment/subscribe-performer', { body: { performerId: star.id } });
      await press(idOf(redirectUrl), 'approve');
      const read = async () => (await fan.client.call('GET /subscriptions/search')).data[0]!;
      const first = await read();
      const before = await admin.client.call('GET /admin/clock');
      expect(before).toMatchObject({ isMovable: true, ahead: 0 });
      const moved = await admin.client.call('POST /admin/clock', { body: { step: 'month' } });
      expect(moved.ahead).toBe(30 * 86_400);
      expect(app.platform.clock.now().getTime() - app.clock.now().getTime()).toBe(30 * DAY_MS);
      await admin.client.call('POST /admin/clock', { body: { step: 'week' } });
      await app.settle();
      // Renewed by the sandbox gateway, which uses the site's clock.
      await expect.poll(async () => (await read()).expiresAt > first.expiresAt, { timeout: 10_000, interval: 50 }).toBe(true);
      expect((await read()).state).toBe('active');
      const there = node.client(admin.client.token);
      await expect.poll(async () => (await there.call('GET /admin/clock')).ahead, { timeout: 4000, interval: 20 }).toBe(37 * 86_400);
      expect((await actions(null)).filter(([action]) => action === 'clock.moved')).toEqual([
        ['clock.moved', admin.id],
        ['clock.moved', admin.id],
      ]);
      expect((await verifyLedger(app.platform.database)).ok).toBe(true);
    } finally {
      await node.kill();
    }
  });

  test('never moves back, and doesn’t exist without the sandbox', async () => {
    for (const body of [{ step: 'year' }, { step: '-1' }, {}]) {
      expect((await admin.client.raw('POST /admin/clock', { body })).status).toBe(422);
    }
    await expect(app.platform.database.updateTable('site_clock').set({ offset_ms: 0n }).execute()).rejects.toThrow('never moved back');
    const real = await startServer(
      { databaseUrl: app.testDatabase.ownerUrl, dataDirectory: app.dataDirectory },
      { ROLES: 'web', SANDBOX_GATEWAY: '0' },
    );
    try {
      const there = real.client(admin.client.token);
      expect(await there.call('GET /admin/clock')).toMatchObject({ isMovable: false, ahead: 0 });
      expect((await there.send('POST /admin/clock', { body: { step: 'day' } })).status).toBe(404);
    } finally {
      await real.kill();
    }
  });
});
