import { type Person, createAdmin, createFan, createFeed, createPerformer, topUp } from '@stagedoor/server/testing/factories';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { submitBankAnswer, goTo, logIn, sheetClosed, visit, told } from './browser.ts';
import { choose, walletBalanceOf, switchOn } from './money.ts';

// Subscriptions from three views: a fan subscribes from the wallet, by card, with a trial and for free, and cancels; a performer raises the price;
// an operator moves the clock by months.

let app: TestApp;
let admin: Person;
let fan: Person;
let monthly: Person;
let yearly: Person;
let trial: Person;
let free: Person;
beforeAll(async () => {
  app = await createTestApp({ web: true });
  admin = await createAdmin(app);
  monthly = await createPerformer(app, { admin, monthlyPrice: 9 });
  yearly = await createPerformer(app, { admin, monthlyPrice: 9, yearlyPrice: 90 });
  trial = await createPerformer(app, { admin, monthlyPrice: 6 });
  await trial.client.call('PUT /performers', { body: { trialDays: 7 } });
  free = await createPerformer(app, { admin, monthlyPrice: 0 });
  await createFeed(monthly, { audience: 'subscribers', text: 'Open rehearsal.' });
  fan = await createFan(app);
  await topUp(app, fan, 25);
});
afterAll(() => app.close());

const seatAt = (performer: Person) =>
  app.platform.database
    .selectFrom('subscriptions')
    .selectAll()
    .where('fan_id', '=', fan.id)
    .where('performer_id', '=', performer.id)
    .executeTakeFirstOrThrow();

/** The row of a performer in the list of subscriptions. */
const lineOf = (page: Page, performer: Person) =>
  page
    .getByRole('main')
    .locator('div')
    .filter({ has: page.getByRole('link', { name: `Star ${performer.username}` }) })
    .last();

test('subscriptions: monthly from the wallet, yearly by card, with a trial, and free; cancelled in two presses', async () => {
  const seat = await visit(app.platform.config.publicUrl, { width: 390, height: 844, scheme: 'dark' });
  const { page } = seat;
  const sheet = page.getByRole('dialog');
  const taken = () =>
    page
      .getByText(/^(?:You’re subscribed|Subscribed\.)$/)
      .filter({ visible: true })
      .first()
      .waitFor();
  const take = async (performer: Person, name: RegExp): Promise<void> => {
    await goTo(page, `/${performer.username}`);
    await page.getByRole('button', { name }).filter({ visible: true }).click();
  };
  await logIn(page, fan.username);

  // On a small phone the tabs of a profile begin on the first screen, with the offer and three lines about the performer above them.
  await monthly.client.call('PUT /performers', { body: { bio: 'Plays the cello in old factories. '.repeat(3).trim() } });
  await page.setViewportSize({ width: 360, height: 800 });
  await goTo(page, `/${monthly.username}`);
  const topOf = async (name: string) =>
    (await page.getByRole('navigation', { name, exact: true }).filter({ visible: true }).boundingBox())!.y;
  await expect.poll(() => topOf('Posts')).toBeLessThan((await topOf('Main')) - 20);
  await page.setViewportSize({ width: 390, height: 844 });

  // From the wallet; it renews because the fan chose so.
  await take(monthly, /^Subscribe monthly/);
  await sheet.getByText('It won’t renew', { exact: false }).waitFor();
  await switchOn(sheet, /Renew from my wallet/);
  await seat.checkAxe('subscribing from the wallet');
  await sheet.getByRole('button', { name: /^Pay and subscribe.*9\.00/ }).click();
  await sheetClosed(page);
  await taken();
  await seat.checkAxe('a profile with a seat');
  await expect.poll(() => seatAt(monthly)).toMatchObject({ type: 'monthly', state: 'active', renews_by: 'wallet', price_amount: 900n });
  await expect.poll(() => walletBalanceOf(app, fan)).toBe(1600n);

  // By card; the gateway states the yearly amount.
  await take(yearly, /^Subscribe monthly/);
  await choose(sheet, /^Yearly/);
  await choose(sheet, /^Card/);
  await seat.checkAxe('subscribing by card');
  await sheet.getByRole('button', { name: /^Pay by card.*90\.00/ }).click();
  await page.getByText('then $90.00 each year').waitFor();
  await submitBankAnswer(page, 'Approve');
  await page.waitForURL(`**/${yearly.username}`);
  await taken();
  await expect.poll(() => seatAt(yearly)).toMatchObject({ type: 'yearly', state: 'active', renews_by: 'card', price_amount: 9000n });

  // A trial, continued from the wallet; and a free subscription.
  await take(trial, /^Subscribe monthly/);
  await switchOn(sheet, /Renew from my wallet/);
  await seat.checkAxe('free days');
  await sheet.getByRole('button', { name: 'Start free trial' }).click();
  await sheetClosed(page);
  await taken();
  await expect.poll(() => seatAt(trial)).toMatchObject({ state: 'active', is_trial: true, renews_by: 'wallet' });
  await take(free, /^Subscribe free/);
  await sheet.getByRole('button', { name: 'Subscribe free' }).click();
  await sheetClosed(page);
  await taken();
  await expect.poll(() => seatAt(free)).toMatchObject({ type: 'free', state: 'active', price_amount: 0n });
  await expect.poll(() => walletBalanceOf(app, fan)).toBe(1600n);

  // Cancelled in two presses; the remaining access.
  await goTo(page, '/subscriptions');
  await lineOf(page, trial).getByRole('button', { name: 'Cancel', exact: true }).click();
  await seat.checkAxe('the subscriptions');
  await lineOf(page, trial).getByRole('button', { name: 'Confirm cancellation' }).click();
  await page.getByText(/^Cancelled\. You keep access until/).waitFor();
  const cancelled = await seatAt(trial);
  expect(cancelled).toMatchObject({ state: 'cancelled', next_attempt_at: null });
  expect(cancelled.expires_at > app.platform.clock.now()).toBe(true);

  // A cancelled free one is resumed: subscribing anew would be refused.
  await lineOf(page, free).getByRole('button', { name: 'Cancel', exact: true }).click();
  await lineOf(page, free).getByRole('button', { name: 'Confirm cancellation' }).click();
  await lineOf(page, free).getByRole('button', { name: 'Resume' }).click();
  await told(page, 'Resumed. It stays free.');
  await lineOf(page, free).getByRole('button', { name: 'Cancel', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Ending', exact: true }).click();
  await expect.poll(() => lineOf(page, free).count()).toBe(0);
  await lineOf(page, trial).waitFor();
  await expect.poll(() => seatAt(free)).toMatchObject({ type: 'free', state: 'active', renews_by: null });
  await goTo(page, `/${trial.username}`);
  await page
    .getByText(/^Access ends/)
    .filter({ visible: true })
    .waitFor();
  await seat.close();
});
