import { readFile } from 'node:fs/promises';
import { type Person, createAdmin, createFan, createFeed, createPerformer, topUp } from '@stagedoor/server/testing/factories';
import { createInitialContent } from '@stagedoor/server/modules/site/index';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Visit, goTo, logIn, visit } from './browser.ts';

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

test('an admin notes something about a fan, acts as the fan, can change nothing, and returns', async () => {
  const fan = await createFan(app);
  await topUp(app, fan, 25);
  const star = await createPerformer(app, { admin });
  const adminBrowser = await open();
  const { page } = adminBrowser;
  await logIn(page, admin.username);
  await goTo(page, `/admin/users?q=${fan.username}`);
  await page.getByRole('button', { name: new RegExp(fan.username) }).click();
  await page.getByLabel('New note').fill('Can’t follow anybody since Monday.');
  await page.getByRole('button', { name: 'Add note' }).click();
  const notes = page.getByRole('region', { name: 'Notes' });
  await notes.getByText('Can’t follow anybody since Monday.', { exact: true }).waitFor();
  await page.getByRole('region', { name: 'Timeline' }).getByRole('link', { name: 'Top-up, custom amount' }).waitFor();
  await adminBrowser.checkAxe('an account with notes and a timeline');
  await expect
    .poll(() => app.platform.database.selectFrom('account_notes').select(['account_id', 'author_id', 'text']).execute())
    .toEqual([{ account_id: fan.id, author_id: admin.id, text: 'Can’t follow anybody since Monday.' }]);
  await notes.getByRole('button', { name: 'Remove note' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove note' }).click();
  await notes.getByRole('button', { name: 'Remove note' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'View the site as them' }).click();
  await page.getByLabel('Reason').fill('Ticket 12');
  await page.getByRole('dialog').getByRole('button', { name: 'View the site as them' }).click();
  await page.getByText(/Nothing can be changed/).waitFor();
  await goTo(page, `/${star.username}`);
  await page.getByRole('button', { name: 'Follow' }).first().click();
  await page
    .getByText(/nothing can be changed/i)
    .first()
    .waitFor();
  // The administration is open again after stopping.
  await goTo(page, `/admin/users?id=${fan.id}`);
  expect(new URL(page.url()).pathname).toBe('/');
  await page.getByRole('button', { name: 'Stop and open' }).click();
  await page.waitForURL(`**/admin/users?id=${fan.id}`);
  await page.getByText('Viewed the site as them').first().waitFor();
  const { database } = app.platform;
  await expect.poll(() => database.selectFrom('reactions').selectAll().where('account_id', '=', fan.id).execute()).toEqual([]);
  adminBrowser.expectErrors(/status of 403/);
  await adminBrowser.close();
});

test('the audit log tells in words what was done, and what is filtered is a file', async () => {
  const fan = await createFan(app);
  await admin.client.call('PUT /admin/settings', { body: { values: { tipMinimum: 2.5 } } });
  await admin.client.call('POST /admin/users/{id}/suspend', { params: { id: fan.id }, body: { reason: 'fraud', note: 'Stolen card' } });
  const office = await open();
  const { page } = office;
  await logIn(page, admin.username);
  await goTo(page, '/admin/audit');
  const table = page.getByRole('region', { name: 'Audit log' });
  const rowOf = (name: string) => table.getByRole('row', { name: new RegExp(name) });
  await rowOf('Setting changed').first().waitFor();
  await expect.poll(() => rowOf('Minimum tip').first().textContent()).toMatch(/Minimum tip.*1\.00 token .*2\.50 tokens/);
  await expect.poll(() => rowOf('Account suspended').first().textContent()).toMatch(/Reason Fraud.*Note Stolen card/);
  expect(await table.textContent()).not.toMatch(/[{}]|audit\./);
  await office.checkAxe('the audit log');
  await page.getByLabel('About').selectOption('People');
  await rowOf('Minimum tip').first().waitFor({ state: 'detached' });
  await page.getByLabel('Done by').selectOption('The site itself');
  await rowOf('Account suspended').first().waitFor({ state: 'detached' });
  await page.getByLabel('Done by').selectOption({ index: 0 });
  await page.getByRole('searchbox', { name: 'Person, action or reference' }).fill(fan.username);
  await page.waitForURL((url) => url.searchParams.get('q') === fan.username && !url.searchParams.has('by'));
  await rowOf('Account suspended').first().waitFor();
  await expect.poll(() => table.getByRole('row').count()).toBe(2);
  const download = page.getByRole('link', { name: /filtered entries/ });
  await expect
    .poll(() => download.getAttribute('href'))
    .toMatch(new RegExp(`kind=people.*q=${fan.username}|q=${fan.username}.*kind=people`));
  const file = page.waitForEvent('download');
  await download.click();
  const rows = (await readFile(await (await file).path(), 'utf8')).trim().split('\r\n');
  expect([rows.length, rows[1]]).toEqual([2, expect.stringContaining('"Reason: Fraud; Note: Stolen card"')]);
  await rowOf('Account suspended').getByRole('link', { name: /^Fan/ }).click();
  await page.waitForURL(`**/admin/users?id=${fan.id}`);
  await office.close();
});

const SCRIPT = '"><img src=x onerror="window.hacked=1"><script>window.hacked=1</script>{{constructor.constructor("window.hacked=1")()}}';
test('script in every user-written text is shown as text, and never executed', async () => {
  const star = await createPerformer(app, { admin, monthlyPrice: 5 });
  const fan = await createFan(app);
  await fan.client.call('PUT /users', { body: { name: SCRIPT.slice(0, 60) } });
  await star.client.call('PUT /performers', {
    body: { name: SCRIPT.slice(0, 60), bio: SCRIPT, craft: SCRIPT.slice(0, 50), city: SCRIPT.slice(0, 60) },
  });
  const feedId = await createFeed(star, { text: SCRIPT, title: SCRIPT.slice(0, 100) });
  await app.client().call('POST /takedowns', {
    body: {
      url: `/feeds/${feedId}${SCRIPT.slice(0, 60)}`,
      reason: 'other',
      statement: SCRIPT,
      name: SCRIPT.slice(0, 60),
      email: 'a@example.org',
      goodFaith: true,
    },
  });
  await admin.client.call('PUT /admin/settings', {
    body: { values: { siteName: SCRIPT.slice(0, 50), metaDescription: SCRIPT, footerContent: SCRIPT, custodianStatement: SCRIPT } },
  });
  await admin.client.call('PUT /admin/texts', { body: { locale: 'en', values: { 'contact.lead': 'Plain words.' } } });
  await admin.client.call('POST /admin/users/{id}/suspend', {
    params: { id: (await createFan(app)).id },
    body: { reason: 'other', note: SCRIPT },
  });
  await app.settle();

  const walk = async (page: Page, paths: readonly string[]): Promise<void> => {
    for (const path of paths) {
      await page.goto(path);
      await expect
        .poll(() => page.evaluate(() => document.querySelector('[aria-busy="true"]') === null && document.title !== ''))
        .toBe(true);
      expect([path, await page.evaluate(() => (window as unknown as { hacked?: number }).hacked)]).toEqual([path, undefined]);
    }
  };
  const visitor = await open();
  await walk(visitor.page, [
    '/auth/login',
    `/${star.username}`,
    `/feeds/${feedId}`,
    '/discover',
    '/contact',
    `/discover?q=${encodeURIComponent(SCRIPT)}`,
    `/takedown?url=${encodeURIComponent(SCRIPT)}`,
    `/auth/login?returnTo=${encodeURIComponent('javascript:window.hacked=1')}`,
  ]);
  const adminBrowser = await open();
  await logIn(adminBrowser.page, admin.username);
  await walk(adminBrowser.page, [
    `/admin/users?id=${fan.id}`,
    `/admin/performers?id=${star.id}`,
    '/admin/audit',
    '/admin/takedowns',
    '/admin/settings',
    '/admin/pages',
    '/admin/texts',
    `/${star.username}`,
    '/',
  ]);
  await visitor.close();
  await adminBrowser.close();
});
