import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInitialGifts } from '@stagedoor/server/modules/gifts/index';
import { type Person, createAdmin, createFan, createPerformer, picture, topUp } from '@stagedoor/server/testing/factories';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WAYS, goTo, logIn, sheetClosed, submitBankAnswer, visit } from './browser.ts';
import { choose, walletBalanceOf } from './money.ts';

// A gallery from its composer to its buyer: photos, order and cover; found in the list, bought by card, given a gift. Each of the two at a desk and with a phone.

let app: TestApp;
let admin: Person;
let star: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp({ web: true });
  admin = await createAdmin(app);
  await createInitialGifts(app.platform);
});
afterAll(() => app.close());

const image = async (name: string, hue: number): Promise<string> => {
  const path = join(app.dataDirectory, name);
  await writeFile(path, Buffer.from(await (await picture({ width: 800, height: 600, hue })).arrayBuffer()));
  return path;
};

describe.each(WAYS)('$way', ({ performerAt, fanAt, nr }) => {
  const title = `Rehearsal ${nr}`;
  beforeAll(async () => {
    star = await createPerformer(app, { admin, monthlyPrice: 9 });
    fan = await createFan(app);
    await topUp(app, fan, 20);
  });

  test('a performer composes a gallery with a chosen cover, after a form left half-filled', async () => {
    const desk = await visit(app.platform.config.publicUrl, performerAt);
    const { page } = desk;
    await logIn(page, star.username);
    await goTo(page, '/model/galleries/nonsense');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await goTo(page, '/model/galleries');
    await page.getByRole('link', { name: 'New gallery' }).first().click();
    await page.getByLabel('Title').fill(title);
    // Leaving asks first; staying keeps what was typed.
    await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe(title);
    await page
      .locator('main input[type=file]')
      .setInputFiles([await image('1.jpg', 20), await image('2.jpg', 140), await image('3.jpg', 260)]);
    await page.getByRole('button', { name: 'Use as cover: Photo 2' }).click();
    await page.getByLabel('Description').fill('Before the doors open.');
    await page.getByRole('radio', { name: 'Buyers only' }).check({ force: true });
    await page.getByLabel('Price in tokens').fill('4');
    // The performer's own share, at the commission of galleries.
    await page.getByText('you get $3.20').waitFor();
    await desk.checkAxe('the composer of a gallery');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.waitForURL('**/model/galleries');
    await page.getByText(title).first().waitFor();
    await app.settle();

    const gallery = await app.platform.database
      .selectFrom('items')
      .select(['id', 'state', 'audience', 'price_amount'])
      .where('kind', '=', 'gallery')
      .where('performer_id', '=', star.id)
      .executeTakeFirstOrThrow();
    expect(gallery).toMatchObject({ state: 'active', audience: 'buyers', price_amount: 400n });
    const files = await app.platform.database
      .selectFrom('item_files')
      .select(['role', 'position', 'file_id'])
      .where('item_id', '=', gallery.id)
      .orderBy('role')
      .orderBy('position')
      .execute();
    const [, second] = files.filter(({ role }) => role === 'content');
    expect(files.filter(({ role }) => role === 'thumbnail')).toEqual([{ role: 'thumbnail', position: 0, file_id: second!.file_id }]);
    await desk.close();
  });

  test('a fan finds it, buys it by card, looks through it and gives a gift for it', async () => {
    const seat = await visit(app.platform.config.publicUrl, fanAt);
    const { page } = seat;
    const sheet = page.getByRole('dialog');
    await logIn(page, fan.username);
    await goTo(page, '/galleries');
    await page
      .getByRole('link', { name: new RegExp(title) })
      .first()
      .click();
    await page.waitForURL('**/galleries/*');
    await page.getByRole('button', { name: 'Card or coupon' }).first().click();
    await choose(sheet, /^Card/);
    await seat.checkAxe('a gallery paid by card');
    await sheet.getByRole('button', { name: /^Pay by card/ }).click();
    await submitBankAnswer(page, 'Approve');
    await page.getByRole('button', { name: 'Open photo 1' }).waitFor();
    await expect.poll(() => walletBalanceOf(app, fan)).toBe(2000n);

    await page.getByRole('button', { name: 'Gift', exact: true }).first().click();
    await choose(sheet, /^Rose/);
    await sheet.getByRole('button', { name: /^Send.*1\.00/ }).click();
    await sheetClosed(page);
    await expect.poll(() => walletBalanceOf(app, fan)).toBe(1900n);
    const orders = await app.platform.database
      .selectFrom('orders')
      .select(['kind', 'method', 'state', 'item_kind', 'money_amount'])
      .where('buyer_id', '=', fan.id)
      .where('kind', '!=', 'topUp')
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    expect(orders).toEqual([
      { kind: 'gallery', method: 'card', state: 'paid', item_kind: 'gallery', money_amount: 400n },
      { kind: 'gift', method: 'wallet', state: 'paid', item_kind: 'gallery', money_amount: 100n },
    ]);
    await seat.close();
  });
});
