import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ID = '019a0000-0000-7000-8000-000000000001';

/**
 * Whether calls of the contract accept values, in a process whose registry has the planted kind from the start: the contract reads it when
 * it is loaded.
 */
const accepted = (cases: readonly (readonly [key: string, part: 'body' | 'query', value: unknown])[]): boolean[] => {
  const script = `
    import { KIND_TRAITS } from './items.values.ts';
    KIND_TRAITS.hologram = { ...KIND_TRAITS.feed, path: 'holograms', sale: { transaction: 'purchaseHologram', commission: 'feedSaleCommission' } };
    const { CONTRACT } = await import('./index.ts');
    const cases = ${JSON.stringify(cases)};
    console.log(JSON.stringify(cases.map(([key, part, value]) => CONTRACT[key]?.[part].safeParse(value).success ?? false)));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: fileURLToPath(new URL('../packages/contract/src', import.meta.url)),
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as boolean[];
};

test('the contract of a registry with a planted kind has its calls, and accepts it wherever kinds are named', () => {
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
