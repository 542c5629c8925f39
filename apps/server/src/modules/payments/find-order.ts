import type { PaymentNotice } from '../../gateways/gateway.ts';
import type { Trx } from '../../platform/database/database.ts';

/** The order of a page, also before it is paid. */
const findByPage = (trx: Trx, gateway: string, handle: string) =>
  trx
    .selectFrom('orders as o')
    .innerJoin('payment_pages as p', 'p.order_id', 'o.id')
    .selectAll('o')
    .where('p.gateway', '=', gateway)
    .where('p.handle', '=', handle)
    .executeTakeFirst();

/**
 * The order whose payment a notice returns. Companies that name the payment name its order. Others name the sale alone: then it is the order that the sale
 * began with if its id is the payment's too, else the last one paid.
 */
export const findOrderOf = async (trx: Trx, notice: PaymentNotice) => {
  const ofGateway = trx.selectFrom('orders').selectAll().where('gateway', '=', notice.gateway);
  for (const id of [notice.paymentId, notice.saleId]) {
    const named = id ? await ofGateway.where('gateway_payment_id', '=', id).executeTakeFirst() : undefined;
    if (named) return named;
  }
  if (!notice.saleId) return notice.handle ? findByPage(trx, notice.gateway, notice.handle) : undefined;
  return ofGateway
    .where('gateway_sale_id', '=', notice.saleId)
    .where('paid_at', 'is not', null)
    .orderBy('paid_at', 'desc')
    .limit(1)
    .executeTakeFirst();
};
