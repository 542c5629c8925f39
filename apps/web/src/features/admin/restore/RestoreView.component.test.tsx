import type { Restore } from '@stagedoor/contract/admin-restore';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { APPEARANCES } from '../../../../testing/appearances.ts';
import { expectAccessible } from '../../../../testing/axe.ts';
import { FAN, idOf } from '../../../../testing/fixtures.ts';
import { show, type ShowOptions } from '../../../../testing/show.tsx';
import RestoreBanner from './RestoreBanner.tsx';
import { RestoreView } from './RestoreView.tsx';

const STATE = 'GET /admin/restore/state';
const ASK = 'POST /admin/restore/ask';
const CONFIRM = 'POST /admin/restore/confirm';
const UNTIL = '2026-11-30T03:00:00.000Z';

const ANSWERED: Restore = {
  _id: idOf(90),
  backupName: '20261130T030000Z',
  recoveredUntil: UNTIL,
  restoredAt: '2026-11-30T09:00:00.000Z',
  erasuresRepeated: 5,
  askedAt: '2026-11-30T09:01:00.000Z',
  answers: [
    {
      company: 'ccbill',
      way: 'list',
      askedAt: '2026-11-30T09:01:00.000Z',
      toldUntil: '2026-11-30T09:01:00.000Z',
      failure: null,
      booked: 13,
      known: 2,
      unbooked: [
        {
          event: 'approved',
          reason: 'unknownOrder',
          at: '2026-11-29 21:12:44',
          amount: 9.99,
          currency: 'EUR',
          saleId: '0261130000000000021',
          paymentId: null,
        },
      ],
    },
  ],
  runningShows: 1,
  confirmedAt: null,
};
const [TOLD] = ANSWERED.answers;
const FAILED: Restore = {
  ...ANSWERED,
  answers: [{ ...TOLD!, failure: { reason: 'refused', detail: 'Requests can only be made once every 60 minutes.' }, unbooked: [] }],
};

const OWNER = { ...FAN, role: 'admin' as const, permissions: ['overview', 'admins'] as const };
const open = (restore: Restore, options: ShowOptions = {}) =>
  show(<RestoreView restore={restore} />, { user: { ...OWNER, permissions: [...OWNER.permissions] }, ...options }, (api) => {
    api.answer(ASK, { restore });
    api.answer(CONFIRM, { success: true });
  });

test('says what is covered, what was booked and what isn’t, with what finds it at the company', async () => {
  await open(ANSWERED, { settings: { timeZone: 'Europe/Madrid' } });
  await expect.element(page.getByText('30 Nov, 04:00 (Europe/Madrid)').first()).toBeVisible();
  await expect.element(page.getByText('5 accounts deleted again, with their files')).toBeVisible();
  await expect.element(page.getByText('1 show ends when you confirm')).toBeVisible();
  await expect.element(page.getByText('13 booked now, 2 known before')).toBeVisible();
  await expect.element(page.getByText('0261130000000000021')).toBeVisible();
  await expect.element(page.getByText('€9.99')).toBeVisible();
  await expect.element(page.getByText('Refund or credit the listed payments at their companies')).toBeVisible();
});

test('asks the companies again, and opens the site after a question', async () => {
  const { api } = await open(ANSWERED);
  await page.getByRole('button', { name: 'Ask again' }).click();
  await expect.poll(() => api.sent(ASK).length).toBe(1);
  await page.getByRole('button', { name: 'Confirm and open the site' }).click();
  expect(api.sent(CONFIRM)).toHaveLength(0);
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm and open the site' }).click();
  await expect.poll(() => api.sent(CONFIRM).map(({ body }) => body)).toEqual([{ id: ANSWERED._id, acceptsFailures: false }]);
});

test('says how far a company came, and lets the owner accept what is missing', async () => {
  const { api } = await open(FAILED);
  await expect.element(page.getByText(/It refused to answer further, at 30 Nov, 09:01 \(UTC\)/)).toBeVisible();
  await page.getByRole('button', { name: 'Confirm and open the site' }).click();
  await page.getByRole('checkbox').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm and open the site' }).click();
  await expect.poll(() => api.sent(CONFIRM).map(({ body }) => body)).toEqual([{ id: FAILED._id, acceptsFailures: true }]);
});

test.each([
  ['an owner to the page', ['overview', 'admins'] as const, true],
  ['another admin to an owner', ['overview'] as const, false],
])('a banner leads %s', async (_who, permissions, hasLink) => {
  await show(<RestoreBanner />, { user: { ...FAN, role: 'admin', permissions: [...permissions] }, path: '/admin' }, (api) =>
    api.answer(STATE, { recoveredUntil: UNTIL }),
  );
  await expect.element(page.getByText(/This site was restored and is closed/)).toBeVisible();
  expect(page.getByRole('link', { name: 'Review and open' }).elements()).toHaveLength(hasLink ? 1 : 0);
  expect(page.getByText(/An owner has to confirm it/).elements()).toHaveLength(hasLink ? 0 : 1);
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await open(FAILED, appearance);
  await expect.element(page.getByRole('button').first()).toBeVisible();
  await expectAccessible();
});
