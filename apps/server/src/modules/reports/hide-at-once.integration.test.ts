import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createConversation, openMessages, sendPaidMessage, writeMessage } from '../../testing/conversation-fixtures.ts';
import { type Person, createAdmin, createFan, createFeed, createPerformer, picture, topUp } from '../../testing/factories.ts';
import { createGallery } from '../../testing/gallery-fixtures.ts';
import { beginPrivateShow, setPrices } from '../../testing/paid-show-fixtures.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { type TestNode, createShow, createTestNode } from '../../testing/test-node.ts';

let app: TestApp;
let admin: Person;
let second: Person;
let node: TestNode;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  second = await createAdmin(app);
  node = createTestNode(app);
});
afterAll(() => app.close());
const set = (values: Record<string, unknown>) => admin.client.call('PUT /admin/settings', { body: { values } });
beforeEach(() => set({ hidingsPerSender: 100, hidingsPerHour: 1000, unfoundedLimit: 3 }));

const report = async (by: Person, objectType: string, objectId: string, reason = 'notConsented') => {
  const sent = await by.client.send('POST /reports', { body: { objectType, objectId, reason } as never });
  await app.settle();
  return sent;
};
const decide = async (id: string, decision: 'upheld' | 'rejected', note = 'We looked.') => {
  const answer = await admin.client.send('POST /admin/reports/{id}/decide', { params: { id }, body: { decision, note } });
  await app.settle();
  return answer;
};
const decisionsOf = async (person: Person) => (await person.client.call('GET /account/decisions')).data;
const appeal = (person: Person, id: string) =>
  person.client.send('POST /account/decisions/{id}/appeal', { params: { id }, body: { text: 'Everybody agreed to it.' } });
const judge = async (id: string, decision: 'upheld' | 'rejected', by = second) => {
  const answer = await by.client.send('POST /admin/appeals/{id}/decide', { params: { id }, body: { decision, note: 'We looked again.' } });
  await app.settle();
  return answer;
};
const rowOf = (id: string) =>
  app.platform.database.selectFrom('restrictions').selectAll().where('object_id', '=', id).where('measure', '<>', 'suspended').execute();

interface World {
  owner: Person;
  reader: Person;
  type: string;
  id: string;
  /** Reads what each reader sees: equal before hiding and after giving back. */
  seen(): Promise<unknown>;
  /** The same while it is hidden. */
  gone: unknown;
}

const people = async () => ({ owner: await createPerformer(app, { admin, monthlyPrice: 5 }), reader: await createFan(app) });
const statusOf = async (person: { send: Person['client']['send'] }, id: string) =>
  (await person.send('GET /feeds/{id}', { params: { id } })).status;

const WORLDS: Record<string, () => Promise<World>> = {
  async 'a post, for buyers too'() {
    const { owner, reader } = await people();
    await topUp(app, reader, 10);
    const id = await createFeed(owner, { audience: 'buyers', price: 3 });
    await app.settle();
    await reader.client.call('POST /payment-wallet/purchase-feed', { body: { feedId: id } });
    const seen = async () => [await statusOf(reader.client, id), await statusOf(app.client(), id)];
    return { owner, reader, type: 'feed', id, seen, gone: [404, 404] };
  },
  async 'a gallery with its photos'() {
    const { owner, reader } = await people();
    const { _id: id } = await createGallery(owner, { title: 'Rehearsals' });
    await app.settle();
    const seen = async () => {
      const rows = await app.platform.database
        .selectFrom('items')
        .select('state')
        .where((where) => where.or([where('id', '=', id), where('parent_id', '=', id)]))
        .execute();
      return [
        (await app.client().raw('GET /performer-assets/galleries/{id}/view', { params: { id } })).status,
        rows.map(({ state }) => state),
      ];
    };
    return { owner, reader, type: 'gallery', id, seen, gone: [404, ['taken-down', 'taken-down']] };
  },
  async 'a comment'() {
    const { owner, reader } = await people();
    const performer = await createPerformer(app, { admin });
    const feedId = await createFeed(performer, { photos: 0, text: 'For all.' });
    const { _id: id } = await owner.client.call('POST /comments', {
      body: { objectType: 'feed', objectId: feedId, content: 'A secret of hers.' },
      files: {},
    });
    await app.settle();
    const wordsFor = async (person: Person) =>
      (await person.client.call('GET /comments/search', { query: { objectId: feedId } })).data.map(({ content }) => content);
    const seen = async () => [await wordsFor(reader), await wordsFor(performer), await wordsFor(owner)];
    return { owner, reader, type: 'comment', id, seen, gone: [[], [], []] };
  },
  async 'a private message with what it sells, for both sides'() {
    const { owner, reader } = await people();
    await openMessages(owner);
    const conversation = await createConversation(reader, owner);
    await writeMessage(owner, conversation, 'Hello.');
    await sendPaidMessage(owner, conversation);
    await app.settle();
    const linesFor = async (person: Person) =>
      (await person.client.call('GET /messages/conversations/{id}', { params: { id: conversation } })).data.map(
        ({ isDeleted, text, item }) => [isDeleted, text, item?._id ?? null],
      );
    const [line] = (await reader.client.call('GET /messages/conversations/{id}', { params: { id: conversation } })).data.filter(
      ({ item }) => item,
    );
    const unread = async () =>
      (
        await app.platform.database
          .selectFrom('conversation_members')
          .select('unread_count')
          .where('conversation_id', '=', conversation)
          .where('account_id', '=', reader.id)
          .executeTakeFirstOrThrow()
      ).unread_count;
    const seen = async () => [await linesFor(reader), await linesFor(owner), await unread()];
    const [lines, own, count] = (await seen()) as [[boolean, string, string | null][], unknown[], number];
    expect(own.length).toBe(lines.length);
    const without = lines.map(([isDeleted, text, item]) => (item ? [true, 'Message deleted', null] : [isDeleted, text, null]));
    return { owner, reader, type: 'message', id: line!._id, seen, gone: [without, without, count - 1] };
  },
  async 'the avatar of a fan'() {
    const owner = await createFan(app);
    const reader = await createPerformer(app, { admin });
    await owner.client.call('POST /users/avatar/upload', { body: {}, files: { avatar: await picture() } } as never);
    const seen = async () =>
      (await app.platform.database
        .selectFrom('accounts')
        .select(['avatar_key', 'avatar_file_id'])
        .where('id', '=', owner.id)
        .executeTakeFirst())!;
    return { owner, reader, type: 'avatar', id: owner.id, seen, gone: { avatar_key: null, avatar_file_id: null } };
  },
  async 'the cover of a performer'() {
    const { owner, reader } = await people();
    await owner.client.call('POST /performers/cover/upload', { body: {}, files: { cover: await picture() } } as never);
    const seen = async () =>
      (await app.platform.database.selectFrom('performers').select('cover_file_id').where('account_id', '=', owner.id).executeTakeFirst())!;
    return { owner, reader, type: 'cover', id: owner.id, seen, gone: { cover_file_id: null } };
  },
  async 'a profile with what it publishes'() {
    const { owner, reader } = await people();
    const feedId = await createFeed(owner, { photos: 0, text: 'For all.' });
    await app.settle();
    const profile = async (person: { send: Person['client']['send'] }) =>
      (await person.send('GET /performers/{id}', { params: { id: owner.username } })).status;
    const seen = async () => [await profile(reader.client), await profile(app.client()), await statusOf(reader.client, feedId)];
    return { owner, reader, type: 'account', id: owner.id, seen, gone: [404, 404, 404] };
  },
};

test.each(Object.entries(WORLDS))(
  'hides %s at once, and shows it again as it was after a rejection or a granted appeal',
  async (_name, make) => {
    const { owner, reader, type, id, seen, gone } = await make();
    const before = await seen();
    expect(JSON.stringify(before)).not.toContain('404');
    expect(before).not.toEqual(gone);

    // Rejected: shown again.
    const first = await report(reader, type, id);
    expect(await seen()).toEqual(gone);
    const [provisional] = await decisionsOf(owner);
    expect(provisional).toMatchObject({
      measure: 'hidden',
      isAutomated: true,
      reason: 'notConsented',
      ground: 'law',
      source: 'report',
      state: 'active',
    });
    const told = JSON.stringify([await decisionsOf(owner), await app.mailsTo(owner.email)]);
    for (const secret of [reader.id, reader.username]) expect(told).not.toContain(secret);
    expect((await decide(first.data._id, 'rejected')).status).toBe(200);
    expect(await seen()).toEqual(before);
    expect((await decisionsOf(owner))[0]).toMatchObject({ state: 'lifted', appealUntil: null });

    // Looked at and left: not hidden again for the same reason, but for another one.
    const again = await report(type === 'message' ? reader : await createFan(app), type, id);
    expect(await seen()).toEqual(before);
    await decide(again.data._id, 'rejected');
    const other = await report(reader, type, id, 'underage');
    expect(await seen()).toEqual(gone);

    // Upheld: it stays hidden, appealed against by its owner alone, decided by another admin.
    expect((await decide(other.data._id, 'upheld')).data).toMatchObject({ outcome: 'takenDown', isDown: true });
    expect(await seen()).toEqual(gone);
    const upheld = (await decisionsOf(owner)).find((one) => one.state === 'active' && one.object._id === id)!;
    expect(upheld).toMatchObject({ measure: 'removed', isAutomated: false, facts: 'We looked.' });
    expect((await appeal(reader, upheld._id)).status).toBe(404);
    expect((await appeal(owner, upheld._id)).data).toMatchObject({ appeal: { state: 'open' }, appealUntil: null });
    expect((await appeal(owner, upheld._id)).error.error).toBe('REPORT_STATE');
    expect((await judge(upheld._id, 'upheld', admin)).error.error).toBe('OTHER_ADMIN_NEEDED');
    expect((await judge(upheld._id, 'upheld')).status).toBe(200);
    expect((await judge(upheld._id, 'rejected')).error.error).toBe('REPORT_STATE');
    expect(await seen()).toEqual(before);
  },
);

test('the picture of a removed avatar is refused from others too, until an appeal is granted', async () => {
  const [owner, other] = [await createFan(app), await createFan(app)];
  const reader = await createPerformer(app, { admin });
  const avatar = await picture();
  const upload = (by: Person) => by.client.send('POST /users/avatar/upload', { body: {}, files: { avatar } } as never);
  expect((await upload(owner)).status).toBe(200);
  const { data } = await report(reader, 'avatar', owner.id);
  await decide(data._id, 'upheld');
  expect((await upload(other)).error.error).toBe('FILE_BLOCKED');
  expect((await upload(owner)).error.error).toBe('FILE_BLOCKED');
  const { _id: decisionId } = (await decisionsOf(owner)).find(({ object }) => object._id === owner.id)!;
  const blocked = () =>
    app.platform.database.selectFrom('blocked_files').select('object_kind').where('object_id', '=', decisionId).execute();
  expect(new Set(await blocked())).toEqual(new Set([{ object_kind: 'avatar' }]));
  await appeal(owner, decisionId);
  expect((await judge(decisionId, 'upheld')).status).toBe(200);
  expect(await blocked()).toEqual([]);
  expect((await upload(other)).status).toBe(200);
});

test('a show on air is stopped, a private one by who is in it alone', async () => {
  const [host, other, fan, stranger] = [
    await createPerformer(app, { admin }),
    await createPerformer(app, { admin }),
    await createFan(app),
    await createFan(app),
  ];
  await topUp(app, fan, 100);
  await setPrices(app, other);
  await other.client.call('GET /users/me');
  await app.settle();
  const { streamId } = await createShow(host, { node });
  const { streamId: privateId } = await beginPrivateShow(other, fan, { node });
  const stateOf = async (id: string) =>
    (await app.platform.database.selectFrom('streams').select(['state', 'end_reason']).where('id', '=', id).executeTakeFirst())!;
  expect((await report(stranger, 'stream', privateId, 'underage')).status).toBe(404);
  expect(await stateOf(privateId)).toMatchObject({ state: 'live' });
  await report(fan, 'stream', privateId, 'underage');
  expect(await stateOf(privateId)).toEqual({ state: 'ended', end_reason: 'moderator' });
  const { data } = await report(stranger, 'stream', streamId, 'underage');
  expect(await stateOf(streamId)).toEqual({ state: 'ended', end_reason: 'moderator' });
  expect((await decisionsOf(host))[0]).toMatchObject({ measure: 'showStopped', isAutomated: true });
  expect((await decide(data._id, 'rejected')).status).toBe(200);
  await createShow(host, { node });
});

test('fifty reports at once hide once', async () => {
  const { owner } = await people();
  const id = await createFeed(owner, { photos: 0, text: 'For all.' });
  const fans = await Promise.all(Array.from({ length: 10 }, () => createFan(app)));
  await Promise.all(
    fans.flatMap((fan) =>
      Array.from({ length: 5 }, () => fan.client.send('POST /reports', { body: { objectType: 'feed', objectId: id, reason: 'underage' } })),
    ),
  );
  await app.settle();
  expect((await rowOf(id)).length).toBe(1);
  const hiding = await app.platform.database
    .selectFrom('reports')
    .select('hiding')
    .where('object_id', '=', id)
    .where('hiding', '=', 'hidden')
    .execute();
  expect(hiding.length).toBe(1);
});

test('an ordinary reason hides nothing, and a part that was taken down stays so when its whole is shown again', async () => {
  const { owner, reader } = await people();
  const { _id: id } = await createGallery(owner, { title: 'Two photos' });
  await app.settle();
  const { id: part } = await app.platform.database.selectFrom('items').select('id').where('parent_id', '=', id).executeTakeFirstOrThrow();
  await report(reader, 'gallery', id, 'spam');
  expect(await rowOf(id)).toEqual([]);
  const about = await report(reader, 'photo', part, 'underage');
  await decide(about.data._id, 'upheld');
  const whole = await report(await createFan(app), 'gallery', id, 'notConsented');
  await decide(whole.data._id, 'rejected');
  const states = await app.platform.database.selectFrom('items').select(['id', 'state']).where('id', 'in', [id, part]).execute();
  expect(new Map(states.map((row) => [row.id, row.state]))).toEqual(
    new Map([
      [id, 'active'],
      [part, 'taken-down'],
    ]),
  );
});

test('a sender with unfounded reports, and one who hid too much within an hour, wait in front of the queue', async () => {
  const { owner, reader } = await people();
  const posts = await Promise.all(Array.from({ length: 3 }, () => createFeed(owner, { photos: 0, text: 'For all.' })));
  await set({ unfoundedLimit: 1, hidingsPerSender: 1 });
  const first = await report(reader, 'feed', posts[0]!);
  await report(reader, 'feed', posts[1]!);
  await decide(first.data._id, 'rejected');
  await report(reader, 'feed', posts[2]!);
  const rows = await app.platform.database
    .selectFrom('reports')
    .select(['object_id', 'hiding'])
    .where('object_id', 'in', posts)
    .orderBy('id')
    .execute();
  expect(rows.map(({ hiding }) => hiding)).toEqual(['hidden', 'limited', 'unfounded']);
  expect(await rowOf(posts[1]!)).toEqual([]);
  const queue = await admin.client.call('GET /admin/reports', { query: { limit: 2 } });
  expect(queue.data.map(({ hiding }) => hiding)).toEqual(['limited', 'unfounded']);
  await app.settle();
  const alerts = (await admin.client.call('GET /notifications')).data.filter(({ kind }) => kind === 'moderation');
  expect(alerts.length).toBe(1);
});

test('a sender complains about a rejection once, and another admin decides', async () => {
  const { owner, reader } = await people();
  const id = await createFeed(owner, { photos: 0, text: 'For all.' });
  const { data } = await report(reader, 'feed', id, 'harassment');
  const complain = (by: Person) =>
    by.client.send('POST /account/reports/{id}/complain', { params: { id: data._id }, body: { text: 'Please look at the second line.' } });
  expect((await complain(reader)).error.error).toBe('REPORT_STATE');
  await decide(data._id, 'rejected');
  expect((await complain(owner)).status).toBe(404);
  expect((await complain(reader)).data).toMatchObject({ complaint: { state: 'open' }, complainUntil: null });
  expect((await complain(reader)).error.error).toBe('REPORT_STATE');
  const { data: queue } = await second.client.call('GET /admin/appeals', { query: { limit: 100 } });
  const { _id: complaintId } = queue.find(({ reference }) => reference === data.reference)!;
  expect((await judge(complaintId, 'upheld', admin)).error.error).toBe('OTHER_ADMIN_NEEDED');
  expect((await judge(complaintId, 'upheld')).status).toBe(200);
  expect(await statusOf(app.client(), id)).toBe(404);
  const [sent] = (await reader.client.call('GET /account/reports')).data;
  expect(sent).toMatchObject({ state: 'upheld', complaint: { state: 'upheld', note: 'We looked again.' } });
  expect((await decisionsOf(owner))[0]).toMatchObject({ measure: 'removed', reason: 'harassment' });
});

test('each report is to be decided in time, and admins are alerted at half of it and at its end, once each', async () => {
  const { alertReports } = await import('./clocks.ts');
  const { owner, reader } = await people();
  const id = await createFeed(owner, { photos: 0, text: 'For all.' });
  const { data } = await report(reader, 'feed', id, 'underage');
  const row = await app.platform.database.selectFrom('reports').selectAll().where('id', '=', data._id).executeTakeFirstOrThrow();
  expect(row.due_at.getTime() - row.created_at.getTime()).toBe(48 * 3_600_000);
  const alerts = async () => {
    await alertReports(app.platform);
    await app.settle();
    const { data: all } = await second.client.call('GET /notifications', { query: { limit: 100 } });
    return all.filter(({ kind, text }) => kind === 'moderation' && text.includes(row.reference)).length;
  };
  await app.platform.database.updateTable('reports').set({ alerts: 2 }).where('id', '<>', data._id).execute();
  const age = (hours: number) =>
    app.platform.database
      .updateTable('reports')
      .set({
        created_at: new Date(app.clock.now().getTime() - hours * 3_600_000),
        due_at: new Date(app.clock.now().getTime() + (48 - hours) * 3_600_000),
      })
      .where('id', '=', data._id)
      .execute();
  expect(await alerts()).toBe(0);
  await age(25);
  expect([await alerts(), await alerts()]).toEqual([1, 1]);
  await age(49);
  expect([await alerts(), await alerts()]).toEqual([2, 2]);
});

test('at the limit of decisions an account is suspended, says that no person did it, and comes back after an appeal', async () => {
  await set({ strikeLimit: 2, strikeAction: 'suspend' });
  const { owner, reader } = await people();
  for (const words of ['One.', 'Two.']) {
    const id = await createFeed(owner, { photos: 0, text: words });
    const { data } = await report(reader, 'feed', id, 'copyright');
    await decide(data._id, 'upheld');
  }
  const statusNow = async () =>
    (await app.platform.database.selectFrom('accounts').select('status').where('id', '=', owner.id).executeTakeFirst())!.status;
  expect(await statusNow()).toBe('suspended');
  const decisions = await decisionsOf(owner);
  const suspended = decisions.find(({ measure }) => measure === 'suspended')!;
  expect(suspended).toMatchObject({ isAutomated: true, reason: 'strikes' });
  expect((await appeal(owner, suspended._id)).status).toBe(200);
  expect((await judge(suspended._id, 'upheld')).status).toBe(200);
  expect(await statusNow()).toBe('active');
  await set({ strikeLimit: 0, strikeAction: 'tell' });
});
