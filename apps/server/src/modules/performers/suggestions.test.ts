import { expect, test } from 'vitest';
import { type Candidate, interleaveByReason } from './suggestions.queries.ts';

const one = (id: string, fits: string, ...seeds: string[]): Candidate & { id: string } => ({
  id,
  craft: 'Cook',
  fits: [...fits.split(' ').filter(Boolean), 'popular'],
  seeds: seeds.length > 0 ? seeds : null,
});
const textsOf = (candidates: (Candidate & { id: string })[], limit: number) =>
  interleaveByReason(candidates, limit).map(
    ({ candidate, reason }) => `${candidate.id} ${reason.kind}${reason.kind === 'fansOf' ? ` ${reason.name}` : ''}`,
  );

test('reasons alternate, nobody is suggested twice, and no name is repeated while others are possible', () => {
  const candidates = [
    one('a', 'fansOf new', 'Luna'),
    one('b', 'fansOf country', 'Luna'),
    one('c', 'fansOf craft', 'Theo'),
    one('d', 'new'),
    one('e', ''),
  ];
  expect(textsOf(candidates, 4)).toEqual(['a fansOf Luna', 'c craft', 'b country', 'd new']);
  expect(textsOf(candidates, 9)).toEqual(['a fansOf Luna', 'c craft', 'b country', 'd new', 'e popular']);
  expect(textsOf([one('a', 'fansOf', 'Luna'), one('b', 'fansOf', 'Luna'), one('c', 'fansOf', 'Theo')], 2)).toEqual([
    'a fansOf Luna',
    'c fansOf Theo',
  ]);
  expect(textsOf([one('a', 'fansOf', 'Luna', 'Theo'), one('b', 'fansOf', 'Luna', 'Theo')], 2)).toEqual(['a fansOf Luna', 'b fansOf Theo']);
  expect(textsOf([], 4)).toEqual([]);
});
