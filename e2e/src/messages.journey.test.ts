import { createConversation, openMessages, writeMessage } from '@stagedoor/server/testing/conversation-fixtures';
import { type Person, createAdmin, createFan, createPerformer, picture, topUp } from '@stagedoor/server/testing/factories';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import { sql } from 'kysely';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goTo, sheetClosed, told } from './browser.ts';
import { type Network, watchNetwork } from './network.ts';
import { enter, fieldOf, log, say } from './conversation-page.ts';

// A fan and a performer write to each other in two browsers.

let app: TestApp;
let network: Network;
let star: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp({ web: true });
  network = watchNetwork(app);
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
  await seat.page
    .getByText(`${star.username} is typing…`)
    .or(seat.page.getByText(/ is typing…$/))
    .waitFor();
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

test('what is written without a connection waits, survives a reload, and is sent once; earlier messages are shown on demand', async () => {
  await openMessages(star);
  const other = await createFan(app);
  const id = await createConversation(other, star);
  for (let n = 1; n <= 27; n += 1) await writeMessage(star, id, `Lesson ${n}`);
  const seat = await enter(app, other, { scheme: 'dark' });
  const { page } = seat;
  // What can't be loaded is said in the specification's words, and loaded on demand.
  const messagesOf = new RegExp(`/api/messages/conversations/${id}\\?`);
  await page.route(messagesOf, (route) => route.abort());
  await goTo(page, '/messages');
  const failure = page.getByRole('alert').getByText('Error occurred, please try again later').waitFor();
  await page.getByRole('link', { name: /Lesson 27/ }).click();
  await failure;
  await page.unroute(messagesOf);
  // A connection that is only made now reads it by itself.
  await log(page).getByRole('button', { name: 'Try again' }).or(log(page).getByText('Lesson 27')).first().click();
  await log(page).getByText('Lesson 27').waitFor();
  await expect.poll(() => log(page).getByText('Lesson 1', { exact: true }).count()).toBe(0);
  await page.getByRole('button', { name: 'Show earlier messages' }).click();
  await log(page).getByText('Lesson 1', { exact: true }).waitFor();

  // What was written and deleted while the connection was away is shown once it is back, above as well.
  const restore = await network.cut(seat);
  const [, lesson] = (await star.client.call('GET /messages/conversations/{id}', { params: { id }, query: {} })).data;
  await star.client.call('DELETE /messages/{id}', { params: { id: lesson!._id } });
  await writeMessage(star, id, 'Lesson 28, see https://exаmple.org/pay');
  // Though the first time that it is read fails.
  await page.route(messagesOf, (route) => route.abort(), { times: 1 });
  await restore();
  await log(page).getByText('Lesson 28').waitFor();
  await log(page).getByText('Message deleted').waitFor();
  expect(await log(page).getByText('Lesson 26').count()).toBe(0);
  // A host that looks like another is seen for what it is.
  await log(page).getByRole('link', { name: 'https://xn--exmple-4nf.org/pay' }).waitFor();

  // Taken back right after it was sent, the words return to the field.
  await say(page, 'Wrong window');
  await page.getByRole('button', { name: 'Undo' }).click();
  await log(page).getByText('Wrong window').waitFor({ state: 'detached' });
  await expect.poll(() => fieldOf(page).inputValue()).toBe('Wrong window');
  expect(await stored()).not.toContain('Wrong window');

  // What is typed stays in the field of its conversation.
  await fieldOf(page).fill('Half a thought');
  await goTo(page, `/messages/${id}`);
  await expect.poll(() => fieldOf(page).inputValue()).toBe('Half a thought');

  // So do the answered message, the uploaded files in their order, and what has to be chosen again.
  await log(page).getByText('Lesson 27').hover();
  await page.getByRole('button', { name: 'Message options' }).nth(-2).click();
  await page.getByRole('menuitem', { name: 'Reply' }).click();
  const drawing = async (name: string, hue: number) => ({
    name,
    mimeType: 'image/jpeg',
    buffer: Buffer.from(await (await picture({ width: 320, height: 240, hue })).arrayBuffer()),
  });
  await page.getByLabel('Add files').setInputFiles(await drawing('bow.jpg', 30));
  await page.getByRole('img', { name: 'bow.jpg' }).waitFor();
  // The upload is held once it has begun, and until the page that sends it is gone: without its route the browser would go on with it.
  const uploadHeld = Promise.withResolvers<void>();
  await page.route('**/api/messages/conversations/*/files?*', () => uploadHeld.resolve());
  await page.getByLabel('Add files').setInputFiles(await drawing('rest.jpg', 200));
  await page.getByRole('progressbar', { name: 'rest.jpg' }).waitFor();
  await uploadHeld.promise;
  await goTo(page, `/messages/${id}`);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByText(/^Replying to/).waitFor();
  await page.getByRole('img', { name: 'bow.jpg' }).waitFor();
  await page.getByLabel('Choose rest.jpg again').waitFor({ state: 'attached' });
  await seat.checkAxe('a message with a file to choose again');
  await fieldOf(page).press('Enter');
  await page.getByText('1 file wasn’t uploaded. Choose it again or remove it.').waitFor();
  await page.getByLabel('Choose rest.jpg again').setInputFiles(await drawing('rest.jpg', 200));
  await page.getByRole('img', { name: 'rest.jpg' }).waitFor();
  await fieldOf(page).press('Enter');
  await log(page)
    .getByRole('button', { name: /^Picture 2 from/ })
    .waitFor();
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('.message.')))).toEqual([]);
  const half = await app.platform.database
    .selectFrom('messages')
    .innerJoin('messages as answered', 'answered.id', 'messages.reply_to_id')
    .select(['answered.text', 'messages.file_ids'])
    .where('messages.text', '=', 'Half a thought')
    .executeTakeFirstOrThrow();
  expect([half.text, half.file_ids.length]).toEqual(['Lesson 27', 2]);

  const cut = () => page.route('**/api/messages/**', (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()));
  await cut();
  await say(page, 'Are you there?');
  await page.getByText('Waiting for a connection').waitFor();
  await page.unroute('**/api/messages/**');
  await goTo(page, `/messages/${id}`);
  await log(page).getByText('Are you there?').waitFor();
  await page.getByText('Sent', { exact: true }).waitFor();
  await expect.poll(async () => (await stored()).filter((text) => text === 'Are you there?').length).toBe(1);

  // On a page that stays open it is sent again by itself, also once the conversation was left.
  await cut();
  await say(page, 'Still there?');
  await page.getByText('Waiting for a connection').waitFor();
  await page.unroute('**/api/messages/**');
  await page.getByText('Waiting for a connection').waitFor({ state: 'detached' });
  await expect.poll(async () => (await stored()).filter((text) => text === 'Still there?').length).toBe(1);
  await cut();
  await say(page, 'Then good night.');
  await page.getByText('Waiting for a connection').waitFor();
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Notifications/ })
    .click();
  await page.waitForURL('**/notification');
  await page.unroute('**/api/messages/**');
  await expect.poll(async () => (await stored()).filter((text) => text === 'Then good night.').length).toBe(1);
  await goTo(page, `/messages/${id}`);
  await log(page).getByText('Then good night.').waitFor();
  await page.getByRole('button', { name: 'Conversation options' }).click();
  await page.getByRole('menuitem', { name: 'Delete all messages' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL('**/messages');
  await page.getByText('No messages yet').first().waitFor();
  await seat.checkAxe('no conversations');
  seat.problems.splice(
    0,
    seat.problems.length,
    ...seat.problems.filter((problem) => !/ERR_FAILED|ERR_INTERNET_DISCONNECTED/.test(problem)),
  );
  await seat.close();
});

test('a list of conversations goes on to the oldest; what is new stands above it, and what was loaded stays', async () => {
  await openMessages(star);
  const { database } = app.platform;
  await sql`insert into accounts (id, role, username, username_skeleton, email, password_hash, name)
    select uuidv7(), 'fan', 'caller' || n, 'caller' || n, 'caller' || n || '@example.org', '-', 'Caller ' || n from generate_series(1, 95) n`.execute(
    database,
  );
  await sql`insert into conversations (type, performer_id, fan_id, source, source_id)
    select 'private', ${star.id}, id, 'performer', ${star.id} from accounts where username like 'caller%'`.execute(database);
  await sql`insert into messages (conversation_id, sender_id, text, created_at)
    select c.id, c.fan_id, 'Hello from ' || a.name, now() - substr(a.username, 7)::int * interval '1 day'
    from conversations c join accounts a on a.id = c.fan_id where a.username like 'caller%'`.execute(database);
  await sql`update conversations c set last_message_id = m.id, last_message_at = m.created_at from messages m
    where m.conversation_id = c.id and m.text like 'Hello from %'`.execute(database);
  await sql`insert into conversation_members (conversation_id, account_id, peer_id, last_message_at)
    select c.id, c.performer_id, c.fan_id, c.last_message_at from conversations c join accounts a on a.id = c.fan_id where a.username like 'caller%'
    union all
    select c.id, c.fan_id, c.performer_id, c.last_message_at from conversations c join accounts a on a.id = c.fan_id where a.username like 'caller%'`.execute(
    database,
  );
  const stage = await enter(app, star);
  const { page } = stage;
  await goTo(page, '/messages');
  const callers = page.getByRole('link', { name: /Hello from Caller/ });
  await callers.first().waitFor();
  for (const least of [31, 61, 95]) {
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => callers.count()).toBeGreaterThanOrEqual(least);
  }
  await page.getByRole('link', { name: /Hello from Caller 95/ }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  await writeMessage(fan, await createConversation(fan, star), 'The newest of all.');
  await page.getByRole('link', { name: /The newest of all/ }).waitFor();
  await expect.poll(() => callers.count()).toBe(95);

  // A search shows the newest it finds, and says so at its end.
  await page.getByRole('searchbox', { name: 'Search messages' }).fill('Hello');
  for (const least of [31, 61]) {
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => callers.count()).toBeGreaterThanOrEqual(least);
  }
  await page.getByText('Only the newest 90 are shown. Add a word to narrow it down.').waitFor();
  expect([await callers.count(), await page.getByRole('button', { name: 'Show more' }).count()]).toEqual([90, 0]);
  await page.getByRole('searchbox', { name: 'Search messages' }).fill('Hello 95');
  await page.getByText('Only the newest 90 are shown.').waitFor({ state: 'detached' });
  await stage.close();
});
