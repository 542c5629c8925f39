import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { APPEARANCES } from '../../../../testing/appearances.ts';
import { expectAccessible } from '../../../../testing/axe.ts';
import { FAN, INSTANT, idOf } from '../../../../testing/fixtures.ts';
import { show, type ShowOptions } from '../../../../testing/show.tsx';
import { AvailableTile, NextTile } from './PayoutTiles.tsx';
import type { Payout, Quote } from './use-payouts.ts';

const CANCEL = 'PUT /payout-requests/{id}';
const PENDING: Payout = {
  _id: idOf(300),
  reference: 'PO-1002',
  state: 'pending',
  method: 'banking',
  destination: '0154',
  currency: 'USD',
  amount: 24,
  fee: 0,
  net: 24,
  note: '',
  reason: '',
  paymentReference: '',
  approvedAt: null,
  paidAt: null,
  closedAt: null,
  heldUntil: null,
  statementHash: null,
  createdAt: INSTANT,
  updatedAt: INSTANT,
};
const quoteOf = (obstacle: Quote['obstacle']): Quote => ({
  currency: 'USD',
  available: 39.2,
  held: 0,
  requested: 24,
  amount: 39.2,
  fee: 0,
  net: 39.2,
  minimum: 20,
  obstacle,
});

const open = (obstacle: Quote['obstacle'], options: ShowOptions = {}) =>
  show(
    <>
      <AvailableTile quote={quoteOf(obstacle)} onRequest={() => undefined} />
      <NextTile
        quote={quoteOf(obstacle)}
        pending={PENDING}
        last={undefined}
        onChange={() => undefined}
        onChanged={() => Promise.resolve()}
      />
    </>,
    { user: { ...FAN, role: 'performer', isPerformer: true }, ...options },
    (api) => api.answer(CANCEL, { ...PENDING, state: 'cancelled' }),
  );
const buttons = () =>
  page
    .getByRole('button')
    .elements()
    .map(({ textContent }) => textContent);

test('says that payouts are frozen, and offers to cancel the open one but not to change or request one', async () => {
  const { api } = await open('PAYOUT_FROZEN');
  await expect.element(page.getByText(/^Your payouts are frozen because you told us/)).toBeVisible();
  expect(buttons()).toEqual(['Cancel request']);
  await page.getByRole('button', { name: 'Cancel request' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel request' }).click();
  await expect.poll(() => api.sent(CANCEL).map(({ body }) => body)).toEqual([{ cancel: true }]);
});

test('offers to change an open payout that isn’t frozen', async () => {
  await open('PAYOUT_PENDING');
  await expect.poll(buttons).toEqual(['Change', 'Cancel request']);
});

test.each(APPEARANCES)('is accessible while payouts are frozen, in $locale, $direction, $theme', async (appearance) => {
  await open('PAYOUT_FROZEN', appearance);
  await expectAccessible();
});
