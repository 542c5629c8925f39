import { type Person, createAdmin, createFan, createFeed, createPerformer, topUp } from '@stagedoor/server/testing/factories';
import { createInitialContent } from '@stagedoor/server/modules/site/index';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Visit, goTo, logIn, visit } from './browser.ts';

// Changed terms: the owner asks everyone to agree again, and a fan in the middle of writing reads them, agrees and goes on.

let app: TestApp;
let admin: Person;
let star: Person;
let fan: Person;
let feedId: string;
beforeAll(async () => {
  app = await createTestApp({ web: true });
  await createInitialContent(app.platform);
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin });
  fan = await createFan(app);
  await topUp(app, fan, 20);
  feedId = await createFeed(star, { text: 'Rehearsal tonight' });
});
afterAll(() => app.close());

const open = (): Promise<Visit> => visit(app.platform.config.publicUrl);

test('the owner changes the terms, asks everyone to agree, and sees how many haven’t yet', async () => {
  const desk = await open();
  const { page } = desk;
  await logIn(page, admin.username);
  await goTo(page, '/admin/pages');
  await page.locator('main').getByText('Terms', { exact: true }).first().click();
  await page.getByRole('textbox', { name: 'Text', exact: true }).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Be fair to others.');
  await page.getByLabel('What changed').fill('A sentence about fairness is new.');
  await page.getByRole('switch', { name: /Ask everyone to agree again/ }).check({ force: true });
  await desk.checkAxe('the editor of terms');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('2 accounts haven’t agreed yet').waitFor();
  const terms = await app.platform.database
    .selectFrom('pages')
    .select(['version', 'asked_version'])
    .where('slug', '=', 'terms')
    .executeTakeFirstOrThrow();
  expect(terms).toEqual({ version: 2, asked_version: 2 });
  await desk.close();
});

test('a fan is asked at the comment that they write, reads what changed, agrees, and the comment goes out', async () => {
  const phone = await visit(app.platform.config.publicUrl, { width: 360, height: 780 });
  const { page } = phone;
  phone.expectErrors(/403/);
  await logIn(page, fan.username);
  await goTo(page, `/feeds/${feedId}`);
  await page.getByText('Our terms have changed. Agree to them to pay, write or publish.').waitFor();
  const comment = page.getByRole('textbox', { name: /comment/i }).first();
  await comment.fill('Break a leg!');
  await page.keyboard.press('Control+Enter');
  const sheet = page.getByRole('dialog', { name: 'Our terms have changed' });
  await sheet.getByText('A sentence about fairness is new.').waitFor();
  await phone.checkAxe('the question to agree');
  // Not now: nothing is sent, and what was written stays.
  await sheet.getByRole('button', { name: 'Not now' }).click();
  await sheet.waitFor({ state: 'detached' });
  await expect.poll(() => comment.inputValue()).toBe('Break a leg!');
  const comments = () => app.platform.database.selectFrom('comments').select('content').where('author_id', '=', fan.id).execute();
  expect(await comments()).toEqual([]);
  await comment.focus();
  await page.keyboard.press('Control+Enter');
  await sheet.getByRole('button', { name: 'I have read them and agree' }).click();
  await expect.poll(comments).toEqual([{ content: 'Break a leg!' }]);
  await page.getByText('Our terms have changed. Agree to them').waitFor({ state: 'detached' });
  const consents = await app.platform.database
    .selectFrom('consents')
    .select(['version', 'page_version'])
    .where('account_id', '=', fan.id)
    .where('page_version', 'is not', null)
    .execute();
  expect(consents.at(-1)).toEqual({ version: 'terms 2 (en)', page_version: 2 });
  await phone.close();
});

test('anybody reads the earlier version, and is told that it is one', async () => {
  const guest = await open();
  const { page } = guest;
  await goTo(page, '/page/terms');
  await page.getByText('Be fair to others.').waitFor();
  await page.getByRole('link', { name: 'Version 1' }).click();
  await page.getByText('This is an earlier version.').waitFor();
  expect(await page.getByText('Be fair to others.').count()).toBe(0);
  await guest.checkAxe('an earlier version of the terms');
  await page.getByRole('link', { name: 'Read the version in force' }).click();
  await page.getByText('Be fair to others.').waitFor();
  await guest.close();
});
