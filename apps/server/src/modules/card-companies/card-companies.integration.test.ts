import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, createAdmin, createFan } from '../../testing/factories.ts';
import { sendCallback } from '../../testing/sandbox-callbacks.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

let app: TestApp;
let owner: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp();
  owner = await createAdmin(app);
  fan = await createFan(app);
});
afterAll(() => app.close());

const cardOf = async (name: 'sandbox' | 'ccbill' | 'verotel') =>
  (await owner.client.call('GET /admin/gateways')).data.find((card) => card.name === name)!;
const change = (name: 'sandbox' | 'ccbill' | 'verotel', body: { version: number; isOn?: boolean; values?: Record<string, string> }) =>
  owner.client.send('PUT /admin/gateways/{name}', { params: { name }, body });
const topUp = () => fan.client.send('POST /payment/purchase-wallet/custom-amount', { body: { amount: 10 } });
const rowOf = (name: string) => app.platform.database.selectFrom('gateways').selectAll().where('name', '=', name).executeTakeFirst();
const auditsOf = (action: string) =>
  app.platform.database.selectFrom('audit_log').select(['object_id', 'detail', 'actor_id']).where('action', '=', action).execute();

describe('a company’s settings', () => {
  test('change what the statement says; a version that was changed meanwhile is refused', async () => {
    const { version } = await cardOf('sandbox');
    await change('sandbox', { version, values: { statement: 'STAGEDOOR.EXAMPLE' } });
    const card = await cardOf('sandbox');
    expect([card.version, card.values]).toEqual([version + 1, { statement: 'STAGEDOOR.EXAMPLE' }]);
    expect(await change('sandbox', { version, values: { statement: 'OTHER' } })).toMatchObject({
      status: 409,
      error: { error: 'GATEWAY_SETTINGS_CHANGED' },
    });
    expect([await rowOf('sandbox'), await auditsOf('settings.gatewayChanged')]).toMatchObject([
      { options: { statement: 'STAGEDOOR.EXAMPLE' }, secrets: null },
      [{ detail: { gateway: 'sandbox', fields: 'statement' }, actor_id: owner.id }],
    ]);
  });

  test.each([
    ['a field that there isn’t', { other: 'x' }],
    ['a text with a line break inside', { statement: 'two\nlines' }],
    ['a text that is too long', { statement: 'x'.repeat(121) }],
  ])('are refused with %s', async (_what, values) => {
    const before = await rowOf('sandbox');
    const answer = await change('sandbox', { version: before?.version ?? 0, values });
    expect([answer.status, await rowOf('sandbox')]).toEqual([422, before]);
  });
});

describe('a company that is switched off', () => {
  test('takes no new payments, and its callbacks still count', async () => {
    const open = await topUp();
    const { version } = await cardOf('sandbox');
    await change('sandbox', { version, isOn: false });
    expect((await cardOf('sandbox')).isOn).toBe(false);
    expect(await topUp()).toMatchObject({ status: 503, error: { error: 'GATEWAY_UNAVAILABLE' } });
    const paymentId = open.data!.redirectUrl.split('/').at(-1)!;
    await app.client().call('POST /gateways/sandbox/payments/{id}', { params: { id: paymentId }, body: { action: 'approve' } });
    const order = await app.platform.database
      .selectFrom('orders')
      .select('state')
      .where('id', '=', open.data!.orderId)
      .executeTakeFirstOrThrow();
    expect([order.state, (await auditsOf('settings.gatewayOff')).length]).toEqual(['paid', 1]);
    await change('sandbox', { version: version + 1, isOn: true });
    expect((await topUp()).status).toBe(201);
  });
});

test('the public settings say whether buyers can pay by CCBill and Verotel, and can’t be set', async () => {
  const told = async () => {
    const { ccbillEnabled, verotelEnabled } = await app.client().call('GET /settings/public');
    return [ccbillEnabled, verotelEnabled];
  };
  expect(await told()).toEqual([false, false]);
  expect(await change('ccbill', { version: 0, isOn: true })).toMatchObject({ status: 409, error: { error: 'GATEWAY_INCOMPLETE' } });
  const values = { accountNumber: '900000', saleSubAccount: '0000', saleForm: 'form', saleSalt: 'SALT-EXAMPLE-0001' };
  await change('ccbill', { version: 0, isOn: true, values });
  expect(await told()).toEqual([true, false]);
  const { secrets } = (await rowOf('ccbill'))!;
  expect([JSON.stringify(await owner.client.call('GET /admin/gateways')), String(secrets)].join()).not.toContain('SALT-EXAMPLE');
  expect((await cardOf('ccbill')).secretsSet).toEqual(['saleSalt']);
  expect((await owner.client.send('PUT /admin/settings', { body: { values: { verotelEnabled: true } } })).status).toBe(403);
  await change('ccbill', { version: 1, isOn: false });
  expect(await told()).toEqual([false, false]);
});

test('callbacks that are not the company’s are counted by reason and network, without their contents', async () => {
  await sendCallback(app, { key: 'a forged one', amount: '100' });
  await sendCallback(app, { key: 'another forged one' });
  const { data } = await owner.client.call('GET /admin/gateways/rejections', { query: { gateway: 'sandbox' } });
  expect(data).toMatchObject([{ outcome: 'forged', reason: 'signature', sender: '127.0.0.1', count: 2 }]);
  expect(JSON.stringify(await app.platform.database.selectFrom('gateway_rejections').selectAll().execute())).not.toContain('forged one');
  expect((await cardOf('sandbox')).health.forged).toBe(2);
});

describe('a payment that nobody has said the end of', () => {
  test('is listed after ten minutes, and settled by asking the company', async () => {
    const { data } = await topUp();
    const paymentId = data!.redirectUrl.split('/').at(-1)!;
    const listed = async () => {
      const { data: rows } = await owner.client.call('GET /admin/gateways/unanswered', { query: { limit: 100 } });
      return rows.find(({ _id }) => _id === data!.orderId);
    };
    expect(await listed()).toBeUndefined();
    app.clock.advance(11 * 60_000);
    expect(await listed()).toMatchObject({ gateway: 'sandbox', money: 10, attempts: 1, buyer: { _id: fan.id } });
    const ask = () => owner.client.send('POST /admin/orders/{id}/ask-gateway', { params: { id: data!.orderId } });
    expect((await ask()).data).toEqual({ state: 'created', isKnown: false });
    // The buyer pays, and the callback is held back.
    await app.client().call('POST /gateways/sandbox/payments/{id}', { params: { id: paymentId }, body: { action: 'delay' } });
    expect((await ask()).data).toEqual({ state: 'paid', isKnown: true });
    expect([await listed(), (await ask()).error?.error]).toEqual([undefined, 'ORDER_STATE']);
  });
});

describe('a refund', () => {
  const refunded = async () => {
    const { data } = await topUp();
    const paymentId = data!.redirectUrl.split('/').at(-1)!;
    const press = (action: 'approve' | 'failRefund') =>
      app.client().call('POST /gateways/sandbox/payments/{id}', { params: { id: paymentId }, body: { action } });
    await press('approve');
    await owner.client.call('POST /admin/orders/{id}/refund', { params: { id: data!.orderId }, body: { reason: 'Sent back' } });
    await app.settle();
    const stateOf = async () =>
      await app.platform.database
        .selectFrom('gateway_refunds')
        .select(['id', 'state'])
        .where('order_id', '=', data!.orderId)
        .executeTakeFirstOrThrow();
    return { orderId: data!.orderId, paymentId, press, stateOf };
  };

  test('that doesn’t reach the buyer is shown, and is sent once more', async () => {
    const { orderId, press, stateOf } = await refunded();
    const { id, state } = await stateOf();
    expect(state).toBe('done');
    await press('failRefund');
    const { data } = await owner.client.call('GET /admin/gateways/refunds', { query: { state: 'failed' } });
    expect(data.map(({ _id }) => _id)).toContain(id);
    expect((await cardOf('sandbox')).refundsToDo).toBe(1);
    await owner.client.call('POST /admin/gateways/refunds/{id}/retry', { params: { id } });
    expect((await owner.client.send('POST /admin/gateways/refunds/{id}/retry', { params: { id } })).error?.error).toBe('REFUND_STATE');
    expect(await auditsOf('orders.refundRetried')).toMatchObject([{ object_id: orderId }]);
  });

  test('that the owner made in the company’s console is recorded as made', async () => {
    const { orderId, press, stateOf } = await refunded();
    const { id } = await stateOf();
    await press('failRefund');
    await owner.client.call('POST /admin/gateways/refunds/{id}/done', { params: { id } });
    expect([(await stateOf()).state, await auditsOf('orders.refundMade')]).toMatchObject(['done', [{ object_id: orderId }]]);
    expect((await owner.client.send('POST /admin/gateways/refunds/{id}/done', { params: { id } })).error?.error).toBe('REFUND_STATE');
  });
});
