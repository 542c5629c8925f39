import { PASSWORD, type Person, createAdmin, createFeed, createPerformer, unique } from '@stagedoor/server/testing/factories';
import { tokenIn } from '@stagedoor/server/testing/mail-links';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goTo, sheetClosed, visit, waitForHydration, told } from './browser.ts';

// A visitor: the front page, and what was pressed before joining goes on afterwards.

let app: TestApp;
let star: Person;
beforeAll(async () => {
  app = await createTestApp({ web: true });
  star = await createPerformer(app, { admin: await createAdmin(app), monthlyPrice: 5 });
});
afterAll(() => app.close());

const logInHere = async (page: Page, username: string) => {
  await page.getByLabel('Username or email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
};

test('from the front page to a performer; a follow pressed before joining is carried out after it, an unlock opens its sheet', async () => {
  const feedId = await createFeed(star, { audience: 'buyers', price: 4, title: 'Left hand' });
  const visitor = await visit(app.platform.config.publicUrl, { width: 390, height: 844, scheme: 'dark' });
  const { page } = visitor;
  await goTo(page, '/');
  await page.getByRole('heading', { name: 'Closer than the front row.' }).waitFor();
  await visitor.checkAxe('the front page on a phone');
  await page.setViewportSize({ width: 1440, height: 900 });
  await visitor.checkAxe('the front page');
  await expect.poll(() => page.getByRole('banner').getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/auth/login');

  await page.locator(`main a[href="/${star.username}"]`).last().click();
  await page.getByRole('button', { name: 'Follow free' }).click();
  await page.waitForURL('**/auth/login?**');
  await waitForHydration(page);
  await page.getByRole('link', { name: 'Join as a fan' }).click();
  await page.waitForURL('**/auth/register?**');
  // The address changes before the page: fields of the log-in have similar labels.
  await page.getByRole('button', { name: 'Create account' }).waitFor();
  const username = unique('kim');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(`${username}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/auth/login');
  await page.goto(`/auth/verify-email?token=${await tokenIn(app, `${username}@example.org`, '/auth/verify-email')}`);
  await page.waitForURL('**/auth/email-verified-success');
  await goTo(page, '/auth/login');
  await logInHere(page, username);
  await page.waitForURL(`**/${star.username}`);
  await told(page, 'You’re following now');
  await page.getByRole('button', { name: 'Following' }).waitFor();
  await expect
    .poll(() => app.platform.database.selectFrom('reactions').select(['action', 'object_id']).where('action', '=', 'follow').execute())
    .toEqual([{ action: 'follow', object_id: star.id }]);
  await visitor.close();

  // An unlock never pays by itself.
  const second = await visit(app.platform.config.publicUrl);
  await goTo(second.page, `/feeds/${feedId}`);
  await second.page.getByRole('button', { name: /^Unlock/ }).click();
  await second.page.waitForURL('**/auth/login?**');
  await waitForHydration(second.page);
  await logInHere(second.page, username);
  await second.page.getByRole('dialog').getByText('Left hand').waitFor();
  await second.page.waitForURL((url) => url.pathname + url.search === `/feeds/${feedId}`);
  await expect.poll(() => app.platform.database.selectFrom('orders').select('id').execute()).toEqual([]);

  // Keys: the search takes the cursor; the next post is gone to, liked and saved.
  const { page: seat } = second;
  await seat.keyboard.press('Escape');
  await sheetClosed(seat);
  await goTo(seat, '/');
  await seat.getByRole('article').first().waitFor();
  // Until the shortcuts are there: they come with the first effects of the page.
  await expect
    .poll(async () => {
      if ((await seat.evaluate(() => document.activeElement?.id)) !== `post-${feedId}`) await seat.keyboard.press('j');
      return seat.evaluate(() => document.activeElement?.id);
    })
    .toBe(`post-${feedId}`);
  for (const key of ['l', 'b']) await seat.keyboard.press(key);
  const reactions = () =>
    app.platform.database.selectFrom('reactions').select('action').where('object_id', '=', feedId).orderBy('action').execute();
  await expect.poll(reactions).toEqual([{ action: 'bookmark' }, { action: 'like' }]);
  await seat.keyboard.press('/');
  await seat.waitForURL('**/search');
  await expect.poll(() => seat.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search');
  await second.close();
});
