import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFile } from '../../testing/open-documents.ts';
import { type Person, createAdmin, createFeed, createPerformer, picture } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

let app: TestApp;
let admin: Person;
let performer: Person;
let other: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  performer = await createPerformer(app, { admin });
  other = await createPerformer(app, { admin });
});
afterAll(() => app.close());

const stored = async (): Promise<string[]> =>
  (await readdir(join(app.dataDirectory, 'files'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

const register = async (by: Person, body: { legalName?: string; stageName?: string; dateOfBirth?: string } = {}) =>
  by.client.call('POST /performer/participants', {
    body: { legalName: 'Nora Quill', stageName: 'Nora', dateOfBirth: '1991-02-03', ...body },
    files: { identity: await picture(), release: await picture() },
  });
const open = (id: string, type: 'identity' | 'release', by = admin) =>
  by.client.call('GET /admin/participants/{id}/documents/{type}', { params: { id, type } });
const approve = async (id: string) => {
  await open(id, 'identity');
  await open(id, 'release');
  return admin.client.call('POST /admin/participants/{id}/approve', { params: { id } });
};
const publish = (by: Person, body: object) => by.client.raw('POST /performer/feeds', { body: { text: 'With a friend.', ...body } });
const recorded = (itemId: string) =>
  app.platform.database.selectFrom('item_participants').select(['participant_id', 'produced_on']).where('item_id', '=', itemId).execute();

test('a participant is pending, reviewed with each view logged, and decided once', async () => {
  const { _id: id } = await register(performer);
  const queue = await admin.client.call('GET /admin/participants');
  expect(queue.data.find((row) => row._id === id)).toMatchObject({
    legalName: 'Nora Quill',
    state: 'pending',
    performer: { _id: performer.id },
    documents: [
      { kind: 'identity', contentType: 'image/jpeg', isOpened: false },
      { kind: 'release', contentType: 'image/jpeg', isOpened: false },
    ],
  });
  const opened = await open(id, 'release');
  expect((await openFile(app, admin, opened.url)).status).toBe(200);
  expect((await fetch(new URL(opened.url, app.url))).status).toBe(403);
  expect((await fetch(new URL(opened.url.replace(/\?.*/, ''), app.url))).status).toBe(403);
  expect(await approve(id)).toMatchObject({ state: 'approved' });
  expect((await admin.client.send('POST /admin/participants/{id}/reject', { params: { id }, body: { note: 'No.' } })).error.error).toBe(
    'PARTICIPANT_STATE',
  );
  const log = await app.platform.database
    .selectFrom('audit_log')
    .select(['action', 'actor_id'])
    .where('object_id', '=', performer.id)
    .orderBy('id')
    .execute();
  expect(log.slice(-2)).toEqual([
    { action: 'documents.viewed', actor_id: admin.id },
    { action: 'participants.approved', actor_id: admin.id },
  ]);
  const history = await admin.client.call('GET /admin/applications/{id}', { params: { id: performer.id } });
  expect(history.history[0]).toMatchObject({ action: 'participants.approved' });
});

test('an admin approves only after opening both documents themselves', async () => {
  const { _id: id } = await register(performer, { legalName: 'Opened Twice' });
  const other = await createAdmin(app);
  const approveNow = async (by: Person) => (await by.client.raw('POST /admin/participants/{id}/approve', { params: { id } })).error?.error;
  const shown = async (by: Person) =>
    (await by.client.call('GET /admin/participants')).data.find(({ _id }) => _id === id)?.documents.map(({ isOpened }) => isOpened);
  const stateOf = () => app.platform.database.selectFrom('participants').select('state').where('id', '=', id).executeTakeFirstOrThrow();
  expect(await approveNow(admin)).toBe('DOCUMENT_UNOPENED');
  await open(id, 'identity');
  expect([await approveNow(admin), await shown(admin), await stateOf()]).toEqual([
    'DOCUMENT_UNOPENED',
    [true, false],
    { state: 'pending' },
  ]);
  await open(id, 'release');
  expect([await approveNow(other), await shown(other), await shown(admin)]).toEqual(['DOCUMENT_UNOPENED', [false, false], [true, true]]);
  // Those of another co-performer don't count.
  const { _id: second } = await register(performer, { legalName: 'Never Opened' });
  expect((await admin.client.raw('POST /admin/participants/{id}/approve', { params: { id: second } })).error?.error).toBe(
    'DOCUMENT_UNOPENED',
  );
  expect([await approveNow(admin), await stateOf()]).toEqual([undefined, { state: 'approved' }]);
});

test('a rejected participant has the reason, and nobody under 18 is registered', async () => {
  const { _id: id } = await register(performer, { legalName: 'Bruno Reed' });
  await admin.client.call('POST /admin/participants/{id}/reject', { params: { id }, body: { note: 'The release isn’t signed.' } });
  const { data } = await performer.client.call('GET /performer/participants', { query: { q: 'reed' } });
  expect(data).toMatchObject([{ _id: id, state: 'rejected', rejectionNote: 'The release isn’t signed.' }]);
  const before = await stored();
  const young = new Date(app.clock.now().getTime() - 17 * 365.25 * 86_400_000).toISOString().slice(0, 10);
  await expect(register(performer, { dateOfBirth: young })).rejects.toThrow('UNDERAGE');
  expect(await stored()).toEqual(before);
});

test('only own, approved participants can be named in a post, with its production date', async () => {
  const { _id: pending } = await register(performer, { legalName: 'Pat Pending' });
  const { _id: foreign } = await register(other, { legalName: 'Somebody Else' });
  await approve(foreign);
  const { _id: friend } = await register(performer, { legalName: 'Ada Frost' });
  await approve(friend);
  const feeds = async () => (await app.platform.database.selectFrom('feeds').select('id').execute()).length;
  const before = await feeds();
  expect((await publish(performer, { participantIds: [pending] })).error.error).toBe('PARTICIPANT_STATE');
  expect((await publish(performer, { participantIds: [friend, foreign] })).error.error).toBe('NOT_FOUND');
  expect((await publish(performer, { participantIds: [friend], producedOn: '2999-01-01' })).error.error).toBe('VALIDATION_FAILED');
  expect(await feeds()).toBe(before);

  const { data } = await publish(performer, { participantIds: [friend, friend], producedOn: '2026-01-15' });
  const feed = data as { _id: string; participantIds: string[]; producedOn: string };
  expect(feed).toMatchObject({ participantIds: [friend], producedOn: '2026-01-15' });
  expect(await recorded(feed._id)).toEqual([{ participant_id: friend, produced_on: '2026-01-15' }]);
  // Changing the text keeps the participants; the public post names nobody.
  const changed = await performer.client.call('PUT /performer/feeds/{id}', { params: { id: feed._id }, body: { text: 'Changed.' } });
  expect(changed).toMatchObject({ participantIds: [friend], producedOn: '2026-01-15' });
  const seen = JSON.stringify(await app.client().call('GET /feeds/{id}', { params: { id: feed._id } }));
  expect(seen).not.toContain('Ada');

  // A removed participant can't be named in a new post, and stays on record in old ones.
  await performer.client.call('DELETE /performer/participants/{id}', { params: { id: friend } });
  expect((await publish(performer, { participantIds: [friend] })).error.error).toBe('PARTICIPANT_STATE');
  await performer.client.call('PUT /performer/feeds/{id}', {
    params: { id: feed._id },
    body: { participantIds: [friend], text: 'Again.' },
  });
  expect(await recorded(feed._id)).toHaveLength(1);
  await performer.client.call('PUT /performer/feeds/{id}', { params: { id: feed._id }, body: { participantIds: [] } });
  expect(await recorded(feed._id)).toHaveLength(0);
  const plain = await createFeed(performer);
  expect(await performer.client.call('GET /performer/feeds/{id}', { params: { id: plain } })).toMatchObject({
    participantIds: [],
    producedOn: null,
  });
});

test('removing a participant who was never approved leaves nothing', async () => {
  const before = await stored();
  const { _id: id } = await register(performer, { legalName: 'Gone Soon' });
  expect(await stored()).toHaveLength(before.length + 2);
  await performer.client.call('DELETE /performer/participants/{id}', { params: { id } });
  await app.settle();
  expect(await stored()).toEqual(before);
  expect(await app.platform.database.selectFrom('participants').select('id').where('id', '=', id).execute()).toEqual([]);
});

test('an export contains them with their documents; an erasure keeps what the law requires', async () => {
  const { _id: approved } = await register(other, { legalName: 'Stays Onrecord' });
  await approve(approved);
  const { _id: waiting } = await register(other, { legalName: 'Leaves' });
  const module = app.platform.personalData.modules().find((one) => one.module === 'participants')!;
  const { data, files } = await module.read(app.platform.database, other.id);
  expect(data['participants']).toContainEqual(expect.objectContaining({ id: approved, legal_name: 'Stays Onrecord' }));
  expect(files?.map(({ name }) => name)).toContain(`${waiting}-release`);
  await app.platform.database.transaction().execute((trx) => module.erase!(trx, other.id));
  const left = await app.platform.database.selectFrom('participants').select('id').where('performer_id', '=', other.id).execute();
  expect(left.map(({ id }) => id)).toContain(approved);
  expect(left.map(({ id }) => id)).not.toContain(waiting);
});
