import type { CurrentUser } from '@stagedoor/contract/users';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { APPEARANCES } from '../../../testing/appearances.ts';
import { removeWebAuthn } from '../../../testing/authenticator.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { FAN } from '../../../testing/fixtures.ts';
import { show, type ShowOptions } from '../../../testing/show.tsx';
import { LoginSection } from './LoginSection.tsx';

/** An admin who has to set a second factor up before the administration opens. */
const NEW_ADMIN: CurrentUser = { ...FAN, role: 'admin', adminRole: 'owner', permissions: ['overview'], mustSetUpTwoFactor: true };
const open = (isPasskeyRequired: boolean, options: ShowOptions = {}) =>
  show(<LoginSection />, { user: NEW_ADMIN, ...options }, (api) =>
    api.answer('GET /auth/two-factor', { enabled: false, since: null, recoveryCodesLeft: 0, isPasskeyRequired }),
  );
const buttonsAbout = (words: RegExp) =>
  page
    .getByRole('button', { name: words })
    .elements()
    .map((element) => element.getAttribute('aria-label') ?? element.textContent);

test('leads a new admin to the passkey that the site demands', async () => {
  await open(true);
  await expect.element(page.getByText('Admins of this site must have a passkey. Add one to continue.')).toBeVisible();
  expect(buttonsAbout(/passkey/i)).toEqual(['Add a passkey', 'Add a passkey: Passkeys']);
});

test('tells a new admin to use another browser where passkeys are demanded and this one has no WebAuthn', async () => {
  removeWebAuthn();
  await open(true);
  await expect
    .element(
      page.getByText(
        'Admins of this site must have a passkey, and this browser can’t add one at this address. Log in with another browser.',
      ),
    )
    .toBeVisible();
  expect(buttonsAbout(/passkey/i)).toEqual([]);
});

test('offers an app alone as the second factor where the browser has no WebAuthn', async () => {
  removeWebAuthn(false);
  await open(false);
  await expect.element(page.getByText('This browser can’t use passkeys at this address.')).toBeVisible();
  expect(buttonsAbout(/passkey/i)).toEqual([]);
  await page.getByRole('button', { name: 'Set up' }).first().click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
});

test.each(APPEARANCES)('is accessible without WebAuthn in $locale, $direction, $theme', async (appearance) => {
  removeWebAuthn();
  await open(true, appearance);
  await expect.element(page.getByText(/Log in with another browser|Inicia sesión con otro navegador/)).toBeVisible();
  await expectAccessible();
});
