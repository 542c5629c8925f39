import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Person, createAdmin, createFan, createPerformer, picture, topUp } from '@stagedoor/server/testing/factories';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import { createReel, film, reelFilm } from '@stagedoor/server/testing/video-fixtures';
import { ffmpegPath } from '@stagedoor/server/testing/videos';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WAYS, goTo, logIn, sheetClosed, visit } from './browser.ts';
import { walletBalanceOf } from './money.ts';

// Videos, photos and reels: published by a performer, watched, bought and kept by a fan; each of them at a desk and with a phone.

let app: TestApp;
let admin: Person;
let star: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp({ web: true, environment: { FFMPEG_PATH: await ffmpegPath() } });
  admin = await createAdmin(app);
});
afterAll(() => app.close());

const write = async (name: string, content: Blob): Promise<string> => {
  const path = join(app.dataDirectory, name);
  await writeFile(path, Buffer.from(await content.arrayBuffer()));
  return path;
};
const image = async (name: string, hue: number) => write(name, await picture({ width: 800, height: 600, hue }));

const itemsOf = (kind: 'video' | 'photo' | 'reel') =>
  app.platform.database
    .selectFrom('items')
    .select(['id', 'title', 'state', 'audience', 'price_amount'])
    .where('kind', '=', kind)
    .where('performer_id', '=', star.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

describe.each(WAYS)('$way', ({ performerAt, fanAt, nr }) => {
  const title = `Full rehearsal ${nr}`;
  const reelTitle = `One minute before ${nr}`;
  beforeAll(async () => {
    star = await createPerformer(app, { admin, monthlyPrice: 9 });
    fan = await createFan(app);
    await topUp(app, fan, 20);
  });

  test('a performer publishes a video, photos and a reel; what was left half-filled is there again', async () => {
    const desk = await visit(app.platform.config.publicUrl, performerAt);
    const { page } = desk;
    const sheet = page.getByRole('dialog');
    await logIn(page, star.username);

    await goTo(page, '/model/videos');
    await page.getByRole('link', { name: 'New video' }).first().click();
    await page.getByLabel('Title').fill(title);
    await page
      .locator('main input[type=file]')
      .first()
      .setInputFiles(await write('rehearsal.mp4', await film('160x90', 3)));
    await page.getByLabel('Description').fill('From the first note.');
    await page.getByRole('radio', { name: 'Buyers only' }).check({ force: true });
    await page.getByLabel('Price in tokens').fill('5');
    await page.getByText('you get $4.00').waitFor();
    await desk.checkAxe('the composer of a video');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.waitForURL('**/model/videos');
    await page.getByText(title).first().waitFor();
    await app.settle();
    await expect.poll(() => itemsOf('video')).toMatchObject([{ title, state: 'active', audience: 'buyers', price_amount: 500n }]);

    await goTo(page, '/model/photos');
    await page.getByRole('link', { name: 'New photos' }).first().click();
    await page.waitForURL('**/model/photos/new');
    await page
      .locator('main input[type=file]')
      .first()
      .setInputFiles([await image('one.jpg', 30), await image('two.jpg', 200)]);
    await page.getByLabel('Photo 2: description').fill('The empty hall');
    await page.getByRole('radio', { name: 'Buyers only' }).check({ force: true });
    await page.getByLabel('Price in tokens').fill('1.50');
    // Leaving asks; whoever leaves all the same finds the draft.
    await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click();
    await sheet.getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/model/photos'));
    await goTo(page, '/model/photos/new');
    await expect.poll(() => page.getByLabel('Price in tokens').inputValue()).toBe('1.50');
    await expect.poll(() => page.getByLabel('Photo 2: description').inputValue()).toBe('The empty hall');
    await desk.checkAxe('the composer of photos');
    await page.getByRole('button', { name: 'Publish 2 photos' }).click();
    await page.waitForURL('**/model/photos');
    await page.getByText('The empty hall').first().waitFor();
    await app.settle();
    await expect
      .poll(() => itemsOf('photo'))
      .toMatchObject([
        { state: 'active', audience: 'buyers', price_amount: 150n },
        { state: 'active', audience: 'buyers', price_amount: 150n },
      ]);
    await page.getByRole('button', { name: 'Edit: The empty hall' }).click();
    await sheet.getByLabel('Title').fill('Doors at eight');
    await desk.checkAxe('the form of a photo');
    await sheet.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Doors at eight').first().waitFor();
    await expect.poll(async () => (await itemsOf('photo')).map(({ title }) => title)).toEqual(['', 'Doors at eight']);

    await goTo(page, '/model/reels');
    await page.getByRole('button', { name: 'New reel' }).first().click();
    await sheet.locator('input[type=file]').setInputFiles(await write('wide.mp4', await film('160x90', 1)));
    await sheet.getByLabel('Title').fill(reelTitle);
    await sheet.getByRole('button', { name: 'Publish' }).click();
    // Wider than tall: refused, and the words stay.
    await sheet
      .getByText(/taller than wide/i)
      .last()
      .waitFor();
    await expect.poll(() => sheet.getByLabel('Title').inputValue()).toBe(reelTitle);
    await expect.poll(() => itemsOf('reel')).toEqual([]);
    await sheet.locator('input[type=file]').setInputFiles(await write('tall.mp4', await reelFilm(3)));
    await desk.checkAxe('the form of a reel');
    await sheet.getByRole('button', { name: 'Publish' }).click();
    await sheetClosed(page);
    await page.getByText(reelTitle).first().waitFor();
    await app.settle();
    await expect.poll(() => itemsOf('reel')).toMatchObject([{ title: reelTitle, state: 'active', audience: 'everyone' }]);
    await desk.close();
  });

  test('a fan buys the video and a photo, keeps the video, and goes on where it stopped', async () => {
    const seat = await visit(app.platform.config.publicUrl, fanAt);
    const { page } = seat;
    await logIn(page, fan.username);
    await goTo(page, '/videos');
    await seat.checkAxe('the list of videos');
    await page
      .getByRole('link', { name: new RegExp(title) })
      .first()
      .click();
    await page.waitForURL('**/videos/*');
    await page
      .getByRole('button', { name: /^Unlock/ })
      .first()
      .click();
    await page.getByRole('button', { name: `Play ${title}` }).waitFor();
    await expect.poll(() => walletBalanceOf(app, fan)).toBe(1500n);
    await page.getByRole('button', { name: 'Favourite' }).click();
    await page.getByRole('button', { name: 'Watch later' }).click();
    await seat.checkAxe('a bought video');
    await page.getByRole('button', { name: `Play ${title}` }).click();
    // The position is told while it plays, and at its end.
    const [video] = await itemsOf('video');
    const position = async () =>
      (
        await app.platform.database
          .selectFrom('item_positions')
          .select('position_ms')
          .where('item_id', '=', video!.id)
          .where('account_id', '=', fan.id)
          .executeTakeFirst()
      )?.position_ms ?? 0;
    await expect.poll(position).toBeGreaterThan(0);
    const kept = await app.platform.database
      .selectFrom('reactions')
      .select('action')
      .where('account_id', '=', fan.id)
      .where('object_id', '=', video!.id)
      .orderBy('action')
      .execute();
    expect(kept.map(({ action }) => action)).toEqual(['favourite', 'watchLater']);
    for (const path of ['/favourites', '/watch-later', '/purchases?tab=videos']) {
      await goTo(page, path);
      await page
        .getByRole('link', { name: new RegExp(title) })
        .first()
        .waitFor();
    }

    await goTo(page, `/${star.username}?tab=photos`);
    await page
      .getByRole('link', { name: /Doors at eight/ })
      .first()
      .click();
    await page.waitForURL('**/photos/*');
    await seat.checkAxe('a locked photo');
    await page
      .getByRole('button', { name: /^Unlock/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Open picture 1' }).waitFor();
    await expect.poll(() => walletBalanceOf(app, fan)).toBe(1350n);
    const orders = await app.platform.database
      .selectFrom('orders')
      .select(['kind', 'method', 'state', 'money_amount'])
      .where('buyer_id', '=', fan.id)
      .where('kind', '!=', 'topUp')
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    expect(orders).toEqual([
      { kind: 'video', method: 'wallet', state: 'paid', money_amount: 500n },
      { kind: 'photo', method: 'wallet', state: 'paid', money_amount: 150n },
    ]);
    await seat.close();
  });
});

test('reels fill the window, one after the other; likes, follows and comments are stored, few films are loaded', async () => {
  for (const title of ['Second', 'Third', 'Fourth', 'Fifth']) {
    app.clock.advance(1000);
    await createReel(star, title);
  }
  await app.settle();
  // The last performer's.
  const [first] = await itemsOf('reel');
  const firstTitle = first!.title;
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    const seat = await visit(app.platform.config.publicUrl, { width, height, scheme: 'light' });
    const { page } = seat;
    const shown = (title: string) => page.getByRole('article', { name: new RegExp(`${title}$`) });
    await logIn(page, fan.username);
    await goTo(page, `/reels/${first!.id}`);
    await shown(firstTitle).waitFor();
    await seat.checkAxe(`reels at ${width}`);
    const reel = shown(firstTitle);
    if (width === 390) {
      await reel.getByRole('button', { name: /^Like/ }).click();
      await reel.getByRole('button', { name: /^Follow / }).click();
      await reel.getByRole('button', { name: /^Unfollow / }).waitFor();
      await reel.getByRole('button', { name: /comment/ }).click();
      await page.getByRole('dialog').getByRole('textbox').fill('Encore.');
      await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
      await page.getByRole('dialog').getByText('Encore.').waitFor();
      await seat.checkAxe('comments of a reel');
      await page.keyboard.press('Escape');
      await sheetClosed(page);
    } else {
      await page.getByRole('complementary').getByText('Encore.').waitFor();
      await page.keyboard.press('l');
    }
    for (let seen = 1; seen < 4; seen += 1) {
      await page.keyboard.press('j');
      // The one in view is the only one that takes the focus.
      await expect.poll(() => page.locator('article[data-at]:not([inert])').getAttribute('data-at')).toBe(String(seen));
      expect(await page.locator('article[data-at] video').count()).toBeLessThanOrEqual(3);
    }
    await page.keyboard.press('k');
    await expect.poll(() => page.locator('article[data-at]:not([inert])').getAttribute('data-at')).toBe('2');
    await seat.close();
  }
  // Liked on the phone, taken back at the desk.
  await expect
    .poll(() =>
      app.platform.database
        .selectFrom('reactions')
        .select(['action', 'object_type'])
        .where('account_id', '=', fan.id)
        .where('object_type', 'in', ['reel', 'performer'])
        .execute(),
    )
    .toEqual([{ action: 'follow', object_type: 'performer' }]);
  const comments = await app.platform.database.selectFrom('comments').select('content').where('item_id', '=', first!.id).execute();
  expect(comments).toEqual([{ content: 'Encore.' }]);
});
