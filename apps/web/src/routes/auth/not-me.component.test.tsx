import { TEXTS } from '@stagedoor/contract/texts/index';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ApiDouble } from '../../../testing/api-double.ts';
import { APPEARANCES } from '../../../testing/appearances.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { show, type ShowOptions } from '../../../testing/show.tsx';
import NotMe from './not-me.tsx';

const NOT_ME = 'POST /verification/not-me';
const KEPT = { address: 'kept', isFrozen: false } as const;

const open = (prepare?: (api: ApiDouble) => void, options: ShowOptions = {}) =>
  show(<NotMe />, { path: '/auth/not-me?token=abc', ...options }, (api) => {
    api.answer(NOT_ME, KEPT);
    prepare?.(api);
  });

const button = page.getByRole('button');
const heading = (name: string) => page.getByRole('heading', { name });

test('says what happens and sends nothing before the button is pressed', async () => {
  const { api } = await open();
  await expect.element(heading('Wasn’t that you?')).toBeVisible();
  await expect.element(page.getByText(TEXTS['auth.notMeLead'].en)).toBeVisible();
  expect(button.elements()).toHaveLength(1);
  expect(api.sent(NOT_ME)).toEqual([]);
});

test('is busy while the answer is awaited, sends the token once, then says that the account is secured', async () => {
  const { api } = await open();
  const release = api.hold(NOT_ME);
  await button.click();
  await expect.element(button).toBeDisabled();
  release();
  await expect.element(heading('Your account is secured')).toBeVisible();
  await expect.element(page.getByText(TEXTS['auth.notMeDoneLead'].en)).toBeVisible();
  await expect.element(page.getByRole('link', { name: TEXTS['auth.backToLogIn'].en })).toHaveAttribute('href', '/auth/login');
  expect(api.sent(NOT_ME).map(({ body }) => body)).toEqual([{ token: 'abc' }]);
});

test('says that the old address is back and payouts are frozen', async () => {
  await open((api) => api.answer(NOT_ME, { address: 'restored', isFrozen: true }));
  await button.click();
  await expect.element(page.getByText(`${TEXTS['auth.notMeRestoredLead'].en} ${TEXTS['auth.notMeFrozen'].en}`)).toBeVisible();
});

test('leads to the contact page when the old address belongs to another account', async () => {
  await open((api) => api.answer(NOT_ME, { address: 'lost', isFrozen: false }));
  await button.click();
  await expect.element(page.getByText(TEXTS['auth.notMeLostLead'].en)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Write to us' })).toHaveAttribute('href', '/contact');
});

test.each([
  ['TOKEN_USED', 'auth.notMeUsed', 'auth.notMeUsedLead'],
  ['TOKEN_EXPIRED', 'auth.linkDead', 'auth.notMeExpiredLead'],
  ['TOKEN_INVALID', 'auth.notMeInvalid', 'auth.notMeInvalidLead'],
] as const)('leads to a new password after %s', async (code, title, lead) => {
  await open((api) => api.refuse(NOT_ME, code));
  await button.click();
  await expect.element(heading(TEXTS[title].en)).toBeVisible();
  await expect.element(page.getByText(TEXTS[lead].en)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Set a new password' })).toHaveAttribute('href', '/auth/forgot-password');
});

test('offers no button without a token', async () => {
  await open(undefined, { path: '/auth/not-me' });
  await expect.element(heading('This link doesn’t work')).toBeVisible();
  expect(button.elements()).toHaveLength(0);
});

test('shows the server’s sentence of another refusal, and can be pressed again', async () => {
  const { api } = await open((double) => double.refuse(NOT_ME, 'RATE_LIMITED'));
  await button.click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(TEXTS['errors.RATE_LIMITED'].en);
  api.answer(NOT_ME, KEPT);
  await button.click();
  await expect.element(heading('Your account is secured')).toBeVisible();
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await open(undefined, appearance);
  await expectAccessible();
});
