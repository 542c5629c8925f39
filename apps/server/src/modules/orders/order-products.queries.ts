import type { Executor } from '../../platform/database/database.ts';
import type { PostageSale, ProductSale } from './offers.ts';

/** The products of an order, as priced when the order was created. */
export const productsOfOrder = async (executor: Executor, orderId: string): Promise<ProductSale[]> => {
  const rows = await executor.selectFrom('order_lines').selectAll().where('order_id', '=', orderId).orderBy('line').execute();
  return rows.map((row) => ({
    productId: row.product_id,
    type: row.product_type,
    title: row.title,
    sellerId: row.seller_id,
    quantity: row.quantity,
    unit: row.unit_amount,
    discount: row.discount_amount,
    tokens: row.tokens_amount,
    money: row.money_amount,
    commissionRate: row.commission_rate,
    priceVersion: row.price_version,
  }));
};

/** The postage of an order, as priced when the order was created. */
export const postageOfOrder = async (executor: Executor, orderId: string): Promise<PostageSale[]> => {
  const rows = await executor.selectFrom('order_shipping').selectAll().where('order_id', '=', orderId).orderBy('seller_id').execute();
  return rows.map(({ seller_id: sellerId, tokens_amount: tokens, money_amount: money }) => ({ sellerId, tokens, money }));
};
