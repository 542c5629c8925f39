import { type Person, createAdmin, createFan, createPerformer, picture, topUp } from '@stagedoor/server/testing/factories';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goTo, sheetClosed, told } from './browser.ts';
import { enter, fieldOf, log, say } from './conversation-page.ts';

// A fan and a performer write to each other in two browsers.

let app: TestApp;
let star: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp({ web: true });
  star = await createPerformer(app, { admin: await createAdmin(app), monthlyPrice: 5 });
  fan = await createFan(app);
  await topUp(app, fan, 20);
});
afterAll(() => app.close());

const stored = async (): Promise<string[]> =>
  (await app.platform.database.selectFrom('messages').select('text').orderBy('id').execute()).map(({ text }) => text);

test('from a profile to an answer: unread counts, typing, seen, a reply, a tip, a deletion', async () => {
  const seat = await enter(app, fan, { width: 390, height: 844, scheme: 'dark' });
  const stage = await enter(app, star);
  // Only subscribers may write: the offer opens instead.
  await goTo(seat.page, `/${star.username}`);
  await seat.page.getByRole('button', { name: 'Message', exact: true }).click();
  await seat.page.getByRole('dialog').waitFor();
  await seat.page.keyboard.press('Escape');
  await sheetClosed(seat.page);
  // The performer lets everybody write.
  await goTo(stage.page, '/model/account');
  await stage.page.getByLabel('Who can write to you').selectOption('everyone');
  await stage.page
    .locator('form', { has: stage.page.getByLabel('Who can write to you') })
    .getByRole('button', { name: 'Save' })
    .click();
  await told(stage.page, 'Saved.');
  await goTo(stage.page, '/model/dashboard');
  await seat.page.getByRole('button', { name: 'Message', exact: true }).click();
  await seat.page.waitForURL('**/messages/*');
  await say(seat.page, 'The shift in bar 12 keeps beating me. Any trick?');
  // It reaches the performer on whatever page.
  await seat.page.getByText('Delivered', { exact: true }).waitFor();
  // An empty message is skipped.
  await say(seat.page, '   ');

  // The count appears beside the entry, and goes when the conversation is read.
  const entry = stage.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Messages/ });
  await entry.getByText('1 unread message').waitFor();
  await entry.click();
  await stage.page.getByRole('link', { name: /The shift in bar 12/ }).click();
  await log(stage.page).getByText('The shift in bar 12').waitFor();
  await entry.getByText('1 unread message').waitFor({ state: 'detached' });
  await seat.page.getByText('Seen', { exact: true }).waitFor();

  await fieldOf(stage.page).pressSequentially('Lead with');
  await told(seat.page, / is typing…$/);
  await say(stage.page, 'Lead with the elbow, not the hand.');
  await log(seat.page).getByText('Lead with the elbow').waitFor();
  await seat.checkAxe('a conversation on a phone');
  // A keyboard on the screen leaves the page half of it: the field and the end of the conversation stay in view.
  expect(await seat.page.locator('meta[name=viewport]').getAttribute('content')).toContain('interactive-widget=resizes-content');
  await seat.page.setViewportSize({ width: 390, height: 470 });
  const isInView = async (part: Locator) => {
    const box = await part.boundingBox();
    return box !== null && box.y >= 0 && box.y + box.height <= 470;
  };
  await expect.poll(() => isInView(fieldOf(seat.page))).toBe(true);
  await expect.poll(() => isInView(log(seat.page).getByText('Lead with the elbow'))).toBe(true);
  await seat.page.setViewportSize({ width: 390, height: 844 });

  // A reply shows what it answers.
  await log(seat.page).getByText('Lead with the elbow').hover();
  await seat.page.getByRole('button', { name: 'Message options' }).last().click();
  await seat.page.getByRole('menuitem', { name: 'Reply' }).click();
  await seat.page.getByText(/^Replying to/).waitFor();
  await say(seat.page, 'That’s exactly what I needed.');
  await log(stage.page).getByText('That’s exactly what I needed.').waitFor();
  await expect.poll(() => log(stage.page).getByText('Lead with the elbow, not the hand.').count()).toBe(2);

  // A swipe to the right replies too.
  const swiped = log(seat.page).getByText('Lead with the elbow').first();
  const touch = (x: number) => ({
    touches: [{ identifier: 0, clientX: x, clientY: 300 }],
    changedTouches: [{ identifier: 0, clientX: x, clientY: 300 }],
  });
  await swiped.dispatchEvent('touchstart', touch(20));
  await swiped.dispatchEvent('touchmove', touch(60));
  await swiped.dispatchEvent('touchmove', touch(110));
  await swiped.dispatchEvent('touchend', touch(110));
  await seat.page.getByText(/^Replying to/).waitFor();
  await seat.page.getByRole('button', { name: 'Cancel the reply' }).click();

  // A picture is uploaded when it is chosen, and sent without words.
  const photo = {
    name: 'bar12.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from(await (await picture({ width: 640, height: 480 })).arrayBuffer()),
  };
  await seat.page.getByLabel('Add files').setInputFiles(photo);
  await seat.page.getByRole('img', { name: 'bar12.jpg' }).waitFor();
  await fieldOf(seat.page).press('Enter');
  await log(stage.page)
    .getByRole('button', { name: /^Picture 1 from/ })
    .click();
  await stage.page.getByRole('img', { name: /^Picture 1 from/ }).waitFor();
  await stage.page.keyboard.press('Escape');
  await expect
    .poll(() =>
      app.platform.database
        .selectFrom('files')
        .select('attached_at')
        .where('purpose', '=', 'message')
        .where('attached_at', 'is not', null)
        .execute(),
    )
    .toHaveLength(1);

  // So is a document.
  const document = {
    name: 'Set list.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'),
  };
  await seat.page.getByLabel('Add files').setInputFiles(document);
  await seat.page.getByTitle('Set list.pdf', { exact: true }).waitFor();
  await fieldOf(seat.page).press('Enter');
  await log(stage.page)
    .getByRole('link', { name: /^Set list\.pdf/ })
    .waitFor();

  // A tip from the conversation stands in it.
  await seat.page.getByRole('button', { name: /^Tip 5/ }).click();
  await seat.page
    .getByRole('dialog')
    .getByLabel(/Add a message/)
    .fill('For strings');
  await seat.page.getByRole('dialog').getByRole('button', { name: /^Send/ }).click();
  await sheetClosed(seat.page);
  await log(stage.page)
    .getByText(/tipped you/)
    .waitFor();
  await log(stage.page).getByText('“For strings”').waitFor();
  await stage.checkAxe('a conversation on a desktop');

  // The performer’s card of the fan.
  await stage.page.getByRole('button', { name: 'Conversation options' }).click();
  await stage.page.getByRole('menuitem', { name: /^About / }).click();
  await stage.page.getByRole('dialog').getByText('$5.00').waitFor();
  await stage.page.getByLabel('Your note').fill('Plays the viola.');
  await stage.page.getByRole('button', { name: 'Save note' }).click();
  await sheetClosed(stage.page);
  await stage.page.getByRole('button', { name: 'Conversation options' }).click();
  await stage.page.getByRole('menuitem', { name: 'Pin to top' }).click();
  await stage.page.getByRole('link', { name: 'Pinned', exact: true }).click();
  await stage.page.waitForURL('**?filter=pinned');
  await expect
    .poll(async () => {
      const members = await app.platform.database.selectFrom('conversation_members').select(['note', 'pinned_at']).execute();
      return members.filter(({ note, pinned_at: pinnedAt }) => note === 'Plays the viola.' && pinnedAt !== null).length;
    })
    .toBe(1);

  // Deleted for both.
  await log(seat.page).getByText('That’s exactly what I needed.').hover();
  await seat.page.getByRole('button', { name: 'Message options' }).last().click();
  await seat.page.getByRole('menuitem', { name: 'Delete' }).click();
  await seat.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await log(stage.page).getByText('Message deleted').waitFor();
  await expect
    .poll(() => stored())
    .toEqual([
      'The shift in bar 12 keeps beating me. Any trick?',
      'Lead with the elbow, not the hand.',
      'That’s exactly what I needed.',
      '',
      '',
      'For strings',
    ]);
  await seat.close();
  await stage.close();
});
