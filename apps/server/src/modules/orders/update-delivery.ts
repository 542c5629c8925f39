import type { DeliveryState, OrderDetail } from '@stagedoor/contract/orders';
import { setRelease } from '../../ledger/index.ts';
import { type Idempotency, recordEvent, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { getOrderLine } from './orders.queries.ts';

const DAY_MS = 86_400_000;

/** Allowed transitions: one step after the other, or several at once. */
const NEXT: Partial<Record<DeliveryState, readonly DeliveryState[]>> = {
  created: ['processing', 'shipped', 'delivered'],
  processing: ['shipped', 'delivered'],
  shipped: ['delivered'],
};

/**
 * The seller accepts, ships or confirms the delivery. From delivery on, the earnings are held like those of any sale.
 * @throws CodedError NOT_FOUND for another's, DELIVERY_STATE
 */
export const updateDelivery = async (
  platform: Platform,
  sellerId: string,
  detailId: string,
  { delivery, shippingNote }: { delivery: 'processing' | 'shipped' | 'delivered'; shippingNote?: string | undefined },
  idempotency: Idempotency | undefined,
): Promise<OrderDetail> => {
  const { database, clock, settings } = platform;
  const now = clock.now();
  await transact(database, idempotency, async (trx) => {
    const row = await trx
      .selectFrom('order_lines')
      .selectAll()
      .where('id', '=', detailId)
      .where('seller_id', '=', sellerId)
      .where('paid_at', 'is not', null)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new CodedError('NOT_FOUND');
    if (!NEXT[row.delivery]?.includes(delivery)) throw new CodedError('DELIVERY_STATE', { delivery: row.delivery });
    await trx
      .updateTable('order_lines')
      .set({
        delivery,
        accept_by: null,
        ...(shippingNote === undefined ? {} : { shipping_note: shippingNote }),
        ...(delivery === 'processing' ? {} : { shipped_at: row.shipped_at ?? now }),
        ...(delivery === 'delivered' ? { delivered_at: now } : {}),
        updated_at: now,
      })
      .where('id', '=', detailId)
      .execute();
    if (delivery === 'delivered' && row.transaction_id)
      await setRelease(trx, row.transaction_id, new Date(now.getTime() + settings.get('earningsHoldDays') * DAY_MS));
    await recordEvent(trx, 'orders.delivery', { detailId, orderId: row.order_id, buyerId: row.buyer_id, sellerId, delivery });
    return {};
  });
  const { deliveryAddress: _, ...detail } = await getOrderLine(platform, sellerId, detailId);
  return detail;
};
