import type { EarningLine } from '@stagedoor/contract/earnings';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { APPEARANCES } from '../../../../testing/appearances.ts';
import { expectAccessible } from '../../../../testing/axe.ts';
import { FAN, idOf, INSTANT, PIXEL } from '../../../../testing/fixtures.ts';
import { show, type ShowOptions } from '../../../../testing/show.tsx';
import { EarningLines } from './EarningLines.tsx';

const LIST = 'GET /earning/search';
/** In every call of the list. */
const PAGE = { limit: '20', offset: '0', locale: 'en' };
const DAYS = { from: '2026-11-01', to: '2026-11-30' };
const WREN = { _id: idOf(1), name: 'Wren Ellis', username: 'wren', avatar: PIXEL };
const ROSIN = { kind: 'video', id: idOf(40), title: 'Rosin' };

const lineOf = (number: number, more: Partial<EarningLine> = {}): EarningLine => ({
  _id: idOf(number),
  kind: 'tip',
  source: 'tips',
  fan: WREN,
  item: null,
  message: '',
  tokens: 10,
  gross: 10,
  commissionPercent: 20,
  commission: 2,
  net: 8,
  state: 'available',
  receiver: 'site',
  availableAt: null,
  createdAt: INSTANT,
  ...more,
});
const LINES = [
  lineOf(100, { item: ROSIN, message: 'Encore!' }),
  lineOf(101, { state: 'pending', availableAt: '2026-11-28T19:00:00.000Z' }),
  lineOf(102, { kind: 'purchaseProduct', source: 'content', state: 'pending', tokens: null, gross: 30, commission: 6, net: 24 }),
  lineOf(103, { kind: 'refund', gross: -10, commission: -2, net: -8 }),
  lineOf(104, { kind: 'payoutPay', source: 'other', fan: null, tokens: null, gross: -50, commissionPercent: 0, commission: 0, net: -50 }),
];

const open = (options: ShowOptions = {}) =>
  show(<EarningLines query={DAYS} />, { user: FAN, path: '/model/earning', ...options }, (api) =>
    api.answer(LIST, { data: LINES, total: LINES.length }),
  );

const rows = page.getByRole('row');
const chip = (name: string) => page.getByRole('button', { name, exact: true });
const csv = page.getByRole('link', { name: 'Download these lines as a CSV file' });

test('tells of each line what was paid, what the site kept, and when it can be paid out', async () => {
  await open();
  await expect.element(rows.nth(1)).toMatchTextContent(/Tip.*Rosin.*Encore!.*Wren Ellis.*−\$2\.00 \(20%\).*\$8\.00.*Available/);
  await expect.element(rows.nth(2)).toMatchTextContent('Pending until 28 Nov');
  await expect.element(rows.nth(3)).toMatchTextContent(/\$30\.00.*−\$6\.00 \(20%\).*Pending until delivered/);
  await expect.element(rows.nth(4)).toMatchTextContent(/\+\$2\.00 \(20%\)/);
  // Nothing was paid by a fan for a payout, and nothing is kept of it.
  await expect.element(rows.nth(5)).toMatchTextContent(/−\$50\.00/);
  await expect.element(rows.nth(5)).not.toMatchTextContent(/%/);
});

test('narrows the lines to what is pressed, names it, and widens them again', async () => {
  const { api, address } = await open();
  const asked = () => api.sent(LIST).at(-1)?.query;
  await expect.poll(asked).toEqual({ ...DAYS, ...PAGE });
  await page.getByRole('button', { name: 'Rosin' }).click();
  await expect.element(chip('Only “Rosin”')).toBeVisible();
  await page.getByRole('button', { name: 'Wren Ellis', exact: true }).first().click();
  await expect.element(chip('Only from Wren Ellis')).toBeVisible();
  await chip('Tips and gifts').click();
  await expect.poll(asked).toEqual({ ...DAYS, source: 'tips', fanId: WREN._id, itemId: ROSIN.id, ...PAGE });
  await expect
    .element(csv)
    .toHaveAttribute(
      'href',
      `/api/earning/export?from=${DAYS.from}&to=${DAYS.to}&source=tips&fanId=${WREN._id}&itemId=${ROSIN.id}&locale=en`,
    );
  await chip('Only “Rosin”').click();
  await chip('Only from Wren Ellis').click();
  await chip('All').click();
  await expect.poll(address).toBe('/model/earning');
});

test('shows what a balance is made of from the beginning, unless days are picked', async () => {
  const { api, address } = await open({ path: '/model/earning?state=pending&offset=20' });
  const asked = () => api.sent(LIST).at(-1)?.query;
  await expect.poll(asked).toEqual({ state: 'pending', ...PAGE, offset: '20' });
  await chip('Only pending').click();
  await expect.poll(address).toBe('/model/earning');
});

test('names picked days, one or more, and goes back to the period', async () => {
  const { api } = await open({ path: '/model/earning?from=2026-11-03&to=2026-11-04&state=available' });
  await expect.poll(() => api.sent(LIST).at(-1)?.query).toMatchObject({ from: '2026-11-03', to: '2026-11-04', state: 'available' });
  await page.getByRole('button', { name: /^Only .*3.* – .*4/ }).click();
  await expect.poll(() => api.sent(LIST).at(-1)?.query).toEqual({ state: 'available', ...PAGE });
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await open({ ...appearance, path: `/model/earning?fan=${WREN._id}` });
  await expect.element(rows.nth(1)).toBeVisible();
  await expectAccessible();
});
