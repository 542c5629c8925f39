import { expect, test } from 'vitest';
import { createFan, topUp } from '../../testing/factories.ts';
import { KEYED_CALLS, isMediaCall, prepareKeyedCalls, testKeyedCalls } from '../../testing/keyed-calls.ts';

// Every call of the contract that takes an Idempotency-Key (decision 0006), and keys themselves. Calls that make pictures and films:
// idempotency-of-media.integration.long.test.ts.

const { context, fixtures } = prepareKeyedCalls();

test('every call with an idempotency key has a fixture', () => {
  expect(Object.keys(fixtures()).toSorted()).toEqual(KEYED_CALLS.toSorted());
});

testKeyedCalls(KEYED_CALLS.filter((key) => !isMediaCall(key)));

test('a key belongs to one account and one call', async () => {
  const { app, fan, star } = context();
  const headers = { 'idempotency-key': 'shared' };
  const other = await createFan(app);
  await fan.client.call('PUT /users', { body: { name: 'Cleo' }, headers });
  expect((await other.client.call('PUT /users', { body: { name: 'Dora' }, headers })).name).toBe('Dora');
  await fan.client.call('POST /reactions', { body: { objectType: 'performer', objectId: star.id, action: 'follow' }, headers });
});

test('a failed call can be retried with its key', async () => {
  const { app, admin, star } = context();
  const poor = await createFan(app);
  const tip = () =>
    poor.client.send('POST /payment-wallet/send-tip-wallet/{id}', {
      params: { id: star.id },
      body: { amount: 5 },
      headers: { 'idempotency-key': 'tip' },
    });
  expect((await tip()).error.error).toBe('INSUFFICIENT_TOKENS');
  await topUp(app, poor, 20);
  const { data } = await tip();
  expect((await tip()).data).toEqual(data);
  expect((await poor.client.call('GET /users/me')).balance).toBe(15);

  const publish = () =>
    star.client.send('POST /performer/feeds', {
      body: { text: 'Dear.', audience: 'buyers', price: 1500 },
      headers: { 'idempotency-key': 'dear' },
    });
  expect((await publish()).error.error).toBe('AMOUNT_OUT_OF_BOUNDS');
  await admin.client.call('PUT /admin/settings', { body: { values: { priceMaximum: 2000 } } });
  expect((await publish()).status).toBe(201);
});

test.each(['with space', 'x'.repeat(201), 'ñ'])('an invalid key is refused: %s', async (key) => {
  const { fan } = context();
  const { status, error } = await fan.client.raw('PUT /users', {
    body: { name: 'Nobody' },
    headers: { 'idempotency-key': Buffer.from(key).toString('latin1') },
  });
  expect([status, error.error]).toEqual([400, 'BAD_REQUEST']);
});
