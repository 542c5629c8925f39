import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillIndex, forgetReading } from '../../platform/search/search-indexes.ts';
import { createConversation, openMessages, writeMessage } from '../../testing/conversation-fixtures.ts';
import { type Person, createAdmin, createFan, createPerformer } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { eraseAccount } from '../accounts/index.ts';
import { MESSAGE_SEARCH } from './message-search.store.ts';
import { restoreMessage, takeDownMessage } from './take-down-message.ts';

// Searches find private messages by words that are written in their statement, or by a job.

let app: TestApp;
let host: Person;
let fan: Person;
let other: Person;
let talk: string;
beforeAll(async () => {
  app = await createTestApp();
  host = await createPerformer(app, { admin: await createAdmin(app) });
  await openMessages(host);
  [fan, other] = [await createFan(app), await createFan(app)];
  talk = await createConversation(fan, host);
  await createConversation(other, host);
});
afterAll(() => app.close());

const { cases } = JSON.parse(readFileSync(new URL('../../platform/search/search.vectors.json', import.meta.url), 'utf8')) as {
  cases: { n: number; text: string; query: string; field?: 'name'; found: boolean }[];
};
const fill = (signal = new AbortController().signal) => fillIndex(app.platform, MESSAGE_SEARCH, signal);
const found = async (who: Person, q: string) =>
  (await who.client.call('GET /conversations/search', { query: { q } })).data.map(({ _id }) => _id);
const state = async () =>
  (
    await sql<{ reads: string; written: string; filled_to: string | null }>`
      select reads, written, filled_to from search_indexes where name = 'messages'`.execute(app.platform.database)
  ).rows[0]!;
const stored = async (id: string) =>
  (
    await sql<{ version: string; words: string }>`
      select version, words::text from message_search where message_id = ${id}::uuid`.execute(app.platform.database)
  ).rows[0];

test('words in every script find a message for both members, or don’t, as each case says; others never', async () => {
  // Names alone have a second spelling.
  for (const { n, text, query, found: isFound } of cases.filter(({ field }) => field !== 'name')) {
    const writer = n % 2 === 0 ? fan : host;
    const id = await writeMessage(writer, talk, text);
    const answers = [await found(fan, query), await found(host, query), await found(other, query)];
    expect([n, ...answers]).toEqual([n, ...(isFound ? [[talk], [talk], []] : [[], [], []])]);
    await writer.client.send('DELETE /messages/{id}', { params: { id }, query: { undo: 'true' } });
    expect([n, await stored(id)]).toEqual([n, undefined]);
  }
});

test('a message taken down is found by nobody, and by both again once it is given back', async () => {
  const id = await writeMessage(fan, talk, 'Una habanera');
  const at = app.clock.now();
  await app.platform.database.transaction().execute((trx) => takeDownMessage(trx, id, at));
  expect([await found(fan, 'habanera'), (await stored(id))!.words]).toEqual([[], '']);
  await app.platform.database.transaction().execute((trx) => restoreMessage(trx, id, at));
  expect([await found(fan, 'habanera'), await found(host, 'habanera'), await found(other, 'habanera')]).toEqual([[talk], [talk], []]);
  await fan.client.call('DELETE /messages/{id}', { params: { id } });
  expect([await found(host, 'habanera'), (await stored(id))!.words]).toEqual([[], '']);
});

test('an erased account’s words are in no row', async () => {
  const leaving = await createFan(app);
  const id = await createConversation(leaving, host);
  const messageId = await writeMessage(leaving, id, 'Ein Ländler');
  expect(await found(host, 'landler')).toEqual([id]);
  await eraseAccount(app.platform, leaving.id, 'ordered');
  expect([await found(host, 'landler'), (await stored(messageId))!.words]).toEqual([[], '']);
});

test('a message with quotes, backslashes and signs of the query language is stored and found', async () => {
  const id = await writeMessage(fan, talk, String.raw`It's a \'test\' | & ! <-> :* (Pavane) | 'x':1A`);
  expect([await found(host, 'pavane'), await found(host, String.raw`'\ | pavane :* !`), (await stored(id))!.version]).toEqual([
    [talk],
    [talk],
    'a',
  ]);
});

test('an earlier site’s messages are found as before until all are written, also after a stop of the job', async () => {
  const old = await writeMessage(fan, talk, 'Tarantella');
  await sql`insert into messages (conversation_id, sender_id, text)
    select ${talk}::uuid, ${fan.id}::uuid, 'Filler ' || n from generate_series(1, 450) n`.execute(app.platform.database);
  await sql`delete from message_search`.execute(app.platform.database);
  await sql`update search_indexes set reads = '', written = '', filled_to = null where name = 'messages'`.execute(app.platform.database);
  forgetReading(app.platform.database);
  expect(await found(host, 'tarantella')).toEqual([talk]);
  const stop = new AbortController();
  const stopped = fill(stop.signal);
  await expect.poll(async () => (await state()).filled_to, { interval: 1 }).not.toBeNull();
  stop.abort();
  await expect(stopped).rejects.toThrow('aborted');
  expect(await state()).toEqual({ reads: '', written: '', filled_to: expect.any(String) });
  expect(await found(host, 'tarantella')).toEqual([talk]);
  const running = fill();
  const made = await writeMessage(host, talk, 'Gavotte');
  await fan.client.call('DELETE /messages/{id}', { params: { id: old } });
  await running;
  await fill();
  expect(await state()).toEqual({ reads: 'a', written: 'a', filled_to: null });
  expect([await found(host, 'tarantella'), await found(fan, 'gavotte'), (await stored(made))!.version]).toEqual([[], [talk], 'a']);
  const { rows } = await sql`
    select from messages m left join message_search s on s.message_id = m.id
    where m.recipient_id is not null and s.version is distinct from 'a'`.execute(app.platform.database);
  expect(rows).toEqual([]);
});
