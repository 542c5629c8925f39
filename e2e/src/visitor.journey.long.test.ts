import { PASSWORD, createAdmin, createFan, createPerformer } from '@stagedoor/server/testing/factories';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goTo, visit } from './browser.ts';

// A visitor: the front page, and what was pressed before joining goes on afterwards.

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ web: true });
  await createPerformer(app, { admin: await createAdmin(app), monthlyPrice: 5 });
});
afterAll(() => app.close());

const logInHere = async (page: Page, username: string) => {
  await page.getByLabel('Username or email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
};

test('the entries of the header’s menu are in the rail and on top of the front page', async () => {
  const common = { menu: 'header', audience: 'everyone', newTab: false } as const;
  const entry = { ...common, label: { en: 'House rules' }, path: '/page/house-rules' };
  // The rail and the top have it already.
  const known = { ...common, label: { en: 'Find somebody' }, path: '/discover' };
  await app.platform.settings.change({ menus: [known, entry] }, null);
  const visitor = await visit(app.platform.config.publicUrl);
  for (const path of ['/', '/discover']) {
    await goTo(visitor.page, path);
    const link = visitor.page.getByRole('navigation', { name: 'Site menu' }).getByRole('link', { name: 'House rules' });
    await expect.poll(async () => [path, await link.getAttribute('href')]).toEqual([path, '/page/house-rules']);
    const others = await visitor.page.getByRole('link', { name: 'Find somebody' }).count();
    expect([path, others]).toEqual([path, 0]);
  }
  await visitor.checkAxe('the rail with a menu of the site');
  await visitor.close();
});

test('the language of an account follows it to another device, unless another was chosen there', async () => {
  const { id, username } = await createFan(app);
  await app.platform.database.updateTable('accounts').set({ locale: 'es' }).where('id', '=', id).execute();
  const languageAfterLogIn = async (before: (page: Page) => Promise<unknown>): Promise<string | null> => {
    const { page, close } = await visit(app.platform.config.publicUrl);
    await goTo(page, '/auth/login');
    await before(page);
    await logInHere(page, username);
    await page.waitForURL((url) => !url.pathname.startsWith('/auth/'));
    const language = await page.locator('html').getAttribute('lang');
    await page
      .getByRole('link', { name: language === 'es' ? 'Descubrir' : 'Discover' })
      .first()
      .waitFor();
    await close();
    return language;
  };
  expect(await languageAfterLogIn(async () => {})).toBe('es');
  // There and back: English was chosen.
  const choose = async (page: Page) => {
    await page.getByRole('button', { name: 'Español' }).first().click();
    await page.getByRole('button', { name: 'English' }).first().click();
    await page.getByRole('button', { name: 'Español' }).first().waitFor();
  };
  expect(await languageAfterLogIn(choose)).toBe('en');
});

test('the reference of calls breaks no line of its content-security policy', async () => {
  const visitor = await visit(app.platform.config.publicUrl);
  const { page } = visitor;
  const violations: string[] = [];
  await page.exposeFunction('noteViolation', (violation: string) => void violations.push(violation));
  await page.addInitScript(
    `document.addEventListener('securitypolicyviolation', (event) => noteViolation(event.effectiveDirective + ' ' + event.blockedURI));`,
  );
  await page.goto('/api/docs/');
  await page.getByRole('heading', { name: 'Stagedoor' }).first().waitFor();
  await page.getByText('/auth/login').first().waitFor({ state: 'attached' });
  expect(violations).toEqual([]);
  await visitor.close();
});
