import type { AccountDetail } from '@stagedoor/contract/admin-people';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { APPEARANCES } from '../../../testing/appearances.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { FAN, idOf } from '../../../testing/fixtures.ts';
import { openSheet, sheet } from '../../../testing/sheet.tsx';
import type { ShowOptions } from '../../../testing/show.tsx';
import { ReleasePayouts } from './ReleasePayouts.tsx';

const RELEASE = 'POST /admin/performers/{id}/release-payouts';
// The sheet reads the account's id and name alone.
const ACCOUNT = { _id: idOf(7), name: 'Luna Vale' } as AccountDetail;

const open = async (options: ShowOptions = {}) => {
  const [closed, onDone] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const { api } = await openSheet(
    (close) => {
      const onClose = () => {
        closed();
        close();
      };
      return <ReleasePayouts opened account={ACCOUNT} onClose={onClose} onDone={onDone} />;
    },
    { user: { ...FAN, role: 'admin' }, ...options },
    (double) => double.refuse(RELEASE, 'PAYOUT_STATE'),
  );
  return { closed, onDone, api };
};

test('says what to check first, and keeps the sheet open after a refusal', async () => {
  const { closed, onDone, api } = await open();
  await expect.element(page.getByText(/^Do this only after .*Luna Vale/)).toBeVisible();
  await page.getByRole('button', { name: 'Release payouts' }).click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  expect(closed).not.toHaveBeenCalled();
  expect(onDone).not.toHaveBeenCalled();
  expect(api.sent(RELEASE).map(({ params }) => params)).toEqual([{ id: ACCOUNT._id }]);
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await open(appearance);
  await expect.element(sheet).toBeVisible();
  await expectAccessible();
});
