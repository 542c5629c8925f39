import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { APPEARANCES } from '../../../testing/appearances.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { FAN, INSTANT, PERFORMER, idOf } from '../../../testing/fixtures.ts';
import { show } from '../../../testing/show.tsx';
import Transactions from './transactions.tsx';

const CARDS = 'GET /payment/transactions';
const payment = (number: number, more: object) => ({
  _id: idOf(number),
  orderId: idOf(number),
  kind: 'topUp' as const,
  state: 'paid' as const,
  method: 'card' as const,
  tokens: 20,
  money: 20,
  currency: 'USD',
  counterparty: null,
  item: null,
  gateway: 'sandbox' as const,
  periodDays: null,
  products: null,
  createdAt: INSTANT,
  paidAt: INSTANT,
  ...more,
});
const PAYMENTS = [
  payment(31, { state: 'failed', paidAt: null }),
  payment(32, { kind: 'gallery', money: 7.5, counterparty: PERFORMER, item: { kind: 'gallery', id: idOf(9), title: 'Backstage' } }),
  payment(33, {}),
  payment(34, { kind: 'product', money: 30, products: { names: ['Silk bag', 'Signed print'], count: 4 } }),
];

const open = (options = {}, payments: ReturnType<typeof payment>[] = PAYMENTS) =>
  show(<Transactions />, { user: FAN, path: '/wallet/transactions?group=card', ...options }, (api) => {
    api.answer(CARDS, { data: payments, total: payments.length });
    api.answer('GET /wallet-transactions/user/search', { data: [], total: 0 });
  });

test('lists card payments with what each was for, what was charged and how it ended', async () => {
  const { api } = await open();
  const rows = page.getByRole('listitem');
  await expect.element(rows.nth(0)).toMatchTextContent(/Top-up.*\$20\.00.*Declined/);
  await expect.element(rows.nth(1)).toMatchTextContent(/Backstage.*Luna Reyes.*\$7\.50.*Paid/);
  await expect.element(rows.nth(2)).toMatchTextContent(/Top-up.*\$20\.00.*Paid/);
  await expect.element(rows.nth(3)).toMatchTextContent(/Silk bag, Signed print and 2 more.*\$30\.00/);
  expect(api.sent(CARDS)[0]!.query).toMatchObject({ limit: '20', offset: '0' });
});

test('is one of the kinds of the history', async () => {
  const { address } = await open();
  await expect.element(page.getByRole('button', { name: 'By card' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Everything' }).click();
  await expect.poll(address).toBe('/wallet/transactions');
  await page.getByRole('button', { name: 'By card' }).click();
  await expect.poll(address).toBe('/wallet/transactions?group=card');
});

test('opens the receipt of what was paid by card, and of nothing else', async () => {
  await open();
  await page.getByRole('button', { name: /Backstage/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Receipt' });
  await expect.element(sheet).toMatchTextContent(/\$7\.50.*Paid.*Backstage.*Luna Reyes/);
  await expect.element(sheet).toMatchTextContent(idOf(32));
  await expectAccessible();
  await expect.element(page.getByRole('listitem').nth(0).getByRole('button')).not.toBeInTheDocument();
});

test('has the title of what it is filtered by', async () => {
  await open();
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('By card');
  await page.getByRole('button', { name: 'Top-ups' }).click();
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Top-ups');
  await page.getByRole('button', { name: 'Everything' }).click();
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('All activity');
});

test('says that nothing was paid by card', async () => {
  await open({}, []);
  await expect.element(page.getByText('No card payments')).toBeVisible();
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await open(appearance);
  await expect.element(page.getByRole('listitem').nth(2)).toBeVisible();
  await expectAccessible();
});
