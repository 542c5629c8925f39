import { createCategory } from '@stagedoor/server/testing/catalog-fixtures';
import { type Person, createAdmin, createFan, createPerformer, topUp } from '@stagedoor/server/testing/factories';
import { createProduct } from '@stagedoor/server/testing/shop';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goTo, visit } from './browser.ts';

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

test('a search for products is narrowed to downloads and sorted by price; the address holds both, and counts follow', async () => {
  for (const [name, type, price] of [
    ['Zither tuning sheet', 'digital', 3],
    ['Zither stand', 'physical', 40],
    ['Zither strings', 'physical', 12],
  ] as const)
    await createProduct(app, star, { name, type, price });
  const seat = await visit(app.platform.config.publicUrl, PHONE);
  const { page } = seat;
  await goTo(page, '/search?q=zither&tab=products');
  /** The second words of the products' names, as they are shown. */
  const names = () =>
    page
      .getByRole('link', { name: /^View Zither/ })
      .evaluateAll((all) => all.map((one) => /Zither (\w+)/.exec(one.getAttribute('aria-label') ?? one.textContent)?.[1]));
  const kinds = page.getByRole('navigation', { name: 'Results by kind' });
  const counted = () => kinds.locator('[aria-current=page]').textContent();
  await page.getByRole('link', { name: /^View Zither stand/ }).waitFor();
  await expect.poll(() => counted()).toBe('Products3');

  await page.getByRole('button', { name: 'Sort: Newest' }).click();
  await page.getByRole('menuitem', { name: 'Highest price' }).click();
  await page.waitForURL((url) => url.searchParams.get('sortBy') === 'priceDesc');
  await expect.poll(names).toEqual(['stand', 'strings', 'tuning']);
  await page.getByRole('button', { name: 'Sort: Highest price' }).waitFor();

  await page.getByRole('button', { name: 'Sent by post' }).click();
  await page.waitForURL((url) => url.searchParams.get('type') === 'physical' && url.searchParams.get('sortBy') === 'priceDesc');
  await expect.poll(names).toEqual(['stand', 'strings']);
  await expect.poll(counted).toBe('Products2');
  await seat.checkAxe('products that are sent by post, the dearest first');

  // Opened from its address, it is the same.
  await goTo(page, '/search?q=zither&tab=products&type=digital&sortBy=price');
  await expect.poll(names).toEqual(['tuning']);
  await page.getByRole('button', { name: 'Sort: Lowest price' }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Download', pressed: true }).count()).toBe(1);
  await seat.close();
});
