import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, type Person, createAdmin, createPerformer } from '../../testing/factories.ts';
import { holdRows } from '../../testing/held-rows.ts';
import { wordsOf } from '../../testing/mail-links.ts';
import { codeOf, payoutCalls } from '../../testing/payout-calls.ts';
import { ageDetails, createBatchOfOne, createPayout, earn, setPaypal, versionOf } from '../../testing/payout-fixtures.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

// A payout is decided as the admin saw it, and new payout details hold it.

const DAY_MS = 86_400_000;
const CALLERS = 20;

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
});
afterAll(() => app.close());
const { payee, change, decide, setSettings, balances, assertSound } = payoutCalls(() => ({ app, admin }));
afterEach(assertSound);

const rowOf = async (id: string) =>
  (
    await sql<{ state: string; amount: bigint; destination: string; batch_id: string | null }>`
      select state, amount, destination, batch_id from payout_requests where id = ${id}::uuid`.execute(app.platform.database)
  ).rows[0]!;
const setDetails = (star: Person, email: string) =>
  star.client.raw('PUT /performers/paypal-settings', { body: { email, currentPassword: PASSWORD } });
const viewOf = (id: string) => admin.client.call('GET /admin/payouts/{id}', { params: { id } });
/** A payout of 24.00 to details that were set now. */
const heldPayout = async () => {
  const star = await createPerformer(app, { admin });
  await setDetails(star, 'new@example.org');
  await earn(app, star, 30);
  return { star, id: await createPayout(app, admin, 'pending', star) };
};
const gather = (payouts: readonly { id: string; version: number }[]) =>
  admin.client.raw('POST /admin/payout-batches', { body: { method: 'paypal', payouts } });

describe('the version that was seen', () => {
  test.each([
    ['amount', { amount: 22 }],
    ['note', { note: 'Another note.' }],
    ['target', { method: 'paypal' }],
  ])('refuses every decision after a change of the %s, and moves nothing', async (_what, body) => {
    const star = await payee();
    const id = await createPayout(app, admin, 'pending', star);
    const version = await versionOf(admin, id);
    expect((await change(star, id, body)).status).toBe(200);
    const before = [await rowOf(id), await balances(star.id)];
    for (const what of ['approve', 'reject'] as const)
      expect(codeOf(await decide(id, what, { version, ...(what === 'reject' ? { reason: 'No.' } : {}) }))).toEqual([409, 'PAYOUT_CHANGED']);
    expect([await rowOf(id), await balances(star.id)]).toEqual(before);
    expect((await decide(id, 'approve')).data).toMatchObject({ state: 'approved' });
  });

  test('is asked for by each decision, and compared when it is paid and returned', async () => {
    const id = await createPayout(app, admin, 'approved');
    const version = await versionOf(admin, id);
    expect(codeOf(await admin.client.raw('POST /admin/payouts/{id}/pay', { params: { id }, body: {} }))).toEqual([
      422,
      'VALIDATION_FAILED',
    ]);
    expect(codeOf(await decide(id, 'pay', { version: version - 1 }))).toEqual([409, 'PAYOUT_CHANGED']);
    expect((await decide(id, 'pay', { version })).data).toMatchObject({ state: 'paid', version: version + 1 });
    expect(codeOf(await decide(id, 'return', { version, reason: 'Unknown.' }))).toEqual([409, 'PAYOUT_CHANGED']);
    expect((await rowOf(id)).state).toBe('paid');
  });

  test('are compared for each payout when a batch is made, and for the batch when it is paid', async () => {
    const ids = [await createPayout(app, admin, 'approved'), await createPayout(app, admin, 'approved')];
    const [first, second] = await Promise.all(ids.map(async (id) => ({ id, version: await versionOf(admin, id) })));
    expect(codeOf(await gather([first!, { ...second!, version: second!.version - 1 }]))).toEqual([409, 'PAYOUT_CHANGED']);
    expect((await rowOf(first!.id)).batch_id).toBeNull();
    const batchId = await createBatchOfOne(app, admin);
    const { version } = await admin.client.call('GET /admin/payout-batches/{id}', { params: { id: batchId } });
    const pay = (seen: number) =>
      admin.client.raw('POST /admin/payout-batches/{id}/pay', { params: { id: batchId }, body: { version: seen } });
    expect(codeOf(await pay(version + 1))).toEqual([409, 'PAYOUT_CHANGED']);
    expect((await pay(version)).data).toMatchObject({ state: 'paid' });
  });

  test('holds when twenty callers approve and change at once: what is approved is what was seen', async () => {
    for (let round = 0; round < 3; round += 1) {
      const star = await payee();
      const id = await createPayout(app, admin, 'pending', star);
      const version = await versionOf(admin, id);
      const calls = Array.from({ length: CALLERS }, (_, n) =>
        n % 2 === 0 ? decide(id, 'approve', { version }) : change(star, id, { amount: 20 + n / 10 }),
      );
      const answers = await Promise.all(calls);
      const row = await rowOf(id);
      const approvals = answers.filter(({ status }, n) => n % 2 === 0 && status === 200);
      const isApproved = row.state === 'approved';
      expect({ state: row.state, approvals: approvals.length, amount: isApproved ? row.amount : null }).toEqual(
        isApproved ? { state: 'approved', approvals: 1, amount: 2400n } : { state: 'pending', approvals: 0, amount: null },
      );
      const refused = answers.filter(({ status }) => status >= 300).map(codeOf);
      for (const refusal of refused)
        expect([
          [409, 'PAYOUT_CHANGED'],
          [409, 'PAYOUT_STATE'],
        ]).toContainEqual(refusal);
    }
  });

  test('is compared once the payout is locked: a decision that waited for a change is refused', async () => {
    const star = await payee();
    const id = await createPayout(app, admin, 'pending', star);
    const version = await versionOf(admin, id);
    const change = "update payout_requests set note = 'Changed.', revision = revision + 1 where id = $1";
    const payout = await holdRows(app, change, [id]);
    const approval = decide(id, 'approve', { version });
    await expect.poll(() => payout.isAwaitedBy('payout')).toBe(true);
    await payout.end('commit');
    expect(codeOf(await approval)).toEqual([409, 'PAYOUT_CHANGED']);
    expect((await rowOf(id)).state).toBe('pending');
  });
});

describe('new payout details', () => {
  test('hold a payout for the days of the setting, from approval to payment; the performer and the admin see until when', async () => {
    const { star, id } = await heldPayout();
    const until = new Date(app.clock.now().getTime() + 3 * DAY_MS);
    const view = await viewOf(id);
    expect(Math.abs(new Date(view.heldUntil!).getTime() - until.getTime())).toBeLessThan(60_000);
    expect((await star.client.call('POST /payout-requests/check-pending')).pending?.heldUntil).toBe(view.heldUntil);
    const refused = await decide(id, 'approve');
    expect(codeOf(refused)).toEqual([409, 'PAYOUT_HELD']);
    expect(refused.error).toMatchObject({ details: { until: view.heldUntil, payoutId: id } });
    expect((await rowOf(id)).state).toBe('pending');
    // Without a hold it is approved; once there is one again, it is neither gathered nor paid.
    await setSettings({ payoutHoldDays: 0 });
    expect((await viewOf(id)).heldUntil).toBeNull();
    expect((await decide(id, 'approve')).status).toBe(200);
    await setSettings({ payoutHoldDays: 3 });
    const ready = () => admin.client.call('GET /admin/payouts', { query: { isReady: true, limit: 100 } });
    expect((await ready()).data.map(({ _id }) => _id)).not.toContain(id);
    expect(codeOf(await gather([{ id, version: await versionOf(admin, id) }]))).toEqual([409, 'PAYOUT_HELD']);
    expect(codeOf(await decide(id, 'pay'))).toEqual([409, 'PAYOUT_HELD']);
    app.clock.advance(3 * DAY_MS + 1);
    expect((await viewOf(id)).heldUntil).toBeNull();
    expect((await ready()).data.map(({ _id }) => _id)).toContain(id);
    expect((await decide(id, 'pay')).data).toMatchObject({ state: 'paid' });
  });

  test('don’t hold a payout to the details before; choosing the method again copies the new ones, and is held', async () => {
    const star = await payee();
    const id = await createPayout(app, admin, 'pending', star);
    await setDetails(star, 'taken@example.org');
    expect(await viewOf(id)).toMatchObject({ heldUntil: null, destination: 'p••••@example.org' });
    await change(star, id, { method: 'paypal' });
    expect(await viewOf(id)).toMatchObject({ heldUntil: expect.any(String) as string, destination: 't••••@example.org' });
    expect(codeOf(await decide(id, 'approve'))).toEqual([409, 'PAYOUT_HELD']);
    expect((await decide(id, 'reject', { reason: 'Was it you?' })).data).toMatchObject({ state: 'rejected', heldUntil: null });
  });

  test('are told to the performer by mail, masked, with the end of the hold; the same details again are no change', async () => {
    const star = await createPerformer(app, { admin });
    const iban = 'GB29NWBK60161331926819';
    await setDetails(star, 'first@example.org');
    await setDetails(star, 'first@example.org');
    const bank = { holderName: 'Star', bankName: 'Bank', country: 'GB', iban, currentPassword: PASSWORD };
    await star.client.call('PUT /performers/banking-settings', { body: bank });
    await app.settle();
    const mails = (await app.mailsTo(star.email)).filter((mail) => mail.includes('Subject: Your payout details'));
    expect(mails).toHaveLength(2);
    const text = mails.map(wordsOf).join('\n');
    expect(text).toContain('PayPal f••••@example.org');
    expect(text).toContain('bank account ending 6819');
    expect(text).toMatch(/payouts to them are held until .+ \d\d:\d\d UTC\./);
    expect(text).toContain('If it wasn’t you');
    expect(text).not.toContain('first@');
    expect(text).not.toContain(iban.slice(0, 8));
    await setPaypal(app, star, 'first@example.org');
    const { paypal } = await star.client.call('GET /performers/payout-details');
    await setDetails(star, 'first@example.org');
    expect((await star.client.call('GET /performers/payout-details')).paypal).toEqual(paypal);
  });

  test('changed while twenty callers approve and copy them: nothing approved goes to the new ones', async () => {
    for (let round = 0; round < 3; round += 1) {
      const star = await payee();
      const id = await createPayout(app, admin, 'pending', star);
      const answers = await Promise.all(
        Array.from({ length: CALLERS }, async (_, n) => {
          if (n % 4 === 0) return setDetails(star, `thief${n}@example.org`);
          // One in four chooses the method again; the others approve whatever is there at that moment.
          return n % 4 === 1 ? change(star, id, { method: 'paypal' }) : decide(id, 'approve');
        }),
      );
      const row = await rowOf(id);
      const isApproved = row.state === 'approved';
      expect(isApproved ? row.destination : 'p••••@example.org').toBe('p••••@example.org');
      const held = row.destination.startsWith('t') ? [409, 'PAYOUT_HELD'] : [200, undefined];
      expect(codeOf(await decide(id, 'approve'))).toEqual(isApproved ? [409, 'PAYOUT_STATE'] : held);
      for (const { status } of answers) expect(status).toBeLessThan(500);
    }
  });

  test('changed long ago hold nothing, also when the setting is at its bound', async () => {
    await setSettings({ payoutHoldDays: 30 });
    const { star, id } = await heldPayout();
    await change(star, id, { cancel: true });
    await ageDetails(app, star);
    expect((await decide(await createPayout(app, admin, 'pending', star), 'approve')).status).toBe(200);
    for (const days of [-1, 31, 1.5])
      expect((await admin.client.raw('PUT /admin/settings', { body: { values: { payoutHoldDays: days } } })).status).toBe(422);
    await setSettings({ payoutHoldDays: 3 });
  });
});
