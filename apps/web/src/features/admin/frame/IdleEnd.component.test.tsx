import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { APPEARANCES } from '../../../../testing/appearances.ts';
import { expectAccessible } from '../../../../testing/axe.ts';
import { FAN } from '../../../../testing/fixtures.ts';
import { show, type ShowOptions } from '../../../../testing/show.tsx';
import { pass, stopTimeouts } from '../../../../testing/toasts.ts';
import IdleEnd from './IdleEnd.tsx';

const MINUTE = 60_000;
const LOG_OUT = 'POST /auth/logout';
const dialog = page.getByRole('dialog');
const isAsked = () => dialog.elements().length;

/** Shows a page of an admin who is logged out after ten idle minutes, with stopped timers. @returns `wait`, which moves both clocks */
const open = async (options: ShowOptions = {}) => {
  stopTimeouts();
  let now = Date.now();
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  const shown = await show(<IdleEnd minutes={10} />, { path: '/admin/users?q=a', user: FAN, ...options }, (api) => {
    api.answer(LOG_OUT, { success: true });
    api.answer('GET /users/me', FAN);
  });
  const end = vi.spyOn(shown.session, 'end').mockImplementation(() => undefined);
  const wait = (milliseconds: number) => {
    now += milliseconds;
    pass(milliseconds);
  };
  return { ...shown, end, wait };
};

test('asks one minute before the end, then logs out and returns to the page later', async () => {
  const { api, end, wait } = await open();
  wait(9 * MINUTE - 1);
  expect(isAsked()).toBe(0);
  wait(1);
  await expect.element(dialog).toHaveAccessibleName('Still there?');
  wait(MINUTE - 1);
  expect(api.sent(LOG_OUT)).toEqual([]);
  wait(1);
  await expect.poll(() => end.mock.calls).toEqual([['/admin/users?q=a']]);
  expect(api.sent(LOG_OUT)).toHaveLength(1);
});

test('restarts the time after the answer, and makes a call for the server', async () => {
  const { api, end, wait } = await open();
  wait(9 * MINUTE);
  await page.getByRole('button', { name: 'Stay logged in' }).click();
  await expect.poll(isAsked).toBe(0);
  expect(api.sent('GET /users/me')).toHaveLength(1);
  wait(9 * MINUTE - 1);
  expect([isAsked(), end.mock.calls]).toEqual([0, []]);
  wait(1);
  await expect.poll(isAsked).toBe(1);
});

test.each(['pointermove', 'keydown', 'scroll'])('counts %s as a sign of a person', async (sign) => {
  const { end, wait } = await open();
  wait(8 * MINUTE);
  window.dispatchEvent(new Event(sign));
  wait(8 * MINUTE);
  expect([isAsked(), end.mock.calls]).toEqual([0, []]);
});

test('counts no calls of the page itself', async () => {
  const { end, wait } = await open();
  wait(5 * MINUTE);
  await fetch('/api/users/me');
  wait(5 * MINUTE);
  await expect.poll(() => end.mock.calls.length).toBe(1);
});

test('ends at once after a sleep, also when the first thing is a movement', async () => {
  const { api, end } = await open();
  const later = Date.now() + 60 * MINUTE;
  vi.mocked(Date.now).mockImplementation(() => later);
  window.dispatchEvent(new Event('pointermove'));
  await expect.poll(() => end.mock.calls.length).toBe(1);
  expect(api.sent('GET /users/me')).toEqual([]);
});

test('counts activity in another tab', async () => {
  const { wait } = await open();
  wait(8 * MINUTE);
  localStorage.setItem('adminActiveAt', String(Date.now()));
  wait(8 * MINUTE);
  expect(isAsked()).toBe(0);
});

test('asks nothing outside the administration', async () => {
  const { end, wait } = await open({ path: '/account' });
  wait(60 * MINUTE);
  expect([isAsked(), end.mock.calls]).toEqual([0, []]);
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  const { wait } = await open(appearance);
  wait(9 * MINUTE);
  await expect.element(dialog).toBeVisible();
  await userEvent.tab();
  await expectAccessible();
});
