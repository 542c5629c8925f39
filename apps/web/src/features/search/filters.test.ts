import { PERFORMER_FILTERS } from '@stagedoor/contract/performer-filters.values';
import { expect, test } from 'vitest';
import { PAGES } from '../../app/pages.ts';
import { FILTER_KEYS, hasAny, itemFiltersIn, peopleFiltersIn, productTypeIn } from './filters.ts';

const of = (address: string) => new URLSearchParams(address);
const ID = '0198f3a0-0000-7000-8000-000000000001';

test('filters are read from the address', () => {
  expect(peopleFiltersIn(of('online=true&country=PT&language=es&gender=female&hairColor=red&q=luna'))).toEqual({
    online: true,
    country: 'PT',
    language: 'es',
    gender: 'female',
    hairColor: 'red',
  });
  expect(itemFiltersIn(of(`category=${ID}&tag=%20jazz%20&access=free`))).toEqual({ categoryId: ID, tag: 'jazz', access: 'free' });
  expect(productTypeIn(of('type=digital'))).toBe('digital');
});

test('unknown values are ignored', () => {
  expect(peopleFiltersIn(of('online=yes&country=Portugal&language=english&gender=cat&hairColor=plaid&eyeColor='))).toEqual({});
  expect(itemFiltersIn(of('category=jazz&tag=%20&access=all'))).toEqual({});
  expect(productTypeIn(of('type=video'))).toBeUndefined();
  expect([hasAny({}), hasAny({ tag: 'jazz' })]).toEqual([false, true]);
});

test('pages that visitors share are told apart by every filter', () => {
  expect(PAGES.discover.cached).toEqual(expect.arrayContaining([...PERFORMER_FILTERS]));
  expect(PAGES.search.cached).toEqual(expect.arrayContaining([...FILTER_KEYS.people, ...FILTER_KEYS.products, 'sortBy']));
});
