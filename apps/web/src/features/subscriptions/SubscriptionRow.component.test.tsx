import type { Subscription } from '@stagedoor/contract/subscriptions';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { ApiDouble } from '../../../testing/api-double.ts';
import { APPEARANCES } from '../../../testing/appearances.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { FAN, idOf, INSTANT, PERFORMER, PIXEL } from '../../../testing/fixtures.ts';
import { show, type ShowOptions } from '../../../testing/show.tsx';
import { SubscriptionRow } from './SubscriptionRow.tsx';

const CANCEL = 'POST /subscriptions/cancel/{id}';
const CARD_PAGE = 'GET /subscriptions/{id}/card-page';

/** A subscription that Verotel renews on 3 December. */
const BY_CARD: Subscription = {
  _id: idOf(70),
  type: 'monthly',
  state: 'active',
  renewsBy: 'card',
  price: 9,
  money: 9,
  performer: PERFORMER,
  fan: { _id: FAN._id, username: FAN.username, name: FAN.name, avatar: PIXEL },
  isTrial: false,
  raisedTo: null,
  nextPlan: null,
  changesTo: null,
  spent: null,
  startedAt: INSTANT,
  renewsAt: '2026-12-03T12:00:00.000Z',
  isOverdue: false,
  renewalProblem: null,
  gateway: 'verotel',
  nextTryAt: null,
  cancelAskedAt: null,
  periodDays: null,
  expiresAt: '2026-12-03T12:00:00.000Z',
  cancelledAt: null,
};
const DECLINED: Subscription = {
  ...BY_CARD,
  isOverdue: true,
  nextTryAt: '2026-12-05T12:00:00.000Z',
  expiresAt: '2026-12-06T12:00:00.000Z',
};

const open = async (subscription: Subscription, prepare?: (api: ApiDouble) => void, options: ShowOptions = {}) => {
  const onChange = vi.fn<() => void>();
  const row = (
    <ul>
      <li>
        <SubscriptionRow subscription={subscription} onChange={onChange} />
      </li>
    </ul>
  );
  return { ...(await show(row, { user: FAN, path: '/subscriptions', ...options }, prepare)), onChange };
};
const button = (name: string) => page.getByRole('button', { name });

test('a company that counts days: says the date and then every 30 days', async () => {
  await open({ ...BY_CARD, periodDays: 30 });
  await expect.element(page.getByText(/^Renews .*3.*, then every 30 days$/)).toBeVisible();
});

test('a declined card: names the company’s next try and leads to its page', async () => {
  await open(DECLINED, (api) => api.answer(CARD_PAGE, { url: '#card-page' }));
  await expect.element(page.getByText(/^Your card was declined\. Verotel tries again on .*5.*; you keep access until .*6/)).toBeVisible();
  await button('Update your card').click();
  await expect.poll(() => location.hash).toBe('#card-page');
});

test('a declined card at a company without such a page: says what to do', async () => {
  await open({ ...DECLINED, nextTryAt: null }, (api) => api.answer(CARD_PAGE, { url: null }));
  await expect.element(page.getByText(/^Your card was declined\. Verotel tries again; you keep access/)).toBeVisible();
  await button('Update your card').click();
  await expect.element(page.getByText(/^Verotel has no page for changing the card/)).toBeVisible();
});

test('a cancellation that its company wants confirmed leads to its page', async () => {
  const { api, onChange } = await open(BY_CARD, (double) =>
    double.answer(CANCEL, { ...BY_CARD, cancelAskedAt: INSTANT, redirectUrl: '#cancel-page' }),
  );
  await button('Cancel').click();
  await button('Confirm cancellation').click();
  await expect.poll(() => location.hash).toBe('#cancel-page');
  expect(api.sent(CANCEL)).toHaveLength(1);
  expect(onChange).not.toHaveBeenCalled();
});

test('a cancellation that isn’t confirmed says so, with the link again', async () => {
  const asked = { ...BY_CARD, cancelAskedAt: INSTANT };
  await open(asked, (double) => double.answer(CANCEL, { ...asked, redirectUrl: '#cancel-page' }));
  await expect.element(page.getByText(/^Cancellation not confirmed yet\. Until you confirm it on Verotel’s page, it renews/)).toBeVisible();
  await button('Confirm the cancellation on Verotel’s page').click();
  await expect.poll(() => location.hash).toBe('#cancel-page');
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await open({ ...DECLINED, cancelAskedAt: INSTANT }, undefined, appearance);
  await expect.element(page.getByRole('button').first()).toBeVisible();
  await expectAccessible();
});
