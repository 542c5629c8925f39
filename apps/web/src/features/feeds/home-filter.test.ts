import { expect, test } from 'vitest';
import { homeAddress, homeFilterIn } from './home-filter.ts';

test('a filter and its address are the same', () => {
  for (const filter of [
    {},
    { from: 'subscriptions' },
    { from: 'following', type: 'photo' },
    { type: 'video' },
    { from: 'subscriptions', polls: true },
  ] as const)
    expect(homeFilterIn(new URL(homeAddress(filter), 'https://site').searchParams)).toEqual(filter);
  expect(homeAddress({ type: 'photo' }, 'discover')).toBe('/?tab=discover&type=photo');
});

test('an address that says nonsense filters nothing', () => {
  expect(homeFilterIn(new URLSearchParams('from=moon&type=%3Cscript%3E&tab=x'))).toEqual({});
});
