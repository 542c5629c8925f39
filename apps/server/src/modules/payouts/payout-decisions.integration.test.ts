import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, type Person, createAdmin, createPerformer } from '../../testing/factories.ts';
import { subjectsTo } from '../../testing/mail-links.ts';
import { codeOf, payoutCalls } from '../../testing/payout-calls.ts';
import { ageDetails, createPayout, earn, setPaypal, versionOf } from '../../testing/payout-fixtures.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

// What admins decide, alone and in batches, and what the performer is told.

const IBAN = 'GB29NWBK60161331926819';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
});
afterAll(() => app.close());
const { payee, change, quote, decide, setSettings, download, nameOfFile, balances, assertSound } = payoutCalls(() => ({ app, admin }));
afterEach(assertSound);

test('a rejection gives its reason and the money back; refunds may take earnings below zero meanwhile', async () => {
  const star = await createPerformer(app, { admin });
  await setPaypal(app, star);
  const orderId = await earn(app, star, 50);
  const id = await createPayout(app, admin, 'approved', star);
  await admin.client.call('POST /admin/orders/{id}/refund', { params: { id: orderId }, body: { reason: 'Asked.' } });
  expect(await balances(star.id)).toMatchObject({ available: -4000, transit: 4000 });
  const view = await admin.client.call('GET /admin/payouts/{id}', { params: { id } });
  expect(view).toMatchObject({ available: -40, performerState: 'approved', paidBefore: { amount: 0, count: 0 }, hasDetails: true });
  expect(codeOf(await decide(id, 'reject', {}))).toEqual([422, 'VALIDATION_FAILED']);
  expect((await decide(id, 'reject', { reason: 'The sale was refunded' })).data).toMatchObject({ state: 'rejected' });
  expect(await balances(star.id)).toMatchObject({ available: 0, transit: 0 });
  expect(await quote(star)).toMatchObject({ available: 0, amount: 0, net: 0, obstacle: 'AMOUNT_OUT_OF_BOUNDS' });
  await app.settle();
  const { data } = await star.client.call('GET /notifications', { query: { filter: 'money' } });
  expect(data.filter(({ kind }) => kind === 'payout').map(({ text, path }) => [text, path])).toEqual([
    ['Your payout of $40.00 was rejected: The sale was refunded. The money is available again.', '/model/payout-request'],
    ['Your payout of $40.00 is approved. The money is sent next.', '/model/payout-request'],
    [expect.stringMatching(/^We received your payout request of \$40\.00 \(PO-\d+\)\./), '/model/payout-request'],
  ]);
});

test('a payout moves to no state that its steps don’t lead to', async () => {
  const star = await payee();
  const id = await createPayout(app, admin, 'pending', star);
  const before = await balances(star.id);
  for (const to of ['pending', 'paid', 'returned', 'lost'])
    await expect(
      sql`select ledger.move_payout(${JSON.stringify({ payoutId: id, to, at: app.clock.now() })}::jsonb)`.execute(app.platform.database),
    ).rejects.toMatchObject({ message: 'PAYOUT_STATE' });
  expect(await balances(star.id)).toEqual(before);
});

test('each step is mailed to the performer', async () => {
  const star = await payee();
  const id = await createPayout(app, admin, 'paid', star);
  await decide(id, 'return', { reason: 'This address is unknown' });
  const subjects = await subjectsTo(app, star.email);
  expect(subjects.filter((subject) => subject.includes('$24.00'))).toHaveLength(4);
  expect(subjects.some((subject) => subject.startsWith('We paid you $24.00'))).toBe(true);
});

test('a request is told once when it was received, however often it is changed, and once when its performer cancels it', async () => {
  const star = await payee();
  await earn(app, star, 50);
  const { _id: id, reference } = await star.client.call('POST /payout-requests', { body: { method: 'paypal', amount: 30 } });
  await app.settle();
  await change(star, id, { amount: 25 });
  await app.settle();
  await change(star, id, { cancel: true });
  await app.settle();
  const { rows } = await sql<{ state: string; money: string; reference: string }>`
    select payload ->> 'state' as state, payload ->> 'money' as money, payload ->> 'reference' as reference from notifications
    where account_id = ${star.id}::uuid and kind = 'payout' order by id`.execute(app.platform.database);
  expect(rows).toEqual([
    { state: 'pending', money: '3000', reference },
    { state: 'cancelled', money: '2500', reference },
  ]);
  const subjects = await subjectsTo(app, star.email);
  expect(subjects.filter((subject) => subject.startsWith('We received your payout request of $30.00'))).toHaveLength(1);
  expect(subjects.filter((subject) => subject.startsWith('You cancelled your payout request of $25.00'))).toHaveLength(1);
});

describe('batches', () => {
  const seenNow = (ids: readonly string[]) => Promise.all(ids.map(async (id) => ({ id, version: await versionOf(admin, id) })));
  /** Gathers payouts as they are now. */
  const gather = async ({ method, ids }: { method: string; ids: readonly string[] }) =>
    admin.client.raw('POST /admin/payout-batches', { body: { method, payouts: await seenNow(ids) } });
  const payWhole = async (id: string, body: Record<string, unknown> = {}) => {
    const { version } = await admin.client.call('GET /admin/payout-batches/{id}', { params: { id } });
    return admin.client.raw('POST /admin/payout-batches/{id}/pay', { params: { id }, body: { version, ...body } });
  };
  const textOf = async (file: 'bank-file' | 'paypal-file', id: string): Promise<string> =>
    (await download(admin, `/admin/payout-batches/${id}/${file}`)).toString('utf8');

  test('gather approved payouts, make a file for PayPal, and are paid whole', async () => {
    const [first, second] = [await createPayout(app, admin, 'approved'), await createPayout(app, admin, 'approved')];
    const pending = await createPayout(app, admin);
    expect(codeOf(await gather({ method: 'paypal', ids: [first, pending] }))).toEqual([409, 'PAYOUT_STATE']);
    const { _id: id, ...batch } = (await gather({ method: 'paypal', ids: [first, second] })).data as { _id: string; reference: string };
    expect(batch).toMatchObject({ state: 'open', net: 48, count: 2, method: 'paypal' });
    expect(codeOf(await gather({ method: 'paypal', ids: [first] }))).toEqual([409, 'PAYOUT_STATE']);
    for (const what of ['pay', 'reject'] as const)
      expect(codeOf(await decide(first, what, what === 'pay' ? {} : { reason: 'No.' }))).toEqual([409, 'PAYOUT_STATE']);
    const lines = (await textOf('paypal-file', id)).trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(await nameOfFile(admin, `/admin/payout-batches/${id}/paypal-file`)).toBe(`${batch.reference}.csv`);
    expect(lines[0]).toMatch(/^"payee@example\.org",24\.00,USD,PO-\d+,"PO-\d+ [^"]+",PAYPAL$/);
    expect(codeOf(await admin.client.raw('GET /admin/payout-batches/{id}/bank-file', { params: { id } }))).toEqual([409, 'PAYOUT_STATE']);
    const paid = await payWhole(id, { paymentReference: 'M-1' });
    expect(paid.data).toMatchObject({ state: 'paid', count: 2 });
    const { data } = await admin.client.call('GET /admin/payouts', { query: { batchId: id } });
    expect(data.map(({ state, paymentReference, statementHash }) => [state, paymentReference, statementHash?.length])).toEqual([
      ['paid', 'M-1', 64],
      ['paid', 'M-1', 64],
    ]);
    expect(codeOf(await payWhole(id))).toEqual([409, 'PAYOUT_STATE']);
    expect(codeOf(await admin.client.raw('GET /admin/payout-batches/{id}/paypal-file', { params: { id } }))).toEqual([409, 'PAYOUT_STATE']);
  });

  test('can be dissolved; then each payout can be paid alone', async () => {
    const payoutId = await createPayout(app, admin, 'approved');
    const { _id: id } = (await gather({ method: 'paypal', ids: [payoutId] })).data as { _id: string };
    expect(await admin.client.call('POST /admin/payout-batches/{id}/cancel', { params: { id } })).toMatchObject({
      state: 'cancelled',
      count: 0,
    });
    expect((await decide(payoutId, 'pay', {})).data).toMatchObject({ state: 'paid', batch: null });
  });

  test('for a bank need the payer’s account', async () => {
    const star = await payee();
    const body = { holderName: 'Zoë Müller', bankName: 'Bank', country: 'GB', iban: IBAN, currentPassword: PASSWORD };
    await star.client.call('PUT /performers/banking-settings', { body });
    await ageDetails(app, star);
    const { _id: payoutId } = await star.client.call('POST /payout-requests', { body: { method: 'banking' } });
    await decide(payoutId, 'approve');
    const { _id: id } = (await gather({ method: 'banking', ids: [payoutId] })).data as { _id: string };
    const key = 'GET /admin/payout-batches/{id}/bank-file';
    expect(codeOf(await admin.client.raw(key, { params: { id } }))).toEqual([409, 'PAYOUT_PAYER_MISSING']);
    expect((await admin.client.raw('PUT /admin/settings', { body: { values: { payoutPayerIban: 'DE00' } } })).status).toBe(422);
    await setSettings({ payoutPayerName: 'Stagedoor GmbH', payoutPayerIban: 'DE89370400440532013000', payoutPayerBic: 'COBADEFFXXX' });
    const file = await textOf('bank-file', id);
    expect(file).toContain('<Nm>Zoe Muller</Nm>');
    expect(file).toContain('<InstdAmt Ccy="USD">24.00</InstdAmt>');
    const logged = await sql`select from audit_log where action = 'payouts.exported' and object_id = ${id}::uuid`.execute(
      app.platform.database,
    );
    expect(logged.rows).toHaveLength(1);
    await setSettings({ payoutPayerName: '', payoutPayerIban: '', payoutPayerBic: '' });
  });
});
