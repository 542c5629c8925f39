import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LEDGER_INVARIANTS } from '@stagedoor/contract/admin';
import type { OrderKind } from '@stagedoor/contract/payments.values';
import { createInitialGifts } from '@stagedoor/server/modules/gifts/index';
import { releaseDueEarnings, verifyLedger } from '@stagedoor/server/ledger/index';
import { createInitialPackages } from '@stagedoor/server/modules/wallet/index';
import { type Person, createAdmin, createFan, createFeed, createPerformer, picture, topUp } from '@stagedoor/server/testing/factories';
import { ADDRESS, createProduct } from '@stagedoor/server/testing/shop';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goTo, logIn, sheetClosed, submitBankAnswer, told, visit } from './browser.ts';
import { choose, advanceClockTo, walletBalanceOf } from './money.ts';

// Selling: a performer ships an order and reads the earnings; an admin refunds,
// handles a chargeback, and manages the catalogue.

const DAY_MS = 86_400_000;

let app: TestApp;
let admin: Person;
let star: Person;
beforeAll(async () => {
  app = await createTestApp({ web: true });
  await createInitialGifts(app.platform);
  await createInitialPackages(app.platform);
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin, monthlyPrice: 9 });
});
afterAll(() => app.close());

const image = async (): Promise<string> => {
  const path = join(app.dataDirectory, `${Math.random()}.jpg`);
  await writeFile(path, Buffer.from(await (await picture({ width: 400, height: 400 })).arrayBuffer()));
  return path;
};

/** A performer's earnings in hundredths of the currency, by ledger account. */
const earningsOf = async (performer: Person): Promise<{ pending: bigint; available: bigint }> => {
  const rows = await app.platform.database
    .selectFrom('ledger.entries as e')
    .innerJoin('ledger.accounts as a', 'a.id', 'e.account_id')
    .select(['a.kind', (sum) => sum.fn.sum<string>('e.amount').as('sum')])
    .where('a.owner_id', '=', performer.id)
    .groupBy('a.kind')
    .execute();
  const of = (kind: 'earningsPending' | 'earningsAvailable') => BigInt(rows.find((row) => row.kind === kind)?.sum ?? 0);
  return { pending: of('earningsPending'), available: of('earningsAvailable') };
};

test('a performer creates a gift, which a fan gives; accepts, ships and delivers an order; earnings are pending, then released, line by line', async () => {
  const fan = await createFan(app);
  await topUp(app, fan, 60);
  const productId = await createProduct(app, star, { type: 'physical', price: 18, stock: 5, name: 'The hall' });
  const { orderId } = await fan.client.call('POST /payment-wallet/purchase-products', {
    body: { products: [{ productId, quantity: 2 }], deliveryAddress: ADDRESS },
  });
  const bought = await fan.client.call('POST /payment/subscribe-performer', { body: { performerId: star.id, type: 'monthly' } });
  await fan.client.call('POST /wallet-transactions/pay-wallet/{id}', { params: { id: bought.orderId } });
  const stage = await visit(app.platform.config.publicUrl, { width: 390, height: 844, scheme: 'dark' });
  const { page } = stage;
  const sheet = page.getByRole('dialog');
  await logIn(page, star.username);

  // A performer's own gift.
  await goTo(page, '/model/gifts');
  await page.getByRole('button', { name: 'New gift' }).click();
  await sheet.getByLabel('Name').fill('Rosin');
  await sheet.getByLabel('Price in tokens').fill('2.50');
  await sheet.locator('input[type=file]').setInputFiles(await image());
  await sheet.getByLabel('How it is shown').selectOption({ label: 'Burst' });
  await stage.checkAxe('a new gift');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await sheetClosed(page);
  await page.getByText('Rosin').waitFor();
  await stage.checkAxe('the own gifts');
  const gift = await app.platform.database.selectFrom('gifts').selectAll().where('performer_id', '=', star.id).executeTakeFirstOrThrow();
  expect(gift).toMatchObject({ name: 'Rosin', price_amount: 250n, animation: 'burst', deleted_at: null });
  const seat = await visit(app.platform.config.publicUrl);
  await logIn(seat.page, fan.username);
  await goTo(seat.page, `/${star.username}`);
  await seat.page.getByRole('button', { name: 'Gift', exact: true }).click();
  const tray = seat.page.getByRole('dialog');
  await tray.getByText(`Only Star ${star.username} has these`).waitFor();
  await choose(tray, /^Rosin/);
  await seat.checkAxe('a gift of the performer’s own');
  await tray.getByLabel(/^Add a message/).fill('For the encore');
  await tray.getByRole('button', { name: /^Send.*2\.50/ }).click();
  await expect.poll(() => walletBalanceOf(app, fan)).toBe(6000n - 3600n - 900n - 250n);

  // The order: accepted, shipped with a tracking number, delivered; the buyer sees each step.
  const orderLine = () =>
    app.platform.database.selectFrom('order_lines').selectAll().where('order_id', '=', orderId).executeTakeFirstOrThrow();
  await goTo(page, '/model/orders');
  await stage.checkAxe('the orders to accept');
  await page.getByRole('button', { name: /The hall/ }).click();
  await sheet.getByText('4 Harbour Lane').waitFor();
  await stage.checkAxe('an order to accept');
  await sheet.getByRole('button', { name: 'Accept' }).click();
  await sheet.getByLabel(/Carrier and number/).fill('CTT, RR123456785PT');
  await expect.poll(() => orderLine()).toMatchObject({ delivery: 'processing', accept_by: null });
  await sheet.getByRole('button', { name: 'Mark as sent' }).click();
  await sheet.getByRole('button', { name: 'Mark as delivered' }).waitFor();
  await expect.poll(() => orderLine()).toMatchObject({ delivery: 'shipped', shipping_note: 'CTT, RR123456785PT' });
  await goTo(seat.page, `/orders/${orderId}`);
  await seat.page.getByText('CTT, RR123456785PT').waitFor();
  await seat.checkAxe('an order on its way');
  await sheet.getByRole('button', { name: 'Mark as delivered' }).click();
  await expect.poll(async () => (await orderLine()).delivery).toBe('delivered');
  await page.keyboard.press('Escape');
  await sheetClosed(page);
  await seat.page.reload();
  await seat.page.getByText('Delivered', { exact: true }).first().waitFor();
  // By the buyer's word the earnings are free after the usual days.
  await seat.page.getByRole('button', { name: 'It has arrived' }).click();
  await told(seat.page, 'Thank you for telling us.');

  // The subscribers.
  await goTo(page, '/model/subscribers');
  await page.getByRole('table', { name: 'Subscribers' }).getByText(`@${fan.username}`).waitFor();
  await stage.checkAxe('the subscribers');

  // The earnings: gross, commission, net, and their release date.
  await goTo(page, '/model/earning');
  const table = page.getByRole('table', { name: 'All earnings' });
  await table.waitFor();
  const lines = async () => (await table.locator('tbody tr').allInnerTexts()).map((line) => line.replaceAll(/\s+/g, ' '));
  await expect
    .poll(() => lines())
    .toEqual([
      expect.stringMatching(/Gift Rosin For the encore.*\$2\.50.*\$0\.50 \(20%\).*\$2\.00 Pending until/),
      expect.stringMatching(/Subscription Fan.*\$9\.00.*\$1\.80 \(20%\).*\$7\.20 Pending until/),
      expect.stringMatching(/Product bought The hall.*\$36\.00.*\$5\.40 \(15%\).*\$30\.60 Pending until/),
    ]);
  await stage.checkAxe('the earnings');
  // Of one source; and the sum is of the period that is shown.
  await page.getByRole('button', { name: 'Tips and gifts', exact: true }).click();
  await expect.poll(lines).toEqual([expect.stringMatching(/Gift Rosin/)]);
  await page.getByText('Last 30 days', { exact: true }).waitFor();
  await choose(page.getByRole('main'), '7 days');
  await page.getByText('Last 7 days', { exact: true }).waitFor();
  await expect.poll(() => earningsOf(star)).toEqual({ pending: 3980n, available: 0n });

  const adminBrowser = await visit(app.platform.config.publicUrl);
  await logIn(adminBrowser.page, admin.username);
  await goTo(adminBrowser.page, '/admin/orders');
  await adminBrowser.page.getByRole('button', { name: 'Move the clock' }).click();
  await advanceClockTo(app, adminBrowser.page, new Date(app.platform.clock.now().getTime() + 7 * DAY_MS));
  await expect.poll(() => earningsOf(star)).toEqual({ pending: 0n, available: 3980n });
  await goTo(page, '/model/earning');
  await table.waitFor();
  await expect.poll(() => lines()).toEqual(Array.from({ length: 3 }, () => expect.stringMatching(/Available$/) as unknown));
  for (const one of [stage, seat, adminBrowser]) await one.close();
});

/** The newest order of a buyer, by kind. */
const orderOf = (buyer: Person, kind: OrderKind) =>
  app.platform.database
    .selectFrom('orders')
    .select(['id', 'state'])
    .where('buyer_id', '=', buyer.id)
    .where('kind', '=', kind)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();

test('an admin finds an order and refunds it after a preview; a chargeback suspends an account; the books balance', async () => {
  // A tip released since can't be taken back from the performer.
  const cheat = await createFan(app);
  await topUp(app, cheat, 20);
  await cheat.client.call('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: star.id }, body: { amount: 5 } });
  app.clock.advance(7 * DAY_MS);
  await releaseDueEarnings(app.platform);
  const buyer = await createFan(app);
  await topUp(app, buyer, 30);
  const feedId = await createFeed(star, { audience: 'buyers', price: 6.5, title: 'Slow bow' });
  await buyer.client.call('POST /payment-wallet/purchase-feed', { body: { feedId } });
  const before = await earningsOf(star);
  const adminBrowser = await visit(app.platform.config.publicUrl);
  const { page } = adminBrowser;
  const sheet = page.getByRole('dialog');
  await logIn(page, admin.username);

  // An old address of a page behind the last one shows the last.
  await goTo(page, '/admin/orders?offset=400');
  await page.waitForURL((url) => !url.searchParams.has('offset'));
  // Found by the buyer's name; the effects are shown first, and nothing has happened yet.
  // The rows of before remain until others are there, but can't be pressed; the search keeps the focus.
  const held = Promise.withResolvers<void>();
  const isSearch = (url: URL) => url.searchParams.get('q') === buyer.username;
  await page.route(isSearch, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByRole('searchbox').fill(buyer.username);
  const replaced = page.locator('[inert] table');
  await replaced.waitFor();
  expect(await page.getByRole('searchbox').evaluate((field) => field === document.activeElement)).toBe(true);
  held.resolve();
  await replaced.waitFor({ state: 'detached' });
  await page.getByRole('table', { name: 'Orders' }).getByRole('button', { name: /Post/ }).click();
  await page.getByRole('heading', { name: '$6.50' }).waitFor();
  await adminBrowser.checkAxe('an order, in the administration');
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await sheet.getByText('6.50 tokens ($6.50) go back to the wallet').waitFor();
  await sheet.getByText('The buyer loses access').waitFor();
  await sheet.getByText(/loses \$5\.20 of pending earnings/).waitFor();
  await sheet.getByLabel('Reason').fill('The bow squeaks.');
  await adminBrowser.checkAxe('a refund and its effect');
  await expect
    .poll(async () => [(await orderOf(buyer, 'feed')).state, await walletBalanceOf(app, buyer), await earningsOf(star)])
    .toEqual(['paid', 2350n, before]);
  await sheet.getByRole('button', { name: 'Refund', exact: true }).click();
  await sheetClosed(page);
  await expect.poll(async () => (await orderOf(buyer, 'feed')).state).toBe('refunded');
  await expect
    .poll(async () => [await walletBalanceOf(app, buyer), await earningsOf(star)])
    .toEqual([3000n, { ...before, pending: before.pending - 520n }]);
  const entitlement = await app.platform.database
    .selectFrom('entitlements')
    .select('revoked_at')
    .where('account_id', '=', buyer.id)
    .where('item_id', '=', feedId)
    .executeTakeFirstOrThrow();
  expect(entitlement.revoked_at).not.toBeNull();

  // A bank charges back a top-up that was partly spent: the rest is taken, the missing part is owed, and the account is suspended.
  const { id: disputed } = await orderOf(cheat, 'topUp');
  await goTo(page, `/admin/orders?id=${disputed}`);
  // What answers the bank is one file, with its buyer and its payment; the download is audited.
  const evidence = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Evidence for the bank' }).click();
  const file = await evidence;
  expect(file.suggestedFilename()).toBe(`dispute-${disputed}.json`);
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({
    order: { _id: disputed, state: 'paid' },
    buyer: { id: cheat.id },
  });
  const packed = await app.platform.database
    .selectFrom('audit_log')
    .select('actor_id')
    .where('action', '=', 'orders.packed')
    .where('object_id', '=', disputed)
    .execute();
  expect(packed).toEqual([{ actor_id: admin.id }]);
  await page.getByRole('link', { name: 'Sandbox console' }).click();
  await page.waitForURL('**/sandbox/pay/**');
  await page.getByRole('button', { name: 'Charge back' }).waitFor();
  await adminBrowser.checkAxe('the sandbox’s console');
  await page.getByRole('button', { name: 'Charge back' }).click();
  await page.getByText('Charged back', { exact: true }).waitFor();
  await app.settle();
  const account = await app.platform.database
    .selectFrom('accounts')
    .select(['status', 'status_reason'])
    .where('id', '=', cheat.id)
    .executeTakeFirstOrThrow();
  expect(account).toEqual({ status: 'suspended', status_reason: 'chargebacks' });
  await expect
    .poll(async () => [(await orderOf(cheat, 'topUp')).state, (await orderOf(cheat, 'tip')).state])
    .toEqual(['chargedBack', 'paid']);
  await expect
    .poll(async () => [await walletBalanceOf(app, cheat), await earningsOf(star)])
    .toEqual([0n, { ...before, pending: before.pending - 520n }]);
  await goTo(page, '/admin/chargebacks');
  const line = page.getByRole('table', { name: 'Chargebacks' }).getByRole('row', { name: new RegExp(cheat.username) });
  await line.getByText('Frozen').waitFor();
  await line.getByText('$5.00').waitFor();
  await adminBrowser.checkAxe('the chargebacks');

  // The debtor pays by card from the page of the suspended account, which is open again then.
  const debtor = await visit(app.platform.config.publicUrl, { width: 390, height: 844, scheme: 'dark' });
  await logIn(debtor.page, cheat.username);
  await debtor.page.waitForURL('**/suspended');
  await debtor.page.getByRole('heading', { name: 'You owe $5.00' }).waitFor();
  await debtor.checkAxe('a debt');
  await debtor.page.getByRole('button', { name: /^Pay/ }).click();
  await submitBankAnswer(debtor.page, 'Approve');
  await debtor.page.waitForURL((url) => !/suspended|return/.test(url.pathname));
  await expect.poll(async () => (await orderOf(cheat, 'debt')).state).toBe('paid');
  const reopened = await app.platform.database.selectFrom('accounts').select('status').where('id', '=', cheat.id).executeTakeFirstOrThrow();
  expect(reopened.status).toBe('active');
  await debtor.close();

  // The ledger screens, and the invariants hold.
  await goTo(page, `/admin/ledger?q=${buyer.username}`);
  await page.getByRole('table', { name: 'Ledger' }).getByRole('button', { name: 'Refund' }).click();
  await page.getByText('The bow squeaks.').waitFor();
  await page
    .getByRole('list', { name: 'Entries' })
    .getByText(/^[-−]\$5\.20$/)
    .waitFor();
  await adminBrowser.checkAxe('a transaction of the ledger');
  await goTo(page, '/admin/invariants');
  await page.getByRole('button', { name: 'Check now' }).click();
  await page.getByRole('heading', { name: 'Every check passed' }).waitFor();
  await expect.poll(() => page.getByText('Passed', { exact: true }).count()).toBe(Object.keys(LEDGER_INVARIANTS).length);
  await adminBrowser.checkAxe('the invariants');

  // The owner publishes the state of the ledger: a visitor comes to it by the footer.
  const anybody = await visit(app.platform.config.publicUrl, { width: 390, height: 844, scheme: 'dark' });
  expect((await anybody.page.request.get(`${app.platform.config.publicUrl}/ledger`)).status()).toBe(404);
  await admin.client.call('PUT /admin/settings', { body: { values: { ledgerPageEnabled: true } } });
  await app.platform.jobs.enqueue(app.platform.database, 'ledger:seal', {});
  await app.settle();
  await goTo(anybody.page, '/discover');
  await anybody.page.getByRole('contentinfo').getByRole('link', { name: 'State of the ledger' }).click();
  await anybody.page.getByRole('heading', { name: 'All checks passed' }).waitFor();
  await anybody.page.getByText(/^[0-9a-f]{64}$/).waitFor();
  await anybody.checkAxe('the state of the ledger');
  await anybody.close();
  const { checks } = await verifyLedger(app.platform.database);
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  await adminBrowser.close();
});

test('an admin creates and edits a coupon, a package, a gift and an emoji', async () => {
  const { database } = app.platform;
  const adminBrowser = await visit(app.platform.config.publicUrl, { width: 768, height: 1024, scheme: 'dark' });
  const { page } = adminBrowser;
  const sheet = page.getByRole('dialog');
  const save = async (): Promise<void> => {
    await sheet.getByRole('button', { name: 'Save', exact: true }).click();
    await sheetClosed(page);
  };
  await logIn(page, admin.username);

  await goTo(page, '/admin/coupons');
  await page.getByRole('button', { name: 'New coupon' }).click();
  await sheet.getByLabel('Code').fill('Autumn');
  await sheet.getByLabel('Percent').last().fill('12.5');
  for (const kind of ['Posts', 'Videos', 'Galleries']) await sheet.getByLabel(kind).uncheck();
  await adminBrowser.checkAxe('a new coupon');
  await save();
  const coupon = () => database.selectFrom('coupons').selectAll().where('code', '=', 'AUTUMN').executeTakeFirstOrThrow();
  await expect.poll(() => coupon()).toMatchObject({ percent: 1250, amount: null, item_kinds: ['product'], active: true });
  await page.getByRole('table', { name: 'Coupons' }).getByRole('button', { name: 'AUTUMN' }).click();
  await sheet.getByRole('switch', { name: /Can be used/ }).uncheck({ force: true });
  await save();
  await page.getByRole('table', { name: 'Coupons' }).getByText('Off', { exact: true }).waitFor();
  await expect.poll(async () => (await coupon()).active).toBe(false);
  await adminBrowser.checkAxe('the coupons');

  await goTo(page, '/admin/packages');
  await page.getByRole('button', { name: 'New package' }).click();
  await sheet.getByLabel('Name').fill('Season');
  await sheet.getByLabel('Tokens').fill('250');
  await sheet.getByLabel('Price').fill('212.50');
  await adminBrowser.checkAxe('a new package');
  await save();
  const season = () => database.selectFrom('wallet_packages').selectAll().where('name', '=', 'Season').executeTakeFirstOrThrow();
  await expect.poll(() => season()).toMatchObject({ tokens_amount: 25_000n, price_amount: 21_250n, position: 4 });
  await page.getByRole('button', { name: 'Edit: Season' }).click();
  await sheet.getByLabel('Price').fill('200');
  await save();
  await page.getByText('20% below value').waitFor();
  await expect.poll(async () => (await season()).price_amount).toBe(20_000n);
  await adminBrowser.checkAxe('the packages');

  await goTo(page, '/admin/gifts');
  await page.getByRole('button', { name: 'New gift' }).click();
  await sheet.getByLabel('Name').fill('Metronome');
  await sheet.getByLabel('Price in tokens').fill('3');
  await sheet.locator('input[type=file]').setInputFiles(await image());
  await adminBrowser.checkAxe('a new gift of the site');
  await save();
  const gift = () => database.selectFrom('gifts').selectAll().where('name', '=', 'Metronome').executeTakeFirstOrThrow();
  const made = await gift();
  expect(made).toMatchObject({ performer_id: null, price_amount: 300n, active: true });
  await page.getByRole('button', { name: 'Edit: Metronome' }).click();
  await sheet.getByLabel('Price in tokens').fill('3.50');
  await save();
  await expect.poll(() => gift()).toMatchObject({ price_amount: 350n, price_version: made.price_version + 1, image: made.image });

  await page.getByRole('link', { name: 'Emoji', exact: true }).click();
  await page.getByRole('button', { name: 'New emoji' }).click();
  await sheet.getByLabel('Emoji', { exact: true }).fill('🪕');
  await sheet.getByLabel('Name').fill('Banjo');
  await sheet.getByLabel('Code').fill('banjo');
  await sheet.getByLabel('Price in tokens').fill('0.75');
  await adminBrowser.checkAxe('a new emoji');
  await save();
  await page.getByText('Banjo', { exact: true }).waitFor();
  await expect
    .poll(() => database.selectFrom('emojis').selectAll().where('code', '=', 'banjo').executeTakeFirstOrThrow())
    .toMatchObject({
      symbol: '🪕',
      price_amount: 75n,
      active: true,
    });
  await adminBrowser.close();
});
