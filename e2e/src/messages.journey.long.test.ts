import { createConversation, openMessages, writeMessage } from '@stagedoor/server/testing/conversation-fixtures';
import { type Person, createAdmin, createFan, createPerformer, picture, topUp } from '@stagedoor/server/testing/factories';
import { fillSearch } from '@stagedoor/server/testing/fill-search';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goTo, withTimersStopped } from './browser.ts';
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

test('what is written without a connection waits, survives a reload, and is sent once; earlier messages are shown on demand', async () => {
  await openMessages(star);
  const other = await createFan(app);
  const id = await createConversation(other, star);
  for (let n = 1; n <= 27; n += 1) await writeMessage(star, id, `Lesson ${n}`);
  const seat = await enter(app, other, { scheme: 'dark' });
  const { page } = seat;
  // A failed read is announced in the specification's words, and repeated on demand.
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

  // Once the connection is back, messages written and deleted meanwhile are shown, above as well.
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
  await withTimersStopped(page, async () => {
    await say(page, 'Wrong window');
    await expect.poll(stored).toContain('Wrong window');
    await page.getByRole('button', { name: 'Undo' }).click();
  });
  await log(page).getByText('Wrong window').waitFor({ state: 'detached' });
  await expect.poll(() => fieldOf(page).inputValue()).toBe('Wrong window');
  expect(await stored()).not.toContain('Wrong window');

  // Typed words stay in the field of their conversation.
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
  seat.expectErrors(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/);
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
  await fillSearch(app);
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
