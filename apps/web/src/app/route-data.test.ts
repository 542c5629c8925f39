import { expect, test } from 'vitest';
import { ApiError } from './api.ts';
import { throwIfMissing } from './route-data.ts';

const isMissing = (status: number, fields: Record<string, string> = {}): boolean => {
  try {
    throwIfMissing(new ApiError(status, 'NOT_FOUND', '', fields));
    return false;
  } catch {
    return true;
  }
};
test('a page is missing when the API finds nothing, or its address has what can’t be an id; other failures can be tried again', () => {
  expect([
    isMissing(404),
    isMissing(422, { id: 'x' }),
    isMissing(422, { text: 'x' }),
    isMissing(403),
    isMissing(500),
    isMissing(0),
  ]).toEqual([true, true, false, false, false, false]);
  expect(() => throwIfMissing(null)).not.toThrow();
});
