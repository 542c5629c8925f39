import { createInitialContent } from '@stagedoor/server/modules/site/index';
import { PASSWORD, type Person, createAdmin } from '@stagedoor/server/testing/factories';
import { tokenIn } from '@stagedoor/server/testing/mail-links';
import { createPayee } from '@stagedoor/server/testing/payout-fixtures';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goTo, navigate, sheetClosed, visit } from './browser.ts';
import { seatOf } from './seats.ts';

// A performer whose payout details a thief changed: told, secured by the mail's link, and paid again once an admin has looked.

const NEW_PASSWORD = 'mine again 11';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp({ web: true });
  await createInitialContent(app.platform);
  admin = await createAdmin(app);
});
afterAll(() => app.close());

test('a performer says “This wasn’t me”, is logged out everywhere, and asks for a payout once an admin has released them', async () => {
  const star = await createPayee(app, admin);
  const thief = await seatOf(app, star);
  thief.expectErrors(/status of 401/);
  await goTo(thief.page, '/model/banking');
  const form = thief.page.locator('form', { has: thief.page.getByLabel('Email of your PayPal account') });
  await form.getByLabel('Email of your PayPal account').fill('thief@example.org');
  await form.getByLabel('Your password').fill(PASSWORD);
  await form.getByRole('button', { name: 'Save' }).click();
  const detailsOf = () =>
    app.platform.database
      .selectFrom('account_tokens')
      .select('cause')
      .where('account_id', '=', star.id)
      .where('cause', '=', 'payoutDetails')
      .execute();
  await expect.poll(async () => (await app.settle(), (await detailsOf()).length)).toBe(2);

  const owner = await visit(app.platform.config.publicUrl);
  const { page } = owner;
  await goTo(page, `/auth/not-me?token=${await tokenIn(app, star.email, 'not-me')}`);
  await owner.checkAxe('the page of “This wasn’t me”');
  await page.getByRole('button', { name: 'This wasn’t me' }).click();
  await page.getByRole('heading', { name: 'Your account is secured' }).waitFor();
  // The thief's open page ends by itself.
  await thief.page.waitForURL('**/auth/login**');

  await goTo(page, `/auth/reset-password?token=${await tokenIn(app, star.email, 'reset-password')}`);
  await page.getByLabel('New password').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.waitForURL('**/auth/login');
  await page.getByLabel('Username or email').fill(star.username);
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/auth/'));
  await navigate(page, '/model/payout-request');
  await page.getByText('Your payouts are frozen because you told us').waitFor();
  expect(await page.getByRole('button', { name: 'Request payout' }).count()).toBe(0);

  const desk = await seatOf(app, admin);
  await goTo(desk.page, `/admin/users?id=${star.id}`);
  await desk.page.getByText(/^Payouts have been frozen since .*changed payout details\.$/).waitFor();
  await desk.page.getByRole('button', { name: 'Release payouts' }).click();
  await desk.page.getByRole('dialog').getByRole('button', { name: 'Release payouts' }).click();
  await sheetClosed(desk.page);
  await desk.page.getByText(/^Payouts have been frozen since/).waitFor({ state: 'detached' });

  await navigate(page, '/model/payout-request');
  await page.getByRole('button', { name: 'Request payout' }).waitFor();
});
