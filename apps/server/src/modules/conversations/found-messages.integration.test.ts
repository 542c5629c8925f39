import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillIndex } from '../../platform/search/search-indexes.ts';
import { createConversation, openMessages, sendPaidMessage, writeMessage } from '../../testing/conversation-fixtures.ts';
import { type Person, createAdmin, createFan, createPerformer } from '../../testing/factories.ts';
import { codeOf } from '../../testing/log-in.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { MESSAGE_SEARCH } from './message-search.store.ts';
import { takeDownMessage } from './take-down-message.ts';

// A search of conversations shows the message that it found each one by, and the conversation is read around that message.

let app: TestApp;
let host: Person;
let fan: Person;
let other: Person;
beforeAll(async () => {
  app = await createTestApp();
  host = await createPerformer(app, { admin: await createAdmin(app) });
  await openMessages(host);
  [fan, other] = [await createFan(app), await createFan(app)];
});
afterAll(() => app.close());

const found = async (who: Person, q: string) =>
  (await who.client.call('GET /conversations/search', { query: { q } })).data.map(({ _id, match }) => ({
    _id,
    match: match && [match._id, match.parts.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join(''), match.isOwn],
  }));

describe('a conversation that is found', () => {
  test('shows the newest message with the words, to each member as its own or the other’s', async () => {
    const talk = await createConversation(fan, host);
    await writeMessage(fan, talk, 'Die Straße ist lang.');
    const newest = await writeMessage(host, talk, 'Wieder auf der STRASSE 上海, क्या हिन्दी गाना?');
    await writeMessage(fan, talk, 'Gut.');
    expect(await found(fan, 'strasse')).toEqual([{ _id: talk, match: [newest, 'Wieder auf der [STRASSE] 上海, क्या हिन्दी गाना?', false] }]);
    expect(await found(host, 'straße')).toEqual([{ _id: talk, match: [newest, 'Wieder auf der [STRASSE] 上海, क्या हिन्दी गाना?', true] }]);
    expect((await found(host, 'हिन्दी 海'))[0]!.match![1]).toBe('Wieder auf der STRASSE 上[海], क्या [हिन्दी] गाना?');
    expect((await found(fan, 'lang'))[0]!.match![1]).toBe('Die Straße ist [lang].');
    expect(await found(other, 'strasse')).toEqual([]);
  });

  test('by the name alone shows no message; by name and words the message', async () => {
    const someone = await createFan(app);
    await someone.client.call('PUT /users', { body: { name: 'Cadenza Reyes' } });
    const talk = await createConversation(someone, host);
    const empty = await createConversation(other, host);
    await other.client.call('PUT /users', { body: { name: 'Cadenza Brown' } });
    await writeMessage(someone, talk, 'Good evening.');
    expect((await found(host, 'cadenza')).map(({ match }) => match)).toEqual([null, null]);
    const id = await writeMessage(someone, talk, 'A cadenza, please.');
    expect(await found(host, 'cadenza')).toEqual([
      { _id: talk, match: [id, 'A [cadenza], please.', false] },
      { _id: empty, match: null },
    ]);
    const { data } = await host.client.call('GET /conversations/search', { query: {} });
    expect(new Set(data.map(({ match }) => match))).toEqual(new Set([null]));
  });

  test('shows no deleted message, none that was taken down, and none that this side removed', async () => {
    const someone = await createFan(app);
    const talk = await createConversation(someone, host);
    const [first, second, third] = [
      await writeMessage(someone, talk, 'Ostinato one'),
      await writeMessage(someone, talk, 'Ostinato two'),
      await writeMessage(someone, talk, 'Ostinato three'),
    ];
    const shown = async (who: Person) => (await found(who, 'ostinato')).map(({ match }) => match?.[0]);
    expect(await shown(host)).toEqual([third]);
    await someone.client.call('DELETE /messages/{id}', { params: { id: third } });
    expect(await shown(host)).toEqual([second]);
    await app.platform.database.transaction().execute((trx) => takeDownMessage(trx, second, app.clock.now()));
    expect([await shown(host), await shown(someone)]).toEqual([[first], [first]]);
    await host.client.call('DELETE /messages/{id}/remove-all-message', { params: { id: talk } });
    expect([await shown(host), await shown(someone)]).toEqual([[], [first]]);
    // Named, but with nothing to show for its words.
    expect(await found(host, someone.username)).toEqual([{ _id: talk, match: null }]);
  });

  test('by the open words of a paid message shows those words and nothing that it sells', async () => {
    const someone = await createFan(app);
    const talk = await createConversation(someone, host);
    await sendPaidMessage(host, talk);
    const { data } = await someone.client.call('GET /conversations/search', { query: { q: 'backstage' } });
    expect(data[0]!.match).toEqual({
      _id: expect.any(String),
      isOwn: false,
      createdAt: expect.any(String),
      parts: [{ text: 'Backstage', isMatch: true }],
    });
    expect(await found(other, 'backstage')).toEqual([]);
  });

  test('by words of very many messages shows one of its newest', async () => {
    const someone = await createFan(app);
    const talk = await createConversation(someone, host);
    await sql`insert into messages (conversation_id, sender_id, text)
      select ${talk}::uuid, ${someone.id}::uuid, 'Tremolo ' || n from generate_series(1, 2005) n`.execute(app.platform.database);
    await fillIndex(app.platform, MESSAGE_SEARCH, new AbortController().signal);
    const last = await writeMessage(host, talk, 'The tremolo of the last message');
    expect(await found(someone, 'tremolo')).toEqual([{ _id: talk, match: [last, 'The [tremolo] of the last message', false] }]);
  });
});

describe('the messages around one', () => {
  const CALL = 'GET /messages/conversations/{id}/around/{messageId}';
  let long: string;
  let ids: string[];
  beforeAll(async () => {
    long = await createConversation(fan, host);
    await sql`insert into messages (conversation_id, sender_id, text)
      select ${long}::uuid, ${fan.id}::uuid, 'Bar ' || n from generate_series(1, 3000) n`.execute(app.platform.database);
    ids = (await app.platform.database.selectFrom('messages').select('id').where('conversation_id', '=', long).orderBy('id').execute()).map(
      ({ id }) => id,
    );
  });
  const read = async (who: Person, messageId: string, query: Record<string, unknown> = {}) => {
    const { data, ...rest } = await who.client.call(CALL, { params: { id: long, messageId }, query });
    return { ids: data.map(({ _id }) => _id), ...rest };
  };
  const slice = (from: number, to: number) => ids.slice(from, to);

  test('are as many before as after it, however far back', async () => {
    expect(await read(host, ids[1000]!)).toEqual({ ids: slice(988, 1013), isFound: true, hasOlder: true, hasNewer: true });
    expect(await read(fan, ids[2]!, { limit: 8 })).toEqual({ ids: slice(0, 8), isFound: true, hasOlder: false, hasNewer: true });
    expect(await read(fan, ids.at(-1)!, { limit: 8 })).toEqual({
      ids: slice(-5, ids.length),
      isFound: true,
      hasOlder: true,
      hasNewer: false,
    });
  });

  test('go on in both directions without a gap', async () => {
    expect(await read(host, ids[988]!, { side: 'older' })).toEqual({
      ids: slice(963, 988),
      isFound: true,
      hasOlder: true,
      hasNewer: null,
    });
    expect(await read(host, ids[1012]!, { side: 'newer', limit: 100 })).toEqual({
      ids: slice(1012, 1112),
      isFound: true,
      hasOlder: null,
      hasNewer: true,
    });
    expect(await read(host, ids[0]!, { side: 'older' })).toEqual({ ids: [], isFound: true, hasOlder: false, hasNewer: null });
    expect((await read(host, ids.at(-3)!, { side: 'newer' })).hasNewer).toBe(false);
  });

  test('are the newest where it is deleted, of another conversation, removed for this side, or nowhere', async () => {
    const newest = { ids: slice(-25, ids.length), isFound: false, hasOlder: true, hasNewer: false };
    const foreign = await writeMessage(other, await createConversation(other, host), 'Elsewhere');
    await app.platform.database.updateTable('messages').set({ deleted_at: app.clock.now() }).where('id', '=', ids[500]!).execute();
    for (const id of [foreign, ids[500]!, long]) expect(await read(host, id)).toEqual(newest);
    // From a deleted one reading still goes on.
    expect((await read(host, ids[500]!, { side: 'newer', limit: 2 })).ids).toEqual(slice(500, 502));
    const someone = await createFan(app);
    const talk = await createConversation(someone, host);
    const id = await writeMessage(someone, talk, 'Removed');
    await host.client.call('DELETE /messages/{id}/remove-all-message', { params: { id: talk } });
    expect(await host.client.call(CALL, { params: { id: talk, messageId: id } })).toEqual({
      data: [],
      isFound: false,
      hasOlder: false,
      hasNewer: false,
    });
  });

  test('are refused to others, and for what is no id, no side, and no number', async () => {
    const ask = async (who: Person, params: { id: string; messageId: string }, query: Record<string, unknown> = {}) =>
      codeOf(await who.client.raw(CALL, { params, query }));
    const params = { id: long, messageId: ids[0]! };
    expect(await ask(other, params)).toBe('NOT_FOUND');
    for (const [wrong, query] of [
      [{ ...params, messageId: 'last' }, {}],
      [params, { side: 'left' }],
      [params, { limit: 0 }],
      [params, { limit: 101 }],
    ] as const)
      expect([wrong.messageId, query, await ask(host, wrong, query)]).toEqual([wrong.messageId, query, 'VALIDATION_FAILED']);
  });
});
