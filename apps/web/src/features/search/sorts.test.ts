import { expect, test } from 'vitest';
import { itemSort, performerSort, sortIn, sortsOf } from './sorts.ts';

const of = (address: string) => new URLSearchParams(address);

test('the order of the results is read from the address, for the kinds that have it', () => {
  expect(sortIn(of('sortBy=popular'), 'posts', true)).toBe('popular');
  expect(sortIn(of('sortBy=popular'), 'posts', false)).toBe('publishedAt');
  expect(sortIn(of('sortBy=priceDesc'), 'products', true)).toBe('priceDesc');
  // Posts are not sorted by price, reels by nothing but time.
  expect(sortIn(of('sortBy=price'), 'posts', true)).toBe('publishedAt');
  expect(sortIn(of('sortBy=popular'), 'reels', true)).toBe('publishedAt');
});

test('performers are by relevance where there are words, else by rank', () => {
  expect(sortIn(of(''), 'performers', true)).toBe('relevance');
  expect(sortIn(of('sortBy=relevance'), 'performers', false)).toBe('rank');
  expect(sortsOf('performers', false)).toEqual(['rank', 'createdAt']);
});

test('calls are asked for the cheapest first, and for nothing where it is their own order', () => {
  expect(itemSort('publishedAt')).toEqual({});
  expect(itemSort('price')).toEqual({ sortBy: 'price', sort: 'asc' });
  expect(itemSort('priceDesc')).toEqual({ sortBy: 'price', sort: 'desc' });
  expect(performerSort('rank')).toEqual({ sortBy: 'rank', sort: 'asc' });
});
