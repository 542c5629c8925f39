import { createInitialGifts } from '@stagedoor/server/modules/gifts/index';
import { createInitialPackages } from '@stagedoor/server/modules/wallet/index';
import { type Person, createAdmin, createFan, createFeed, createPerformer, PASSWORD } from '@stagedoor/server/testing/factories';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitForHydration, submitBankAnswer, goTo, visit } from './browser.ts';
import { choose, walletBalanceOf } from './money.ts';

// A fan buys tokens by package and by amount, and a post from the wallet and by card. Banks decline, or approve too late or
// twice; each time the result is checked in the database.

let app: TestApp;
let admin: Person;
let star: Person;
beforeAll(async () => {
  app = await createTestApp({ web: true });
  await createInitialGifts(app.platform);
  await createInitialPackages(app.platform);
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin });
});
afterAll(() => app.close());

/** Orders of a buyer, oldest first. */
const ordersOf = (person: Person) =>
  app.platform.database
    .selectFrom('orders')
    .select(['kind', 'method', 'state', 'tokens_amount', 'money_amount'])
    .where('buyer_id', '=', person.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

const balanceShown = (page: Page): Promise<string> => page.locator('main').innerText();

test('an empty wallet: a bank that declines, approves late, approves twice; by package, by amount, by card', async () => {
  const fan = await createFan(app);
  const priced = await createFeed(star, { audience: 'buyers', price: 6.5, title: 'Slow bow' });
  const other = await createFeed(star, { audience: 'buyers', price: 3, title: 'Left hand' });
  const seat = await visit(app.platform.config.publicUrl, { width: 390, height: 844, scheme: 'dark' });
  const { page } = seat;

  // A visitor is led to the log-in and back to the open sheet.
  await goTo(page, `/feeds/${priced}`);
  await page.getByRole('button', { name: /^Unlock/ }).click();
  await page.waitForURL('**/auth/login**');
  await waitForHydration(page);
  await page.getByLabel('Username or email').fill(fan.username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL(`**/feeds/${priced}`);

  // Too few tokens: the sheet suggests the missing amount, within its limits.
  await page.getByRole('button', { name: /^Top up/ }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByText('You’re 6.50 tokens ($6.50) short.').waitFor();
  const amount = sheet.getByLabel(/Another amount/);
  await amount.fill('2');
  await sheet.getByRole('alert').getByText('From 5 tokens ($5.00) to 1,000 tokens ($1,000.00)').waitFor();
  await expect.poll(() => sheet.getByRole('button', { name: 'Buy tokens', exact: true }).isDisabled()).toBe(true);
  await amount.fill('');
  await seat.checkAxe('the top-up sheet');

  // Declined: an error is shown, nothing changed, and the purchase still waits.
  await sheet.getByRole('button', { name: /^Buy 10 tokens/ }).click();
  await page.waitForURL('**/sandbox/pay/**');
  await page.getByRole('button', { name: 'Decline', exact: true }).waitFor();
  await seat.checkAxe('the sandbox’s page');
  await submitBankAnswer(page, 'Decline');
  await page.getByText('Payment declined').first().waitFor();
  await page.getByText('Nothing was charged.').waitFor();
  await seat.checkAxe('a declined card');
  await expect
    .poll(async () => [await walletBalanceOf(app, fan), await ordersOf(fan)])
    .toEqual([0n, [expect.objectContaining({ kind: 'topUp', state: 'failed' })]]);

  // Approved: the interrupted purchase is open again, one press away.
  await page.getByRole('link', { name: 'Continue' }).click();
  await sheet.getByRole('button', { name: /^Top up/ }).click();
  await sheet.getByRole('button', { name: /^Buy 10 tokens/ }).click();
  await submitBankAnswer(page, 'Approve');
  await sheet.getByRole('button', { name: /^Pay and unlock/ }).waitFor();
  await seat.checkAxe('the unlock that goes on');
  await sheet.getByRole('button', { name: /^Pay and unlock/ }).click();
  await page.getByText('Yours. Paid').waitFor();
  await page.getByRole('button', { name: 'Open picture 1' }).waitFor();
  await expect.poll(() => walletBalanceOf(app, fan)).toBe(350n);

  // By card; the gateway reports it twice, it is paid once.
  await goTo(page, `/feeds/${other}`);
  await page.getByRole('button', { name: 'Card or coupon' }).click();
  await choose(sheet, /^Card/);
  await seat.checkAxe('an unlock by card');
  await sheet.getByRole('button', { name: /^Pay by card/ }).click();
  await submitBankAnswer(page, 'Approve, callback twice');
  await page.waitForURL(`**/feeds/${other}`);
  await page.getByRole('button', { name: 'Open picture 1' }).waitFor();
  await expect.poll(() => walletBalanceOf(app, fan)).toBe(350n);
  const owned = await app.platform.database
    .selectFrom('entitlements')
    .select(['item_id', 'revoked_at'])
    .where('account_id', '=', fan.id)
    .orderBy('created_at')
    .execute();
  expect(owned).toEqual([priced, other].map((item_id) => ({ item_id, revoked_at: null })));

  // A lost callback: the page waits, and continues once the gateway was polled.
  await goTo(page, '/wallet');
  await page.getByLabel(/Another amount/).fill('12.25');
  await page.getByRole('button', { name: /^Buy 12.25 tokens/ }).click();
  await submitBankAnswer(page, 'Approve, callback lost');
  await page.getByText('Confirming your payment').first().waitFor();
  await seat.checkAxe('waiting for the gateway');
  await expect.poll(() => walletBalanceOf(app, fan)).toBe(350n);
  app.clock.advance(61_000);
  await app.platform.jobs.enqueue(app.platform.database, 'payments:poll', {});
  await app.settle();
  await page.waitForURL('**/wallet');
  await expect.poll(() => balanceShown(page)).toContain('15.75');
  await seat.checkAxe('the wallet');

  await expect
    .poll(() => ordersOf(fan))
    .toEqual([
      { kind: 'topUp', method: 'card', state: 'failed', tokens_amount: 1000n, money_amount: 1000n },
      { kind: 'topUp', method: 'card', state: 'paid', tokens_amount: 1000n, money_amount: 1000n },
      { kind: 'feed', method: 'wallet', state: 'paid', tokens_amount: 650n, money_amount: 650n },
      { kind: 'feed', method: 'card', state: 'paid', tokens_amount: 300n, money_amount: 300n },
      { kind: 'topUp', method: 'card', state: 'paid', tokens_amount: 1225n, money_amount: 1225n },
    ]);
  await seat.close();
});
