import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { APPEARANCES } from '../../../testing/appearances.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { FAN, INSTANT, idOf } from '../../../testing/fixtures.ts';
import { show } from '../../../testing/show.tsx';
import SoldOrders from './orders.tsx';

const SOLD = 'GET /orders/performers/products/search';
const STAR = { ...FAN, role: 'performer' as const, isPerformer: true };
const PRODUCTS = [
  { _id: idOf(41), name: 'Silk bag', type: 'physical' as const, quantity: 12, total: 240, lastAt: INSTANT, counterparty: null },
  { _id: idOf(42), name: 'Breathing notes', type: 'digital' as const, quantity: 1, total: 4.5, lastAt: INSTANT, counterparty: null },
];

const open = (options = {}, products = PRODUCTS) =>
  show(<SoldOrders />, { user: STAR, path: '/model/orders?state=products', ...options }, (api) => {
    api.answer(SOLD, { data: products, total: products.length });
    api.answer('GET /orders/details/search', { data: [], total: 0 });
  });

test('shows how many of each product were sold, and for how much', async () => {
  await open();
  const rows = page.getByRole('listitem');
  await expect.element(rows.nth(0)).toMatchTextContent(/Silk bag.*240\.00.*12 sold/);
  await expect.element(rows.nth(1)).toMatchTextContent(/Breathing notes.*4\.50.*1 sold/);
});

test('goes from sales by product to the orders that wait, without a search that was typed before', async () => {
  const { address } = await open({ path: '/model/orders?q=silk' });
  await page.getByRole('button', { name: 'By product' }).click();
  await expect.poll(address).toBe('/model/orders?state=products');
  await page.getByRole('button', { name: 'To accept' }).click();
  await expect.poll(address).toBe('/model/orders');
  await expect.element(page.getByText('Orders of this state are listed here.')).toBeVisible();
});

test('says that nothing was sold yet', async () => {
  await open({}, []);
  await expect.element(page.getByText('Nothing sold yet')).toBeVisible();
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await open(appearance);
  await expect.element(page.getByRole('listitem').nth(1)).toBeVisible();
  await expectAccessible();
});
