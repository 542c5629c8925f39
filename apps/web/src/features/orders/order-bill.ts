import type { ProductOrder } from '@stagedoor/contract/orders';

type Billed = Pick<ProductOrder, 'total' | 'money' | 'discount' | 'postage' | 'refunded' | 'refundedMoney'> & {
  details: readonly Pick<ProductOrder['details'][number], '_id' | 'product' | 'quantity' | 'unitPrice'>[];
};

/** A line of an order's bill, in tokens; what it takes off is negative. */
export interface BillLine {
  key: string;
  /** The product's name; null for the coupon and the postage. */
  name: string | null;
  quantity: number;
  tokens: number;
}

const times = (price: number, quantity: number): number => (Math.round(price * 100) * quantity) / 100;

/** An order as lines that add up to what was taken: each product, the coupon, the postage. */
export const billOf = ({ details: orderLines, discount, postage }: Billed): BillLine[] => [
  ...orderLines.map(({ _id, product, quantity, unitPrice }) => ({
    key: _id,
    name: product.name,
    quantity,
    tokens: times(unitPrice, quantity),
  })),
  ...(discount > 0 ? [{ key: 'discount', name: null, quantity: 1, tokens: -discount }] : []),
  ...(postage > 0 ? [{ key: 'postage', name: null, quantity: 1, tokens: postage }] : []),
];
