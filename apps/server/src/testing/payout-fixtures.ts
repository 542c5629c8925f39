import { releaseDueEarnings, setRelease } from '../ledger/index.ts';
import { type CallFixture, type Request, withBody } from './call-fixture.ts';
import { PASSWORD, type Person, createFan, createPerformer, topUp } from './factories.ts';
import type { TestApp } from './test-app.ts';

/** Tips a performer, who has four fifths of it available at once. @param tokens at least 5 */
export const earn = async (app: TestApp, performer: Person, tokens: number): Promise<string> => {
  const fan = await createFan(app);
  await topUp(app, fan, tokens);
  const { transactionId, orderId } = await fan.client.call('POST /payment-wallet/send-tip-wallet/{id}', {
    params: { id: performer.id },
    body: { amount: tokens },
  });
  await setRelease(app.platform.database, transactionId, app.clock.now());
  await releaseDueEarnings(app.platform);
  return orderId;
};

/** A performer with a PayPal account and 24.00 available. */
export const createPayee = async (app: TestApp, admin: Person): Promise<Person> => {
  const payee = await createPerformer(app, { admin });
  await payee.client.call('PUT /performers/paypal-settings', { body: { email: 'payee@example.org', currentPassword: PASSWORD } });
  await earn(app, payee, 30);
  return payee;
};

type Stage = 'pending' | 'approved' | 'paid';

/** A payout of 24.00 that has come so far. @returns its id */
export const createPayout = async (app: TestApp, admin: Person, stage: Stage = 'pending', payee?: Person): Promise<string> => {
  const { client } = payee ?? (await createPayee(app, admin));
  const { _id: id } = await client.call('POST /payout-requests', { body: { method: 'paypal' } });
  if (stage !== 'pending') await admin.client.call('POST /admin/payouts/{id}/approve', { params: { id } });
  if (stage === 'paid') await admin.client.call('POST /admin/payouts/{id}/pay', { params: { id }, body: {} });
  return id;
};

/** A batch of one approved payout. @returns its id */
export const createBatchOfOne = async (app: TestApp, admin: Person): Promise<string> => {
  const ids = [await createPayout(app, admin, 'approved')];
  return (await admin.client.call('POST /admin/payout-batches', { body: { method: 'paypal', ids } }))._id;
};

/** Gives a performer at least 24.00 to ask for, and nothing on its way. */
const refill = async (app: TestApp, { client, ...performer }: Person): Promise<void> => {
  const { paypal } = await client.call('GET /performers/payout-details');
  if (!paypal) await client.call('PUT /performers/paypal-settings', { body: { email: 'star@example.org', currentPassword: PASSWORD } });
  await earn(app, { client, ...performer }, 30);
  const cancel = async (id: string) => client.call('PUT /payout-requests/{id}', { params: { id }, body: { cancel: true } });
  const { pending } = await client.call('POST /payout-requests/check-pending');
  if (pending) await cancel(pending._id);
  // A first one opens the ledger accounts.
  const { _id: first } = await client.call('POST /payout-requests', { body: { method: 'paypal', amount: 20 } });
  await cancel(first);
};

/** The writing calls of payouts. */
export const payoutFixtures = (people: () => { app: TestApp; admin: Person; star: Person }): Record<string, CallFixture> => {
  const admin = () => people().admin;
  const star = () => people().star;
  const payout = async (stage?: Stage, body?: object): Promise<Request> => ({
    params: { id: await createPayout(people().app, admin(), stage) },
    ...(body ? { body } : {}),
  });
  const batch = async (body?: object): Promise<Request> => ({
    params: { id: await createBatchOfOne(people().app, admin()) },
    ...(body ? { body } : {}),
  });
  const on = (make: () => Promise<Request>): CallFixture => ({ who: admin, make, change: make });
  const gathered = async (): Promise<Request> => ({
    body: { method: 'paypal', ids: [await createPayout(people().app, admin(), 'approved')] },
  });
  return {
    'POST /payout-requests': {
      who: star,
      async make() {
        await refill(people().app, star());
        return { body: { method: 'paypal', amount: 22 } };
      },
      change: withBody({ amount: 23 }),
    },
    'PUT /payout-requests/{id}': {
      who: star,
      async make() {
        await refill(people().app, star());
        const { _id: id } = await star().client.call('POST /payout-requests', { body: { method: 'paypal', amount: 21 } });
        return { params: { id }, body: { amount: 22, note: 'For rent.' } };
      },
      change: withBody({ note: 'For strings.' }),
    },
    'POST /admin/payouts/{id}/approve': on(() => payout()),
    'POST /admin/payouts/{id}/reject': on(() => payout('pending', { reason: 'The name doesn’t match.' })),
    'POST /admin/payouts/{id}/pay': on(() => payout('approved', { paymentReference: 'E2E-1' })),
    'POST /admin/payouts/{id}/return': on(() => payout('paid', { reason: 'The account is closed.' })),
    'POST /admin/payout-batches': on(gathered),
    'POST /admin/payout-batches/{id}/pay': on(() => batch({ paymentReference: 'E2E-2' })),
    'POST /admin/payout-batches/{id}/cancel': on(() => batch()),
  };
};

/** The reads of payouts that are posted. */
export const payoutReads = (payee: () => Person): Record<string, Pick<CallFixture, 'who' | 'make'>> => ({
  'POST /payout-requests/calculate': { who: payee, make: () => ({ body: { amount: 20 } }) },
  'POST /payout-requests/stats': { who: payee, make: () => ({ body: {} }) },
  'POST /payout-requests/check-pending': { who: payee, make: () => ({}) },
});
