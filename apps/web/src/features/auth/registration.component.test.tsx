import { TEXTS } from '@stagedoor/contract/texts/index';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ApiDouble } from '../../../testing/api-double.ts';
import { APPEARANCES } from '../../../testing/appearances.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { show, type ShowOptions } from '../../../testing/show.tsx';
import { expectToast, stopTimeouts, toasts } from '../../../testing/toasts.ts';
import { RegisterFanForm } from './RegisterFanForm.tsx';
import { RegisterPerformerForm } from './RegisterPerformerForm.tsx';

const FAN = 'POST /auth/register';
const PERFORMER = 'POST /auth/performers/register';
const WELCOME = TEXTS['accounts.registered'].en;
const APPLIED = TEXTS['accounts.performerRegistered'].en;

const open = (form: React.ReactNode, options: ShowOptions, prepare?: (api: ApiDouble) => void) =>
  show(form, { path: '/auth/register', ...options }, (api) => {
    api.answer('GET /auth/username', { isAvailable: true, obstacle: null });
    api.answer(FAN, { message: WELCOME });
    api.answer(PERFORMER, { message: APPLIED });
    prepare?.(api);
  });
const openFan = (prepare?: (api: ApiDouble) => void, options: ShowOptions = {}) => open(<RegisterFanForm />, options, prepare);
const openPerformer = (prepare?: (api: ApiDouble) => void, options: ShowOptions = {}) =>
  open(
    <RegisterPerformerForm countries={[{ code: 'PT', name: 'Portugal', flag: '🇵🇹' }]} genders={[{ value: 'female', text: 'Woman' }]} />,
    options,
    prepare,
  );

/** A field by its name: labels differ by language. */
const field = (name: string) => page.elementLocator(document.querySelector(`[name="${name}"]`)!);
const button = page.getByRole('button', { name: /Create account|Send application/ });
const alerts = () =>
  page
    .getByRole('alert')
    .elements()
    .map((alert) => alert.textContent);

const fillCredentials = async (): Promise<void> => {
  await field('username').fill('wren');
  await field('email').fill('wren@example.com');
  await field('password').fill('a long password');
};
const fillFan = async (): Promise<void> => {
  await fillCredentials();
  await page.getByRole('checkbox').click({ force: true });
};
const fillPerformer = async (): Promise<void> => {
  await fillCredentials();
  await field('name').fill('Wren');
  await field('firstName').fill('Wren');
  await field('lastName').fill('Ellis');
  await field('dateOfBirth').fill('1990-05-01');
  await field('gender').selectOptions('female');
  await field('country').selectOptions('PT');
  const document_ = new File(['%PDF-1.4'], 'passport.pdf', { type: 'application/pdf' });
  for (const input of document.querySelectorAll<HTMLElement>('input[type="file"]')) await page.elementLocator(input).upload(document_);
};

const FORMS = [
  { who: 'a fan', key: FAN, openForm: openFan, fill: fillFan, message: WELCOME, taken: 'USERNAME_TAKEN' },
  { who: 'a performer', key: PERFORMER, openForm: openPerformer, fill: fillPerformer, message: APPLIED, taken: 'PERFORMER_USERNAME_TAKEN' },
] as const;

test.each(FORMS)(
  'registers $who: busy meanwhile, then the log-in and the server’s message for 5 s',
  async ({ openForm, fill, key, message }) => {
    const { api, address } = await openForm();
    const release = api.hold(key);
    await fill();
    stopTimeouts();
    await button.click();
    await expect.element(button).toBeDisabled();
    expect([address(), toasts()]).toEqual(['/auth/register', []]);
    release();
    await expect.poll(address).toBe('/auth/login');
    await expectToast(message, 5000);
    expect(api.sent(key)).toHaveLength(1);
    expect(api.sent(key)[0]!.body).toMatchObject({ username: 'wren', email: 'wren@example.com', password: 'a long password' });
  },
);

test.each(FORMS)('tells $who at the field that the username is taken, until it is changed', async ({ openForm, fill, key, taken }) => {
  const { api, address } = await openForm((double) => double.refuse(key, taken));
  await fill();
  stopTimeouts();
  await button.click();
  await expect.element(field('username')).toHaveAccessibleDescription(TEXTS[`errors.${taken}`].en);
  expect(alerts()).toEqual([TEXTS[`errors.${taken}`].en]);
  expect(toasts()).toEqual([]);
  expect(address()).toBe('/auth/register');
  await expect.element(button).toBeEnabled();
  await field('username').fill('wren2');
  await expect.poll(alerts).toEqual([]);
  expect(api.sent(key)).toHaveLength(1);
});

test.each(FORMS)('tells $who at the field why a password is refused, until it is changed', async ({ openForm, fill, key }) => {
  const { api, address } = await openForm((double) => double.refuseField(key, 'password', TEXTS['validation.passwordLeaked']));
  await fill();
  await button.click();
  await expect.element(field('password')).toHaveAccessibleDescription(new RegExp(TEXTS['validation.passwordLeaked'].en));
  expect(alerts()).toEqual([TEXTS['validation.passwordLeaked'].en]);
  expect([address(), api.sent(key).length]).toEqual(['/auth/register', 1]);
  await expect.element(field('email')).toHaveValue('wren@example.com');
  await field('password').fill('marmalade under 7 bridges');
  await expect.poll(alerts).toEqual([]);
});

test.each(FORMS)('says to $who that a username is taken once its field is left, as the refused form does', async ({ openForm, taken }) => {
  await openForm((api) => api.answer('GET /auth/username', { isAvailable: false, obstacle: 'USERNAME_TAKEN' }));
  await field('username').fill('wren');
  await field('email').click();
  await expect.element(field('username')).toHaveAccessibleDescription(TEXTS[`errors.${taken}`].en);
});

test.each(FORMS)('shows $who the server’s sentence of a refusal that belongs to no field', async ({ openForm, fill, key }) => {
  const { address } = await openForm((api) => api.refuse(key, 'RATE_LIMITED'));
  await fill();
  await button.click();
  await expect.poll(alerts).toEqual([TEXTS['errors.RATE_LIMITED'].en]);
  await expect.element(field('email')).toHaveValue('wren@example.com');
  expect(address()).toBe('/auth/register');
});

test.each(FORMS)('shows $who the sentence of the specification after a failure without words', async ({ openForm, fill, key, taken }) => {
  const { address } = await openForm((api) => api.refuseWithoutWords(key));
  await fill();
  await button.click();
  await expect.poll(alerts).toEqual([TEXTS[`errors.${taken}`].en]);
  expect(address()).toBe('/auth/register');
});

test.each(FORMS)('says to $who that an answer was lost', async ({ openForm, fill, key }) => {
  await openForm((api) => api.lose(key));
  await fill();
  await button.click();
  await expect.poll(alerts).toEqual(['You are offline']);
});

test('names the documents that an application lacks', async () => {
  const { api } = await openPerformer();
  await button.click();
  const [identity, document_] = [...document.querySelectorAll<HTMLElement>('input[type="file"]')].map((input) =>
    page.elementLocator(input),
  );
  await expect.element(identity!).toHaveAccessibleDescription(/Add a photo of your identity card or passport\./);
  await expect.element(document_!).toHaveAccessibleDescription(/Add a photo of you holding that document\./);
  expect(api.sent(PERFORMER)).toEqual([]);
});

test.each(FORMS)('keeps what $who has typed over a reload of the page, but no password', async ({ openForm }) => {
  await openForm();
  await fillCredentials();
  const kept = Object.fromEntries(Object.entries(sessionStorage));
  expect(JSON.stringify(kept)).not.toContain('a long password');
  await openForm(() => Object.assign(sessionStorage, kept));
  const [username, email, password] = ['username', 'email', 'password'].map(
    (name) => [...document.querySelectorAll<HTMLInputElement>(`[name="${name}"]`)].at(-1)!,
  );
  await expect.poll(() => [username!.value, email!.value, password!.value]).toEqual(['wren', 'wren@example.com', '']);
});

test('stops the upload of an application, and sends it again', async () => {
  const { api, address } = await openPerformer();
  const release = api.hold(PERFORMER);
  await fillPerformer();
  await button.click();
  await page.getByRole('button', { name: 'Stop sending' }).click();
  await expect.element(button).toBeEnabled();
  release();
  expect(alerts()).toEqual([]);
  await button.click();
  await expect.poll(address).toBe('/auth/login');
  expect(api.sent(PERFORMER)).toHaveLength(2);
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  // The fields of a fan are among those of a performer.
  await openPerformer(undefined, appearance);
  await expectAccessible();
});
