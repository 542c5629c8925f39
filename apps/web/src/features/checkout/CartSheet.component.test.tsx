import type { ProductView } from '@stagedoor/contract/products';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ApiDouble } from '../../../testing/api-double.ts';
import { APPEARANCES } from '../../../testing/appearances.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { FAN, idOf, receiptOf } from '../../../testing/fixtures.ts';
import { PRINT, SCORE } from '../../../testing/fixtures-items.ts';
import { opener, openSheet, sheet } from '../../../testing/sheet.tsx';
import type { ShowOptions } from '../../../testing/show.tsx';
import { cartItemOf } from '../cart/cart.ts';
import { CartSheet } from './CartSheet.tsx';

const PRODUCTS = 'GET /performer-assets/products/search';
const BUY = 'POST /payment-wallet/purchase-products';
const ORDER = 'POST /payment/purchase-products';
const APPLY = 'POST /coupons/{code}/apply-coupon';

const payButton = sheet.getByRole('button', { name: /^Pay and order/ });

/** Opens the checkout of a cart that this browser has kept. */
const openCart = async (products: readonly ProductView[], options: ShowOptions = {}, prepare?: (api: ApiDouble) => void) => {
  const shown = await openSheet(
    (close) => <CartSheet onClose={close} />,
    options,
    (api) => {
      localStorage.setItem('cart', JSON.stringify({ total: products.length, items: products.map(cartItemOf) }));
      api.answer(PRODUCTS, { data: [...products], total: products.length, after: null });
      api.answer('GET /countries/list', {
        data: [
          { code: 'ES', name: 'Spain', flag: '🇪🇸' },
          { code: 'PT', name: 'Portugal', flag: '🇵🇹' },
        ],
        total: 2,
      });
      prepare?.(api);
    },
  );
  return shown;
};

const cart = (): unknown => JSON.parse(localStorage.getItem('cart') ?? 'null');

const fillAddress = async (): Promise<void> => {
  await sheet.getByLabelText(/^Full name/).fill('Wren Ellis');
  await sheet.getByLabelText(/^Street and number/).fill('Calle Mayor 1');
  await sheet.getByLabelText(/^City/).fill('Madrid');
  await sheet.getByLabelText(/^Country/).selectOptions('Spain');
};

test('buys a download from the wallet once, empties the cart and leads to the order', async () => {
  const { api, session, address } = await openCart([SCORE], {}, (double) => double.answer(BUY, receiptOf(4, 16)));
  await expect.element(payButton).toMatchTextContent('4.00');
  const release = api.hold(BUY);
  await payButton.click();
  await expect.element(sheet.getByRole('button', { name: /^Paying/ })).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).toBeVisible();
  release();
  await expect.poll(address).toBe(`/orders/${idOf(91)}`);
  expect(api.sent(BUY).map(({ body }) => body)).toEqual([
    { products: [{ productId: SCORE._id, quantity: 1, priceVersion: SCORE.priceVersion }] },
  ]);
  expect(cart()).toEqual({ total: 0, items: [] });
  expect(session.get()?.balance).toBe(16);
  await expect.element(page.getByText('Order placed.')).toBeVisible();
});

test('adds the postage of the address before it is paid, and sends the address', async () => {
  const { api } = await openCart([PRINT, SCORE], {}, (double) => double.answer(BUY, receiptOf(19.5, 0.5)));
  await expect.element(sheet.getByText('Choose the country of your address')).toBeVisible();
  await fillAddress();
  await expect.element(payButton).toMatchTextContent('19.50');
  await payButton.click();
  await expect.poll(() => api.sent(BUY).length).toBe(1);
  expect(api.sent(BUY)[0]?.body).toMatchObject({
    products: [{ productId: PRINT._id }, { productId: SCORE._id }],
    deliveryAddress: { name: 'Wren Ellis', street: 'Calle Mayor 1', city: 'Madrid', country: 'ES' },
  });
});

test('shows no price until the country is chosen, and remembers the country', async () => {
  await openCart([PRINT]);
  await expect.element(payButton).toHaveTextContent('Pay and order');
  await expect.element(sheet.getByText('Known with the country')).toBeVisible();
  await expect.element(sheet.getByText(/tokens \(\$\d.*after/)).not.toBeInTheDocument();
  await sheet.getByLabelText(/^Country/).selectOptions('Spain');
  await expect.element(payButton).toMatchTextContent(/15\.50.*\$15\.50/);
  expect(localStorage.getItem('shop.country')).toBe('"ES"');
});

test('begins with the country that was chosen in the cart', async () => {
  await openCart([PRINT], {}, () => localStorage.setItem('shop.country', '"ES"'));
  await expect.element(sheet.getByLabelText(/^Country/)).toHaveValue('ES');
  await expect.element(payButton).toMatchTextContent(/15\.50.*\$15\.50/);
});

test('orders for free in words, whatever was chosen to pay with', async () => {
  const { api } = await openCart([SCORE], {}, (double) => {
    double.answer(APPLY, { code: 'GIFT', name: 'Gift', subtotal: 4, discount: 4, total: 0, money: 0 });
    double.answer(BUY, receiptOf(0, 20));
  });
  await sheet.getByRole('radio', { name: /^Card/ }).click({ force: true });
  await sheet.getByRole('button', { name: 'Add a coupon' }).click();
  await sheet.getByLabelText('Coupon').fill('GIFT');
  await userEvent.keyboard('{Enter}');
  await expect.element(sheet.getByText('Nothing is charged.')).toBeVisible();
  await expect.element(sheet.getByRole('radio')).not.toBeInTheDocument();
  await sheet.getByRole('button', { name: 'Get it free' }).click();
  await expect.poll(() => api.sent(BUY).map(({ body }) => body)).toMatchObject([{ couponCode: 'GIFT' }]);
  expect(api.sent(ORDER)).toEqual([]);
});

test('asks for the missing parts of the address and sends nothing', async () => {
  const { api } = await openCart([PRINT]);
  await sheet.getByLabelText(/^Country/).selectOptions('Spain');
  await sheet.getByRole('button', { name: /^Pay and order/ }).click();
  await expect.element(sheet.getByLabelText(/^Full name/)).toHaveFocus();
  await expect.poll(() => sheet.getByRole('alert').elements().length).toBe(3);
  expect(api.sent(BUY)).toEqual([]);
});

test('says that a product is not sent to the chosen country', async () => {
  await openCart([PRINT]);
  await sheet.getByLabelText(/^Country/).selectOptions('Portugal');
  await expect.element(sheet.getByText('Not sent there')).toBeVisible();
});

test('leaves what is sold out, gone or owned out of the purchase', async () => {
  const soldOut = { ...PRINT, stock: 0, isAvailable: false };
  const owned: ProductView = { ...SCORE, _id: idOf(22), access: { allowed: true, reason: 'buyer' } };
  const { api } = await openCart([SCORE, soldOut, owned], {}, (double) => double.answer(BUY, receiptOf(4, 16)));
  await expect.element(payButton).toMatchTextContent('4.00');
  await expect.element(sheet.getByText('Signed print')).not.toBeInTheDocument();
  await payButton.click();
  await expect.poll(() => api.sent(BUY).map(({ body }) => (body as { products: unknown[] }).products.length)).toEqual([1]);
});

test('says that nothing in the cart can be bought', async () => {
  await openCart([{ ...SCORE, isAvailable: false }]);
  await expect.element(sheet.getByText('Nothing in the cart can be bought right now')).toBeVisible();
  await expect.element(payButton).not.toBeInTheDocument();
});

test.each([
  ['PRICE_CHANGED', 'The price has changed. Nothing was charged.'],
  ['OUT_OF_STOCK', /./],
  ['INSUFFICIENT_TOKENS', 'You don’t have enough tokens.'],
] as const)('explains %s, reads the prices again and keeps the cart', async (code, words) => {
  const { api } = await openCart([SCORE], {}, (double) => double.refuse(BUY, code));
  const before = api.sent(PRODUCTS).length;
  await payButton.click();
  await expect.element(sheet.getByRole('alert')).toMatchTextContent(words);
  await expect.poll(() => api.sent(PRODUCTS).length).toBe(before + 1);
  expect(cart()).toMatchObject({ total: 1 });
});

test('leaves out what another tab bought first, and says so', async () => {
  const { api } = await openCart([SCORE], {}, (double) => double.refuse(BUY, 'ALREADY_PURCHASED'));
  await expect.element(payButton).toBeEnabled();
  api.answer(PRODUCTS, { data: [{ ...SCORE, access: { allowed: true, reason: 'buyer' } }], total: 1, after: null });
  await payButton.click();
  await expect.element(page.getByText('You already have access')).toBeVisible();
  await expect.element(payButton).not.toBeInTheDocument();
});

test('orders once more under the same idempotency key when the answer was lost', async () => {
  const { api, address } = await openCart([SCORE], {}, (double) => double.lose(BUY));
  await payButton.click();
  await expect.element(sheet.getByRole('alert')).toMatchTextContent('You are offline');
  api.answer(BUY, receiptOf(4, 16));
  await payButton.click();
  await expect.poll(address).toBe(`/orders/${idOf(91)}`);
  const [first, second] = api.sent(BUY).map(({ idempotencyKey }) => idempotencyKey);
  expect(second).toBe(first);
});

test('orders by card and keeps the cart until it is paid', async () => {
  const { api } = await openCart([SCORE], {}, (double) => double.answer(ORDER, { orderId: idOf(91), redirectUrl: '#payment-page' }));
  await sheet.getByRole('radio', { name: /^Card/ }).click({ force: true });
  await sheet.getByRole('button', { name: /^Pay by card/ }).click();
  await expect.poll(() => location.hash).toBe('#payment-page');
  expect(api.sent(ORDER).map(({ body }) => body)).toMatchObject([{ products: [{ productId: SCORE._id }] }]);
  expect(cart()).toMatchObject({ total: 1 });
});

test('applies a coupon to the products, not to the postage', async () => {
  const { api } = await openCart([PRINT], {}, (double) => {
    double.answer(APPLY, { code: 'SPRING', name: 'Spring', subtotal: 12, discount: 6, total: 6, money: 6 });
    double.answer(BUY, receiptOf(9.5, 10.5));
  });
  await fillAddress();
  await sheet.getByRole('button', { name: 'Add a coupon' }).click();
  await sheet.getByLabelText('Coupon').fill('SPRING');
  await userEvent.keyboard('{Enter}');
  await expect.element(payButton).toMatchTextContent('9.50');
  await payButton.click();
  await expect.poll(() => api.sent(BUY).map(({ body }) => body)).toMatchObject([{ couponCode: 'SPRING' }]);
});

test('finds a half-filled address again after the sheet was closed', async () => {
  await openCart([PRINT]);
  await sheet.getByLabelText(/^Full name/).fill('Wren Ellis');
  await sheet.getByLabelText(/^Country/).selectOptions('Spain');
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(sheet.getByLabelText(/^Full name/)).toHaveValue('Wren Ellis');
  await expect.element(sheet.getByLabelText(/^Country/)).toHaveValue('ES');
  await expect.element(payButton).toMatchTextContent('15.50');
});

test('asks for what the wallet lacks, postage included', async () => {
  const { api } = await openCart([PRINT], { user: { ...FAN, balance: 10 } }, (double) =>
    double.answer('GET /wallet-package', { data: [], total: 0 }),
  );
  await fillAddress();
  await expect.element(sheet.getByRole('button', { name: /^Top up/ })).toMatchTextContent(/5\.50.*\$5\.50/);
  expect(api.sent(BUY)).toEqual([]);
});

test('asks a visitor to join without asking for an address', async () => {
  await openCart([PRINT], { user: null });
  await expect.element(sheet.getByRole('link', { name: 'Join' })).toHaveAttribute('href', expect.stringContaining('cart'));
  await expect.element(sheet.getByLabelText(/^Full name/)).not.toBeInTheDocument();
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await openCart([PRINT, SCORE], appearance);
  await expect.element(sheet.getByRole('textbox').first()).toBeInTheDocument();
  await expectAccessible();
});
