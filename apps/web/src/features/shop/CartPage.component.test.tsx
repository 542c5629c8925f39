import type { ProductView } from '@stagedoor/contract/products';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { APPEARANCES } from '../../../testing/appearances.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { FAN, idOf } from '../../../testing/fixtures.ts';
import { PRINT, SCORE } from '../../../testing/fixtures-items.ts';
import { show, type ShowOptions } from '../../../testing/show.tsx';
import { cartItemOf } from '../cart/cart.ts';
import { CartPage } from './CartPage.tsx';

const checkout = page.getByRole('button', { name: /^Check out/ });
const country = page.getByLabelText('Postage to');

const openCart = (products: readonly ProductView[], options: ShowOptions = {}, remembered = '') =>
  show(<CartPage />, { user: FAN, path: '/cart', ...options }, (api) => {
    localStorage.setItem('cart', JSON.stringify({ total: products.length, items: products.map(cartItemOf) }));
    if (remembered !== '') localStorage.setItem('shop.country', JSON.stringify(remembered));
    api.answer('GET /performer-assets/products/search', { data: [...products], total: products.length, after: null });
    api.answer('GET /countries/list', {
      data: [
        { code: 'ES', name: 'Spain', flag: '🇪🇸' },
        { code: 'PT', name: 'Portugal', flag: '🇵🇹' },
      ],
      total: 2,
    });
  });

test('has a price on its button once the postage is known, and remembers the country', async () => {
  await openCart([PRINT, SCORE]);
  await expect.element(checkout).toHaveTextContent('Check out');
  await country.selectOptions('Spain');
  await expect.element(page.getByText('Postage', { exact: true })).toBeVisible();
  await expect.element(checkout).toMatchTextContent(/19\.50.*\$19\.50/);
  expect(localStorage.getItem('shop.country')).toBe('"ES"');
});

test('shows the price at once where the country is remembered', async () => {
  await openCart([PRINT], {}, 'ES');
  await expect.element(country).toHaveValue('ES');
  await expect.element(checkout).toMatchTextContent(/15\.50.*\$15\.50/);
});

test('adds the money of each parcel, rounded by itself', async () => {
  const other: ProductView = { ...PRINT, _id: idOf(31), performer: { ...PRINT.performer, _id: idOf(32) } };
  const cents = (product: ProductView): ProductView => ({ ...product, shipping: [{ country: 'ES', price: 0.05 }] });
  await openCart([cents(PRINT), cents(other)], { settings: { tokenValue: 0.5 } }, 'ES');
  // Twice 12.00 and 0.05 tokens: 6.00 and 0.03 each.
  await expect.element(checkout).toMatchTextContent(/24\.10.*\$12\.06/);
});

test('says that a product isn’t sent to the country, without a price', async () => {
  await openCart([PRINT], {}, 'PT');
  await expect.element(page.getByText('Not sent there')).toBeVisible();
  await expect.element(checkout).toHaveTextContent('Check out');
});

test('asks for no country where nothing is sent', async () => {
  await openCart([SCORE]);
  await expect.element(checkout).toMatchTextContent(/4\.00.*\$4\.00/);
  await expect.element(country).not.toBeInTheDocument();
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await openCart([PRINT, SCORE], appearance, 'ES');
  await expect.element(page.getByRole('combobox')).toBeVisible();
  await expectAccessible();
});
