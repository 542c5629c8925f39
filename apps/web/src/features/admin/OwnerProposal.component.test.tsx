import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { APPEARANCES } from '../../../testing/appearances.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { idOf, INSTANT, PIXEL } from '../../../testing/fixtures.ts';
import { show } from '../../../testing/show.tsx';
import { OwnerProposal } from './OwnerProposal.tsx';

const PROPOSAL = {
  by: { _id: idOf(5), name: 'Ada Holt', username: 'ada', avatar: PIXEL },
  at: INSTANT,
  until: '2026-11-28T19:00:00.000Z',
};
const open = (isOwn: boolean, options = {}) => {
  const pressed: string[] = [];
  const shown = show(
    <OwnerProposal
      proposal={PROPOSAL}
      isOwn={isOwn}
      busy={false}
      onConfirm={() => pressed.push('confirm')}
      onWithdraw={() => pressed.push('withdraw')}
    />,
    options,
  );
  return { shown, pressed };
};

test('says who proposed it and until when, and lets another owner confirm', async () => {
  const { shown, pressed } = open(false);
  await shown;
  await expect
    .element(page.getByText(/^Proposed as an owner by @ada\. Another owner must confirm it by 28 Nov(ember)? 2026\.|Nov(ember)? 28, 2026/))
    .toBeVisible();
  await page.getByRole('button', { name: 'Confirm as an owner' }).click();
  expect(pressed).toEqual(['confirm']);
});

test('lets the owner who proposed it withdraw it, but not confirm it', async () => {
  const { shown, pressed } = open(true);
  await shown;
  await page.getByRole('button', { name: 'Withdraw' }).click();
  expect(pressed).toEqual(['withdraw']);
  expect(page.getByRole('button', { name: 'Confirm as an owner' }).elements()).toEqual([]);
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await open(false, appearance).shown;
  await expectAccessible();
});
