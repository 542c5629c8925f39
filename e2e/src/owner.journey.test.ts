import { type Person, createAdmin } from '@stagedoor/server/testing/factories';
import { createInitialContent } from '@stagedoor/server/modules/site/index';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Visit, goTo, logIn, visit, told, waitForHydration } from './browser.ts';

// The owner: changes in the administration are visible to everybody at once; and whatever anybody writes anywhere is
// shown as text, never executed.

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp({ web: true });
  await createInitialContent(app.platform);
  admin = await createAdmin(app);
});
afterAll(() => app.close());

const open = (options?: Parameters<typeof visit>[1]): Promise<Visit> => visit(app.platform.config.publicUrl, options);

test('a new site name, a page and a right-to-left language are visible to visitors at once', async () => {
  const adminBrowser = await open();
  const door = await open({ width: 390, height: 844 });
  const { page } = adminBrowser;
  await logIn(page, admin.username);

  // The name.
  await goTo(page, '/admin/settings');
  await page.getByLabel('Search settings').fill('siteName');
  await page.locator('#siteName').getByRole('textbox').fill('The Loft');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await told(page, 'Saved. It applies everywhere now.');
  expect(app.platform.settings.get('siteName')).toBe('The Loft');
  await door.page.goto('/auth/login');
  await expect.poll(() => door.page.title()).toContain('The Loft');
  const change = await app.platform.database
    .selectFrom('setting_changes')
    .selectAll()
    .where('key', '=', 'siteName')
    .executeTakeFirstOrThrow();
  expect([change.changed_by, change.old_value, change.new_value]).toEqual([admin.id, 'Stagedoor', 'The Loft']);

  // A page, with typical markup of pasted text.
  await goTo(page, '/admin/pages/new');
  await page.getByLabel('Title').fill('House rules');
  await page.getByLabel('Address').fill('house-rules');
  const editor = page.locator('[contenteditable=true]');
  await editor.click();
  await page.keyboard.type('Phones stay in the pocket.');
  await page.getByRole('switch', { name: /Published/ }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await told(page, 'Page saved');
  await door.page.goto('/page/house-rules');
  await door.page.getByText('Phones stay in the pocket.').waitFor();
  await door.page.getByRole('heading', { name: 'House rules' }).waitFor();

  // A language.
  await goTo(page, '/admin/texts');
  const sheet = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Add a language' }).click();
  await sheet.getByLabel('Language tag').fill('ar');
  await sheet.getByLabel('Name in that language').fill('العربية');
  await sheet.getByLabel('Written from right to left').check();
  await sheet
    .getByRole('switch', { name: /Offer it to visitors/ })
    .or(sheet.getByLabel(/Offer it to visitors/))
    .first()
    .check();
  await sheet.getByRole('button', { name: /Save|Add/ }).click();
  await told(page, 'Language saved');
  await admin.client.call('PUT /admin/texts', { body: { locale: 'ar', values: { 'shell.logIn': 'تسجيل الدخول' } } });
  await door.page.goto('/auth/login');
  await expect
    .poll(async () => {
      await door.page.reload();
      return door.page.getByRole('button', { name: 'العربية' }).count();
    })
    .toBeGreaterThan(0);
  await waitForHydration(door.page);
  await door.page.getByRole('button', { name: 'العربية' }).first().click();
  await door.page.getByRole('button', { name: 'تسجيل الدخول' }).first().waitFor();
  expect(await door.page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual(['ar', 'rtl']);
  await door.page.reload();
  expect(await door.page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual(['ar', 'rtl']);
  await door.checkAxe('the log-in from right to left');
  const width = await door.page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(390);
  await adminBrowser.close();
  await door.close();
});
