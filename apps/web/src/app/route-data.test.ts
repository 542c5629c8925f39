import { expect, test } from 'vitest';
import { ApiError } from './api.ts';
import { isMissing } from './route-data.ts';

const failure = (status: number, fields: Record<string, string> = {}): ApiError => new ApiError(status, 'NOT_FOUND', '', fields);

test('an address names nothing when the API doesn’t find it, or it has what can’t be an id; other failures can be tried again', () => {
  expect([failure(404), failure(422, { id: 'x' })].map(isMissing)).toEqual([true, true]);
  expect([failure(422, { text: 'x' }), failure(403), failure(500), failure(0)].map(isMissing)).toEqual([false, false, false, false]);
});
