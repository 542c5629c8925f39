import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { closeDays, verifyLedger } from '../../ledger/index.ts';
import { openPool } from '../../platform/testing/database.ts';
import { PASSWORD, type Person, createAdmin, createFan, createFeed, createPerformer, topUp } from '../../testing/factories.ts';
import { createPayee, createPayout, earn } from '../../testing/payout-fixtures.ts';
import { subjectsTo } from '../../testing/mail-links.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { createProduct, ADDRESS } from '../../testing/shop.ts';
import { verifyStatementFile } from './sign-statement.ts';

const DAY_MS = 86_400_000;
const IBAN = 'GB29NWBK60161331926819';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
});
afterAll(() => app.close());
afterEach(async () => {
  const broken = (await verifyLedger(app.platform.database)).checks.filter(({ ok }) => !ok);
  if (broken.length > 0) throw new Error(broken.map(({ name, detail }) => `${name}: ${detail}`).join('; '));
});

const payee = () => createPayee(app, admin);
const ask = ({ client }: Person, body: Record<string, unknown> = {}) =>
  client.raw('POST /payout-requests', { body: { method: 'paypal', ...body } });
const change = ({ client }: Person, id: string, body: Record<string, unknown>) =>
  client.raw('PUT /payout-requests/{id}', { params: { id }, body });
const quote = ({ client }: Person, body = {}) => client.call('POST /payout-requests/calculate', { body });
const decide = (id: string, what: 'approve' | 'reject' | 'pay' | 'return', body?: Record<string, unknown>) =>
  admin.client.raw(`POST /admin/payouts/{id}/${what}`, { params: { id }, ...(body ? { body } : {}) });
const codeOf = ({ status, error }: { status: number; error?: { error?: string } }) => [status, error?.error];
const setSettings = (values: Record<string, number | string>) => admin.client.call('PUT /admin/settings', { body: { values } });
/** Sums of a performer's accounts and of the site's, in hundredths. */
const balances = async (performerId: string) => {
  const { rows } = await sql<{ kind: string; sum: bigint }>`
    select a.kind, sum(e.amount)::bigint as sum from ledger.accounts a join ledger.entries e on e.account_id = a.id
    where a.owner_id = ${performerId}::uuid or a.kind in ('clearing', 'commission') group by a.kind`.execute(app.platform.database);
  const of = (kind: string) => Number(rows.find((row) => row.kind === kind)?.sum ?? 0n);
  return { available: of('earningsAvailable'), transit: of('payoutTransit'), clearing: of('clearing'), commission: of('commission') };
};
const download = async ({ client }: Person, path: string): Promise<Buffer> => {
  const answer = await fetch(`${app.url}/api${path}`, { headers: { authorization: client.token ?? '' } });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
};
const fileOf = (performer: Person, id: string) => download(performer, `/payout-requests/${id}/statement`);

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
    expect(refused).toEqual(refused.map(() => [409, 'PAYOUT_STATE']));
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

test('a rejection gives its reason and the money back; refunds may take earnings below zero meanwhile', async () => {
  const star = await createPerformer(app, { admin });
  await star.client.call('PUT /performers/paypal-settings', { body: { email: 'a@example.org', currentPassword: PASSWORD } });
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

describe('batches', () => {
  const gather = (body: Record<string, unknown>) => admin.client.raw('POST /admin/payout-batches', { body });
  const textOf = async (file: 'bank-file' | 'paypal-file', id: string): Promise<string> =>
    (await download(admin, `/admin/payout-batches/${id}/${file}`)).toString('utf8');

  test('gather approved payouts, make a file for PayPal, and are paid whole', async () => {
    const [first, second] = [await createPayout(app, admin, 'approved'), await createPayout(app, admin, 'approved')];
    const pending = await createPayout(app, admin);
    expect(codeOf(await gather({ method: 'paypal', ids: [first, pending] }))).toEqual([409, 'PAYOUT_STATE']);
    const { _id: id, ...batch } = (await gather({ method: 'paypal', ids: [first, second] })).data as { _id: string };
    expect(batch).toMatchObject({ state: 'open', net: 48, count: 2, method: 'paypal' });
    expect(codeOf(await gather({ method: 'paypal', ids: [first] }))).toEqual([409, 'PAYOUT_STATE']);
    for (const what of ['pay', 'reject'] as const)
      expect(codeOf(await decide(first, what, what === 'pay' ? {} : { reason: 'No.' }))).toEqual([409, 'PAYOUT_STATE']);
    const lines = (await textOf('paypal-file', id)).trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^"payee@example\.org",24\.00,USD,PO-\d+,"PO-\d+ [^"]+",PAYPAL$/);
    expect(codeOf(await admin.client.raw('GET /admin/payout-batches/{id}/bank-file', { params: { id } }))).toEqual([409, 'PAYOUT_STATE']);
    const paid = await admin.client.call('POST /admin/payout-batches/{id}/pay', { params: { id }, body: { paymentReference: 'M-1' } });
    expect(paid).toMatchObject({ state: 'paid', count: 2 });
    const { data } = await admin.client.call('GET /admin/payouts', { query: { batchId: id } });
    expect(data.map(({ state, paymentReference, statementHash }) => [state, paymentReference, statementHash?.length])).toEqual([
      ['paid', 'M-1', 64],
      ['paid', 'M-1', 64],
    ]);
    expect(codeOf(await admin.client.raw('POST /admin/payout-batches/{id}/pay', { params: { id }, body: {} }))).toEqual([
      409,
      'PAYOUT_STATE',
    ]);
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

describe('statements', () => {
  test('list every sale and refund since the one before, follow from the ledger, and verify', async () => {
    const star = await createPerformer(app, { admin });
    await star.client.call('PUT /performers/paypal-settings', { body: { email: 'a@example.org', currentPassword: PASSWORD } });
    const refunded = await earn(app, star, 33);
    await earn(app, star, 50);
    await admin.client.call('POST /admin/orders/{id}/refund', { params: { id: refunded }, body: { reason: 'Asked.' } });
    app.clock.advance(1000);
    await star.client.call('POST /payout-requests', { body: { method: 'paypal', amount: 25 } });
    app.clock.advance(1000);
    const pending = (await star.client.call('POST /payout-requests/check-pending')).pending!;
    await change(star, pending._id, { amount: 30 });
    app.clock.advance(1000);
    await earn(app, star, 20);
    await decide(pending._id, 'approve');
    await decide(pending._id, 'pay', {});
    const { publicKey } = await app.client().call('GET /payout-statements/key');
    const file = await fileOf(star, pending._id);
    const { statement, sha256 } = verifyStatementFile(file, publicKey);
    expect(statement).toMatchObject({
      opening: '0.00',
      sales: { gross: '83.00', commission: '16.60', net: '66.40', count: 2 },
      reversals: { gross: '33.00', commission: '6.60', net: '26.40', count: 1 },
      rates: [{ rate: '20.00', gross: '50.00', commission: '10.00', net: '40.00', count: 3 }],
      movements: { amount: '-30.00', count: 2 },
      closing: '10.00',
      paid: { amount: '30.00', fee: '0.00', net: '30.00' },
    });
    const view = await star.client.call('GET /payout-requests/{id}/view', { params: { id: pending._id } });
    expect(view.statementHash).toBe(sha256);
    // An admin downloads the same.
    expect((await download(admin, `/admin/payouts/${pending._id}/statement`)).equals(file)).toBe(true);

    app.clock.advance(DAY_MS);
    await closeDays(app.platform);
    const next = await createPayout(app, admin, 'paid', star);
    const { statement: second } = verifyStatementFile(await fileOf(star, next), publicKey);
    expect(second).toMatchObject({
      opening: '10.00',
      sales: { net: '16.00', count: 1 },
      movements: { amount: '-26.00' },
      closing: '0.00',
      period: { after: statement.period.until },
    });
  });

  test('what was posted with an earlier instant after a statement is on the next', async () => {
    const star = await payee();
    const before = app.clock.now();
    app.clock.advance(60_000);
    const first = await createPayout(app, admin, 'paid', star);
    const text = JSON.stringify({
      key: `late:${first}`,
      kind: 'adjustment',
      referenceKind: 'test',
      referenceId: first,
      sellerId: star.id,
      gross: 2500,
      commission: 0,
      net: 2500,
      commissionRate: 0,
    });
    const lines = JSON.stringify([
      { account: 'earningsAvailable', owner: star.id, amount: 2500 },
      { account: 'clearing', amount: -2500 },
    ]);
    const owner = openPool({ connectionString: app.testDatabase.ownerUrl, max: 1 });
    await owner.query('select ledger.post($1, $2, $3)', [text, lines, before]);
    await owner.end();
    app.clock.advance(60_000);
    const second = await createPayout(app, admin, 'paid', star);
    const { statement } = verifyStatementFile(await fileOf(star, second));
    expect(statement).toMatchObject({ opening: '0.00', closing: '0.00', sales: { net: '25.00', count: 1 } });
  });

  test('aren’t there before it is paid', async () => {
    const star = await payee();
    const id = await createPayout(app, admin, 'approved', star);
    expect(codeOf(await star.client.raw('GET /payout-requests/{id}/statement', { params: { id } }))).toEqual([404, 'NOT_FOUND']);
  });
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
