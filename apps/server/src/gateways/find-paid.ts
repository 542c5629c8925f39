import type { GatewayName } from '@stagedoor/contract/gateways.values';
import type { Database } from '../platform/database/database.ts';

/** Returns whether an order was paid by a payment of a company, or by another payment of its sale. */
export const createFindPaid =
  (database: Database, gateway: GatewayName) =>
  async ({ paymentId, saleId }: { paymentId: string | null; saleId: string | null }): Promise<'payment' | 'sale' | null> => {
    const paid = database.selectFrom('orders').select('id').where('gateway', '=', gateway);
    if (paymentId && (await paid.where('gateway_payment_id', '=', paymentId).executeTakeFirst())) return 'payment';
    return saleId && (await paid.where('gateway_sale_id', '=', saleId).limit(1).executeTakeFirst()) ? 'sale' : null;
  };
