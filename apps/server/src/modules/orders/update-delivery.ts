import type { DeliveryState } from '@stagedoor/contract/orders';
import { type Selectable, sql } from 'kysely';
import { setRelease, stopRelease } from '../../ledger/index.ts';
import { type Idempotency, type Trx, recordEvent, transact } from '../../platform/database/database.ts';
import type { OrderLines } from '../../platform/database/schema.gen.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';

const DAY_MS = 86_400_000;
/** Days after shipping in which the buyer confirms or complains; with neither it counts as delivered. */
export const COMPLAINT_DAYS = 14;

/** The next step of each state: none is left out, none taken back. */
const NEXT: Partial<Record<DeliveryState, DeliveryState>> = { created: 'processing', processing: 'shipped', shipped: 'delivered' };

export type StoredOrderLine = Selectable<OrderLines>;

/** A paid line of a buyer's, a seller's or anybody's, locked until the transaction ends. @throws CodedError NOT_FOUND */
export const lockOrderLine = async (
  trx: Trx,
  orderLineId: string,
  party: { buyerId: string } | { sellerId: string } | 'any',
): Promise<StoredOrderLine> => {
  const row = await trx
    .selectFrom('order_lines')
    .selectAll()
    .where('id', '=', orderLineId)
    .where('paid_at', 'is not', null)
    .$if(party !== 'any' && 'buyerId' in party, (query) => query.where('buyer_id', '=', (party as { buyerId: string }).buyerId))
    .$if(party !== 'any' && 'sellerId' in party, (query) => query.where('seller_id', '=', (party as { sellerId: string }).sellerId))
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new CodedError('NOT_FOUND');
  return row;
};

/** The transactions of a line and of the postage of its parcel. */
const salesOf = async (trx: Trx, line: StoredOrderLine): Promise<string[]> => {
  const postage = await trx
    .selectFrom('order_shipping')
    .select('transaction_id')
    .where('order_id', '=', line.order_id)
    .where('seller_id', '=', line.seller_id)
    .executeTakeFirst();
  return [line.transaction_id, postage?.transaction_id ?? null].filter((id) => id !== null);
};

/** Frees the earnings of a line and of its parcel some days from now. @param notBefore while the buyer may still complain */
export const releaseLine = async ({ settings, clock }: Platform, trx: Trx, line: StoredOrderLine, notBefore?: Date): Promise<void> => {
  const due = Math.max(clock.now().getTime() + settings.get('earningsHoldDays') * DAY_MS, notBefore?.getTime() ?? 0);
  for (const id of await salesOf(trx, line)) await setRelease(trx, id, new Date(due));
};

/** Keeps the earnings of a line and of its parcel from being freed. */
const holdLine = async (trx: Trx, line: StoredOrderLine): Promise<void> => {
  for (const id of await salesOf(trx, line)) await stopRelease(trx, id);
};

export const recordStep = (trx: Trx, line: StoredOrderLine, delivery: string, by: 'seller' | 'buyer' | 'site'): Promise<void> =>
  recordEvent(trx, 'orders.delivery', {
    detailId: line.id,
    orderId: line.order_id,
    buyerId: line.buyer_id,
    sellerId: line.seller_id,
    delivery,
    by,
  });

const endOfComplaints = (shippedAt: Date): Date => new Date(shippedAt.getTime() + COMPLAINT_DAYS * DAY_MS);

interface SellerStep {
  delivery?: 'processing' | 'shipped' | 'delivered' | undefined;
  shippingNote?: string | undefined;
  trackingUrl?: string | undefined;
}

/**
 * The seller accepts, ships or reports the delivery, or corrects note and tracking link. Delivered by the seller's word alone, the earnings wait
 * as long as the buyer may complain.
 * @throws CodedError NOT_FOUND for another's, DELIVERY_STATE
 */
export const updateDelivery = async (
  platform: Platform,
  sellerId: string,
  orderLineId: string,
  { delivery, shippingNote, trackingUrl }: SellerStep,
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const now = platform.clock.now();
  await transact(platform.database, idempotency, async (trx) => {
    const line = await lockOrderLine(trx, orderLineId, { sellerId });
    const isCorrection =
      delivery === undefined || (delivery === line.delivery && (shippingNote !== undefined || trackingUrl !== undefined));
    const mayCorrect = line.product_type === 'physical' && ['processing', 'shipped', 'delivered'].includes(line.delivery);
    if (isCorrection ? !mayCorrect : NEXT[line.delivery] !== delivery) throw new CodedError('DELIVERY_STATE', { delivery: line.delivery });
    await trx
      .updateTable('order_lines')
      .set({
        ...(shippingNote === undefined ? {} : { shipping_note: shippingNote }),
        ...(trackingUrl === undefined ? {} : { tracking_url: trackingUrl }),
        ...(isCorrection
          ? {}
          : {
              delivery,
              accept_by: null,
              ...(delivery === 'shipped' ? { shipped_at: now } : {}),
              ...(delivery === 'delivered' ? { delivered_at: now } : {}),
            }),
        updated_at: now,
      })
      .where('id', '=', orderLineId)
      .execute();
    if (isCorrection) return {};
    if (delivery === 'delivered' && line.complaint_state !== 'open')
      await releaseLine(platform, trx, line, endOfComplaints(line.shipped_at ?? now));
    await recordStep(trx, line, delivery, 'seller');
    return {};
  });
};

/** The buyer says that it arrived, which takes an open complaint back. @throws CodedError NOT_FOUND for another's, DELIVERY_STATE */
export const confirmDelivery = async (
  platform: Platform,
  buyerId: string,
  orderLineId: string,
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const now = platform.clock.now();
  await transact(platform.database, idempotency, async (trx) => {
    const line = await lockOrderLine(trx, orderLineId, { buyerId });
    const isThere = line.product_type === 'physical' && (line.delivery === 'shipped' || line.delivery === 'delivered');
    if (!isThere || line.confirmed_at !== null) throw new CodedError('DELIVERY_STATE', { delivery: line.delivery });
    await trx
      .updateTable('order_lines')
      .set({
        delivery: 'delivered',
        delivered_at: line.delivered_at ?? now,
        confirmed_at: now,
        ...(line.complaint_state === 'open' ? { complaint_state: 'withdrawn' as const, complaint_decided_at: now } : {}),
        updated_at: now,
      })
      .where('id', '=', orderLineId)
      .execute();
    await releaseLine(platform, trx, line);
    await recordStep(trx, line, 'confirmed', 'buyer');
    return {};
  });
};

/**
 * The buyer complains about what was sent: the earnings wait for an admin's decision.
 * @throws CodedError NOT_FOUND for another's; DELIVERY_STATE before shipping, 14 days after it, once confirmed, and for a second complaint
 */
export const complain = async (
  platform: Platform,
  buyerId: string,
  orderLineId: string,
  words: string,
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const now = platform.clock.now();
  await transact(platform.database, idempotency, async (trx) => {
    const line = await lockOrderLine(trx, orderLineId, { buyerId });
    const isSent = line.product_type === 'physical' && (line.delivery === 'shipped' || line.delivery === 'delivered');
    const isOpen = isSent && line.shipped_at !== null && now < endOfComplaints(line.shipped_at);
    if (!isOpen || line.confirmed_at !== null || line.complaint_state !== null)
      throw new CodedError('DELIVERY_STATE', { delivery: line.delivery });
    await trx
      .updateTable('order_lines')
      .set({ complaint_state: 'open', complaint_text: words, complained_at: now, updated_at: now })
      .where('id', '=', orderLineId)
      .execute();
    await holdLine(trx, line);
    await recordStep(trx, line, 'complained', 'buyer');
    return {};
  });
};

/** What was sent and neither confirmed nor complained about in time counts as delivered. @returns how many lines */
export const deliverUnconfirmed = async (platform: Platform): Promise<number> => {
  const { database, clock } = platform;
  const now = clock.now();
  const isDue = sql<boolean>`delivery = 'shipped' and shipped_at <= ${new Date(now.getTime() - COMPLAINT_DAYS * DAY_MS)}
    and complaint_state is distinct from 'open'`;
  const due = await database.selectFrom('order_lines').select('id').where(isDue).orderBy('shipped_at').limit(sql.lit(500)).execute();
  let delivered = 0;
  for (const { id } of due)
    await transact(database, undefined, async (trx) => {
      const line = await lockOrderLine(trx, id, 'any');
      if (line.delivery !== 'shipped' || line.complaint_state === 'open') return {};
      await trx
        .updateTable('order_lines')
        .set({ delivery: 'delivered', delivered_at: now, updated_at: now })
        .where('id', '=', id)
        .execute();
      await releaseLine(platform, trx, line);
      await recordStep(trx, line, 'delivered', 'site');
      delivered += 1;
      return {};
    });
  return delivered;
};
