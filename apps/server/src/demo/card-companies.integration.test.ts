import { beforeAll, afterAll, expect, test } from 'vitest';
import { startCompanyDoubles, doublesKeys } from '../testing/company-doubles.ts';
import { doOnce } from '../platform/database/once.ts';
import { createFan } from '../testing/factories.ts';
import { type TestApp, createTestApp } from '../testing/test-app.ts';
import { type DoublesMessage, doublesValues, followClock, offerDoubles } from './card-companies.ts';
import { DEMO_BEGUN, DEMO_COMPLETED } from './demo-state.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const taking = () => app.gateways.taking().map(({ name }) => name);
const reload = () => app.gatewaySettings.reload();
const offer = async (port: number | undefined) => {
  const isOffered = await offerDoubles(app.platform, port);
  await reload();
  return isOffered;
};

test('the demo’s keys are those of the doubles', () => {
  const values = doublesValues(4801);
  const { ccbill, verotel } = doublesKeys({ ccbill: 'http://127.0.0.1:4801', verotel: 'http://127.0.0.1:4802' });
  const rest = { callbackNetworks: '127.0.0.1\n::1', statement: expect.stringContaining('Stagedoor') };
  expect(values.ccbill).toEqual({ ...ccbill, ...rest });
  expect(values.verotel).toEqual({ ...verotel, ...rest });
});

test('a site that is no demo is never offered doubles', async () => {
  expect([await offer(4801), taking()]).toEqual([false, ['sandbox']]);
  expect(await app.platform.database.selectFrom('gateways').select('name').execute()).toEqual([]);
});

test('a demo offers the doubles after the sandbox while they run, and takes payments with them', async () => {
  await doOnce(app.platform.database, DEMO_BEGUN, async () => ({ base: new Date().toISOString() }));
  await doOnce(app.platform.database, DEMO_COMPLETED, async () => ({}));
  expect([await offer(undefined), taking()]).toEqual([false, ['sandbox']]);
  const doubles = await startCompanyDoubles(app, { now: () => app.clock.now() });
  const [ccbillPort, verotelPort] = [doubles.ccbill.url, doubles.verotel.url].map((url) => Number(new URL(url).port));
  expect([await offer(ccbillPort), taking()]).toEqual([true, ['sandbox', 'ccbill', 'verotel']]);
  // Their ports follow one another in the demo, other than here.
  await app.platform.database
    .updateTable('gateways')
    .set({ options: JSON.stringify({ ...doublesValues(verotelPort! - 1).verotel, signatureKey: undefined }) })
    .where('name', '=', 'verotel')
    .execute();
  await reload();
  const fan = await createFan(app);
  for (const gateway of ['ccbill', 'verotel'] as const) {
    const { redirectUrl } = await fan.client.call('POST /payment/purchase-wallet/custom-amount', { body: { amount: 10, gateway } });
    const { returnsTo } = await doubles[gateway].approve(redirectUrl);
    expect(returnsTo).toContain('/wallet/return/');
  }
  await doubles.work();
  await app.settle();
  expect((await fan.client.call('GET /users/me')).balance).toBe(20);
  await doubles.close();
  // Their keys are taken out until the next start with doubles.
  expect([await offer(undefined), taking()]).toEqual([false, ['sandbox']]);
  expect([await offer(ccbillPort), taking()]).toEqual([true, ['sandbox', 'ccbill', 'verotel']]);
});

test('the owner’s choices stay: a double that was switched off, and a company with other keys', async () => {
  const { database } = app.platform;
  await database.updateTable('gateways').set({ is_on: false }).where('name', '=', 'ccbill').execute();
  await database
    .updateTable('gateways')
    .set({ options: JSON.stringify({ shopId: '777', baseAddress: '' }) })
    .where('name', '=', 'verotel')
    .execute();
  expect([await offer(undefined), taking()]).toEqual([false, ['sandbox', 'verotel']]);
  expect([await offer(4901), taking()]).toEqual([true, ['sandbox', 'verotel']]);
  expect(app.gatewaySettings.values('ccbill')).toMatchObject({ accountNumber: '900000', formAddress: expect.stringContaining(':4901/') });
  expect(app.gatewaySettings.values('verotel').shopId).toBe('777');
});

test('sends the launcher the site’s address, and its clock after each move', async () => {
  const told: DoublesMessage[] = [];
  let isAway = true;
  const tell = async (message: DoublesMessage): Promise<void> => {
    if (isAway) throw new Error('away');
    told.push(message);
  };
  const stop = followClock(app.platform, tell, 5);
  isAway = false;
  // The first message was lost, and is sent again.
  await expect.poll(() => told).toEqual([{ site: app.platform.config.publicUrl, aheadMs: expect.any(Number) }]);
  app.clock.advance(30 * 86_400_000);
  await expect.poll(() => told.length).toBe(2);
  expect(told[1]!.aheadMs - told[0]!.aheadMs).toBeGreaterThan(29 * 86_400_000);
  stop();
});
