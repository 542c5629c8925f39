import fc from 'fast-check';
import { expect, test } from 'vitest';
import { billOf } from './order-bill.ts';

const line = fc.record({ price: fc.integer({ min: 0, max: 100_000 }), quantity: fc.integer({ min: 1, max: 99 }) });
const order = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 12 }),
  /** In ten thousandths of the products' price. */
  discountRate: fc.integer({ min: 0, max: 10_000 }),
  postage: fc.integer({ min: 0, max: 20_000 }),
});
const hundredths = (tokens: number): number => Math.round(tokens * 100);

test('the lines of a bill add up to what was taken, for any order', () => {
  fc.assert(
    fc.property(order, ({ lines, discountRate, postage }) => {
      const subtotal = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
      const discount = Math.floor((subtotal * discountRate) / 10_000);
      const bill = billOf({
        details: lines.map(({ price, quantity }, index) => ({
          _id: String(index),
          product: { _id: String(index), name: `Product ${index}`, type: 'physical' },
          quantity,
          unitPrice: price / 100,
        })),
        discount: discount / 100,
        postage: postage / 100,
        total: (subtotal - discount + postage) / 100,
        money: 0,
        refunded: 0,
        refundedMoney: 0,
      });
      expect(bill.reduce((sum, { tokens }) => sum + hundredths(tokens), 0)).toBe(subtotal - discount + postage);
    }),
  );
});
