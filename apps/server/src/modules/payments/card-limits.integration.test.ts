import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { SandboxAction } from '../../gateways/sandbox.ts';
import { type Person, createFan } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
// Each test begins a week after the one before, and with limits of its own.
afterEach(async () => {
  app.clock.advance(7 * 86_400_000);
  await app.platform.settings.reset(
    ['cardAttemptsPerHour', 'cardDeclinesPerDay', 'cardDeclinesPerNetwork', 'cardDeclinesPerSite', 'smallTopUpsPerDay'],
    null,
  );
});

const order = (fan: Person, amount = 10) => fan.client.send('POST /payment/purchase-wallet/custom-amount', { body: { amount } });
const pay = async (fan: Person, action: SandboxAction, amount?: number) => {
  const { data } = await order(fan, amount);
  const params = { id: data!.redirectUrl.split('/').at(-1)! };
  await app.client().call('POST /gateways/sandbox/payments/{id}', { params, body: { action } });
};
const refusalOf = async (fan: Person, amount?: number) => (await order(fan, amount)).error?.error;
const pauses = (fan: Person) =>
  app.platform.database.selectFrom('card_pauses').select(['kind', 'reason']).where('account_id', '=', fan.id).execute();

describe('card payments are paused', () => {
  test('for an hour after too many were begun by one account', async () => {
    await app.platform.settings.change({ cardAttemptsPerHour: 2 }, null);
    const fan = await createFan(app);
    await pay(fan, 'approve');
    await pay(fan, 'approve');
    expect([await refusalOf(fan), await refusalOf(await createFan(app)), await pauses(fan)]).toEqual([
      'CARD_PAUSED',
      undefined,
      [{ kind: 'account', reason: 'attempts' }],
    ]);
    app.clock.advance(59 * 60_000);
    expect(await refusalOf(fan)).toBe('CARD_PAUSED');
    app.clock.advance(2 * 60_000);
    expect(await refusalOf(fan)).toBeUndefined();
  });

  test('for a day after too many of an account’s cards were declined', async () => {
    await app.platform.settings.change({ cardDeclinesPerDay: 2 }, null);
    const fan = await createFan(app);
    await pay(fan, 'decline');
    await pay(fan, 'decline');
    expect([await refusalOf(fan), await pauses(fan)]).toEqual(['CARD_PAUSED', [{ kind: 'account', reason: 'declines' }]]);
    app.clock.advance(25 * 3_600_000);
    expect(await refusalOf(fan)).toBeUndefined();
  });

  test('for small top-ups alone', async () => {
    await app.platform.settings.change({ smallTopUpsPerDay: 2 }, null);
    const fan = await createFan(app);
    await pay(fan, 'approve', 5);
    await pay(fan, 'approve', 5);
    await pay(fan, 'approve', 6);
    expect([await refusalOf(fan, 5), await pauses(fan)]).toEqual(['CARD_PAUSED', [{ kind: 'account', reason: 'smallTopUps' }]]);
  });

  test('in a network of many declines, but not for buyers who have paid by card before', async () => {
    const known = await createFan(app);
    await pay(known, 'approve');
    app.clock.advance(2 * 86_400_000);
    await app.platform.settings.change({ cardDeclinesPerNetwork: 2 }, null);
    for (const thief of [await createFan(app), await createFan(app)]) await pay(thief, 'decline');
    const fresh = await createFan(app);
    expect([await refusalOf(fresh), await refusalOf(known), await pauses(fresh)]).toEqual([
      'CARD_PAUSED',
      undefined,
      [{ kind: 'network', reason: 'declines' }],
    ]);
  });

  test('on the whole site while most cards are declined', async () => {
    await app.platform.settings.change({ cardDeclinesPerSite: 3 }, null);
    for (let n = 0; n < 3; n += 1) await pay(await createFan(app), 'decline');
    const fresh = await createFan(app);
    expect(await refusalOf(fresh)).toBe('CARD_PAUSED');
    const sitePauses = await app.platform.database
      .selectFrom('card_pauses')
      .select(['kind', 'account_id'])
      .where('kind', '=', 'site')
      .execute();
    expect(sitePauses).toEqual([{ kind: 'site', account_id: null }]);
    app.clock.advance(31 * 60_000);
    expect(await refusalOf(fresh)).toBeUndefined();
  });
});

test('a paused buyer still pays from the wallet, and a repeated call gets its first answer', async () => {
  const fan = await createFan(app);
  await pay(fan, 'approve');
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const send = () => fan.client.send('POST /payment/purchase-wallet/custom-amount', { body: { amount: 20 }, headers });
  const first = await send();
  await app.platform.settings.change({ cardAttemptsPerHour: 1 }, null);
  expect([await refusalOf(fan), (await send()).data]).toEqual(['CARD_PAUSED', first.data]);
});
