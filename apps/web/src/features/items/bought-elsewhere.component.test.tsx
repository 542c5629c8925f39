import type { MessageItem } from '@stagedoor/contract/conversations';
import type { PhotoView } from '@stagedoor/contract/photos';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ApiDouble } from '../../../testing/api-double.ts';
import { FAN, idOf } from '../../../testing/fixtures.ts';
import { galleryOf, LOCKED_POST, videoOf } from '../../../testing/fixtures-items.ts';
import { openSheet, sheet } from '../../../testing/sheet.tsx';
import { show } from '../../../testing/show.tsx';
import { ItemMedia } from './ItemMedia.tsx';
import { type OpenedKind, VIEW_CALLS } from './item-calls.ts';
import { UnlockSheet } from './UnlockSheet.tsx';
import { useUnlock } from './use-unlock.ts';

// An item that another tab bought first: the purchase is refused with ALREADY_PURCHASED, and the item opens.

const { description: _description, cover: _cover, ...item } = galleryOf(41, 'Backstage');
const PHOTO: PhotoView = { ...item, _id: idOf(42), kind: 'photo', description: '', galleryId: null, position: null };
const MESSAGE: MessageItem = { ...item, _id: idOf(43), kind: 'message', files: [] };
const bought = <Item extends object>(view: Item): Item => ({ ...view, access: { allowed: true, reason: 'buyer' } });
const ORDERED = { orderId: idOf(91), redirectUrl: '#payment-page' };

type Prepare = (api: ApiDouble) => void;
interface Sold {
  id: string;
  /** Answers the item as it is locked, or as it was bought. */
  view: (api: ApiDouble, isBought: boolean) => void;
  wallet: Prepare;
  card: Prepare;
}

const SOLD: Readonly<Record<Exclude<OpenedKind, 'reel'>, Sold>> = {
  feed: {
    id: LOCKED_POST._id,
    view: (api, isBought) => api.answer(VIEW_CALLS.feed, isBought ? bought(LOCKED_POST) : LOCKED_POST),
    wallet: (api) => api.refuse('POST /payment-wallet/purchase-feed', 'ALREADY_PURCHASED'),
    card: (api) => api.refuse('POST /payment/purchase-feed', 'ALREADY_PURCHASED'),
  },
  gallery: {
    id: idOf(41),
    view: (api, isBought) => api.answer(VIEW_CALLS.gallery, isBought ? bought(galleryOf(41, 'Backstage')) : galleryOf(41, 'Backstage')),
    wallet: (api) => api.refuse('POST /payment-wallet/purchase-gallery', 'ALREADY_PURCHASED'),
    card: (api) => api.refuse('POST /payment/purchase-gallery', 'ALREADY_PURCHASED'),
  },
  video: {
    id: idOf(44),
    view: (api, isBought) => api.answer(VIEW_CALLS.video, isBought ? bought(videoOf(44, 'Dress run')) : videoOf(44, 'Dress run')),
    wallet: (api) => api.refuse('POST /payment-wallet/purchase-video', 'ALREADY_PURCHASED'),
    card: (api) => api.refuse('POST /payment/purchase-video', 'ALREADY_PURCHASED'),
  },
  photo: {
    id: PHOTO._id,
    view: (api, isBought) => api.answer(VIEW_CALLS.photo, isBought ? bought(PHOTO) : PHOTO),
    // It was ordered before the other tab paid.
    wallet: (api) => {
      api.answer('POST /payment/purchase-single-photo', ORDERED);
      api.refuse('POST /wallet-transactions/pay-wallet/{id}', 'ALREADY_PURCHASED');
    },
    card: (api) => api.refuse('POST /payment/purchase-single-photo', 'ALREADY_PURCHASED'),
  },
  message: {
    id: MESSAGE._id,
    view: (api, isBought) => api.answer(VIEW_CALLS.message, isBought ? bought(MESSAGE) : MESSAGE),
    wallet: (api) => api.refuse('POST /payment/purchase-message/{id}', 'ALREADY_PURCHASED'),
    card: (api) => api.refuse('POST /payment/purchase-message/{id}', 'ALREADY_PURCHASED'),
  },
};

const CASES = Object.entries(SOLD).flatMap(([kind, sold]) => [
  [kind as keyof typeof SOLD, 'wallet', sold] as const,
  [kind as keyof typeof SOLD, 'card', sold] as const,
]);

test.each(CASES)('opens a %s that was bought meanwhile when it is paid by %s', async (kind, method, { id, view, ...refusals }) => {
  const { api } = await openSheet(
    (close) => <UnlockSheet item={{ kind, _id: id }} onClose={close} />,
    {},
    (double) => {
      view(double, false);
      refusals[method](double);
    },
  );
  const pay = sheet.getByRole('button', { name: /^(?:Pay and unlock|Pay by card)/ });
  await expect.element(pay).toBeVisible();
  if (method === 'card') await sheet.getByRole('radio', { name: /^Card/ }).click({ force: true });
  view(api, true);
  await pay.click();
  await expect.element(sheet).not.toBeInTheDocument();
  await expect.element(page.getByText('You already have access')).toBeVisible();
  expect(api.sent('GET /users/me').length).toBeGreaterThan(0);
});

const Media = () => <ItemMedia unlock={useUnlock(LOCKED_POST)} label="Post" />;

test('parts the curtain in place, without a receipt of its own', async () => {
  const { api } = await show(<Media />, { user: FAN }, (double) => {
    double.refuse('POST /payment-wallet/purchase-feed', 'ALREADY_PURCHASED');
    double.answer('GET /users/me', { ...FAN, balance: 13.5 });
    double.answer(VIEW_CALLS.feed, bought(LOCKED_POST));
  });
  await page.getByRole('button', { name: /^Unlock/ }).click();
  await expect.element(page.getByText('You already have access')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Unlock/ })).not.toBeInTheDocument();
  await expect.element(page.getByText('Yours. Paid')).not.toBeInTheDocument();
  expect(api.sent('POST /payment-wallet/purchase-feed')).toHaveLength(1);
});

test('explains the refusal where the item is still locked', async () => {
  await show(<Media />, { user: FAN }, (double) => {
    double.refuse('POST /payment-wallet/purchase-feed', 'ALREADY_PURCHASED');
    double.answer('GET /users/me', FAN);
    double.answer(VIEW_CALLS.feed, LOCKED_POST);
  });
  await page.getByRole('button', { name: /^Unlock/ }).click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('This is already yours.');
});
