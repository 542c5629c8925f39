import { expect, test } from 'vitest';
import { type Candidate, interleaveByReason } from './suggestions.queries.ts';

const one = (id: string, fits: string, ...seeds: string[]): Candidate & { id: string } => ({
  id,
  craft: 'Cook',
  fits: [...fits.split(' ').filter(Boolean), 'popular'],
  seeds: seeds.length > 0 ? seeds : null,
});
const told = (candidates: (Candidate & { id: string })[], limit: number) =>
  interleaveByReason(candidates, limit).map(
    ({ candidate, reason }) => `${candidate.id} ${reason.kind}${reason.kind === 'fansOf' ? ` ${reason.name}` : ''}`,
  );

test('reasons take turns, nobody comes twice, and nobody is named twice while others can be', () => {
  const candidates = [
    one('a', 'fansOf new', 'Luna'),
    one('b', 'fansOf country', 'Luna'),
    one('c', 'fansOf craft', 'Theo'),
    one('d', 'new'),
    one('e', ''),
  ];
  expect(told(candidates, 4)).toEqual(['a fansOf Luna', 'c craft', 'b country', 'd new']);
  expect(told(candidates, 9)).toEqual(['a fansOf Luna', 'c craft', 'b country', 'd new', 'e popular']);
  expect(told([one('a', 'fansOf', 'Luna'), one('b', 'fansOf', 'Luna'), one('c', 'fansOf', 'Theo')], 2)).toEqual([
    'a fansOf Luna',
    'c fansOf Theo',
  ]);
  expect(told([one('a', 'fansOf', 'Luna', 'Theo'), one('b', 'fansOf', 'Luna', 'Theo')], 2)).toEqual(['a fansOf Luna', 'b fansOf Theo']);
  expect(told([], 4)).toEqual([]);
});
