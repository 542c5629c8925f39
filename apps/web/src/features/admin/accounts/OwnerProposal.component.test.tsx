import type { AccountDetail } from '@stagedoor/contract/admin-people';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { APPEARANCES } from '../../../../testing/appearances.ts';
import { expectAccessible } from '../../../../testing/axe.ts';
import { accountOf } from '../../../../testing/fixtures-accounts.ts';
import { FAN, idOf, INSTANT, PIXEL } from '../../../../testing/fixtures.ts';
import { sheet } from '../../../../testing/sheet.tsx';
import { type ShowOptions, show } from '../../../../testing/show.tsx';
import { OwnerProposal } from './OwnerProposal.tsx';

const CHANGE = 'PUT /admin/admins/{id}';
const PROPOSAL = {
  by: { _id: idOf(5), name: 'Ada Holt', username: 'ada', avatar: PIXEL },
  at: INSTANT,
  until: '2026-11-28T19:00:00.000Z',
};
const ACCOUNT: AccountDetail = accountOf({ role: 'admin', adminRole: 'finance', ownerProposal: PROPOSAL });

const open = async (isOwn: boolean, options: ShowOptions = {}) => {
  const onDone = vi.fn<() => void>();
  const { api } = await show(
    <OwnerProposal account={ACCOUNT} proposal={PROPOSAL} isOwn={isOwn} onDone={onDone} />,
    { user: { ...FAN, role: 'admin' }, ...options },
    (double) => double.answer(CHANGE, { ...ACCOUNT, ownerProposal: null }),
  );
  return { api, onDone };
};

test('says who proposed it and until when, and asks before another owner confirms', async () => {
  const { api, onDone } = await open(false);
  await expect
    .element(page.getByText(/^Proposed as an owner by @ada\. Another owner must confirm it by (28 Nov(ember)?|Nov(ember)? 28,) 2026\./))
    .toBeVisible();
  await page.getByRole('button', { name: 'Confirm as an owner' }).click();
  await expect.element(sheet.getByText(/^Luna Reyes may then do everything/)).toBeVisible();
  expect(api.sent(CHANGE)).toEqual([]);
  await sheet.getByRole('button', { name: 'Confirm as an owner' }).click();
  await expect.poll(() => api.sent(CHANGE).map(({ body }) => body)).toEqual([{ adminRole: 'owner' }]);
  await expect.poll(() => onDone.mock.calls.length).toBe(1);
});

test('lets the owner who proposed it withdraw it by choosing the present role again, but not confirm it', async () => {
  const { api } = await open(true);
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await sheet.getByRole('button', { name: 'Withdraw' }).click();
  await expect.poll(() => api.sent(CHANGE).map(({ body }) => body)).toEqual([{ adminRole: 'finance' }]);
  expect(page.getByRole('button', { name: 'Confirm as an owner' }).elements()).toEqual([]);
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await open(false, appearance);
  await expectAccessible();
});
