import { hash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCategory } from '@stagedoor/server/testing/catalog-fixtures';
import { type Person, createAdmin, createFan, createFeed, createPerformer } from '@stagedoor/server/testing/factories';
import { startServer } from '@stagedoor/server/testing/server-process';
import { type TestApp, createTestApp, freePort } from '@stagedoor/server/testing/test-app';
import { asBlob, captions, video } from '@stagedoor/server/testing/videos';
import { sql } from 'kysely';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitForHydration, goTo, logIn, sheetClosed, visit } from './browser.ts';

// Viewing and finding content: a film with captions and the viewer's watermark, new posts while the page is open, the
// search, and a large film whose upload continues after the server was killed.

let app: TestApp;
let admin: Person;
let star: Person;
let fan: Person;
let clip: Buffer;
beforeAll(async () => {
  [app, clip] = await Promise.all([createTestApp({ web: true }), video({ seconds: 3, sound: false })]);
  admin = await createAdmin(app);
  [star, fan] = await Promise.all([createPerformer(app, { admin, monthlyPrice: 9 }), createFan(app)]);
  await star.client.call('PUT /performers', { body: { name: 'Inês Núñez' } });
  await fan.client.call('POST /reactions', { body: { action: 'follow', objectType: 'performer', objectId: star.id } });
  await app.settle();
});
afterAll(() => app.close());

const articleOf = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });
/** The element at its centre is the element itself: nothing covers it. */
const isReached = (control: Locator): Promise<boolean> =>
  control.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
/** The position of a text on the screen. */
const placeOf = (page: Page, text: string) => page.getByText(text, { exact: true }).last().boundingBox();

test('captions added to a library film are shown to a fan, with the fan’s watermark over the film and over pictures', async () => {
  await star.client.call('POST /performer/media-libraries/upload', { body: { name: 'Encore' }, files: { file: asBlob(clip) } });
  await app.settle();
  await admin.client.call('PUT /admin/settings', { body: { values: { watermarkEnabled: true } } });

  // Captions, in two presses; nothing else is enabled.
  const stage = await visit(app.platform.config.publicUrl, { width: 390, height: 844 });
  await logIn(stage.page, star.username);
  await goTo(stage.page, '/model/media');
  await stage.page.getByRole('button', { name: /Encore/ }).click();
  const sheet = stage.page.getByRole('dialog');
  await sheet.getByLabel('Language').selectOption({ label: 'English' });
  await sheet.getByLabel('File').setInputFiles({
    name: 'encore.srt',
    mimeType: 'application/x-subrip',
    buffer: Buffer.from(await captions('Good evening, Porto.').arrayBuffer()),
  });
  await sheet.getByRole('button', { name: 'Add captions' }).click();
  await sheet.getByRole('button', { name: 'Remove captions in English' }).waitFor();
  await stage.checkAxe('a film of the library with captions');
  await stage.page.goBack();
  await sheetClosed(stage.page);
  // On a short screen the bulk actions aren't covered by the site's own bar.
  await stage.page.setViewportSize({ width: 390, height: 520 });
  await stage.page.getByLabel('Choose Encore').check({ force: true });
  const remove = stage.page.getByRole('region', { name: '1 selected' }).getByRole('button', { name: 'Delete' });
  await expect.poll(() => isReached(remove)).toBe(true);
  await stage.page.setViewportSize({ width: 390, height: 844 });
  await goTo(stage.page, '/model/feeds/new');
  await stage.page.getByLabel('What do you want to say?').fill('The encore, in full.');
  await stage.page.getByRole('button', { name: 'From the library' }).click();
  await stage.page.getByRole('dialog').getByRole('button', { name: 'Encore' }).click();
  await stage.page.getByRole('dialog').getByRole('button', { name: 'Use 1 file' }).click();
  await sheetClosed(stage.page);
  await stage.page.getByRole('button', { name: 'Publish' }).click();
  await stage.page.waitForURL('**/model/feeds');
  await createFeed(star, { text: 'The hall, before.' });
  await app.settle();

  const house = await visit(app.platform.config.publicUrl, { width: 1280, height: 900, scheme: 'dark' });
  const { page } = house;
  await logIn(page, fan.username);
  await goTo(page, '/');
  const film = articleOf(page, 'The encore, in full.');
  await film.getByRole('button', { name: /^Play/ }).click();
  const tracks = () =>
    film.locator('video').evaluate((element) =>
      [...(element as HTMLVideoElement).textTracks]
        .filter(({ kind }) => kind === 'captions')
        .map(({ label, language, mode, activeCues }) => ({
          label,
          language,
          mode,
          said: [...(activeCues ?? [])].map((cue) => (cue as VTTCue).text),
        })),
    );
  await expect.poll(tracks).toEqual([{ label: 'English', language: 'en', mode: 'disabled', said: [] }]);
  await film.locator('media-captions-button').click();
  await film.locator('video').evaluate((element) => {
    const player = element as HTMLVideoElement;
    player.pause();
    player.currentTime = 0.5;
  });
  await expect.poll(tracks).toEqual([{ label: 'English', language: 'en', mode: 'showing', said: ['Good evening, Porto.'] }]);
  // The watermark is inside the film, and then inside the picture.
  const mark = `@${fan.username}`;
  const frame = (await film.locator('media-controller').boundingBox())!;
  await film.getByText(mark, { exact: true }).waitFor();
  const lies = (await placeOf(page, mark))!;
  expect(lies.x).toBeGreaterThanOrEqual(frame.x);
  expect(lies.x + lies.width).toBeLessThanOrEqual(frame.x + frame.width);
  expect(lies.y).toBeGreaterThanOrEqual(frame.y);
  expect(lies.y + lies.height).toBeLessThanOrEqual(frame.y + frame.height);
  await house.checkAxe('a film with captions and the name of its viewer');
  await articleOf(page, 'The hall, before.').getByRole('button', { name: 'Open picture 1' }).click();
  await page.locator('.yarl__slide_current img').waitFor();
  await page.locator('.yarl__root').getByText(mark, { exact: true }).waitFor();
  await Promise.all([house.close(), stage.close()]);
});

/** Resolves when the page's socket is accepted; from then on it receives events. Call it when the page has just started to load. */
const isConnected = (page: Page): Promise<void> =>
  new Promise((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).startsWith('40')) resolve();
      }),
    );
  });

test('new posts are offered while the page is open, and found by words without accents; locked ones are not', async () => {
  const house = await visit(app.platform.config.publicUrl, { width: 390, height: 844 });
  const { page } = house;
  await logIn(page, fan.username);
  await createFeed(star, { text: 'Already here.', photos: 0 });
  await app.settle();
  // Not the socket of the previous page.
  await page.goto('/', { waitUntil: 'commit' });
  const connected = isConnected(page);
  await waitForHydration(page);
  await articleOf(page, 'Already here.').waitFor();
  await connected;
  await createFeed(star, { text: 'Una canción de otoño.' });
  await createFeed(star, { text: 'La cebolla es un secreto.', audience: 'subscribers', photos: 0 });
  await app.settle();
  const pill = page.getByRole('button', { name: '2 new posts' });
  await pill.waitFor();
  // Nothing moved by itself.
  await expect.poll(() => articleOf(page, 'Una canción de otoño.').count()).toBe(0);
  // A count that was requested before the posts were shown, and arrives after, offers nothing again.
  const late = Promise.withResolvers<void>();
  await page.route('**/feeds/home-feeds/new?*', async (route) => {
    await late.promise;
    await route.continue();
  });
  const requested = page.waitForRequest('**/feeds/home-feeds/new?*');
  const newest = await createFeed(star, { text: 'Encore, without an umbrella.', photos: 0 });
  await requested;
  await pill.click();
  await articleOf(page, 'Encore, without an umbrella.').waitFor();
  await articleOf(page, 'Una canción de otoño.').waitFor();
  const counted = page.waitForResponse((answer) => answer.url().includes('/home-feeds/new?') && answer.url().includes(newest));
  late.resolve();
  await counted;
  await expect.poll(() => page.getByRole('button', { name: /new posts?$/ }).count()).toBe(0);
  await page.unrouteAll({ behavior: 'wait' });

  const look = async (words: string): Promise<void> => {
    await page.getByLabel('Search performers, posts, videos and galleries').fill(words);
    await page.waitForURL((url) => url.searchParams.get('q') === words && url.searchParams.get('tab') === 'posts');
  };
  // The best of all kinds comes first; kinds without matches have no tab.
  await goTo(page, '/search?q=ines+nunez');
  await page
    .getByRole('link', { name: /Inês Núñez/ })
    .first()
    .waitFor();
  const tabs = page.getByRole('navigation', { name: 'Results by kind' });
  expect(await tabs.getByRole('link').allTextContents()).toEqual(['Top', 'Performers1']);
  await goTo(page, '/search?q=otono');
  await tabs.getByRole('link', { name: /^Posts/ }).click();
  await page
    .locator('[aria-current=page]')
    .filter({ hasText: /^Posts/ })
    .waitFor();
  await look('cancion otono');
  await articleOf(page, 'Una canción de otoño.').waitFor();
  await house.checkAxe('posts found');
  await look('cebolla');
  await page.getByText('No posts match “cebolla”').waitFor();
  expect(await page.content()).not.toContain('secreto');
  await house.close();
});

test('a category of Discover leads to the kind it has most of; filters are chips, and what finds nothing offers to clear them', async () => {
  const categoryId = await createCategory(admin, 'Pottery');
  const ids: string[] = [];
  for (const text of ['Clay, first.', 'Clay, second.']) {
    const id = await createFeed(star, { text, photos: 0 });
    await star.client.call('PUT /performer/feeds/{id}', { params: { id }, body: { categoryIds: [categoryId], tags: ['raku'] } });
    ids.push(id);
  }
  await app.settle();
  const house = await visit(app.platform.config.publicUrl, { width: 360, height: 780 });
  const { page } = house;
  await goTo(page, '/discover');
  await page
    .getByRole('navigation', { name: 'Categories' })
    .getByRole('link', { name: /^Pottery/ })
    .click();
  await articleOf(page, 'Clay, first.').waitFor();
  expect(new URL(page.url()).search).toBe(`?category=${categoryId}`);
  const kinds = page.getByRole('navigation', { name: 'Results by kind' });
  await expect.poll(() => kinds.getByRole('link').first().textContent()).toBe('Posts2');
  await expect.poll(() => kinds.locator('[aria-current=page]').textContent()).toBe('Posts2');
  await page.getByRole('button', { name: 'Remove filter: Pottery' }).waitFor();
  await house.checkAxe('posts of a category');

  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Access').selectOption('sale');
  await page.getByRole('dialog').getByRole('button', { name: 'Show results' }).click();
  await page.getByText('Nothing matches these filters').waitFor();
  expect(new URL(page.url()).searchParams.get('access')).toBe('sale');
  // The tab stays, though none has anything.
  await expect.poll(() => kinds.locator('[aria-current=page]').textContent()).toBe('Posts0');
  await page.getByRole('button', { name: 'Remove filter: For sale' }).click();
  await articleOf(page, 'Clay, second.').waitFor();

  // A tag leads to others that have it.
  await goTo(page, `/feeds/${ids[0]}`);
  await page.getByRole('link', { name: '#raku' }).click();
  await articleOf(page, 'Clay, second.').waitFor();
  expect(new URL(page.url()).search).toBe('?tag=raku');

  // What is ranked says by what.
  await goTo(page, '/videos?sortBy=ranked');
  await page.getByRole('button', { name: 'This month' }).click();
  await page.waitForURL((url) => url.searchParams.get('period') === 'month');
  await page.getByRole('button', { name: 'Why am I seeing this?' }).click();
  await page
    .getByRole('dialog')
    .getByText(/10 for a purchase, 3 for a like, 1 for a view/)
    .waitFor();
  await house.checkAxe('why videos are ranked as they are');
  await house.close();
});

/** A valid film of this many bytes: most of them in a `free` box. */
const large = (film: Buffer, bytes: number): Buffer => {
  const room = Buffer.alloc(bytes - film.length);
  room.writeUInt32BE(room.length, 0);
  room.write('free', 4, 'latin1');
  return Buffer.concat([film, room]);
};
const MB = 1024 * 1024;
/** Browser errors while a server is down; tolerated only then. */
const SERVER_DOWN_ERRORS =
  /Failed to load resource: net::ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED)|WebSocket connection to .* failed/;

test('a film that was processed before its upload was answered is ready in the composer', async () => {
  const stage = await visit(app.platform.config.publicUrl, { width: 390, height: 844 });
  const { page } = stage;
  await logIn(page, star.username);
  await goTo(page, '/model/feeds/new');
  const path = join(app.dataDirectory, 'warm-up.mp4');
  await writeFile(path, clip);
  // The answer is held back until the film was processed, which is told by an event.
  const answers = await page.context().newCDPSession(page);
  await answers.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/feeds/files/video/upload*', requestStage: 'Response' }] });
  const answered = new Promise<{ requestId: string }>((resolve) => void answers.once('Fetch.requestPaused', resolve));
  await page.getByLabel('Add a video').setInputFiles(path);
  const { requestId } = await answered;
  await app.settle();
  const { state } = (await sql<{ state: string }>`select state from files order by id desc limit 1`.execute(app.platform.database))
    .rows[0]!;
  expect(state).toBe('ready');
  await answers.send('Fetch.continueRequest', { requestId });
  await page.getByRole('button', { name: 'Remove' }).waitFor();
  await expect.poll(() => page.getByRole('progressbar').count()).toBe(0);
  await page.getByText(/^Processing, /).waitFor({ state: 'detached' });
  await stage.close();
});

test('the upload of a large film resumes automatically after the server was killed', async () => {
  const PORT = String(await freePort());
  const origin = `http://localhost:${PORT}`;
  const start = () =>
    startServer(
      { databaseUrl: app.testDatabase.ownerUrl, dataDirectory: app.dataDirectory },
      { PORT, PUBLIC_URL: origin, SERVE_WEB: 'yes' },
    );
  let server = await start();
  const stage = await visit(origin, { width: 390, height: 844, scheme: 'dark' });
  const { page } = stage;
  // A machine that is behind refuses a page, which is loaded again by itself; then the server is away.
  stage.expectErrors(/status of 503/);
  stage.expectErrors(SERVER_DOWN_ERRORS);
  try {
    await logIn(page, star.username);
    await goTo(page, '/model/feeds/new');
    await page.getByLabel('What do you want to say?').fill('All of it, in one take.');
    // A slow connection, so that there is time in between.
    const network = await page.context().newCDPSession(page);
    const slow = (uploadThroughput: number) =>
      network.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput });
    await network.send('Network.enable');
    await slow(2 * MB);
    const path = join(app.dataDirectory, 'one-take.mp4');
    const film = large(clip, 9 * MB);
    await writeFile(path, film);
    await page.getByLabel('Add a video').setInputFiles(path);
    const bar = page.getByRole('progressbar');
    const sent = async (): Promise<number> => Number(await bar.getAttribute('aria-valuenow'));
    const arrived = async (): Promise<number> => {
      const [id] = await app.uploads.parts.list();
      return id ? ((await app.uploads.parts.sizeOf(id)) ?? 0) : 0;
    };
    await expect.poll(arrived).toBeGreaterThan(2 * MB);
    await server.kill();
    const before = await arrived();
    expect(before).toBeLessThan(9 * MB);
    await page.getByText('Waiting for the connection').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true);
    server = await start();
    // It continues from the received offset.
    await expect.poll(sent).toBeGreaterThanOrEqual(Math.floor((100 * before) / (9 * MB)));
    await slow(-1);
    await expect.poll(() => bar.count(), { timeout: 60_000 }).toBe(0);
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.waitForURL('**/model/feeds');
    await page.getByText('Published', { exact: true }).first().waitFor();
    await expect
      .poll(
        async () =>
          (
            await sql<{
              sent: string | null;
              state: string;
            }>`select f.received_sha256 as sent, i.state from files f join item_files r on r.file_id = f.id join items i on i.id = r.item_id join item_contents c on c.item_id = i.id where c.text = 'All of it, in one take.'`.execute(
              app.platform.database,
            )
          ).rows,
      )
      // The hash of what arrived: the original itself is cleaned of its empty space.
      .toEqual([{ sent: hash('sha256', film), state: 'active' }]);
    await goTo(page, `/${star.username}`);
    await stage.close();
  } finally {
    await server.kill();
  }
});
