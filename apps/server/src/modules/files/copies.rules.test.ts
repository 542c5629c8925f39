import { expect, test } from 'vitest';
import { enoughFrames } from './copies.rules.ts';

test.each([
  // A picture and a frame of a film.
  [1, 1, 1],
  [1, 200, 1],
  // Short films.
  [4, 60, 1],
  [6, 6, 2],
  [10, 60, 2],
  // Long ones.
  [11, 60, 3],
  [240, 240, 3],
])('films of %i and %i frames look alike by %i of them', (frames, blocked, enough) => {
  expect(enoughFrames(frames, blocked)).toBe(enough);
});
