import { createConversation, openMessages } from '@stagedoor/server/testing/conversation-fixtures';
import { type Person, createAdmin, createFan, createPerformer, picture, topUp } from '@stagedoor/server/testing/factories';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goTo, sheetClosed } from './browser.ts';
import { enter, fieldOf, log, say } from './conversation-page.ts';

// What a performer sells in a private conversation, and voice notes, in two browsers.

let app: TestApp;
let star: Person;
beforeAll(async () => {
  app = await createTestApp({ web: true });
  star = await createPerformer(app, { admin: await createAdmin(app), monthlyPrice: 5 });
});
afterAll(() => app.close());

/** A finger above the middle of a button. */
const fingerOn = async (page: Page, name: string) => {
  const devtools = await page.context().newCDPSession(page);
  let at = { x: 0, y: 0 };
  return async (type: 'touchStart' | 'touchEnd' | 'touchCancel' | 'touchMove', right = 0): Promise<void> => {
    if (type === 'touchStart') {
      const box = await page.getByRole('button', { name }).boundingBox();
      at = { x: box!.x + box!.width / 2, y: box!.y + box!.height / 2 };
    }
    at.x += right;
    const isUp = type === 'touchEnd' || type === 'touchCancel';
    await devtools.send('Input.dispatchTouchEvent', { type, touchPoints: isUp ? [] : [at] });
  };
};

test('a performer sells pictures in a message; the fan unlocks them in place, answers by voice, and finds them among the purchases', async () => {
  await openMessages(star);
  const buyer = await createFan(app);
  await topUp(app, buyer, 20);
  const id = await createConversation(buyer, star);
  const stage = await enter(app, star, { scheme: 'dark' });
  const seat = await enter(app, buyer, { width: 390, height: 844 });
  await goTo(stage.page, `/messages/${id}`);
  await goTo(seat.page, `/messages/${id}`);
  const photoOf = async (name: string, width: number) => ({
    name,
    mimeType: 'image/jpeg',
    buffer: Buffer.from(await (await picture({ width, height: 480 })).arrayBuffer()),
  });
  await stage.page.locator('input[type=file]').setInputFiles([await photoOf('one.jpg', 640), await photoOf('two.jpg', 800)]);
  await stage.page.getByRole('img', { name: 'two.jpg' }).waitFor();
  await stage.page.getByLabel('Price in tokens').fill('3.5');
  await stage.page.getByText('$3.50', { exact: true }).waitFor();
  await stage.page.getByLabel('Price in tokens').fill('3.505');
  await stage.page.getByText('$3.50', { exact: true }).waitFor({ state: 'detached' });
  await stage.page.getByLabel('Price in tokens').fill('3.5');
  await say(stage.page, 'Two angles, slow.');
  await log(stage.page).getByText('Not bought yet').waitFor();

  await log(seat.page).getByText('Two angles, slow.').waitFor();
  await log(seat.page).getByText('2 photos').waitFor();
  await seat.checkAxe('a message with a price on a phone');
  await log(seat.page)
    .getByRole('button', { name: /^Unlock/ })
    .click();
  await log(seat.page).getByText('Yours.', { exact: false }).waitFor();
  await log(seat.page)
    .getByRole('button', { name: /^Picture 2 from/ })
    .waitFor();
  await log(stage.page)
    .getByText(/^Bought/)
    .waitFor();
  await expect
    .poll(() =>
      app.platform.database
        .selectFrom('ledger.transactions')
        .select(['kind', 'gross_amount'])
        .where('buyer_id', '=', buyer.id)
        .where('seller_id', '=', star.id)
        .execute(),
    )
    .toEqual([{ kind: 'purchaseMessage', gross_amount: 350n }]);

  // The library marks what this fan has.
  await stage.page.getByRole('button', { name: 'Add files' }).click();
  await stage.page.getByRole('menuitem', { name: 'From the library' }).click();
  await stage.page.getByRole('dialog').getByText('Bought').first().waitFor();
  await expect.poll(() => stage.page.getByRole('dialog').getByText('Bought').count()).toBe(2);
  await stage.checkAxe('the library for a message');
  await stage.page.keyboard.press('Escape');
  await sheetClosed(stage.page);

  // A second or more: on a busy machine the first may pass between two looks.
  const recorded = seat.page.getByRole('group', { name: 'Recording', exact: true }).getByText(/^(?!0:00$)\d+:\d\d$/);
  await seat.page.getByRole('button', { name: 'Record a voice note' }).click();
  await recorded.waitFor();
  await seat.page.getByRole('button', { name: 'Send the recording' }).click();
  const note = log(stage.page).getByRole('group', { name: /^Voice note from/ });
  const played = stage.page.evaluate(
    () => new Promise((resolve) => addEventListener('play', () => resolve(true), { capture: true, once: true })),
  );
  await note.getByRole('button', { name: 'Play' }).click();
  await played;
  const voiceNotes = async () =>
    (await app.platform.database.selectFrom('files').select('state').where('kind', '=', 'audio').execute()).length;
  await expect.poll(() => voiceNotes()).toBe(1);

  // Held by a finger it is recorded until the finger is lifted. Where the browser takes the finger away, it goes on, and may be discarded.
  const finger = await fingerOn(seat.page, 'Record a voice note');
  await finger('touchStart');
  await recorded.waitFor();
  await finger('touchEnd');
  await log(stage.page)
    .getByRole('group', { name: /^Voice note from/ })
    .nth(1)
    .waitFor();
  await expect.poll(() => voiceNotes()).toBe(2);
  // It slides away: nothing is sent, also when it is lifted there.
  await finger('touchStart');
  await recorded.waitFor();
  await seat.page.getByText('Release to send, slide to discard').waitFor();
  await finger('touchMove', -40);
  await finger('touchMove', -80);
  await fieldOf(seat.page).waitFor();
  await finger('touchEnd');
  await finger('touchStart');
  await recorded.waitFor();
  await finger('touchCancel');
  await seat.page.getByRole('button', { name: 'Discard the recording' }).click();
  await fieldOf(seat.page).waitFor();
  await say(seat.page, 'That is all.');
  await log(stage.page).getByText('That is all.').waitFor();
  const sent = await app.platform.database
    .selectFrom('messages')
    .innerJoin('files', (join) => join.on(sql<boolean>`files.id = any(messages.file_ids)`))
    .select(['files.kind', 'files.state'])
    .where('sender_id', '=', buyer.id)
    .where('conversation_id', '=', id)
    .execute();
  expect(sent).toEqual([
    { kind: 'audio', state: 'ready' },
    { kind: 'audio', state: 'ready' },
  ]);

  // Removed for this side, what was bought stays.
  await buyer.client.call('DELETE /messages/{id}/remove-all-message', { params: { id } });
  await goTo(seat.page, '/purchases');
  await seat.page.getByRole('button', { name: /^Message: / }).click();
  await seat.page
    .getByRole('dialog')
    .getByRole('button', { name: /^Picture 2 from/ })
    .waitFor();
  await seat.close();
  await stage.close();
});
