import { TEXTS } from '@stagedoor/contract/texts/index';
import { TRANSACTION_KINDS, type TransactionKind, type WalletTransaction } from '@stagedoor/contract/wallet';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { APPEARANCES } from '../../../testing/appearances.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { FAN, idOf, INSTANT, PERFORMER } from '../../../testing/fixtures.ts';
import { show } from '../../../testing/show.tsx';
import { MovementRows } from './Movements.tsx';

const movementOf = (number: number, more: Partial<WalletTransaction>): WalletTransaction => ({
  _id: idOf(number),
  kind: 'tip',
  amount: -3,
  balanceAfter: 17,
  money: -3,
  charged: null,
  rate: 1,
  counterparty: PERFORMER,
  orderId: null,
  item: null,
  reverses: null,
  show: null,
  createdAt: INSTANT,
  ...more,
});
const SHOW = { id: idOf(70), type: 'private', minutes: 1, refundedMinutes: 0, reserved: 0 } as const;

const rows = page.getByRole('button');
const open = (movements: readonly WalletTransaction[], options = {}) =>
  show(<MovementRows movements={movements} />, { user: FAN, ...options });

const words = (kind: TransactionKind, locale: 'en' | 'es'): string =>
  (TEXTS as Record<string, { en: string; es: string }>)[`movement.${kind}`]![locale];

test.each(['en', 'es'] as const)('tells every kind of the ledger in words of its own, with a sign and an icon: %s', async (locale) => {
  const signs = TRANSACTION_KINDS.map((_, index) => (index % 2 === 0 ? -1 : 1));
  await open(
    TRANSACTION_KINDS.map((kind, index) => movementOf(100 + index, { kind, amount: 2 * signs[index]!, money: 2 * signs[index]! })),
    { locale },
  );
  expect(new Set(TRANSACTION_KINDS.map((kind) => words(kind, locale))).size).toBe(TRANSACTION_KINDS.length);
  for (const [index, kind] of TRANSACTION_KINDS.entries()) {
    const row = rows.nth(index);
    await expect.element(row).toMatchTextContent(`${words(kind, locale)} · Luna Reyes`);
    await expect.element(row).toMatchTextContent(signs[index]! < 0 ? /−2[.,]00.*−/ : /\+2[.,]00.*\+/);
    expect(row.element().querySelectorAll('svg')).toHaveLength(1);
  }
});

test('gives what people confuse icons of their own', async () => {
  const kinds = ['tip', 'gift', 'emoji', 'shipping', 'purchaseMessage', 'purchaseFeed', 'purchaseProduct', 'subscriptionStart'] as const;
  const others = [
    'subscriptionRenewal',
    'refund',
    'chargeback',
    'topUpPackage',
    'topUpCustom',
    'adjustment',
    'privateMinute',
    'hold',
  ] as const;
  const all = [...kinds, ...others];
  await open(all.map((kind, index) => movementOf(100 + index, { kind })));
  await expect.element(rows.nth(all.length - 1)).toBeVisible();
  const icons = rows.elements().map((row) => row.querySelector('svg')!.outerHTML);
  expect(new Set(icons).size).toBe(all.length);
});

test.each([
  ['a show with its minutes', { kind: 'privateMinute', show: SHOW }, 'Private show · Luna Reyes · 1 min'],
  ['a group show', { kind: 'groupMinute', show: { ...SHOW, type: 'group', minutes: 12 } }, 'Group show · Luna Reyes · 12 min'],
  [
    'a show that is reserved',
    { kind: 'hold', show: { ...SHOW, minutes: 0, reserved: 9 } },
    /^Private show · Luna Reyes9\.00 tokens \(\$9\.00\) reserved/,
  ],
  ['a show that charged nothing', { kind: 'release', show: { ...SHOW, minutes: 0 } }, 'Private show · Luna Reyes · nothing charged'],
  [
    'minutes that were given back',
    { kind: 'privateMinute', show: { ...SHOW, minutes: 2, refundedMinutes: 1 } },
    /Luna Reyes · 2 min1 min refunded/,
  ],
  [
    'an item by its title',
    { kind: 'purchaseFeed', item: { kind: 'feed', id: idOf(9), title: 'The rehearsal' } },
    /^Post unlocked · The rehearsalLuna Reyes/,
  ],
  ['a refund by what it reverses', { kind: 'refund', reverses: 'tip', amount: 3 }, 'Refund: Tip · Luna Reyes'],
  ['a top-up', { kind: 'topUpPackage', counterparty: null, amount: 50, charged: 47.5 }, /^Top-up, package.*\+50\.00.*\+\$47\.50/],
] as const)('names %s', async (_, more, words) => {
  await open([movementOf(31, more as Partial<WalletTransaction>)]);
  await expect.element(rows).toMatchTextContent(words);
});

test('opens the receipt of a show, which leads to its minutes', async () => {
  await open([
    movementOf(31, { kind: 'privateMinute', show: { ...SHOW, refundedMinutes: 2, reserved: 4 }, createdAt: '2026-03-01T21:05:00.000Z' }),
  ]);
  await rows.click();
  const receipt = page.getByRole('dialog');
  await expect.element(receipt).toMatchTextContent(/Type.*Private show/);
  await expect.element(receipt).toMatchTextContent(/Charged minutes.*1 min.*Refunded minutes.*2 min.*Reserved.*4\.00.*\$4\.00/);
  await expect.element(receipt).not.toMatchTextContent(/[AP]M/i);
  await expect.element(receipt.getByRole('link', { name: 'Every minute' })).toHaveAttribute('href', `/live/private/${SHOW.id}`);
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await open(
    [movementOf(31, {}), movementOf(32, { kind: 'hold', show: { ...SHOW, minutes: 0, reserved: 9 } }), movementOf(33, { amount: 4 })],
    appearance,
  );
  await expect.element(rows.nth(2)).toBeVisible();
  await expectAccessible();
});
