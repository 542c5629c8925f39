import { createInitialPackages } from '@stagedoor/server/modules/wallet/index';
import { type Person, createAdmin, createFan, createFeed, createPerformer, topUp } from '@stagedoor/server/testing/factories';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goTo, sheetClosed, visit } from './browser.ts';
import { walletBalanceOf } from './money.ts';

// A site whose card gateway was switched off: wallets pay, and nothing leads to a card page.

let before: TestApp;
let app: TestApp;
let star: Person;
let fan: Person;
beforeAll(async () => {
  before = await createTestApp();
  await createInitialPackages(before.platform);
  star = await createPerformer(before, { admin: await createAdmin(before), monthlyPrice: 5 });
  fan = await createFan(before);
  await topUp(before, fan, 10);
  await before.settle();
  const { testDatabase: database, dataDirectory } = before;
  app = await createTestApp({ web: true, database, dataDirectory, environment: { ROLES: 'web', SANDBOX_GATEWAY: '0' } });
});
afterAll(async () => {
  await app.close();
  await before.close();
});

test('the top-up says that no cards are taken; a post and a subscription are paid from the wallet', async () => {
  const cheap = await createFeed(star, { audience: 'buyers', price: 4, title: 'Slow bow' });
  const dear = await createFeed(star, { audience: 'buyers', price: 40, title: 'Left hand' });
  await before.settle();
  const origin = app.platform.config.publicUrl;
  const seat = await visit(origin, { width: 390, height: 844, scheme: 'dark' });
  const { page } = seat;
  await page.context().addCookies([{ name: 'token', value: fan.client.token!, url: origin }]);
  const sheet = page.getByRole('dialog');

  await goTo(page, '/wallet');
  await page.getByText('this site doesn’t take cards right now', { exact: false }).waitFor();
  expect(await page.getByRole('radio').count()).toBe(0);
  await seat.checkAxe('the wallet without cards');

  await goTo(page, `/feeds/${cheap}`);
  await page.getByRole('button', { name: 'Use a coupon' }).click();
  await sheet.getByText('Paid from your wallet').waitFor();
  expect(await sheet.getByRole('radio').count()).toBe(0);
  await seat.checkAxe('the unlock sheet without cards');
  await sheet.getByRole('button', { name: /^Pay and unlock/ }).click();
  await sheetClosed(page);
  await expect.poll(() => walletBalanceOf(before, fan)).toBe(600n);

  // Too few tokens: the sheet says how many are missing, and that they can't be bought.
  await goTo(page, `/feeds/${dear}`);
  await page.getByRole('button', { name: 'Use a coupon' }).click();
  await sheet.getByRole('button', { name: /^Top up/ }).click();
  await sheet.getByText(/You’re 34(\.00)? tokens .*short/).waitFor();
  await sheet.getByRole('link', { name: 'Contact us' }).waitFor();
  await page.keyboard.press('Escape');
  await sheetClosed(page);

  await goTo(page, `/${star.username}`);
  await page
    .getByRole('button', { name: /^Subscribe/ })
    .first()
    .click();
  await sheet.getByText('Paid from your wallet').waitFor();
  await sheet.getByRole('button', { name: /^Pay and subscribe/ }).click();
  await sheetClosed(page);
  await expect.poll(() => walletBalanceOf(before, fan)).toBe(100n);
  await seat.close();
});
