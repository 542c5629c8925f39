import { expect, test } from 'vitest';
import { currentGoal } from './goals.rules.ts';

const goals = [
  { title: 'Encore', amount: 100n },
  { title: 'Libertango', amount: 50n },
  { title: 'Request', amount: 10n },
];

test.each([
  [0n, 'Encore', 0n, 0],
  [99n, 'Encore', 99n, 0],
  [100n, 'Libertango', 0n, 1],
  [149n, 'Libertango', 49n, 1],
  [155n, 'Request', 5n, 2],
  [160n, 'Request', 10n, 3],
  [500n, 'Request', 350n, 3],
])('with %s tips are for %s', (raised, title, of, reached) => {
  const now = currentGoal(goals, raised);
  expect([now.goal?.title, now.goal?.raised, now.reached]).toEqual([title, of, reached]);
});

test('no goals, no goal', () => expect(currentGoal([], 5n)).toEqual({ goal: null, reached: 0 }));
