import type { ShowReceipt } from '@stagedoor/contract/paid-shows';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { APPEARANCES } from '../../../../testing/appearances.ts';
import { expectAccessible } from '../../../../testing/axe.ts';
import { FAN, idOf } from '../../../../testing/fixtures.ts';
import { receiptOfShow, SHOW_ID } from '../../../../testing/fixtures-shows.ts';
import { show, type ShowOptions } from '../../../../testing/show.tsx';
import { PaidFans } from './PaidFans.tsx';

/** Three fans of a group show: one had a minute back twice for different reasons. */
const RECEIPT: ShowReceipt = (() => {
  const receipt = receiptOfShow({ net: 4.8, balance: null, leftReason: 'ended', tips: 5 });
  const [mira] = receipt.fans;
  const minutes = mira!.minutes.map((minute) =>
    minute.minute === 1
      ? minute
      : { ...minute, isRefunded: true, refundReason: minute.minute === 2 ? ('away' as const) : ('ended' as const) },
  );
  const noa = {
    ...mira!,
    fan: { ...mira!.fan, _id: idOf(61), name: 'Noa' },
    minutes,
    leftReason: 'outOfTokens' as const,
    missed: 2,
    tips: 0,
    net: 2.4,
  };
  const kai = {
    ...mira!,
    fan: { ...mira!.fan, _id: idOf(62), name: 'Kai' },
    minutes: [],
    connectedSeconds: 8,
    leftReason: 'left' as const,
    tips: 0,
    net: 0,
  };
  return { ...receipt, type: 'group', endReason: 'performer', fans: [mira!, noa, kai] };
})();

const open = (receipt = RECEIPT, type: 'private' | 'group' = 'group', options: ShowOptions = {}) =>
  show(<PaidFans show={{ _id: SHOW_ID, type }} />, { user: FAN, ...options }, (api) => api.answer('GET /streaming/receipts/{id}', receipt));

const fan = (name: string) => page.getByRole('listitem').filter({ hasText: name });

test('shows the sums of all fans, and each fan’s minutes, refunds with reasons, missed ones, gifts, share and way out', async () => {
  await open();
  const facts = page.getByRole('definition');
  for (const [place, value] of ['5:10', '3', '3', '2'].entries()) await expect.element(facts.nth(place)).toHaveTextContent(value);
  await expect
    .element(fan('Noa'))
    .toMatchTextContent(
      /Out of tokens.*Connected2:31.*Minutes billed1.*Minutes refunded2.*Missed by the site2.*Your share\$2\.40.*Refunded: the fan’s connection was lost, you ended the show/,
    );
  await expect
    .element(fan(FAN.name))
    .toMatchTextContent(/Stayed until the end.*\$4\.80.*Tips and gifts.*5\.00.*Refunded: your connection was lost/);
  await expect.element(fan('Kai')).toMatchTextContent(/Left early.*Connected0:08.*Minutes billed0/);
  await expect.element(fan('Kai')).not.toMatchTextContent('Refunded:');
});

test.each(['private', 'group'] as const)('leads to the receipt and to the signed minutes of a %s show', async (type) => {
  await open({ ...receiptOfShow({ net: 4.8 }), type }, type);
  await expect.element(page.getByRole('link', { name: 'Receipt' })).toHaveAttribute('href', `/live/${type}/${SHOW_ID}`);
  await expect
    .element(page.getByRole('link', { name: 'Download minutes' }))
    .toHaveAttribute('href', `/api/streaming/receipts/${SHOW_ID}/export`);
});

test('shows no sums for one fan, and says that a private show was ended by them', async () => {
  await open({ ...receiptOfShow({ net: 4.8, leftReason: 'left' }), type: 'private' }, 'private');
  await expect.element(page.getByText('Ended the show')).toBeVisible();
  expect(page.getByText('Connected', { exact: true }).elements()).toHaveLength(1);
});

test('says that nobody joined', async () => {
  await open({ ...RECEIPT, fans: [] });
  await expect.element(page.getByText('Nobody joined this show.')).toBeVisible();
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await open(RECEIPT, 'group', appearance);
  await expect.element(page.getByRole('heading', { level: 3 })).toBeVisible();
  await expectAccessible();
});
