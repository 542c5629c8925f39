import { type Person, createAdmin, createFan } from '@stagedoor/server/testing/factories';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logIn, visit } from './browser.ts';

// A page is shown before its scripts have run: what somebody types into its search meanwhile is searched for all the same.

let app: TestApp;
let admin: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp({ web: true });
  admin = await createAdmin(app);
  fan = await createFan(app);
  await createFan(app);
});
afterAll(() => app.close());

test.each([
  ['/admin/users', 'searchbox'],
  ['/search', 'combobox'],
] as const)('words typed before the scripts of %s have run stay in the field, and are searched for', async (path, role) => {
  const { page, close } = await visit(app.platform.config.publicUrl);
  await logIn(page, admin.username);
  const held = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  const field = page.locator('main').getByRole(role);
  await field.pressSequentially(fan.username);
  held.resolve();
  await page.waitForURL((url) => url.searchParams.get('q') === fan.username);
  expect(await field.inputValue()).toBe(fan.username);
  await close();
});
