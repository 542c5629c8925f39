import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, createAdmin } from '../../testing/factories.ts';
import { codeOf } from '../../testing/log-in.ts';
import { createBatchOfOne, createPayee, createPayout, seen, versionOf } from '../../testing/payout-fixtures.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

let app: TestApp;
let first: Person;
let second: Person;
beforeAll(async () => {
  app = await createTestApp();
  first = await createAdmin(app);
  second = await createAdmin(app);
  await first.client.call('PUT /admin/settings', { body: { values: { payoutsByTwo: true } } });
});
afterAll(() => app.close());

const stateOf = async (id: string) => (await first.client.call('GET /admin/payouts/{id}', { params: { id } })).state;

test('the admin who approved a payout can’t pay it; another one can', async () => {
  const id = await createPayout(app, first, 'approved');
  const pay = async (admin: Person) => admin.client.send('POST /admin/payouts/{id}/pay', await seen(admin, id));
  const refused = await pay(first);
  expect([codeOf(refused), refused.error.details]).toEqual(['OTHER_ADMIN_REQUIRED', { payoutId: id }]);
  expect(await stateOf(id)).toBe('approved');
  expect(codeOf(await pay(second))).toBe('ok');
  expect(await stateOf(id)).toBe('paid');
});

test('nor gather it in a batch, nor download its file, nor pay the batch', async () => {
  const id = await createPayout(app, first, 'approved');
  const gather = async (admin: Person) =>
    admin.client.send('POST /admin/payout-batches', {
      body: { method: 'paypal', payouts: [{ id, version: await versionOf(admin, id) }] },
    });
  expect(codeOf(await gather(first))).toBe('OTHER_ADMIN_REQUIRED');
  const { _id: batch, version } = (await gather(second)).data;
  const params = { id: batch };
  const pay = (admin: Person) => admin.client.send('POST /admin/payout-batches/{id}/pay', { params, body: { version } });
  expect(codeOf(await first.client.raw('GET /admin/payout-batches/{id}/paypal-file', { params }))).toBe('OTHER_ADMIN_REQUIRED');
  expect(codeOf(await pay(first))).toBe('OTHER_ADMIN_REQUIRED');
  expect(await stateOf(id)).toBe('approved');
  expect((await second.client.raw('GET /admin/payout-batches/{id}/paypal-file', { params })).status).toBe(200);
  expect(codeOf(await pay(second))).toBe('ok');
  expect(await stateOf(id)).toBe('paid');
});

test('refuses the approver among twenty calls by two admins at once', async () => {
  const id = await createPayout(app, first, 'approved', await createPayee(app, first));
  const request = await seen(first, id);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? first : second).client.send('POST /admin/payouts/{id}/pay', request)),
  );
  const paid = answers.flatMap((answer, n) => (codeOf(answer) === 'ok' ? [n % 2] : []));
  expect(paid).toEqual([1]);
});

test('one admin is enough where the setting is off', async () => {
  await first.client.call('PUT /admin/settings', { body: { values: { payoutsByTwo: false } } });
  expect(await stateOf(await createPayout(app, first, 'paid'))).toBe('paid');
  await createBatchOfOne(app, first);
});
