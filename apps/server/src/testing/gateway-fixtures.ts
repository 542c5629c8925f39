import type { CallFixture } from './call-fixture.ts';
import { type Person, unique } from './factories.ts';
import type { TestApp } from './test-app.ts';

interface People {
  app: () => TestApp;
  admin: () => Person;
  fan: () => Person;
}

const DAY_MS = 86_400_000;

/** The owner's calls about card companies that take an Idempotency-Key, each on a target of its own. */
export const gatewayFixtures = ({ app, admin, fan }: People): Record<string, CallFixture> => {
  /** Stores a row of each company, which its first change makes. */
  const storeAll = () => admin().client.call('PUT /admin/gateway-order', { body: { names: ['verotel', 'ccbill', 'sandbox'] } });
  /** A change to the text of the sandbox's statement, of the version that there is. */
  const statement = async () => {
    await storeAll();
    const { data } = await admin().client.call('GET /admin/gateways');
    const version = data.find(({ name }) => name === 'sandbox')!.version;
    return { params: { name: 'sandbox' }, body: { version, values: { statement: unique('STATEMENT') } } };
  };
  const failedRefund = async () => {
    const { orderId } = await fan().client.call('POST /payment/purchase-wallet/custom-amount', { body: { amount: 20 } });
    const refund = {
      gateway: 'sandbox',
      payment_id: unique('payment'),
      order_id: orderId,
      amount: 2000n,
      currency: 'USD',
      state: 'failed' as const,
    };
    const { id } = await app()
      .platform.database.insertInto('gateway_refunds')
      .values({ key: unique('refund'), ...refund })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { params: { id } };
  };
  const cancellation = async () => {
    const { id } = await app()
      .platform.database.insertInto('gateway_cancellations')
      .values({ gateway: 'verotel', subscription_id: unique('sale'), asked_by: 'site', asked_at: app().platform.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { params: { id } };
  };
  const pause = async () => {
    const now = app().platform.clock.now();
    const { id } = await app()
      .platform.database.insertInto('card_pauses')
      .values({
        kind: 'account',
        subject: fan().id,
        account_id: fan().id,
        reason: 'declines',
        until: new Date(now.getTime() + DAY_MS),
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { params: { id } };
  };
  return {
    'PUT /admin/gateways/{name}': { who: admin, make: statement, change: statement },
    'PUT /admin/gateway-order': {
      who: admin,
      async make() {
        await storeAll();
        return { body: { names: ['sandbox', 'verotel', 'ccbill'] } };
      },
      change: () => ({ body: { names: ['ccbill', 'sandbox', 'verotel'] } }),
    },
    'POST /admin/gateways/refunds/{id}/retry': { who: admin, make: failedRefund, change: failedRefund },
    'POST /admin/gateways/refunds/{id}/done': { who: admin, make: failedRefund, change: failedRefund },
    'POST /admin/gateways/cancellations/{id}/done': { who: admin, make: cancellation, change: cancellation },
    'POST /admin/gateways/pauses/{id}/lift': { who: admin, make: pause, change: pause },
  };
};
