import type { DeliveryAddress } from '@stagedoor/contract/orders';
import { sql } from 'kysely';
import type { Executor } from '../../platform/database/database.ts';
import { readRows } from '../../platform/personal-data.ts';
import type { Platform } from '../../platform/platform.ts';
import { addressOf } from './offer-products.ts';

/** Statutory retention of accounting records; the longest that is common. */
const BOOKS_YEARS = 10;

/** An account's own orders. Orders it received are left out: they contain its buyers' data. */
export const registerOrderData = (platform: Platform): void => {
  const readAddresses = async (executor: Executor, accountId: string) => {
    const rows = await executor
      .selectFrom('orders')
      .select(['id', 'delivery_address'])
      .where('buyer_id', '=', accountId)
      .where('delivery_address', 'is not', null)
      .execute();
    return rows.map(({ id, delivery_address }) => ({
      orderId: id,
      address: platform.encryption.decrypt<DeliveryAddress>(delivery_address!, addressOf(accountId)),
    }));
  };
  platform.personalData.register({
    module: 'orders',
    tables: ['orders', 'order_lines', 'order_shipping', 'gateway_refunds'],
    async read(executor, accountId) {
      const sold = ['buyer_id', 'buyer_country', 'detail', 'gateway_payment_id', 'return_to', 'delivery_address'];
      return {
        data: {
          bought: await readRows(executor, 'orders', sql`t.buyer_id = ${accountId}::uuid`),
          sold: await readRows(executor, 'orders', sql`t.seller_id = ${accountId}::uuid`, sold),
          boughtProducts: await readRows(executor, 'order_lines', sql`t.buyer_id = ${accountId}::uuid`),
          soldPostage: await readRows(executor, 'order_shipping', sql`t.seller_id = ${accountId}::uuid`),
          boughtPostage: await readRows(
            executor,
            'order_shipping',
            sql`t.order_id in (select id from orders where buyer_id = ${accountId}::uuid)`,
          ),
          soldProducts: await readRows(executor, 'order_lines', sql`t.seller_id = ${accountId}::uuid`, ['buyer_id']),
          refunds: await readRows(
            executor,
            'gateway_refunds',
            sql`t.order_id in (select id from orders where buyer_id = ${accountId}::uuid)`,
            ['key', 'payment_id', 'attempts', 'failure'],
          ),
          deliveryAddresses: await readAddresses(executor, accountId),
        },
      };
    },
    /** Delivery addresses are erased; the purchases stay in the books. */
    async erase(trx, accountId) {
      await trx.updateTable('orders').set({ delivery_address: null }).where('buyer_id', '=', accountId).execute();
    },
    keeps: [{ what: 'personalData.kept.orders', years: BOOKS_YEARS }],
  });
};
