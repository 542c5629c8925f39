import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { closeDays } from '../../ledger/index.ts';
import { openPool } from '../../platform/testing/database.ts';
import { type Person, createAdmin, createPerformer } from '../../testing/factories.ts';
import { codeOf, payoutCalls } from '../../testing/payout-calls.ts';
import { createPayout, earn, setPaypal } from '../../testing/payout-fixtures.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { verifyStatementFile } from './sign-statement.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
});
afterAll(() => app.close());
const { payee, change, decide, download, nameOfFile, fileOf, assertSound } = payoutCalls(() => ({ app, admin }));
afterEach(assertSound);

describe('statements', () => {
  test('list every sale and refund since the one before, follow from the ledger, and verify', async () => {
    const star = await createPerformer(app, { admin });
    await setPaypal(app, star);
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
    const path = `/payout-requests/${pending._id}/statement`;
    expect([await nameOfFile(star, path), await nameOfFile(star, `${path}/pdf`)]).toEqual([
      `${view.reference}.json`,
      `${view.reference}.pdf`,
    ]);
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
