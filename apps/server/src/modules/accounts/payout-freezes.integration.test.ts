import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, createAdmin } from '../../testing/factories.ts';
import { codeOf, sendLogIn } from '../../testing/log-in.ts';
import { subjectsTo, tokenIn } from '../../testing/mail-links.ts';
import { createPayee, createPayout, seen } from '../../testing/payout-fixtures.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

// “This wasn't me” freezes a performer's payouts until an admin releases them.

const NEW_PASSWORD = 'mine again 11';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
});
afterAll(() => app.close());

/** A log-in from a new browser, whose owner presses the mail's button. */
const pressAfterLogIn = async (star: Person) => {
  await sendLogIn(app, star);
  return app.client().call('POST /verification/not-me', { body: { token: await tokenIn(app, star.email, 'not-me') } });
};

const frozen = async (stage: 'pending' | 'approved' = 'pending') => {
  const star = await createPayee(app, admin);
  const id = await createPayout(app, admin, stage, star);
  expect(await pressAfterLogIn(star)).toEqual({ address: 'kept', isFrozen: true });
  const token = await tokenIn(app, star.email, 'reset-password');
  await app.client().call('POST /auth/reset', { body: { token, password: NEW_PASSWORD } });
  const client = app.client((await sendLogIn(app, star, { password: NEW_PASSWORD })).data.token);
  return { star: { ...star, client }, id };
};
const release = ({ id }: Person) => admin.client.send('POST /admin/performers/{id}/release-payouts', { params: { id } });

test('payouts are frozen at the request, the change and the approval, shown to admins with the reason, and released once', async () => {
  const { star, id } = await frozen();
  expect(await admin.client.call('GET /admin/payouts/{id}', { params: { id } })).toMatchObject({ frozen: { cause: 'newBrowser' } });
  const account = await admin.client.call('GET /admin/users/{id}', { params: { id: star.id } });
  expect(account.performer).toMatchObject({ payoutsFrozen: { cause: 'newBrowser' } });
  expect(codeOf(await admin.client.send('POST /admin/payouts/{id}/approve', await seen(admin, id)))).toBe('PAYOUT_FROZEN');
  expect(codeOf(await star.client.send('PUT /payout-requests/{id}', { params: { id }, body: { note: 'Rent' } }))).toBe('PAYOUT_FROZEN');
  await star.client.call('PUT /payout-requests/{id}', { params: { id }, body: { cancel: true } });
  expect(codeOf(await star.client.send('POST /payout-requests', { body: { method: 'paypal' } }))).toBe('PAYOUT_FROZEN');
  expect(await star.client.call('POST /payout-requests/calculate', { body: {} })).toMatchObject({ obstacle: 'PAYOUT_FROZEN' });
  expect((await Promise.all([release(star), release(star)])).map(codeOf).toSorted()).toEqual(['PAYOUT_STATE', 'ok']);
  expect((await subjectsTo(app, star.email)).filter((subject) => subject.includes('no longer frozen'))).toHaveLength(1);
  const audited = await app.platform.database
    .selectFrom('audit_log')
    .select('actor_id')
    .where('object_id', '=', star.id)
    .where('action', '=', 'payouts.released')
    .execute();
  expect(audited).toEqual([{ actor_id: admin.id }]);
  await star.client.call('POST /payout-requests', { body: { method: 'paypal' } });
});

test('approved payouts that are frozen are neither paid nor gathered', async () => {
  const { star, id } = await frozen('approved');
  const { params, body } = await seen(admin, id);
  expect(codeOf(await admin.client.send('POST /admin/payouts/{id}/pay', { params, body }))).toBe('PAYOUT_FROZEN');
  const gather = () =>
    admin.client.send('POST /admin/payout-batches', { body: { method: 'paypal', payouts: [{ id, version: body.version }] } });
  expect(codeOf(await gather())).toBe('PAYOUT_FROZEN');
  const ready = async () => (await admin.client.call('GET /admin/payouts', { query: { isReady: true, q: star.username } })).data.length;
  expect(await ready()).toBe(0);
  await release(star);
  expect([await ready(), codeOf(await gather())]).toEqual([1, 'ok']);
});

test('payouts in an open batch are in no file for the bank', async () => {
  const star = await createPayee(app, admin);
  const id = await createPayout(app, admin, 'approved', star);
  const { body } = await seen(admin, id);
  const payouts = [{ id, version: body.version }];
  const batch = await admin.client.call('POST /admin/payout-batches', { body: { method: 'paypal', payouts } });
  await pressAfterLogIn(star);
  const file = await admin.client.raw('GET /admin/payout-batches/{id}/paypal-file', { params: { id: batch._id } });
  expect(codeOf(file)).toBe('PAYOUT_FROZEN');
});
