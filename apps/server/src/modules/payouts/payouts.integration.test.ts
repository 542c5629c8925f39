import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, type Person, createAdmin, createFan, createFeed, createPerformer, topUp } from '../../testing/factories.ts';
import { codeOf, payoutCalls } from '../../testing/payout-calls.ts';
import { createPayout, earn } from '../../testing/payout-fixtures.ts';
import { ADDRESS, createProduct } from '../../testing/shop.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

// Requests: made, changed and cancelled, their details, and what is told of them.

const DAY_MS = 86_400_000;
const IBAN = 'GB29NWBK60161331926819';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
});
afterAll(() => app.close());
const { payee, ask, change, quote, decide, setSettings, download, balances, assertSound } = payoutCalls(() => ({ app, admin }));
afterEach(assertSound);

describe('a request', () => {
  test('of all there is moves it into transit; approved and paid it leaves the site, with the fee to commission', async () => {
    await setSettings({ payoutFee: 1.5 });
    const star = await payee();
    expect(await quote(star)).toEqual({
      currency: 'USD',
      available: 24,
      held: 0,
      requested: 0,
      amount: 24,
      fee: 1.5,
      net: 22.5,
      minimum: 20,
      obstacle: null,
    });
    const before = await balances(star.id);
    const { _id: id, ...view } = await star.client.call('POST /payout-requests', { body: { method: 'paypal', note: 'Thanks!' } });
    expect(view).toMatchObject({ state: 'pending', amount: 24, fee: 1.5, net: 22.5, destination: 'p••••@example.org', note: 'Thanks!' });
    expect(view.reference).toMatch(/^PO-\d+$/);
    expect(await balances(star.id)).toEqual({ ...before, available: 0, transit: 2400 });
    expect(await quote(star)).toMatchObject({ available: 0, requested: 24, obstacle: 'PAYOUT_PENDING' });
    expect(await star.client.call('GET /payout-requests/stats/total-requested-amount')).toEqual({ currency: 'USD', total: 24, count: 1 });
    expect((await star.client.call('POST /payout-requests/check-pending')).pending?._id).toBe(id);

    expect(codeOf(await decide(id, 'pay', {}))).toEqual([409, 'PAYOUT_STATE']);
    expect((await decide(id, 'approve')).data).toMatchObject({ state: 'approved' });
    expect(codeOf(await change(star, id, { cancel: true }))).toEqual([409, 'PAYOUT_STATE']);
    expect(codeOf(await ask(star))).toEqual([409, 'PAYOUT_PENDING']);
    expect((await decide(id, 'pay', { paymentReference: 'B-77' })).data).toMatchObject({ state: 'paid', paymentReference: 'B-77' });
    expect(await balances(star.id)).toEqual({
      available: 0,
      transit: 0,
      clearing: before.clearing + 2250,
      commission: before.commission + 150,
    });
    expect(await star.client.call('POST /payout-requests/check-pending')).toEqual({ pending: null });
    const stats = await star.client.call('POST /payout-requests/stats', { body: {} });
    expect(stats.byState.paid).toEqual({ amount: 24, count: 1 });
    expect(stats.byState.pending).toEqual({ amount: 0, count: 0 });
    expect(stats.lastPaidAt).not.toBeNull();
    expect((await star.client.call('POST /payout-requests/stats', { body: { from: '2031-01-01' } })).byState.paid.count).toBe(0);

    expect((await decide(id, 'return', { reason: 'Account closed' })).data).toMatchObject({ state: 'returned', reason: 'Account closed' });
    expect(await balances(star.id)).toEqual(before);
    expect(codeOf(await decide(id, 'return', { reason: 'Again' }))).toEqual([409, 'PAYOUT_STATE']);
    await setSettings({ payoutFee: 0 });
  });

  test('is refused below the minimum, above what is available, and for what is no amount; nothing changes', async () => {
    const star = await payee();
    const before = await balances(star.id);
    for (const amount of [19.99, 24.01, 1_000_000]) expect(codeOf(await ask(star, { amount }))).toEqual([422, 'AMOUNT_OUT_OF_BOUNDS']);
    for (const amount of [0, -20, 20.001, 1e13, 'NaN', Number.NaN, null, '', 'all', [], {}])
      expect([amount, codeOf(await ask(star, { amount }))]).toEqual([amount, [422, 'VALIDATION_FAILED']]);
    expect(codeOf(await star.client.raw('POST /payout-requests', { body: { method: 'cash' } }))).toEqual([422, 'VALIDATION_FAILED']);
    expect(codeOf(await star.client.raw('POST /payout-requests', { body: { method: 'banking' } }))).toEqual([
      422,
      'PAYOUT_DETAILS_MISSING',
    ]);
    expect((await quote(star, { amount: 24.01 })).obstacle).toBe('AMOUNT_OUT_OF_BOUNDS');
    expect((await quote(star, { method: 'banking' })).obstacle).toBe('PAYOUT_DETAILS_MISSING');
    expect(await balances(star.id)).toEqual(before);
    expect((await ask(star, { amount: '20' })).data).toMatchObject({ amount: 20 });
  });

  test('needs more than the fee, whatever the minimum', async () => {
    const star = await payee();
    await setSettings({ payoutMinimum: 0, payoutFee: 5 });
    expect(codeOf(await ask(star, { amount: 5 }))).toEqual([422, 'AMOUNT_OUT_OF_BOUNDS']);
    expect((await ask(star, { amount: 5.01 })).data).toMatchObject({ net: 0.01 });
    await setSettings({ payoutMinimum: 20, payoutFee: 0 });
  });

  test('sent ten times at once is one; with one key all have the same answer', async () => {
    const star = await payee();
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(star, { amount: 20 })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status !== 201).map(codeOf)).toEqual(Array.from({ length: 9 }, () => [409, 'PAYOUT_PENDING']));
    const other = await payee();
    const headers = { 'idempotency-key': 'one-payout' };
    const keyed = await Promise.all(
      Array.from({ length: 5 }, () => other.client.raw('POST /payout-requests', { body: { method: 'paypal' }, headers })),
    );
    expect(new Set(keyed.map(({ data }) => (data as { _id: string })._id)).size).toBe(1);
    const another = await other.client.raw('POST /payout-requests', { body: { method: 'paypal', amount: 20 }, headers });
    expect(codeOf(another)).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    expect(await balances(other.id)).toMatchObject({ available: 0, transit: 2400 });
  });

  test('and its changes at once never take more than there is', async () => {
    const star = await payee();
    const { _id: id } = await star.client.call('POST /payout-requests', { body: { method: 'paypal', amount: 20 } });
    const answers = await Promise.all([
      ...[21, 22, 23, 24].map((amount) => change(star, id, { amount })),
      change(star, id, { cancel: true }),
      decide(id, 'approve'),
      decide(id, 'reject', { reason: 'No.' }),
    ]);
    const refused = answers.filter(({ status }) => status >= 300).map(codeOf);
    // An admin who read the amount before it changed decides about another one.
    expect(refused.filter((code) => !['PAYOUT_STATE', 'PAYOUT_CHANGED'].includes(String(code[1])))).toEqual([]);
    const { available, transit } = await balances(star.id);
    expect(available + transit).toBe(2400);
  });

  test('can be changed and cancelled until it is approved', async () => {
    const star = await payee();
    const body = { holderName: 'Star', bankName: 'Bank', country: 'GB', iban: IBAN, currentPassword: PASSWORD };
    await star.client.call('PUT /performers/banking-settings', { body });
    const { _id: id } = await star.client.call('POST /payout-requests', { body: { method: 'paypal', amount: 20 } });
    expect((await change(star, id, { amount: 23.5, method: 'banking', note: 'New.' })).data).toMatchObject({
      amount: 23.5,
      method: 'banking',
      destination: '6819',
      note: 'New.',
    });
    expect(await balances(star.id)).toMatchObject({ available: 50, transit: 2350 });
    expect(codeOf(await change(star, id, { amount: 24.01 }))).toEqual([422, 'AMOUNT_OUT_OF_BOUNDS']);
    expect((await change(star, id, { amount: 20 })).data).toMatchObject({ amount: 20, method: 'banking' });
    expect((await change(star, id, { cancel: true })).data).toMatchObject({ state: 'cancelled' });
    expect(await balances(star.id)).toMatchObject({ available: 2400, transit: 0 });
    expect(codeOf(await change(star, id, { amount: 21 }))).toEqual([409, 'PAYOUT_STATE']);
    expect((await ask(star)).status).toBe(201);
  });

  test('of another performer can be neither seen, changed nor downloaded', async () => {
    const star = await payee();
    const id = await createPayout(app, admin, 'paid');
    for (const answer of [
      await star.client.raw('GET /payout-requests/{id}/view', { params: { id } }),
      await star.client.raw('GET /payout-requests/{id}/statement', { params: { id } }),
      await change(star, id, { cancel: true }),
      await change(star, id, { amount: 20 }),
    ])
      expect(codeOf(answer)).toEqual([404, 'NOT_FOUND']);
  });

  test('works for lite performers, who may have earned before they were held', async () => {
    const star = await payee();
    await admin.client.call('POST /admin/performers/{id}/hold', {
      params: { id: star.id },
      body: { reason: 'Documents are out of date.' },
    });
    expect((await ask(star)).status).toBe(201);
    const applicant = await createPerformer(app, { approved: false });
    expect((await quote(applicant)).obstacle).toBe('PAYOUT_DETAILS_MISSING');
    expect((await applicant.client.call('GET /payout-requests/search')).data).toEqual([]);
    const fan = await createFan(app);
    expect(codeOf(await ask(fan))).toEqual([403, 'FORBIDDEN']);
  });
});

test('the details are a copy: sealed, shown masked, and opened only for an admin who may, which is logged', async () => {
  const star = await payee();
  const id = await createPayout(app, admin, 'pending', star);
  const { rows } = await sql<{ sealed: Buffer }>`select sealed from payout_requests where id = ${id}::uuid`.execute(app.platform.database);
  expect(rows[0]!.sealed.toString('latin1')).not.toContain('payee');
  app.clock.advance(1000);
  await star.client.call('PUT /performers/paypal-settings', { body: { email: 'other@example.org', currentPassword: PASSWORD } });
  const view = await admin.client.call('GET /admin/payouts/{id}', { params: { id } });
  expect(JSON.stringify(view)).not.toContain('payee@');
  expect(view.detailsChangedAt).not.toBeNull();
  expect(await admin.client.call('GET /admin/payouts/{id}/details', { params: { id } })).toMatchObject({
    method: 'paypal',
    email: 'payee@example.org',
  });
  const history = (await admin.client.call('GET /admin/payouts/{id}', { params: { id } })).history;
  expect(history[0]).toMatchObject({ action: 'payouts.viewed' });
  // Copied to another row it doesn't open.
  const otherId = await createPayout(app, admin);
  await sql`update payout_requests set sealed = (select sealed from payout_requests where id = ${id}::uuid) where id = ${otherId}::uuid`.execute(
    app.platform.database,
  );
  expect((await admin.client.raw('GET /admin/payouts/{id}/details', { params: { id: otherId } })).status).toBe(500);
});

test('held earnings are told by the day on which they are free, orders apart', async () => {
  const star = await createPerformer(app, { admin });
  const fan = await createFan(app);
  await topUp(app, fan, 100);
  const feedId = await createFeed(star, { audience: 'buyers', price: 5 });
  await fan.client.call('POST /payment-wallet/purchase-feed', { body: { feedId } });
  const productId = await createProduct(app, star, { type: 'physical', price: 10, stock: 1 });
  await fan.client.call('POST /payment-wallet/purchase-products', { body: { products: [{ productId }], deliveryAddress: ADDRESS } });
  const day = new Date(app.clock.now().getTime() + 7 * DAY_MS).toISOString().slice(0, 10);
  expect(await star.client.call('GET /payout-requests/held')).toEqual({
    currency: 'USD',
    total: 12.5,
    onDelivery: 8.5,
    byDay: [{ day, net: 4 }],
  });
  expect((await quote(star)).held).toBe(12.5);
});

test('lists filter by state and day, and the CSV has them all', async () => {
  const star = await payee();
  const id = await createPayout(app, admin, 'paid', star);
  await earn(app, star, 30);
  await createPayout(app, admin, 'pending', star);
  const search = async (query: Record<string, unknown>) => (await star.client.call('GET /payout-requests/search', { query })).total;
  const today = app.clock.now().toISOString().slice(0, 10);
  expect(
    await Promise.all([search({}), search({ state: 'paid' }), search({ from: today, to: today }), search({ to: '2020-01-01' })]),
  ).toEqual([2, 1, 2, 0]);
  const csv = (await download(star, '/payout-requests/export?locale=en')).toString('utf8');
  expect(csv.trim().split('\r\n')).toHaveLength(3);
  const { reference } = await star.client.call('GET /payout-requests/{id}/view', { params: { id } });
  expect(csv).toContain(reference);
  const found = await admin.client.call('GET /admin/payouts', { query: { q: reference } });
  expect(found.data.map(({ _id }) => _id)).toEqual([id]);
});

test('erasing an account forgets its details once nothing is on its way', async () => {
  const star = await payee();
  const open = await createPayout(app, admin, 'approved', star);
  const sealed = async () =>
    (
      await sql<{ is: boolean }>`select sealed is not null as is from payout_requests where id = ${open}::uuid`.execute(
        app.platform.database,
      )
    ).rows[0]!.is;
  const erase = app.platform.personalData.modules().find(({ module }) => module === 'payouts')!;
  await app.platform.database.transaction().execute(async (trx) => {
    await erase.erase!(trx, star.id);
    await trx.updateTable('accounts').set({ status: 'deleted' }).where('id', '=', star.id).execute();
  });
  expect(await sealed()).toBe(true);
  await decide(open, 'pay', {});
  expect(await sealed()).toBe(false);
});
