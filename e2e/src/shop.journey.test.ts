import { drawBooklet } from '@stagedoor/server/demo/booklet';
import { verifyLedger } from '@stagedoor/server/ledger/verify';
import { createCategory } from '@stagedoor/server/testing/catalog-fixtures';
import { type Person, createAdmin, createFan, createPerformer, picture, topUp } from '@stagedoor/server/testing/factories';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goTo, logIn, sheetClosed, visit, told } from './browser.ts';
import { walletBalanceOf } from './money.ts';

const BOOKLET = drawBooklet([['Six studies', 'for cello']]);
const DESK = { width: 1440, height: 900, scheme: 'light' } as const;
const PHONE = { width: 390, height: 844, scheme: 'dark' } as const;

// A shop from its first product to the last step of an order, and a report to its decision. What each side sees is compared with the
// database and the ledger.

let app: TestApp;
let admin: Person;
let star: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp({ web: true });
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin });
  fan = await createFan(app);
  await topUp(app, fan, 100);
  await createCategory(admin, 'Made by hand');
});
afterAll(() => app.close());

const sheetOf = (page: Page) => page.getByRole('dialog');

test('a physical and a digital product, two orders to their end, and a report to its decision', async () => {
  const stage = await visit(app.platform.config.publicUrl, DESK);
  await logIn(stage.page, star.username);

  // A download: it can't be published without its file.
  await goTo(stage.page, '/model/products');
  await stage.checkAxe('an empty shop');
  await stage.page.getByRole('link', { name: 'New product' }).first().click();
  await stage.page.waitForURL('**/model/products/new');
  await stage.page.getByLabel('Name', { exact: true }).fill('Six studies');
  await stage.page.getByLabel('Price in tokens').fill('5');
  await stage.page.getByRole('button', { name: 'Publish' }).click();
  await stage.page.getByText('Add the file that buyers download before you publish.').waitFor();
  await stage.page
    .getByLabel('Choose a file')
    .setInputFiles({ name: 'studies.pdf', mimeType: 'application/pdf', buffer: Buffer.from(BOOKLET) });
  await stage.page.getByText('studies.pdf').waitFor();
  await stage.checkAxe('a digital product');
  await stage.page.getByRole('button', { name: 'Publish' }).click();
  await stage.page.waitForURL(/\/model\/products(?:\?|$)/);
  await stage.page.getByText('Six studies').first().waitFor();

  // Something sent by post: picture, stock, postage by country, a category.
  await goTo(stage.page, '/model/products/new');
  await stage.page.getByText('Sent by post', { exact: true }).click();
  await stage.page.getByLabel('Name', { exact: true }).fill('A clay cup');
  await stage.page.getByLabel('Price in tokens').fill('12');
  await stage.page.getByLabel(/^In stock/).fill('3');
  await stage.page.getByLabel('Tokens', { exact: true }).fill('4');
  await stage.page.getByRole('button', { name: 'Made by hand' }).click();
  await stage.page.getByLabel('Add photos').setInputFiles({
    name: 'cup.png',
    mimeType: 'image/png',
    buffer: Buffer.from(await (await picture({ width: 640, height: 480 })).arrayBuffer()),
  });
  await stage.page.getByRole('button', { name: 'Publish', disabled: false }).waitFor();
  await stage.checkAxe('a physical product');
  await stage.page.getByRole('button', { name: 'Publish' }).click();
  await stage.page.waitForURL(/\/model\/products(?:\?|$)/);
  await stage.page.getByText('A clay cup').first().waitFor();
  await stage.checkAxe('the own shop');

  // A fan finds them, sees the whole price before paying, and buys both in one order.
  const seat = await visit(app.platform.config.publicUrl, PHONE);
  const { page } = seat;
  await logIn(page, fan.username);
  await goTo(page, '/products');
  await seat.checkAxe('the products');
  await page.getByRole('link', { name: /^View A clay cup/ }).click();
  await page.waitForURL('**/products/*');
  await page.getByLabel('Postage to').selectOption('PT');
  await page.getByText('16.00').first().waitFor();
  // The country is remembered, and the page that the server rendered without it is hydrated without an error.
  await page.reload();
  await page.getByText('16.00').first().waitFor();
  await seat.checkAxe('a product');
  await page.getByRole('button', { name: 'Add to cart: A clay cup' }).click();
  await goTo(page, '/products');
  await page.getByRole('button', { name: 'Add to cart: Six studies' }).click();
  await goTo(page, '/cart');
  const sheet = sheetOf(page);
  await page.getByRole('button', { name: /^Check out/ }).click();
  await sheet.getByLabel('Full name').fill('Ana Ruiz');
  await sheet.getByLabel('Street and number').fill('4 Harbour Lane');
  await sheet.getByLabel(/^City/).fill('Lisbon');
  await sheet.getByLabel('Country').selectOption('PT');
  await seat.checkAxe('the checkout with postage');
  await sheet.getByRole('button', { name: /^Pay and order.*21\.00 tokens/ }).click();
  await page.waitForURL('**/orders/*');
  const orderPage = page.url();
  await page.getByRole('heading', { name: 'A clay cup' }).waitFor();
  await expect.poll(() => walletBalanceOf(app, fan)).toBe(7900n);

  // Accepted, shipped with a tracking link, confirmed.
  await goTo(stage.page, '/model/orders');
  await stage.checkAxe('the orders');
  await stage.page.getByRole('button', { name: /A clay cup/ }).click();
  const sale = sheetOf(stage.page);
  await sale.getByRole('button', { name: 'Accept' }).click();
  await sale.getByLabel(/^Tracking link/).fill('https://post.example.com/1');
  await stage.checkAxe('an order to send');
  await sale.getByRole('button', { name: 'Mark as sent' }).click();
  await sale.getByRole('button', { name: 'Mark as delivered' }).waitFor();
  await goTo(page, new URL(orderPage).pathname);
  await expect.poll(() => page.getByRole('link', { name: 'Track parcel' }).getAttribute('href')).toBe('https://post.example.com/1');
  await seat.checkAxe('an order on its way');
  await page.getByRole('button', { name: 'It has arrived' }).click();
  await told(page, 'Thank you for telling us.');

  // A second order, straight from the product's page, is cancelled before it is accepted: everything is given back, with the postage.
  await goTo(page, '/products');
  await page.getByRole('link', { name: /^View A clay cup/ }).click();
  await page.waitForURL('**/products/*');
  await page.getByRole('button', { name: 'Buy now' }).click();
  await sheet.getByLabel('Full name').fill('Ana Ruiz');
  await sheet.getByLabel('Street and number').fill('4 Harbour Lane');
  await sheet.getByLabel(/^City/).fill('Lisbon');
  await sheet.getByLabel('Country').selectOption('PT');
  await sheet.getByRole('button', { name: /^Pay and order.*16\.00 tokens/ }).click();
  await page.waitForURL((url) => url.pathname.startsWith('/orders/') && url.href !== orderPage);
  await page.getByRole('button', { name: 'Cancel the order' }).click();
  await seat.checkAxe('before cancelling');
  await sheet.getByRole('button', { name: 'Cancel the order' }).click();
  await told(page, 'Cancelled. You’ve been refunded.');
  await expect.poll(() => walletBalanceOf(app, fan)).toBe(7900n);
  expect((await verifyLedger(app.platform.database)).checks.filter(({ ok }) => !ok)).toEqual([]);

  // A report, from the product's page to the admin's decision and the performer's appeal.
  await goTo(page, '/products');
  await page.getByRole('link', { name: /^View Six studies/ }).click();
  await page.waitForURL('**/products/*');
  const reported = new URL(page.url()).pathname;
  await page.getByRole('button', { name: 'Report: Six studies' }).click();
  await sheet.getByRole('button', { name: 'Send the report' }).click();
  await sheet.getByText('Choose what is wrong.').waitFor();
  await seat.checkAxe('a report without a reason');
  await sheet.getByText('Spam or fraud').click();
  await sheet.getByRole('button', { name: 'Send the report' }).click();
  await page.getByText(/Your report number is/).waitFor();
  await sheetClosed(page);

  const desk = await visit(app.platform.config.publicUrl, DESK);
  await logIn(desk.page, admin.email);
  await goTo(desk.page, '/admin/reports');
  await desk.page.getByText('Six studies').first().click();
  await desk.page.getByRole('button', { name: 'Take it down' }).waitFor();
  // What the report is about is decided on, so it is shown: here what buyers download.
  await desk.page.getByRole('link', { name: 'Download' }).waitFor();
  await desk.checkAxe('the queue of reports');
  await desk.page.getByRole('button', { name: 'Take it down' }).click();
  const question = sheetOf(desk.page);
  await question.getByText(/“Six studies” by .* disappears for everyone at once\./).waitFor();
  await desk.checkAxe('the question before a take-down');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await sheetClosed(desk.page);
  await desk.page.getByRole('button', { name: 'Take it down' }).click();
  await question.getByRole('button', { name: 'Take it down' }).click();
  await told(desk.page, 'Decided.');
  await sheetClosed(desk.page);
  await expect.poll(() => new URL(desk.page.url()).searchParams.has('id')).toBe(false);
  await goTo(desk.page, '/admin/categories');
  await desk.page.getByText('Made by hand').first().waitFor();
  await desk.checkAxe('the categories');
  await goTo(desk.page, '/admin/content');
  await desk.page.getByText('Six studies').first().click();
  await desk.page.getByRole('link', { name: 'Download' }).waitFor();
  await desk.checkAxe('the content');
  expect((await app.client().send('GET /performer-assets/products/{id}', { params: { id: reported.split('/').at(-1)! } })).status).toBe(
    404,
  );

  await goTo(stage.page, '/model/violations-reported');
  await stage.page.getByText('Taken down', { exact: false }).first().waitFor();
  expect(await stage.page.locator('main').innerText()).not.toContain(fan.username);
  await stage.checkAxe('the reports about a performer');
  await stage.page.getByRole('button', { name: 'Appeal' }).click();
  const appeal = sheetOf(stage.page);
  await appeal.getByLabel('Why is the decision wrong?').fill('The studies are my own.');
  await stage.checkAxe('an appeal');
  await appeal.getByRole('button', { name: 'Send the appeal' }).click();
  await stage.page.getByText('Your appeal is under review').waitFor();

  for (const browser of [stage, seat, desk]) await browser.close();
});
