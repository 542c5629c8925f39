import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Person, createAdmin, createFan, createFeed, createPerformer, picture } from '@stagedoor/server/testing/factories';
import { createInitialContent } from '@stagedoor/server/modules/site/index';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Visit, goTo, logIn, sheetClosed, visit, told } from './browser.ts';

// Half-filled forms: leaving asks where changes would be lost, what was typed is there again, and nobody else on the
// device sees it.

let app: TestApp;
let admin: Person;
let star: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp({ web: true });
  await createInitialContent(app.platform);
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin, monthlyPrice: 9 });
  fan = await createFan(app);
});
afterAll(() => app.close());

const open = (options?: Parameters<typeof visit>[1]): Promise<Visit> => visit(app.platform.config.publicUrl, options);

/** Follows a link of the page, as its reader would; the router navigates. */
const follow = (page: Page, path: string) => page.locator(`a[href="${path}"]:visible`).first().click();
const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });
const leave = async (page: Page, path: string) => {
  await follow(page, path);
  await question(page).getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL((url) => url.pathname === path);
  await sheetClosed(page);
};
const keptDrafts = (page: Page) => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft.')));
const restored = (page: Page) => page.getByText('We restored your unsaved changes.');

test('a post, a gallery, a profile and a show are left half-filled, found again, and published', async () => {
  const stage = await open({ width: 1440, height: 900, scheme: 'dark' });
  const { page } = stage;
  await logIn(page, star.username);
  const image = join(app.dataDirectory, 'draft.jpg');
  await writeFile(image, Buffer.from(await (await picture({ width: 800, height: 600, hue: 20 })).arrayBuffer()));

  // The composer asks; whoever stays has everything.
  await goTo(page, '/model/feeds/new');
  const words = page.getByLabel('What do you want to say?');
  await words.fill('Saturday, nine o’clock.');
  await page.getByLabel('Add photos').setInputFiles(image);
  await page.waitForFunction(
    () => !document.querySelector('form [role=progressbar]') && document.querySelectorAll('form li img').length === 1,
  );
  await page.getByRole('radio', { name: 'Buyers only' }).check({ force: true });
  await page.getByLabel('Price').fill('4.50');
  await follow(page, '/model/media');
  await question(page).getByText('They stay on this device').waitFor();
  await stage.checkAxe('the question before leaving');
  await question(page).getByRole('button', { name: 'Stay' }).click();
  await sheetClosed(page);
  expect(new URL(page.url()).pathname).toBe('/model/feeds/new');
  await expect.poll(() => words.inputValue()).toBe('Saturday, nine o’clock.');
  await leave(page, '/model/media');

  // Back, and after a reload: words, price and the uploaded photo.
  for (const again of [() => page.goBack(), () => page.reload()]) {
    await again();
    await restored(page).waitFor();
    await expect
      .poll(async () => [await words.inputValue(), await page.getByLabel('Price').inputValue()])
      .toEqual(['Saturday, nine o’clock.', '4.50']);
    await page.locator('form li img').waitFor();
  }
  await stage.checkAxe('a restored post');
  await page.getByLabel('Title').fill('Saturday');
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.waitForURL((url) => url.pathname === '/model/feeds');
  await expect
    .poll(() =>
      app.platform.database
        .selectFrom('items')
        .innerJoin('item_contents', 'item_contents.item_id', 'items.id')
        .innerJoin('item_files', 'item_files.item_id', 'items.id')
        .select(['items.state', 'item_contents.title', 'item_contents.text'])
        .execute(),
    )
    .toEqual([{ state: 'active', title: 'Saturday', text: 'Saturday, nine o’clock.' }]);
  await expect.poll(() => keptDrafts(page)).toEqual([]);

  // A gallery, started again.
  await goTo(page, '/model/galleries/new');
  await page.getByLabel('Title').fill('Backstage');
  await leave(page, '/model/media');
  await page.goBack();
  await restored(page).waitFor();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('');
  await expect.poll(() => keptDrafts(page)).toEqual([]);

  // The profile: another tab and another page.
  await goTo(page, '/model/account');
  await page.getByLabel('About you').fill('Cello, mostly at night.');
  const tabs = page.getByRole('navigation', { name: 'Parts of your profile' });
  await tabs.getByRole('link', { name: 'Prices' }).click();
  await page.getByLabel('About you').waitFor({ state: 'detached' });
  await tabs.getByRole('link', { name: 'Profile' }).click();
  await restored(page).waitFor();
  await expect.poll(() => page.getByLabel('About you').inputValue()).toBe('Cello, mostly at night.');
  await leave(page, '/model/media');
  await page.goBack();
  await restored(page).waitFor();
  await page
    .locator('form')
    .filter({ has: page.getByLabel('About you') })
    .getByRole('button', { name: 'Save' })
    .click();
  await told(page, 'Saved.');
  await expect
    .poll(
      async () =>
        (await app.platform.database.selectFrom('performers').select('bio').where('account_id', '=', star.id).executeTakeFirstOrThrow())
          .bio,
    )
    .toBe('Cello, mostly at night.');
  // Saved: nothing asks.
  await follow(page, '/model/media');
  await page.waitForURL((url) => url.pathname === '/model/media');

  // A show that isn't on air yet.
  await goTo(page, '/model/live');
  await page.getByLabel('Title').fill('Late session');
  await follow(page, '/model/media');
  await page.waitForURL((url) => url.pathname === '/model/media');
  await page.goBack();
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Late session');
  await stage.close();
});

test('a comment and the name of an account wait for their author alone; log-out removes them', async () => {
  const feedId = await createFeed(star, { text: 'What do you think?' });
  const device = await open();
  const { page } = device;
  await logIn(page, fan.username);
  await goTo(page, `/feeds/${feedId}`);
  const field = page.getByLabel('Add a comment');
  await field.fill('I was there, and');
  await goTo(page, '/account');
  await page.getByLabel('Name shown to others').fill('Half a name');
  await goTo(page, `/feeds/${feedId}`);
  await expect.poll(() => field.inputValue()).toBe('I was there, and');
  await expect
    .poll(async () => (await keptDrafts(page)).toSorted())
    .toEqual([`draft.${fan.id}.account.you`, `draft.${fan.id}.comment.${feedId}`]);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.waitForURL((url) => url.pathname === '/auth/login');
  await expect.poll(() => keptDrafts(page)).toEqual([]);

  // A visitor's form stays in the tab.
  await goTo(page, '/contact');
  await page.getByLabel('Message').fill('I can’t find');
  await page.reload();
  await restored(page).waitFor();
  await expect.poll(() => page.getByLabel('Message').inputValue()).toBe('I can’t find');
  await expect.poll(() => keptDrafts(page)).toEqual([]);
  await device.close();
});

test('the administration is searched by keyboard, and its lists have the whole width until a row is chosen', async () => {
  const desk = await open();
  const { page } = desk;
  await logIn(page, admin.username);
  await goTo(page, '/admin/users');
  for (const name of ['Settings', 'Audit log']) expect(await page.getByRole('link', { name, exact: true }).isVisible()).toBe(true);
  const width = async () => (await page.getByRole('table').boundingBox())!.width;
  const before = await width();
  // The keys are heard a moment after hydration; pressed again they change nothing.
  await expect
    .poll(async () => {
      await page.keyboard.press('Control+k');
      return page.getByRole('dialog').count();
    })
    .toBe(1);
  await page.getByRole('dialog').getByRole('searchbox').fill(star.username);
  await page.getByRole('menuitem', { name: new RegExp(`@${star.username}`) }).waitFor();
  await desk.checkAxe('the search of the administration');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/admin/performers?id=${star.id}`);
  await page.getByRole('heading', { name: `Star ${star.username}` }).waitFor();
  await expect.poll(async () => before - (await width())).toBeGreaterThan(400);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.poll(width).toBe(before);
  await desk.close();
});

test('every screen of the administration with a save bar asks before unsaved changes are left', async () => {
  const desk = await open();
  const { page } = desk;
  await logIn(page, admin.username);
  const screens: [path: string, change: () => Promise<unknown>][] = [
    ['/admin/settings', () => page.locator('main input[type=text]:visible, main textarea:visible').first().fill('Changed')],
    ['/admin/commissions', () => page.locator('main input[inputmode=decimal]').first().fill('7')],
    ['/admin/texts', () => page.locator('main textarea:visible').first().fill('Changed')],
    ['/admin/countries', () => page.locator('main [role=switch], main input[type=checkbox]').first().click({ force: true })],
    ['/admin/pages/new', () => page.getByLabel('Title').fill('Half a page')],
  ];
  for (const [path, change] of screens) {
    await goTo(page, path);
    await change();
    await page.getByRole('region', { name: /not saved/ }).waitFor();
    await follow(page, '/admin/orders');
    await question(page).getByRole('button', { name: 'Stay' }).click();
    await sheetClosed(page);
    await expect
      .poll(async () => [new URL(page.url()).pathname, await page.getByRole('region', { name: /not saved/ }).count()])
      .toEqual([path, 1]);
    await leave(page, '/admin/orders');
  }
  await goTo(page, '/admin/pages/new');
  await restored(page).waitFor();
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Half a page');
  await desk.close();
});
