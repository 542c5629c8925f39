import { afterAll, beforeAll, expect, test } from 'vitest';
import { chargeOrderBack, closeDays, refundOrder, reinstateOrder, releaseDueEarnings } from '../../ledger/index.ts';
import { buyFeedAt } from '../../testing/card-orders.ts';
import { createAdmin, createFan, createFeed, createPerformer, topUp } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { verifyStatementFile } from './sign-statement.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('a statement lists the rest that was released, and parts that were taken back afterwards', async () => {
  const star = await createPerformer(app, { admin: await createAdmin(app) });
  const now = app.clock.now();
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 2, 12));
  app.clock.set(month);
  const fan = await createFan(app);
  await topUp(app, fan, 20);
  const feedId = await createFeed(star, { audience: 'buyers', price: 9.99, photos: 0, text: 'For buyers.' });
  const { orderId } = await fan.client.call('POST /payment-wallet/purchase-feed', { body: { feedId } });
  const refund = (amount?: bigint) =>
    refundOrder(app.platform.database, {
      orderId,
      at: app.clock.now(),
      note: '',
      actorId: null,
      ...(amount === undefined ? {} : { amount }),
    });
  await refund(333n);
  app.clock.advance(8 * 86_400_000);
  await releaseDueEarnings(app.platform);
  await refund(101n);
  await refund();
  app.clock.advance(30 * 86_400_000);
  // Another test's open transaction, in the same cluster, puts the closing off.
  await expect.poll(() => closeDays(app.platform), { timeout: 10_000 }).toBe(true);
  const name = month.toISOString().slice(0, 7);
  await star.client.call('POST /earning-statements', { body: { month: name } });
  const { publicKey } = await star.client.call('GET /payout-statements/key');
  const response = await fetch(`${app.url}/api/earning-statements/${name}`, { headers: { authorization: star.client.token ?? '' } });
  const { statement } = verifyStatementFile(Buffer.from(await response.arrayBuffer()), publicKey);
  expect(statement).toMatchObject({
    opening: '0.00',
    lines: [
      { type: 'sale', gross: '6.66', commission: '1.33', net: '5.33' },
      { type: 'reversal', of: '6.66', gross: '1.01', commission: '0.20', net: '0.81' },
      { type: 'reversal', gross: '5.65', commission: '1.13', net: '4.52' },
    ],
    closing: '0.00',
  });
});

test('a statement lists what came back after a dispute that the site won, whether it had been released or not', async () => {
  const star = await createPerformer(app, { admin: await createAdmin(app) });
  const now = app.clock.now();
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 2, 12));
  app.clock.set(month);
  const released = await buyFeedAt(app, star, 9.99);
  app.clock.advance(8 * 86_400_000);
  await releaseDueEarnings(app.platform);
  const pending = await buyFeedAt(app, star, 5);
  for (const { orderId } of [released, pending]) {
    const request = { orderId, at: app.clock.now(), note: '', actorId: null };
    await chargeOrderBack(app.platform.database, request);
    await reinstateOrder(app.platform.database, request);
  }
  app.clock.advance(30 * 86_400_000);
  await expect.poll(() => closeDays(app.platform), { timeout: 10_000 }).toBe(true);
  const name = month.toISOString().slice(0, 7);
  await star.client.call('POST /earning-statements', { body: { month: name } });
  const response = await fetch(`${app.url}/api/earning-statements/${name}`, { headers: { authorization: star.client.token ?? '' } });
  const { statement } = verifyStatementFile(Buffer.from(await response.arrayBuffer()));
  expect(statement).toMatchObject({
    opening: '0.00',
    lines: [
      { type: 'sale', gross: '9.99', net: '7.99' },
      { type: 'reversal', kind: 'chargeback', gross: '9.99', net: '7.99' },
      { type: 'reversal', kind: 'chargebackReversal', of: '0.00', gross: '-9.99', net: '-7.99' },
      // Its chargeback took pending earnings, which are no part of a statement.
      { type: 'reversal', kind: 'chargebackReversal', of: '0.00', gross: '-5.00', net: '-4.00' },
    ],
    closing: '11.99',
  });
});
