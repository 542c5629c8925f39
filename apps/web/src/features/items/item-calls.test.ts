import { CONTRACT } from '@stagedoor/contract';
import { ITEM_KINDS, KIND_TRAITS, isBoughtKind, kindsWith } from '@stagedoor/contract/items.values';
import { expect, test } from 'vitest';
import { isShown, moneyCalls, targetOf, VIEW_CALLS } from './item-calls.ts';

const ID = '019a0000-0000-7000-8000-000000000001';

/** Whether a call accepts this body. */
const accepts = (key: string, body: unknown): boolean => {
  const endpoint = (CONTRACT as Record<string, { body?: { safeParse: (value: unknown) => { success: boolean } } }>)[key];
  return endpoint?.body?.safeParse(body).success === true;
};

test('every kind that is bought by a call of its own has the call of the wallet and of the card, and both take its id', () => {
  const bought = ITEM_KINDS.filter((kind) => isBoughtKind(kind));
  expect(bought).toContain('feed');
  for (const kind of bought) {
    const body = { ...targetOf({ kind, _id: ID }), priceVersion: 1 };
    expect(accepts(moneyCalls.walletSale(kind), body)).toBe(true);
    expect(accepts(moneyCalls.cardSale(kind), { ...body, returnTo: '/' })).toBe(true);
    expect(accepts(moneyCalls.walletSale(kind), { ...targetOf({ kind: 'reel', _id: ID }), priceVersion: 1 })).toBe(false);
  }
});

test('every kind that is tipped has its call, and a gift may be for it', () => {
  const tipped = kindsWith('isTipped');
  expect(tipped).toContain('feed');
  for (const kind of tipped) {
    expect(accepts(moneyCalls.walletTip(kind), { amount: '5', ...targetOf({ kind, _id: ID }) })).toBe(true);
    expect(accepts('POST /payment-wallet/gifting', { giftId: ID, performerId: ID, ...targetOf({ kind, _id: ID }) })).toBe(true);
  }
});

test('a planted kind is bought when the registry says how, and its call follows its name', () => {
  const traits = { ...KIND_TRAITS, planted: { ...KIND_TRAITS.feed, path: 'planted' }, free: { ...KIND_TRAITS.feed, sale: null } };
  expect([isBoughtKind('planted', traits), isBoughtKind('free', traits), isBoughtKind('planted'), isBoughtKind('toString')]).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(moneyCalls.walletSale('planted' as 'feed')).toBe('POST /payment-wallet/purchase-planted');
  expect(targetOf({ kind: 'planted' as 'feed', _id: ID })).toEqual({ plantedId: ID });
});

test('every kind the web shows has a call of the contract that answers it', () => {
  for (const call of Object.values(VIEW_CALLS)) expect(Object.hasOwn(CONTRACT, call)).toBe(true);
  expect([isShown({ kind: 'gallery' }), isShown({ kind: 'hologram' })]).toEqual([true, false]);
});
