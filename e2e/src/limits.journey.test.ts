import { type Person, createAdmin, createFan, createPerformer, topUp } from '@stagedoor/server/testing/factories';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goTo, sheetClosed, visit } from './browser.ts';
import { walletBalanceOf } from './money.ts';

// A fan limits its spending: the limit is in the pay sheet and holds, is raised a day later, and a pause stops everything.

let app: TestApp;
let star: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp({ web: true });
  star = await createPerformer(app, { admin: await createAdmin(app) });
  fan = await createFan(app);
  await topUp(app, fan, 50);
});
afterAll(() => app.close());

test('a fan sets a limit, meets it, keeps it, and takes a break', async () => {
  const origin = app.platform.config.publicUrl;
  const seat = await visit(origin, { width: 1440, height: 900, scheme: 'light' });
  const { page } = seat;
  await page.context().addCookies([{ name: 'token', value: fan.client.token!, url: origin }]);
  const sheet = page.getByRole('dialog');

  await goTo(page, '/account');
  await page.getByRole('button', { name: 'Set: Limit per day' }).click();
  await sheet.getByRole('button', { name: 'Save' }).click();
  await sheet.getByText('An amount above zero').waitFor();
  await sheet.getByRole('textbox', { name: 'Limit' }).fill('7,50');
  await seat.checkAxe('the sheet of a limit');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await sheetClosed(page);
  await page.getByText('$7.50 of $7.50 left').waitFor();

  await goTo(page, `/${star.username}`);
  const tip = async (): Promise<void> => {
    await page.getByRole('button', { name: /^Tip/ }).first().click();
    await sheet.getByRole('button', { name: /^Send tip/ }).click();
  };
  await page.getByRole('button', { name: /^Tip/ }).first().click();
  await sheet.getByText('$7.50 left of your limit today').waitFor();
  await sheet.getByRole('button', { name: /^Send tip/ }).click();
  await sheetClosed(page);
  await tip();
  await sheet.getByText('This would go over the spending limit you set.', { exact: false }).waitFor();
  await expect.poll(() => walletBalanceOf(app, fan)).toBe(4500n);
  await page.keyboard.press('Escape');
  await sheetClosed(page);

  await goTo(page, '/account');
  await page.getByText('$2.50 of $7.50 left').waitFor();
  await page.getByRole('button', { name: 'Change: Limit per day' }).click();
  await sheet.getByRole('button', { name: 'Remove limit' }).click();
  await sheetClosed(page);
  await page.getByText(/^\$2\.50 of \$7\.50 left\s*Ends on/).waitFor();
  await page.getByRole('button', { name: 'Keep $7.50' }).click();
  await page.getByRole('button', { name: 'Keep $7.50' }).waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Choose', exact: true }).click();
  await sheet.getByRole('radio', { name: '7 days' }).check({ force: true });
  await seat.checkAxe('the sheet of a break');
  await sheet.getByRole('button', { name: 'Start the break' }).click();
  await sheetClosed(page);
  await page.getByText('No purchases until').waitFor();
  await goTo(page, `/${star.username}`);
  await tip();
  await sheet.getByText('You’re taking a break from buying.', { exact: false }).waitFor();
  await expect.poll(() => walletBalanceOf(app, fan)).toBe(4500n);
  await seat.close();
});
