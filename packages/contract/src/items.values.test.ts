import { spawnSync } from 'node:child_process';
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

const ID = '019a0000-0000-7000-8000-000000000001';
const planted: KindTraits = {
  path: 'holograms',
  sale: { transaction: 'purchaseHologram', commission: 'feedSaleCommission' },
  takesCoupons: true,
  isTipped: true,
  isCommented: true,
  isInTimelines: true,
  isPost: false,
  isSearched: true,
  hasParts: false,
};
const FLAGS = ['takesCoupons', 'isTipped', 'isCommented', 'isInTimelines', 'isPost', 'isSearched', 'hasParts'] as const;

test('the registry’s lists take a planted kind by its traits, after the others, and leave it out without them', () => {
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

/**
 * Whether calls of the contract accept values, in a process whose registry has the planted kind from the start: the contract reads it when
 * it is loaded.
 */
const accepted = (cases: readonly (readonly [key: string, part: 'body' | 'query', value: unknown])[]): boolean[] => {
  const script = `
    import { KIND_TRAITS } from './items.values.ts';
    KIND_TRAITS.hologram = ${JSON.stringify(planted)};
    const { CONTRACT } = await import('./index.ts');
    const cases = ${JSON.stringify(cases)};
    console.log(JSON.stringify(cases.map(([key, part, value]) => CONTRACT[key]?.[part].safeParse(value).success ?? false)));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as boolean[];
};

test('the contract of a registry with a planted kind has its calls, and takes it wherever kinds are named', () => {
  const gift = { giftId: ID, performerId: ID, hologramId: ID };
  const taken = accepted([
    ['POST /payment-wallet/purchase-hologram', 'body', { hologramId: ID }],
    ['POST /payment/purchase-hologram', 'body', { hologramId: ID, returnTo: '/' }],
    ['POST /payment-wallet/tip-hologram', 'body', { hologramId: ID, amount: '5' }],
    ['POST /payment-wallet/gifting', 'body', gift],
    ['POST /comments', 'body', { objectType: 'hologram', objectId: ID, content: 'Hello' }],
    ['POST /reactions', 'body', { objectType: 'hologram', objectId: ID, action: 'like' }],
    ['GET /feeds/home-feeds', 'query', { kinds: 'feed,hologram' }],
    ['GET /wallet-transactions/user/search', 'query', { kind: 'purchaseHologram' }],
  ]);
  expect(taken).toEqual(taken.map(() => true));
  const refused = accepted([
    ['POST /payment-wallet/purchase-hologram', 'body', { feedId: ID }],
    ['POST /payment-wallet/gifting', 'body', { ...gift, feedId: ID }],
    ['POST /reactions', 'body', { objectType: 'mirage', objectId: ID, action: 'like' }],
  ]);
  expect(refused).toEqual([false, false, false]);
});
