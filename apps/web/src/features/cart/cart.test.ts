import type { ProductView } from '@stagedoor/contract/products';
import { describe, expect, it } from 'vitest';
import { addItems, type CartItem, EMPTY_CART, linesOf, MAX_ITEMS, parseCart, withoutItems, withQuantity } from './cart.ts';

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
  kind: 'product',
  title: 'Product',
  audience: 'buyers',
  preview: null,
  photos: [],
  video: null,
  teaser: null,
  counts: { photos: 0, videoSeconds: null, likes: 0, comments: 0, unlocks: 0 },
  categories: [],
  tags: [],
  isLiked: false,
  isBookmarked: false,
  isPinned: false,
  publishedAt: '2026-01-01T00:00:00.000Z',
  expiresAt: null,
  updatedAt: '2026-01-01T00:00:00.000Z',
  shipping: [],
  priceVersion: 1,
  stock: 5,
  isAvailable: true,
  picture: null,
  performer: {
    _id: 'p',
    username: 'p',
    name: 'P',
    avatar: '',
    craft: '',
    city: '',
    isOnline: false,
    isLive: false,
    live: { state: 'none' },
  },
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

  it('contains each item once, and no more products than one order accepts', () => {
    expect(addItems(EMPTY_CART, [item('a'), item('a')]).total).toBe(1);
    const full = addItems(
      EMPTY_CART,
      Array.from({ length: MAX_ITEMS }, (_, index) => item(`n${index}`)),
    );
    expect(full.total).toBe(MAX_ITEMS);
    expect(addItems(full, [item('one more')])).toBe(full);
    expect(addItems(EMPTY_CART, [])).toBe(EMPTY_CART);
  });

  it('reads the stored cart, and drops invalid entries', () => {
    const kept = JSON.stringify({ total: 9, items: [item('a'), { _id: 7 }, null, item('a'), item('b', { quantity: 0 }), item('c')] });
    expect(parseCart(kept)).toEqual({ total: 2, items: [item('a'), item('c')] });
    for (const broken of [null, '', '{', '[]', '7', '{"items":{}}', 'null']) expect(parseCart(broken)).toEqual(EMPTY_CART);
  });

  it('changes the quantity of physical products, between one and ninety-nine, and removes items', () => {
    const cart = addItems(EMPTY_CART, [item('a'), item('d', { type: 'digital' })]);
    expect([3, 0, 200].map((quantity) => withQuantity(cart, 'a', quantity).items[0]!.quantity)).toEqual([3, 1, 99]);
    expect(withQuantity(cart, 'd', 3).items[1]!.quantity).toBe(1);
    expect(withoutItems(cart, ['a'])).toEqual({ total: 1, items: [item('d', { type: 'digital' })] });
  });

  it('gives each line the reason it cannot be bought, and the maximum quantity', () => {
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
