import { createInitialContent } from '@stagedoor/server/modules/site/index';
import { type Person, PASSWORD, createAdmin, unique } from '@stagedoor/server/testing/factories';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goTo, logIn, sheetClosed, visit } from './browser.ts';

// An admin's passkey: added, used without a password, for a confirmation, lost, replaced.

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp({ web: true });
  await createInitialContent(app.platform);
  admin = await createAdmin(app);
});
afterAll(() => app.close());

/** Gives the browser a device with a screen lock, which confirms at once. */
const addAuthenticator = async (browser: CDPSession): Promise<string> => {
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return authenticatorId;
};

const passkeysOf = (person: Person) =>
  app.platform.database
    .selectFrom('passkeys')
    .innerJoin('accounts', 'accounts.id', 'passkeys.account_id')
    .select(['passkeys.name', 'passkeys.counter', 'passkeys.last_used_at'])
    .where('accounts.username', '=', person.username)
    .execute();

const add = async (page: Page, name: string): Promise<void> => {
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Add a passkey' }).click();
  await sheet.getByLabel('Name').fill(name);
  await sheet.getByRole('button', { name: 'Add a passkey' }).click();
};

const logOut = async (page: Page): Promise<void> => {
  await page.context().clearCookies({ name: 'token' });
  await goTo(page, '/auth/login');
};

test('an admin adds a passkey, logs in and confirms by it, loses it, and replaces it with a recovery code', async () => {
  const { page, checkAxe, expectErrors } = await visit(app.platform.config.publicUrl);
  // A call that asks for a confirmation.
  expectErrors(/status of 403/);
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  const phone = await addAuthenticator(browser);

  await logIn(page, admin.username);
  await goTo(page, '/account');
  await page.getByRole('button', { name: 'Add a passkey: Passkeys' }).click();
  await add(page, 'Phone');
  const codes = page.getByRole('dialog').getByRole('listitem');
  await codes.first().waitFor();
  const [recoveryCode] = await codes.allTextContents();
  await page.getByRole('button', { name: 'I’ve saved them' }).click();
  await sheetClosed(page);
  await checkAxe('the account page with a passkey');
  expect(await passkeysOf(admin)).toMatchObject([{ name: 'Phone', last_used_at: null }]);

  await logOut(page);
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/auth/'));
  expect((await passkeysOf(admin))[0]!.last_used_at).toBeInstanceOf(Date);

  // The log-in is old: a new admin needs a confirmation.
  app.clock.advance(11 * 60_000);
  const invited = unique('helper');
  await goTo(page, '/admin/users');
  await page.getByRole('button', { name: 'New admin' }).click();
  const form = page.getByRole('dialog', { name: 'New admin' });
  await form.getByLabel('Name', { exact: true }).fill('Hal Moss');
  await form.getByLabel('Username').fill(invited);
  await form.getByLabel('Email').fill(`${invited}@example.org`);
  await form.getByRole('button', { name: 'Send the invitation' }).click();
  await page.getByRole('dialog', { name: 'Confirm it’s you' }).getByRole('button', { name: 'Use a passkey' }).click();
  await sheetClosed(page);
  const created = () => app.platform.database.selectFrom('accounts').select('role').where('username', '=', invited).execute();
  await expect.poll(created).toEqual([{ role: 'admin' }]);

  // The phone is lost: password and recovery code, then another passkey.
  await browser.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: phone });
  await logOut(page);
  await page.getByLabel('Username or email').fill(admin.username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByLabel('Code', { exact: true }).fill(recoveryCode!);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/auth/'));
  await goTo(page, '/account');
  await page.getByRole('button', { name: 'Manage: Passkeys' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Remove: Phone' }).click();
  await sheet.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.poll(() => passkeysOf(admin)).toEqual([]);
  await addAuthenticator(browser);
  await add(page, 'New phone');
  await codes.first().waitFor();
  expect(await codes.allTextContents()).not.toContain(recoveryCode);
  expect(await passkeysOf(admin)).toMatchObject([{ name: 'New phone', last_used_at: null }]);
});
