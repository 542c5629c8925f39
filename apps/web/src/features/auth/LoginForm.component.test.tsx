import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { ApiDouble } from '../../../testing/api-double.ts';
import { ASSERTION, CHALLENGE, removeWebAuthn, useAuthenticator } from '../../../testing/authenticator.ts';
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
    api.answer('POST /auth/passkeys/challenge', CHALLENGE);
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

const passkeyButton = page.getByRole('button', { name: 'Log in with a passkey' });

test('logs in with a passkey alone, and remembers the browser if asked to', async () => {
  useAuthenticator();
  const { api, address } = await open();
  await page.getByRole('checkbox').click({ force: true });
  await passkeyButton.click();
  await expect.poll(address).toBe('/');
  expect(api.sent(LOG_IN).map(({ body }) => body)).toEqual([{ remember: true, passkey: ASSERTION }]);
});

test('is silent about a cancelled passkey, and shows a refused one', async () => {
  const authenticator = useAuthenticator('cancelled');
  const { api } = await open({}, (double) => double.refuse(LOG_IN, 'PASSKEY_INVALID'));
  await passkeyButton.click();
  await expect.poll(() => authenticator.asked.filter(({ isAutofill }) => !isAutofill)).toHaveLength(1);
  await expect.element(passkeyButton).toBeEnabled();
  expect([alerts(), api.sent(LOG_IN)]).toEqual([[], []]);
  authenticator.setAnswer('signs');
  await passkeyButton.click();
  await expect.poll(alerts).toEqual([expect.stringMatching(/^This passkey couldn’t be verified/)]);
});

test('offers passkeys in the autofill from the first user event on', async () => {
  const supported = vi.spyOn(PublicKeyCredential, 'isConditionalMediationAvailable').mockResolvedValue(true);
  onTestFinished(() => supported.mockRestore());
  const authenticator = useAuthenticator();
  authenticator.pickInAutofill();
  const { api, address } = await open();
  await expect.element(name).toHaveAttribute('autocomplete', 'username webauthn');
  expect([authenticator.asked, api.sent('POST /auth/passkeys/challenge')]).toEqual([[], []]);
  await name.click();
  await expect.poll(address).toBe('/');
  expect(authenticator.asked[0]).toEqual({ kind: 'get', isAutofill: true });
  expect(api.sent(LOG_IN).map(({ body }) => body)).toEqual([{ remember: false, passkey: ASSERTION }]);
});

test('takes a passkey or a code as the second step', async () => {
  useAuthenticator();
  const { api, address } = await open({}, (double) => double.refuse(LOG_IN, 'TWO_FACTOR_REQUIRED', { methods: ['passkey', 'code'] }));
  await submit();
  await expect.element(page.getByLabelText('Code', { exact: true })).toBeVisible();
  api.answer(LOG_IN, { token: 'token' });
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect.poll(address).toBe('/');
  expect(api.sent(LOG_IN).at(-1)?.body).toEqual({ username: 'wren', password: 'a long password', remember: false, passkey: ASSERTION });
});

test('offers no passkey as the second step to an account without one', async () => {
  const { api, address } = await open({}, (double) => double.refuse(LOG_IN, 'TWO_FACTOR_REQUIRED', { methods: ['code'] }));
  await submit();
  await page.getByLabelText('Code', { exact: true }).fill('123456');
  expect(page.getByRole('button', { name: 'Use a passkey' }).elements()).toEqual([]);
  api.answer(LOG_IN, { token: 'token' });
  await button.click();
  await expect.poll(address).toBe('/');
  expect(api.sent(LOG_IN).at(-1)?.body).toMatchObject({ code: '123456' });
});

test.each([
  ['doesn’t exist', true],
  ['is undefined', false],
])('logs in by password and code where WebAuthn’s object %s, and offers no passkey', async (_state, isMissing) => {
  removeWebAuthn(isMissing);
  const { api, address } = await open({}, (double) => double.refuse(LOG_IN, 'TWO_FACTOR_REQUIRED', { methods: ['passkey', 'code'] }));
  await expect.element(name).toHaveAttribute('autocomplete', 'username');
  expect(passkeyButton.elements()).toEqual([]);
  await submit();
  const code = page.getByLabelText('Code', { exact: true });
  await expect.element(code).toBeVisible();
  await expect.element(page.getByText('This browser can’t use passkeys at this address.')).toBeVisible();
  expect(
    page
      .getByRole('button')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Log in', 'Use another account']);
  api.answer(LOG_IN, { token: 'token' });
  await code.fill('123456');
  await button.click();
  await expect.poll(address).toBe('/');
  expect(api.sent('POST /auth/passkeys/challenge')).toEqual([]);
});

test('says why an idle admin was logged out', async () => {
  await open({ path: '/auth/login?returnTo=%2Fadmin&reason=idle' });
  await expect.element(page.getByText('You were logged out because the administration wasn’t used for a while.')).toBeVisible();
});

test.each(APPEARANCES)('is accessible with wrong credentials in $locale, $direction, $theme', async (appearance) => {
  await open(appearance, (api) => api.refuse(LOG_IN, 'INCORRECT_CREDENTIALS'));
  await page.getByRole('textbox').first().fill('wren');
  document.querySelector<HTMLInputElement>('input[name="password"]')!.focus();
  await page.elementLocator(document.activeElement!).fill('a long password');
  await page.elementLocator(document.querySelector('button[type=submit]')!).click();
  await expect.poll(alerts).toHaveLength(1);
  await expectAccessible();
});
