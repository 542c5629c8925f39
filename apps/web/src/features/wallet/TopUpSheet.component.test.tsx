import type { WalletPackage } from '@stagedoor/contract/wallet';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { ApiDouble } from '../../../testing/api-double.ts';
import { APPEARANCES } from '../../../testing/appearances.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { FAN, idOf } from '../../../testing/fixtures.ts';
import { tabTo } from '../../../testing/keyboard.ts';
import { opener, openSheet, sheet } from '../../../testing/sheet.tsx';
import type { ShowOptions } from '../../../testing/show.tsx';
import { TopUpSheet } from './TopUpSheet.tsx';

const BUY = 'POST /payment/purchase-tokens';
const BUY_AMOUNT = 'POST /payment/purchase-wallet/custom-amount';

const packageOf = (number: number, tokens: number, price: number, discountPercent: number): WalletPackage => ({
  _id: idOf(200 + number),
  name: `${tokens} tokens`,
  tokens,
  price,
  unitPrice: price / tokens,
  discountPercent,
});
const PACKAGES = [packageOf(1, 10, 10, 0), packageOf(2, 50, 47.5, 5), packageOf(3, 100, 90, 10)];
const ORDERED = { orderId: idOf(91), redirectUrl: '#payment-page' };

const openTopUp = async (needed: number, options: ShowOptions = {}, prepare?: (api: ApiDouble) => void) => {
  const shown = await openSheet(
    (close) => <TopUpSheet needed={needed} returnTo="/luna?tip=5" onClose={close} />,
    options,
    (api) => {
      api.answer('GET /wallet-package', { data: PACKAGES, total: 3 });
      prepare?.(api);
    },
  );
  await expect.element(sheet.getByRole('heading')).toBeVisible();
  return shown;
};

const radio = (tokens: number) => sheet.getByRole('radio', { name: new RegExp(`^${tokens} `) });
const buyButton = (words: RegExp) => sheet.getByRole('button', { name: words });
const otherAmount = sheet.getByLabelText(/Another amount/);

test('names what is missing and chooses the smallest package that is enough', async () => {
  await openTopUp(45);
  await expect.element(sheet.getByText('You’re 25.00 tokens ($25.00) short.')).toBeVisible();
  await expect.element(radio(50)).toBeChecked();
  await expect.element(sheet.getByText('5% off')).toBeVisible();
  await expect.element(buyButton(/^Buy 50 tokens/)).toMatchTextContent('$47.50');
});

test('buys the chosen package once and returns to the purchase afterwards', async () => {
  const { api } = await openTopUp(45, {}, (double) => double.answer(BUY, ORDERED));
  await radio(100).click({ force: true });
  await buyButton(/^Buy 100 tokens/).click();
  await expect.poll(() => location.hash).toBe('#payment-page');
  expect(api.sent(BUY).map(({ body }) => body)).toEqual([
    { packageId: idOf(203), tokens: 100, price: 90, returnTo: '/luna?tip=5', gateway: 'sandbox' },
  ]);
  expect(api.sent(BUY_AMOUNT)).toEqual([]);
});

test('proposes exactly what is missing where no package is enough', async () => {
  const { api } = await openTopUp(520, {}, (double) => double.answer(BUY_AMOUNT, ORDERED));
  await expect.element(otherAmount).toHaveValue('500');
  await buyButton(/^Buy 500 tokens/).click();
  await expect
    .poll(() => api.sent(BUY_AMOUNT).map(({ body }) => body))
    .toEqual([{ amount: '500', returnTo: '/luna?tip=5', gateway: 'sandbox' }]);
});

test('takes a decimal comma, and goes back to a package that is chosen afterwards', async () => {
  await openTopUp(0);
  await otherAmount.fill('12,5');
  await expect.element(buyButton(/^Buy 12.50 tokens/)).toMatchTextContent('$12.50');
  await radio(10).click({ force: true });
  await expect.element(otherAmount).toHaveValue('');
  await expect.element(buyButton(/^Buy 10 tokens/)).toMatchTextContent('$10.00');
});

test.each(['3', '2000', 'many'])('shows no price and buys nothing for the amount “%s”', async (typed) => {
  const { api } = await openTopUp(0);
  await otherAmount.fill(typed);
  await expect.element(sheet.getByRole('alert')).toMatchTextContent('From 5 tokens ($5.00) to 1,000 tokens ($1,000.00)');
  await expect.element(buyButton(/^Buy tokens/)).toBeDisabled();
  expect([...api.sent(BUY), ...api.sent(BUY_AMOUNT)]).toEqual([]);
});

test.each([
  ['GATEWAY_UNAVAILABLE', /./],
  ['SPENDING_LIMIT', 'This would go over the spending limit you set.'],
] as const)('explains %s and keeps the choice', async (code, words) => {
  await openTopUp(45, {}, (api) => api.refuse(BUY, code));
  await buyButton(/^Buy 50 tokens/).click();
  await expect.element(sheet.getByRole('alert')).toMatchTextContent(words);
  await expect.element(radio(50)).toBeChecked();
});

test('is busy until the order was answered', async () => {
  const { api } = await openTopUp(45, {}, (double) => double.answer(BUY, ORDERED));
  const release = api.hold(BUY);
  await buyButton(/^Buy 50 tokens/).click();
  await expect.element(buyButton(/^Buy 50 tokens/)).toBeDisabled();
  release();
  await expect.poll(() => location.hash).toBe('#payment-page');
  expect(api.sent(BUY)).toHaveLength(1);
});

test('explains that the site takes no cards', async () => {
  await openTopUp(45, { takesCards: false });
  await expect.element(sheet.getByText('You’re 25.00 tokens ($25.00) short.')).toBeVisible();
  await expect.element(sheet.getByText('You can’t top up at present', { exact: false })).toBeVisible();
  await expect.element(sheet.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact');
  await expect.element(sheet.getByRole('radio')).not.toBeInTheDocument();
});

test('says nothing of missing tokens to a fan who has enough', async () => {
  await openTopUp(5, { user: { ...FAN, balance: 20 } });
  await expect.element(radio(50)).toBeChecked();
  await expect.element(sheet.getByText(/short/)).not.toBeInTheDocument();
});

test('is used by keyboard alone and returns the focus to its opener', async () => {
  const { api } = await openTopUp(45, {}, (double) => double.answer(BUY, ORDERED));
  await tabTo(radio(50));
  await userEvent.keyboard('{ArrowRight}');
  await tabTo(buyButton(/^Buy 100 tokens/));
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => api.sent(BUY).length).toBe(1);
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await openTopUp(45, appearance);
  await expect.element(sheet.getByRole('radio').first()).toBeInTheDocument();
  await expectAccessible();
});
