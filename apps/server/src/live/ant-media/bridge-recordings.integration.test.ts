import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createAdmin, createPerformer } from '../../testing/factories.ts';
import { type BridgeShows, createBridgeShows } from '../testing/bridge-shows.ts';
import { type BridgeStage, createBridgeStage } from '../testing/bridge-stage.ts';

// Recordings that a media server makes: they end in the site's storage, and nowhere else.

let stage: BridgeStage;
let shows: BridgeShows;
beforeAll(async () => {
  stage = await createBridgeStage();
  shows = createBridgeShows(stage, await createAdmin(stage.app));
});
afterEach(() => shows.end());
afterAll(() => stage.close());

/** Looks until nothing of a show is on the server. */
const whenReleased = async (streamId: string): Promise<void> => {
  await expect
    .poll(async () => {
      await stage.bridge().look();
      await stage.bridge().settle();
      return (await shows.showOf(streamId)).released_at;
    })
    .not.toBeNull();
};
const recordingOf = (streamId: string) =>
  stage.app.platform.database
    .selectFrom('stream_recordings as r')
    .leftJoin('files as f', 'f.id', 'r.file_id')
    .select(['r.state', 'r.failure', 'f.duration_ms', 'f.width', 'f.height'])
    .where('r.stream_id', '=', streamId)
    .executeTakeFirst();
const end = (performer: Awaited<ReturnType<typeof createPerformer>>, streamId: string) =>
  performer.client.call('POST /streaming/end/{id}', { params: { id: streamId } });

test('a show that was interrupted is recorded as one video, which is played from the site', async () => {
  const performer = await createPerformer(stage.app);
  const { streamId, publishing, publisher } = await shows.goLive(performer, { isRecorded: true });
  await expect.poll(() => publisher.sent()).toBeGreaterThan(45);
  await stage.double.losePublisher(streamId);
  await stage.pass(2_000);
  expect(await shows.showOf(streamId)).toMatchObject({ state: 'interrupted' });
  await expect.poll(() => stage.double.vods.size).toBe(1);
  const again = shows.kept(await stage.publish(publishing));
  await expect.poll(() => again.sent()).toBeGreaterThan(45);
  await end(performer, streamId);
  await stage.bridge().look();
  await expect.poll(() => stage.double.vods.size).toBe(2);
  await whenReleased(streamId);
  const recording = await recordingOf(streamId);
  expect(recording).toMatchObject({ state: 'ready', width: 640, height: 360 });
  expect(Number(recording!.duration_ms)).toBeGreaterThan(4_000);
  expect(stage.double.vods.size).toBe(0);
  const summary = await performer.client.call('GET /streaming/summary/{id}', { params: { id: streamId } });
  const { origin, pathname, search } = new URL(summary.recording!.url!);
  expect(origin).not.toBe(stage.double.url);
  expect((await fetch(`${stage.app.url}${pathname}${search}`)).status).toBe(200);
});

test('a recording that its performer deletes before it is fetched is deleted on the server too', async () => {
  const performer = await createPerformer(stage.app);
  const { streamId, publisher } = await shows.goLive(performer, { isRecorded: true });
  await expect.poll(() => publisher.sent()).toBeGreaterThan(30);
  await end(performer, streamId);
  await performer.client.call('DELETE /streaming/recordings/{id}', { params: { id: streamId } });
  await stage.double.dropPublisher(streamId);
  await expect.poll(() => stage.double.vods.size).toBe(1);
  await whenReleased(streamId);
  expect(await recordingOf(streamId)).toMatchObject({ state: 'deleted', duration_ms: null });
  expect(stage.double.vods.size).toBe(0);
});
