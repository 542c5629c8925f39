import type { OrderLine } from '@stagedoor/contract/orders';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ApiDouble } from '../../../testing/api-double.ts';
import { APPEARANCES } from '../../../testing/appearances.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { FAN, INSTANT, PERFORMER, idOf } from '../../../testing/fixtures.ts';
import { sheet } from '../../../testing/sheet.tsx';
import { type ShowOptions, show } from '../../../testing/show.tsx';
import Complaints from './complaints.tsx';

const DECIDE = 'POST /admin/complaints/{id}/decide';
const PREVIEW = 'GET /admin/orders/{id}/refund-preview';

const ORDER_LINE: OrderLine = {
  _id: idOf(500),
  orderId: idOf(501),
  product: { _id: idOf(502), name: 'Signed score', type: 'physical' },
  quantity: 1,
  unitPrice: 12,
  discount: 0,
  total: 12,
  money: 12,
  refunded: 0,
  refundedMoney: 0,
  currency: 'USD',
  method: 'wallet',
  delivery: 'shipped',
  shippingNote: '',
  trackingUrl: '',
  postage: 0,
  confirmedAt: null,
  confirmBy: null,
  complainBy: null,
  complaint: { state: 'open', text: 'It never came.', note: '', createdAt: INSTANT, decidedAt: null },
  buyer: { _id: FAN._id, name: FAN.name, username: FAN.username, avatar: FAN.avatar },
  seller: PERFORMER,
  acceptBy: null,
  shippedAt: INSTANT,
  deliveredAt: null,
  createdAt: INSTANT,
};

const open = (options: ShowOptions = {}, prepare?: (api: ApiDouble) => void) =>
  show(<Complaints />, { user: { ...FAN, role: 'admin' }, path: `/admin/complaints?id=${ORDER_LINE._id}`, ...options }, (api) => {
    api.answer('GET /admin/complaints', { data: [ORDER_LINE], total: 1 });
    api.answer(PREVIEW, {
      refusal: null,
      tokens: 12,
      money: null,
      revoked: 0,
      endsSubscription: false,
      company: null,
      stateAfter: 'refunded',
      sellers: [{ seller: PERFORMER, net: 9.6, from: 'pending', availableAfter: 30 }],
    });
    prepare?.(api);
  });

test('asks before a refund, with what the buyer gets and what the seller loses, and keeps what was typed', async () => {
  const { api } = await open({}, (double) => double.answer(DECIDE, ORDER_LINE));
  const refund = page.getByRole('button', { name: 'Refund everything' });
  await refund.click();
  await expect.element(sheet).toMatchTextContent('Refund Wren Ellis?');
  await expect.element(sheet.getByRole('list')).toMatchTextContent('12.00');
  await expect.element(sheet.getByRole('list')).toMatchTextContent('$9.60');
  await sheet.getByLabelText('Reason; both sides read it').fill('Lost on its way');
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(api.sent(DECIDE)).toEqual([]);
  await refund.click();
  await sheet.getByRole('button', { name: 'Refund' }).click();
  await expect.element(page.getByText('Decided.')).toBeVisible();
  expect(api.sent(DECIDE).map(({ body }) => body)).toEqual([{ decision: 'refund', note: 'Lost on its way' }]);
});

test('asks before a rejection, and shows the refusal of its reason at the field', async () => {
  const { api } = await open({}, (double) => double.refuseField(DECIDE, 'note', { en: 'Enter a reason.', es: 'Indica un motivo.' }));
  await page.getByRole('button', { name: 'Reject' }).click();
  await expect.element(sheet).toMatchTextContent('Wren Ellis gets nothing back, and Luna Reyes receives the earnings');
  await sheet.getByLabelText('Reason; both sides read it').fill('It was delivered');
  await sheet.getByRole('button', { name: 'Reject' }).click();
  await expect.element(sheet.getByText('Enter a reason.')).toBeVisible();
  expect(api.sent(DECIDE)).toHaveLength(1);
});

test.each(APPEARANCES)('is accessible while it asks, in $locale, $direction, $theme', async (appearance) => {
  await open(appearance);
  await page.getByRole('button', { name: /^(Refund everything|Reembolsar todo)$/ }).click();
  await expect.element(sheet.getByRole('list')).toBeVisible();
  await expectAccessible();
});
