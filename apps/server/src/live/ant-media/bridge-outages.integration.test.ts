import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createAdmin, createFan, createPerformer } from '../../testing/factories.ts';
import { assertSound } from '../../testing/paid-show-fixtures.ts';
import { announcedStates } from '../../testing/test-node.ts';
import { sweepShows } from '../../modules/streams/index.ts';
import { signStreamToken } from './stream-tokens.ts';
import { type BridgeShows, createBridgeShows } from '../testing/bridge-shows.ts';
import { type BridgeStage, STREAM_KEY, createBridgeStage } from '../testing/bridge-stage.ts';

// A media server that is away, a bridge that dies, and a server that the site shares with another one.

let stage: BridgeStage;
let shows: BridgeShows;
beforeAll(async () => {
  stage = await createBridgeStage();
  shows = createBridgeShows(stage, await createAdmin(stage.app));
});
afterEach(async () => {
  stage.double.behave();
  await shows.end();
});
afterAll(() => stage.close());

const release = async (): Promise<void> => {
  await stage.bridge().look();
  await stage.bridge().settle();
};

/** Cuts the connection that the leading bridge holds its lock with. */
const cutLeader = async (): Promise<void> => {
  const client = new pg.Client({ connectionString: stage.app.testDatabase.ownerUrl });
  await client.connect();
  const { rowCount } = await client.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted
      and objid = (hashtextextended('leads bridge to media servers', 0) & 4294967295)::oid
      and database = (select oid from pg_database where datname = current_database())`,
  );
  await client.end();
  expect(rowCount).toBe(1);
};

test('no show begins while the server is away, and none is left in the tables', async () => {
  const performer = await createPerformer(stage.app);
  const { double } = stage;
  const faults = [() => (double.faults.restStatus = 503), () => (double.faults.restSendsHtml = true), () => double.goDown()];
  for (const misbehave of faults) {
    await misbehave();
    const refused = await performer.client.send('POST /streaming/live', { body: { title: 'Nocturnes' } });
    expect([refused.status, refused.error.error]).toEqual([503, 'LIVE_SERVER_AWAY']);
    stage.double.behave();
  }
  const open = await stage.app.platform.database.selectFrom('streams').select('id').where('performer_id', '=', performer.id).execute();
  expect(open).toEqual([]);
});

test('a server that restarts in the middle interrupts a paid show, gives the running minute back, and goes on', async () => {
  const { streamId, fans, publishing } = await shows.beginGroup([90]);
  const fan = fans[0]!;
  const first = await shows.join(fan, streamId);
  shows.kept(await stage.watch(first.session.playback!.signalling!, first.token));
  await stage.pass(30_000);
  expect(await shows.seatOf(streamId, fan)).toMatchObject({ minutes: 1, refunded: 0 });
  await stage.double.goDown();
  await stage.pass(4_000);
  expect(await shows.showOf(streamId)).toMatchObject({ state: 'live' });
  await stage.pass(4_000);
  expect(await shows.showOf(streamId)).toMatchObject({ state: 'interrupted', end_reason: null });
  const interrupted = await shows.seatOf(streamId, fan);
  expect(interrupted).toMatchObject({ refunded: 1, left_reason: null });
  stage.double.comeBack();
  shows.kept(await stage.publish(publishing));
  expect(await shows.showOf(streamId)).toMatchObject({ state: 'live' });
  const again = await shows.join(fan, streamId);
  shows.kept(await stage.watch(again.session.playback!.signalling!, again.token));
  await stage.pass(20_000);
  expect(Number((await shows.seatOf(streamId, fan)).connected_ms)).toBeGreaterThan(Number(interrupted.connected_ms));
  await assertSound(stage.app);
});

test('a show that ends while the server is away is removed from it later', async () => {
  const performer = await createPerformer(stage.app);
  const { streamId } = await shows.goLive(performer);
  stage.double.faults.restStatus = 502;
  await performer.client.call('POST /streaming/end/{id}', { params: { id: streamId } });
  await release();
  expect((await shows.showOf(streamId)).released_at).toBeNull();
  expect(stage.double.broadcasts.get(streamId)?.status).toBe('broadcasting');
  stage.double.behave();
  stage.app.clock.advance(4_000);
  await release();
  expect((await shows.showOf(streamId)).released_at).not.toBeNull();
  expect(stage.double.broadcasts.has(streamId)).toBe(false);
});

test('a bridge that dies or stops is replaced by another, which goes on with its shows without an interruption', async () => {
  const { streamId, fans } = await shows.beginGroup([90]);
  const fan = fans[0]!;
  const { session, token } = await shows.join(fan, streamId);
  const viewer = shows.kept(await stage.watch(session.playback!.signalling!, token));
  await stage.pass(30_000);
  const [first, second] = [stage.bridge(), await stage.startBridge()];
  expect(second.isLeading()).toBe(false);
  // Its connection is cut, as by a crash of its process or of the network.
  await cutLeader();
  await expect.poll(first.isLeading).toBe(false);
  await first.stop();
  await expect.poll(second.isLeading).toBe(true);
  await stage.pass(36_000);
  await sweepShows(stage.app.platform);
  const third = await stage.startBridge();
  await second.stop();
  await expect.poll(third.isLeading).toBe(true);
  await stage.pass(20_000);
  await sweepShows(stage.app.platform);
  expect(await announcedStates(stage.app, streamId)).not.toContain('interrupted');
  expect(await shows.showOf(streamId)).toMatchObject({ state: 'live', viewer_count: 1 });
  expect(viewer.isClosed()).toBe(false);
  expect(await shows.seatOf(streamId, fan)).toMatchObject({ minutes: 2, refunded: 0, left_reason: null });
  const { rows } = await sql`select from live_nodes where engine = 'antMedia'`.execute(stage.app.platform.database);
  expect(rows).toHaveLength(1);
  await assertSound(stage.app);
});

test('the engine of the settings is for shows that begin: one that runs stays where it is', async () => {
  const performer = await createPerformer(stage.app);
  const fan = await createFan(stage.app);
  const { streamId } = await shows.goLive(performer);
  await stage.app.platform.settings.change({ engineForBroadcast: 'builtIn' }, null);
  try {
    const { session, token } = await shows.join(fan, streamId);
    const viewer = shows.kept(await stage.watch(session.playback!.signalling!, token));
    await expect.poll(() => viewer.seen().pictures).toBeGreaterThan(0);
    await stage.pass(2_000);
    expect(await shows.showOf(streamId)).toMatchObject({ state: 'live', viewer_count: 1 });
    const other = await createPerformer(stage.app);
    const { publishing } = await other.client.call('POST /streaming/live', { body: { title: 'Études' } });
    expect(publishing).toMatchObject({ signalling: null, whip: expect.any(String) });
  } finally {
    await stage.app.platform.settings.change({ engineForBroadcast: 'antMedia' }, null);
  }
});

test('streams and videos of another site on the same application are left alone', async () => {
  const expiresAt = new Date(stage.app.clock.now().getTime() + 300_000);
  const token = await signStreamToken({ streamKey: STREAM_KEY }, { streamId: 'foreign', type: 'publish', grantId: 'other' }, expiresAt);
  const url = stage.double.websocketUrl;
  const foreign = { whip: null, signalling: url, streamId: 'foreign', token, subscriberId: 'other', iceServers: [] };
  const publisher = shows.kept(await stage.publish(foreign));
  stage.double.vods.set('theirs', { ...VIDEO, file: '/nowhere' });
  const performer = await createPerformer(stage.app);
  const { streamId } = await shows.goLive(performer, { isRecorded: true });
  await stage.pass(4_000);
  await performer.client.call('POST /streaming/end/{id}', { params: { id: streamId } });
  await expect
    .poll(async () => {
      await release();
      return (await shows.showOf(streamId)).released_at;
    })
    .not.toBeNull();
  expect(stage.double.broadcasts.get('foreign')?.status).toBe('broadcasting');
  expect(publisher.isClosed()).toBe(false);
  expect([...stage.double.vods.keys()]).toEqual(['theirs']);
});

const VIDEO = {
  vodId: 'theirs',
  vodName: 'theirs.mp4',
  streamName: null,
  streamId: 'foreign',
  creationDate: 0,
  startTime: 0,
  duration: 1000,
  fileSize: 1,
  filePath: 'streams/theirs.mp4',
  previewFilePath: null,
  type: 'streamVod',
  processStatus: 'finished',
} as const;
