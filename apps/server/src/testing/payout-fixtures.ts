import { sql } from 'kysely';
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

/** Makes everything that a performer has earned available. */
export const releaseAll = async (app: TestApp, performer: Person): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    select r.transaction_id as id from ledger.releases r join ledger.transactions t on t.id = r.transaction_id
    where t.seller_id = ${performer.id}::uuid`.execute(app.platform.database);
  for (const { id } of rows) await setRelease(app.platform.database, id, app.clock.now());
  await releaseDueEarnings(app.platform);
};

/** Makes a performer's payout details old, so that they hold no payout. */
export const ageDetails = (app: TestApp, performer: Person): Promise<unknown> =>
  sql`update payout_details set updated_at = updated_at - interval '60 days' where performer_id = ${performer.id}::uuid`.execute(
    app.platform.database,
  );

/** Sets a PayPal account that holds no payout. */
export const setPaypal = async (app: TestApp, performer: Person, email = 'star@example.org'): Promise<void> => {
  await performer.client.call('PUT /performers/paypal-settings', { body: { email, currentPassword: PASSWORD } });
  await ageDetails(app, performer);
};

/** A performer with a PayPal account and 24.00 available. */
export const createPayee = async (app: TestApp, admin: Person): Promise<Person> => {
  const payee = await createPerformer(app, { admin });
  await setPaypal(app, payee, 'payee@example.org');
  await earn(app, payee, 30);
  return payee;
};

type Stage = 'pending' | 'approved' | 'paid';

/** The version of a payout that an admin sees now. */
export const versionOf = async ({ client }: Person, id: string): Promise<number> =>
  (await client.call('GET /admin/payouts/{id}', { params: { id } })).version;

/** Names a payout with the version that an admin sees now. */
export const seen = async (admin: Person, id: string) => ({ params: { id }, body: { version: await versionOf(admin, id) } });

/** A payout of 24.00 that has come so far. @returns its id */
export const createPayout = async (app: TestApp, admin: Person, stage: Stage = 'pending', payee?: Person): Promise<string> => {
  const { client } = payee ?? (await createPayee(app, admin));
  const { _id: id } = await client.call('POST /payout-requests', { body: { method: 'paypal' } });
  if (stage !== 'pending') await admin.client.call('POST /admin/payouts/{id}/approve', await seen(admin, id));
  if (stage === 'paid') await admin.client.call('POST /admin/payouts/{id}/pay', await seen(admin, id));
  return id;
};

/** A batch of one approved payout. @returns its id */
export const createBatchOfOne = async (app: TestApp, admin: Person): Promise<string> => {
  const id = await createPayout(app, admin, 'approved');
  const body = { method: 'paypal' as const, payouts: [{ id, version: await versionOf(admin, id) }] };
  return (await admin.client.call('POST /admin/payout-batches', { body }))._id;
};

/** Gives a performer at least 24.00 to ask for, and nothing on its way. */
const refill = async (app: TestApp, { client, ...performer }: Person): Promise<void> => {
  const { paypal } = await client.call('GET /performers/payout-details');
  if (!paypal) await setPaypal(app, { client, ...performer });
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
  const payout = async (stage?: Stage, body: object = {}): Promise<Request> => {
    const { params, body: version } = await seen(admin(), await createPayout(people().app, admin(), stage));
    return { params, body: { ...version, ...body } };
  };
  const batch = async (body?: object): Promise<Request> => {
    const params = { id: await createBatchOfOne(people().app, admin()) };
    const { version } = await admin().client.call('GET /admin/payout-batches/{id}', { params });
    return { params, ...(body ? { body: { ...body, version } } : {}) };
  };
  const on = (make: () => Promise<Request>): CallFixture => ({ who: admin, make, change: make });
  const gathered = async (): Promise<Request> => {
    const id = await createPayout(people().app, admin(), 'approved');
    return { body: { method: 'paypal', payouts: [{ id, version: await versionOf(admin(), id) }] } };
  };
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
    'POST /admin/payouts/{id}/pay': on(async () => {
      // The first payout of a site makes the bank's account in the ledger.
      await createPayout(people().app, admin(), 'paid');
      return payout('approved', { paymentReference: 'E2E-1' });
    }),
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
