import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Person, createAdmin, createFan, createPerformer, topUp } from '../../testing/factories.ts';
import { ask, assertSound, createPair } from '../../testing/paid-show-fixtures.ts';
import { listLiveNodes } from '../../modules/streams/index.ts';
import { createNodeControl } from '../node-control.ts';
import { type BridgeStage, CONTROL_SECRET, createBridgeStage } from '../testing/bridge-stage.ts';
import type { TestPublisher } from '../testing/publisher.ts';
import type { TestViewer } from '../testing/viewer.ts';

// Shows on a double of an Ant Media Server, with the site's real tables: who is counted, charged and put out.

let stage: BridgeStage;
let admin: Person;
const closing: { vanish?(): void; stop(): Promise<void> }[] = [];
beforeAll(async () => {
  stage = await createBridgeStage();
  admin = await createAdmin(stage.app);
});
afterEach(async () => {
  for (const one of closing.splice(0)) await one.stop().catch(() => {});
});
afterAll(() => stage.close());

const kept = <T extends TestPublisher | TestViewer>(one: T): T => {
  closing.push(one);
  return one;
};
const showOf = async (streamId: string) =>
  (
    await sql<{ state: string; viewer_count: number; end_reason: string | null; width: number | null; released_at: Date | null }>`
      select state, viewer_count, end_reason, width, released_at from streams where id = ${streamId}::uuid`.execute(stage.app.platform.database)
  ).rows[0]!;
const seatOf = async (streamId: string, fan: Person) =>
  (
    await sql<{ minutes: number; connected_ms: string; left_reason: string | null; charged: number; refunded: number; protocols: string[] }>`
      select p.minutes, p.connected_ms::text, p.left_reason,
        (select count(*)::int from stream_minutes m where m.stream_id = p.stream_id and m.account_id = p.account_id) as charged,
        (select count(*)::int from stream_minutes m where m.stream_id = p.stream_id and m.account_id = p.account_id and m.refund_reason is not null) as refunded,
        array(select distinct unnest(m.protocols) from stream_minutes m where m.stream_id = p.stream_id and m.account_id = p.account_id) as protocols
      from stream_participants p where p.stream_id = ${streamId}::uuid and p.account_id = ${fan.id}::uuid`.execute(
      stage.app.platform.database,
    )
  ).rows[0]!;
const join = (fan: Person, id: string) => fan.client.call('POST /streaming/join/{id}', { params: { id } });
const goLive = async (performer: Person, more: { isRecorded?: boolean; isRehearsal?: boolean } = {}) => {
  const { session, publishing } = await performer.client.call('POST /streaming/live', { body: { title: 'Nocturnes', ...more } });
  return { streamId: session._id, publishing, publisher: kept(await stage.publish(publishing)) };
};
/** A private show, published, whose fan has joined. */
const beginPrivate = async (tokens: number, withCamera = false) => {
  const [performer, fan] = await createPair(stage.app, admin, tokens);
  const { _id: streamId } = await ask(fan, performer, { withCamera });
  const accepted = await performer.client.call('POST /streaming/private-chat/{id}/accept', { params: { id: streamId }, body: {} });
  const publisher = kept(await stage.publish(accepted.publishing));
  const { session, token } = await join(fan, streamId);
  return { streamId, performer, fan, publisher, token, signalling: session.playback!.signalling! };
};
/** A group show at three tokens a minute, published, and fans with so many tokens. */
const beginGroup = async (tokens: readonly number[]) => {
  const performer = await createPerformer(stage.app, { admin });
  const { session, publishing } = await performer.client.call('POST /streaming/group-chat', {
    body: { title: 'Four blues', price: 3, seats: 5, minimumMinutes: 1, audience: 'everyone', isRecorded: false },
  });
  const publisher = kept(await stage.publish(publishing));
  const fans: Person[] = [];
  for (const amount of tokens) {
    const fan = await createFan(stage.app);
    await topUp(stage.app, fan, amount);
    fans.push(fan);
  }
  return { streamId: session._id, performer, fans, publishing, publisher };
};

test('a public show goes live, counts its viewers, and is gone from the server after its end', async () => {
  const performer = await createPerformer(stage.app);
  const fan = await createFan(stage.app);
  const { streamId } = await goLive(performer);
  expect(await showOf(streamId)).toMatchObject({ state: 'live', viewer_count: 0 });
  const { session, token } = await join(fan, streamId);
  const viewer = kept(await stage.watch(session.playback!.signalling!, token));
  await expect.poll(() => viewer.seen().pictures).toBeGreaterThan(5);
  await stage.pass(2_000);
  expect(await showOf(streamId)).toMatchObject({ viewer_count: 1 });
  await expect.poll(() => stage.double.broadcasts.get(streamId)?.['width']).toBe(640);
  await stage.pass(2_000);
  expect(await showOf(streamId)).toMatchObject({ viewer_count: 1, width: 640 });
  await viewer.stop();
  await expect.poll(() => stage.double.viewersOf(streamId)).toEqual([]);
  await stage.pass(2_000);
  expect(await showOf(streamId)).toMatchObject({ viewer_count: 0 });
  await performer.client.call('POST /streaming/end/{id}', { params: { id: streamId } });
  await stage.bridge().look();
  await stage.bridge().settle();
  expect(stage.double.broadcasts.has(streamId)).toBe(false);
  expect((await showOf(streamId)).released_at).not.toBeNull();
});

test('a private show by WebRTC is charged minute by minute until the tokens are used up, then nobody is left on the server', async () => {
  const { streamId, fan, token, signalling, publisher } = await beginPrivate(6);
  const viewer = kept(await stage.watch(signalling, token));
  await stage.pass(8_000);
  expect(await seatOf(streamId, fan)).toMatchObject({ minutes: 0 });
  await stage.pass(66_000);
  expect(await seatOf(streamId, fan)).toMatchObject({ minutes: 2, refunded: 0, protocols: ['whep'] });
  expect(viewer.isClosed()).toBe(false);
  await stage.pass(120_000);
  expect(await seatOf(streamId, fan)).toMatchObject({ minutes: 3, charged: 3, left_reason: 'outOfTokens' });
  await expect.poll(viewer.isClosed).toBe(true);
  await expect.poll(publisher.isClosed).toBe(true);
  expect(stage.double.viewersOf(streamId)).toEqual([]);
  expect(await showOf(streamId)).toMatchObject({ state: 'ended', end_reason: 'outOfTokens' });
  await assertSound(stage.app);
});

test('a fan who runs out of tokens in a group show is blocked and out, and the others watch on', async () => {
  const { streamId, fans } = await beginGroup([6, 90]);
  const [poor, rich] = await Promise.all(
    fans.map(async (fan) => {
      const { session, token } = await join(fan, streamId);
      return { fan, token, signalling: session.playback!.signalling!, viewer: kept(await stage.watch(session.playback!.signalling!, token)) };
    }),
  );
  await stage.pass(140_000);
  expect(await seatOf(streamId, poor!.fan)).toMatchObject({ minutes: 2, left_reason: 'outOfTokens' });
  await expect.poll(poor!.viewer.isClosed).toBe(true);
  await expect(stage.watch(poor!.signalling, poor!.token)).rejects.toThrow('user_blocked');
  expect(rich!.viewer.isClosed()).toBe(false);
  const before = rich!.viewer.seen().pictures;
  await expect.poll(() => rich!.viewer.seen().pictures).toBeGreaterThan(before + 5);
  expect(await seatOf(streamId, rich!.fan)).toMatchObject({ minutes: 3, left_reason: null });
  await assertSound(stage.app);
});

test('a seat by HLS is charged while it renews its token, and is connected no longer when it stops', async () => {
  const { streamId, fans } = await beginGroup([90]);
  const [fan] = fans as [Person];
  const { session, token } = await join(fan, streamId);
  const playlist = `${session.playback!.url.split('?')[0]}?token=`;
  await expect.poll(async () => (await fetch(playlist + token.tokenId)).status).toBe(200);
  let latest = token;
  for (let passed = 0; passed < 80_000; passed += 8_000) {
    await stage.pass(8_000);
    latest = await fan.client.call('POST /streaming/token', {
      body: { id: streamId, type: 'play', subscriberId: token.subscriberId! },
    });
  }
  expect(await seatOf(streamId, fan)).toMatchObject({ minutes: 2, protocols: ['hls'] });
  expect((await fetch(playlist + token.tokenId)).status).toBe(403);
  expect((await fetch(playlist + latest.tokenId)).status).toBe(200);
  await stage.pass(90_000);
  const left = await seatOf(streamId, fan);
  expect((await fetch(playlist + latest.tokenId)).status).toBe(403);
  await stage.pass(30_000);
  expect(await seatOf(streamId, fan)).toMatchObject({ connected_ms: left.connected_ms, minutes: left.minutes });
  await assertSound(stage.app);
});

test('a token that isn’t renewed costs nothing', async () => {
  const { streamId, fans } = await beginGroup([90]);
  const [fan] = fans as [Person];
  await join(fan, streamId);
  await stage.pass(40_000);
  const seat = await seatOf(streamId, fan);
  expect(Number(seat.connected_ms)).toBeLessThan(10_000);
  expect(seat.minutes).toBe(0);
});

test('a client of a paid show that nobody’s seat names has the show stopped, and its performer goes on', async () => {
  const { streamId, fans, publishing, publisher } = await beginGroup([90]);
  const [fan] = fans as [Person];
  const { session, token } = await join(fan, streamId);
  const stranger = kept(await stage.watch(session.playback!.signalling!, { ...token, subscriberId: 'somebody-else' }));
  await stage.pass(2_000);
  await expect.poll(stranger.isClosed).toBe(true);
  await expect.poll(publisher.isClosed).toBe(true);
  await stage.pass(2_000);
  expect(await showOf(streamId)).toMatchObject({ state: 'interrupted' });
  kept(await stage.publish(publishing));
  expect(await showOf(streamId)).toMatchObject({ state: 'live' });
});

test('the newest device of a seat plays, and a name that two devices share is put out', async () => {
  const { streamId, fans } = await beginGroup([90]);
  const [fan] = fans as [Person];
  const one = await join(fan, streamId);
  const signalling = one.session.playback!.signalling!;
  const older = kept(await stage.watch(signalling, one.token));
  stage.app.clock.advance(1_000);
  const other = await join(fan, streamId);
  const newer = kept(await stage.watch(signalling, other.token));
  await stage.pass(2_000);
  await expect.poll(older.isClosed).toBe(true);
  expect(newer.isClosed()).toBe(false);
  const twin = kept(await stage.watch(signalling, other.token));
  await stage.pass(12_000);
  await expect.poll(() => [newer.isClosed(), twin.isClosed()]).toEqual([true, true]);
});

test('webhooks that lie, repeat or come about strangers change nothing: each is only a reason to look', async () => {
  const performer = await createPerformer(stage.app);
  const { streamId } = await goLive(performer);
  const control = createNodeControl(CONTROL_SECRET);
  const [node] = await listLiveNodes(stage.app.platform, 'antMedia');
  for (const told of [streamId, streamId, 'never-there']) await control.look(node!.url, told);
  await stage.pass(4_000);
  expect(await showOf(streamId)).toMatchObject({ state: 'live' });
  expect(await control.hostedStreams(node!.url)).toContainEqual(expect.objectContaining({ streamId, isPublishing: true }));
  await expect(createNodeControl('another secret').hostedStreams(node!.url)).rejects.toThrow();
  await stage.double.losePublisher(streamId);
  await control.look(node!.url, streamId);
  await expect.poll(async () => (await showOf(streamId)).state).toBe('interrupted');
});

test('a moderator sees a picture of a show that is on air', async () => {
  const performer = await createPerformer(stage.app);
  const { streamId } = await goLive(performer);
  const [node] = await listLiveNodes(stage.app.platform, 'antMedia');
  const take = () => createNodeControl(CONTROL_SECRET).snapshot(node!.url, streamId);
  await expect.poll(take).not.toBeNull();
  expect(await sharp((await take())!).metadata()).toMatchObject({ format: 'jpeg', width: 320 });
});

test('a rehearsal isn’t recorded and nobody finds it; once begun it is a show', async () => {
  const performer = await createPerformer(stage.app);
  const { streamId } = await goLive(performer, { isRehearsal: true, isRecorded: true });
  await stage.pass(4_000);
  expect(await showOf(streamId)).toMatchObject({ state: 'starting', viewer_count: 0 });
  expect(stage.double.broadcasts.get(streamId)?.mp4Enabled).toBe(-1);
  await performer.client.call('POST /streaming/live/{id}/begin', { params: { id: streamId } });
  await stage.pass(2_000);
  expect(await showOf(streamId)).toMatchObject({ state: 'live' });
  expect(stage.double.broadcasts.get(streamId)?.mp4Enabled).toBe(1);
});

test('a fan’s camera is a stream of its own, for the performer alone, and ends with the seat', async () => {
  const { streamId, fan, performer, token, signalling } = await beginPrivate(90, true);
  kept(await stage.watch(signalling, token));
  const { camera } = await fan.client.call('GET /streaming/private-chat/{id}', { params: { id: streamId } });
  const publish = await fan.client.call('POST /streaming/token', { body: { id: camera!.mediaId, type: 'publish' } });
  const publisher = kept(
    await stage.publish({
      whip: null,
      signalling: camera!.signalling,
      streamId: camera!.mediaId,
      token: publish.tokenId,
      subscriberId: publish.subscriberId,
      iceServers: [],
    }),
  );
  const play = await performer.client.call('POST /streaming/token', { body: { id: camera!.mediaId, type: 'play' } });
  const viewer = kept(await stage.watch(camera!.signalling!, play));
  await stage.pass(4_000);
  expect(viewer.isClosed()).toBe(false);
  await fan.client.call('POST /streaming/leave/{id}', { params: { id: streamId } });
  await stage.bridge().look();
  await stage.bridge().settle();
  await expect.poll(publisher.isClosed).toBe(true);
  await expect.poll(viewer.isClosed).toBe(true);
  expect(stage.double.broadcasts.has(camera!.mediaId)).toBe(false);
});
