import { createConversation, openMessages, writeMessage } from '@stagedoor/server/testing/conversation-fixtures';
import { type Person, createAdmin, createFan, createPerformer } from '@stagedoor/server/testing/factories';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import { sql } from 'kysely';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goTo } from './browser.ts';
import { enter, log } from './conversation-page.ts';

// A message is searched for by its words, and the conversation opens there, however far back.

let app: TestApp;
let fan: Person;
let talk: string;
let hindi: string;
let japanese: string;
beforeAll(async () => {
  app = await createTestApp({ web: true });
  const star = await createPerformer(app, { admin: await createAdmin(app) });
  await openMessages(star);
  fan = await createFan(app);
  talk = await createConversation(fan, star);
  const fill = (words: string, count: number) =>
    sql`insert into messages (conversation_id, sender_id, text)
      select ${talk}::uuid, ${fan.id}::uuid, ${words} || ' ' || n from generate_series(1, ${count}::int) n`.execute(app.platform.database);
  hindi = await writeMessage(star, talk, 'नमस्ते, कल का हिन्दी गाना कैसा लगा? Ich fand die Straße davor zu laut.');
  await fill('Rehearsal', 2000);
  japanese = await writeMessage(fan, talk, '私は東京都のガールズバンドを見ました。とても良かったです！');
  await fill('Encore', 300);
});
afterAll(() => app.close());

const field = (page: Page) => page.getByRole('searchbox', { name: 'Search messages' });
const line = (page: Page, id: string): Locator => page.locator(`[data-message="${id}"]`);
/** The whole message is within the log. */
const expectInView = async (page: Page, id: string): Promise<void> => {
  await line(page, id).waitFor();
  await expect
    .poll(async () => {
      const [one, frame] = [await line(page, id).boundingBox(), await log(page).boundingBox()];
      return one !== null && frame !== null && one.y >= frame.y && one.y + one.height <= frame.y + frame.height;
    })
    .toBe(true);
};

test('on a phone, words in Hindi lead far back, and the way back to the words', async () => {
  const seat = await enter(app, fan, { width: 360, height: 780, scheme: 'dark' });
  await goTo(seat.page, '/messages');
  await field(seat.page).fill('हिन्दी गाना');
  const row = seat.page.getByRole('link', { name: /हिन्दी गाना/ });
  await row.waitFor();
  expect(await row.locator('mark').allTextContents()).toEqual(['हिन्दी', 'गाना']);
  await seat.checkAxe('a search of messages on a phone');
  await row.click();
  await seat.page.waitForURL(`**/messages/${talk}?*message=${hindi}`);
  await expectInView(seat.page, hindi);
  await seat.checkAxe('a conversation at the message that was found');
  await log(seat.page).getByRole('button', { name: 'Show later messages' }).click();
  await log(seat.page).getByText('Rehearsal 40', { exact: true }).waitFor({ state: 'attached' });
  await seat.page.reload();
  await expectInView(seat.page, hindi);
  await seat.page.goBack();
  await seat.page.getByRole('link', { name: /हिन्दी गाना/ }).waitFor();
  expect(await field(seat.page).inputValue()).toBe('हिन्दी गाना');
});

test('words in Japanese lead to their message, and a press to the newest one', async () => {
  const seat = await enter(app, fan);
  await goTo(seat.page, '/messages');
  await field(seat.page).fill('京都 ｶﾞｰﾙｽﾞ');
  const row = seat.page.getByRole('link', { name: /ガールズバンド/ });
  await row.waitFor();
  expect(await row.locator('mark').allTextContents()).toEqual(['京都', 'ガールズ']);
  await row.click();
  await expectInView(seat.page, japanese);
  await log(seat.page).getByRole('button', { name: 'Show earlier messages' }).click();
  await log(seat.page).getByText('Rehearsal 1970', { exact: true }).waitFor({ state: 'attached' });
  await seat.page.getByRole('button', { name: 'To the newest message' }).click();
  await log(seat.page).getByText('Encore 300', { exact: true }).waitFor();
  await line(seat.page, japanese).waitFor({ state: 'detached' });
  expect(new URL(seat.page.url()).searchParams.has('message')).toBe(false);
});
