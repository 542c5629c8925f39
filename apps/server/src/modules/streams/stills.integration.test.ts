import type { CopyRow } from '@stagedoor/contract/copies';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyOf, original } from '../../testing/copied-pictures.ts';
import { type Person, createAdmin, createFan, createPerformer, topUp } from '../../testing/factories.ts';
import { openFile } from '../../testing/open-documents.ts';
import { beginGroupShow, beginPrivateShow, setPrices } from '../../testing/paid-show-fixtures.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { type TestNode, createShow, createTestNode } from '../../testing/test-node.ts';
import { eraseAccount } from '../accounts/erase-account.ts';
import { sweepFiles } from '../files/index.ts';
import { dropStills } from './drop-stills.ts';
import { takeStills } from './take-stills.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

let app: TestApp;
let admin: Person;
let node: TestNode;
let plain: Buffer;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  node = createTestNode(app);
  plain = await jpeg('covers/luna');
});
afterAll(() => app.close());

const bytesOf = async (file: Blob): Promise<Buffer> => Buffer.from(await file.arrayBuffer());
const jpeg = async (name: string): Promise<Buffer> => bytesOf(await copyOf(name, (picture) => picture.resize({ width: 320 })));
const onAir = async (picture: () => Promise<Buffer | null> = async () => plain, on = node) => {
  const star = await createPerformer(app, { admin });
  const { streamId } = await createShow(star, { node: on });
  app.engine.pictures.set(streamId, picture);
  return { star, streamId };
};
/** Lets a minute pass, and takes its stills. */
const passMinute = async (minutes = 1): Promise<void> => {
  for (let minute = 0; minute < minutes; minute += 1) {
    await node.pass(MINUTE_MS);
    await takeStills(app.platform, app.engine, { signal: new AbortController().signal });
  }
  await app.settle();
};
const stillsOf = async (streamId: string, at?: string, person = admin) =>
  (await person.client.call('GET /admin/live/{id}/stills', { params: { id: streamId }, query: at ? { at } : {} })).stills;
const wallShow = async (streamId: string) =>
  (await admin.client.call('GET /admin/live', { query: { limit: 100 } })).data.find(({ _id }) => _id === streamId)!;
const end = async (star: Person, streamId: string): Promise<void> => {
  await star.client.call('POST /streaming/end/{id}', { params: { id: streamId } });
  node.hosted.delete(streamId);
  await app.settle();
};
const rowsOf = async (streamId: string) =>
  (
    await sql<{ file_id: string | null; original_key: string | null }>`
      select t.file_id, f.original_key from show_stills t left join files f on f.id = t.file_id
      where t.stream_id = ${streamId}::uuid order by t.taken_at`.execute(app.platform.database)
  ).rows;
/** Lets days pass after a show, and runs the jobs of their hours. */
const passDays = async (days: number): Promise<void> => {
  app.clock.advance(days * DAY_MS);
  await dropStills(app.platform);
  await sweepFiles(app.platform);
  await app.settle();
};

test('each public and group show on air gets a still every minute; private shows and rehearsals never, and their engine isn’t asked', async () => {
  const { star, streamId } = await onAir();
  const [host, other, third, fan] = [
    await createPerformer(app, { admin }),
    await createPerformer(app, { admin }),
    await createPerformer(app, { admin }),
    await createFan(app),
  ];
  await topUp(app, fan, 1000);
  await setPrices(app, other);
  await other.client.call('GET /users/me');
  await app.settle();
  const { streamId: groupId } = await beginGroupShow(host, { node });
  const { streamId: privateId } = await beginPrivateShow(other, fan, { node });
  const { streamId: rehearsedId } = await createShow(third, { node, isRehearsal: true });
  for (const id of [groupId, privateId, rehearsedId]) app.engine.pictures.set(id, async () => plain);
  const asked = app.engine.pictured.length;
  await passMinute();
  // A job that runs again within the minute takes no other one.
  await takeStills(app.platform, app.engine, { signal: new AbortController().signal });
  await passMinute();
  expect(
    app.engine.pictured
      .slice(asked)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual([streamId, streamId, groupId, groupId].toSorted());
  for (const id of [streamId, groupId]) {
    const stills = await stillsOf(id);
    expect(stills).toHaveLength(2);
    expect(Date.parse(stills[1]!.takenAt) - Date.parse(stills[0]!.takenAt)).toBe(MINUTE_MS);
    expect((await wallShow(id)).still).toMatchObject({ takenAt: stills[1]!.takenAt, isAlike: false });
  }
  for (const id of [privateId, rehearsedId]) expect(await rowsOf(id)).toEqual([]);
  expect(await wallShow(privateId)).toMatchObject({ still: null, isUnseen: false, isAlike: false });
  const ofPrivate = await admin.client.send('GET /admin/live/{id}/stills', { params: { id: privateId }, query: {} });
  expect(ofPrivate.error?.error).toBe('NOT_FOUND');
  for (const [person, id] of [
    [star, streamId],
    [host, groupId],
    [other, privateId],
    [third, rehearsedId],
  ] as const)
    await end(person, id);
});

test('a still opens in the session of the admin who asked for it alone, uncached', async () => {
  const { star, streamId } = await onAir();
  await passMinute();
  const [still] = await stillsOf(streamId);
  const opened = await openFile(app, admin, still!.url!);
  expect([opened.status, opened.headers.get('content-type'), opened.headers.get('cache-control')]).toEqual([200, 'image/jpeg', 'no-store']);
  expect(Buffer.from(await opened.arrayBuffer()).equals(plain)).toBe(true);
  const other = await createAdmin(app);
  for (const person of [star, other]) expect((await openFile(app, person, still!.url!)).status).toBe(403);
  expect((await fetch(new URL(still!.url!, app.url))).status).toBe(403);
  await app.platform.database.updateTable('accounts').set({ admin_role: 'finance' }).where('id', '=', other.id).execute();
  for (const person of [star, other]) {
    const look = () => person.client.send('GET /admin/live/{id}/stills', { params: { id: streamId }, query: {} });
    // Nodes hear of a changed role a moment later.
    await expect.poll(async () => (await look()).error?.error).toBe('FORBIDDEN');
  }
  await end(star, streamId);
});

test('the strip has the last thirty stills, or those around an instant, also once the show is over', async () => {
  const { star, streamId } = await onAir();
  await passMinute(40);
  await end(star, streamId);
  const last = await stillsOf(streamId);
  expect(last).toHaveLength(30);
  const times = last.map(({ takenAt }) => Date.parse(takenAt));
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  const first = times[0]! - 10 * MINUTE_MS;
  const around = await stillsOf(streamId, new Date(first + 19.5 * MINUTE_MS).toISOString());
  expect(around.map(({ takenAt }) => (Date.parse(takenAt) - first) / MINUTE_MS)).toEqual(Array.from({ length: 30 }, (_, at) => at + 5));
});

test('an engine that fails marks the show after five minutes, until it has a picture again', async () => {
  const { star, streamId } = await onAir();
  await passMinute();
  const answers: (() => Promise<Buffer | null>)[] = [
    () => Promise.reject(new Error('The engine is away.')),
    async () => null,
    async () => Buffer.from('no picture'),
  ];
  for (let minute = 0; minute < 6; minute += 1) {
    expect((await wallShow(streamId)).isUnseen).toBe(false);
    app.engine.pictures.set(streamId, answers[minute % 3]!);
    await passMinute();
  }
  const { still, isUnseen } = await wallShow(streamId);
  expect(isUnseen).toBe(true);
  // The last picture there was is still shown, with its time.
  expect(Date.parse(still!.takenAt)).toBe(app.clock.now().getTime() - 6 * MINUTE_MS);
  expect((await stillsOf(streamId)).map(({ url }) => url !== null)).toEqual([true, ...Array.from({ length: 6 }, () => false)]);
  app.engine.pictures.set(streamId, async () => plain);
  await passMinute();
  expect((await wallShow(streamId)).isUnseen).toBe(false);
  await end(star, streamId);
});

test('a node that doesn’t answer keeps no other node waiting', async () => {
  const slow = createTestNode(app);
  let answer = (_picture: Buffer | null): void => {};
  const held = await onAir(() => new Promise((resolve) => (answer = resolve)), slow);
  const prompt = await onAir();
  const asked = app.engine.pictured.length;
  await node.pass(MINUTE_MS);
  await slow.report();
  const round = takeStills(app.platform, app.engine, { signal: new AbortController().signal });
  await expect.poll(async () => (await rowsOf(prompt.streamId)).length).toBe(1);
  await expect.poll(() => app.engine.pictured.length).toBe(asked + 2);
  expect(await rowsOf(held.streamId)).toEqual([]);
  answer(null);
  await round;
  expect(await rowsOf(held.streamId)).toMatchObject([{ file_id: null }]);
  await end(held.star, held.streamId);
  await end(prompt.star, prompt.streamId);
});

test('a still that looks like what was taken down marks the show, alerts the admins once, and waits beside the original', async () => {
  const owner = await createPerformer(app, { admin });
  const takenDown = async (name: string): Promise<string> => {
    const { _id: fileId } = await owner.client.call('POST /feeds/files/photo/upload', { files: { file: await original(name) } });
    const { _id: id } = await owner.client.call('POST /performer/feeds', { body: { fileIds: [fileId] } });
    await admin.client.call('POST /admin/content/{id}/take-down', { params: { id }, body: { note: 'Not allowed.' } });
    return id;
  };
  const decide = (pair: CopyRow, decision: 'different' | 'copy') =>
    admin.client.call('POST /admin/copies/{id}/decide', {
      params: { id: pair._id },
      body: { decision, matchIds: pair.matches.map(({ _id }) => _id), note: decision === 'copy' ? 'The same stage.' : '' },
    });
  const sourceId = await takenDown('covers/maeve');
  const copy = await bytesOf(await copyOf('covers/maeve', (picture) => picture.resize({ width: 320 }).flop()));
  const { star, streamId } = await onAir();
  await passMinute();
  expect(await wallShow(streamId)).toMatchObject({ isAlike: false });
  app.engine.pictures.set(streamId, async () => copy);
  await passMinute(3);
  expect(await wallShow(streamId)).toMatchObject({ isAlike: true });
  expect((await stillsOf(streamId)).map(({ isAlike }) => isAlike)).toEqual([false, true, false, false]);
  const alerts = async () =>
    (await admin.client.call('GET /notifications', { query: { limit: 100 } })).data.filter(({ text }) =>
      text.includes(`@${star.username}`),
    );
  expect(await alerts()).toMatchObject([
    { kind: 'moderation', text: `The show of @${star.username} looks like something that was taken down` },
  ]);
  const queue = async () =>
    (await admin.client.call('GET /admin/copies', { query: { limit: 100 } })).data.filter(({ purpose }) => purpose === 'showStill');
  const [row, ...rest] = await queue();
  expect(rest).toEqual([]);
  expect(row).toMatchObject({
    owner: { _id: star.id },
    item: null,
    show: { _id: streamId, isOpen: true },
    matches: [{ objectKind: 'item', objectId: sourceId }],
  });
  const { url } = row!.file.picture!.sources[0]!;
  expect([(await openFile(app, admin, url)).status, (await openFile(app, star, url)).status]).toEqual([200, 403]);
  const ofShow = async (showId: string) => (await admin.client.call('GET /admin/copies', { query: { limit: 100, showId } })).total;
  expect([await ofShow(streamId), await ofShow(sourceId)]).toEqual([1, 0]);
  // Found to be different: the show isn't asked about again, and isn't marked.
  await decide(row!, 'different');
  await passMinute(2);
  expect(await queue()).toEqual([]);
  expect(await alerts()).toHaveLength(1);
  expect(await wallShow(streamId)).toMatchObject({ isAlike: false });
  // The very bytes of something else, found to be a copy: the show goes on, marked, until an admin stops it.
  await takenDown('covers/noor');
  app.engine.pictures.set(streamId, async () => bytesOf(await original('covers/noor')));
  await passMinute();
  await decide((await queue())[0]!, 'copy');
  await passMinute();
  expect(await queue()).toEqual([]);
  expect(await alerts()).toHaveLength(1);
  expect(await wallShow(streamId)).toMatchObject({ state: 'live', isAlike: true });
  await end(star, streamId);
});

test('stills are deleted after the days of the setting, and later while somebody decides about the show', async () => {
  const fan = await createFan(app);
  const [quiet, reported, noticed, stopped] = [await onAir(), await onAir(), await onAir(), await onAir()];
  await passMinute();
  const about = (streamId: string) =>
    ({ body: { objectType: 'stream', objectId: streamId, reason: 'other', text: 'Look at this.' } }) as const;
  const { reference } = await fan.client.call('POST /reports', about(reported.streamId));
  await app.client().call('POST /takedowns', {
    body: {
      url: `/live/${noticed.star.username}`,
      reason: 'copyright',
      statement: 'This is my film.',
      name: 'Ana Prado',
      email: 'ana@example.org',
      goodFaith: true,
    },
  });
  await admin.client.call('POST /admin/live/{id}/stop', { params: { id: stopped.streamId }, body: { reason: 'rules', facts: 'Smoking.' } });
  for (const { star, streamId } of [quiet, reported, noticed]) await end(star, streamId);
  const all = [quiet, reported, noticed, stopped];
  const keys = await Promise.all(all.map(async ({ streamId }) => (await rowsOf(streamId))[0]!.original_key!));
  const left = async () => Promise.all(keys.map((key) => app.platform.storage.exists(key)));
  await passDays(29.9);
  expect(await left()).toEqual([true, true, true, true]);
  await passDays(0.2);
  expect(await left()).toEqual([false, true, true, true]);
  expect(await rowsOf(quiet.streamId)).toEqual([]);
  // Decided now: the sender may complain, and the performer may appeal against the stop, for 183 days.
  const { database } = app.platform;
  const decided = { state: 'rejected' as const, decided_at: app.clock.now() };
  await database.updateTable('reports').set(decided).where('reference', '=', reference).execute();
  await database.updateTable('takedown_notices').set(decided).where('object_id', '=', noticed.streamId).execute();
  await passDays(150);
  expect(await left()).toEqual([false, true, true, true]);
  await passDays(10);
  expect(await left()).toEqual([false, true, true, false]);
  await passDays(30);
  expect(await left()).toEqual([false, false, false, false]);
});

test('the erasure of a performer deletes stills, apart from those of a measure that can be appealed against', async () => {
  const star = await createPerformer(app, { admin });
  const begin = async () => {
    const { streamId } = await createShow(star, { node });
    app.engine.pictures.set(streamId, async () => plain);
    await passMinute();
    return streamId;
  };
  const quiet = await begin();
  await end(star, quiet);
  const stopped = await begin();
  await admin.client.call('POST /admin/live/{id}/stop', { params: { id: stopped }, body: { reason: 'rules', facts: 'Smoking.' } });
  await app.settle();
  expect((await rowsOf(quiet)).length + (await rowsOf(stopped)).length).toBe(2);
  await eraseAccount(app.platform, star.id, 'ordered');
  await app.settle();
  expect(await rowsOf(quiet)).toEqual([]);
  const [kept] = await rowsOf(stopped);
  await passDays(100);
  expect(await app.platform.storage.exists(kept!.original_key!)).toBe(true);
  await passDays(84);
  expect(await app.platform.storage.exists(kept!.original_key!)).toBe(false);
});
