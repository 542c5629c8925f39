import type { Message } from '@stagedoor/contract/conversations';
import { expect, test } from 'vitest';
import { firstKept, KEPT_LINES } from './older-lines.ts';

const lines = (from: number, to: number): Message[] =>
  Array.from({ length: to - from }, (_, index) => ({ _id: String(1000 + from + index) }) as Message);

test('the newest lines are kept, and the boundary moves on in steps', () => {
  expect(firstKept([], undefined)).toBeUndefined();
  expect(firstKept(lines(0, 150), undefined)).toBeUndefined();
  expect(firstKept(lines(0, 151), undefined)).toBe(String(1000 + 151 - KEPT_LINES));
  expect(firstKept(lines(0, 200), '1051')).toBe('1051');
  expect(firstKept(lines(0, 202), '1051')).toBe('1102');
});

test('lines loaded above it don’t move the boundary', () => {
  expect(firstKept(lines(-25, 151), '1051')).toBe('1051');
  expect(firstKept(lines(-900, 151), '1051')).toBe('1051');
});
