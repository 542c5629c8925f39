import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { APPEARANCES } from '../../../testing/appearances.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { FAN, idOf } from '../../../testing/fixtures.ts';
import { PRINT, SCORE } from '../../../testing/fixtures-items.ts';
import { show } from '../../../testing/show.tsx';
import { passToasts, stopTimeouts, toasts } from '../../../testing/toasts.ts';
import { cartItemOf } from '../cart/cart.ts';
import { ProductList } from './ProductList.tsx';

const LIST = 'GET /performer-assets/products/search';

const names = () =>
  page
    .getByRole('heading', { level: 3 })
    .elements()
    .map((heading) => heading.textContent);

test('appends the next page of products', async () => {
  const first = { data: [PRINT], total: 3, after: 'one' };
  const { api } = await show(<ProductList query={{ q: 'cello' }} first={first} />, { user: FAN }, (double) =>
    double.answer(LIST, { data: [SCORE], total: 3, after: 'two' }),
  );
  expect(names()).toEqual(['Signed print']);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(names).toEqual(['Signed print', 'Six studies']);
  api.answer(LIST, { data: [{ ...PRINT, _id: idOf(22), name: 'Poster' }], total: 3, after: null });
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(names).toEqual(['Signed print', 'Six studies', 'Poster']);
  await expect.element(page.getByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  expect(api.sent(LIST).map(({ query }) => query)).toEqual([
    expect.objectContaining({ q: 'cello', after: 'one' }),
    expect.objectContaining({ q: 'cello', after: 'two' }),
  ]);
});

const open = () => show(<ProductList query={{}} first={{ data: [PRINT], total: 1, after: null }} />, { user: FAN });
const add = page.getByRole('button', { name: 'Add to cart: Signed print' });

test('puts a product into the cart, and says so', async () => {
  await open();
  stopTimeouts();
  await add.click();
  await expect.poll(toasts).toEqual(['In the cart']);
  await expect.element(page.getByRole('link', { name: 'In the cart' })).toHaveAttribute('href', '/cart');
  expect(JSON.parse(localStorage.getItem('cart')!)).toEqual({ total: 1, items: [cartItemOf(PRINT)] });
  await passToasts(1500);
});

test('ignores a product that another tab has put into the cart, and says so', async () => {
  await open();
  await expect.element(add).toBeVisible();
  const cart = JSON.stringify({ total: 1, items: [{ ...cartItemOf(PRINT), quantity: 2 }] });
  localStorage.setItem('cart', cart);
  stopTimeouts();
  await add.click();
  await expect.poll(toasts).toEqual(['It’s already in the cart, or the cart is full']);
  expect(localStorage.getItem('cart')).toBe(cart);
  await passToasts(1500);
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await show(<ProductList query={{}} first={{ data: [PRINT, SCORE], total: 3, after: 'cursor' }} />, appearance);
  await expectAccessible();
});
