import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillIndex } from '../../platform/search/search-indexes.ts';
import { createConversation, openMessages, writeMessage } from '../../testing/conversation-fixtures.ts';
import { type Person, createAdmin, createFan, createPerformer } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { MESSAGE_SEARCH } from './message-search.store.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
});
afterAll(() => app.close());

const createHost = async (): Promise<Person> => {
  const host = await createPerformer(app, { admin });
  await openMessages(host);
  return host;
};
const search = (person: Person, q: string, query: Record<string, unknown> = {}) =>
  person.client.call('GET /conversations/search', { query: { ...query, q } });
const idsOf = async (person: Person, q: string, query: Record<string, unknown> = {}) =>
  (await search(person, q, query)).data.map(({ _id }) => _id);

/** A conversation for each text, the last one newest. */
const createConversations = async (host: Person, texts: readonly string[]): Promise<{ id: string; fan: Person; messageId: string }[]> => {
  const made: { id: string; fan: Person; messageId: string }[] = [];
  for (const text of texts) {
    const fan = await createFan(app);
    const id = await createConversation(fan, host);
    made.push({ id, fan, messageId: await writeMessage(fan, id, text) });
    app.clock.advance(1000);
  }
  return made;
};

test('finds all words of one message by their beginnings, whatever their case and accents, from both sides alone', async () => {
  const [host, other] = [await createHost(), await createHost()];
  const [cafe, tea] = await createConversations(host, ['Un CAFÉ con leche, ¿mañana?', 'Tea with milk, tomorrow at 7']);
  await writeMessage(host, cafe!.id, 'Tomorrow is fine.');
  for (const q of ['cafe', 'CAFÉ', 'caf leche', 'manana', '¿Mañana?', 'leche, con'])
    expect([q, await idsOf(host, q)]).toEqual([q, [cafe!.id]]);
  // Neither inside of a word, nor in two messages, nor by a single letter that is no word.
  for (const q of ['afe', 'cafe fine', 'c', '?!']) expect([q, await idsOf(host, q)]).toEqual([q, []]);
  expect(await idsOf(host, 'tomorrow')).toEqual([cafe!.id, tea!.id]);
  expect([await idsOf(host, '7'), await idsOf(cafe!.fan, 'tomorrow'), await idsOf(tea!.fan, 'cafe')]).toEqual([[tea!.id], [cafe!.id], []]);
  expect([await idsOf(other, 'cafe'), await idsOf(admin, 'cafe')]).toEqual([[], []]);
  const stored = await app.platform.database
    .selectFrom('messages')
    .select(['sender_id', 'recipient_id'])
    .where('conversation_id', '=', cafe!.id)
    .orderBy('id')
    .execute();
  expect(stored).toEqual([
    { sender_id: cafe!.fan.id, recipient_id: host.id },
    { sender_id: host.id, recipient_id: cafe!.fan.id },
  ]);
});

test('finds nothing that was deleted, taken back, or removed for this side', async () => {
  const host = await createHost();
  const [deleted, undone, cleared] = await createConversations(host, ['Sonata deleted', 'Sonata undone', 'Sonata cleared']);
  await writeMessage(cleared!.fan, cleared!.id, 'Sonata again');
  expect((await idsOf(host, 'sonata')).length).toBe(3);
  await deleted!.fan.client.call('DELETE /messages/{id}', { params: { id: deleted!.messageId } });
  await undone!.fan.client.send('DELETE /messages/{id}', { params: { id: undone!.messageId }, query: { undo: 'true' } });
  await host.client.call('DELETE /messages/{id}/remove-all-message', { params: { id: cleared!.id } });
  expect(await idsOf(host, 'sonata')).toEqual([]);
  expect([await idsOf(deleted!.fan, 'sonata'), await idsOf(cleared!.fan, 'sonata')]).toEqual([[], [cleared!.id]]);
  await writeMessage(cleared!.fan, cleared!.id, 'A new sonata');
  expect(await idsOf(host, 'sonata')).toEqual([cleared!.id]);
});

test('names also find a conversation without messages, and a block hides it', async () => {
  const host = await createHost();
  const fan = await createFan(app);
  const id = await createConversation(fan, host);
  const q = fan.username.slice(0, -1);
  expect([await idsOf(host, q.toUpperCase()), (await host.client.call('GET /conversations', { query: {} })).data]).toEqual([[id], []]);
  await fan.client.call('PUT /users', { body: { name: 'Zoë van Quintessence' } });
  for (const q of ['zoë v', 'VAN q', 'quintess', 'zoe', 'zo%']) expect([q, await idsOf(host, q)]).toEqual([q, [id]]);
  for (const q of ['uintess', 'z', 'z_ë']) expect([q, await idsOf(host, q)]).toEqual([q, []]);
  await host.client.call('POST /performer/block/users', { body: { userId: fan.id } });
  expect(await idsOf(fan, host.username)).toEqual([]);
});

test('pages, filters and totals are those of what is found', async () => {
  const host = await createHost();
  const made = await createConversations(host, ['Encore 1', 'Encore 2', 'Encore 3', 'Other']);
  const ids = made.slice(0, 3).map(({ id }) => id);
  await host.client.call('POST /messages/read-all/{id}', { params: { id: ids[1]! } });
  expect(await search(host, 'encore', { limit: 2 })).toMatchObject({ total: 3, data: [{ _id: ids[2] }, { _id: ids[1] }] });
  expect(await idsOf(host, 'encore', { limit: 2, offset: 2 })).toEqual([ids[0]]);
  expect(await search(host, 'encore', { offset: 9 })).toEqual({ data: [], total: 3 });
  expect(await search(host, 'encore', { filter: 'unread' })).toMatchObject({ total: 2, data: [{ _id: ids[2] }, { _id: ids[0] }] });
  expect(await idsOf(host, 'encore', { sortBy: 'createdAt', sort: 'asc' })).toEqual(ids);
});

test('of words in very many messages the newest are searched, and the answer says so', async () => {
  const host = await createHost();
  const [old, recent] = await createConversations(host, ['Bravo once', 'Bravo twice']);
  await sql`insert into messages (conversation_id, sender_id, text)
    select ${old!.id}::uuid, ${old!.fan.id}::uuid, case when n <= 2000 then 'Bravo ' || n else 'Silence' end from generate_series(1, 2005) n`.execute(
    app.platform.database,
  );
  await fillIndex(app.platform, MESSAGE_SEARCH, new AbortController().signal);
  const found = await search(host, 'bravo');
  expect([found.data.map(({ _id }) => _id), found.total, found.isPartial]).toEqual([[recent!.id], 1, true]);
  // A further word makes it rare.
  const rare = await search(host, 'bravo once');
  expect([rare.data.map(({ _id }) => _id), rare.isPartial]).toEqual([[old!.id], undefined]);
});
