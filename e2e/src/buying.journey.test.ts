import { readFile } from 'node:fs/promises';
import { createInitialGifts } from '@stagedoor/server/modules/gifts/index';
import { createInitialPackages } from '@stagedoor/server/modules/wallet/index';
import { verifyLedger } from '@stagedoor/server/ledger/verify';
import { type Person, createAdmin, createFan, createFeed, createPerformer, topUp } from '@stagedoor/server/testing/factories';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { alive, answerAsBank, goTo, logIn, sheetClosed, visit } from './browser.ts';

// What a fan pays with, and for: tokens by package and by amount, a post from the wallet and by card, a cart, tips and gifts. Banks say
// no, or say yes too late or twice; each time the database is asked what came of it.

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

/** Hundredths of a token in a wallet. */
const walletOf = async (person: Person): Promise<bigint> =>
  (
    await app.platform.database
      .selectFrom('ledger.accounts')
      .select('balance')
      .where('kind', '=', 'wallet')
      .where('owner_id', '=', person.id)
      .executeTakeFirst()
  )?.balance ?? 0n;

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

test('an empty wallet: a bank that says no, one that says yes late, one that says it twice; by package, by amount, by card', async () => {
  const fan = await createFan(app);
  const priced = await createFeed(star, { audience: 'buyers', price: 6.5, title: 'Slow bow' });
  const other = await createFeed(star, { audience: 'buyers', price: 3, title: 'Left hand' });
  const seat = await visit(app.platform.config.publicUrl, { width: 390, height: 844, scheme: 'dark' });
  const { page } = seat;

  // A visitor is led to the log-in and back.
  await goTo(page, `/feeds/${priced}`);
  await page.getByRole('button', { name: /^Unlock/ }).click();
  await page.waitForURL('**/auth/login**');
  await alive(page);
  await page.getByLabel('Username or email').fill(fan.username);
  await page.getByLabel('Password', { exact: true }).fill('correct horse 42');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL(`**/feeds/${priced}`);

  // Short of tokens: the sheet asks for what is missing, within its bounds.
  await page.getByRole('button', { name: /^Unlock/ }).click();
  await page.getByRole('button', { name: /^Top up and unlock/ }).click();
  const sheet = page.getByRole('dialog');
  const amount = sheet.getByLabel(/Another amount/);
  await amount.fill('2');
  await sheet.getByRole('alert').getByText('From 5 to 1,000 tokens').waitFor();
  expect(await sheet.getByRole('button', { name: /^Buy/ }).isDisabled()).toBe(true);
  await amount.fill('');
  await seat.checkAxe('the top-up sheet');

  // The bank says no: told so, nothing changed, and the purchase still waits.
  await sheet.getByRole('button', { name: /^Buy 10 tokens/ }).click();
  await page.waitForURL('**/sandbox/pay/**');
  await page.getByRole('button', { name: 'Decline', exact: true }).waitFor();
  await seat.checkAxe('the sandbox’s page');
  await answerAsBank(page, 'Decline');
  await page.getByText('Your bank said no').first().waitFor();
  await page.getByText('Nothing was charged.').waitFor();
  await seat.checkAxe('a declined card');
  expect([await walletOf(fan), await ordersOf(fan)]).toEqual([0n, [expect.objectContaining({ kind: 'topUp', state: 'failed' })]]);

  // It says yes: the interrupted purchase is open again, one press away.
  await page.getByRole('link', { name: 'Go on' }).click();
  await sheet.getByRole('button', { name: /^Top up/ }).click();
  await sheet.getByRole('button', { name: /^Buy 10 tokens/ }).click();
  await answerAsBank(page, 'Approve');
  await sheet.getByRole('button', { name: /^Pay and unlock/ }).waitFor();
  await seat.checkAxe('the unlock that goes on');
  await sheet.getByRole('button', { name: /^Pay and unlock/ }).click();
  await page.getByText('Yours. Paid').waitFor();
  await page.getByRole('button', { name: 'Open picture 1' }).waitFor();
  expect(await walletOf(fan)).toBe(350n);

  // By card; the bank tells of it twice, it is paid once.
  await goTo(page, `/feeds/${other}`);
  await page.getByRole('button', { name: 'Card or coupon' }).click();
  await sheet.getByText('Card', { exact: true }).click();
  await seat.checkAxe('an unlock by card');
  await sheet.getByRole('button', { name: /^Pay by card/ }).click();
  await answerAsBank(page, 'Approve, callback twice');
  await page.waitForURL(`**/feeds/${other}`);
  await page.getByRole('button', { name: 'Open picture 1' }).waitFor();
  expect(await walletOf(fan)).toBe(350n);
  const owned = await app.platform.database
    .selectFrom('entitlements')
    .select(['item_id', 'revoked_at'])
    .where('account_id', '=', fan.id)
    .orderBy('created_at')
    .execute();
  expect(owned).toEqual([priced, other].map((item_id) => ({ item_id, revoked_at: null })));

  // A callback that is lost: the page waits, and goes on once the gateway was asked.
  await goTo(page, '/wallet');
  await page.getByLabel(/Another amount/).fill('12.25');
  await page.getByRole('button', { name: /^Buy 12.25 tokens/ }).click();
  await answerAsBank(page, 'Approve, callback lost');
  await page.getByText('Waiting for the gateway').first().waitFor();
  await seat.checkAxe('waiting for the gateway');
  expect(await walletOf(fan)).toBe(350n);
  app.clock.advance(61_000);
  await app.platform.jobs.enqueue(app.platform.database, 'payments:poll', {});
  await app.settle();
  await page.waitForURL('**/wallet');
  await expect.poll(() => balanceShown(page)).toContain('15.75');
  await seat.checkAxe('the wallet');

  expect(await ordersOf(fan)).toEqual([
    { kind: 'topUp', method: 'card', state: 'failed', tokens_amount: 1000n, money_amount: 1000n },
    { kind: 'topUp', method: 'card', state: 'paid', tokens_amount: 1000n, money_amount: 1000n },
    { kind: 'feed', method: 'wallet', state: 'paid', tokens_amount: 650n, money_amount: 650n },
    { kind: 'feed', method: 'card', state: 'paid', tokens_amount: 300n, money_amount: 300n },
    { kind: 'topUp', method: 'card', state: 'paid', tokens_amount: 1225n, money_amount: 1225n },
  ]);
  await seat.close();
});
