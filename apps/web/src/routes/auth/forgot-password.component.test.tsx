import { TEXTS } from '@stagedoor/contract/texts/index';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ApiDouble } from '../../../testing/api-double.ts';
import { APPEARANCES } from '../../../testing/appearances.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { show, type ShowOptions } from '../../../testing/show.tsx';
import { expectToast, stopTimeouts, toasts } from '../../../testing/toasts.ts';
import ForgotPassword from './forgot-password.tsx';

const FORGOT = 'POST /auth/forgot';
const SENT = "We've sent an email to reset your password, please check your inbox.";

const open = (prepare?: (api: ApiDouble) => void, options: ShowOptions = {}) =>
  show(<ForgotPassword />, { path: '/auth/forgot-password', ...options }, (api) => {
    api.answer(FORGOT, { message: TEXTS['accounts.resetSent'].en });
    prepare?.(api);
  });

const field = page.getByRole('textbox', { name: 'Email' });
const button = page.getByRole('button', { name: 'Send link' });
const submit = async (): Promise<void> => {
  await field.fill('wren@example.com');
  stopTimeouts();
  await button.click();
};

test('is busy while the answer is awaited, then shows the server’s message for 10 s and where to look', async () => {
  const { api } = await open();
  const release = api.hold(FORGOT);
  await submit();
  await expect.element(button).toBeDisabled();
  expect(toasts()).toEqual([]);
  release();
  await expect.element(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
  await expectToast(SENT, 10_000);
  expect(api.sent(FORGOT).map(({ body }) => body)).toEqual([{ email: 'wren@example.com' }]);
});

test('shows the server’s sentence of a refusal for 5 s, and keeps the form', async () => {
  await open((api) => api.refuse(FORGOT, 'RATE_LIMITED'));
  await submit();
  await expectToast(TEXTS['errors.RATE_LIMITED'].en, 5000);
  await expect.element(field).toHaveValue('wren@example.com');
  await expect.element(button).toBeEnabled();
});

test.each([
  ['an answer that was lost', (api: ApiDouble) => api.lose(FORGOT)],
  ['an answer without words', (api: ApiDouble) => api.refuseWithoutWords(FORGOT)],
])('shows the sentence of the specification for 5 s after %s', async (_what, prepare) => {
  await open(prepare);
  await submit();
  await expectToast('Something went wrong. Please try again later', 5000);
  await expect.element(field).toHaveValue('wren@example.com');
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await open(undefined, appearance);
  await expectAccessible();
});
