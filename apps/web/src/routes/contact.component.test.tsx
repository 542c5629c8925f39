import { TEXTS } from '@stagedoor/contract/texts/index';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ApiDouble } from '../../testing/api-double.ts';
import { APPEARANCES } from '../../testing/appearances.ts';
import { expectAccessible } from '../../testing/axe.ts';
import { FAN } from '../../testing/fixtures.ts';
import { show, type ShowOptions } from '../../testing/show.tsx';
import { expectToast, stopTimeouts } from '../../testing/toasts.ts';
import Contact from './contact.tsx';

const SEND = 'POST /contact';

const open = (options: ShowOptions = {}, prepare?: (api: ApiDouble) => void) =>
  show(<Contact />, { path: '/contact', ...options }, (api) => {
    api.answer(SEND, { message: TEXTS['site.contactSent'].en });
    prepare?.(api);
  });
const name = page.getByLabelText('Your name');
const email = page.getByLabelText('Email');
const message = page.getByLabelText('Message');
const button = page.getByRole('button', { name: 'Send' });

test('sends a visitor’s message once, says so for 5 s, and takes another', async () => {
  const { api } = await open();
  const release = api.hold(SEND);
  await name.fill('Mara');
  await email.fill('mara@example.com');
  await message.fill('When is the next show?');
  stopTimeouts();
  await button.click();
  await expect.element(button).toBeDisabled();
  release();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Your message is on its way' })).toBeVisible();
  await expectToast('Thank you. We read every message.', 5000);
  expect(api.sent(SEND).map(({ body }) => body)).toEqual([{ name: 'Mara', email: 'mara@example.com', message: 'When is the next show?' }]);
  await page.getByRole('button', { name: 'Write another' }).click();
  await expect.element(message).toHaveValue('');
});

test('fills in who is logged in', async () => {
  await open({ user: FAN });
  await expect.element(name).toHaveValue(FAN.name);
  await expect.element(email).toHaveValue(FAN.email);
});

test('sends nothing while a field is empty, and keeps a refused message', async () => {
  const { api } = await open({ user: FAN }, (double) => double.refuse(SEND, 'RATE_LIMITED'));
  await button.click();
  await expect.element(message).toHaveAttribute('aria-invalid', 'true');
  expect(api.sent(SEND)).toEqual([]);
  await message.fill('Hello');
  await button.click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(TEXTS['errors.RATE_LIMITED'].en);
  await expect.element(message).toHaveValue('Hello');
});

test('shows the points of contact that the owner entered, and no others', async () => {
  await open({
    settings: {
      contactAuthorities: 'authorities@example.org',
      contactLanguages: 'English, Spanish',
      disputeBodies: 'Body One, https://one.example\nBody Two',
      contactUsers: '',
    },
  });
  await expect.element(page.getByRole('heading', { level: 2, name: 'Points of contact' })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'authorities@example.org' }))
    .toHaveAttribute('href', 'mailto:authorities@example.org');
  await expect.element(page.getByRole('link', { name: 'https://one.example' })).toBeVisible();
  expect(
    page
      .getByRole('term')
      .elements()
      .map((term) => term.textContent),
  ).toEqual(['For authorities', 'Languages', 'Out-of-court dispute bodies']);
  await expectAccessible();
});

test('has no section of points of contact while they are empty', async () => {
  await open();
  await expect.element(button).toBeVisible();
  expect(page.getByText('Points of contact').elements()).toEqual([]);
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await open(appearance);
  await expectAccessible();
});
