import { verifyLedger } from '@stagedoor/server/ledger/verify';
import { createInitialPackages } from '@stagedoor/server/modules/wallet/index';
import { type CompanyDoubles, enterDoublesKeys, startCompanyDoubles } from '@stagedoor/server/testing/company-doubles';
import { type Person, createAdmin, createFan, createFeed, createPerformer } from '@stagedoor/server/testing/factories';
import { createProduct } from '@stagedoor/server/testing/shop';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Visit, type VisitOptions, goTo, leave, logIn, visit } from './browser.ts';
import { choose, walletBalanceOf } from './money.ts';

// A fan buys with CCBill and with Verotel on the companies' own pages; months pass, and money goes back. Both companies are doubles, which reach the
// site only over HTTP. Each result is checked in the database.

const DAY_MS = 86_400_000;
/** A test card that is declined. */
const DECLINED = '4000 0000 0000 0002';

let app: TestApp;
let owner: Person;
let doubles: CompanyDoubles;
beforeAll(async () => {
  app = await createTestApp({ web: true });
  await createInitialPackages(app.platform);
  owner = await createAdmin(app);
  doubles = await startCompanyDoubles({ url: app.url, publicUrl: app.platform.config.publicUrl }, { now: () => app.clock.now() });
  await enterDoublesKeys(owner, doubles);
});
afterAll(async () => {
  await app.close();
  await doubles.close();
});

const database = () => app.platform.database;
const ordersOf = (fan: Person) =>
  database()
    .selectFrom('orders')
    .select(['id', 'kind', 'state', 'method', 'gateway', 'gateway_sale_id', 'money_amount'])
    .where('buyer_id', '=', fan.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
const statesOf = async (fan: Person) => (await ordersOf(fan)).map(({ kind, state }) => `${kind} ${state}`);
const orderOf = async (fan: Person, kind: string) => (await ordersOf(fan)).find((order) => order.kind === kind)!;
const subscriptionOf = (fan: Person) =>
  database().selectFrom('subscriptions').selectAll().where('fan_id', '=', fan.id).executeTakeFirstOrThrow();
const ownedBy = (fan: Person) =>
  database().selectFrom('entitlements').select(['item_id', 'revoked_at']).where('account_id', '=', fan.id).execute();
const letWork = async (): Promise<void> => {
  await doubles.work();
  await app.settle();
};

const COMPANIES = [
  { name: 'ccbill', title: 'CCBill', seat: {} },
  { name: 'verotel', title: 'Verotel', seat: { width: 390, height: 844, scheme: 'dark' } },
] as const satisfies readonly { name: string; title: string; seat: VisitOptions }[];

describe.each(COMPANIES)('$title', ({ name, title, seat: options }) => {
  const company = () => doubles[name];
  const isCompanyPage = (url: URL): boolean => url.origin === company().url;

  /** Pays on the company's page, which lists its test cards, and comes back to the site. */
  const payThere = async ({ page }: Visit): Promise<void> => {
    await page.waitForURL(isCompanyPage);
    await page.getByRole('button', { name: /^Pay / }).click();
    await page.waitForURL((url) => !isCompanyPage(url));
  };
  /** Presses a button of a sale in the company's console. */
  const pressInConsole = async (page: Page, saleId: string, button: string): Promise<void> => {
    await page.goto(`${company().url}/console`);
    await page.locator(`#sale-${saleId}`).getByRole('button', { name: button, exact: true }).click();
    await page.waitForURL('**/console');
    await letWork();
  };

  test('tokens, a post, a cart and a subscription, which renews and is cancelled; a refund and a chargeback', async () => {
    const star = await createPerformer(app, { admin: owner, monthlyPrice: 9 });
    const feed = await createFeed(star, { audience: 'buyers', price: 6.5, title: 'Caprice', photos: 1 });
    const product = await createProduct(app, star, { name: 'Left hand alone', price: 8 });
    const fan = await createFan(app);
    const seat = await visit(app.platform.config.publicUrl, options);
    const { page } = seat;
    const sheet = page.getByRole('dialog');
    await logIn(page, fan.username);

    // Tokens. The first card is declined: the order stays open for another one.
    await goTo(page, '/wallet');
    await page.getByLabel(/Another amount/).fill('12.25');
    await choose(page.getByRole('main'), title);
    await seat.checkAxe('tokens by a chosen company');
    await page.getByRole('button', { name: /^Buy 12.25 tokens/ }).click();
    await page.waitForURL(isCompanyPage);
    await page.getByText('12.25').first().waitFor();
    const open = page.url();
    await page.getByLabel('Card number').fill(DECLINED);
    await page.getByRole('button', { name: /^Pay / }).click();
    await page.waitForURL((url) => !isCompanyPage(url));
    await letWork();
    expect(await statesOf(fan)).toEqual(['topUp created']);
    await page.goto(open);
    await payThere(seat);
    await letWork();
    await page.waitForURL('**/wallet');
    await expect.poll(() => walletBalanceOf(app, fan)).toBe(1225n);

    // A post by card; the company is remembered.
    await goTo(page, `/feeds/${feed}`);
    await page.getByRole('button', { name: 'Card or coupon' }).click();
    await choose(sheet, /^Card/);
    await expect.poll(() => sheet.getByRole('radio', { name: title }).isChecked()).toBe(true);
    await sheet.getByRole('button', { name: /^Pay by card/ }).click();
    await payThere(seat);
    await page.waitForURL(`**/feeds/${feed}`);
    await page.getByRole('button', { name: 'Open picture 1' }).waitFor();

    // A cart by card.
    await goTo(page, `/products/${product}`);
    await page.getByRole('button', { name: 'Add to cart: Left hand alone' }).click();
    await page.getByRole('link', { name: 'In the cart' }).click();
    await page.waitForURL('**/cart');
    await page.getByRole('button', { name: /^Check out/ }).click();
    await choose(sheet, /^Card/);
    await sheet.getByRole('button', { name: /^Pay by card/ }).click();
    await payThere(seat);
    await page.waitForURL('**/orders/*');
    await page.getByRole('heading', { name: 'Left hand alone' }).waitFor();

    // A subscription by card.
    await goTo(page, `/${star.username}`);
    await page
      .getByRole('button', { name: /^Subscribe monthly/ })
      .filter({ visible: true })
      .click();
    await choose(sheet, /^Card/);
    await sheet.getByRole('button', { name: /^Pay by card.*9\.00/ }).click();
    await payThere(seat);
    await page.waitForURL(`**/${star.username}`);
    await letWork();
    await expect.poll(() => statesOf(fan)).toEqual(['topUp paid', 'feed paid', 'product paid', 'subscription paid']);
    expect((await ordersOf(fan)).map(({ method, gateway, money_amount: money }) => [method, gateway, money])).toEqual(
      [1225n, 650n, 800n, 900n].map((money) => ['card', name, money]),
    );
    const first = await subscriptionOf(fan);
    expect(first).toMatchObject({ state: 'active', renews_by: 'card', gateway: name });

    // Two months: the company charges twice, by its clock and the site's. The session ends meanwhile.
    await leave(page);
    for (let days = 0; days < 63; days += 3) {
      app.clock.advance(3 * DAY_MS);
      await letWork();
    }
    expect((await statesOf(fan)).slice(4)).toEqual(['renewal paid', 'renewal paid']);
    const renewed = await subscriptionOf(fan);
    expect(renewed.paid_until.getTime() - first.paid_until.getTime()).toBeGreaterThan(55 * DAY_MS);

    // The fan cancels. Verotel wants it confirmed on its page.
    await logIn(page, fan.username);
    await goTo(page, '/subscriptions');
    await page.getByRole('main').getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByRole('main').getByRole('button', { name: 'Confirm cancellation' }).click();
    if (name === 'verotel') {
      await page.waitForURL(isCompanyPage);
      await page.getByRole('button', { name: 'Cancel the subscription' }).click();
      await page.getByRole('button', { name: 'Resume the subscription' }).waitFor();
    } else await page.getByText(/^Cancelled\. You keep access until/).waitFor();
    await letWork();
    await expect.poll(async () => (await subscriptionOf(fan)).state).toBe('cancelled');
    expect((await subscriptionOf(fan)).expires_at > app.clock.now()).toBe(true);
    await leave(page);
    app.clock.advance(40 * DAY_MS);
    await letWork();
    expect((await statesOf(fan)).filter((state) => state.startsWith('renewal'))).toHaveLength(2);

    // The company refunds the post and charges the cart back: both end access, and the fan keeps the tokens.
    await pressInConsole(page, (await orderOf(fan, 'feed')).gateway_sale_id!, 'Refund');
    await pressInConsole(page, (await orderOf(fan, 'product')).gateway_sale_id!, 'Charge back');
    expect([(await orderOf(fan, 'feed')).state, (await orderOf(fan, 'product')).state]).toEqual(['refunded', 'chargedBack']);
    const owned = await ownedBy(fan);
    expect(owned.map(({ item_id: id }) => id)).toEqual(expect.arrayContaining([feed, product]));
    expect(owned.filter(({ revoked_at: at }) => at === null)).toEqual([]);
    expect(await walletBalanceOf(app, fan)).toBe(1225n);
    await seat.close();

    expect(company().deliveries.list.filter(({ state }) => state !== 'delivered')).toEqual([]);
    const { checks } = await verifyLedger(database());
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  });
});
