import { afterAll, beforeAll, expect, test } from 'vitest';
import { createConversation, openMessages, writeMessage } from '../../testing/conversation-fixtures.ts';
import { type Person, createAdmin, createFan, createFeed, createPerformer } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { alertObjections } from './clocks.ts';

let app: TestApp;
let admin: Person;
let second: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  second = await createAdmin(app);
});
afterAll(() => app.close());

const WORDS = 'Please look at the second line.';
const report = async (by: Person, objectType: string, objectId: string, reason: string) => {
  const { data } = await by.client.send('POST /reports', { body: { objectType, objectId, reason } as never });
  await app.settle();
  return data;
};
const decide = async (id: string, decision: 'upheld' | 'rejected') => {
  await admin.client.call('POST /admin/reports/{id}/decide', { params: { id }, body: { decision, note: 'We looked.' } });
  await app.settle();
};
const judge = async (id: string, decision: 'upheld' | 'rejected') => {
  await second.client.call('POST /admin/appeals/{id}/decide', { params: { id }, body: { decision, note: 'We looked again.' } });
  await app.settle();
};
const appealAbout = async (owner: Person, objectId: string) => {
  const { _id: id } = (await owner.client.call('GET /account/decisions')).data.find(({ object }) => object._id === objectId)!;
  return owner.client.call('POST /account/decisions/{id}/appeal', { params: { id }, body: { text: WORDS } });
};
const people = async () => ({ owner: await createPerformer(app, { admin }), reader: await createFan(app) });
const openQueue = async () => (await second.client.call('GET /admin/appeals', { query: { limit: 100 } })).data;

test('the admin reads the words of an appealed private message, which is logged without them', async () => {
  const { owner, reader } = await people();
  await openMessages(owner);
  const conversation = await createConversation(reader, owner);
  const messageId = await writeMessage(owner, conversation, 'A secret of hers.');
  const sent = await report(reader, 'message', messageId, 'harassment');
  await decide(sent._id, 'upheld');
  const { _id: id, reference } = await appealAbout(owner, messageId);
  expect(JSON.stringify(await openQueue())).not.toContain('A secret of hers.');
  const appealed = await second.client.call('GET /admin/appeals/{id}', { params: { id } });
  expect(appealed.contents).toMatchObject({ text: 'A secret of hers.', files: [] });
  const { data: log } = await second.client.call('GET /admin/audit', { query: { action: 'reports.messageViewed', limit: 10 } as never });
  expect(log[0]).toMatchObject({ actor: { _id: second.id } });
  expect(JSON.stringify(log[0])).toContain(reference);
  expect(JSON.stringify(log[0])).not.toContain('A secret of hers.');
});

test('appeals and complaints are due within seven business days, and admins are alerted at half of it and at its end, once each', async () => {
  const { owner, reader } = await people();
  const [hidden, kept] = [await createFeed(owner, { photos: 0 }), await createFeed(owner, { photos: 0 })];
  const first = await report(reader, 'feed', hidden, 'copyright');
  await decide(first._id, 'upheld');
  const appeal = await appealAbout(owner, hidden);
  const rejected = await report(reader, 'feed', kept, 'copyright');
  await decide(rejected._id, 'rejected');
  await reader.client.call('POST /account/reports/{id}/complain', { params: { id: rejected._id }, body: { text: WORDS } });

  const { database } = app.platform;
  const complaint = await database.selectFrom('complaints').selectAll().where('report_id', '=', rejected._id).executeTakeFirstOrThrow();
  const queue = await openQueue();
  const entries = [queue.find(({ _id }) => _id === appeal._id)!, queue.find(({ _id }) => _id === complaint.id)!];
  for (const { createdAt, dueAt } of entries) {
    const days = (Date.parse(dueAt) - Date.parse(createdAt)) / 86_400_000;
    expect([9, 10, 11]).toContain(days);
  }
  expect((await second.client.call('GET /admin/reports')).objections).toBe(queue.length);

  // Others were alerted about before.
  await database.updateTable('restrictions').set({ appeal_alerts: 2 }).where('id', '<>', appeal._id).execute();
  await database.updateTable('complaints').set({ alerts: 2 }).where('id', '<>', complaint.id).execute();
  const alerts = async () => {
    await alertObjections(app.platform);
    await app.settle();
    const { data } = await second.client.call('GET /notifications', { query: { limit: 100 } });
    return data.filter(({ kind, text }) => kind === 'moderation' && text.includes('appeal')).map(({ text, path }) => [text, path]);
  };
  const age = async (days: number) => {
    const since = new Date(app.clock.now().getTime() - days * 86_400_000);
    const due = new Date(since.getTime() + 10 * 86_400_000);
    await database.updateTable('restrictions').set({ appealed_at: since, appeal_due_at: due }).where('id', '=', appeal._id).execute();
    await database.updateTable('complaints').set({ created_at: since, due_at: due }).where('id', '=', complaint.id).execute();
  };
  expect(await alerts()).toEqual([]);
  await age(6);
  const half = ['2 appeals or complaints must be decided soon', '/admin/appeals'];
  expect([await alerts(), await alerts()]).toEqual([[half], [half]]);
  await age(11);
  const over = '2 appeals or complaints are late';
  expect([await alerts(), await alerts()].map((all) => new Set(all.map(([text]) => text)))).toEqual([
    new Set([half[0], over]),
    new Set([half[0], over]),
  ]);
  expect((await openQueue())[0]!.dueAt < app.clock.now().toISOString()).toBe(true);
});

test('an appeal granted before anybody decided rejects what hid the content, and its senders hear it', async () => {
  const { owner, reader } = await people();
  const id = await createFeed(owner, { photos: 0, text: 'For all.' });
  await report(await createFan(app), 'feed', id, 'spam');
  const sent = await report(reader, 'feed', id, 'notConsented');
  await app.client().call('POST /takedowns', {
    body: {
      name: 'Ada',
      email: 'ada@example.org',
      url: `${app.platform.config.publicUrl}/feeds/${id}`,
      reason: 'underage',
      statement: 'She is fifteen there.',
      goodFaith: true,
    },
  });
  await app.settle();
  const { _id: decisionId } = await appealAbout(owner, id);
  await judge(decisionId, 'upheld');
  const { database } = app.platform;
  const reports = await database.selectFrom('reports').selectAll().where('object_id', '=', id).orderBy('id').execute();
  const notices = await database.selectFrom('takedown_notices').selectAll().where('object_id', '=', id).execute();
  expect(reports.map(({ reason, state }) => [reason, state])).toEqual([
    ['spam', 'open'],
    ['notConsented', 'rejected'],
  ]);
  for (const row of [reports[1]!, notices[0]!])
    expect(row).toMatchObject({
      state: 'rejected',
      decided_by: second.id,
      decision_note: 'We looked again.',
      decided_at: app.clock.now(),
      restriction_id: decisionId,
    });
  const { data: heard } = await reader.client.call('GET /notifications');
  expect(heard.some(({ text }) => text.includes(sent.reference))).toBe(true);
  expect((await app.client().send('GET /feeds/{id}', { params: { id } })).status).toBe(200);
  // Reviewed: it isn't hidden again for these reasons.
  await report(await createFan(app), 'feed', id, 'notConsented');
  expect((await app.client().send('GET /feeds/{id}', { params: { id } })).status).toBe(200);
  // The figures count it as rejected, since no decision came before the appeal.
  const figures = await admin.client.call('GET /admin/moderation');
  expect(figures.rows.find(({ source, reason }) => source === 'report' && reason === 'notConsented')).toMatchObject({
    upheld: 0,
    rejected: 1,
  });
});
