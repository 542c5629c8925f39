import { sql } from 'kysely';
import { type Person, createFan } from './factories.ts';
import type { TestApp } from './test-app.ts';

/** A fan who owes 7.00: a bank took 10.00 back, of which 7.00 had been spent and released to the performer. The account is frozen. */
export const createDebtor = async (app: TestApp, star: Person): Promise<Person> => {
  const fan = await createFan(app);
  const { redirectUrl } = await fan.client.call('POST /payment/purchase-wallet/custom-amount', { body: { amount: 10 } });
  const press = (action: 'approve' | 'chargeBack') =>
    app.client().call('POST /gateways/sandbox/payments/{id}', { params: { id: redirectUrl.split('/').at(-1)! }, body: { action } });
  await press('approve');
  const tip = await fan.client.call('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: star.id }, body: { amount: 7 } });
  const now = app.platform.clock.now();
  await sql`select ledger.set_release(${tip.transactionId}::uuid, ${now})`.execute(app.platform.database);
  await sql`select ledger.release_due(${now}, 1000)`.execute(app.platform.database);
  await press('chargeBack');
  await app.settle();
  return fan;
};
