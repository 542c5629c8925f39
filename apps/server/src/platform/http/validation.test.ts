import { expect, test } from 'vitest';
import { z } from 'zod';
import { fieldErrors } from './validation.ts';

const errorsOf = (schema: z.ZodType, value: unknown) => fieldErrors(schema.safeParse(value).error!.issues, 'en');

test('says of an empty text what it says of a missing one', () => {
  const schema = z.object({ address: z.string().trim().min(1) });
  expect(errorsOf(schema, { address: ' ' })).toEqual([{ property: 'address', constraints: { required: 'Fill in this field.' } }]);
});

test('says how long a text must be where one character isn’t enough', () => {
  expect(errorsOf(z.object({ key: z.string().min(8) }), { key: '' })).toEqual([
    { property: 'key', constraints: { tooShort: 'Use at least 8 characters.' } },
  ]);
});
