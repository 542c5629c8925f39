import type { OrderLine, ProductOrder } from '@stagedoor/contract/orders';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { APPEARANCES } from '../../../testing/appearances.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { FAN, idOf, PERFORMER } from '../../../testing/fixtures.ts';
import { show } from '../../../testing/show.tsx';
import { OrderLineCard } from './OrderLineCard.tsx';
import { OrderBill } from './OrderBill.tsx';

const orderLineOf = (number: number, name: string, more: Partial<OrderLine>): OrderLine => ({
  _id: idOf(number),
  orderId: idOf(50),
  product: { _id: idOf(number + 100), name, type: 'physical' },
  quantity: 1,
  unitPrice: 18,
  discount: 0,
  total: 18,
  money: 18,
  refunded: 0,
  refundedMoney: 0,
  currency: 'USD',
  method: 'wallet',
  delivery: 'created',
  shippingNote: '',
  trackingUrl: '',
  postage: 3.5,
  confirmedAt: null,
  confirmBy: null,
  complainBy: null,
  complaint: null,
  buyer: null,
  seller: PERFORMER,
  acceptBy: null,
  shippedAt: null,
  deliveredAt: null,
  createdAt: '2026-03-01T21:05:00.000Z',
  ...more,
});
const orderOf = (more: Partial<ProductOrder>): ProductOrder => ({
  _id: idOf(50),
  total: 40.5,
  discount: 3,
  postage: 3.5,
  money: 40.5,
  refunded: 0,
  refundedMoney: 0,
  currency: 'USD',
  method: 'wallet',
  state: 'paid',
  details: [orderLineOf(51, 'Silk bag', { quantity: 2, total: 33 }), orderLineOf(52, 'Score', { unitPrice: 4, total: 4 })],
  createdAt: '2026-03-01T21:05:00.000Z',
  ...more,
});
const main = page.getByRole('main');

test('lists each product, the coupon and the postage, then what was taken', async () => {
  await show(<OrderBill order={orderOf({})} />, { user: FAN });
  await expect
    .element(main)
    .toMatchTextContent(/Silk bag × 2.*36\.00.*\$36\.00.*Score.*4\.00.*Coupon.*−3\.00.*−\$3\.00.*Postage.*3\.50.*Paid.*40\.50.*\$40\.50/);
  await expect.element(main).not.toMatchTextContent('Refunded');
});

test('writes times by 24 hours, in the reader’s language', async () => {
  await show(<OrderBill order={orderOf({})} />, { user: FAN });
  await expect.element(main).toMatchTextContent(/1 Mar|2 Mar/);
  await expect.element(main).not.toMatchTextContent(/\d\s?[AP]M/i);
});

test('names what was given back, in tokens and money', async () => {
  await show(<OrderBill order={orderOf({ refunded: 21.5, refundedMoney: 21.4 })} />, { user: FAN });
  await expect.element(main).toMatchTextContent(/Paid.*40\.50.*Refunded.*\+21\.50.*\+\$21\.40/);
});

test('a cancelled line says how much was given back', async () => {
  const orderLine = orderLineOf(51, 'Silk bag', { delivery: 'cancelled', refunded: 18, refundedMoney: 18 });
  await show(<OrderLineCard orderLine={orderLine} />, { user: FAN }, (api) =>
    api.answer('GET /orders/details/{id}', { ...orderLine, deliveryAddress: null }),
  );
  await expect.element(page.getByText('18.00 tokens ($18.00) was refunded to you.')).toBeVisible();
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await show(<OrderBill order={orderOf({ refunded: 4, refundedMoney: 4 })} />, { user: FAN, ...appearance });
  await expectAccessible();
});
