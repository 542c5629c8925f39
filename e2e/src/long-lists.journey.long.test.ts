import { type Person, createAdmin, createFan, createFeed, createPerformer } from '@stagedoor/server/testing/factories';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goTo, logIn, visit } from './browser.ts';

// A long home feed: only what is near the window is in the document, back returns to the same place, and the Tab key goes on from card to card.

const POSTS = 60;

let app: TestApp;
let star: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp({ web: true });
  const admin = await createAdmin(app);
  star = await createPerformer(app, { admin, monthlyPrice: 5 });
  fan = await createFan(app);
  await fan.client.call('POST /reactions', { body: { action: 'follow', objectType: 'performer', objectId: star.id } });
  await app.settle();
  for (let number = 1; number <= POSTS; number += 1) await createFeed(star, { text: `Number ${number}.`, photos: 0 });
  await app.settle();
});
afterAll(() => app.close());

const articles = (page: Page) => page.getByRole('article');
const articleOf = (page: Page, number: number) => articles(page).filter({ has: page.getByText(`Number ${number}.`, { exact: true }) });

/** How far below the window's upper edge a post begins. */
const topOf = async (page: Page, number: number): Promise<number> => (await articleOf(page, number).boundingBox())!.y;

/** Presses "more" until the oldest post is there. */
const loadAll = async (page: Page): Promise<void> => {
  const more = page.getByRole('button', { name: 'Show more' });
  for (let shown = 10; shown < POSTS; shown += 10) {
    await more.click();
    await expect.poll(() => articleOf(page, POSTS - shown).count()).toBe(1);
    await more.scrollIntoViewIfNeeded().catch(() => undefined);
  }
};

test('a long feed keeps few cards in the document, and back returns to the same place', async () => {
  const { page, close } = await visit(app.platform.config.publicUrl, { height: 700 });
  await logIn(page, fan.username);
  await goTo(page, '/');
  await loadAll(page);
  await expect.poll(() => articleOf(page, 1).count()).toBe(1);
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await articleOf(page, 1).waitFor();
  // The first two pages stay; of the other forty posts only those near the window are there.
  await expect.poll(() => articles(page).count()).toBeLessThan(POSTS);
  await expect.poll(() => articleOf(page, POSTS).count()).toBe(1);

  // Away to a post, and back. Hovering scrolls to the link, as the press would.
  const link = articleOf(page, 5).locator('a:has(time)').first();
  await link.hover();
  // Cards that were just rendered are measured, which may move the others.
  let before = Number.NaN;
  await expect
    .poll(
      async () => {
        const last = before;
        before = await topOf(page, 5);
        return before === last;
      },
      { interval: 400 },
    )
    .toBe(true);
  await link.click();
  await page.getByRole('heading', { name: 'Comments' }).waitFor();
  await page.goBack();
  await articleOf(page, 5).waitFor();
  await expect.poll(async () => Math.abs((await topOf(page, 5)) - before)).toBeLessThan(40);

  // From the last control of a card the Tab key leads into the next one.
  await articleOf(page, 6).getByRole('button').last().focus();
  await page.keyboard.press('Tab');
  await expect.poll(() => articleOf(page, 5).evaluate((card) => card.contains(document.activeElement))).toBe(true);
  await close();
});

test('a long chat keeps its newest lines in the document and the older ones in reach', async () => {
  const LINES = 300;
  const { session } = await star.client.call('POST /streaming/live', { body: { title: 'Evening practice' } });
  await sql`update streams set state = 'live', started_at = now() where id = ${session._id}::uuid`.execute(app.platform.database);
  await sql`insert into messages (conversation_id, sender_id, text)
    select ${session.conversationId}::uuid, ${fan.id}::uuid, 'Line ' || n from generate_series(1, ${LINES}) n`.execute(
    app.platform.database,
  );
  const { page, expectErrors, close } = await visit(app.platform.config.publicUrl);
  await logIn(page, fan.username);
  await goTo(page, `/live/${star.username}`);
  const log = page.getByRole('log');
  const line = (number: number) => log.getByText(`Line ${number}`, { exact: true });
  await line(LINES).waitFor();
  for (let first = LINES - 25; first > 100; first -= 25) {
    await log.getByRole('button', { name: 'Show earlier' }).click();
    await line(first).waitFor({ state: 'attached' });
  }
  // At the end again, the next message moves all but the newest hundred out of the document.
  await log.evaluate(
    (element) =>
      new Promise((resolve) => {
        element.scrollTo(0, element.scrollHeight);
        // The log learns of it by the event of the next frame; a message that comes before that is one missed, which moves nothing.
        requestAnimationFrame(() => requestAnimationFrame(resolve));
      }),
  );
  await fan.client.call('POST /messages/stream/public/conversations/{id}', {
    params: { id: session.conversationId },
    body: { text: 'The newest' },
  });
  await log.getByText('The newest', { exact: true }).waitFor();
  await expect.poll(() => line(110).count()).toBe(0);
  await expect.poll(() => line(LINES).count()).toBe(1);
  await expect.poll(() => log.evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight)).toBeLessThan(48);

  // Scrolled up, they are there again; loading those above moves what is read by no more than the button, which is then out of sight.
  await log.evaluate((element) => element.scrollTo(0, 0));
  await line(101).waitFor();
  const before = (await line(102).boundingBox())!.y;
  await log.getByRole('button', { name: 'Show earlier' }).click();
  await line(100).waitFor({ state: 'attached' });
  await expect.poll(async () => Math.abs(((await line(102).boundingBox())?.y ?? 10_000) - before)).toBeLessThan(100);
  // The show has a row and no media: the player's tries fail, until the page is left.
  await page.goto('about:blank');
  expectErrors(/media\.test/);
  await close();
});
