import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Person, createAdmin, createFan, createPerformer } from '../../testing/factories.ts';
import { assertSound } from '../../testing/paid-show-fixtures.ts';
import { listLiveNodes } from '../../modules/streams/index.ts';
import { createNodeControl } from '../node-control.ts';
import { type BridgeStage, CONTROL_SECRET, createBridgeStage } from '../testing/bridge-stage.ts';
import { type BridgeShows, createBridgeShows } from '../testing/bridge-shows.ts';

// Shows on a double of an Ant Media Server, with the site's real tables: who is counted, charged and put out.

let stage: BridgeStage;
let shows: BridgeShows;
beforeAll(async () => {
  stage = await createBridgeStage();
  shows = createBridgeShows(stage, await createAdmin(stage.app));
});
afterEach(() => shows.end());
afterAll(() => stage.close());

test('a public show goes live, counts its viewers, and is gone from the server after its end', async () => {
  const performer = await createPerformer(stage.app);
  const fan = await createFan(stage.app);
  const { streamId } = await shows.goLive(performer);
  expect(await shows.showOf(streamId)).toMatchObject({ state: 'live', viewer_count: 0 });
  const { session, token } = await shows.join(fan, streamId);
  const viewer = shows.kept(await stage.watch(session.playback!.signalling!, token));
  await expect.poll(() => viewer.seen().pictures).toBeGreaterThan(5);
  await stage.pass(2_000);
  expect(await shows.showOf(streamId)).toMatchObject({ viewer_count: 1 });
  await expect.poll(() => stage.double.broadcasts.get(streamId)?.['width']).toBe(640);
  await stage.pass(2_000);
  expect(await shows.showOf(streamId)).toMatchObject({ viewer_count: 1, width: 640 });
  await viewer.stop();
  await expect.poll(() => stage.double.viewersOf(streamId)).toEqual([]);
  await stage.pass(2_000);
  expect(await shows.showOf(streamId)).toMatchObject({ viewer_count: 0 });
  await performer.client.call('POST /streaming/end/{id}', { params: { id: streamId } });
  await stage.bridge().look();
  await stage.bridge().settle();
  expect(stage.double.broadcasts.has(streamId)).toBe(false);
  expect((await shows.showOf(streamId)).released_at).not.toBeNull();
});

test('a private show by WebRTC is charged minute by minute until the tokens are used up, then nobody is left on the server', async () => {
  const { streamId, fan, token, signalling, publisher } = await shows.beginPrivate(6);
  const viewer = shows.kept(await stage.watch(signalling, token));
  await stage.pass(8_000);
  expect(await shows.seatOf(streamId, fan)).toMatchObject({ minutes: 0 });
  await stage.pass(66_000);
  expect(await shows.seatOf(streamId, fan)).toMatchObject({ minutes: 2, refunded: 0, protocols: ['whep'] });
  expect(viewer.isClosed()).toBe(false);
  await stage.pass(120_000);
  expect(await shows.seatOf(streamId, fan)).toMatchObject({ minutes: 3, charged: 3, left_reason: 'outOfTokens' });
  await expect.poll(viewer.isClosed).toBe(true);
  await expect.poll(publisher.isClosed).toBe(true);
  expect(stage.double.viewersOf(streamId)).toEqual([]);
  expect(await shows.showOf(streamId)).toMatchObject({ state: 'ended', end_reason: 'outOfTokens' });
  await assertSound(stage.app);
});

test('a fan who runs out of tokens in a group show is blocked and out, and the others watch on', async () => {
  const { streamId, fans } = await shows.beginGroup([6, 90]);
  const [poor, rich] = await Promise.all(
    fans.map(async (fan) => {
      const { session, token } = await shows.join(fan, streamId);
      return {
        fan,
        token,
        signalling: session.playback!.signalling!,
        viewer: shows.kept(await stage.watch(session.playback!.signalling!, token)),
      };
    }),
  );
  await stage.pass(140_000);
  expect(await shows.seatOf(streamId, poor!.fan)).toMatchObject({ minutes: 2, left_reason: 'outOfTokens' });
  await expect.poll(poor!.viewer.isClosed).toBe(true);
  await expect(stage.watch(poor!.signalling, poor!.token)).rejects.toThrow('user_blocked');
  expect(rich!.viewer.isClosed()).toBe(false);
  const before = rich!.viewer.seen().pictures;
  await expect.poll(() => rich!.viewer.seen().pictures).toBeGreaterThan(before + 5);
  expect(await shows.seatOf(streamId, rich!.fan)).toMatchObject({ minutes: 3, left_reason: null });
  await assertSound(stage.app);
});

test('a seat by HLS is charged while it renews its token, and is connected no longer when it stops', async () => {
  const { streamId, fans } = await shows.beginGroup([90]);
  const [fan] = fans as [Person];
  const { session, token } = await shows.join(fan, streamId);
  const playlist = `${session.playback!.url.split('?')[0]}?token=`;
  await expect.poll(async () => (await fetch(playlist + token.tokenId)).status).toBe(200);
  let latest = token;
  for (let passed = 0; passed < 80_000; passed += 8_000) {
    await stage.pass(8_000);
    latest = await fan.client.call('POST /streaming/token', {
      body: { id: streamId, type: 'play', subscriberId: token.subscriberId! },
    });
  }
  expect(await shows.seatOf(streamId, fan)).toMatchObject({ minutes: 2, protocols: ['hls'] });
  expect((await fetch(playlist + token.tokenId)).status).toBe(403);
  expect((await fetch(playlist + latest.tokenId)).status).toBe(200);
  await stage.pass(90_000);
  const left = await shows.seatOf(streamId, fan);
  expect((await fetch(playlist + latest.tokenId)).status).toBe(403);
  await stage.pass(30_000);
  expect(await shows.seatOf(streamId, fan)).toMatchObject({ connected_ms: left.connected_ms, minutes: left.minutes });
  await assertSound(stage.app);
});

test('a token that isn’t renewed costs nothing', async () => {
  const { streamId, fans } = await shows.beginGroup([90]);
  const [fan] = fans as [Person];
  await shows.join(fan, streamId);
  await stage.pass(40_000);
  const seat = await shows.seatOf(streamId, fan);
  expect(Number(seat.connected_ms)).toBeLessThan(10_000);
  expect(seat.minutes).toBe(0);
});

test('a client of a paid show that nobody’s seat names has the show stopped, and its performer goes on', async () => {
  const { streamId, fans, publishing, publisher } = await shows.beginGroup([90]);
  const [fan] = fans as [Person];
  const { session, token } = await shows.join(fan, streamId);
  const stranger = shows.kept(await stage.watch(session.playback!.signalling!, { ...token, subscriberId: 'somebody-else' }));
  await stage.pass(2_000);
  await expect.poll(stranger.isClosed).toBe(true);
  await expect.poll(publisher.isClosed).toBe(true);
  await stage.pass(2_000);
  expect(await shows.showOf(streamId)).toMatchObject({ state: 'interrupted' });
  shows.kept(await stage.publish(publishing));
  expect(await shows.showOf(streamId)).toMatchObject({ state: 'live' });
});

test('the newest device of a seat plays, and a name that two devices share is put out', async () => {
  const { streamId, fans } = await shows.beginGroup([90]);
  const [fan] = fans as [Person];
  const one = await shows.join(fan, streamId);
  const signalling = one.session.playback!.signalling!;
  const older = shows.kept(await stage.watch(signalling, one.token));
  stage.app.clock.advance(1_000);
  const other = await shows.join(fan, streamId);
  const newer = shows.kept(await stage.watch(signalling, other.token));
  await stage.pass(2_000);
  await expect.poll(older.isClosed).toBe(true);
  expect(newer.isClosed()).toBe(false);
  const twin = shows.kept(await stage.watch(signalling, other.token));
  await stage.pass(12_000);
  await expect.poll(() => [newer.isClosed(), twin.isClosed()]).toEqual([true, true]);
});

test('webhooks that lie, repeat or come about strangers change nothing: each is only a reason to look', async () => {
  const performer = await createPerformer(stage.app);
  const { streamId } = await shows.goLive(performer);
  const control = createNodeControl(CONTROL_SECRET);
  const [node] = await listLiveNodes(stage.app.platform, 'antMedia');
  for (const told of [streamId, streamId, 'never-there']) await control.look(node!.url, told);
  await stage.pass(4_000);
  expect(await shows.showOf(streamId)).toMatchObject({ state: 'live' });
  expect(await control.hostedStreams(node!.url)).toContainEqual(expect.objectContaining({ streamId, isPublishing: true }));
  await expect(createNodeControl('another secret').hostedStreams(node!.url)).rejects.toThrow('UNAVAILABLE');
  await stage.double.losePublisher(streamId);
  await control.look(node!.url, streamId);
  await expect.poll(async () => (await shows.showOf(streamId)).state).toBe('interrupted');
});

test('a moderator sees a picture of a show that is on air', async () => {
  const performer = await createPerformer(stage.app);
  const { streamId } = await shows.goLive(performer);
  const [node] = await listLiveNodes(stage.app.platform, 'antMedia');
  // The double makes no other picture for ten seconds, also where there was none.
  const { session, token } = await shows.join(await createFan(stage.app), streamId);
  await expect.poll(async () => (await fetch(`${session.playback!.url.split('?')[0]}?token=${token.tokenId}`)).status).toBe(200);
  const take = () => createNodeControl(CONTROL_SECRET).snapshot(node!.url, streamId);
  await expect.poll(take).not.toBeNull();
  expect(await sharp((await take())!).metadata()).toMatchObject({ format: 'jpeg', width: 320 });
});

test('a rehearsal isn’t recorded and nobody finds it; once begun it is a show', async () => {
  const performer = await createPerformer(stage.app);
  const { streamId } = await shows.goLive(performer, { isRehearsal: true, isRecorded: true });
  await stage.pass(4_000);
  expect(await shows.showOf(streamId)).toMatchObject({ state: 'starting', viewer_count: 0 });
  expect(stage.double.broadcasts.get(streamId)?.mp4Enabled).toBe(-1);
  await performer.client.call('POST /streaming/live/{id}/begin', { params: { id: streamId } });
  await stage.pass(2_000);
  expect(await shows.showOf(streamId)).toMatchObject({ state: 'live' });
  expect(stage.double.broadcasts.get(streamId)?.mp4Enabled).toBe(1);
});

test('a fan’s camera is a stream of its own, for the performer alone, and ends with the seat', async () => {
  const { streamId, fan, performer, token, signalling } = await shows.beginPrivate(90, true);
  shows.kept(await stage.watch(signalling, token));
  const { camera } = await fan.client.call('GET /streaming/private-chat/{id}', { params: { id: streamId } });
  const publish = await fan.client.call('POST /streaming/token', { body: { id: camera!.mediaId, type: 'publish' } });
  const publisher = shows.kept(
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
  const viewer = shows.kept(await stage.watch(camera!.signalling!, play));
  await stage.pass(4_000);
  expect(viewer.isClosed()).toBe(false);
  await fan.client.call('POST /streaming/leave/{id}', { params: { id: streamId } });
  await stage.bridge().look();
  await stage.bridge().settle();
  await expect.poll(publisher.isClosed).toBe(true);
  await expect.poll(viewer.isClosed).toBe(true);
  expect(stage.double.broadcasts.has(camera!.mediaId)).toBe(false);
});
