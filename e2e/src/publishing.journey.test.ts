import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { publishDueItems } from '@stagedoor/server/modules/items/items.jobs';
import { type Person, createAdmin, createFan, createPerformer, picture } from '@stagedoor/server/testing/factories';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goTo, logIn, sheetClosed, visit } from './browser.ts';

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

const image = async (name: string, hue: number): Promise<string> => {
  const path = join(app.dataDirectory, name);
  await writeFile(path, Buffer.from(await (await picture({ width: 800, height: 600, hue })).arrayBuffer()));
  return path;
};
const one = async <T>(query: ReturnType<typeof sql<T>>): Promise<T> => (await query.execute(app.platform.database)).rows[0]!;

test('on a phone, from the library to a post with a poll: saved as a draft, reopened, published on schedule', async () => {
  const stage = await visit(app.platform.config.publicUrl, { width: 390, height: 844, scheme: 'dark' });
  const { page } = stage;
  await logIn(page, star.username);

  // Two pictures are added to the library; one is named.
  await goTo(page, '/model/media');
  await page.getByLabel('Upload').setInputFiles([await image('first.jpg', 20), await image('second.jpg', 200)]);
  const tiles = page.locator('main li button[aria-haspopup=dialog]');
  await expect.poll(() => tiles.count()).toBe(2);
  await tiles.first().click();
  await page.getByRole('dialog').getByLabel('Name').fill('The empty hall');
  await page.getByRole('dialog').getByLabel('Description (alt text)').fill('Rows of seats under one lamp.');
  await stage.checkAxe('a file of the library');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: /^The empty hall/ }).waitFor();
  await expect.poll(() => one(sql<{ name: string }>`select name from files where alt_text <> ''`)).toEqual({ name: 'The empty hall' });

  // A post with both, and a poll.
  await goTo(page, '/model/feeds/new');
  await page.getByLabel('What do you want to say?').fill('What do I play on Saturday?');
  await page.getByRole('button', { name: 'From the library' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'The empty hall' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(first|second)/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Use 2 files' }).click();
  await sheetClosed(page);
  // Each picture is described where it is used.
  await page.getByRole('button', { name: 'ALT: Photo 2' }).click();
  await page.getByRole('textbox', { name: 'Description (alt text)' }).fill('A cello on an empty stage');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await sheetClosed(page);
  await expect
    .poll(() => one(sql`select count(*)::int as files from files where alt_text = 'A cello on an empty stage'`))
    .toEqual({ files: 1 });
  await page.getByRole('button', { name: 'Add a poll' }).click();
  await page.getByLabel('Question').fill('Which one opens?');
  await page.getByLabel('Option 1', { exact: true }).fill('The prelude');
  await page.getByLabel('Option 2', { exact: true }).fill('The sarabande');
  await stage.checkAxe('the composer with a poll');
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await page.waitForURL((url) => url.pathname === '/model/feeds' && url.search === '?state=draft');
  await expect
    .poll(() =>
      one(sql`select state, (select count(*)::int from item_files) as files, poll_id is not null as asks from items join feeds using (id)`),
    )
    .toEqual({
      state: 'draft',
      files: 2,
      asks: true,
    });

  // The draft is found, scheduled, and waits.
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.waitForURL('**/model/feeds/*');
  const due = new Date(Math.ceil(app.clock.now().getTime() / 60_000) * 60_000 + 7_200_000);
  await page.getByLabel(/^Publish at/).fill(due.toISOString().slice(0, 16));
  await page.getByRole('button', { name: 'Schedule' }).click();
  await page.waitForURL((url) => url.pathname === '/model/feeds' && url.search === '');
  // In its row; the filter has the same word.
  const stateOf = (state: string) => page.locator('main span').filter({ hasText: new RegExp(`^${state}$`) });
  await stateOf('Scheduled').waitFor();
  await expect.poll(() => one(sql`select state, scheduled_at from items`)).toEqual({ state: 'scheduled', scheduled_at: due });
  expect((await fan.client.call('GET /feeds', { query: {} })).data).toEqual([]);
  app.clock.advance(due.getTime() - app.clock.now().getTime() + 1000);
  await publishDueItems(app.platform);
  await app.settle();
  await stateOf('Published').waitFor();
  expect((await fan.client.call('GET /feeds', { query: {} })).data).toHaveLength(1);
  await stage.close();
});
