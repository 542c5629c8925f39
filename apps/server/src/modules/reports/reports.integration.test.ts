import { afterAll, beforeAll, expect, test } from 'vitest';
import { createConversation, openMessages, sendPaidMessage, writeMessage } from '../../testing/conversation-fixtures.ts';
import { type Person, createAdmin, createFan, createFeed, createPerformer, picture, topUp } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { watchRows } from '../../testing/changed-rows.ts';

let app: TestApp;
let admin: Person;
let star: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin, monthlyPrice: 5 });
  fan = await createFan(app);
  await topUp(app, fan, 50);
});
afterAll(() => app.close());

type Body = { objectType: string; objectId: string; reason?: string; text?: string };
const report = (by: Person, body: Body) => by.client.send('POST /reports', { body: { reason: 'spam', ...body } as never });
const decide = (id: string, decision: 'upheld' | 'rejected', note = '') =>
  admin.client.send('POST /admin/reports/{id}/decide', { params: { id }, body: { decision, note } });
const own = async (by = star) => (await by.client.call('GET /performer/reports', { query: { limit: 100 } })).data;
const post = (text = 'For all.') => createFeed(star, { photos: 0, text });
const comment = async (by: Person, objectId: string, content = 'Boo.') =>
  (await by.client.call('POST /comments', { body: { objectType: 'feed', objectId, content }, files: {} }))._id;
const notices = async ({ client }: Person) => {
  await app.settle();
  return (await client.call('GET /notifications')).data.filter(({ kind }) => kind === 'report');
};

test('while it is open, the same report is answered again; a flood of them is one', async () => {
  const objectId = await post();
  const answers = await Promise.all(Array.from({ length: 2 }, () => report(fan, { objectType: 'feed', objectId, text: 'Look.' })));
  expect(new Set(answers.map(({ data }) => data._id)).size).toBe(1);
  expect(answers[0]!.data).toMatchObject({ state: 'open' });
  expect(answers[0]!.data.reference).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  const flood = await Promise.all(Array.from({ length: 20 }, () => report(fan, { objectType: 'feed', objectId })));
  expect(new Set(flood.map(({ data }) => data._id))).toEqual(new Set([answers[0]!.data._id]));
  const rows = await app.platform.database.selectFrom('reports').select('id').where('object_id', '=', objectId).execute();
  expect(rows.length).toBe(1);
});

test('what the caller can’t see, one’s own and what isn’t there are refused and leave nothing', async () => {
  const stranger = await createFan(app);
  const another = await createPerformer(app, { admin });
  await openMessages(star);
  const conversation = await createConversation(fan, star);
  const letter = await writeMessage(star, conversation, 'For you alone.');
  const draft = (await star.client.call('POST /performer/feeds/draft', { body: { text: 'Notes.' } }))._id;
  const feedId = await post();
  await app.settle();
  const changed = await watchRows(app);
  expect((await report(stranger, { objectType: 'message', objectId: letter })).status).toBe(404);
  expect((await report(stranger, { objectType: 'feed', objectId: draft })).status).toBe(404);
  // The kind must be right as well.
  expect((await report(another, { objectType: 'gallery', objectId: feedId })).status).toBe(404);
  expect((await report(star, { objectType: 'feed', objectId: feedId })).status).toBe(403);
  expect((await report(star, { objectType: 'account', objectId: star.id })).status).toBe(403);
  expect((await report(another, { objectType: 'account', objectId: admin.id })).status).toBe(404);
  expect((await report(another, { objectType: 'nothing', objectId: feedId })).status).toBe(422);
  expect(await changed()).toEqual({});
});

test('upheld, an item is hidden at every address, all reports about it are upheld, and the performer can appeal', async () => {
  const by = await createPerformer(app, { admin });
  const [first, second] = [await createFan(app), await createFan(app)];
  const objectId = await createFeed(by, { photos: 0, text: 'A claim.', title: 'A claim' });
  const one = (await report(first, { objectType: 'feed', objectId, text: 'It is not true, says Ann.' })).data;
  const two = (await report(second, { objectType: 'feed', objectId, reason: 'harassment' })).data;
  const seen = await own(by);
  expect(seen.map(({ state, reason }) => [state, reason])).toEqual([
    ['open', 'harassment'],
    ['open', 'spam'],
  ]);
  const queue = await admin.client.call('GET /admin/reports', { query: { limit: 100 } });
  expect(queue.data.find(({ _id }) => _id === one._id)).toMatchObject({ open: 2, isDown: false, reporter: { _id: first.id } });
  expect((await decide(one._id, 'rejected')).error.error).toBe('REASON_REQUIRED');
  expect((await decide(one._id, 'upheld', 'Against the rules.')).data).toMatchObject({
    state: 'upheld',
    outcome: 'takenDown',
    isDown: true,
  });
  expect((await decide(two._id, 'rejected', 'Late.')).error.error).toBe('REPORT_STATE');
  for (const who of [first.client, app.client(), admin.client])
    expect((await who.send('GET /feeds/{id}', { params: { id: objectId } })).status).toBe(404);
  expect((await by.client.send('POST /performer/feeds/pin-to-profile/{id}', { params: { id: objectId } })).error.error).toBe('FEED_STATE');
  expect((await by.client.call('GET /performer/feeds/{id}', { params: { id: objectId } })).state).toBe('taken-down');

  // Nothing says who reported, or with which words.
  const told = JSON.stringify([await own(by), await notices(by), await app.mailsTo(by.email)]);
  for (const secret of [first.id, first.username, second.id, second.username, 'says Ann']) expect(told).not.toContain(secret);
  expect((await notices(first)).length).toBe(1);
  const mine = (await own(by)).find(({ _id }) => _id === one._id)!;
  expect([mine.outcome, mine.note, mine.appealUntil === null]).toEqual(['takenDown', 'Against the rules.', false]);

  const appeal = (text: string) => by.client.send('POST /performer/reports/{id}/appeal', { params: { id: one._id }, body: { text } });
  expect((await appeal('No.')).status).toBe(422);
  expect((await appeal('It is an opinion, not a claim.')).data).toMatchObject({ appeal: { state: 'open' }, appealUntil: null });
  expect((await appeal('And another thing.')).error.error).toBe('REPORT_STATE');
  const appeals = await admin.client.call('GET /admin/reports', { query: { state: 'appealed' } });
  expect(appeals.data.map(({ _id }) => _id)).toEqual([one._id]);
  const answer = await admin.client.call('POST /admin/reports/{id}/decide-appeal', {
    params: { id: one._id },
    body: { decision: 'upheld', note: 'An opinion it is.' },
  });
  expect(answer).toMatchObject({ state: 'rejected', appeal: { state: 'upheld' }, isDown: false });
  await app.settle();
  expect((await app.client().send('GET /feeds/{id}', { params: { id: objectId } })).status).toBe(200);
  // The reason of the first decision isn't that of the rejection.
  expect((await first.client.call('GET /account/reports', {})).data).toMatchObject([{ state: 'rejected', note: 'An opinion it is.' }]);
});

test('reports on messages, accounts and minors are told only once they are upheld', async () => {
  const by = await createPerformer(app, { admin });
  const reporter = await createFan(app);
  const feedId = await createFeed(by, { photos: 0, text: 'For all.' });
  const account = (await report(reporter, { objectType: 'account', objectId: by.id, reason: 'impersonation' })).data;
  await report(reporter, { objectType: 'feed', objectId: feedId, reason: 'underage' });
  expect(await own(by)).toEqual([]);
  const hidden = await by.client.send('POST /performer/reports/{id}/appeal', {
    params: { id: account._id },
    body: { text: 'I am myself.' },
  });
  expect(hidden.status).toBe(404);
  await decide(account._id, 'upheld');
  expect((await own(by)).map(({ object, outcome }) => [object.kind, outcome])).toEqual([['account', 'warned']]);
});

test('a comment is hidden for others, a message goes from both sides', async () => {
  const by = await createPerformer(app, { admin });
  const [writer, reader] = [await createFan(app), await createFan(app)];
  const feedId = await createFeed(by, { photos: 0, text: 'For all.' });
  const commentId = await comment(writer, feedId);
  const { _id } = (await report(reader, { objectType: 'comment', objectId: commentId, reason: 'harassment' })).data;
  await decide(_id, 'upheld');
  const shown = await reader.client.call('GET /comments/search', { query: { objectId: feedId } });
  expect(shown.data).toEqual([]);
  await openMessages(by);
  const conversation = await createConversation(reader, by);
  const letter = await writeMessage(by, conversation, 'Pay me elsewhere.');
  const message = (await report(reader, { objectType: 'message', objectId: letter, reason: 'spam' })).data;
  await decide(message._id, 'upheld');
  const { data } = await reader.client.call('GET /messages/conversations/{id}', { params: { id: conversation } });
  expect(data.find((one) => one._id === letter)).toMatchObject({ isDeleted: true });
});

test('an admin reads all that a report is about, decided or not; nobody else does', async () => {
  const by = await createPerformer(app, { admin });
  const [writer, reader] = [await createFan(app), await createFan(app)];
  const look = (person: Person, id: string) => person.client.send('GET /admin/reports/{id}', { params: { id } });
  const reported = async (objectType: string, objectId: string) => (await report(reader, { objectType, objectId })).data._id;
  const contentsOf = async (id: string) => (await look(admin, id)).data.contents;

  const feedId = await createFeed(by, { title: 'For all', text: 'Come on Saturday.', photos: 1 });
  const words = `${'So far away. '.repeat(30)}Meet me behind the stage.`;
  const { _id: commentId } = await writer.client.call('POST /comments', {
    body: { objectType: 'feed', objectId: feedId, content: words },
    files: { file: await picture() },
  });
  const aboutComment = await reported('comment', commentId);
  const whole = { text: words, audience: null, price: null, files: [{ role: 'content', kind: 'image' }] };
  expect(await contentsOf(aboutComment)).toMatchObject(whole);
  await decide(aboutComment, 'upheld');
  expect(await contentsOf(aboutComment)).toMatchObject(whole);

  const aboutFeed = await reported('feed', feedId);
  await decide(aboutFeed, 'upheld');
  expect(await contentsOf(aboutFeed)).toMatchObject({ text: 'Come on Saturday.', audience: 'everyone', files: [{ role: 'content' }] });

  await openMessages(by);
  const conversation = await createConversation(reader, by);
  const itemId = await sendPaidMessage(by, conversation);
  const letter = await app.platform.database.selectFrom('messages').select('id').where('item_id', '=', itemId).executeTakeFirstOrThrow();
  expect(await contentsOf(await reported('message', letter.id))).toMatchObject({ audience: null, price: 2, files: [{ kind: 'image' }] });
  expect(await contentsOf(await reported('account', by.id))).toBe(null);
  const file = new Blob([Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n')]);
  const { _id: fileId } = await by.client.call('POST /messages/conversations/{id}/files', {
    params: { id: conversation },
    body: { name: 'Set list.pdf' },
    files: { file },
  });
  const { _id: sheet } = await by.client.call('POST /messages/conversations/{id}', {
    params: { id: conversation },
    body: { text: 'Ours', fileId: [fileId] },
  });
  const [document] = (await contentsOf(await reported('message', sheet)))!.files;
  expect(document).toMatchObject({ kind: 'document', name: 'Set list.pdf' });
  expect((await fetch(new URL(document!.download!, app.url))).status).toBe(200);

  for (const person of [by, reader]) expect((await look(person, aboutComment)).status).toBe(403);
  expect((await look(admin, feedId)).status).toBe(404);
});

test('the words of a reported private message are in no list and no account’s history: only in the audited look', async () => {
  const by = await createPerformer(app, { admin });
  const reader = await createFan(app);
  await openMessages(by);
  const conversation = await createConversation(reader, by);
  const words = 'Meet me at the harbour.';
  const letter = await writeMessage(by, conversation, words);
  const { _id } = (await report(reader, { objectType: 'message', objectId: letter })).data;
  const feedId = await createFeed(by, { photos: 0, text: 'Come on Saturday.' });
  const { _id: aboutFeed } = (await report(reader, { objectType: 'feed', objectId: feedId })).data;
  const titles = async (locale: string, state: 'open' | 'upheld' = 'open') => {
    const { data } = await admin.client.call('GET /admin/reports', {
      query: { state, limit: 100 },
      headers: { 'accept-language': locale },
    });
    expect(JSON.stringify(data)).not.toContain(words);
    return new Map(data.map((one) => [one._id, one.object.title]));
  };
  const english = await titles('en');
  expect([english.get(_id), english.get(aboutFeed)]).toEqual([`Private message from @${by.username}`, 'Come on Saturday.']);
  expect((await titles('es')).get(_id)).toBe(`Mensaje privado de @${by.username}`);
  for (const { id } of [by, reader]) {
    const { timeline } = await admin.client.call('GET /admin/users/{id}', { params: { id } });
    expect(timeline.map((entry) => entry.title)).toContain('Come on Saturday.');
    expect(JSON.stringify(timeline)).not.toContain(words);
  }
  const look = await admin.client.call('GET /admin/reports/{id}', { params: { id: _id } });
  expect([look.object.title, look.contents?.text]).toEqual([`Private message from @${by.username}`, words]);
  const decided = (await decide(_id, 'upheld')).data;
  expect(JSON.stringify(decided)).not.toContain(words);
  expect((await titles('en', 'upheld')).get(_id)).toBe(`Private message from @${by.username}`);
});

test('whoever looks at a reported private message is in the audit log, without its words', async () => {
  await openMessages(star);
  const conversation = await createConversation(fan, star);
  const letter = await writeMessage(star, conversation, 'Meet me behind the hall.');
  const feedId = await post('For all.');
  const { _id: aboutLetter, reference } = (await report(fan, { objectType: 'message', objectId: letter })).data;
  const { _id: aboutFeed } = (await report(fan, { objectType: 'feed', objectId: feedId })).data;
  const looks = () =>
    app.platform.database
      .selectFrom('audit_log')
      .select(['actor_id', 'action', 'object_kind', 'object_id', 'detail'])
      .where('object_id', 'in', [letter, feedId])
      .execute();
  const look = (person: Person, id: string) => person.client.send('GET /admin/reports/{id}', { params: { id } });
  expect((await look(fan, aboutLetter)).status).toBe(403);
  expect((await look(admin, aboutFeed)).status).toBe(200);
  await admin.client.call('GET /admin/reports', { query: {} });
  expect(await looks()).toEqual([]);
  expect((await look(admin, aboutLetter)).data.contents).toMatchObject({ text: 'Meet me behind the hall.' });
  expect(await looks()).toEqual([
    { actor_id: admin.id, action: 'reports.messageViewed', object_kind: 'message', object_id: letter, detail: { name: reference } },
  ]);
});
