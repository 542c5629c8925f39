import { expect, test } from 'vitest';
import { PAGES } from '../../app/pages.ts';
import { hasAny, ITEM_KEYS, itemFiltersIn, PEOPLE_KEYS, peopleFiltersIn } from './filters.ts';

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
});

test('unknown values are ignored', () => {
  expect(peopleFiltersIn(of('online=yes&country=Portugal&language=english&gender=cat&hairColor=plaid&eyeColor='))).toEqual({});
  expect(itemFiltersIn(of('category=jazz&tag=%20&access=all'))).toEqual({});
  expect([hasAny({}), hasAny({ tag: 'jazz' })]).toEqual([false, true]);
});

test('pages that visitors share are told apart by every filter', () => {
  expect(PAGES.discover.cached).toEqual(expect.arrayContaining([...PEOPLE_KEYS]));
  expect(PAGES.search.cached).toEqual(expect.arrayContaining([...PEOPLE_KEYS, ...ITEM_KEYS]));
});
