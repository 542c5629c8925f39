import type { ShowReceipt } from '@stagedoor/contract/paid-shows';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { APPEARANCES } from '../../../../testing/appearances.ts';
import { expectAccessible } from '../../../../testing/axe.ts';
import { FAN, idOf } from '../../../../testing/fixtures.ts';
import { receiptOfShow, SHOW_ID } from '../../../../testing/fixtures-shows.ts';
import { show, type ShowOptions } from '../../../../testing/show.tsx';
import { Receipt } from './Receipt.tsx';

const AGAIN = { to: '/luna', label: 'Ask again' };

const BELL = 'GET /notifications/bells/{id}';

const open = (receipt: ShowReceipt, { isOwn = false, ...options }: ShowOptions & { isOwn?: boolean } = {}) =>
  show(<Receipt showId={SHOW_ID} isOwn={isOwn} again={AGAIN} />, { user: FAN, ...options }, (api) => {
    api.answer('GET /streaming/receipts/{id}', receipt);
    api.answer(BELL, { posts: false, live: false });
  });

/** The receipt of a show that ended in some way, with the fan's own reason. */
const endedBy = (
  endReason: ShowReceipt['endReason'],
  leftReason: ShowReceipt['fans'][number]['leftReason'],
  type: 'private' | 'group' = 'private',
) => ({
  ...receiptOfShow({ leftReason }),
  type,
  endReason,
});

/** The performer's: two fans, one of whom ran out of tokens. */
const ownReceipt = (): ShowReceipt => {
  const one = receiptOfShow({ net: 4.8, balance: null, walletBefore: null, walletAfter: null, leftReason: 'ended' });
  const [mira] = one.fans;
  const noa = { ...mira!, fan: { ...mira!.fan, _id: idOf(61), name: 'Noa' }, leftReason: 'outOfTokens' as const, missed: 2 };
  return { ...one, type: 'group', title: 'Paint-along', endReason: 'performer', fans: [mira!, noa] };
};

test.each([
  ['performer', 'ended', 'Luna Reyes ended the show.'],
  ['dropped', 'ended', 'Luna Reyes’s connection was lost.'],
  ['neverStarted', 'ended', 'No picture arrived, so nothing was billed.'],
  ['moderator', 'ended', 'The site stopped the show.'],
  ['fan', 'left', 'You ended the show.'],
  ['outOfTokens', 'outOfTokens', 'Your tokens ran out.'],
  ['outOfTokens', 'limitReached', 'You reached your spending limit.'],
] as const)('tells the fan of a private show that ended (%s, %s)', async (endReason, leftReason, words) => {
  await open(endedBy(endReason, leftReason));
  await expect.element(page.getByText(words, { exact: true })).toBeVisible();
});

test.each([
  [null, 'left', 'You left the show.'],
  [null, 'removed', 'You were removed from the show.'],
  ['performer', 'left', 'You left the show.'],
  ['fan', 'ended', 'The show is over.'],
] as const)('tells the fan of a group show (%s, %s)', async (endReason, leftReason, words) => {
  await open(endedBy(endReason, leftReason, 'group'));
  await expect.element(page.getByText(words, { exact: true })).toBeVisible();
});

test.each([
  ['performer', 'You ended the show.'],
  ['dropped', 'The show ended because the connection was lost for more than 90 seconds.'],
  ['neverStarted', 'The show ended because no picture arrived.'],
  ['moderator', 'The site stopped your show.'],
  ['fan', 'Mira Holt ended the show.'],
  ['outOfTokens', 'Mira Holt ran out of tokens.'],
] as const)('tells the performer of a private show how it ended: %s', async (endReason, words) => {
  await open(
    {
      ...endedBy(endReason, 'ended'),
      fans: [{ ...receiptOfShow().fans[0]!, fan: { ...receiptOfShow().fans[0]!.fan, name: 'Mira Holt' } }],
    },
    { isOwn: true },
  );
  await expect.element(page.getByText(words, { exact: true })).toBeVisible();
});

test.each([
  ['left', 'Left early'],
  ['ended', 'Stayed until the end'],
  ['outOfTokens', 'Out of tokens'],
  ['removed', 'Removed from the show'],
  [null, 'In the show'],
] as const)('tells the performer of a group show how a fan left: %s', async (leftReason, words) => {
  await open(endedBy('performer', leftReason, 'group'), { isOwn: true });
  await expect.element(page.getByText(words, { exact: true })).toBeVisible();
});

test('shows each fan’s minutes, reasons, missed minutes and the share to the performer', async () => {
  await open(ownReceipt(), { isOwn: true });
  const [mira, noa] = [page.getByRole('region', { name: `Receipt, ${FAN.name}` }), page.getByRole('region', { name: 'Receipt, Noa' })];
  await expect.element(mira.getByText('Minute 3 refunded: your connection was lost')).toBeVisible();
  await expect.element(mira).toMatchTextContent('Connected for 2:31');
  await expect.element(mira).toMatchTextContent('$4.80');
  await expect.element(mira).not.toMatchTextContent('missed');
  await expect.element(noa).toMatchTextContent('1 minute free, missed by the site. The seconds after the last paid minute are free');
  await expect.element(page.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/model/live');
});

test('gives no reason for a refund of which none is stored', async () => {
  const receipt = receiptOfShow();
  const minutes = receipt.fans[0]!.minutes.map((minute) => ({ ...minute, refundReason: null }));
  await open({ ...receipt, fans: [{ ...receipt.fans[0]!, minutes }] });
  await expect.element(page.getByText('Minute 3 refunded', { exact: true })).toBeVisible();
});

test.each([false, true])('downloads the signed minutes, and the program that verifies them (performer: %s)', async (isOwn) => {
  await open(receiptOfShow(), { isOwn });
  const download = page.getByRole('link', { name: 'Download minutes' });
  await expect.element(download).toHaveAttribute('href', `/api/streaming/receipts/${SHOW_ID}/export`);
  await expect.element(download).toHaveAttribute('download', `minutes-${SHOW_ID}.json`);
  await expect.element(page.getByRole('link', { name: 'Download the program' })).toHaveAttribute('href', '/verify-minutes.mjs');
});

test('says to the performer that nobody joined', async () => {
  await open({ ...ownReceipt(), fans: [] }, { isOwn: true });
  await expect.element(page.getByText('Nobody joined this show.')).toBeVisible();
});

test.each(APPEARANCES)('is accessible to both in $locale, $direction, $theme', async (appearance) => {
  await open(ownReceipt(), { isOwn: true, ...appearance });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible();
});

describe('the receipt of a fan', () => {
  test('has a number, its time, and sums of the wallet that add up with what else moved', async () => {
    await open(receiptOfShow({ tips: 2, walletBefore: 20, walletAfter: 62 }));
    await expect.element(page.getByText(/^Receipt PR-[0-9A-Z]{4}-[0-9A-Z]{4}$/)).toBeVisible();
    const sums = page.getByRole('region', { name: 'Receipt' }).element().querySelectorAll('dl > div');
    expect(Array.from(sums, (sum) => sum.querySelector('dt')!.textContent)).toEqual([
      '3 minutes at 3.00 tokens ($3.00)',
      'Refunded',
      'Total for the show',
      'Tips and gifts',
      'Wallet before',
      'Other movements meanwhile',
      'Wallet after',
    ]);
    expect(sums[5]!.querySelector('dd')!.textContent).toContain('50.00');
  });

  test('offers to tell of the next show', async () => {
    const { api } = await open(receiptOfShow());
    await expect.element(page.getByRole('button', { name: 'Tell me about the next show' })).toBeVisible();
    api.answer('PUT /notifications/bells/{id}', { posts: false, live: true });
    api.answer(BELL, { posts: false, live: true });
    await page.getByRole('button', { name: 'Tell me about the next show' }).click();
    await expect.element(page.getByRole('button', { name: 'We’ll tell you about the next show' })).toHaveAttribute('aria-pressed', 'true');
    expect(api.sent('PUT /notifications/bells/{id}')).toMatchObject([
      { params: { id: receiptOfShow().performer._id }, body: { live: true } },
    ]);
  });

  test('opens the report of the show; a performer’s own receipt doesn’t', async () => {
    await open(receiptOfShow());
    await page.getByRole('button', { name: 'Report a problem' }).click();
    await expect.element(page.getByRole('dialog', { name: 'Report' })).toBeVisible();
  });

  test('is not reported by its performer', async () => {
    await open(ownReceipt(), { isOwn: true });
    await expect.element(page.getByRole('button', { name: 'Print' })).toBeVisible();
    expect(page.getByRole('button', { name: 'Report a problem' }).query()).toBeNull();
  });
});
