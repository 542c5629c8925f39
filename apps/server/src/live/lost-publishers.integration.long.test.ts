import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createStreamAuthority, sweepMinutes, sweepShows } from '../modules/streams/index.ts';
import { findFfmpeg } from '../platform/media/ffmpeg.ts';
import { createLog } from '../platform/telemetry/log.ts';
import { type Person, createAdmin, createFan, createPerformer, topUp } from '../testing/factories.ts';
import { assertSound, beginGroupShow, tokensOf } from '../testing/paid-show-fixtures.ts';
import { readSeats } from '../testing/seat-accounts.ts';
import { type TestApp, createTestApp } from '../testing/test-app.ts';
import { createShow } from '../testing/test-node.ts';
import { type LiveServer, createLiveServer } from './built-in/live-server.ts';
import { type HlsViewing, watchHls } from './testing/hls-viewer.ts';
import { readPlaylist } from './testing/playlist-client.ts';

// The programs that publish are killed (SIGKILL), for 5, 60 and 100 seconds of the site's clock. The media is real; the clock stands still but for what a
// test lets pass, so that nobody waits for a minute and a half.

const DEADLINE = { timeout: 30_000, interval: 50 };

let app: TestApp;
let admin: Person;
let ffmpeg: string;
let live: LiveServer;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  ffmpeg = (await findFfmpeg(process.env['FFMPEG_PATH']))!;
  live = createLiveServer({
    nodeId: crypto.randomUUID(),
    authority: createStreamAuthority({ ...app.platform, clock: app.clock }),
    ffmpeg: () => ffmpeg,
    recordingsDirectory: join(app.dataDirectory, 'live', 'recordings'),
    udpPort: 0,
    rtmpPort: 0,
    rtmpHost: '127.0.0.1',
    iceServers: [],
    controlSecret: 'control-secret-of-the-suite',
    log: createLog('silent'),
  });
  await live.listen(0, '127.0.0.1');
});
afterAll(async () => {
  await live.close();
  await app.close();
});

const address = (path: string): string => `${live.node().url}/media/stagedoor/${path}`;
const untilKilled = (child: ChildProcess): ChildProcess => {
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
};
const publishByRtmp = (key: string): ChildProcess => {
  const args =
    '-hide_banner -loglevel error -re -f lavfi -i testsrc2=size=320x180:rate=30 -f lavfi -i sine=sample_rate=48000 ' +
    `-c:v libx264 -preset ultrafast -tune zerolatency -g 30 -pix_fmt yuv420p -c:a aac -f flv rtmp://127.0.0.1:${live.rtmpPort()}/live/${key}`;
  return untilKilled(spawn(ffmpeg, args.split(' '), { stdio: 'ignore' }));
};
const publishByWhip = (streamId: string, token: string): ChildProcess => {
  const entry = new URL('./testing/publisher.entry.ts', import.meta.url).pathname;
  return untilKilled(spawn(process.execPath, [entry, address(`whip/${streamId}`), token], { stdio: 'ignore' }));
};
const show = (id: string) => app.platform.database.selectFrom('streams').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const becomes = (id: string, state: string): Promise<boolean> =>
  vi.waitUntil(async () => {
    await live.reconcile();
    return (await show(id)).state === state;
  }, DEADLINE);
/** Lets time pass for the site, with a node's reports and the sweeps of a worker. */
const pass = async (seconds: number): Promise<void> => {
  for (let passed = 0; passed < seconds; passed += 5) {
    app.clock.advance(Math.min(5, seconds - passed) * 1000);
    await live.reconcile();
    await sweepShows(app.platform);
    await sweepMinutes(app.platform);
  }
};
const playlistOf = async (id: string) => readPlaylist(await (await fetch(address(`streams/${id}.m3u8`))).text());
/** A viewer who stays until `stop`, or until the show's end. */
const watching = (id: string, token?: string): { stop(): Promise<HlsViewing> } => {
  const ended = new AbortController();
  onTestFinished(() => ended.abort());
  const seen = watchHls(address(`streams/${id}.m3u8`), { ...(token === undefined ? {} : { token }), signal: ended.signal });
  return {
    stop: () => {
      ended.abort();
      return seen;
    },
  };
};

const WAYS = [
  ['ffmpeg by RTMP', 'rtmp'],
  ['node-datachannel by WHIP', 'whip'],
] as const;

/** A show on air, which a program publishes that can be killed. */
const onAir = async (way: (typeof WAYS)[number][1]) => {
  const star = await createPerformer(app, { admin });
  const { streamId, token } = await createShow(star);
  const { key } = way === 'rtmp' ? await star.client.call('POST /performer/stream-key') : { key: '' };
  const publish = (): ChildProcess => (way === 'rtmp' ? publishByRtmp(key) : publishByWhip(streamId, token));
  const first = publish();
  await becomes(streamId, 'live');
  await vi.waitUntil(async () => (await fetch(address(`streams/${streamId}.m3u8`))).ok, DEADLINE);
  return { star, streamId, publish, first };
};

test.each(WAYS.flatMap(([name, way]) => [5, 60].map((seconds) => [name, seconds, way] as const)))(
  '%s, killed for %i seconds, goes on with the same show after a discontinuity',
  async (_name, seconds, way) => {
    const { star, streamId, publish, first } = await onAir(way);
    const before = await playlistOf(streamId);
    const viewer = watching(streamId);
    first.kill('SIGKILL');
    await becomes(streamId, 'interrupted');
    const silent = await show(streamId);
    await pass(seconds);
    // Nobody publishes: nothing is on air, whatever time passes.
    expect(await show(streamId)).toMatchObject({ state: 'interrupted', ended_at: null, published_ms: silent.published_ms });
    publish();
    await becomes(streamId, 'live');
    await vi.waitUntil(async () => {
      const { segments } = await playlistOf(streamId);
      return segments.at(-1)!.discontinuity > before.segments.at(-1)!.discontinuity && segments.at(-1)!.uri !== undefined;
    }, DEADLINE);
    const after = await playlistOf(streamId);
    expect(after.segments.map(({ discontinuity }) => discontinuity - before.segments[0]!.discontinuity)).toContain(1);
    const seen = await viewer.stop();
    // A reload may have waited longer than the server lets it: the player asks again.
    expect(seen.faults.filter((fault) => !fault.endsWith(': 503'))).toEqual([]);
    expect(await show(streamId)).toMatchObject({ id: streamId, state: 'live', ended_at: null });
    await star.client.call('POST /streaming/end/{id}', { params: { id: streamId } });
  },
);

test.each(WAYS)('%s, killed for 100 seconds, loses its show after 90, and its viewers see the end', async (_name, way) => {
  const { streamId, publish, first } = await onAir(way);
  first.kill('SIGKILL');
  await becomes(streamId, 'interrupted');
  await pass(85);
  expect(await show(streamId)).toMatchObject({ state: 'interrupted' });
  await pass(15);
  expect(await show(streamId)).toMatchObject({ state: 'ended', end_reason: 'dropped' });
  await live.reconcile();
  expect((await playlistOf(streamId)).end).toEqual(['#EXT-X-ENDLIST']);
  const late = publish();
  await vi.waitUntil(() => late.exitCode !== null, DEADLINE);
  expect(await show(streamId)).toMatchObject({ state: 'ended' });
  await vi.waitUntil(async () => (await fetch(address(`streams/${streamId}.m3u8`))).status === 410, { timeout: 40_000 });
});

test('the minutes of a group show stop while its encoder is killed, and the running one is given back', async () => {
  const [star, fan] = [await createPerformer(app, { admin }), await createFan(app)];
  await topUp(app, fan, 20);
  const { streamId } = await beginGroupShow(star);
  const { key } = await star.client.call('POST /performer/stream-key');
  const first = publishByRtmp(key);
  await becomes(streamId, 'live');
  const { token } = await fan.client.call('POST /streaming/join/{id}', { params: { id: streamId } });
  const ask = () => fetch(`${address(`streams/${streamId}.m3u8`)}?token=${token.tokenId}`);
  await vi.waitUntil(async () => (await ask()).ok, DEADLINE);
  const viewer = watching(streamId, token.tokenId);
  const charged = async () => (await readSeats(app, [streamId]))[0]?.charged;
  // Both sides have been connected for ten seconds: the first minute begins.
  let at = performance.now();
  await vi.waitUntil(
    async () => {
      // The site's clock goes as fast as the media.
      const now = performance.now();
      app.clock.advance(now - at);
      at = now;
      await live.reconcile();
      await sweepMinutes(app.platform);
      return (await charged()) === 1;
    },
    { timeout: 40_000, interval: 250 },
  );
  expect((await tokensOf(app, fan)).wallet).toBe(19);
  first.kill('SIGKILL');
  await becomes(streamId, 'interrupted');
  await pass(60);
  expect(await charged()).toBe(1);
  await pass(35);
  expect(await show(streamId)).toMatchObject({ state: 'ended', end_reason: 'dropped' });
  expect(await charged()).toBe(1);
  expect(await tokensOf(app, fan)).toEqual({ wallet: 20, held: 0 });
  await viewer.stop();
  await assertSound(app);
});
