import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ApiDouble } from '../../../testing/api-double.ts';
import { APPEARANCES } from '../../../testing/appearances.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { FAN } from '../../../testing/fixtures.ts';
import { show, type ShowOptions } from '../../../testing/show.tsx';
import { LoginForm } from './LoginForm.tsx';

const LOG_IN = 'POST /auth/login';

const open = (options: ShowOptions = {}, prepare?: (api: ApiDouble) => void) =>
  show(<LoginForm />, { path: '/auth/login', ...options }, (api) => {
    api.answer(LOG_IN, { token: 'token' });
    api.answer('GET /users/me', FAN);
    prepare?.(api);
  });

const name = page.getByLabelText('Username or email');
const password = page.getByLabelText('Password', { exact: true });
const button = page.getByRole('button', { name: 'Log in' });
const submit = async (): Promise<void> => {
  await name.fill('wren');
  await password.fill('a long password');
  await button.click();
};
const alerts = () =>
  page
    .getByRole('alert')
    .elements()
    .map((alert) => alert.textContent);

test('is busy while the log-in is being answered, then opens the landing page of a fan', async () => {
  const { api, session, address } = await open();
  const release = api.hold(LOG_IN);
  await submit();
  await expect.element(button).toBeDisabled();
  expect(session.get()).toBeNull();
  expect(address()).toBe('/auth/login');
  release();
  await expect.poll(address).toBe('/');
  expect(session.get()).toMatchObject({ _id: FAN._id });
  expect(api.sent(LOG_IN).map(({ body }) => body)).toEqual([{ username: 'wren', password: 'a long password', remember: false }]);
});

test('opens a performer’s profile', async () => {
  const { address } = await open({}, (api) => api.answer('GET /users/me', { ...FAN, role: 'performer', isPerformer: true }));
  await submit();
  await expect.poll(address).toBe('/wren');
});

test('shows wrong credentials at the password, and takes a second attempt', async () => {
  const { api, session, address } = await open({}, (double) => double.refuse(LOG_IN, 'INCORRECT_CREDENTIALS'));
  await submit();
  await expect.element(password).toHaveAccessibleDescription('Incorrect credentials!');
  expect(alerts()).toEqual(['Incorrect credentials!']);
  expect(session.get()).toBeNull();
  await expect.element(name).toHaveValue('wren');
  await expect.element(button).toBeEnabled();
  api.answer(LOG_IN, { token: 'token' });
  await password.fill('another password');
  await expect.poll(alerts).toEqual([]);
  await button.click();
  await expect.poll(address).toBe('/');
});

test('shows the server’s sentence of another refusal above the fields', async () => {
  const { session } = await open({}, (api) => api.refuse(LOG_IN, 'LOG_IN_PAUSED', { retryAfterSeconds: 600 }));
  await submit();
  await expect.poll(alerts).toEqual([expect.stringMatching(/^Too many/)]);
  await expect.element(page.getByRole('link', { name: 'Forgot it?' }).first()).toHaveAttribute('href', '/auth/forgot-password');
  expect(session.get()).toBeNull();
});

test('shows the sentence of the specification after a failure without words', async () => {
  await open({}, (api) => api.refuseWithoutWords(LOG_IN));
  await submit();
  await expect.poll(alerts).toEqual(['Incorrect credentials!']);
  await expect.element(password).toHaveValue('a long password');
});

test('says that an answer was lost, and keeps what was typed', async () => {
  await open({}, (api) => api.lose(LOG_IN));
  await submit();
  await expect.poll(alerts).toEqual(['You are offline']);
  await expect.element(password).toHaveValue('a long password');
});

test.each(APPEARANCES)('is accessible with wrong credentials in $locale, $direction, $theme', async (appearance) => {
  await open(appearance, (api) => api.refuse(LOG_IN, 'INCORRECT_CREDENTIALS'));
  await page.getByRole('textbox').first().fill('wren');
  document.querySelector<HTMLInputElement>('input[name="password"]')!.focus();
  await page.elementLocator(document.activeElement!).fill('a long password');
  await page.getByRole('button').last().click();
  await expect.poll(alerts).toHaveLength(1);
  await expectAccessible();
});
