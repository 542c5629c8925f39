import { expect, test } from 'vitest';
import { homeAddress, homeFilterIn } from './home-filter.ts';

test('a filter survives the round trip through its address', () => {
  for (const filter of [
    {},
    { from: 'subscriptions' },
    { from: 'following', type: 'photo' },
    { type: 'video' },
    { from: 'subscriptions', polls: true },
    { from: 'following', kinds: 'gallery' },
  ] as const)
    expect(homeFilterIn(new URL(homeAddress(filter), 'https://site').searchParams)).toEqual(filter);
  expect(homeAddress({ type: 'photo' }, 'discover')).toBe('/?tab=discover&type=photo');
});

test('an invalid address filters nothing', () => {
  expect(homeFilterIn(new URLSearchParams('from=moon&type=%3Cscript%3E&tab=x'))).toEqual({});
});
