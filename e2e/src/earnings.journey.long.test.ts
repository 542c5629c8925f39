import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Person, createAdmin, createFan, createFeed, createPerformer, topUp } from '@stagedoor/server/testing/factories';
import { earn, seen, setPaypal } from '@stagedoor/server/testing/payout-fixtures';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goTo } from './browser.ts';
import { checkBothWidths, saveDownload, seatOf } from './seats.ts';

// What a performer reads of the earnings: the files and the page tell the same sums, and each figure opens the lines it is the sum of.

const DAY_MS = 86_400_000;
const TITLE = 'Nocturne, take two';

let app: TestApp;
let star: Person;
let regular: Person;
let folder: string;
beforeAll(async () => {
  // The page's today is the real one: what was sold before it was sold on another day.
  app = await createTestApp({ web: true, now: new Date(Date.now() - DAY_MS) });
  folder = await mkdtemp(join(tmpdir(), 'stagedoor-earnings-'));
  const admin = await createAdmin(app);
  star = await createPerformer(app, { admin });
  await setPaypal(app, star);
  regular = await createFan(app);
  const buyer = await createFan(app);
  await topUp(app, regular, 50);
  await topUp(app, buyer, 50);
  const tip = (amount: number) =>
    regular.client.call('POST /payment-wallet/send-tip-wallet/{id}', {
      params: { id: star.id },
      body: { amount, message: 'Encore, "please"' },
    });
  const feedId = await createFeed(star, { title: TITLE, audience: 'buyers', price: 15, photos: 0, text: 'The slow one.' });
  await tip(10);
  await buyer.client.call('POST /payment-wallet/purchase-feed', { body: { feedId } });
  // Two payouts out of what is available: one paid, one on its way.
  await earn(app, star, 30);
  const { _id: id } = await star.client.call('POST /payout-requests', { body: { method: 'paypal', amount: 20 } });
  await admin.client.call('POST /admin/payouts/{id}/approve', await seen(admin, id));
  await admin.client.call('POST /admin/payouts/{id}/pay', await seen(admin, id));
  app.clock.set(new Date());
  await tip(20);
  await earn(app, star, 30);
  await star.client.call('POST /payout-requests', { body: { method: 'paypal', amount: 22 } });
  await app.settle();
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await app.close();
});

/** The rows of a CSV file, by the words of its head. */
const readCsv = async (path: string): Promise<Record<string, string>[]> => {
  const text = (await readFile(path, 'utf8')).replace(/^\uFEFF/, '');
  const rows = text
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain!),
    );
  const [head, ...body] = rows as [string[], ...string[][]];
  return body.map((cells) => Object.fromEntries(head.map((name, index) => [name, cells[index] ?? ''])));
};
const hundredths = (money: string): number => Math.round(Number(money.replace('−', '-').replaceAll(/[^\d.-]/g, '')) * 100);
const sumOf = (values: readonly string[]): number => values.reduce((sum, value) => sum + hundredths(value), 0);

/** The cells of a column of a table. */
const cellsOf = async (page: Page, caption: string, title: string): Promise<string[]> => {
  const table = page.getByRole('table', { name: caption });
  const heads = await table.getByRole('columnheader').allTextContents();
  expect(heads).toContain(title);
  return table.locator(`tbody td:nth-child(${heads.indexOf(title) + 1})`).allTextContents();
};
const netOfLines = (page: Page): Promise<string[]> => cellsOf(page, 'All earnings', 'Yours');
/** Net amounts of the ledger's sales, in hundredths. */
const netOf = async (where = sql`true`): Promise<number> => {
  const { rows } = await sql<{ net: bigint | null }>`
    select sum(t.net_amount)::bigint as net from ledger.transactions t where t.seller_id = ${star.id}::uuid and ${where}`.execute(
    app.platform.database,
  );
  return Number(rows[0]?.net ?? 0n);
};
/** A figure that opens its lines. */
const figure = (page: Page, what: string) => page.getByRole('link', { name: new RegExp(`: Show the lines of ${what}$`) });

test('the files of earnings and of payouts tell the sums of the page', async () => {
  const seat = await seatOf(app, star);
  const { page } = seat;
  await goTo(page, '/model/earning');
  const period = figure(page, 'Last 30 days');
  await period.waitFor();
  const csv = () => saveDownload(page, folder, () => page.getByRole('link', { name: 'Download these lines as a CSV file' }).click());
  const all = await readCsv(await csv());
  expect(all).toHaveLength(5);
  const total = hundredths((await period.textContent())!);
  expect(total).toBe(8400);
  expect(sumOf(all.map(({ Net }) => Net!))).toBe(total);
  expect(sumOf(all.map(({ Gross, Commission }) => `${(hundredths(Gross!) - hundredths(Commission!)) / 100}`))).toBe(total);
  expect(await netOf()).toBe(total);
  expect(sumOf(await netOfLines(page))).toBe(total);
  expect(new Set(all.map(({ Currency }) => Currency))).toEqual(new Set(['USD']));

  // What is available is what was released, less the payouts.
  const available = figure(page, 'Available now');
  await available.click();
  await page.getByRole('button', { name: 'Only available, with payouts' }).waitFor();
  await expect.poll(() => netOfLines(page)).toHaveLength(4);
  const released = await readCsv(await csv());
  expect(released.map(({ Net }) => hundredths(Net!)).toSorted((one, other) => one - other)).toEqual([-2200, -2000, 2400, 2400]);
  expect(sumOf(released.map(({ Net }) => Net!))).toBe(hundredths((await available.textContent())!));
  expect(sumOf(await netOfLines(page))).toBe(600);
  await checkBothWidths(seat, 'the lines of what is available');

  await goTo(page, '/model/payout-request');
  await expect.poll(() => cellsOf(page, 'History', 'Amount')).toHaveLength(2);
  const payouts = await readCsv(await saveDownload(page, folder, () => page.getByRole('link', { name: 'CSV', exact: true }).click()));
  expect(payouts.map(({ Status, Amount }) => [Status, Amount])).toEqual([
    ['Pending', '22.00'],
    ['Paid', '20.00'],
  ]);
  expect(sumOf(payouts.map(({ Amount }) => Amount!))).toBe(sumOf(await cellsOf(page, 'History', 'Amount')));
  await seat.close();
});

test('the lines of a fan, of an item and of a day are opened from their figures', async () => {
  const seat = await seatOf(app, star, { scheme: 'dark' });
  const { page } = seat;
  await goTo(page, '/model/dashboard');
  const { name } = await regular.client.call('GET /users/me');
  const fan = figure(page, name);
  await fan.waitFor();
  await seat.checkAxe('the dashboard');
  const ofFan = hundredths((await fan.textContent())!);
  expect(ofFan).toBe(await netOf(sql`t.buyer_id = ${regular.id}::uuid`));
  await fan.click();
  await page.getByRole('button', { name: `Only from ${name}` }).waitFor();
  await expect.poll(() => netOfLines(page)).toHaveLength(2);
  expect(sumOf(await netOfLines(page))).toBe(ofFan);
  await page.getByRole('table', { name: 'All earnings' }).getByText('Encore, "please"').first().waitFor();

  await goTo(page, '/model/dashboard');
  const item = figure(page, TITLE);
  const ofItem = hundredths((await item.textContent())!);
  expect(ofItem).toBe(1200);
  await item.click();
  await page.getByRole('button', { name: `Only “${TITLE}”` }).waitFor();
  await expect.poll(() => netOfLines(page)).toHaveLength(1);
  expect(sumOf(await netOfLines(page))).toBe(ofItem);
  // Without the filter it is all lines again.
  await page.getByRole('button', { name: `Only “${TITLE}”` }).click();
  await expect.poll(() => netOfLines(page)).toHaveLength(5);
  // While the lines of an item are loading, those of before don't name it.
  await goTo(page, new URL(page.url()).pathname);
  const held = Promise.withResolvers<void>();
  await page.route(
    (url) => url.searchParams.has('itemId'),
    async (route) => {
      await held.promise;
      await route.continue();
    },
  );
  await page.getByRole('table', { name: 'All earnings' }).getByRole('button', { name: TITLE }).click();
  await page.getByRole('button', { name: 'Only “one item”' }).waitFor();
  held.resolve();
  await page.getByRole('button', { name: `Only “${TITLE}”` }).click();
  await expect.poll(() => netOfLines(page)).toHaveLength(5);

  // Of a day: in the chart's table, as by the keyboard.
  await page.getByRole('button', { name: 'Show as table' }).click();
  const { rows } = await sql<{ day: string }>`select to_char(max(created_at) at time zone 'UTC', 'YYYY-MM-DD') as day
    from ledger.transactions where seller_id = ${star.id}::uuid`.execute(app.platform.database);
  const last = rows[0]!.day;
  const ofDay = await netOf(sql`t.created_at >= ${`${last}T00:00:00Z`}::timestamptz`);
  expect(ofDay).toBe(4000);
  await page.getByRole('button', { name: '$40.00', exact: true }).click();
  await page.getByRole('button', { name: /^Only / }).waitFor();
  await expect.poll(() => netOfLines(page)).toHaveLength(2);
  expect(sumOf(await netOfLines(page))).toBe(ofDay);
  expect(new URL(page.url()).searchParams.get('from')).toBe(last);
  await checkBothWidths(seat, 'the lines of a day');
  await seat.close();
});
