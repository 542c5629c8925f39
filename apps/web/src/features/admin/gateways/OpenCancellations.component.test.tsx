import type { OpenCancellation } from '@stagedoor/contract/admin-gateways';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { APPEARANCES } from '../../../../testing/appearances.ts';
import { expectAccessible } from '../../../../testing/axe.ts';
import { FAN, idOf, INSTANT, PERFORMER, PIXEL } from '../../../../testing/fixtures.ts';
import { show, type ShowOptions } from '../../../../testing/show.tsx';
import { OpenCancellations } from './OpenCancellations.tsx';

const LIST = 'GET /admin/gateways/cancellations';
const DONE = 'POST /admin/gateways/cancellations/{id}/done';
const BUYER = { _id: FAN._id, username: FAN.username, name: FAN.name, avatar: PIXEL };

/** A cancellation that its buyer hasn't confirmed at Verotel. */
const ASKED: OpenCancellation = {
  _id: idOf(80),
  gateway: 'verotel',
  subscriptionId: '5550001',
  askedBy: 'buyer',
  askedAt: INSTANT,
  buyer: BUYER,
  performer: PERFORMER,
  renewsAt: '2026-12-03T12:00:00.000Z',
};
const OF_SITE: OpenCancellation = { ...ASKED, _id: idOf(81), subscriptionId: '5550002', askedBy: 'site', renewsAt: null };

const open = (rows: OpenCancellation[], options: ShowOptions = {}) =>
  show(
    <OpenCancellations />,
    { user: { ...FAN, role: 'admin', permissions: ['money'] }, path: '/admin/settings/gateways?view=cancellations', ...options },
    (api) => {
      api.answer(LIST, { data: rows, total: rows.length });
      api.answer(DONE, { success: true });
    },
  );

test('says who, to whom, when the company charges next and what to do, and records what was made', async () => {
  const { api } = await open([ASKED, OF_SITE]);
  await expect.element(page.getByText('The buyer hasn’t confirmed it. Ask them, or cancel it in the console.')).toBeVisible();
  await expect.element(page.getByText('It ended here. Cancel it in the console.')).toBeVisible();
  await expect.element(page.getByText('Unknown')).toBeVisible();
  await page.getByRole('button', { name: 'It’s done' }).first().click();
  await expect.element(page.getByText(/shows 5550001 as cancelled\. The subscription then ends here too/)).toBeVisible();
  expect(api.sent(DONE)).toHaveLength(0);
  await page.getByRole('dialog').getByRole('button', { name: 'It’s done' }).click();
  await expect.poll(() => api.sent(DONE).length).toBe(1);
});

test('says that nothing is waiting', async () => {
  await open([]);
  await expect.element(page.getByText('No cancellation is waiting.')).toBeVisible();
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await open([ASKED, OF_SITE], appearance);
  await expect.element(page.getByRole('button').first()).toBeVisible();
  await expectAccessible();
});
