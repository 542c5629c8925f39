import type { PurchaseRow } from '@stagedoor/contract/payments';
import type { OrderState } from '@stagedoor/contract/payments.values';
import { Route, Routes } from 'react-router';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { ApiDouble } from '../../../testing/api-double.ts';
import { APPEARANCES } from '../../../testing/appearances.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { FAN, idOf, INSTANT } from '../../../testing/fixtures.ts';
import { show, type ShowOptions } from '../../../testing/show.tsx';
import WalletReturn from './return.tsx';

const ORDER = 'GET /payment/orders/{id}';
const PAGE = 'POST /payment/orders/{id}/page';

const orderIn = (state: OrderState, declines = 0): PurchaseRow & { returnTo: string | null; declines: number } => ({
  _id: idOf(91),
  orderId: idOf(91),
  kind: 'topUp',
  state,
  method: 'card',
  tokens: 20,
  money: 20,
  currency: 'USD',
  gateway: 'verotel',
  periodDays: null,
  counterparty: null,
  item: null,
  products: null,
  createdAt: INSTANT,
  paidAt: null,
  returnTo: '/luna',
  declines,
});

/** The page takes the order from its address. */
const ROUTES = (
  <Routes>
    <Route path="/wallet/return/:id" element={<WalletReturn />} />
  </Routes>
);

const open = (state: OrderState, options: ShowOptions = {}, prepare?: (api: ApiDouble) => void) =>
  show(ROUTES, { user: FAN, path: `/wallet/return/${idOf(91)}`, ...options }, (api) => {
    api.answer(ORDER, orderIn(state));
    prepare?.(api);
  });

test('an open order leads back to the payment page', async () => {
  await open('created', {}, (api) => api.answer(PAGE, { redirectUrl: '#payment-page' }));
  await expect.element(page.getByRole('heading', { name: 'Confirming your payment' })).toBeVisible();
  await page.getByRole('button', { name: 'Back to the payment page' }).click();
  await expect.poll(() => location.hash).toBe('#payment-page');
});

test('an order that ended meanwhile tells its end instead of the payment page', async () => {
  const { api } = await open('created', {}, (double) => double.refuse(PAGE, 'ORDER_STATE'));
  const button = page.getByRole('button', { name: 'Back to the payment page' });
  await expect.element(button).toBeVisible();
  api.answer(ORDER, orderIn('cancelled'));
  await button.click();
  await expect.element(page.getByRole('heading', { name: 'You cancelled' })).toBeVisible();
});

test('tells that the card was declined, and waits again after another try', async () => {
  await open('created', {}, (double) => {
    double.answer(ORDER, orderIn('created', 1));
    double.answer(PAGE, { redirectUrl: '#payment-page' });
  });
  await expect.element(page.getByRole('heading', { name: 'Your card was declined' })).toBeVisible();
  await page.getByRole('button', { name: 'Back to the payment page' }).click();
  await expect.poll(() => location.hash).toBe('#payment-page');

  await open('created', {}, (double) => double.answer(ORDER, orderIn('created', 1)));
  await expect.element(page.getByRole('heading', { name: 'Confirming your payment' })).toBeVisible();
});

test('says after a while that the page needn’t stay open', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  try {
    await open('created');
    await expect.element(page.getByText(/usually takes a few seconds/)).toBeVisible();
    await vi.advanceTimersByTimeAsync(15_000);
    await expect.element(page.getByText(/you can close this page/)).toBeVisible();
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  ['failed', 'Payment declined', 'Nothing was charged.'],
  ['cancelled', 'You cancelled', 'Nothing was charged.'],
  ['expired', 'The time to pay has run out', 'Nothing was charged.'],
  ['refunded', 'Payment refunded', '$20.00 goes back to your card, which can take a few days.'],
  ['chargedBack', 'Your bank took this payment back', '$20.00 went back to your card.'],
] as const)('tells the truth of an order that is %s', async (state, title, text) => {
  await open(state);
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible();
  await expect.element(page.getByText(text)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Back to the payment page' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/luna');
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await open('created', appearance);
  await expect.element(page.getByRole('button')).toBeVisible();
  await expectAccessible();
});
