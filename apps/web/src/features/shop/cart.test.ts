import type { ProductView } from '@stagedoor/contract/products';
import { describe, expect, it } from 'vitest';
import { addItems, type CartItem, EMPTY_CART, linesOf, MOST_ITEMS, parseCart, withoutItems, withQuantity } from './cart.ts';

const item = (id: string, more: Partial<CartItem> = {}): CartItem => ({
  _id: id,
  name: id,
  type: 'physical',
  price: 4,
  quantity: 1,
  ...more,
});
const product = (id: string, more: Partial<ProductView> = {}): ProductView => ({
  _id: id,
  type: 'physical',
  name: id,
  description: '',
  price: 4,
  money: 4,
  priceVersion: 1,
  stock: 5,
  isAvailable: true,
  picture: null,
  performer: { _id: 'p', username: 'p', name: 'P', avatar: '' },
  access: { allowed: false, reason: 'buyers', waysIn: [] },
  createdAt: '2026-01-01T00:00:00.000Z',
  ...more,
});

describe('the cart', () => {
  it('ignores the whole add when one of the items is in it already', () => {
    const cart = addItems(EMPTY_CART, [item('a'), item('b')]);
    expect(cart).toEqual({ total: 2, items: [item('a'), item('b')] });
    expect(addItems(cart, [item('c'), item('b', { quantity: 4 })])).toBe(cart);
    expect(addItems(cart, [item('c'), item('d')]).items.map(({ _id }) => _id)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('holds each item once, and no more kinds than one order takes', () => {
    expect(addItems(EMPTY_CART, [item('a'), item('a')]).total).toBe(1);
    const full = addItems(
      EMPTY_CART,
      Array.from({ length: MOST_ITEMS }, (_, index) => item(`n${index}`)),
    );
    expect(full.total).toBe(MOST_ITEMS);
    expect(addItems(full, [item('one more')])).toBe(full);
    expect(addItems(EMPTY_CART, [])).toBe(EMPTY_CART);
  });

  it('reads what was kept, and leaves out what it did not write', () => {
    const kept = JSON.stringify({ total: 9, items: [item('a'), { _id: 7 }, null, item('a'), item('b', { quantity: 0 }), item('c')] });
    expect(parseCart(kept)).toEqual({ total: 2, items: [item('a'), item('c')] });
    for (const broken of [null, '', '{', '[]', '7', '{"items":{}}', 'null']) expect(parseCart(broken)).toEqual(EMPTY_CART);
  });

  it('changes how many there are of what is sent, between one and ninety-nine, and takes out', () => {
    const cart = addItems(EMPTY_CART, [item('a'), item('d', { type: 'digital' })]);
    expect([3, 0, 200].map((quantity) => withQuantity(cart, 'a', quantity).items[0]!.quantity)).toEqual([3, 1, 99]);
    expect(withQuantity(cart, 'd', 3).items[1]!.quantity).toBe(1);
    expect(withoutItems(cart, ['a'])).toEqual({ total: 1, items: [item('d', { type: 'digital' })] });
  });

  it('says of each line why it cannot be bought, and how many there are at most', () => {
    const cart = addItems(EMPTY_CART, [item('a', { quantity: 7 }), item('gone'), item('out'), item('mine'), item('own')]);
    const lines = linesOf(cart, [
      product('a'),
      product('out', { stock: 0, isAvailable: false }),
      product('mine', { access: { allowed: true, reason: 'buyer' } }),
      product('own', { access: { allowed: true, reason: 'own' } }),
    ]);
    expect(lines.map(({ obstacle }) => obstacle)).toEqual([null, 'gone', 'soldOut', 'owned', 'own']);
    expect(lines[0]!.quantity).toBe(5);
  });
});
