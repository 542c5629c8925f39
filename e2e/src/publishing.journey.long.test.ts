import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readSecrets } from '@stagedoor/server/platform/secrets';
import { createUrlSigner } from '@stagedoor/server/platform/storage/url-signer';
import { type Person, createAdmin, createFan, createPerformer, picture, topUp } from '@stagedoor/server/testing/factories';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import { asBlob, video } from '@stagedoor/server/testing/videos';
import { sql } from 'kysely';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goTo, logIn, sheetClosed, visit, withTimersStopped } from './browser.ts';

// Publishing and reactions: files of the library, a draft, a poll, a schedule; votes, comments with pictures, replies, likes,
// bookmarks; what its performer hides and deletes.

let app: TestApp;
let star: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp({ web: true });
  const admin = await createAdmin(app);
  star = await createPerformer(app, { admin, monthlyPrice: 9 });
  fan = await createFan(app);
  await fan.client.call('POST /reactions', { body: { action: 'follow', objectType: 'performer', objectId: star.id } });
});
afterAll(() => app.close());

/** Maximum compressed JavaScript of the home page, in bytes. */
const HOME_SCRIPTS = 215_000;

const image = async (name: string, hue: number): Promise<string> => {
  const path = join(app.dataDirectory, name);
  await writeFile(path, Buffer.from(await (await picture({ width: 800, height: 600, hue })).arrayBuffer()));
  return path;
};
const film = async (name: string, seconds: number): Promise<string> => {
  const path = join(app.dataDirectory, name);
  await writeFile(path, await video({ seconds }));
  return path;
};
const one = async <T>(query: ReturnType<typeof sql<T>>): Promise<T> => (await query.execute(app.platform.database)).rows[0]!;
const articleOf = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text }).last();

/** A post with a poll and two pictures of the library, one of them named. */
const askForSaturday = async (): Promise<void> => {
  const { client } = star;
  const fileIds: string[] = [];
  for (const hue of [20, 200]) {
    const { _id } = await client.call('POST /feeds/files/photo/upload', {
      files: { file: await picture({ width: 800, height: 600, hue }) },
    });
    fileIds.push(_id);
  }
  await client.call('PUT /performer/media-libraries/{id}', { params: { id: fileIds[0]! }, body: { name: 'The empty hall' } });
  const poll = await client.call('POST /performer/feeds/polls', {
    body: { question: 'Which one opens?', options: ['The prelude', 'The sarabande'] },
  });
  await client.call('POST /performer/feeds', { body: { text: 'What do I play on Saturday?', fileIds, pollId: poll._id } });
  await app.settle();
};

test('on a desktop, a fan votes once, comments with a picture, bookmarks; the performer replies, hides, and deletes a file in use', async () => {
  await askForSaturday();
  const house = await visit(app.platform.config.publicUrl, { width: 1280, height: 900 });
  const { page } = house;
  await logIn(page, fan.username);
  await goTo(page, '/');
  // Only what the page references; the rest (films, the socket, sheets) is loaded on demand.
  const html = await (await page.request.get('/')).text();
  const scripts = [...new Set(html.match(/\/assets\/[\w.-]+\.js(?=")/g))];
  expect(scripts.length).toBeGreaterThan(5);
  const sizes = await Promise.all(
    scripts.map(
      async (address) =>
        gzipSync(Buffer.from(await (await fetch(app.platform.config.publicUrl + address)).arrayBuffer()), { level: 9 }).length,
    ),
  );
  const weight = sizes.reduce((sum, size) => sum + size, 0);
  expect(weight).toBeLessThan(HOME_SCRIPTS);
  const post = articleOf(page, 'What do I play on Saturday?');
  await post.getByRole('button', { name: 'The sarabande' }).click();
  await post.getByText('100%').waitFor();
  await expect
    .poll(() => one(sql`select o.text from poll_votes v join poll_options o on o.id = v.option_id`))
    .toEqual({ text: 'The sarabande' });
  await expect.poll(() => one(sql`select vote_count from poll_options where text = 'The sarabande'`)).toEqual({ vote_count: 1 });
  await post.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(async () => (await one(sql<{ n: number }>`select count(*)::int as n from reactions where action = 'bookmark'`)).n)
    .toBe(1);

  // Comments, with a picture.
  await post.getByRole('link', { name: /^Comments/ }).click();
  await page.waitForURL('**/feeds/*');
  await page.getByLabel('Add a comment').fill('Both, please.');
  await page.locator('input[type=file][aria-label="Add a picture"]').setInputFiles(await image('ticket.jpg', 90));
  await page.getByRole('button', { name: 'Send' }).click();
  const mine = page.locator('#comments article').filter({ hasText: 'Both, please.' });
  await mine.getByRole('button', { name: 'More about this comment' }).waitFor();
  await mine.getByRole('img').first().waitFor();
  await expect
    .poll(() => one(sql`select c.content, f.purpose from comments c join files f on f.id = c.file_id`))
    .toEqual({
      content: 'Both, please.',
      purpose: 'comment',
    });
  const commentCount = async () =>
    (await one(sql<{ n: number }>`select n.comment_count as n from item_counters n join items i on i.id = n.item_id where i.kind = 'feed'`))
      .n;
  await expect.poll(commentCount).toBe(1);
  await house.checkAxe('a post with comments');

  // Edited, and undone.
  await mine.getByRole('button', { name: 'More about this comment' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByLabel('Edit', { exact: true }).fill('Both, please, twice.');
  await page.getByRole('button', { name: 'Save', exact: true }).last().click();
  const edited = page.locator('#comments article').filter({ hasText: 'Both, please, twice.' });
  await edited.getByText('edited').waitFor();
  // The first Undo is gone.
  await expect.poll(() => page.getByRole('button', { name: 'Undo' }).count(), { timeout: 15_000 }).toBe(0);
  await page.getByLabel('Add a comment').fill('Typo.');
  await withTimersStopped(page, async () => {
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(commentCount).toBe(1);
  });

  // The performer likes it and replies; the fan sees the reply.
  const stage = await visit(app.platform.config.publicUrl, { width: 390, height: 844 });
  await logIn(stage.page, star.username);
  const postPath = new URL(page.url()).pathname;
  await goTo(stage.page, postPath);
  const theirs = stage.page.locator('#comments article').filter({ hasText: 'Both, please, twice.' });
  await theirs.getByRole('button', { name: 'Like' }).click();
  await theirs.getByRole('button', { name: 'Reply' }).click();
  await stage.page.getByLabel(/^Reply to /).fill('Then come early.');
  await stage.page.getByRole('button', { name: 'Send' }).last().click();
  await expect
    .poll(() => one(sql`select like_count as likes, reply_count as replies from comments where parent_id is null and deleted_at is null`))
    .toEqual({ likes: 1, replies: 1 });
  await goTo(page, postPath);
  await page.getByRole('button', { name: 'Show 1 reply' }).click();
  await page.getByText('Then come early.').waitFor();

  // The performer closes the comments, and opens them again.
  const closed = () => one(sql`select comments_closed_at is not null as closed from items where id = ${postPath.split('/').at(-1)!}::uuid`);
  await stage.page.getByRole('button', { name: 'Turn off comments' }).click();
  await stage.page.getByText('Only you can comment here.').waitFor();
  await expect.poll(closed).toEqual({ closed: true });
  await goTo(page, postPath);
  await page.getByText('Comments are turned off.').waitFor();
  await expect.poll(() => page.getByLabel('Add a comment').count()).toBe(0);
  await stage.page.getByRole('button', { name: 'Turn on comments' }).click();
  await expect.poll(closed).toEqual({ closed: false });

  // Hidden, it is visible only to its author.
  await theirs.getByRole('button', { name: 'More about this comment' }).first().click();
  await stage.page.getByRole('menuitem', { name: 'Hide from others' }).click();
  await theirs.getByText('Hidden from others').waitFor();
  const publicComments = () =>
    app.client().call('GET /comments/search', { query: { objectType: 'feed', objectId: postPath.split('/').at(-1)! } });
  await expect.poll(async () => (await publicComments()).data).toEqual([]);

  // Bookmarks are listed in the library.
  await goTo(page, '/bookmarks');
  await page.getByText('What do I play on Saturday?').waitFor();
  await house.checkAxe('what is saved');

  // A file in use is deleted after confirmation.
  await goTo(stage.page, '/model/media');
  await stage.page.getByLabel('Choose The empty hall').check({ force: true });
  await stage.page.getByRole('region').getByRole('button', { name: 'Delete' }).click();
  await stage.page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await stage.page.getByRole('dialog').getByText('What do I play on Saturday?').waitFor();
  await stage.page.getByRole('dialog').getByRole('button', { name: 'Delete everywhere' }).click();
  await expect.poll(async () => (await one(sql<{ n: number }>`select count(*)::int as n from item_files`)).n).toBe(1);
  await sheetClosed(stage.page);
  await Promise.all([house.close(), stage.close()]);
});

test('a film for buyers: its performer adds a teaser, a fan watches it while locked, and the film once it is unlocked', async () => {
  const stage = await visit(app.platform.config.publicUrl, { width: 390, height: 844 });
  await logIn(stage.page, star.username);
  await goTo(stage.page, '/model/feeds/new');
  await stage.page.getByLabel('What do you want to say?').fill('The whole take.');
  await stage.page.getByLabel('Add a video').setInputFiles(await film('take.mp4', 2));
  await expect.poll(() => stage.page.getByText('Own file').count()).toBe(0);
  await stage.page.getByText('Buyers only', { exact: true }).click();
  await stage.page.getByLabel('Price in tokens').fill('2');
  await stage.page.getByText('Own file').click();
  await stage.page.getByLabel('Add a teaser').setInputFiles(await film('teaser.mp4', 1));
  await stage.page.getByRole('button', { name: 'Play The teaser' }).waitFor();
  await stage.checkAxe('the composer with a teaser');
  await expect.poll(() => stage.page.getByRole('button', { name: 'Publish' }).isEnabled()).toBe(true);
  await stage.page.getByRole('button', { name: 'Publish' }).click();
  await stage.page.waitForURL((url) => url.pathname === '/model/feeds');
  const post = await one(sql<{ id: string }>`select item_id as id from item_files where role = 'teaser'`);
  await app.settle();

  // By keyboard, with the access option still there.
  await topUp(app, fan, 5);
  const seat = await visit(app.platform.config.publicUrl, { width: 390, height: 844, scheme: 'dark' });
  const { page } = seat;
  const films: string[] = [];
  page.on('request', (request) => films.push(/\/files\/(feedTeaser|feedVideo)\/[^?]*\.(?:mp4|m3u8|m4s)/.exec(request.url())?.[1] ?? ''));
  const asked = (kind: string) => films.includes(kind);
  await logIn(page, fan.username);
  await goTo(page, `/feeds/${post.id}`);
  expect([asked('feedTeaser'), asked('feedVideo')]).toEqual([false, false]);
  await page.getByRole('button', { name: /^Watch teaser 0:01/ }).press('Enter');
  const shown = () => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0);
  await expect.poll(shown).toBeGreaterThan(0);
  expect(await page.evaluate(() => document.querySelector('video')?.muted)).toBe(true);
  await seat.checkAxe('a teaser under the lock');
  await page.getByRole('button', { name: /^Unlock/ }).click();
  await page.getByText('Yours. Paid').waitFor();
  expect([asked('feedTeaser'), asked('feedVideo')]).toEqual([true, false]);
  await page.getByRole('button', { name: /^Play / }).click();
  await expect.poll(shown).toBeGreaterThan(0);
  expect(asked('feedVideo')).toBe(true);

  // Instead of it, a piece cut out of the film.
  await goTo(stage.page, `/model/feeds/${post.id}`);
  await stage.page.getByText('Cut it for me').click();
  await stage.page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect
    .poll(() =>
      one(
        sql`select teaser_cut, (select file_id from item_files r where r.item_id = c.item_id and role = 'teaser') as teaser_file_id from item_contents c where item_id = ${post.id}`,
      ),
    )
    .toEqual({ teaser_cut: true, teaser_file_id: null });
  await Promise.all([stage.close(), seat.close()]);
});

test('a film with expired addresses continues where it was after one refetch; a permanent failure is shown, with a retry', async () => {
  const { _id: fileId } = await star.client.call('POST /feeds/files/video/upload', {
    files: { file: asBlob(await video({ seconds: 9 })) },
  });
  const { _id } = await star.client.call('POST /performer/feeds', { body: { text: 'Nine seconds.', fileIds: [fileId] } });
  await app.settle();
  const addresses = createUrlSigner((await readSecrets(app.dataDirectory)).addresses);
  const seat = await visit(app.platform.config.publicUrl, { width: 390, height: 844 });
  const { page } = seat;
  const path = `/feeds/${_id}`;
  let hasRunOut = false;
  /** True once refetching the post helps. */
  let isMended = true;
  let asked = 0;
  let pieces = 0;
  const later = Promise.withResolvers<void>();
  // Requests with addresses from hours ago are refused by the server. Up to the third segment playback continues.
  await page.route(`**/files/feedVideo/${fileId}*/**`, async (route) => {
    const url = new URL(route.request().url());
    if (url.pathname.endsWith('.m4s') && (pieces += 1) > 2) await later.promise;
    const old = new URL(addresses.of(url.pathname.slice('/files/'.length), '', Date.now() - 3 * 3_600_000), url);
    await route.continue(hasRunOut ? { url: old.href } : {});
  });
  await page.route(new RegExp(`/api${path}\\b`), async (route) => {
    asked += 1;
    if (isMended) hasRunOut = false;
    await route.continue();
  });
  const state = () =>
    page.evaluate(() => {
      const film = document.querySelector('video');
      return { at: film?.currentTime ?? 0, isOver: film?.ended ?? false };
    });
  const REFUSED = new RegExp(`status of 403.*/files/feedVideo/${fileId}`);
  seat.expectErrors(REFUSED);
  /** Refused pieces since it was asked for last. */
  let counted = 0;
  const refusals = (): number => {
    const all = seat.problems.filter((problem) => REFUSED.test(problem)).length;
    const since = all - counted;
    counted = all;
    return since;
  };

  await goTo(page, path);
  await page.getByRole('button', { name: /^Play / }).click();
  await expect.poll(async () => (await state()).at).toBeGreaterThan(1);
  await expect.poll(() => pieces).toBeGreaterThan(2);
  await page.evaluate(() => {
    const begun: number[] = [];
    document.querySelector('video')!.addEventListener('playing', ({ target }) => begun.push((target as HTMLVideoElement).currentTime));
    Object.assign(window, { begun });
  });
  hasRunOut = true;
  later.resolve();
  await expect.poll(async () => (await state()).isOver, { timeout: 60_000 }).toBe(true);
  expect([asked, refusals() > 0]).toEqual([1, true]);
  const begun = await page.evaluate(() => (window as unknown as { begun: number[] }).begun);
  expect(begun.at(-1)).toBeGreaterThan(0.9);

  // The page was left open, and its addresses are refused permanently.
  isMended = false;
  await goTo(page, path);
  hasRunOut = true;
  asked = 0;
  await page.getByRole('button', { name: /^Play / }).click();
  await page.getByRole('alert').getByText('This video can’t be played right now.').waitFor();
  expect(asked).toBe(1);
  hasRunOut = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(async () => (await state()).at).toBeGreaterThan(0.5);
  refusals();
  await seat.close();
});

test('photos with expired addresses are refetched together: on the page, and when one is opened hours later', async () => {
  const shots = await Promise.all(
    [40, 220].map(async (hue) => {
      const file = await picture({ width: 800, height: 600, hue });
      return (await star.client.call('POST /feeds/files/photo/upload', { files: { file } }))._id;
    }),
  );
  const { _id } = await star.client.call('POST /performer/feeds', { body: { text: 'Two of us.', audience: 'followers', fileIds: shots } });
  await app.settle();
  const addresses = createUrlSigner((await readSecrets(app.dataDirectory)).addresses);
  const seat = await visit(app.platform.config.publicUrl, { width: 1440, height: 900 });
  const { page } = seat;
  await logIn(page, fan.username);
  let hasRunOut = false;
  let asked = 0;
  // All requests use addresses from hours ago, until the page refetches the post.
  await page.route(/\/files\/feedPhoto\//, async (route) => {
    const url = new URL(route.request().url());
    const old = new URL(addresses.of(url.pathname.slice('/files/'.length), '', Date.now() - 3 * 3_600_000), url);
    await route.continue(hasRunOut ? { url: old.href } : {});
  });
  await page.route(new RegExp(`/api/feeds/${_id}\\b`), async (route) => {
    asked += 1;
    hasRunOut = false;
    // As the server would sign them some hours later.
    const response = await route.fetch();
    const body = (await response.text()).replace(/\/files\/(feedPhoto\/[^"?]+)\?[^"]+/g, (_, key: string) =>
      addresses.of(key, '', Date.now() + asked * 3_600_000),
    );
    await route.fulfill({ response, body });
  });
  const areShown = (images: Locator) => images.evaluateAll((all) => all.map((image) => (image as HTMLImageElement).naturalWidth > 100));

  // The hydrated page detects it itself; no picture is loaded before the addresses have run out.
  await goTo(page, '/search?tab=posts&q=xylophone');
  hasRunOut = true;
  await page.getByLabel('Search performers, posts, videos and galleries').fill('Two of us');
  const photos = page.getByRole('button', { name: /^Open picture/ }).locator('img');
  await expect.poll(() => areShown(photos)).toEqual([true, true]);
  expect(asked).toBe(1);

  await page.clock.setFixedTime(Date.now() + 3 * 3_600_000);
  hasRunOut = true;
  await page.getByRole('button', { name: 'Open picture 2' }).click();
  await expect.poll(() => areShown(page.locator('.yarl__slide_current img'))).toEqual([true]);
  expect(asked).toBe(2);
  const REFUSED = /status of 403.*\/files\/feedPhoto\//;
  seat.expectErrors(REFUSED);
  await expect.poll(() => seat.problems.filter((problem) => REFUSED.test(problem)).length).toBeGreaterThan(0);
  await seat.close();
});
