import type { Gift } from '@stagedoor/contract/gifts';
import { TEXTS } from '@stagedoor/contract/texts/index';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ApiDouble } from '../../../testing/api-double.ts';
import { APPEARANCES } from '../../../testing/appearances.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { FAN, idOf, PERFORMER, PIXEL, receiptOf } from '../../../testing/fixtures.ts';
import { tabTo } from '../../../testing/keyboard.ts';
import { opener, openSheet, sheet } from '../../../testing/sheet.tsx';
import type { ShowOptions } from '../../../testing/show.tsx';
import { toast } from '../../ui/toast.tsx';
import { GiftSheet, type GiftSheetProps } from './GiftSheet.tsx';

const GIFTS = 'GET /gift/performers/{id}';
const GIVE = 'POST /payment-wallet/gifting';

const giftOf = (number: number, name: string, price: number, performerId: string | null = null): Gift => ({
  _id: idOf(number),
  performerId,
  name,
  price,
  priceVersion: 2,
  image: PIXEL,
  animation: 'float',
});

const BOW = giftOf(41, 'Silver bow', 8, PERFORMER._id);
const ROSE = giftOf(42, 'Rose', 1.1);
const BOUQUET = giftOf(43, 'Bouquet', 6);

const openGifts = (
  { gifts = [BOW, ROSE, BOUQUET], ...options }: ShowOptions & { gifts?: readonly Gift[] } = {},
  prepare?: (api: ApiDouble) => void,
  props: Partial<GiftSheetProps> = {},
) =>
  openSheet(
    (close) => (
      <GiftSheet
        performer={PERFORMER}
        {...props}
        onClose={close}
        onGiven={(gift, quantity) => {
          toast(`Given: ${gift.name} ×${quantity}`);
          close();
        }}
      />
    ),
    options,
    (api) => {
      api.answer(GIFTS, { data: [...gifts], total: gifts.length });
      prepare?.(api);
    },
  );

const sendButton = sheet.getByRole('button', { name: /^Send/ });
const giftNamed = (name: string) => sheet.getByRole('radio', { name: new RegExp(name) });
const times = (quantity: number) => sheet.getByRole('radio', { name: `×${quantity}`, exact: true });

test('gives the chosen gift several times with a message, once, and cannot be closed meanwhile', async () => {
  const { api, session } = await openGifts({}, (double) => double.answer(GIVE, receiptOf(18, 2)));
  const release = api.hold(GIVE);
  await giftNamed('Bouquet').click({ force: true });
  await times(3).click({ force: true });
  await sheet.getByLabelText(/Add a message/).fill('For the encore');
  await expect.element(sendButton).toMatchTextContent('18.00');
  await sendButton.click();
  await expect.element(sheet.getByRole('button', { name: /^Paying/ })).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).toBeVisible();
  release();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(api.sent(GIVE).map(({ body }) => body)).toEqual([
    { giftId: BOUQUET._id, performerId: PERFORMER._id, quantity: 3, message: 'For the encore', priceVersion: 2 },
  ]);
  expect(session.get()?.balance).toBe(2);
  await expect.element(page.getByText('Given: Bouquet ×3')).toBeVisible();
});

test('lists the performer’s own gifts first and begins with the site’s first gift', async () => {
  await openGifts();
  await expect.element(giftNamed('Rose')).toBeChecked();
  await expect.element(sheet.getByText('Only Luna Reyes has these')).toBeVisible();
  const names = sheet.getByRole('radio', { name: /bow|Rose|Bouquet/ }).elements();
  expect(names.map((radio) => radio.closest('label')?.textContent)).toEqual([
    expect.stringContaining('Silver bow'),
    expect.stringContaining('Rose'),
    expect.stringContaining('Bouquet'),
  ]);
  await expect.element(sendButton).toMatchTextContent('1.10');
});

test('multiplies a price in hundredths without an error of floating point', async () => {
  await openGifts();
  await times(3).click({ force: true });
  await expect.element(sendButton).toMatchTextContent('3.30');
});

test.each([
  ['a show', { streamId: idOf(30) }, { streamId: idOf(30) }],
  ['a post', { item: { kind: 'feed', _id: idOf(10) } }, { feedId: idOf(10) }],
] as const)('names what a gift during or for %s is for', async (_what, props, target) => {
  const { api } = await openGifts({}, (double) => double.answer(GIVE, receiptOf(1.1, 18.9)), props);
  await sendButton.click();
  await expect.poll(() => api.sent(GIVE).map(({ body }) => body)).toEqual([expect.objectContaining(target)]);
});

test('resumes the gift, quantity and message of before a top-up', async () => {
  await openGifts({}, undefined, { giftId: BOW._id, quantity: 2, words: 'Brava' });
  await expect.element(giftNamed('Silver bow')).toBeChecked();
  await expect.element(times(2)).toBeChecked();
  await expect.element(sheet.getByLabelText(/Add a message/)).toHaveValue('Brava');
  await expect.element(sendButton).toMatchTextContent('16.00');
});

test('asks for the missing tokens and gives nothing', async () => {
  const { api } = await openGifts({ user: { ...FAN, balance: 2 } }, (double) =>
    double.answer('GET /wallet-package', { data: [], total: 0 }),
  );
  await giftNamed('Bouquet').click({ force: true });
  const topUp = sheet.getByRole('button', { name: /^Top up/ });
  // The least that can be bought.
  await expect.element(topUp).toMatchTextContent(/5\.00.*\$5\.00/);
  await topUp.click();
  await expect.element(sheet.getByRole('heading', { name: 'Top up' })).toBeVisible();
  expect(api.sent(GIVE)).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(opener).toHaveFocus();
});

test('shows a changed price after a refusal, and what was typed stays', async () => {
  const { api } = await openGifts({}, (double) => double.refuse(GIVE, 'PRICE_CHANGED'));
  await sheet.getByLabelText(/Add a message/).fill('Brava');
  api.answer(GIFTS, { data: [{ ...ROSE, price: 1.5, priceVersion: 3 }], total: 1 });
  await sendButton.click();
  await expect.element(sheet.getByRole('alert')).toMatchTextContent('The price has changed. Nothing was charged.');
  await expect.element(sendButton).toMatchTextContent('1.50');
  await expect.element(sheet.getByLabelText(/Add a message/)).toHaveValue('Brava');
  api.answer(GIVE, receiptOf(1.5, 18.5));
  await sendButton.click();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(api.sent(GIVE).at(-1)?.body).toMatchObject({ priceVersion: 3 });
});

test('repeats a gift whose answer was lost under the same idempotency key', async () => {
  const { api } = await openGifts({}, (double) => double.lose(GIVE));
  await sendButton.click();
  await expect.element(sheet.getByRole('alert')).toMatchTextContent('You are offline');
  api.answer(GIVE, receiptOf(1.1, 18.9));
  await sendButton.click();
  await expect.element(sheet).not.toBeInTheDocument();
  const [first, second] = api.sent(GIVE).map(({ idempotencyKey }) => idempotencyKey);
  expect(second).toBe(first);
});

test('says that there is no gift to give', async () => {
  await openGifts({ gifts: [] });
  await expect.element(sheet.getByText('No gifts to give right now')).toBeVisible();
  await expect.element(sheet.getByText('You can send a tip instead.')).toBeVisible();
  await expect.element(sendButton).not.toBeInTheDocument();
});

test('says why the gifts are not shown', async () => {
  await openGifts({}, (api) => api.refuse(GIFTS, 'NOT_FOUND'));
  await expect.element(sheet.getByText(TEXTS['errors.NOT_FOUND'].en)).toBeVisible();
  await expect.element(sendButton).not.toBeInTheDocument();
});

test('asks a visitor to join and comes back to the same gift', async () => {
  await openGifts({ user: null, path: '/luna' });
  await giftNamed('Bouquet').click({ force: true });
  await times(5).click({ force: true });
  await expect.element(sendButton).not.toBeInTheDocument();
  const returnTo = expect.stringContaining(encodeURIComponent(`gift=${BOUQUET._id}&quantity=5`));
  await expect.element(sheet.getByRole('link', { name: 'Join' })).toHaveAttribute('href', returnTo);
});

test('is used by keyboard alone and returns the focus to its opener', async () => {
  const { api } = await openGifts({}, (double) => double.answer(GIVE, receiptOf(6, 14)));
  await tabTo(giftNamed('Rose'));
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(giftNamed('Bouquet')).toBeChecked();
  await tabTo(sendButton);
  await userEvent.keyboard('{Enter}');
  await expect.element(sheet).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
  expect(api.sent(GIVE).map(({ body }) => body)).toMatchObject([{ giftId: BOUQUET._id, quantity: 1, message: '' }]);
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await openGifts(appearance);
  await expect.element(giftNamed('Rose')).toBeInTheDocument();
  await expectAccessible();
});
