import { type Person, createAdmin, createFan, createPerformer, topUp } from '@stagedoor/server/testing/factories';
import { beginGroupShow, joinAndWatch } from '@stagedoor/server/testing/paid-show-fixtures';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import { createIsolatedNode } from '@stagedoor/server/testing/test-node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goTo, sheetClosed } from './browser.ts';
import { walletBalanceOf } from './money.ts';
import { seatOf } from './seats.ts';

// A fan limits its spending: the limit is in the pay sheet and holds, is raised a day later, and a pause stops everything. A limit per show is told
// before joining and in the sheets of the show.

let app: TestApp;
let star: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp({ web: true });
  star = await createPerformer(app, { admin: await createAdmin(app) });
  fan = await createFan(app);
  await topUp(app, fan, 50);
});
afterAll(() => app.close());

test('a fan sets a limit, meets it, keeps it, and takes a break', async () => {
  const seat = await seatOf(app, fan);
  const { page } = seat;
  const sheet = page.getByRole('dialog');

  await goTo(page, '/account');
  await page.getByRole('button', { name: 'Set: Limit per day' }).click();
  await sheet.getByRole('button', { name: 'Save' }).click();
  await sheet.getByText('An amount above zero').waitFor();
  await sheet.getByRole('textbox', { name: 'Limit' }).fill('7,50');
  await seat.checkAxe('the sheet of a limit');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await sheetClosed(page);
  await page.getByText('$7.50 of $7.50 left').waitFor();

  await goTo(page, `/${star.username}`);
  const tip = async (): Promise<void> => {
    await page.getByRole('button', { name: /^Tip/ }).first().click();
    await sheet.getByRole('button', { name: /^Send tip/ }).click();
  };
  await page.getByRole('button', { name: /^Tip/ }).first().click();
  await sheet.getByText('$7.50 left of your limit today').waitFor();
  await sheet.getByRole('button', { name: /^Send tip/ }).click();
  await sheetClosed(page);
  await tip();
  await sheet.getByText('This would go over your spending limit per day. Nothing was charged.').waitFor();
  await expect.poll(() => walletBalanceOf(app, fan)).toBe(4500n);
  await page.keyboard.press('Escape');
  await sheetClosed(page);

  await goTo(page, '/account');
  await page.getByText('$2.50 of $7.50 left').waitFor();
  await page.getByRole('button', { name: 'Change: Limit per day' }).click();
  await sheet.getByRole('button', { name: 'Remove limit' }).click();
  await sheetClosed(page);
  await page.getByText(/^\$2\.50 of \$7\.50 left\s*Ends on/).waitFor();
  await page.getByRole('button', { name: 'Keep $7.50' }).click();
  await page.getByRole('button', { name: 'Keep $7.50' }).waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Choose', exact: true }).click();
  await sheet.getByRole('radio', { name: '7 days' }).check({ force: true });
  await seat.checkAxe('the sheet of a break');
  await sheet.getByRole('button', { name: 'Start the break' }).click();
  await sheetClosed(page);
  await page.getByText('No purchases until').waitFor();
  await goTo(page, `/${star.username}`);
  await tip();
  await sheet.getByText('You’re taking a break from buying.', { exact: false }).waitFor();
  await expect.poll(() => walletBalanceOf(app, fan)).toBe(4500n);
  await seat.close();
});

test('a limit per show is told before joining and where a tip is given in it, and holds', async () => {
  const guest = await createFan(app);
  await topUp(app, guest, 50);
  const node = await createIsolatedNode(app);
  const { streamId } = await beginGroupShow(star, { node, price: 1, minimumMinutes: 3 });
  const seat = await seatOf(app, guest, { width: 390, height: 844, scheme: 'dark' });
  const { page } = seat;
  const sheet = page.getByRole('dialog');

  await goTo(page, '/account');
  await page.getByRole('button', { name: 'Set: Limit per show' }).click();
  await sheet.getByRole('textbox', { name: 'Limit' }).fill('9');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await sheetClosed(page);

  await goTo(page, `/live/group/${streamId}`);
  await page.getByText('$9.00 left of your limit for this show').waitFor();
  // Of 50 tokens.
  await page.getByText('9 min', { exact: true }).waitFor();
  await seat.checkAxe('before joining, with a limit');

  // Three tokens are held for its minutes.
  await joinAndWatch(guest, node, streamId);
  const tip = `/${star.username}?purchase=tip&performer=${star.username}&amount=5&stream=${streamId}`;
  await goTo(page, tip);
  await sheet.getByText('$6.00 left of your limit for this show').waitFor();
  await seat.checkAxe('the sheet of a tip in a show, with a limit');
  await sheet.getByRole('button', { name: /^Send tip/ }).click();
  await sheetClosed(page);
  const before = await walletBalanceOf(app, guest);
  await goTo(page, tip);
  await sheet.getByText('$1.00 left of your limit for this show').waitFor();
  await sheet.getByRole('button', { name: /^Send tip/ }).click();
  await sheet.getByText('This would go over your spending limit per show. Nothing was charged.').waitFor();
  expect(await walletBalanceOf(app, guest)).toBe(before);
  const given = await app.platform.database
    .selectFrom('ledger.transactions')
    .select(['kind', 'tokens_amount', 'item_id'])
    .where('buyer_id', '=', guest.id)
    .where('kind', '=', 'tip')
    .execute();
  expect(given).toEqual([{ kind: 'tip', tokens_amount: 500n, item_id: streamId }]);

  // Elsewhere only the day and the month would count.
  await goTo(page, `/${star.username}?purchase=tip&performer=${star.username}&amount=5`);
  await sheet.getByRole('button', { name: /^Send tip/ }).waitFor();
  expect(await sheet.getByText('left of your limit').count()).toBe(0);
  await seat.close();
});
