import { readFileSync } from 'node:fs';
import { COUPON_ITEM_KINDS } from '@stagedoor/contract/coupons';
import { ITEM_KINDS, ITEM_STATES, SOLD_KINDS } from '@stagedoor/contract/items.values';
import { ORDER_KINDS } from '@stagedoor/contract/payments.values';
import { REACTION_OBJECTS } from '@stagedoor/contract/reactions';
import { expect, test } from 'vitest';

const readSql = (path: string): string => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
const valuesIn = (list: string): string[] => [...list.matchAll(/'([^']+)'/g)].map((match) => match[1]!).toSorted();

// SQL can't read the registry of kinds: what it repeats of it is compared here.
test.each([
  ['items_kind_check', ITEM_KINDS],
  ['items_state', ITEM_STATES],
  ['orders_kind_check', ORDER_KINDS],
  ['coupons_item_kinds_check', COUPON_ITEM_KINDS],
  ['reactions_object_type_check', REACTION_OBJECTS],
])('%s of schema.sql has the values of the contract', (constraint, values) => {
  const definition = new RegExp(`constraint ${constraint} CHECK (.*)$`, 'm').exec(readSql('schema.sql'))?.[1];
  expect(valuesIn(definition ?? '')).toEqual([...new Set(values)].toSorted());
});

test('the verification of the ledger covers entitlements of every kind that is sold', () => {
  const list = /o\.kind in \(([^)]*)\)/.exec(readSql('functions/ledger-verify.sql'))?.[1];
  expect(valuesIn(list ?? '')).toEqual(SOLD_KINDS.toSorted());
});
