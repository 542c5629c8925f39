import { readFile } from 'node:fs/promises';
import { drawBooklet } from '@stagedoor/server/demo/booklet';
import { receiveDocument } from '@stagedoor/server/demo/pictures';
import { prepareFile, storePrivateFile } from '@stagedoor/server/modules/files/index';
import { createInitialGifts } from '@stagedoor/server/modules/gifts/index';
import { createInitialPackages } from '@stagedoor/server/modules/wallet/index';
import { verifyLedger } from '@stagedoor/server/ledger/verify';
import { type Person, createAdmin, createFan, createPerformer, topUp } from '@stagedoor/server/testing/factories';
import { createProduct } from '@stagedoor/server/testing/shop';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { submitBankAnswer, goTo, logIn, sheetClosed, visit, told } from './browser.ts';
import { choose, walletBalanceOf } from './money.ts';

const BOOKLET = drawBooklet([['Six studies', 'for cello']]);
const DAY_MS = 86_400_000;

// A fan buys a cart: with a coupon and an address from the wallet, and by card. Each result is checked in the database.

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

/** A product on sale that is a file to download. @returns its id */
const createBooklet = async (name: string, price: number): Promise<string> => {
  const { platform } = app;
  const productId = await createProduct(app, star, { name, price });
  const received = await receiveDocument(platform, BOOKLET);
  const prepared = await prepareFile(platform, received, star.id);
  const fileId = await platform.database
    .transaction()
    .execute((trx) => storePrivateFile(platform, trx, prepared, { ownerId: star.id, purpose: 'productFile' }));
  await platform.database.insertInto('item_files').values({ item_id: productId, role: 'download', position: 0, file_id: fileId }).execute();
  return productId;
};

const createCoupon = (code: string, endsAt: string | null) =>
  admin.client.call('POST /admin/coupons', {
    body: {
      code,
      terms: { percent: 10, amount: null, itemKinds: ['product'], startsAt: null, endsAt, usesMaximum: 5, usesPerAccount: 1, active: true },
    },
  });

/** The file the browser downloads after a press. */
const saved = async (page: Page, press: () => Promise<void>): Promise<Buffer> => {
  const download = page.waitForEvent('download');
  await press();
  return readFile(await (await download).path());
};

test('a cart with a coupon and an address from the wallet, another by card; the download, the orders, the receipt, the history as a file', async () => {
  const fan = await createFan(app);
  await topUp(app, fan, 60);
  await createBooklet('Six studies', 4.5);
  const print = await createProduct(app, star, { type: 'physical', price: 18, stock: 5, name: 'The hall, a print' });
  await createBooklet('Left hand alone', 3);
  await createCoupon('LATE', new Date(app.clock.now().getTime() - DAY_MS).toISOString());
  await createCoupon('SPRING', null);
  const seat = await visit(app.platform.config.publicUrl);
  const { page } = seat;
  const sheet = page.getByRole('dialog');
  await logIn(page, fan.username);

  // From the shop into the cart. An item that another tab has added meanwhile is not added again.
  await goTo(page, `/${star.username}`);
  await page.getByRole('link', { name: /^Shop/ }).click();
  await page.getByRole('button', { name: 'Add to cart: Six studies' }).click();
  await page.getByRole('link', { name: 'In the cart' }).waitFor();
  const cart = () => page.evaluate(() => localStorage.getItem('cart'));
  const before = await cart();
  await page.evaluate((id) => {
    const { items } = JSON.parse(localStorage.getItem('cart')!) as { items: object[] };
    items.push({ _id: id, name: 'The hall, a print', type: 'physical', price: 18, quantity: 2 });
    localStorage.setItem('cart', JSON.stringify({ total: items.length, items }));
  }, print);
  const kept = await cart();
  await page.getByRole('button', { name: 'Add to cart: The hall, a print' }).click();
  await told(page, 'It’s already in the cart, or the cart is full');
  await expect.poll(async () => [await cart(), before === kept]).toEqual([kept, false]);
  await seat.checkAxe('the shop of a profile');

  // Increase the quantity and check out; an expired coupon is refused with a message, another is applied.
  await goTo(page, '/cart');
  await page.getByRole('group', { name: 'How many of The hall, a print' }).getByRole('button', { name: 'One fewer' }).click();
  await seat.checkAxe('the cart');
  await page.getByRole('button', { name: /^Check out/ }).click();
  await sheet.getByRole('button', { name: 'Add a coupon' }).click();
  await sheet.getByLabel('Coupon', { exact: true }).fill('late');
  await sheet.getByRole('button', { name: 'Apply' }).click();
  await sheet
    .getByRole('alert')
    .getByText(/coupon/)
    .waitFor();
  await seat.checkAxe('a coupon refused');
  await sheet.getByLabel('Coupon', { exact: true }).fill('spring');
  await sheet.getByRole('button', { name: 'Apply' }).click();
  await sheet.getByText('Coupon SPRING').waitFor();

  // An address is required, and the button names no price before the postage is known; then one press pays for everything.
  const pay = sheet.getByRole('button', { name: /^Pay and order/ });
  await expect.poll(() => pay.textContent()).not.toMatch(/\d/);
  await pay.click();
  await sheet.getByRole('alert').first().waitFor();
  await expect.poll(() => ordersOf(fan)).toHaveLength(1);
  await sheet.getByLabel('Full name').fill('Ana Ruiz');
  await sheet.getByLabel('Street and number').fill('4 Harbour Lane');
  await sheet.getByLabel(/^City/).fill('Lisbon');
  await sheet.getByLabel('Country').selectOption('PT');
  await seat.checkAxe('the checkout');
  await expect.poll(() => pay.textContent()).toMatch(/20\.25 tokens/);
  await pay.click();
  await page.waitForURL('**/orders/*');
  await page.getByRole('heading', { name: 'The hall, a print' }).waitFor();
  await page.getByText('4 Harbour Lane').waitFor();
  await seat.checkAxe('an order');
  const order = await app.platform.database
    .selectFrom('orders')
    .selectAll()
    .where('buyer_id', '=', fan.id)
    .where('kind', '=', 'product')
    .executeTakeFirstOrThrow();
  expect(page.url().endsWith(`/orders/${order.id}`)).toBe(true);
  expect(order).toMatchObject({ state: 'paid', method: 'wallet', tokens_amount: 2025n, discount_amount: 225n });
  expect(order.delivery_address!.includes('Harbour')).toBe(false);
  const { database } = app.platform;
  await expect
    .poll(() => database.selectFrom('coupons').select('use_count').where('code', '=', 'SPRING').execute())
    .toEqual([{ use_count: 1 }]);
  await expect
    .poll(async () => (await database.selectFrom('products').select('stock').where('id', '=', print).executeTakeFirstOrThrow()).stock)
    .toBe(4);
  await expect.poll(async () => [await walletBalanceOf(app, fan), await cart()]).toEqual([3975n, JSON.stringify({ total: 0, items: [] })]);

  // The download is identical to the file.
  const pressDownload = () => page.getByRole('button', { name: 'Download: Six studies' }).click();
  expect((await saved(page, pressDownload)).equals(BOOKLET)).toBe(true);

  // Another cart, by card.
  await goTo(page, `/${star.username}?tab=shop`);
  await page.getByRole('link', { name: /^View Left hand alone/ }).click();
  await page.waitForURL('**/products/*');
  await seat.checkAxe('a product');
  await page.getByRole('button', { name: 'Add to cart: Left hand alone' }).click();
  await page.getByRole('link', { name: 'In the cart' }).click();
  await page.waitForURL('**/cart');
  await page.getByRole('button', { name: /^Check out/ }).click();
  await choose(sheet, /^Card/);
  await sheet.getByRole('button', { name: /^Pay by card.*3\.00 tokens/ }).click();
  await submitBankAnswer(page, 'Approve');
  await page.waitForURL('**/orders/*');
  await page.getByRole('heading', { name: 'Left hand alone' }).waitFor();
  await expect.poll(async () => [await walletBalanceOf(app, fan), await cart()]).toEqual([3975n, JSON.stringify({ total: 0, items: [] })]);

  // The lists of orders and purchases.
  await goTo(page, '/orders?offset=400');
  await page.waitForURL((url) => !url.searchParams.has('offset'));
  await expect.poll(() => page.locator('main article').count()).toBe(2);
  await seat.checkAxe('the orders');
  await page.getByRole('button', { name: 'Waiting for the seller', exact: true }).click();
  await expect.poll(() => page.locator('main article').count()).toBe(1);
  await page.getByRole('search').getByRole('searchbox').fill('no such product');
  await page.getByText('No matches').waitFor();
  await page.getByRole('link', { name: 'All purchases' }).click();
  await page.waitForURL('**/purchases');
  await page.getByRole('button', { name: 'Product', exact: true }).click();
  await expect.poll(() => page.locator('main a[href^="/orders/"]').count()).toBe(2);
  await seat.checkAxe('the purchases');

  // The receipt, and the history as a file: each movement as in the ledger.
  await goTo(page, '/wallet');
  const moves = page.getByRole('main').getByRole('button', { name: /−\d/ });
  await moves.first().click();
  await sheet.getByText(order.id).waitFor();
  await seat.checkAxe('a receipt');
  await page.keyboard.press('Escape');
  await sheetClosed(page);
  const csv = (await saved(page, () => page.getByRole('link', { name: /as a CSV file/ }).click())).toString('utf8');
  const entries = await database
    .selectFrom('ledger.entries as e')
    .innerJoin('ledger.accounts as w', 'w.id', 'e.account_id')
    .select(['e.amount', 'e.balance_after', 'e.transaction_id'])
    .where('w.kind', '=', 'wallet')
    .where('w.owner_id', '=', fan.id)
    .orderBy('e.created_at', 'desc')
    .orderBy('e.transaction_id', 'desc')
    .execute();
  const inTokens = (hundredths: bigint) => (Number(hundredths) / 100).toFixed(2);
  const rows = csv
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain));
  expect(rows.map((cells) => [cells[4], cells[5], cells[11]])).toEqual(
    entries.map(({ amount, balance_after: after, transaction_id: id }) => [inTokens(amount), inTokens(after!), id]),
  );

  // The whole history, by group, as the address keeps it.
  await page.getByRole('link', { name: 'All activity' }).click();
  await page.waitForURL('**/wallet/transactions');
  await expect.poll(() => moves.count()).toBe(entries.filter(({ amount }) => amount < 0n).length);
  await page.getByRole('button', { name: 'Top-ups', exact: true }).click();
  await page.waitForURL((url) => url.searchParams.get('group') === 'topUp');
  await expect
    .poll(() => page.getByRole('main').getByRole('button', { name: /\+\d/ }).count())
    .toBe(entries.filter(({ amount }) => amount > 0n).length);
  await expect.poll(() => moves.count()).toBe(0);
  await page.getByRole('button', { name: 'Refunds', exact: true }).click();
  await page.getByText('Nothing of this kind').waitFor();
  await seat.checkAxe('the history by group');

  // A declined card keeps the address; the one of the paid order was forgotten.
  await page.evaluate((id) => {
    const items = [{ _id: id, name: 'The hall, a print', type: 'physical', price: 18, quantity: 1 }];
    localStorage.setItem('cart', JSON.stringify({ total: 1, items }));
  }, print);
  await goTo(page, '/checkout');
  const nameTyped = () => sheet.getByLabel('Full name').inputValue();
  await expect.poll(() => nameTyped()).toBe('');
  await sheet.getByLabel('Full name').fill('Ben Ruiz');
  await sheet.getByLabel('Street and number').fill('4 Harbour Lane');
  await sheet.getByLabel(/^City/).fill('Lisbon');
  await sheet.getByLabel('Country').selectOption('PT');
  await choose(sheet, /^Card/);
  await sheet.getByRole('button', { name: /^Pay by card/ }).click();
  await submitBankAnswer(page, 'Decline');
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect.poll(nameTyped).toBe('Ben Ruiz');
  await page.reload();
  await goTo(page, '/checkout');
  await expect.poll(() => nameTyped()).toBe('Ben Ruiz');
  await seat.close();

  const { checks } = await verifyLedger(database);
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
});
