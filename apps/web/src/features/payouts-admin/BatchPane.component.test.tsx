import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { FAN, INSTANT, idOf } from '../../../testing/fixtures.ts';
import { show } from '../../../testing/show.tsx';
import { BatchPane } from './BatchPane.tsx';

const ADMIN = { ...FAN, role: 'admin' as const };
const PAY = 'POST /admin/payout-batches/{id}/pay';
const CANCEL = 'POST /admin/payout-batches/{id}/cancel';
const BATCH = {
  _id: idOf(310),
  reference: 'PB-7',
  state: 'open',
  method: 'banking',
  currency: 'USD',
  net: 40,
  count: 2,
  version: 3,
  createdBy: 'admin',
  createdAt: INSTANT,
  updatedAt: INSTANT,
} as const;

test.each([
  ['Mark all as paid', PAY, { version: BATCH.version, paymentReference: '' }],
  ['Dissolve', CANCEL, undefined],
] as const)('“%s” asks once, sends nothing when the question is closed, and says why it was refused', async (act, key, body) => {
  const { api } = await show(<BatchPane id={BATCH._id} onBack={() => undefined} />, { user: ADMIN }, (double) => {
    double.answer('GET /admin/payout-batches/{id}', BATCH);
    double.answer('GET /admin/payouts', { data: [], total: 0, counts: { pending: 0, approved: 0 }, oldestWaitingAt: null });
    double.refuse(key, 'PAYOUT_STATE');
  });
  const ask = page.getByRole('region', { name: 'PB-7' }).getByRole('button', { name: act });
  const question = page.getByRole('dialog');
  await ask.click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(api.sent(key)).toEqual([]);
  await ask.click();
  await question.getByRole('button', { name: act }).click();
  await expect.poll(() => api.sent(key).map(({ body: sent }) => sent)).toEqual([body]);
  await expect.element(question.getByRole('alert')).toBeVisible();
});
