import type { AgeStatus } from '@stagedoor/contract/age';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { APPEARANCES } from '../../testing/appearances.ts';
import { expectAccessible } from '../../testing/axe.ts';
import { FAN } from '../../testing/fixtures.ts';
import { show, type ShowOptions } from '../../testing/show.tsx';
import { VerifyGate } from './VerifyGate.tsx';

const STATUS: AgeStatus = {
  level: 'verify',
  isVerified: false,
  until: null,
  method: null,
  verifiedBy: null,
  provider: { name: 'Proof of Age Ltd', host: 'age.example' },
  validDays: 365,
};
const BEGIN = 'POST /age/checks';

const open = async (options: ShowOptions = {}) => {
  const leave = vi.fn<(url: string) => void>();
  const { api } = await show(<VerifyGate leave={leave} />, options, (double) => {
    double.answer('GET /age/check', STATUS);
    double.answer(BEGIN, { url: 'https://age.example/authorize?x=1' });
  });
  return { api, leave };
};
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('names the provider and the stored data, and sends the browser there with the page to return to', async () => {
  const { api, leave } = await open({ path: '/videos?q=a&age=expired' });
  await expect.element(page.getByText(/Proof of Age Ltd \(age\.example\) does the check/)).toBeVisible();
  await expect.element(page.getByText(/for 365 days/)).toBeVisible();
  await button('Try again').click();
  await expect.poll(() => leave.mock.calls).toEqual([['https://age.example/authorize?x=1']]);
  expect(api.sent(BEGIN).map(({ body }) => body)).toEqual([{ returnTo: '/videos?q=a' }]);
});

test.each([
  ['failed', 'The check didn’t confirm that you’re 18 or older.'],
  ['expired', 'The check took too long, or it was already used. Start a new one.'],
  ['away', 'The age check can’t be reached right now. Please try again in a moment.'],
  ['refused', 'The result couldn’t be accepted. Start a new check in this browser.'],
])('says why a check had no result: %s', async (obstacle, sentence) => {
  await open({ path: `/?age=${obstacle}` });
  await expect.element(page.getByRole('alert')).toHaveTextContent(sentence);
});

test('says that the provider is away, and begins again on click', async () => {
  const { api, leave } = await open();
  api.refuse(BEGIN, 'AGE_PROVIDER_AWAY');
  await button('Verify my age').click();
  await expect.element(page.getByRole('alert').getByText(/^The age check can’t be reached right now\./)).toBeVisible();
  expect(leave).not.toHaveBeenCalled();
  api.answer(BEGIN, { url: 'https://age.example/authorize' });
  await button('Verify my age').click();
  await expect.poll(() => leave.mock.calls).toHaveLength(1);
});

test('offers a visitor the log-in, and an account its data, its subscriptions and the log-out', async () => {
  await open();
  await expect.element(page.getByRole('link', { name: 'Log in instead' })).toBeVisible();
  await open({ user: FAN });
  await expect.element(page.getByRole('link', { name: 'Cancel a subscription' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Your account and data' })).toBeVisible();
  await expect.element(button('Log out')).toBeVisible();
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await open({ path: '/?age=failed', user: FAN, ...appearance });
  await expectAccessible();
});
