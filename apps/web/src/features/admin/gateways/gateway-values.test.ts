import type { GatewayField } from '@stagedoor/contract/gateways.values';
import { expect, test } from 'vitest';
import { changesOf, storedOf, typedOf } from './gateway-values.ts';

const field = (kind: GatewayField['kind'], name: string = kind): GatewayField => ({ name, kind, isRequired: false, default: '' });

test.each([
  ['2.95', '295'],
  ['2,9', '290'],
  ['100', '10000'],
  ['0.05', '5'],
  ['a lot', 'a lot'],
])('the amount %s is stored as %s', (typed, stored) => {
  expect(storedOf(field('amount'), typed)).toBe(stored);
});

test.each([
  ['295', '2.95'],
  ['5', '0.05'],
  ['10000', '100.00'],
  ['', ''],
])('the stored amount %s is shown as %s', (stored, typed) => {
  expect(typedOf(field('amount'), stored)).toBe(typed);
});

test('only changed fields are sent, and secrets where one was typed', () => {
  const typed: Record<string, string> = { key: ' same ', minimum: '3.00', old: '', fresh: 's3cret' };
  const fields = [field('key'), field('amount', 'minimum'), field('secret', 'old'), field('secret', 'fresh')];
  const card = { values: { key: 'same', minimum: '295' } };
  expect(changesOf(card, fields, (name) => typed[name] ?? '')).toEqual({ minimum: '300', fresh: 's3cret' });
});
