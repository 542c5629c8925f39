import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, createAdmin, createFan, createPerformer, topUp } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { type TestNode, createIsolatedNode, createPrivateShow, createShow } from '../../testing/test-node.ts';

let app: TestApp;
let admin: Person;
let fan: Person;
let node: TestNode;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  fan = await createFan(app);
  await topUp(app, fan, 100);
  node = await createIsolatedNode(app);
});
afterAll(() => app.close());

const newPerformer = (): Promise<Person> => createPerformer(app, { admin });
const end = (star: Person, streamId: string) => star.client.call('POST /streaming/end/{id}', { params: { id: streamId } });
const shows = (star: Person, query = {}) => star.client.call('GET /streaming/shows', { query });
const record = async (streamId: string): Promise<void> => {
  const path = join(await mkdtemp(join(tmpdir(), 'stagedoor-recording-')), 'show.mp4');
  await writeFile(path, 'ftyp and so on');
  await node.authority.recorded(streamId, { path, durationMs: 61_500, width: 1280, height: 720 });
};

test('own shows that are over are listed newest first, with what the ledger and the recording say; nobody else’s', async () => {
  const star = await newPerformer();
  const other = await newPerformer();
  const unseen = await createShow(star, { title: 'No picture', isRecorded: true });
  await end(star, unseen.streamId);
  const kept = await createShow(star, { node, title: 'Late set', isRecorded: true });
  await node.watch(kept.streamId);
  await node.pass(61_000);
  const tip = { params: { id: star.id }, body: { amount: 20, streamId: kept.streamId } };
  await fan.client.call('POST /payment-wallet/send-tip-wallet/{id}', tip);
  await end(star, kept.streamId);
  const foreign = await createShow(other, { node });
  await end(other, foreign.streamId);
  const open = await createShow(star, { node, title: 'On air now' });

  const none = { count: 0, tokens: 0, net: 0, currency: 'USD' };
  const listed = await shows(star);
  expect(listed).toMatchObject({ total: 2, after: null });
  expect(listed.data).toMatchObject([
    {
      _id: kept.streamId,
      type: 'public',
      title: 'Late set',
      isRecorded: true,
      durationSeconds: 61,
      peakViewers: 1,
      tips: { count: 1, tokens: 20, net: 16, currency: 'USD' },
      recording: { state: 'processing', url: null, durationSeconds: null },
      endReason: 'performer',
    },
    { _id: unseen.streamId, durationSeconds: 0, peakViewers: 0, startedAt: null, tips: none, recording: null },
  ]);
  const { rows } = await sql<{ tokens: bigint; net: bigint }>`
    select sum(tokens_amount)::bigint as tokens, sum(net_amount)::bigint as net from ledger.transactions
    where item_id = ${kept.streamId}::uuid`.execute(app.platform.database);
  expect(rows).toEqual([{ tokens: 2000n, net: 1600n }]);
  const summary = await star.client.call('GET /streaming/summary/{id}', { params: { id: kept.streamId } });
  expect(summary).toMatchObject({ durationSeconds: 61, tips: listed.data[0]!.tips, recording: listed.data[0]!.recording });
  expect((await shows(other)).data.map(({ _id }) => _id)).toEqual([foreign.streamId]);

  // By cursor, each show once; ended meanwhile, the open one comes first.
  await end(star, open.streamId);
  const first = await shows(star, { limit: 2 });
  const rest = await shows(star, { limit: 2, after: first.after });
  expect([...first.data, ...rest.data].map(({ _id }) => _id)).toEqual([open.streamId, kept.streamId, unseen.streamId]);
  expect([first.total, rest.total, rest.after]).toEqual([3, 3, null]);
});

test('a show is as long as its media flowed, to the second it ended; not while it was interrupted', async () => {
  const star = await newPerformer();
  const brief = await createShow(star, { node });
  app.clock.advance(1500);
  expect((await end(star, brief.streamId)).durationSeconds).toBe(1.5);
  const stored = await app.platform.database
    .selectFrom('streams')
    .select('published_ms')
    .where('id', '=', brief.streamId)
    .executeTakeFirstOrThrow();
  expect(stored.published_ms).toBe(1500n);
  // What the node reports afterwards doesn't count twice.
  await node.pass(2000);
  expect((await shows(star)).data[0]).toMatchObject({ _id: brief.streamId, durationSeconds: 1.5 });

  const dropped = await createShow(star, { node });
  await node.pass(12_000);
  node.drop(dropped.streamId);
  await node.report();
  app.clock.advance(3000);
  expect((await end(star, dropped.streamId)).durationSeconds).toBe(12);

  // A node that fell silent: beyond two reports nobody knows.
  const silent = await createShow(star, { node });
  app.clock.advance(9000);
  expect((await end(star, silent.streamId)).durationSeconds).toBe(4);
  await node.report();
});

test('a recording is listed with its address, and as deleted once its performer deletes it; others can’t', async () => {
  const star = await newPerformer();
  const other = await newPerformer();
  const { streamId } = await createShow(star, { node, isRecorded: true });
  await end(star, streamId);
  await record(streamId);
  const url = `${app.platform.config.publicUrl}/media/stagedoor/streams/${streamId}.mp4`;
  expect((await shows(star)).data).toMatchObject([{ recording: { state: 'ready', url, durationSeconds: 61.5 } }]);

  const refused = await other.client.send('DELETE /streaming/recordings/{id}', { params: { id: streamId } });
  expect(refused.error.error).toBe('NOT_FOUND');
  expect((await shows(star)).data).toMatchObject([{ recording: { state: 'ready' } }]);
  await star.client.call('DELETE /streaming/recordings/{id}', { params: { id: streamId } });
  const { database } = app.platform;
  expect(await database.selectFrom('stream_recordings').select(['state', 'file_id']).where('stream_id', '=', streamId).execute()).toEqual([
    { state: 'deleted', file_id: null },
  ]);
  expect((await shows(star)).data).toMatchObject([{ _id: streamId, recording: { state: 'deleted', url: null, durationSeconds: null } }]);
});

test('the recording of a private show has a signed address, which its performer needs no token for', async () => {
  const star = await newPerformer();
  const { streamId } = await createShow(star, { node, isRecorded: true });
  await createPrivateShow(app, star, fan, { streamId });
  await end(star, streamId);
  await record(streamId);
  const [show] = (await shows(star)).data;
  expect(show).toMatchObject({ _id: streamId, type: 'private', recording: { state: 'ready' } });
  expect(await (await fetch(new URL(show!.recording!.url!, app.url))).text()).toBe('ftyp and so on');
});

test('visitors and fans have no such list', async () => {
  expect((await app.client().send('GET /streaming/shows', {})).status).toBe(401);
  expect((await fan.client.send('GET /streaming/shows', {})).error.error).toBe('FORBIDDEN');
});
