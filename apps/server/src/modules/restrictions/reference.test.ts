import { expect, test } from 'vitest';
import { newReference } from './reference.ts';

test('references are unique, and contain no ambiguous characters', () => {
  const references = Array.from({ length: 500 }, newReference);
  expect(new Set(references).size).toBe(500);
  expect(references.filter((reference) => !/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/.test(reference))).toEqual([]);
});
