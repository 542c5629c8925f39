import type { CardCompany } from '@stagedoor/contract/payments';
import type { PublicSettings } from '@stagedoor/contract/settings';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { APPEARANCES } from '../../../testing/appearances.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { FAN, idOf, SANDBOX, VEROTEL } from '../../../testing/fixtures.ts';
import { show, type ShowOptions } from '../../../testing/show.tsx';
import { DebtCard } from './DebtCard.tsx';
import { TopUpForm } from './TopUpForm.tsx';

const ASK = 'GET /payment/gateways';
const BUY = 'POST /payment/purchase-wallet/custom-amount';
const SETTINGS_OF_TOP_UPS: PublicSettings = { topUpMinimum: 5, topUpMaximum: 1000 };

const openTopUp = (companies: readonly CardCompany[], options: ShowOptions = {}) =>
  show(<TopUpForm initial={{ data: [], total: 0 }} />, { user: FAN, settings: SETTINGS_OF_TOP_UPS, ...options }, (api) => {
    api.answer(ASK, { data: [...companies] });
    api.answer(BUY, { orderId: idOf(91), redirectUrl: '#payment-page' });
  });
const amount = page.getByLabelText(/Another amount/);
const buy = page.getByRole('button', { name: /^Buy/ });

test('offers several companies with the first chosen, and orders at the one that is chosen', async () => {
  const { api } = await openTopUp([VEROTEL, SANDBOX]);
  await amount.fill('12');
  await expect.element(page.getByRole('radio', { name: 'Verotel' })).toBeChecked();
  await expect.element(page.getByText(/Your statement will show “VEROTEL\*STAGE”\./)).toBeVisible();
  await page.getByRole('radio', { name: 'Sandbox' }).click({ force: true });
  await expect.element(page.getByText(/Your statement will show “SANDBOX”\./)).toBeVisible();
  await buy.click();
  await expect.poll(() => location.hash).toBe('#payment-page');
  expect(api.sent(BUY).map(({ body }) => body)).toMatchObject([{ amount: '12', gateway: 'sandbox' }]);
  expect(sessionStorage.getItem('cards.company')).toBe('sandbox');
});

test('says which company takes the payment where there is no choice', async () => {
  await openTopUp([{ ...VEROTEL, periodDays: null, statement: '' }]);
  await amount.fill('12');
  await expect.element(page.getByText('You pay on Verotel’s page.')).toBeVisible();
  await expect.element(page.getByText(/statement/)).not.toBeInTheDocument();
  await expect.element(page.getByRole('radio')).not.toBeInTheDocument();
});

test('offers no card for an amount that no company takes', async () => {
  const { api } = await openTopUp([]);
  await amount.fill('900');
  await expect.element(page.getByText('Cards don’t take this amount. Choose another one.')).toBeVisible();
  await expect.element(buy).toBeDisabled();
  expect(api.sent(ASK).at(-1)?.query).toMatchObject({ amount: '900' });
});

test('asks for no company while nothing is chosen', async () => {
  const { api } = await openTopUp([SANDBOX]);
  await expect.element(amount).toBeVisible();
  expect(api.sent(ASK)).toEqual([]);
});

test('a debt that no company takes can’t be paid by card, and says whom to ask', async () => {
  await show(<DebtCard returnTo="/suspended" initial={{ amount: 7, currency: 'USD' }} />, { user: FAN }, (api) =>
    api.answer(ASK, { data: [] }),
  );
  await expect.element(page.getByText(/Contact us to pay it/)).toBeVisible();
  await expect.element(page.getByRole('button')).toBeDisabled();
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await openTopUp([VEROTEL, SANDBOX], appearance);
  await page.getByRole('textbox').fill('12');
  await expect.element(page.getByRole('radio', { name: 'Verotel' })).toBeChecked();
  await expectAccessible();
});
