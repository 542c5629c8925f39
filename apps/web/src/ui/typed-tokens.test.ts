import { expect, it } from 'vitest';
import { typedTokens } from './typed-tokens.ts';

it.each([
  ['2', 2],
  [' 2,50 ', 2.5],
  ['0.01', 0.01],
  ['0', null],
  ['', null],
  ['-1', null],
  ['1.005', null],
  ['1e3', null],
  ['free', null],
])('reads %j as tokens', (typed, tokens) => {
  expect(typedTokens(typed)).toBe(tokens);
});
