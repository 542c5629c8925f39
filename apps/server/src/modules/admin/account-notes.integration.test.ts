import { afterAll, beforeAll, expect, test } from 'vitest';
import { watchRows } from '../../testing/changed-rows.ts';
import { type Person, createAdmin, createFan, createPerformer, topUp } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

let app: TestApp;
let owner: Person;
let support: Person;
let moderator: Person;
let finance: Person;
let fan: Person;
let star: Person;

const adminOf = async (adminRole: 'support' | 'moderator' | 'finance'): Promise<Person> => {
  const person = await createAdmin(app);
  await owner.client.call('PUT /admin/admins/{id}', { params: { id: person.id }, body: { adminRole } });
  return person;
};

beforeAll(async () => {
  app = await createTestApp();
  owner = await createAdmin(app);
  support = await adminOf('support');
  moderator = await adminOf('moderator');
  finance = await adminOf('finance');
  fan = await createFan(app);
  star = await createPerformer(app, { admin: owner });
});
afterAll(() => app.close());

const params = () => ({ id: fan.id });
const stored = () => app.platform.database.selectFrom('account_notes').select(['account_id', 'author_id', 'text']).orderBy('id').execute();
const registered = () => app.platform.personalData.modules().find(({ module }) => module === 'admin')!;

test('notes are read by every admin, and removed by their author or an owner', async () => {
  const shown = await support.client.call('POST /admin/users/{id}/notes', {
    params: params(),
    body: { text: ' Wrote about a lost password.\nHas a new phone. ' },
  });
  const text = 'Wrote about a lost password.\nHas a new phone.';
  expect(shown.notes).toEqual([
    {
      _id: expect.any(String),
      at: expect.any(String),
      author: { _id: support.id, username: support.username, name: expect.any(String) },
      text,
    },
  ]);
  expect(await stored()).toEqual([{ account_id: fan.id, author_id: support.id, text }]);
  await finance.client.call('POST /admin/users/{id}/notes', { params: params(), body: { text: 'Refunded twice.' } });
  const { notes } = await moderator.client.call('GET /admin/users/{id}', { params: params() });
  expect(notes.map((note) => note.text)).toEqual(['Refunded twice.', text]);
  const noteOf = (index: number) => ({ params: { id: fan.id, noteId: notes[index]!._id } });

  const changes = await watchRows(app);
  const refused = [
    await moderator.client.raw('DELETE /admin/users/{id}/notes/{noteId}', noteOf(0)),
    await support.client.raw('DELETE /admin/users/{id}/notes/{noteId}', noteOf(0)),
    // Of another account.
    await finance.client.raw('DELETE /admin/users/{id}/notes/{noteId}', { params: { id: star.id, noteId: notes[0]!._id } }),
    await fan.client.raw('DELETE /admin/users/{id}/notes/{noteId}', noteOf(0)),
    await fan.client.raw('POST /admin/users/{id}/notes', { params: params(), body: { text: 'I am fine.' } }),
    await support.client.raw('POST /admin/users/{id}/notes', { params: params(), body: { text: '   ' } }),
    await support.client.raw('POST /admin/users/{id}/notes', { params: params(), body: { text: 'x'.repeat(2001) } }),
    await support.client.raw('POST /admin/users/{id}/notes', { params: { id: notes[0]!._id }, body: { text: 'Nobody.' } }),
  ];
  expect(refused.map(({ error }) => error?.error)).toEqual([
    'FORBIDDEN',
    'FORBIDDEN',
    'NOT_FOUND',
    'FORBIDDEN',
    'FORBIDDEN',
    'VALIDATION_FAILED',
    'VALIDATION_FAILED',
    'NOT_FOUND',
  ]);
  expect(await changes()).toEqual({});

  await finance.client.call('DELETE /admin/users/{id}/notes/{noteId}', noteOf(0));
  const left = await owner.client.call('DELETE /admin/users/{id}/notes/{noteId}', noteOf(1));
  expect(left.notes).toEqual([]);
  expect(await stored()).toEqual([]);
  expect(left.history.map(({ action, actor }) => [action, actor?._id])).toEqual([
    ['accounts.noteRemoved', owner.id],
    ['accounts.noteRemoved', finance.id],
    ['accounts.noteAdded', finance.id],
    ['accounts.noteAdded', support.id],
  ]);
});

test('notes are in no copy of data, and go with the account that they are about', async () => {
  await support.client.call('POST /admin/users/{id}/notes', { params: params(), body: { text: 'Prefers Spanish.' } });
  await support.client.call('POST /admin/users/{id}/notes', { params: { id: star.id }, body: { text: 'Plays the cello.' } });
  const { data } = await registered().read(app.platform.database, fan.id);
  expect(data).toEqual({});
  await app.platform.database.transaction().execute((trx) => registered().erase!(trx, fan.id));
  expect((await stored()).map(({ text }) => text)).toEqual(['Plays the cello.']);
});

test('the timeline shows each role what it may read elsewhere', async () => {
  await topUp(app, fan, 20);
  await fan.client.call('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: star.id }, body: { amount: 7.5 } });
  await fan.client.call('POST /reports', { body: { objectType: 'account', objectId: star.id, reason: 'spam' } });
  await app.settle();
  const timelineOf = async (admin: Person, person: Person) =>
    (await admin.client.call('GET /admin/users/{id}', { params: { id: person.id } })).timeline;
  const kindsOf = async (admin: Person, person: Person) =>
    (await timelineOf(admin, person))
      .map((entry) => [entry.kind, entry.detail, entry.person?.username].filter(Boolean).join(' '))
      .toSorted();
  expect(await kindsOf(support, fan)).toEqual(['joined']);
  expect(await kindsOf(moderator, fan)).toEqual(['joined', `report open ${star.username}`]);
  expect(await kindsOf(finance, fan)).toEqual(['joined', `paid tip ${star.username}`, 'paid topUpCustom']);
  expect(await kindsOf(owner, star)).toEqual([`earned tip ${fan.username}`, 'joined', `reported open ${fan.username}`]);
  const timeline = await timelineOf(owner, star);
  expect(timeline.map(({ at }) => at)).toEqual(
    timeline
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );
  expect(timeline.find(({ kind }) => kind === 'earned')).toMatchObject({ tokens: 7.5, money: 6 });
});
