import { type Person, createAdmin, createFan, createFeed, createPerformer } from '@stagedoor/server/testing/factories';
import { tokenIn } from '@stagedoor/server/testing/mail-links';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goTo, visit } from './browser.ts';

// What a performer does reaches a fan: by the bell on the profile, on the site and by mail, as the fan chose.

let app: TestApp;
let star: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp({ web: true });
  star = await createPerformer(app, { admin: await createAdmin(app), monthlyPrice: 5 });
  fan = await createFan(app);
});
afterAll(() => app.close());

test('a bell is turned on, rings, is read; a kind is chosen by mail and ended from it', async () => {
  const origin = app.platform.config.publicUrl;
  const seat = await visit(origin);
  const { page } = seat;
  await page.context().addCookies([{ name: 'token', value: fan.client.token!, url: origin }]);
  await goTo(page, `/${star.username}`);
  await page.getByRole('button', { name: /^Notifications about/ }).click();
  await page.getByRole('menuitem', { name: 'New posts' }).click();
  await expect
    .poll(() => app.platform.database.selectFrom('bells').select(['account_id', 'posts']).execute())
    .toEqual([{ account_id: fan.id, posts: true }]);
  await page.keyboard.press('Escape');

  await goTo(page, '/notification');
  await page.getByText('No notifications yet').waitFor();
  await seat.checkAxe('notifications, empty');
  await page.getByRole('checkbox', { name: 'New posts: Email' }).click();
  await expect
    .poll(() => app.platform.database.selectFrom('notification_choices').select(['kind', 'channel', 'is_on']).execute())
    .toEqual([{ kind: 'post', channel: 'mail', is_on: true }]);

  const feedId = await createFeed(star, { title: 'Left hand', audience: 'everyone', photos: 0, text: 'Slowly.' });
  await app.settle();
  const row = page.getByRole('link', { name: /Left hand/ });
  await row.waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByText('1 unread notification').waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await seat.checkAxe('notifications on a phone');
  await page.setViewportSize({ width: 1440, height: 900 });
  await row.click();
  await page.waitForURL(`**/feeds/${feedId}`);
  await page.getByRole('navigation', { name: 'Main' }).getByText('1 unread notification').waitFor({ state: 'detached' });
  const readAt = () =>
    app.platform.database.selectFrom('notifications').select('read_at').where('account_id', '=', fan.id).executeTakeFirstOrThrow();
  await expect.poll(async () => (await readAt()).read_at !== null).toBe(true);

  // The mail's link opens a page, which alone ends nothing; one press does, without a session.
  const token = await tokenIn(app, fan.email, '/notification/unsubscribe');
  const reader = await visit(origin, { width: 390, height: 844, scheme: 'dark' });
  await goTo(reader.page, `/notification/unsubscribe?token=${token}`);
  await reader.checkAxe('the end of mails');
  await expect
    .poll(async () => (await app.platform.database.selectFrom('notification_choices').select('is_on').executeTakeFirstOrThrow()).is_on)
    .toBe(true);
  await reader.page.getByRole('button', { name: 'Stop the emails' }).click();
  await reader.page.getByText(/no more emails about “New posts”/).waitFor();
  await expect
    .poll(async () => (await app.platform.database.selectFrom('notification_choices').select('is_on').executeTakeFirstOrThrow()).is_on)
    .toBe(false);
  await reader.close();
  await seat.close();
});
