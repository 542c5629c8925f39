import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Person, PASSWORD, createAdmin, createFan, createPerformer, picture, unique } from '@stagedoor/server/testing/factories';
import { createInitialContent } from '@stagedoor/server/modules/site/index';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import { Secret, TOTP } from 'otpauth';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Visit, type VisitOptions, goTo, logIn, leave, navigate, sheetClosed, visit, told, withTimersStopped } from './browser.ts';
import { press, type } from './keyboard.ts';
import { type Network, watchNetwork } from './network.ts';

// Accounts: one is created, secured, exported and deleted by keyboard alone; an application is rejected and submitted again; a blocked country,
// maintenance and the age gate. Each from the affected person's view.

let app: TestApp;
let network: Network;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp({ web: true, environment: { TRUST_PROXY: '1' } });
  network = watchNetwork(app);
  await createInitialContent(app.platform);
  admin = await createAdmin(app);
});
afterAll(() => app.close());

const open = (options?: VisitOptions): Promise<Visit> => visit(app.platform.config.publicUrl, options);

/** The path of the link in the newest mail to an address. */
const linkInMail = async (address: string): Promise<string> => {
  await app.settle();
  const mail = (await app.mailsTo(address)).at(-1) ?? '';
  const text = mail.replace(/=\r?\n/g, '').replaceAll('=3D', '=');
  const link = /https?:\/\/[^/\s]+(\/auth\/[^\s"<]+)/.exec(text)?.[1];
  if (!link) throw new Error(`no link in the mail to ${address}`);
  return link;
};

const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) });

test('an account by keyboard alone: created, secured by a second factor, exported, its deletion requested and cancelled', async () => {
  const username = unique('kim');
  const address = `${username}@example.org`;
  const fan = await open();
  const { page } = fan;
  await goTo(page, '/auth/register');
  await type(page.getByLabel('Username'), username);
  await type(page.getByLabel('Email'), address);
  await type(page.getByLabel('Password', { exact: true }), PASSWORD);
  // Not without the checkbox: an error in the site's words, at the focused checkbox.
  await press(button(page, 'Create account'));
  const box = page.getByRole('checkbox').first();
  await page.getByRole('alert').getByText('Tick the box to continue.').waitFor();
  await expect.poll(() => box.evaluate((element) => element === document.activeElement)).toBe(true);
  await press(box, 'Space');
  await page.getByRole('alert').waitFor({ state: 'detached' });
  await press(button(page, 'Create account'));
  await page.waitForURL('**/auth/login');
  // Nobody is in before the address is confirmed; the page says so, and sends the link again.
  await page.getByText(`We sent a link to ${address}`).waitFor();
  await expect.poll(() => page.getByLabel('Username or email').inputValue()).toBe(username);
  await type(page.getByLabel('Password', { exact: true }), PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Please confirm your email address first.' }).waitFor();
  await fan.checkAxe('a log-in before the address is confirmed');
  const first = await linkInMail(address);
  await press(button(page, 'Send a new link'));
  await page.getByText('an email is on its way').waitFor();
  const second = await linkInMail(address);
  expect(second).not.toBe(first);
  await page.goto(first);
  await page.waitForURL('**/auth/email-verified-success');
  // A token leaves the address at once, and a reload still has it.
  await goTo(page, '/auth/reset-password?token=abc');
  await page.waitForURL('**/auth/reset-password');
  await page.reload();
  await page.getByLabel('Password', { exact: false }).first().waitFor();
  // The same link once more still leads to the log-in.
  await page.goto(first);
  await page.waitForURL('**/auth/email-verified-success');

  await goTo(page, '/auth/login');
  await type(page.getByLabel('Username or email'), username);
  await type(page.getByLabel('Password', { exact: true }), PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/');
  const account = await app.platform.database
    .selectFrom('accounts')
    .select(['id', 'email_verified_at'])
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  expect(account.email_verified_at).not.toBeNull();

  // The second factor.
  await goTo(page, '/account');
  await press(button(page, 'Set up'));
  const sheet = page.getByRole('dialog');
  await type(sheet.getByLabel('Current password'), PASSWORD);
  await page.keyboard.press('Enter');
  const secret = ((await sheet.locator('code').textContent()) ?? '').replaceAll(' ', '');
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const code = (): string => totp.generate({ timestamp: app.clock.now().getTime() });
  await fan.checkAxe('the second factor');
  await type(sheet.getByLabel('Code from the app'), code());
  await page.keyboard.press('Enter');
  await press(button(page, 'I’ve saved them'));
  await sheetClosed(page);
  const factor = await app.platform.database.selectFrom('two_factor').selectAll().where('account_id', '=', account.id).executeTakeFirst();
  expect([factor?.confirmed_at instanceof Date, factor?.secret_sealed.includes(Buffer.from(secret))]).toEqual([true, false]);

  // An export of all data.
  await press(button(page, 'Make a copy'));
  await app.settle();
  const download = page.waitForEvent('download');
  await press(page.getByRole('link', { name: 'Download' }));
  const zip = await readFile(await (await download).path());
  expect([zip.subarray(0, 2).toString(), zip.includes('accounts.json') || zip.includes('account')]).toEqual(['PK', true]);
  const kept = await app.platform.database
    .selectFrom('data_exports')
    .select('bytes')
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow();
  expect([Number(kept.bytes), createHash('sha256').update(zip).digest('hex').length]).toEqual([zip.length, 64]);

  // On another browser the password is not enough; the code of this time step is used up, the next one works.
  const elsewhere = await open({ width: 390, height: 844, scheme: 'dark' });
  await goTo(elsewhere.page, '/auth/login');
  await type(elsewhere.page.getByLabel('Username or email'), username);
  await type(elsewhere.page.getByLabel('Password', { exact: true }), PASSWORD);
  await elsewhere.page.keyboard.press('Enter');
  const codeField = elsewhere.page.getByLabel(/code/i);
  await codeField.waitFor();
  await elsewhere.checkAxe('the log-in’s second step');
  await type(codeField, code());
  await elsewhere.page.keyboard.press('Enter');
  await elsewhere.page.getByText('This code is wrong or was already used.').waitFor();
  app.clock.advance(30_000);
  await type(codeField, code());
  await elsewhere.page.keyboard.press('Enter');
  await elsewhere.page.waitForURL((url) => url.pathname === '/');

  // The other session is listed, and ended. Its page would navigate by itself with the next answer that it gets.
  await leave(elsewhere.page);
  await page.reload();
  await press(button(page, 'Log out all others'));
  await page.getByText('Log out all others').waitFor({ state: 'detached' });
  await navigate(elsewhere.page, '/wallet');
  expect(new URL(elsewhere.page.url()).pathname).toBe('/auth/login');

  // A deletion is requested and cancelled.
  await press(button(page, 'Delete account'));
  await type(page.getByRole('dialog').getByLabel('Current password'), PASSWORD);
  await page.keyboard.press('Enter');
  await sheetClosed(page);
  const asked = () =>
    app.platform.database.selectFrom('accounts').select('deletes_at').where('id', '=', account.id).executeTakeFirstOrThrow();
  await expect.poll(async () => (await asked()).deletes_at).toBeInstanceOf(Date);
  await press(button(page, 'Keep my account').first());
  await expect.poll(async () => (await asked()).deletes_at).toBeNull();
  // The missing code.
  elsewhere.expectErrors(/status of 403 .*\/api\/auth\/login/);
});

test('the focus returns to the opener of a sheet or a menu, however it is closed', async () => {
  const fan = await createFan(app);
  const { page } = await open();
  await logIn(page, fan.username);
  const hasFocus = (target: Locator): Promise<boolean> => target.evaluate((element) => element === document.activeElement);

  const dialog = page.getByRole('dialog');
  const closings: readonly [name: string, close: () => Promise<unknown>][] = [
    ['Escape', () => page.keyboard.press('Escape')],
    ['the button', () => press(dialog.getByRole('button', { name: 'Close', exact: true }))],
    ['back', () => page.goBack()],
  ];
  await goTo(page, '/account');
  const opener = button(page, 'Set up');
  for (const [name, close] of closings) {
    await press(opener);
    await dialog.waitFor();
    await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement)), { message: name }).toBe(true);
    await close();
    await sheetClosed(page);
    await expect.poll(() => hasFocus(opener), { message: name }).toBe(true);
  }

  // The menu's code is loaded by the first press, and the pressed button is replaced: on a new page each time.
  const menu = page.getByRole('menu');
  const more = button(page, 'Menu');
  for (const key of ['Enter', 'Space', 'ArrowDown']) {
    await goTo(page, '/account');
    for (const time of ['the first time', 'again']) {
      await press(more, key);
      await menu.waitFor();
      await expect.poll(() => hasFocus(menu.getByRole('menuitem').first()), { message: `${key}, ${time}` }).toBe(true);
      await page.keyboard.press('Escape');
      await menu.waitFor({ state: 'detached' });
      await expect.poll(() => hasFocus(more), { message: `${key}, ${time}` }).toBe(true);
    }
  }
});

test('an application is rejected with reasons, submitted again and approved; meanwhile the account is lite', async () => {
  const star = await createPerformer(app, { approved: false });
  const stage = await open();
  await logIn(stage.page, star.username);
  await stage.page.waitForURL(`**/${star.username}`);
  for (const path of ['/', '/wallet', '/discover', '/model/feeds']) {
    await stage.page.goto(path);
    await stage.page.waitForURL(`**/model/${star.username}`);
  }

  // One key rejects.
  const adminBrowser = await open();
  await logIn(adminBrowser.page, admin.username);
  await goTo(adminBrowser.page, `/admin/applications?id=${star.id}`);
  await adminBrowser.page.getByRole('heading', { name: `Star ${star.username}` }).waitFor();
  await button(adminBrowser.page, 'Expired').click();
  await adminBrowser.page.getByRole('heading', { name: `Star ${star.username}` }).click();
  await adminBrowser.page.keyboard.press('r');
  await adminBrowser.page.getByRole('navigation').getByRole('link', { name: 'Overview' }).click();
  await told(adminBrowser.page, /was rejected/);
  await adminBrowser.page.goto(`/admin/applications?state=rejected&id=${star.id}`);
  await adminBrowser.page.getByText('Rejected: Expired.').waitFor();

  await stage.page.goto('/model/account');
  await stage.page.getByText('The document has expired.').waitFor();
  await stage.checkAxe('the account of a refused performer');
  const path = join(app.dataDirectory, 'card.jpg');
  await writeFile(path, Buffer.from(await (await picture({ width: 900, height: 700 })).arrayBuffer()));
  const files = stage.page.locator('input[type=file][name=idVerification], input[type=file]');
  await files.first().setInputFiles(path);
  await stage.page.getByRole('button', { name: /send/i }).first().click();
  await expect
    .poll(
      async () =>
        (await app.platform.database.selectFrom('performers').select('state').where('account_id', '=', star.id).executeTakeFirst())?.state,
    )
    .toBe('pending');

  await goTo(adminBrowser.page, `/admin/applications?id=${star.id}`);
  for (let opened = 0; opened < 2; opened += 1)
    await adminBrowser.page
      .getByRole('button', { name: /^Show: / })
      .first()
      .click();
  await adminBrowser.page.getByText('Open both documents before you approve.').waitFor({ state: 'detached' });
  await adminBrowser.page.getByRole('heading', { name: `Star ${star.username}` }).click();
  // Decided while the performer is offline, it is announced once the connection is back.
  const restore = await network.cut(stage);
  await adminBrowser.page.keyboard.press('a');
  await adminBrowser.page.getByRole('navigation').getByRole('link', { name: 'Overview' }).click();
  await told(adminBrowser.page, /is approved/);
  await restore();
  await told(stage.page, 'You’re approved. Your studio is open.');
  await stage.page.goto('/model/feeds');
  await stage.page.getByRole('heading', { level: 1 }).waitFor();
  expect(new URL(stage.page.url()).pathname).toBe('/model/feeds');
  const looks = await app.platform.database
    .selectFrom('audit_log')
    .select('action')
    .where('object_id', '=', star.id)
    .orderBy('id')
    .execute();
  // Each look at a document is logged, also one that the browser repeats while it is slow.
  expect(new Set(looks.map(({ action }) => action))).toEqual(
    new Set(['applications.approved', 'applications.rejected', 'documents.viewed']),
  );
  expect(looks.filter(({ action }) => action === 'documents.viewed').length).toBeGreaterThanOrEqual(2);
});

test('co-performers are reviewed like applications: both documents first, and a decision can be undone until it is sent', async () => {
  const star = await createPerformer(app, { admin });
  const files = { identity: await picture(), release: await picture() };
  const register = (legalName: string) =>
    star.client.call('POST /performer/participants', { body: { legalName, dateOfBirth: '1991-02-03' }, files });
  const [{ _id: first }, { _id: second }] = [await register('Nora Quill'), await register('Otto Reed')];
  const stateOf = async (id: string) =>
    (await app.platform.database.selectFrom('participants').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;
  const office = await open();
  const { page } = office;
  await logIn(page, admin.username);
  await goTo(page, `/admin/applications?queue=participants&id=${first}`);
  await page.getByText('Open both documents before you approve.').waitFor();
  await expect.poll(() => button(page, 'Approve A').isDisabled()).toBe(true);
  await page.keyboard.press('a');
  for (const name of ['Identity document', 'Signed release']) {
    await page.getByRole('button', { name: `Show: ${name}` }).click();
    await page.getByRole('img', { name }).waitFor();
  }
  await page.getByText('Open both documents before you approve.').waitFor({ state: 'detached' });
  await office.checkAxe('the review of a co-performer');
  await withTimersStopped(page, async () => {
    await page.keyboard.press('a');
    await page.getByText('Sent in 10 seconds.').waitFor();
    await button(page, 'Undo').click();
    await expect.poll(() => stateOf(first)).toBe('pending');
  });
  await button(page, 'Approve A').click();
  // Deciding the next one sends the first; its own is sent when the page is left.
  await page.getByRole('button', { name: /^Otto Reed/ }).click();
  await page.getByRole('heading', { name: 'Otto Reed' }).waitFor();
  await page.getByLabel('Reason for rejecting; the performer reads it').fill('The release isn’t signed.');
  await button(page, 'Reject R').click();
  await told(page, 'Nora Quill is approved.');
  await expect.poll(async () => [await stateOf(first), await stateOf(second)]).toEqual(['approved', 'pending']);
  await page.getByRole('navigation').getByRole('link', { name: 'Overview' }).click();
  await expect.poll(() => stateOf(second)).toBe('rejected');
});

test('blocked country, maintenance and age gate: in that order, for pages and calls alike; an admin passes', async () => {
  /** An address in France according to the bundled database. */
  const FRANCE = '90.84.0.1';
  const set = (values: Record<string, unknown>) => admin.client.call('PUT /admin/settings', { body: { values } });
  const star = await createPerformer(app, { admin });
  const visitor = await open({ headers: { 'x-forwarded-for': FRANCE } });
  const { page } = visitor;
  await set({ ageRules: { FR: 'declare' } });
  expect(await navigate(page, `/${star.username}`)).toBe(403);
  await visitor.checkAxe('the age gate');
  expect(await page.content()).not.toContain(`Star ${star.username}`);
  expect(await navigate(page, '/page/terms')).toBe(200);
  await goTo(page, `/${star.username}`);
  // A browser that keeps no cookies: the answer is explained instead of asked for again and again.
  await page.evaluate(() => Object.defineProperty(document, 'cookie', { configurable: true, get: () => '', set() {} }));
  await button(page, 'I am 18 or older').click();
  await page.getByRole('alert').getByText('Your browser blocks cookies').waitFor();
  await page.evaluate(() => Reflect.deleteProperty(document, 'cookie'));
  await button(page, 'I am 18 or older').click();
  await page.getByRole('heading', { name: `Star ${star.username}` }).waitFor();

  // An open page notices each of these changes by itself and reloads: the visitor is elsewhere meanwhile.
  await leave(page);
  await set({ blockedCountries: ['FR'] });
  expect(await navigate(page, `/${star.username}`)).toBe(403);
  await page.getByText('We are not available in your country!').waitFor();
  await page.getByText('We’re sorry').or(page.getByText("We're sorry")).waitFor();
  await visitor.checkAxe('the blocked country');
  expect(await page.evaluate(async () => (await fetch('/api/feeds')).status)).toBe(403);

  await leave(page);
  await set({ maintenanceMode: true });
  expect(await navigate(page, `/${star.username}`)).toBe(503);
  await visitor.checkAxe('maintenance');
  expect(await page.evaluate(async () => (await fetch('/api/feeds')).status)).toBe(503);
  await logIn(page, admin.username);
  expect(await navigate(page, `/${star.username}`)).toBe(200);
  await page.getByRole('heading', { name: `Star ${star.username}` }).waitFor();

  await set({ maintenanceMode: false, blockedCountries: [], ageDefault: 'none', ageRules: {} });
  visitor.expectErrors(/status of (403|503)/);
});

test('a suspended account sees the reason, and can leave as a fan can', async () => {
  const fan = await createFan(app);
  const seat = await open();
  await logIn(seat.page, fan.username);
  await leave(seat.page);
  await admin.client.call('POST /admin/users/{id}/suspend', {
    params: { id: fan.id },
    body: { reason: 'other', note: 'Two accounts of one person.' },
  });
  await navigate(seat.page, '/wallet');
  expect(new URL(seat.page.url()).pathname).toBe('/suspended');
  await seat.page.getByText('Two accounts of one person.').waitFor();
  await seat.checkAxe('a suspended account');
  await button(seat.page, 'Make a copy').click();
  await app.settle();
  await seat.page.getByRole('link', { name: 'Download' }).waitFor();
  await button(seat.page, 'Log out').first().click();
  await seat.page.waitForURL('**/auth/login');
  // Requests still pending on the previous page.
  seat.expectErrors(/status of 403/);
});
