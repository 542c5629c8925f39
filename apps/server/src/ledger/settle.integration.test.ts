import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFan, createFeed, createPerformer, type Person, topUp } from '../testing/factories.ts';
import { openPool } from '../platform/testing/database.ts';
import { sendCallback } from '../testing/sandbox-callbacks.ts';
import { type TestApp, createTestApp } from '../testing/test-app.ts';
import { sealTransactions } from './index.ts';
import { verifyLedger } from './verify.ts';

let app: TestApp;
let performer: Person;
beforeAll(async () => {
  app = await createTestApp();
  performer = await createPerformer(app, { monthlyPrice: 9 });
});
afterAll(() => app.close());

const AT_ONCE = 20;
const times = <T>(count: number, run: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => run(index)));
const richFan = async (tokens: number): Promise<Person> => {
  const fan = await createFan(app);
  await topUp(app, fan, tokens);
  return fan;
};
const balanceOf = async (person: Person): Promise<number> => (await person.client.call('GET /users/me')).balance;
const statusCounts = (answers: readonly { status: number; error?: { error?: string } }[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { status, error } of answers) counts[error?.error ?? status] = (counts[error?.error ?? status] ?? 0) + 1;
  return counts;
};
const assertBalanced = async (): Promise<void> =>
  expect((await verifyLedger(app.platform.database)).checks.filter(({ ok }) => !ok)).toEqual([]);

test('concurrent unlocks of one item: one is paid, the others are ALREADY_PURCHASED', async () => {
  const feedId = await createFeed(performer, { audience: 'buyers', price: 3 });
  const fan = await richFan(20);
  const answers = await times(AT_ONCE, () => fan.client.send('POST /payment-wallet/purchase-feed', { body: { feedId } }));
  expect(statusCounts(answers)).toEqual({ 200: 1, ALREADY_PURCHASED: AT_ONCE - 1 });
  expect(await balanceOf(fan)).toBe(17);
  await assertBalanced();
});

test('a repeated idempotency key is one tip with one response; another body is refused', async () => {
  const fan = await richFan(20);
  const tip = (amount: number) =>
    fan.client.send('POST /payment-wallet/send-tip-wallet/{id}', {
      params: { id: performer.id },
      body: { amount },
      headers: { 'idempotency-key': 'the-same' },
    });
  const answers = await times(AT_ONCE, () => tip(2));
  expect(statusCounts(answers)).toEqual({ 200: AT_ONCE });
  expect(new Set(answers.map(({ data }) => data.transactionId)).size).toBe(1);
  expect((await tip(2)).data).toEqual(answers[0]!.data);
  expect((await tip(3)).error).toMatchObject({ statusCode: 409, error: 'IDEMPOTENCY_KEY_REUSED' });
  expect(await balanceOf(fan)).toBe(18);
  await assertBalanced();
});

test('an unlock and a paid order return their first receipt for a repeated key', async () => {
  const feedId = await createFeed(performer, { audience: 'buyers', price: 3 });
  const fan = await richFan(20);
  const unlock = () =>
    fan.client.send('POST /payment-wallet/purchase-feed', { body: { feedId }, headers: { 'idempotency-key': 'unlock' } });
  const [first, ...others] = await times(AT_ONCE, unlock);
  for (const answer of [...others, await unlock()]) expect([answer.status, answer.data]).toEqual([200, first!.data]);
  const { orderId } = await fan.client.call('POST /payment/subscribe-performer', { body: { performerId: performer.id } });
  const pay = () =>
    fan.client.send('POST /wallet-transactions/pay-wallet/{id}', { params: { id: orderId }, headers: { 'idempotency-key': 'pay' } });
  const [paid, ...again] = await times(AT_ONCE, pay);
  for (const answer of [...again, await pay()]) expect([answer.status, answer.data]).toEqual([200, paid!.data]);
  expect(await balanceOf(fan)).toBe(8);
  await assertBalanced();
});

test('a card order returns the first order for a repeated key, even after it was paid', async () => {
  const star = await createPerformer(app, { monthlyPrice: 3 });
  const fan = await richFan(5);
  const feedId = await createFeed(star, { audience: 'buyers', price: 2 });
  const pay = (redirectUrl: string) =>
    app
      .client()
      .call('POST /gateways/sandbox/payments/{id}', { params: { id: redirectUrl.split('/').at(-1)! }, body: { action: 'approve' } });

  const unlock = { body: { feedId }, headers: { 'idempotency-key': randomUUID() } };
  const first = await fan.client.call('POST /payment/purchase-feed', unlock);
  await pay(first.redirectUrl);
  expect(await fan.client.call('POST /payment/purchase-feed', unlock)).toEqual(first);
  expect((await fan.client.send('POST /payment/purchase-feed', { body: { feedId } })).error.error).toBe('ALREADY_PURCHASED');

  const subscribe = { body: { performerId: star.id, type: 'monthly' as const }, headers: { 'idempotency-key': randomUUID() } };
  const order = await fan.client.call('POST /payment/subscribe-performer', subscribe);
  const payment = { params: { id: order.redirectUrl.split('/').at(-1)! } };
  expect((await app.client().call('GET /gateways/sandbox/payments/{id}', payment)).description).toBe(
    `Stagedoor: subscription to Star ${star.username}`,
  );
  await pay(order.redirectUrl);
  expect(await fan.client.call('POST /payment/subscribe-performer', subscribe)).toEqual(order);
  const changed = { ...subscribe, body: { ...subscribe.body, type: 'yearly' as const } };
  expect((await fan.client.send('POST /payment/subscribe-performer', changed)).error.error).toBe('IDEMPOTENCY_KEY_REUSED');
  await assertBalanced();
});

test('concurrent tips don’t overdraw a wallet', async () => {
  const fan = await richFan(10);
  const answers = await times(AT_ONCE, () =>
    fan.client.send('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: performer.username }, body: { amount: 3 } }),
  );
  expect(statusCounts(answers)).toEqual({ 200: 3, INSUFFICIENT_TOKENS: AT_ONCE - 3 });
  expect(answers.find(({ status }) => status === 402)!.error.details).toEqual({ balance: 1, needed: 3 });
  expect(await balanceOf(fan)).toBe(1);
  await assertBalanced();
});

test('each tip to a feed takes tokens and names the feed', async () => {
  const feedId = await createFeed(performer, { title: 'Open floor' });
  const fan = await richFan(30);
  const answers = await times(AT_ONCE, () => fan.client.send('POST /payment-wallet/tip-feed', { body: { feedId, amount: '1.25' } }));
  expect(statusCounts(answers)).toEqual({ 200: AT_ONCE });
  expect(await balanceOf(fan)).toBe(5);
  const { data } = await fan.client.call('GET /wallet-transactions/user/search', { query: { limit: 1 } });
  expect(data[0]).toMatchObject({ kind: 'tip', amount: -1.25, item: { kind: 'feed', id: feedId, title: 'Open floor' } });
});

test('an order is paid once, by wallet and by card at the same time, and by a repeated callback', async () => {
  const fan = await richFan(50);
  const order = await fan.client.call('POST /payment/subscribe-performer', { body: { performerId: performer.id } });
  const paymentId = order.redirectUrl.split('/').at(-1)!;
  const [byWallet, byCard] = await Promise.all([
    times(AT_ONCE, () => fan.client.send('POST /wallet-transactions/pay-wallet/{id}', { params: { id: order.orderId } })),
    app.client().send('POST /gateways/sandbox/payments/{id}', { params: { id: paymentId }, body: { action: 'repeat' } }),
  ]);
  expect(byCard.status).toBe(200);
  const paid = byWallet.filter(({ status }) => status === 200).length;
  expect(paid).toBeLessThanOrEqual(1);
  expect(await balanceOf(fan)).toBe(paid === 1 ? 41 : 50);
  // The gateway's refund is requested by a job that outlives the callback.
  await app.settle();
  const { rows } = await sql<{ count: number; state: string }>`
    select (select count(*)::int from ledger.transactions where reference_id = ${order.orderId}::uuid) as count, (select state from sandbox_payments where id = ${paymentId}) as state`.execute(
    app.platform.database,
  );
  // Paid from the wallet first: the card payment was refunded.
  expect(rows[0]).toEqual({ count: 1, state: paid === 1 ? 'refunded' : 'approved' });
  await assertBalanced();
});

test('a top-up’s repeated callback counts once, and a forged one is refused', async () => {
  const fan = await createFan(app);
  const { orderId, redirectUrl } = await fan.client.call('POST /payment/purchase-wallet/custom-amount', { body: { amount: 25 } });
  await times(5, () =>
    app
      .client()
      .send('POST /gateways/sandbox/payments/{id}', { params: { id: redirectUrl.split('/').at(-1)! }, body: { action: 'repeat' } }),
  );
  expect(await balanceOf(fan)).toBe(25);
  const forged = await sendCallback(app, {
    key: 'forged',
    subscriptionId: '',
    orderId,
    paymentId: redirectUrl.split('/').at(-1)!,
    event: 'approved',
    amount: '999900',
    currency: 'USD',
    signature: 'ab'.repeat(32),
  });
  expect(forged).toEqual({ status: 400, error: 'SIGNATURE_INVALID' });
  expect(await balanceOf(fan)).toBe(25);
});

test('declined and cancelled payments leave an unpaid order and an empty wallet', async () => {
  const fan = await createFan(app);
  for (const [action, state] of [
    ['decline', 'failed'],
    ['cancel', 'cancelled'],
  ] as const) {
    const { orderId, redirectUrl } = await fan.client.call('POST /payment/purchase-wallet/custom-amount', { body: { amount: 25 } });
    await app.client().call('POST /gateways/sandbox/payments/{id}', { params: { id: redirectUrl.split('/').at(-1)! }, body: { action } });
    expect((await fan.client.call('GET /payment/orders/{id}', { params: { id: orderId } })).state).toBe(state);
  }
  expect(await balanceOf(fan)).toBe(0);
});

test('a purchase that isn’t allowed is refused with its code, and nothing changes', async () => {
  const other = await createPerformer(app, { monthlyPrice: 5 });
  await topUp(app, performer, 20);
  const own = await createFeed(performer, { audience: 'buyers', price: 3 });
  const free = await createFeed(other, {});
  const priced = await createFeed(other, { audience: 'buyers', price: 3 });
  const fan = await richFan(20);
  await app.platform.database.insertInto('blocks').values({ performer_id: other.id, account_id: fan.id }).execute();
  const code = async (call: Promise<{ error: { error: string } }>) => (await call).error.error;
  expect(await code(performer.client.send('POST /payment-wallet/purchase-feed', { body: { feedId: own } }))).toBe('OWN_ITEM');
  expect(
    await code(performer.client.send('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: performer.id }, body: { amount: 2 } })),
  ).toBe('OWN_ITEM');
  expect(await code(performer.client.send('POST /payment/subscribe-performer', { body: { performerId: performer.id } }))).toBe('OWN_ITEM');
  expect(await code(performer.client.send('POST /payment-wallet/purchase-feed', { body: { feedId: free } }))).toBe('NOT_FOR_SALE');
  expect(await code(performer.client.send('POST /payment-wallet/purchase-feed', { body: { feedId: priced, priceVersion: 99 } }))).toBe(
    'PRICE_CHANGED',
  );
  expect(await code(fan.client.send('POST /payment-wallet/purchase-feed', { body: { feedId: priced } }))).toBe('BLOCKED_PAIR');
  for (const amount of ['0', '-1', '0.001', '1e2', 'NaN', 501, 0.5] as const) {
    const { status } = await fan.client.send('POST /payment-wallet/send-tip-wallet/{id}', {
      params: { id: performer.id },
      body: { amount },
    });
    expect(status).toBe(422);
  }
  expect(await balanceOf(fan)).toBe(20);
  expect(await balanceOf(performer)).toBe(20);
  const order = await performer.client.call('POST /payment/subscribe-performer', { body: { performerId: other.id } });
  expect((await fan.client.send('POST /wallet-transactions/pay-wallet/{id}', { params: { id: order.orderId } })).status).toBe(404);
  await assertBalanced();
});

test('an order whose price was raised is refused with PRICE_CHANGED', async () => {
  const other = await createPerformer(app, { monthlyPrice: 5 });
  const fan = await richFan(50);
  const order = await fan.client.call('POST /payment/subscribe-performer', { body: { performerId: other.id } });
  await other.client.call('PUT /performers', { body: { monthlyPrice: 40 } });
  expect((await fan.client.send('POST /wallet-transactions/pay-wallet/{id}', { params: { id: order.orderId } })).error).toMatchObject({
    statusCode: 409,
    error: 'PRICE_CHANGED',
  });
  expect(await balanceOf(fan)).toBe(50);
});

test('a price raised between the offer and its settlement is refused with PRICE_CHANGED', async () => {
  const feedId = await createFeed(performer, { audience: 'buyers', price: 3 });
  const fan = await richFan(20);
  // A transaction keeps its first view of other sessions, so another connection watches them.
  const [holder, watcher] = [1, 2].map(() => new pg.Client({ connectionString: app.testDatabase.ownerUrl })) as [pg.Client, pg.Client];
  await Promise.all([holder.connect(), watcher.connect()]);
  // The settlement claims its key before it checks the price, and waits for whoever else is claiming it.
  const [route, key] = ['POST /payment-wallet/purchase-feed', randomUUID()] as const;
  await holder.query('begin');
  await holder.query("insert into idempotency_keys (account_id, route, key, input_hash) values ($1, $2, $3, '')", [fan.id, route, key]);
  const purchase = fan.client.send(route, { body: { feedId }, headers: { 'idempotency-key': key } });
  const waiting = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%ledger.settle%'`;
  await expect.poll(async () => (await watcher.query(waiting)).rowCount).toBe(1);
  await performer.client.call('PUT /performer/feeds/{id}', { params: { id: feedId }, body: { price: 5 } });
  await holder.query('rollback');
  await Promise.all([holder.end(), watcher.end()]);
  expect((await purchase).error).toMatchObject({ statusCode: 409, error: 'PRICE_CHANGED' });
  expect(await balanceOf(fan)).toBe(20);
  await assertBalanced();
});

test('a buyer keeps access to a deleted post', async () => {
  const feedId = await createFeed(performer, { audience: 'buyers', price: 2 });
  const [buyer, late] = [await richFan(10), await richFan(10)];
  await buyer.client.call('POST /payment-wallet/purchase-feed', { body: { feedId } });
  await performer.client.call('DELETE /performer/feeds/{id}', { params: { id: feedId } });
  expect((await buyer.client.call('GET /feeds/{id}', { params: { id: feedId } })).photos).toHaveLength(1);
  expect((await late.client.send('GET /feeds/{id}', { params: { id: feedId } })).status).toBe(404);
  expect((await late.client.send('POST /payment-wallet/purchase-feed', { body: { feedId } })).error.error).toBe('NOT_FOR_SALE');
});

test('earnings stay pending for their hold period, then are released once', async () => {
  const { releaseDueEarnings } = await import('./index.ts');
  const star = await createPerformer(app, {});
  const fan = await richFan(20);
  await fan.client.call('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: star.id }, body: { amount: 10 } });
  expect(await star.client.call('GET /earning/stats')).toMatchObject({ pending: 8, available: 0 });
  const later = { database: app.platform.database, clock: { now: () => new Date(app.clock.now().getTime() + 8 * 86_400_000) } };
  await Promise.all([releaseDueEarnings(later), releaseDueEarnings(later), releaseDueEarnings(later)]);
  expect(await star.client.call('GET /earning/stats')).toMatchObject({ pending: 0, available: 8 });
  await assertBalanced();
});

const unsealed = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ledger.transactions t where not exists (select from ledger.seals s where s.transaction_id = t.id)`.execute(
    app.platform.database,
  );
  return rows[0]!.n;
};
const tipOnce = async (): Promise<void> => {
  const fan = await richFan(5);
  await fan.client.call('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: performer.id }, body: { amount: 1 } });
};
/** Other open transactions on this PostgreSQL may delay the seal. */
const SOON = { timeout: 10_000 };

test('sealing continues after a restore from a cluster with higher transaction numbers', async () => {
  await tipOnce();
  const owner = new pg.Client({ connectionString: app.testDatabase.ownerUrl });
  await owner.connect();
  await owner.query('begin');
  await owner.query('alter table ledger.transactions disable trigger user');
  await owner.query("update ledger.transactions set xid = '900000000000'::xid8 where xid = (select max(xid) from ledger.transactions)");
  await owner.query('alter table ledger.transactions enable trigger user');
  await owner.query('commit');
  await owner.end();
  await expect.poll(() => sealTransactions(app.platform).then(unsealed), SOON).toBe(0);
  await tipOnce();
  await expect.poll(() => sealTransactions(app.platform).then(unsealed), SOON).toBe(0);
  await assertBalanced();
});

test('a transaction committed long after it began is sealed at night, and the chain stays intact', async () => {
  await tipOnce();
  await expect.poll(() => sealTransactions(app.platform).then(unsealed), SOON).toBe(0);
  const owner = new pg.Client({ connectionString: app.testDatabase.ownerUrl });
  await owner.connect();
  await owner.query(`
    select ledger.post(jsonb_build_object('id', uuidv7(interval '-30 minutes'), 'key', 'test:late', 'kind', 'adjustment', 'referenceKind', 'test',
        'referenceId', uuidv7()),
      '[{"account": "promotion", "amount": -5}, {"account": "commission", "amount": 5}]', now())`);
  await owner.end();
  await tipOnce();
  await expect.poll(() => sealTransactions(app.platform).then(unsealed), SOON).toBe(1);
  await expect.poll(() => sealTransactions(app.platform, '1 day').then(unsealed), SOON).toBe(0);
  await assertBalanced();
});

test('the database refuses changes of ledger rows, writes by the application and unbalanced entries', async () => {
  await sealTransactions(app.platform);
  const asApp = openPool({ connectionString: app.testDatabase.ownerUrl, options: '-c role=stagedoor_app', max: 1 });
  const asOwner = openPool({ connectionString: app.testDatabase.ownerUrl, max: 1 });
  try {
    for (const statement of [
      'update ledger.entries set amount = amount + 1',
      'delete from ledger.transactions',
      "insert into ledger.accounts (kind, unit, balance) values ('wallet', 'token', 1000)",
      'update ledger.accounts set balance = balance + 100',
      'insert into entitlements (account_id, item_id, item_kind, source) select account_id, item_id, item_kind, source from entitlements',
      "select ledger.post('{}', '[]', now())",
    ]) {
      await expect(asApp.query(statement)).rejects.toThrow(/permission denied/);
    }
    await expect(asOwner.query('update ledger.entries set amount = amount + 1')).rejects.toThrow(/append only/);
    await expect(asOwner.query('truncate ledger.entries')).rejects.toThrow(/append only/);
    await expect(asOwner.query("update ledger.accounts set balance = -1 where kind = 'wallet'")).rejects.toThrow(/no_overdraft/);
    await expect(
      asOwner.query(
        'insert into ledger.entries (transaction_id, line, account_id, unit, amount) select transaction_id, 99, account_id, unit, 5 from ledger.entries where position is null limit 1',
      ),
    ).rejects.toThrow(/do not sum to zero/);

    await asOwner.query('begin');
    await asOwner.query('alter table ledger.transactions disable trigger user');
    await asOwner.query(
      'update ledger.transactions set net_amount = net_amount + 1, gross_amount = gross_amount + 1 where id = (select transaction_id from ledger.seals join ledger.transactions t on t.id = transaction_id where t.net_amount > 0 limit 1)',
    );
    const { rows } = await asOwner.query<{ name: string; ok: boolean }>('select name, ok from ledger.verify()');
    await asOwner.query('rollback');
    const broken = rows.filter(({ ok }) => !ok).map(({ name }) => name);
    expect(broken).toContain('the chain of seals is unbroken');
    expect(broken).toContain('what performers are owed equals their accounts');

    await asOwner.query('begin');
    await asOwner.query('alter table ledger.entries disable trigger user');
    await asOwner.query('update ledger.entries set balance_after = balance_after + 1 where position = 1');
    const { rows: unlinked } = await asOwner.query<{ name: string; ok: boolean }>('select name, ok from ledger.verify()');
    await asOwner.query('rollback');
    expect(unlinked.filter(({ ok }) => !ok).map(({ name }) => name)).toContain('every balance follows from the one before');
  } finally {
    await Promise.all([asApp.end(), asOwner.end()]);
  }
  await assertBalanced();
});
