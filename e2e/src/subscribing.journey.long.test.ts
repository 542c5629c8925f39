import { verifyLedger } from '@stagedoor/server/ledger/verify';
import { type Person, PASSWORD, createAdmin, createFan, createFeed, createPerformer, topUp } from '@stagedoor/server/testing/factories';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goTo, logIn, sheetClosed, visit, told } from './browser.ts';
import { advanceClockTo, walletBalanceOf, switchOn } from './money.ts';

// Subscriptions from three views: a fan subscribes from the wallet, by card, with a trial and for free, and cancels; a performer raises the price;
// an operator moves the clock by months.

let app: TestApp;
let admin: Person;
let fan: Person;
let monthly: Person;
let trial: Person;
let post: string;
beforeAll(async () => {
  app = await createTestApp({ web: true });
  admin = await createAdmin(app);
  monthly = await createPerformer(app, { admin, monthlyPrice: 9 });
  trial = await createPerformer(app, { admin, monthlyPrice: 6 });
  await trial.client.call('PUT /performers', { body: { trialDays: 7 } });
  post = await createFeed(monthly, { audience: 'subscribers', text: 'Open rehearsal.' });
  fan = await createFan(app);
  await topUp(app, fan, 25);
  const { client } = fan;
  const { orderId } = await client.call('POST /payment/subscribe-performer', { body: { performerId: monthly.id, renews: true } });
  await client.call('POST /wallet-transactions/pay-wallet/{id}', { params: { id: orderId } });
  await client.call('POST /subscriptions/free-subscribe', { body: { performerId: trial.id } });
  await client.call('POST /subscriptions/cancel/{id}', { params: { id: trial.id } });
});
afterAll(() => app.close());

const DAY_MS = 86_400_000;

const seatAt = (performer: Person) =>
  app.platform.database
    .selectFrom('subscriptions')
    .selectAll()
    .where('fan_id', '=', fan.id)
    .where('performer_id', '=', performer.id)
    .executeTakeFirstOrThrow();

/** Mails to the fan that contain a text. */
const mailsSaying = async (words: string): Promise<number> => {
  await app.settle();
  return (await app.mailsTo(fan.email)).filter((mail) => mail.replaceAll(/=\r?\n/g, '').includes(words)).length;
};

/** The row of a performer in the list of subscriptions. */
const lineOf = (page: Page, performer: Person) =>
  page
    .getByRole('main')
    .locator('div')
    .filter({ has: page.getByRole('link', { name: `Star ${performer.username}` }) })
    .last();

test('a raised price needs agreement; months pass: a reminder, a renewal, an insufficient wallet, days of grace, the end', async () => {
  const stage = await visit(app.platform.config.publicUrl);
  await logIn(stage.page, monthly.username);
  await goTo(stage.page, '/model/account?tab=prices');
  await stage.page.getByLabel('A month, in tokens').fill('12');
  await stage.page.getByRole('button', { name: 'Save' }).first().click();
  await told(stage.page, 'Saved.');
  await stage.checkAxe('the prices');

  // The fan keeps the old price until they accept the new one.
  const seat = await visit(app.platform.config.publicUrl, { width: 390, height: 844, scheme: 'dark' });
  const { page } = seat;
  await logIn(page, fan.username);
  await goTo(page, `/${monthly.username}`);
  await page
    .getByText(/^Renews .* at 9\.00 tokens/)
    .filter({ visible: true })
    .waitFor();
  await goTo(page, '/subscriptions');
  await page.getByText('New subscribers now pay 12.00 tokens ($12.00).', { exact: false }).waitFor();
  await seat.checkAxe('a raised price');
  await expect.poll(async () => (await seatAt(monthly)).price_amount).toBe(900n);
  await page.getByRole('button', { name: 'Agree to 12.00 tokens ($12.00)' }).click();
  await expect.poll(async () => (await seatAt(monthly)).price_amount).toBe(1200n);

  // The operators' clock: a mail before the payment, then the payment.
  const office = await visit(app.platform.config.publicUrl);
  await logIn(office.page, admin.username);
  await goTo(office.page, '/admin/orders');
  await office.page.getByRole('button', { name: 'Move the clock' }).click();
  await office.page.getByRole('dialog').waitFor();
  const begun = await seatAt(monthly);
  await expect.poll(() => mailsSaying('cancel it before')).toBe(0);
  await advanceClockTo(app, office.page, new Date(begun.paid_until.getTime() - 2 * DAY_MS));
  await office.checkAxe('the clock');
  await office.page
    .getByRole('status')
    .getByText(/The site’s clock is \d+ days ahead/)
    .waitFor();
  await expect.poll(async () => [await mailsSaying('cancel it before'), (await seatAt(monthly)).paid_until]).toEqual([1, begun.paid_until]);
  await advanceClockTo(app, office.page, begun.paid_until);
  const renewed = await seatAt(monthly);
  expect(renewed.paid_until > begun.paid_until).toBe(true);
  await expect.poll(() => walletBalanceOf(app, fan)).toBe(400n);
  await goTo(page, `/feeds/${post}`);
  await page.getByRole('button', { name: 'Open picture 1' }).waitFor();

  // The wallet is short at the next renewal: access continues during the days of grace, and ends after them.
  await advanceClockTo(app, office.page, renewed.paid_until);
  await expect.poll(async () => [(await seatAt(monthly)).renewal_attempts, await mailsSaying('Top up your wallet')]).toEqual([1, 1]);
  await goTo(page, '/subscriptions');
  await page.getByText(/^Your wallet balance is too low\. Top up by/).waitFor();
  await lineOf(page, trial)
    .getByText(/^Ended/)
    .waitFor();
  await seat.checkAxe('a seat in its days of grace');
  await goTo(page, `/feeds/${post}`);
  await page.getByRole('button', { name: 'Open picture 1' }).waitFor();
  await advanceClockTo(app, office.page, new Date(renewed.paid_until.getTime() + 3 * DAY_MS));
  await goTo(page, `/feeds/${post}`);
  await page.getByRole('button', { name: /^Subscribe/ }).waitFor();
  await goTo(page, '/subscriptions');
  await lineOf(page, monthly)
    .getByText(/^Ended/)
    .waitFor();
  await expect
    .poll(async () => [(await seatAt(monthly)).expires_at <= app.platform.clock.now(), await walletBalanceOf(app, fan)])
    .toEqual([true, 400n]);
  const paid = await app.platform.database
    .selectFrom('orders')
    .select(['kind', 'method', 'tokens_amount'])
    .where('buyer_id', '=', fan.id)
    .where('seller_id', '=', monthly.id)
    .where('state', '=', 'paid')
    .orderBy('created_at')
    .execute();
  expect(paid).toEqual([
    { kind: 'subscription', method: 'wallet', tokens_amount: 900n },
    { kind: 'renewal', method: 'wallet', tokens_amount: 1200n },
  ]);

  for (const one of [stage, seat, office]) await one.close();
  const { checks } = await verifyLedger(app.platform.database);
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
});

test('a plan is changed: to yearly at once with a credit, to monthly at the end of the year, and undone', async () => {
  const other = await createFan(app);
  await topUp(app, other, 60);
  const performer = await createPerformer(app, { admin, monthlyPrice: 9, yearlyPrice: 90 });
  const { orderId } = await other.client.call('POST /payment/subscribe-performer', { body: { performerId: performer.id, renews: true } });
  await other.client.call('POST /wallet-transactions/pay-wallet/{id}', { params: { id: orderId } });
  const rowOf = () =>
    app.platform.database.selectFrom('subscriptions').selectAll().where('fan_id', '=', other.id).executeTakeFirstOrThrow();

  const browser = await visit(app.platform.config.publicUrl, { width: 390, height: 844, scheme: 'light' });
  const { page } = browser;
  const sheet = page.getByRole('dialog');
  await logIn(page, other.username);
  await goTo(page, '/subscriptions');
  await lineOf(page, performer).getByRole('button', { name: 'Change plan' }).click();
  // On the first day the whole month is credited; the wallet is short of the difference, and the sheet comes back after the top-up.
  await sheet.getByText(/^Credit for \d+ unused days of \d+$/).waitFor();
  await sheet.getByText('$81.00').first().waitFor();
  await browser.checkAxe('changing to yearly');
  await sheet.getByRole('button', { name: /^Top up/ }).waitFor();
  await topUp(app, other, 100);
  await page.reload();
  await sheet.getByRole('button', { name: /^Pay and change.*81\.00/ }).click();
  await sheetClosed(page);
  await page.getByText('Your plan is yearly now.').waitFor();
  await expect.poll(() => rowOf()).toMatchObject({ type: 'yearly', price_amount: 9000n, credit_amount: 900n, renews_by: 'wallet' });
  await expect.poll(() => walletBalanceOf(app, other)).toBe(7000n);

  await lineOf(page, performer).getByRole('button', { name: 'Change plan' }).click();
  await sheet.getByText(/^Your paid year lasts until/).waitFor();
  await browser.checkAxe('changing to monthly');
  await sheet.getByRole('button', { name: 'Change to monthly' }).click();
  await sheetClosed(page);
  await lineOf(page, performer)
    .getByText(/^Monthly from .*, for 9\.00 tokens \(\$9\.00\) a month$/)
    .waitFor();
  await expect.poll(() => rowOf()).toMatchObject({ type: 'yearly', next_type: 'monthly', next_price_amount: 900n });
  await lineOf(page, performer).getByRole('button', { name: 'Keep yearly' }).click();
  await lineOf(page, performer).getByRole('button', { name: 'Change plan' }).waitFor();
  await expect.poll(() => rowOf()).toMatchObject({ type: 'yearly', next_type: null });
  await browser.close();
  const { checks } = await verifyLedger(app.platform.database);
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
});

test('an offer link: made by the performer, opened by a visitor, kept through the log-in, used once at the price that was told', async () => {
  const performer = await createPerformer(app, { admin, monthlyPrice: 9 });
  const newcomer = await createFan(app);
  await topUp(app, newcomer, 20);
  const stage = await visit(app.platform.config.publicUrl, { width: 1280, height: 900, scheme: 'dark' });
  await logIn(stage.page, performer.username);
  await goTo(stage.page, '/model/account?tab=prices');
  await stage.page.getByRole('button', { name: 'New link' }).click();
  const form = stage.page.getByRole('dialog');
  await form.getByLabel('Name', { exact: true }).fill('Newsletter');
  await form.getByLabel('Number of uses').fill('1');
  await stage.checkAxe('a new offer link');
  await form.getByRole('button', { name: 'Create link' }).click();
  await sheetClosed(stage.page);
  const line = stage.page
    .locator('div')
    .filter({ has: stage.page.getByText('Newsletter', { exact: true }) })
    .last();
  await line.getByText('0 subscribers gained · 1 use left', { exact: true }).waitFor();
  const address = await line.getByText(/^\/.*\?offer=/).textContent();
  const link = await app.platform.database
    .selectFrom('offer_links')
    .selectAll()
    .where('performer_id', '=', performer.id)
    .executeTakeFirstOrThrow();
  expect([address, link.percent, link.only_new]).toEqual([`/${performer.username}?offer=${link.code}`, 50, true]);

  const phone = await visit(app.platform.config.publicUrl, { width: 390, height: 844, scheme: 'light' });
  const { page } = phone;
  const sheet = page.getByRole('dialog');
  await goTo(page, address!);
  await page.getByText('50% off the first month').filter({ visible: true }).first().waitFor();
  await phone.checkAxe('an offer on a profile');
  await page.getByRole('button', { name: 'Use the offer' }).filter({ visible: true }).click();
  await sheet.getByRole('link', { name: 'Log in' }).click();
  await page.getByLabel('Username or email').fill(newcomer.username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  // The sheet comes back with the offer chosen.
  await sheet.getByText('It won’t renew', { exact: false }).waitFor();
  await switchOn(sheet, /Renew from my wallet/);
  await sheet.getByText(/from your wallet for \$9\.00 a month/).waitFor();
  await phone.checkAxe('an offer in the sheet');
  await sheet.getByRole('button', { name: /^Pay and subscribe.*4\.50/ }).click();
  await sheetClosed(page);
  await expect.poll(() => walletBalanceOf(app, newcomer)).toBe(1550n);
  const row = await app.platform.database
    .selectFrom('subscriptions')
    .selectAll()
    .where('fan_id', '=', newcomer.id)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ type: 'monthly', price_amount: 900n, renews_by: 'wallet', is_trial: false });

  // Used up for the next fan, who may subscribe at the regular price.
  const late = await visit(app.platform.config.publicUrl, { width: 1280, height: 900, scheme: 'light' });
  await goTo(late.page, address!);
  await late.page.getByText('You can still subscribe at the regular price.', { exact: false }).filter({ visible: true }).waitFor();
  await late.page
    .getByRole('button', { name: /^Subscribe monthly.*9\.00/ })
    .filter({ visible: true })
    .waitFor();
  await stage.page.reload();
  await line.getByText('1 subscriber gained · 0 uses left', { exact: true }).waitFor();
  await stage.checkAxe('the offer links');
  for (const one of [stage, phone, late]) await one.close();
  const { checks } = await verifyLedger(app.platform.database);
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
});
