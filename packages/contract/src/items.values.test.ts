import { expect, test } from 'vitest';
import {
  ITEM_KINDS,
  KIND_TRAITS,
  type KindTraits,
  SOLD_KINDS,
  boughtKinds,
  isBoughtKind,
  kindsWith,
  saleTransactions,
} from './items.values.ts';

const planted: KindTraits = {
  path: 'holograms',
  sale: { transaction: 'purchaseHologram', commission: 'feedSaleCommission' },
  takesCoupons: true,
  isTipped: true,
  isCommented: true,
  isInTimelines: true,
  isPost: false,
  namesPeople: false,
  isSearched: true,
  hasParts: false,
  isAddressed: false,
  letter: 'x',
};
const FLAGS = ['takesCoupons', 'isTipped', 'isCommented', 'isInTimelines', 'isPost', 'isSearched', 'hasParts'] as const;

test('the registry’s lists contain a planted kind by its traits, after the others, and not without them', () => {
  const traits = { ...KIND_TRAITS, hologram: planted };
  for (const flag of FLAGS) {
    const known = kindsWith(flag) as string[];
    expect([flag, kindsWith(flag, traits)]).toEqual([flag, planted[flag] ? [...known, 'hologram'] : known]);
    const turned = { ...KIND_TRAITS, hologram: { ...planted, [flag]: !planted[flag] } };
    expect([flag, kindsWith(flag, turned)]).toEqual([flag, planted[flag] ? known : [...known, 'hologram']]);
  }
  expect(boughtKinds(traits)).toEqual([...boughtKinds(), 'hologram']);
  expect(saleTransactions(traits)).toEqual([...saleTransactions(), 'purchaseHologram']);
  const free = { ...KIND_TRAITS, hologram: { ...planted, sale: null } };
  expect([boughtKinds(free), saleTransactions(free)]).toEqual([boughtKinds(), saleTransactions()]);
  expect(isBoughtKind('hologram', { hologram: { ...planted, takesCoupons: false } })).toBe(false);
  expect([ITEM_KINDS, SOLD_KINDS]).toEqual([
    Object.keys(KIND_TRAITS),
    Object.entries(KIND_TRAITS).flatMap(([kind, { sale }]) => (sale ? [kind] : [])),
  ]);
});
