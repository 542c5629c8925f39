import { type AmountsWorld, createAmountsWorld } from '@stagedoor/server/testing/amounts-world';
import { type LedgerLine, amountsIn, moneyText, readLedger, restOf, sumOf, tokensText } from '@stagedoor/server/testing/ledger-amounts';
import { assertSound } from '@stagedoor/server/testing/paid-show-fixtures';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  earningAmounts,
  entryAmounts,
  paidOrders,
  soldBy,
  sourceAmounts,
  topItemAmounts,
  transactionAmounts,
  walletAmounts,
} from './amounts.ts';
import { goTo } from './browser.ts';
import { seatOf } from './seats.ts';

// Everything that moves money has happened; each amount of each screen, in its order, equals what the ledger's rows say.

let app: TestApp;
let world: AmountsWorld;
let lines: readonly LedgerLine[];
let prices: ReadonlyMap<string, bigint>;
beforeAll(async () => {
  app = await createTestApp({ web: true });
  world = await createAmountsWorld(app);
  lines = await readLedger(app);
  const orders = await app.platform.database.selectFrom('orders').select(['id', 'tokens_amount']).execute();
  prices = new Map(orders.map(({ id, tokens_amount: tokens }) => [id, tokens ?? 0n]));
  await assertSound(app);
}, 120_000);
afterAll(() => app.close());

/** Reads the amounts of the page, or of a part of it. */
const amountsOn =
  (page: Page, part = 'main') =>
  async (): Promise<string[]> =>
    amountsIn(await page.locator(part).last().innerText());
const available = () =>
  moneyText(
    sumOf(lines.filter(({ sellerId, kind }) => sellerId === world.star.id || kind.startsWith('payout')).map((line) => line.available)) +
      released(),
  );
/** Sums the performer's released earnings: all sales less refunds, since nothing is pending. */
const released = (): bigint => restOf(soldBy(lines, world), 'net');
const payout = () => lines.find(({ kind }) => kind === 'payoutRequest')!;
const subscriptionsNewestFirst = () => lines.filter(({ kind }) => kind === 'subscriptionStart');

test('the wallet, purchases, orders and subscriptions of a fan show the ledger’s amounts', { timeout: 120_000 }, async () => {
  const { page } = await seatOf(app, world.fan);
  await goTo(page, '/wallet/transactions');
  await expect.poll(amountsOn(page)).toEqual(walletAmounts(lines));
  for (const [group, kinds] of [
    ['Top-ups', /^topUp/],
    ['Purchases', /^(purchase|shipping)/],
    ['Tips and gifts', /^(tip|gift)/],
    ['Shows', /^(hold|release|privateMinute)$/],
    ['Subscriptions', /^subscription/],
    ['Refunds', /^refund$/],
  ] as const) {
    await page.getByRole('button', { name: group, exact: true }).click();
    await expect.poll(amountsOn(page)).toEqual(walletAmounts(lines.filter(({ kind }) => kinds.test(kind))));
  }
  const byCard = lines.filter(({ charged, isReversal, kind }) => charged !== null && !isReversal && !kind.startsWith('payout'));
  await page.getByRole('button', { name: 'By card', exact: true }).click();
  await expect.poll(amountsOn(page)).toEqual(paidOrders(byCard, prices).map(({ money }) => moneyText(money)));

  const orders = paidOrders(lines, prices);
  await goTo(page, '/purchases');
  await expect.poll(amountsOn(page)).toEqual(orders.flatMap(({ tokens, money }) => [tokensText(tokens), moneyText(money)]));
  const carts = orders.filter(({ id }) => [world.orders.cart, world.orders.cardCart].includes(id));
  await goTo(page, '/orders');
  await expect.poll(amountsOn(page)).toEqual(carts.flatMap(({ tokens, money }) => [tokensText(tokens), moneyText(money)]));

  // The lines of the bill, before the coupon, are those of the order; they add up to what the ledger says was paid.
  const cart = carts.find(({ id }) => id === world.orders.cart)!;
  await goTo(page, `/orders/${cart.id}`);
  const refundOf = (title: string) => cart.refunded.find((line) => line.title === title)!;
  const parts = ['A print', 'A booklet'].map(refundOf);
  const postage = lines.find(({ kind, orderId }) => kind === 'shipping' && orderId === cart.id)!;
  await expect
    .poll(amountsOn(page))
    .toEqual([
      ...parts.flatMap(({ tokens, gross }) => [tokensText(tokens!), moneyText(gross!)]),
      '20.02',
      '$10.01',
      '3.99',
      '$2.00',
      '−2.40',
      '−$1.20',
      tokensText(postage.tokens!),
      moneyText(postage.gross!),
      tokensText(cart.tokens),
      moneyText(cart.money),
      tokensText(sumOf(cart.refunded.map(({ tokens }) => tokens)), true),
      moneyText(sumOf(cart.refunded.map(({ gross }) => gross)), true),
    ]);
  expect(cart).toMatchObject({ tokens: 2002n + 399n - 240n + 253n, money: 1001n + 200n - 120n + 127n });

  // Offers renew at the whole price, which no transaction has yet.
  await goTo(page, '/subscriptions');
  const [, yearly, monthly] = subscriptionsNewestFirst();
  await expect
    .poll(amountsOn(page))
    .toEqual([
      tokensText(monthly!.tokens!),
      moneyText(monthly!.gross!),
      '8.87',
      '$4.44',
      tokensText(yearly!.tokens!),
      moneyText(yearly!.gross!),
    ]);
});

test('the receipts of a wallet name the ledger’s amounts', { timeout: 120_000 }, async () => {
  const { page } = await seatOf(app, world.fan);
  await goTo(page, '/wallet/transactions');
  const refund = lines.find(({ kind, title }) => kind === 'refund' && title === 'A print')!;
  const balanceAfter = sumOf(lines.filter((_, index) => index >= lines.indexOf(refund)).map(({ wallet }) => wallet));
  await page.getByRole('button', { name: /Refund: .*A print/ }).click();
  await expect
    .poll(amountsOn(page, '[role=dialog]'))
    .toEqual([
      tokensText(refund.wallet!, true),
      moneyText(refund.gross!, true),
      '$0.50',
      tokensText(balanceAfter),
      moneyText((balanceAfter + 1n) / 2n),
    ]);
});

test('the earnings, subscribers and payouts of a performer show the ledger’s amounts', { timeout: 120_000 }, async () => {
  const { page } = await seatOf(app, world.star);
  const sold = soldBy(lines, world);
  const net = moneyText(released());
  const head = [available(), '$0.00', net, net, ...sourceAmounts(sold)];
  await goTo(page, '/model/earning');
  await expect.poll(amountsOn(page)).toEqual([...head, ...earningAmounts(sold.slice(0, 20))]);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.poll(amountsOn(page)).toEqual([...head, ...earningAmounts(sold.slice(20))]);
  await goTo(page, '/model/subscribers');
  const monthly = sold.find(({ kind }) => kind === 'subscriptionStart')!;
  await expect.poll(amountsOn(page)).toEqual([tokensText(monthly.tokens!), moneyText(monthly.gross!), moneyText(restOf(sold, 'gross'))]);
  await goTo(page, '/model/payout-request');
  const paid = moneyText(-payout().available!);
  await expect.poll(amountsOn(page)).toEqual([available(), '$20.00', '$0.00', paid, '$20.00', '$0.00', paid]);
  await goTo(page, '/model/orders');
  await page.getByRole('button', { name: 'Delivered', exact: true }).click();
  // A card pays no tokens: the line has the price of its order.
  const products = sold.filter(({ kind }) => kind === 'purchaseProduct');
  const shown = products.flatMap(({ tokens, gross }) => [tokensText(tokens ?? 1001n), moneyText(gross!)]);
  await expect.poll(amountsOn(page)).toEqual(shown);
});

test('the orders, ledger, subscriptions, payouts and people of the administration show the ledger’s amounts', {
  timeout: 120_000,
}, async () => {
  const { page } = await seatOf(app, world.admin);
  const orders = paidOrders(lines, prices);
  const listed = orders.map(({ money }) => moneyText(money));
  await goTo(page, '/admin/orders');
  await expect.poll(amountsOn(page)).toEqual(listed);
  const cart = orders.find(({ id }) => id === world.orders.cart)!;
  const ofCart = lines.filter(({ orderId }) => orderId === cart.id).toReversed();
  const lineOf = (title: string) => ofCart.find((line) => line.title === title && !line.isReversal)!;
  await goTo(page, `/admin/orders?id=${cart.id}`);
  await expect
    .poll(amountsOn(page))
    .toEqual([
      ...listed,
      moneyText(cart.money),
      tokensText(cart.tokens),
      moneyText(cart.money),
      tokensText(sumOf(cart.refunded.map(({ tokens }) => tokens))),
      moneyText(sumOf(cart.refunded.map(({ gross }) => gross))),
      '−2.40',
      '−$1.20',
      ...['A print', 'A booklet'].flatMap((title) => [tokensText(lineOf(title).tokens!), moneyText(lineOf(title).gross!)]),
      ...entryAmounts(ofCart),
    ]);
  await goTo(page, '/admin/ledger');
  await expect.poll(amountsOn(page)).toEqual(transactionAmounts(lines.slice(0, 25)));
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.poll(amountsOn(page)).toEqual(transactionAmounts(lines.slice(25)));
  await goTo(page, '/admin/subscriptions');
  const [, yearly, monthly] = subscriptionsNewestFirst();
  await expect.poll(amountsOn(page)).toEqual(['$4.44', moneyText(yearly!.gross!), moneyText(monthly!.gross!)]);
  const paid = moneyText(-payout().available!);
  await goTo(page, `/admin/payouts?id=${world.payoutId}`);
  await expect.poll(amountsOn(page)).toEqual([paid, paid, paid, '$0.00', available(), '$0.00', '$0.00']);
  const sales = lines.filter(({ gross, isReversal }) => gross !== null && !isReversal);
  const refunds = lines.filter(({ gross, isReversal }) => gross !== null && isReversal);
  const gross = sumOf(sales.map((line) => line.gross));
  await goTo(page, '/admin');
  await expect
    .poll(amountsOn(page))
    .toEqual([
      moneyText(gross),
      moneyText(sumOf(sales.map(({ commission }) => commission))),
      moneyText(gross),
      moneyText(sumOf(refunds.map((line) => line.gross))),
    ]);
});

test('the wallet and a receipt by card show the ledger’s amounts', { timeout: 120_000 }, async () => {
  const { page } = await seatOf(app, world.fan);
  const balance = sumOf(lines.map(({ wallet }) => wallet));
  const worth = (tokens: bigint) => moneyText((tokens + 1n) / 2n);
  await goTo(page, '/wallet');
  // Between them the packages, which have no transaction.
  await expect.poll(async () => (await amountsOn(page)()).slice(0, 3)).toEqual([tokensText(balance), worth(balance), '$0.50']);
  await expect.poll(async () => (await amountsOn(page)()).slice(-20)).toEqual(walletAmounts(lines).slice(0, 20));
  await goTo(page, '/wallet/transactions');
  await page.getByRole('button', { name: 'By card', exact: true }).click();
  await page.getByRole('button', { name: /Right hand/ }).click();
  const charged = moneyText(lines.find(({ title, isReversal }) => title === 'Right hand' && !isReversal)!.charged!);
  await expect.poll(amountsOn(page, '[role=dialog]')).toEqual([charged, charged]);
});

test('the dashboard of a performer shows the ledger’s amounts', { timeout: 60_000 }, async () => {
  const { page } = await seatOf(app, world.star);
  const sold = soldBy(lines, world);
  const net = moneyText(released());
  const newest = sold.slice(0, 6).map((line) => moneyText(line.isReversal ? -line.net! : line.net!));
  await goTo(page, '/model/dashboard');
  // One fan bought everything.
  await expect.poll(amountsOn(page)).toEqual([available(), '$0.00', net, net, ...newest, net, ...topItemAmounts(sold)]);
});

test('people, transactions and the preview of a refund in the administration show the ledger’s amounts', {
  timeout: 120_000,
}, async () => {
  const { page } = await seatOf(app, world.admin);
  const ofPane = (name: string) => async () => amountsIn(await page.getByRole('region', { name, exact: true }).innerText());
  const balance = sumOf(lines.map(({ wallet }) => wallet));
  const bought = lines.filter(({ buyerId }) => buyerId === world.fan.id);
  const both = (tokens: bigint) => [tokensText(tokens), moneyText((tokens + 1n) / 2n)];
  await goTo(page, `/admin/users?id=${world.fan.id}`);
  await expect.poll(amountsOn(page)).toEqual([...both(balance), ...both(40_000n - balance), ...transactionAmounts(bought).slice(0, 200)]);
  const sold = soldBy(lines, world);
  await goTo(page, `/admin/users?id=${world.star.id}`);
  const earned = ['0.00', '$0.00', '0.00', '$0.00', moneyText(released()), moneyText(-payout().available!)];
  await expect.poll(amountsOn(page)).toEqual([...earned, ...sold.map(({ net }) => moneyText(net!))]);

  for (const [title, isReversal] of [
    ['A print', true],
    ['A video', false],
  ] as const) {
    const transaction = lines.find((line) => line.title === title && line.isReversal === isReversal)!;
    await goTo(page, `/admin/ledger?id=${transaction.id}`);
    const split = [transaction.gross!, transaction.commission!, transaction.net!].map((amount) => moneyText(amount));
    await expect.poll(ofPane('Transaction')).toEqual([...split, ...entryAmounts([transaction])]);
  }

  await goTo(page, `/admin/orders?id=${world.orders.video}`);
  await page.getByRole('region', { name: 'Order' }).getByRole('button', { name: 'Refund', exact: true }).click();
  const video = lines.find(({ kind }) => kind === 'purchaseVideo')!;
  const left = restOf(sold, 'net') + payout().available! - video.net!;
  await expect
    .poll(amountsOn(page, '[role=dialog]'))
    .toEqual([
      tokensText(video.tokens!),
      moneyText(video.gross!),
      moneyText(video.net!),
      moneyText(left),
      tokensText(video.tokens!),
      moneyText(video.gross!),
    ]);
});
