import type { AdminPayout } from '@stagedoor/contract/admin-payouts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ApiDouble } from '../../../../testing/api-double.ts';
import { APPEARANCES } from '../../../../testing/appearances.ts';
import { expectAccessible } from '../../../../testing/axe.ts';
import { FAN, INSTANT, PERFORMER, idOf } from '../../../../testing/fixtures.ts';
import { sheet } from '../../../../testing/sheet.tsx';
import { type ShowOptions, show } from '../../../../testing/show.tsx';
import { NewBatch } from './NewBatch.tsx';
import { PayoutPane } from './PayoutPane.tsx';

const READ = 'GET /admin/payouts/{id}';
const APPROVE = 'POST /admin/payouts/{id}/approve';
const PAY = 'POST /admin/payouts/{id}/pay';
const ADMIN = { ...FAN, role: 'admin' as const };

const PAYOUT: AdminPayout = {
  _id: idOf(300),
  reference: 'PO-1001',
  state: 'pending',
  method: 'banking',
  destination: '6819',
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
  performer: PERFORMER,
  batch: null,
  version: 4,
  performerState: 'approved',
  available: 6,
  held: 0,
  paidBefore: { amount: 0, count: 0 },
  detailsChangedAt: null,
  hasDetails: true,
  frozen: null,
  history: [],
};

const openPane = (payout: AdminPayout, options: ShowOptions = {}, prepare?: (api: ApiDouble) => void) =>
  show(<PayoutPane id={payout._id} index={0} count={1} onBack={() => undefined} />, { user: ADMIN, ...options }, (api) => {
    api.answer(READ, payout);
    prepare?.(api);
  });

const approve = page.getByRole('button', { name: /^Approve A/ });
const confirmApproval = sheet.getByRole('button', { name: 'Approve' });

test('asks before it approves the version that it shows', async () => {
  const { api } = await openPane(PAYOUT, {}, (double) => double.answer(APPROVE, { ...PAYOUT, state: 'approved', version: 5 }));
  await approve.click();
  await expect.element(sheet).toMatchTextContent('Approve $24.00 for Luna Reyes?');
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(api.sent(APPROVE)).toEqual([]);
  // The key asks as the button does.
  await userEvent.keyboard('a');
  await confirmApproval.click();
  await expect.element(page.getByText('Payout approved')).toBeVisible();
  expect(api.sent(APPROVE).map(({ body }) => body)).toEqual([{ version: 4 }]);
});

test('reads a changed payout again, says what changed, and approves the new version at the next click', async () => {
  const { api } = await openPane(PAYOUT, {}, (double) => double.refuse(APPROVE, 'PAYOUT_CHANGED'));
  await expect.element(approve).toBeVisible();
  const changed: AdminPayout = {
    ...PAYOUT,
    amount: 20,
    net: 20,
    method: 'paypal',
    destination: 'l••••@example.org',
    note: 'Rent',
    version: 6,
  };
  api.answer(READ, changed);
  await approve.click();
  await confirmApproval.click();
  const told = page.getByRole('status').filter({ hasText: 'Changed since you opened it' });
  await expect.element(told).toMatchTextContent('Amount: $20.00 (was $24.00)');
  await expect.element(told).toMatchTextContent('PayPal l••••@example.org (was Bank 6819)');
  await expect.element(told).toMatchTextContent('Note: Rent (was none)');
  await expect.element(page.getByRole('alert')).toMatchTextContent('Nothing was done.');
  await expectAccessible();
  await expect.element(sheet).not.toBeInTheDocument();
  api.answer(APPROVE, { ...changed, state: 'approved', version: 7 });
  await approve.click();
  await expect.element(sheet).toMatchTextContent('Approve $20.00 for Luna Reyes?');
  await confirmApproval.click();
  await expect.element(page.getByText('Payout approved')).toBeVisible();
  await expect.element(told).not.toBeInTheDocument();
  expect(api.sent(APPROVE).map(({ body }) => body)).toEqual([{ version: 4 }, { version: 6 }]);
});

test('neither approves nor pays a held payout, and says until when', async () => {
  const heldUntil = '2026-12-01T14:05:00.000Z';
  const { api } = await openPane({ ...PAYOUT, heldUntil });
  await expect.element(approve).toBeDisabled();
  await expect.element(page.getByText(/^Held until .*Dec.*: the performer added or changed/)).toBeVisible();
  await expect.element(page.getByText(/^You can approve it from /)).toBeVisible();
  expect(api.sent(APPROVE)).toEqual([]);
});

test('doesn’t pay an approved payout that is held', async () => {
  const { api } = await openPane({ ...PAYOUT, state: 'approved', approvedAt: INSTANT, heldUntil: '2026-12-01T14:05:00.000Z' });
  await expect.element(page.getByRole('button', { name: 'Mark as paid' })).toBeDisabled();
  expect(api.sent(PAY)).toEqual([]);
});

test.each([
  ['pending', 'Reject R', 'POST /admin/payouts/{id}/reject', 'Reject', 'Reason for rejecting'],
  ['approved', 'Reject', 'POST /admin/payouts/{id}/reject', 'Reject', 'Reason for rejecting'],
  ['paid', 'Mark as returned', 'POST /admin/payouts/{id}/return', 'Mark as returned', 'Reason for the return'],
] as const)('of a payout that is %s, “%s” asks for the reason and says where the money goes', async (state, label, key, act, reason) => {
  const { api } = await openPane({ ...PAYOUT, state }, {}, (double) =>
    double.refuseField(key, 'reason', { en: 'Enter a reason.', es: 'Indica un motivo.' }),
  );
  await page.getByRole('button', { name: label, exact: true }).click();
  await expect.element(sheet).toMatchTextContent('$24.00 goes back to what Luna Reyes can withdraw.');
  await sheet.getByLabelText(reason).fill('Wrong account');
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(api.sent(key)).toEqual([]);
  await page.getByRole('button', { name: label, exact: true }).click();
  await sheet.getByRole('button', { name: act, exact: true }).click();
  await expect.element(sheet.getByText('Enter a reason.')).toBeVisible();
  expect(api.sent(key).map(({ body }) => body)).toEqual([{ version: 4, reason: 'Wrong account' }]);
});

test('asks before it marks an approved payout as paid, with the reference of the payment', async () => {
  const { api } = await openPane({ ...PAYOUT, state: 'approved', approvedAt: INSTANT }, {}, (double) =>
    double.answer(PAY, { ...PAYOUT, state: 'paid', version: 5 }),
  );
  await page.getByRole('button', { name: 'Mark as paid' }).click();
  await expect.element(sheet).toMatchTextContent('once $24.00 has left your account for Bank 6819');
  await sheet.getByLabelText(/^Payment reference/).fill('TR-9');
  expect(api.sent(PAY)).toEqual([]);
  await sheet.getByRole('button', { name: 'Mark as paid' }).click();
  await expect.element(page.getByText('Marked as paid')).toBeVisible();
  expect(api.sent(PAY).map(({ body }) => body)).toEqual([{ version: 4, paymentReference: 'TR-9' }]);
});

test('gathers a batch of what it shows, each payout with its version', async () => {
  const LIST = 'GET /admin/payouts';
  const CREATE = 'POST /admin/payout-batches';
  const ready = [
    { ...PAYOUT, state: 'approved' as const, method: 'paypal' as const },
    { ...PAYOUT, _id: idOf(301), state: 'approved' as const, method: 'paypal' as const, version: 9, net: 10.5 },
  ];
  const { api } = await show(<NewBatch approved={3} />, { user: ADMIN }, (double) => {
    double.answer(LIST, { data: ready, total: 2, counts: { pending: 0, approved: 3 }, oldestWaitingAt: null });
    double.refuse(CREATE, 'PAYOUT_CHANGED');
  });
  await page.getByRole('button', { name: 'New batch' }).click();
  await expect.element(sheet.getByRole('button', { name: 'Bank · 0 payouts · $0.00' })).toBeDisabled();
  await sheet.getByRole('button', { name: 'PayPal · 2 payouts · $34.50' }).click();
  await expect.element(sheet.getByRole('alert')).toMatchTextContent('This payout has changed');
  expect(api.sent(CREATE).map(({ body }) => body)).toEqual([
    {
      method: 'paypal',
      payouts: [
        { id: idOf(300), version: 4 },
        { id: idOf(301), version: 9 },
      ],
    },
  ]);
  await expect.poll(() => api.sent(LIST).length).toBe(2);
});

const OTHER_ADMIN = [
  ['en', 'Another admin must pay what you approved.'],
  ['es', 'Lo que has aprobado debe pagarlo otro admin.'],
] as const;
const APPROVED = { ...PAYOUT, state: 'approved' as const, approvedAt: INSTANT };

test.each(OTHER_ADMIN)('says that another admin must pay a payout, in %s', async (locale, words) => {
  await openPane(APPROVED, { locale }, (double) => double.refuse(PAY, 'OTHER_ADMIN_REQUIRED'));
  const pay = /^(Mark as paid|Marcar como pagado)$/;
  await page.getByRole('button', { name: pay }).click();
  await sheet.getByRole('button', { name: pay }).click();
  await expect.element(sheet.getByRole('alert')).toMatchTextContent(words);
});

test.each(OTHER_ADMIN)('says that another admin must gather a batch, in %s', async (locale, words) => {
  await show(<NewBatch approved={1} />, { user: ADMIN, locale }, (double) => {
    double.answer('GET /admin/payouts', { data: [APPROVED], total: 1, counts: { pending: 0, approved: 1 }, oldestWaitingAt: null });
    double.refuse('POST /admin/payout-batches', 'OTHER_ADMIN_REQUIRED');
  });
  await page.getByRole('button', { name: /^(New batch|Nuevo lote)$/ }).click();
  await sheet.getByRole('button', { name: /24/ }).click();
  await expect.element(sheet.getByRole('alert')).toMatchTextContent(words);
});

test.each(APPEARANCES)('is accessible while it is held, in $locale, $direction, $theme', async (appearance) => {
  await openPane({ ...PAYOUT, heldUntil: '2026-12-01T14:05:00.000Z' }, appearance);
  await expect.element(page.getByText(/6819/)).toBeInTheDocument();
  await expectAccessible();
});

test.each(['pending', 'approved'] as const)(
  'says why a frozen payout that is %s can’t be decided, and blocks the decision',
  async (state) => {
    await openPane({ ...PAYOUT, state, frozen: { at: INSTANT, cause: 'payoutDetails' } });
    await expect.element(page.getByText(/^Payouts have been frozen since .*about changed payout details\.$/)).toBeVisible();
    await expect.element(page.getByRole('button', { name: state === 'pending' ? /^Approve/ : /^Mark as paid/ })).toBeDisabled();
  },
);
