import type { ReportObject } from '@stagedoor/contract/reports.values';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createConversation, openMessages } from '../../testing/conversation-fixtures.ts';
import { type Person, createAdmin, createFan, createFeed, createPerformer, picture } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { eraseAccount } from '../accounts/erase-account.ts';
import { getDeletion } from '../accounts/deletion.ts';
import { sweepFiles } from '../files/index.ts';
import { sweepParticipants } from '../participants/personal-data.ts';
import { sweepDocuments } from '../performers/documents.store.ts';
import { forgetWords, sweepRestrictions } from './sweep-records.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
let admin: Person;
let second: Person;
let performer: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  second = await createAdmin(app);
  performer = await createPerformer(app, { admin });
  fan = await createFan(app);
  await openMessages(performer);
});
afterAll(() => app.close());

const set = (values: Record<string, unknown>) => admin.client.send('PUT /admin/settings', { body: { values } });
beforeEach(async () => {
  const values = { recordYears: 7, noticeYears: 3, restrictionYears: 7, unfoundedLimit: 0 };
  await admin.client.call('PUT /admin/settings', { body: { values } });
});

const pass = async (days: number): Promise<void> => {
  await app.settle();
  app.clock.advance(days * DAY_MS);
  // Everybody stays logged in.
  const at = app.clock.now();
  await app.platform.database
    .updateTable('sessions')
    .set({ expires_at: new Date(at.getTime() + DAY_MS), logged_in_at: at, confirmed_at: at, used_at: at, last_seen_at: at })
    .execute();
};
const auditsOf = async (action: string) => {
  const rows = await app.platform.database
    .selectFrom('audit_log')
    .select(['actor_id', 'detail'])
    .where('action', '=', action)
    .orderBy('id')
    .execute();
  return rows.map(({ actor_id: actor, detail }) => ({ actor, ...(detail as object) }));
};

const report = async (objectType: ReportObject, objectId: string, text = 'I see myself there.') => {
  const { _id } = await fan.client.call('POST /reports', { body: { objectType, objectId, reason: 'harassment', text } as never });
  return _id;
};
const decide = (id: string, decision: 'upheld' | 'rejected') =>
  admin.client.call('POST /admin/reports/{id}/decide', { params: { id }, body: { decision, note: 'We looked.' } });
const take = async (objectType: ReportObject, objectId: string): Promise<string> => {
  const id = await report(objectType, objectId);
  await decide(id, 'upheld');
  return id;
};
const reportRow = (id: string) =>
  app.platform.database
    .selectFrom('reports')
    .select(['text', 'state', 'restriction_id', 'title'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const measureOf = (objectId: string) =>
  app.platform.database.selectFrom('restrictions').selectAll().where('object_id', '=', objectId).executeTakeFirst();
const fileOf = (fileId: string) => app.platform.database.selectFrom('files').select('id').where('id', '=', fileId).executeTakeFirst();

/** A message with a picture, a comment with one, an avatar and a post, each taken down. */
const takeAll = async () => {
  const conversation = await createConversation(fan, performer);
  const upload = { params: { id: conversation }, body: {}, files: { file: await picture() } };
  const { _id: sent } = await performer.client.call('POST /messages/conversations/{id}/files', upload as never);
  const { _id: messageId } = await performer.client.call('POST /messages/conversations/{id}', {
    params: { id: conversation },
    body: { text: 'Words of a message.', fileId: [sent] },
  });
  const feedId = await createFeed(performer, { photos: 0, text: 'For all.' });
  const { _id: commentId } = await performer.client.call('POST /comments', {
    body: { objectType: 'feed', objectId: feedId, content: 'Words of a comment.' },
    files: { file: await picture() },
  } as never);
  await performer.client.call('POST /users/avatar/upload', { body: {}, files: { avatar: await picture() } } as never);
  const database = app.platform.database;
  const comment = await database.selectFrom('comments').select('file_id').where('id', '=', commentId).executeTakeFirstOrThrow();
  const account = await database.selectFrom('accounts').select('avatar_file_id').where('id', '=', performer.id).executeTakeFirstOrThrow();
  await app.settle();
  const objects: [ReportObject, string][] = [
    ['message', messageId],
    ['comment', commentId],
    ['avatar', performer.id],
    ['feed', feedId],
  ];
  const reports: string[] = [];
  for (const [type, id] of objects) reports.push(await take(type, id));
  return { messageId, commentId, feedId, reports, objects, files: [sent, comment.file_id!, account.avatar_file_id!] };
};

test('decisions with what they took are deleted after the owner’s years, and the counted reports stay', async () => {
  const taken = await takeAll();
  await set({ restrictionYears: 8 });
  await pass(7.5 * 365);
  expect(await sweepRestrictions(app.platform)).toBe(0);
  for (const [, id] of taken.objects) expect(await measureOf(id)).toMatchObject({ state: 'active', measure: 'removed' });
  await sweepFiles(app.platform);
  for (const id of taken.files) expect(await fileOf(id)).toBeDefined();

  await set({ restrictionYears: 7 });
  expect(await sweepRestrictions(app.platform)).toBe(4);
  expect(await auditsOf('reports.measuresExpired')).toEqual([{ actor: null, count: 4, years: 7 }]);
  for (const [, id] of taken.objects) expect(await measureOf(id)).toBeUndefined();
  const database = app.platform.database;
  expect(await database.selectFrom('messages').select(['text', 'file_ids']).where('id', '=', taken.messageId).executeTakeFirst()).toEqual({
    text: '',
    file_ids: [],
  });
  expect(await database.selectFrom('comments').select(['content', 'file_id']).where('id', '=', taken.commentId).executeTakeFirst()).toEqual(
    { content: '', file_id: null },
  );
  await sweepFiles(app.platform);
  await app.settle();
  for (const id of taken.files) expect(await fileOf(id)).toBeUndefined();

  // The post stays down, and the figures keep their rows.
  expect((await fan.client.send('GET /feeds/{id}', { params: { id: taken.feedId } })).status).toBe(404);
  for (const id of taken.reports) expect(await reportRow(id)).toMatchObject({ state: 'upheld', restriction_id: null });
  expect((await performer.client.call('GET /account/decisions')).total).toBe(0);
});

test('an open appeal and a profile that was taken down keep their decision, and copies stay refused', async () => {
  const owner = await createPerformer(app, { admin });
  const avatar = await picture();
  const upload = (by: Person) => by.client.send('POST /users/avatar/upload', { body: {}, files: { avatar } } as never);
  expect((await upload(owner)).status).toBe(200);
  await take('avatar', owner.id);
  const { _id: id } = await fan.client.call('POST /reports', { body: { objectType: 'account', objectId: owner.id, reason: 'underage' } });
  await decide(id, 'upheld');
  const { data } = await owner.client.call('GET /account/decisions');
  const removed = data.find(({ object }) => object.kind === 'avatar')!;
  await owner.client.call('POST /account/decisions/{id}/appeal', { params: { id: removed._id }, body: { text: 'That is me.' } });
  await pass(8 * 366);
  expect(await sweepRestrictions(app.platform)).toBe(0);
  const decided = { decision: 'rejected' as const, note: 'We looked again.' };
  await second.client.call('POST /admin/appeals/{id}/decide', { params: { id: removed._id }, body: decided });
  await pass(8 * 366);
  expect(await sweepRestrictions(app.platform)).toBe(1);
  const kinds = await app.platform.database
    .selectFrom('restrictions')
    .select(['object_type', 'state'])
    .where('account_id', '=', owner.id)
    .execute();
  expect(kinds).toEqual([{ object_type: 'account', state: 'active' }]);
  expect((await upload(await createFan(app))).error.error).toBe('FILE_BLOCKED');
});

test('the words of reports and complaints are forgotten after the owner’s years, not while a complaint is open', async () => {
  const feedId = await createFeed(performer, { photos: 0, text: 'For all.' });
  await app.settle();
  const [told, complained] = [await report('feed', feedId, 'Words of mine.'), await report('account', performer.id, 'Further words.')];
  for (const id of [told, complained]) await decide(id, 'rejected');
  await fan.client.call('POST /account/reports/{id}/complain', { params: { id: complained }, body: { text: 'Look again.' } });
  // Those of the tests before.
  await forgetWords(app.platform);
  const words = async () => [(await reportRow(told)).text, (await reportRow(complained)).text];
  await pass(2.9 * 365);
  expect(await forgetWords(app.platform)).toBe(0);
  await set({ noticeYears: 2 });
  expect(await forgetWords(app.platform)).toBe(1);
  expect(await words()).toEqual(['', 'Further words.']);
  expect((await auditsOf('reports.wordsForgotten')).at(-1)).toEqual({ actor: null, count: 1, years: 2 });

  const open = (await second.client.call('GET /admin/appeals')).data.find(({ kind }) => kind === 'complaint');
  const decided = { decision: 'rejected' as const, note: 'Nothing else.' };
  await second.client.call('POST /admin/appeals/{id}/decide', { params: { id: open!._id }, body: decided });
  expect(await forgetWords(app.platform)).toBe(0);
  await pass(2.1 * 366);
  expect(await forgetWords(app.platform)).toBe(2);
  expect(await words()).toEqual(['', '']);
});

test('identity records follow the setting: more years keep them, fewer delete them the next night', async () => {
  const star = await createPerformer(app, { admin });
  await star.client.call('POST /performer/participants', {
    body: { legalName: 'Nora Quill', stageName: 'Nora', dateOfBirth: '1991-02-03' },
    files: { identity: await picture(), release: await picture() },
  });
  await app.platform.database
    .updateTable('participants')
    .set({ state: 'approved', decided_by: admin.id, decided_at: app.clock.now() })
    .where('performer_id', '=', star.id)
    .execute();
  const keeps = async () => (await getDeletion(app.platform, star.id, 'en')).keeps.map(({ years }) => years);
  await set({ recordYears: 9 });
  expect(await keeps()).toContain(9);
  await eraseAccount(app.platform, star.id, 'ordered');
  const sweep = async () => [await sweepDocuments(app.platform), await sweepParticipants(app.platform)];
  await pass(8 * 365);
  expect(await sweep()).toEqual([0, 0]);
  await set({ recordYears: 6 });
  expect(await sweep()).toEqual([2, 1]);
  for (const [action, count] of [
    ['documents.expired', 2],
    ['participants.expired', 1],
  ] as const)
    expect(await auditsOf(action)).toEqual([{ actor: null, count, years: 6 }]);
  expect(await sweep()).toEqual([0, 0]);
  expect(await auditsOf('documents.expired')).toHaveLength(1);
});

test('no setting goes below what the law asks for', async () => {
  for (const values of [{ recordYears: 4 }, { recordYears: 31 }, { noticeYears: 0 }, { restrictionYears: 4 }, { restrictionYears: 7.5 }])
    expect((await set(values)).error?.error).toBe('VALIDATION_FAILED');
});
