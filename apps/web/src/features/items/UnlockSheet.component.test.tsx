import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { ApiDouble } from '../../../testing/api-double.ts';
import { APPEARANCES } from '../../../testing/appearances.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { FAN, idOf, NO_LIMITS, receiptOf } from '../../../testing/fixtures.ts';
import { BOUGHT_POST, LOCKED_POST, POST_ID } from '../../../testing/fixtures-items.ts';
import { tabTo } from '../../../testing/keyboard.ts';
import { opener, openSheet, sheet } from '../../../testing/sheet.tsx';
import type { ShowOptions } from '../../../testing/show.tsx';
import { UnlockSheet } from './UnlockSheet.tsx';

const VIEW = 'GET /feeds/{id}';
const BUY = 'POST /payment-wallet/purchase-feed';
const ORDER = 'POST /payment/purchase-feed';
const APPLY = 'POST /coupons/{code}/apply-coupon';

/** A package on sale. */
const packageOf = (tokens: number, price: number) => ({
  _id: idOf(200 + tokens),
  name: `Package of ${tokens}`,
  tokens,
  price,
  unitPrice: price / tokens,
  discountPercent: 5,
});

const payButton = sheet.getByRole('button', { name: /^Pay and unlock/ });

const openUnlock = (options: ShowOptions = {}, prepare?: (api: ApiDouble) => void) =>
  openSheet(
    (close) => <UnlockSheet item={{ kind: 'feed', _id: POST_ID }} onClose={close} />,
    options,
    (api) => {
      api.answer(VIEW, LOCKED_POST);
      prepare?.(api);
    },
  );

test('names the item, its performer, the price and the balance after it', async () => {
  await openUnlock();
  for (const words of [
    'The full rehearsal',
    'Luna Reyes',
    'You pay once',
    '20.00 tokens ($20.00) now, 13.50 tokens ($13.50) after',
    'Yours to keep, no renewal.',
  ])
    await expect.element(sheet.getByText(words, { exact: false })).toBeVisible();
  await expect.element(payButton).toMatchTextContent('6.50');
});

test('buys once at the price that was shown, and leads to the item', async () => {
  const { api, session, address } = await openUnlock({}, (double) => double.answer(BUY, receiptOf(6.5, 13.5)));
  const release = api.hold(BUY);
  await payButton.click();
  await expect.element(sheet.getByRole('button', { name: /^Paying/ })).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).toBeVisible();
  api.answer(VIEW, BOUGHT_POST);
  release();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(api.sent(BUY).map(({ body }) => body)).toEqual([{ feedId: POST_ID, priceVersion: 3 }]);
  expect(session.get()?.balance).toBe(13.5);
  await expect.poll(address).toBe(`/feeds/${POST_ID}`);
});

test('repeats a purchase whose answer was lost under the same idempotency key', async () => {
  const { api } = await openUnlock({}, (double) => double.lose(BUY));
  await payButton.click();
  await expect.element(sheet.getByRole('alert')).toMatchTextContent('You are offline');
  api.answer(BUY, receiptOf(6.5, 13.5));
  api.answer(VIEW, BOUGHT_POST);
  await payButton.click();
  await expect.element(sheet).not.toBeInTheDocument();
  const keys = api.sent(BUY).map(({ idempotencyKey }) => idempotencyKey);
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
});

test.each([
  ['PRICE_CHANGED', 'The price has changed. Nothing was charged.'],
  ['INSUFFICIENT_TOKENS', 'You don’t have enough tokens.'],
  ['SPENDING_LIMIT', 'This would go over the spending limit you set.'],
] as const)('explains %s and keeps the sheet open', async (code, words) => {
  const { api } = await openUnlock({}, (double) => double.refuse(BUY, code));
  await payButton.click();
  await expect.element(sheet.getByRole('alert')).toMatchTextContent(words);
  // The balance may have changed meanwhile.
  await expect.poll(() => api.sent('GET /users/me').length).toBe(1);
  expect(api.sent(BUY)).toHaveLength(1);
});

test('names the top-up that is enough for a short wallet, and the whole price by card', async () => {
  const { api } = await openUnlock({ user: { ...FAN, balance: 2 } }, (double) =>
    double.answer('GET /wallet-package', { data: [packageOf(10, 9.5), packageOf(50, 45)], total: 2 }),
  );
  await expect.element(sheet.getByText('2.00 tokens ($2.00) now, 4.50 tokens ($4.50) short')).toBeVisible();
  await expect.element(sheet.getByRole('button', { name: /^Top up/ })).toMatchTextContent(/10\.00.*\$9\.50/);
  await sheet.getByRole('radio', { name: /^Card/ }).click({ force: true });
  await expect.element(sheet.getByRole('button', { name: /^Pay by card/ })).toMatchTextContent('6.50');
  expect([...api.sent(BUY), ...api.sent(ORDER)]).toEqual([]);
});

test('opens what a coupon makes free without a payment, whatever was chosen to pay with', async () => {
  const { api } = await openUnlock({}, (double) => {
    double.answer(APPLY, { code: 'GIFT', name: 'Gift', subtotal: 6.5, discount: 6.5, total: 0, money: 0 });
    double.answer(BUY, receiptOf(0, 20));
  });
  await sheet.getByRole('radio', { name: /^Card/ }).click({ force: true });
  await sheet.getByRole('button', { name: 'Add a coupon' }).click();
  await sheet.getByLabelText('Coupon').fill('GIFT');
  await userEvent.keyboard('{Enter}');
  await expect.element(sheet.getByText('Nothing is charged.')).toBeVisible();
  api.answer(VIEW, BOUGHT_POST);
  await sheet.getByRole('button', { name: 'Get it free' }).click();
  await expect.poll(() => api.sent(BUY).map(({ body }) => body)).toMatchObject([{ couponCode: 'GIFT' }]);
  expect(api.sent(ORDER)).toEqual([]);
});

test('orders by card and goes to the payment page', async () => {
  const { api } = await openUnlock({ path: '/discover?tab=posts' }, (double) =>
    double.answer(ORDER, { orderId: idOf(91), redirectUrl: '#payment-page' }),
  );
  await sheet.getByRole('radio', { name: /^Card/ }).click({ force: true });
  await sheet.getByRole('button', { name: /^Pay by card/ }).click();
  await expect.poll(() => location.hash).toBe('#payment-page');
  expect(api.sent(ORDER).map(({ body }) => body)).toEqual([
    { feedId: POST_ID, priceVersion: 3, gateway: 'sandbox', returnTo: '/discover?tab=posts' },
  ]);
  expect(api.sent(BUY)).toEqual([]);
});

test('offers no card where the site takes none', async () => {
  await openUnlock({ takesCards: false });
  await expect.element(sheet.getByText('Paid from your wallet')).toBeVisible();
  await expect.element(sheet.getByRole('radio')).not.toBeInTheDocument();
});

test('applies a coupon to the price and to the purchase, and takes it off again', async () => {
  const { api } = await openUnlock({}, (double) => {
    double.answer(APPLY, { code: 'SPRING', name: 'Spring', subtotal: 6.5, discount: 1.5, total: 5, money: 5 });
    double.answer(BUY, receiptOf(5, 15));
  });
  await sheet.getByRole('button', { name: 'Add a coupon' }).click();
  await sheet.getByLabelText('Coupon').fill('spring');
  await userEvent.keyboard('{Enter}');
  await expect.element(sheet.getByText('Coupon SPRING')).toBeVisible();
  await expect.element(payButton).toMatchTextContent('5.00');
  expect(api.sent(APPLY).map(({ params, body }) => ({ params, body }))).toEqual([
    { params: { code: 'spring' }, body: { kind: 'feed', items: [{ id: POST_ID, quantity: 1 }] } },
  ]);
  await sheet.getByRole('button', { name: 'Remove the coupon' }).click();
  await expect.element(payButton).toMatchTextContent('6.50');
  await sheet.getByRole('button', { name: 'Add a coupon' }).click();
  await sheet.getByLabelText('Coupon').fill('spring');
  await userEvent.keyboard('{Enter}');
  api.answer(VIEW, BOUGHT_POST);
  await payButton.click();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(api.sent(BUY).map(({ body }) => body)).toEqual([{ feedId: POST_ID, priceVersion: 3, couponCode: 'SPRING' }]);
});

test('explains a refused coupon at its field and keeps the full price', async () => {
  await openUnlock({}, (api) => api.refuse(APPLY, 'COUPON_INVALID'));
  await sheet.getByRole('button', { name: 'Add a coupon' }).click();
  await sheet.getByLabelText('Coupon').fill('OLD');
  await sheet.getByRole('button', { name: 'Apply' }).click();
  await expect.element(sheet.getByRole('alert')).toMatchTextContent('This coupon doesn’t apply here');
  await expect.element(payButton).toMatchTextContent('6.50');
});

test('shows what a spending limit leaves today', async () => {
  await openUnlock({}, (api) => api.answer('GET /spending-limits', { ...NO_LIMITS, daily: { ...NO_LIMITS.daily, limit: 30, left: 8 } }));
  await expect.element(sheet.getByText('$8.00 left of your limit today')).toBeVisible();
});

test('says that an item is open already', async () => {
  const { api } = await openUnlock({}, (double) => double.answer(VIEW, BOUGHT_POST));
  await expect.element(sheet.getByText('You already have access')).toBeVisible();
  await expect.element(payButton).not.toBeInTheDocument();
  expect(api.sent(BUY)).toEqual([]);
});

test('asks a visitor to join, and comes back to the same purchase', async () => {
  await openUnlock({ user: null, path: '/luna' });
  await expect.element(payButton).not.toBeInTheDocument();
  for (const name of ['Join', 'Log in'])
    await expect.element(sheet.getByRole('link', { name })).toHaveAttribute('href', expect.stringContaining(POST_ID));
});

test('is used by keyboard alone and returns the focus to its opener', async () => {
  const { api } = await openUnlock({}, (double) => double.answer(BUY, receiptOf(6.5, 13.5)));
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(payButton).toBeVisible();
  await tabTo(payButton);
  api.answer(VIEW, BOUGHT_POST);
  await userEvent.keyboard('{Enter}');
  await expect.element(sheet).not.toBeInTheDocument();
  expect(api.sent(BUY)).toHaveLength(1);
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await openUnlock(appearance);
  await expect.element(sheet.getByRole('radio').first()).toBeInTheDocument();
  await expectAccessible();
});
