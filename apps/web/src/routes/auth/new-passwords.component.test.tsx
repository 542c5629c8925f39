import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { FAN } from '../../../testing/fixtures.ts';
import { show } from '../../../testing/show.tsx';
import { PasswordSheet } from '../../features/account/PasswordSheet.tsx';
import { PasswordCard } from '../../features/performer-area/account/PasswordCard.tsx';
import ResetPassword from './reset-password.tsx';

/** A sentence of the server. */
const REFUSED = { en: 'Your name is easy to guess.', es: 'Tu nombre se adivina pronto.' };
const CHANGE = 'PUT /auth/me/password';
const RESET = 'POST /auth/reset';
const field = (name: string) => page.elementLocator(document.querySelector(`[name="${name}"]`)!);

test.each([
  { where: 'after a forgotten one', form: <ResetPassword />, key: RESET, submit: 'Set password', path: '/auth/reset-password?token=abc' },
  {
    where: 'of the account',
    form: <PasswordSheet opened onClose={() => {}} />,
    key: CHANGE,
    submit: 'Change your password',
    path: '/account',
  },
  { where: 'of a performer', form: <PasswordCard />, key: CHANGE, submit: 'Change password', path: '/model/profile' },
] as const)('the form $where says at the field why a new password is refused', async ({ form, key, submit, path }) => {
  const { api } = await show(form, { user: FAN, path }, (double) => double.refuseField(key, 'password', REFUSED));
  await expect.poll(() => document.querySelector('[name="password"]')).not.toBeNull();
  if (key === CHANGE) await field('currentPassword').fill('a long password');
  await field('password').fill('luna1990!');
  await page.getByRole('button', { name: submit }).click();
  await expect.element(field('password')).toHaveAccessibleDescription(new RegExp(REFUSED.en));
  expect(
    page
      .getByRole('alert')
      .elements()
      .map((alert) => alert.textContent),
  ).toEqual([REFUSED.en]);
  expect(api.sent(key)).toHaveLength(1);
});
