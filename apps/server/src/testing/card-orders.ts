import { sql } from 'kysely';
import { verifyLedger } from '../ledger/index.ts';
import { noticeOf } from '../gateways/notices.ts';
import { applyNotice } from '../modules/payments/index.ts';
import { type Person, createFan, createFeed, unique } from './factories.ts';
import { ADDRESS } from './shop.ts';
import type { TestApp } from './test-app.ts';

// Orders that are paid by card at some company, and what the ledger holds of them.

interface Company {
  gateway?: string;
  receiver?: 'site' | 'performer';
  /** The company's id of the sale. */
  saleId?: string;
}

/** Pays an open order at a card company, which says so by its notice. */
export const payAt = async (
  app: TestApp,
  orderId: string,
  { gateway = 'acme', receiver = 'site', saleId }: Company = {},
): Promise<string> => {
  const { database } = app.platform;
  const order = await database
    .updateTable('orders')
    .set({ gateway, receiver })
    .where('id', '=', orderId)
    .returning(['money_amount', 'currency', 'kind'])
    .executeTakeFirstOrThrow();
  const paymentId = unique('payment');
  const outcome = await applyNotice(
    app.platform,
    noticeOf({
      gateway,
      eventKey: `approved:${paymentId}`,
      event: 'approved',
      orderId,
      paymentId,
      saleId: saleId ?? null,
      subscriptionId: order.kind === 'subscription' ? `subscription:${paymentId}` : null,
      amount: order.money_amount,
      currency: order.currency,
    }),
  );
  if (outcome !== 'settled') throw new Error(`the payment was ${outcome}`);
  return paymentId;
};

export const buyFeedAt = async (app: TestApp, star: Person, price: number, company?: Company, fan?: Person) => {
  const buyer = fan ?? (await createFan(app));
  const feedId = await createFeed(star, { audience: 'buyers', price, photos: 0, text: 'For buyers.' });
  const { orderId } = await buyer.client.call('POST /payment/purchase-feed', { body: { feedId } });
  return { fan: buyer, feedId, orderId, paymentId: await payAt(app, orderId, company) };
};

export const topUpAt = async (app: TestApp, fan: Person, tokens: number, company?: Company): Promise<string> => {
  const { orderId } = await fan.client.call('POST /payment/purchase-wallet/custom-amount', { body: { amount: tokens } });
  await payAt(app, orderId, company);
  return orderId;
};

export const buyProductsAt = async (app: TestApp, fan: Person, productIds: readonly string[], company?: Company): Promise<string> => {
  const products = productIds.map((productId) => ({ productId }));
  const { orderId } = await fan.client.call('POST /payment/purchase-products', { body: { products, deliveryAddress: ADDRESS } });
  await payAt(app, orderId, company);
  return orderId;
};

/** Returns the balance of an account of the ledger, in hundredths. */
export const heldIn = async (app: TestApp, kind: string, owner: string): Promise<number> => {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(e.amount), 0)::bigint as sum from ledger.entries e join ledger.accounts a on a.id = e.account_id
    where a.kind = ${kind} and a.owner_id = ${owner}::uuid`.execute(app.platform.database);
  return Number(rows[0]!.sum);
};

/** Returns the balance of a company's account; without a company the bank's. */
export const heldBy = async (app: TestApp, gateway: string | null, kind: 'clearing' | 'gatewayFees' = 'clearing'): Promise<number> => {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(e.amount), 0)::bigint as sum from ledger.entries e join ledger.accounts a on a.id = e.account_id
    where a.kind = ${kind} and a.gateway is not distinct from ${gateway}`.execute(app.platform.database);
  return Number(rows[0]!.sum);
};

/** Pending and available earnings, in hundredths. */
export const earningsOf = async (app: TestApp, performer: Person): Promise<[pending: number, available: number]> => [
  await heldIn(app, 'earningsPending', performer.id),
  await heldIn(app, 'earningsAvailable', performer.id),
];

/** Names the invariants of the ledger that don't hold. */
export const brokenInvariants = async (app: TestApp): Promise<string[]> =>
  (await verifyLedger(app.platform.database)).checks.filter(({ ok }) => !ok).map(({ name }) => name);

/** @throws Error when an invariant of the ledger doesn't hold */
export const assertSound = async (app: TestApp): Promise<void> => {
  const broken = await brokenInvariants(app);
  if (broken.length > 0) throw new Error(`the ledger is broken: ${broken.join(', ')}`);
};
