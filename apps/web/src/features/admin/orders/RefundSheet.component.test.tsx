import type { AdminOrder, RefundPreview } from '@stagedoor/contract/admin-money';
import { expect, test } from 'vitest';
import type { ApiDouble } from '../../../../testing/api-double.ts';
import { APPEARANCES } from '../../../../testing/appearances.ts';
import { expectAccessible } from '../../../../testing/axe.ts';
import { idOf } from '../../../../testing/fixtures.ts';
import { openSheet, sheet } from '../../../../testing/sheet.tsx';
import type { ShowOptions } from '../../../../testing/show.tsx';
import { RefundSheet } from './RefundSheet.tsx';

const PREVIEW = 'GET /admin/orders/{id}/refund-preview';
const REFUND = 'POST /admin/orders/{id}/refund';

const orderOf = (more: Partial<AdminOrder> = {}): AdminOrder => ({
  _id: idOf(300),
  kind: 'feed',
  state: 'paid',
  method: 'card',
  gateway: 'sandbox',
  tokens: null,
  money: 10,
  currency: 'USD',
  buyer: null,
  seller: null,
  title: 'Rehearsal',
  createdAt: '2026-11-21T19:00:00.000Z',
  paidAt: '2026-11-21T19:01:00.000Z',
  refunded: 2,
  refundedMoney: 2,
  refundable: 8,
  discount: 0,
  buyerCountry: 'PT',
  paymentId: 'sbx_1',
  consolePath: null,
  expiresAt: null,
  details: [],
  transactions: [],
  events: [],
  refunds: [],
  ...more,
});
const previewOf = (more: Partial<RefundPreview> = {}): RefundPreview => ({
  refusal: null,
  tokens: null,
  money: 8,
  revoked: 1,
  endsSubscription: false,
  company: { refund: 'partial', endsSubscription: false },
  stateAfter: 'refunded',
  sellers: [],
  ...more,
});

const open = (order: AdminOrder, preview: RefundPreview, prepare?: (api: ApiDouble) => void, options: ShowOptions = {}) =>
  openSheet(
    (close) => <RefundSheet order={order} orderLineId={undefined} onClose={close} onDone={close} />,
    options,
    (api) => {
      api.answer(PREVIEW, preview);
      prepare?.(api);
    },
  );
const amount = sheet.getByLabelText('Amount');
const button = sheet.getByRole('button', { name: 'Refund' });

test('refunds a part, and ends the access only if that is chosen', async () => {
  const { api } = await open(orderOf(), previewOf(), (double) => double.answer(REFUND, orderOf()));
  await expect.element(sheet.getByText('Up to $8.00. Leave empty for all.')).toBeVisible();
  await expect.element(sheet.getByText('$8.00 goes back to the card')).toBeVisible();
  api.answer(PREVIEW, previewOf({ money: 2.5, revoked: 0, stateAfter: 'paid' }));
  await amount.fill('2,5');
  await expect.element(sheet.getByText('$2.50 goes back to the card')).toBeVisible();
  expect(api.sent(PREVIEW).at(-1)!.query).toMatchObject({ amount: '2.5' });
  await sheet.getByRole('checkbox').click({ force: true });
  await expect.poll(() => api.sent(PREVIEW).at(-1)!.query).toMatchObject({ amount: '2.5', endsAccess: 'true' });
  await sheet.getByLabelText('Reason').fill('Sound was missing.');
  await button.click();
  await expect
    .poll(() => api.sent(REFUND).map(({ body }) => body))
    .toEqual([{ reason: 'Sound was missing.', amount: 2.5, endsAccess: true }]);
});

test('refunds all that is left while the amount is empty, and nothing while it isn’t an amount or too much', async () => {
  const { api } = await open(orderOf({ method: 'wallet', tokens: 10 }), previewOf({ money: null, tokens: 8, company: null }), (double) =>
    double.answer(REFUND, orderOf()),
  );
  await expect.element(sheet.getByText('Up to 8.00 tokens ($8.00). Leave empty for all.')).toBeVisible();
  await sheet.getByLabelText('Reason').fill('Asked for it.');
  await expect.element(button).toBeEnabled();
  await amount.fill('1.005');
  await expect.element(sheet.getByText('Enter a number, such as 7.50.')).toBeVisible();
  await expect.element(button).toBeDisabled();
  api.answer(PREVIEW, previewOf({ refusal: 'AMOUNT_OUT_OF_BOUNDS' }));
  await amount.fill('9');
  await expect.element(sheet.getByText('That’s more than is left to refund.')).toBeVisible();
  await expect.element(button).toBeDisabled();
  api.answer(PREVIEW, previewOf());
  await amount.fill('');
  await expect.element(button).toBeEnabled();
  await button.click();
  await expect.poll(() => api.sent(REFUND).map(({ body }) => body)).toEqual([{ reason: 'Asked for it.' }]);
});

test('says what the card company can’t do, and that it ends the subscription', async () => {
  await open(orderOf(), previewOf({ company: { refund: 'none', endsSubscription: true } }));
  await expect.element(sheet.getByText('The card company can’t refund this from here: refund it in its console as well.')).toBeVisible();
  await expect.element(sheet.getByText('The card company ends the subscription with the refund.')).toBeVisible();
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await open(orderOf(), previewOf({ company: { refund: 'whole', endsSubscription: false } }), undefined, appearance);
  await sheet.getByRole('textbox').first().fill('2');
  await expect.element(sheet.getByRole('checkbox')).toBeVisible();
  await expectAccessible();
});
