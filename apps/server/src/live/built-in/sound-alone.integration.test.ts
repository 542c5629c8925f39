import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { findFfmpeg } from '../../platform/media/ffmpeg.ts';
import { ffmpegOutput } from '../testing/ffmpeg-output.ts';
import { boxAt, boxesOf } from '../testing/boxes.ts';
import { readPlaylist } from '../testing/playlist-client.ts';
import { type TestPublisher, publish } from '../testing/publisher.ts';
import { type BuiltInStage, createBuiltInStage } from '../testing/stage.ts';
import { type TestViewer, watch } from '../testing/viewer.ts';

// Shows of sound alone: an encoder without a scene by RTMP, and an offer without a section of video by WHIP.

/** The account of a fan in a paid show. */
const SEAT = 'the fan';
const DEADLINE = { timeout: 20_000, interval: 50 };

let ffmpeg: string;
let stage: BuiltInStage;
beforeAll(async () => {
  ffmpeg = (await findFfmpeg(process.env['FFMPEG_PATH']))!;
  stage = await createBuiltInStage({ ffmpeg: () => ffmpeg, rtmpPort: 0, rtmpHost: '127.0.0.1' });
});
afterAll(() => stage.close());

const opened: (TestPublisher | TestViewer)[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.stop();
});
const kept = <T extends TestPublisher | TestViewer>(one: T): T => {
  opened.push(one);
  return one;
};

const run = (args: readonly string[]): Promise<string> => ffmpegOutput(ffmpeg, args);

const TONE = '-f lavfi -i sine=sample_rate=48000';
/** Publishes with a key until the test is over. @param input ffmpeg's words for what it sends */
const encode = (key: string, input: string): ChildProcess => {
  const args = `-hide_banner -loglevel error -re ${input} -c:a aac -b:a 96k -ac 2 -f flv rtmp://127.0.0.1:${stage.server.rtmpPort()}/live/${key}`;
  const child = spawn(ffmpeg, args.split(/ +/), { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
};
const newShow = (key: string, isRecorded = false): string => {
  const id = stage.memory.createShow({ isRecorded });
  stage.memory.setKey(id, key);
  return id;
};
const hostedOf = (id: string) => stage.server.hostedStreams().find(({ streamId }) => streamId === id);
const isLive = (id: string): boolean => hostedOf(id)?.isPublishing === true;
const playlistOf = async (id: string, token: string) =>
  (await fetch(stage.address(`streams/${id}.m3u8`), { headers: { authorization: `Bearer ${token}` } })).text();
const fetchFile = async (id: string, uri: string, token: string): Promise<Buffer> => {
  const response = await fetch(new URL(uri, stage.address(`streams/${id}.m3u8`)), { headers: { authorization: `Bearer ${token}` } });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
};
const entriesOf = (init: Buffer): string[] =>
  boxesOf(boxAt(init, 'moov'))
    .filter(({ type }) => type === 'trak')
    .map(({ content }) => boxesOf(boxAt(content, 'mdia', 'minf', 'stbl', 'stsd').subarray(8))[0]!.type);
/** Watches by WHEP. */
const listen = async (id: string, seatId: string | null = null): Promise<TestViewer> =>
  kept(await watch({ url: stage.address(`whep/${id}`), token: stage.memory.grant(id, 'play', null, seatId).token }));
/** Plays the complete segments of a show, for a seat if it is paid. @returns their playlist, and the words of the decoder */
const playSegments = async (id: string, count: number, seatId: string | null = null) => {
  const { token } = stage.memory.grant(id, 'play', null, seatId);
  const complete = async () => readPlaylist(await playlistOf(id, token)).segments.filter(({ uri }) => uri !== undefined);
  await vi.waitUntil(async () => isLive(id) && (await complete()).length >= count, DEADLINE);
  const text = await playlistOf(id, token);
  const segments = (await complete()).slice(0, count);
  const init = await fetchFile(id, segments[0]!.init, token);
  const media = await Promise.all(segments.map(({ uri }) => fetchFile(id, uri!, token)));
  const folder = await mkdtemp(join(tmpdir(), 'stagedoor-sound-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'show.mp4');
  await writeFile(file, Buffer.concat([init, ...media]));
  return { text, init, segments, said: await run(['-v', 'error', '-xerror', '-i', file, '-f', 'null', '-']) };
};

test('an encoder without pictures goes live after three seconds of sound, which HLS plays', async () => {
  const id = newShow('key-of-the-singer');
  encode('key-of-the-singer', TONE);
  const begun = performance.now();
  await vi.waitUntil(() => isLive(id), DEADLINE);
  expect(performance.now() - begun).toBeGreaterThan(2_500);
  const { text, init, segments, said } = await playSegments(id, 3);
  expect(said).toBe('');
  expect(entriesOf(init)).toEqual(['mp4a']);
  const parts = text.split('\n').filter((line) => line.startsWith('#EXT-X-PART:'));
  expect(parts.length).toBeGreaterThan(5);
  expect(parts.filter((line) => !line.endsWith('INDEPENDENT=YES'))).toEqual([]);
  expect(segments.slice(1).map(({ duration }) => Math.round(duration!))).toEqual([2, 2]);
  expect(hostedOf(id)).toMatchObject({ width: null, height: null, encoder: { hasSound: true, isSoundOnly: true } });
  expect(hostedOf(id)!.publishedMs).toBeGreaterThan(3_000);
  const viewer = await listen(id);
  await vi.waitUntil(() => viewer.seen().sounds > 100, DEADLINE);
  expect(viewer.seen().pictures).toBe(0);
});

test('an encoder whose codec of pictures can’t be taken doesn’t go live by its sound', async () => {
  const id = newShow('key-of-the-old-codec');
  encode('key-of-the-old-codec', `-f lavfi -i testsrc2=size=320x180:rate=30 ${TONE} -c:v flv1`);
  await vi.waitUntil(() => (hostedOf(id)?.encoder?.refused.length ?? 0) > 0, DEADLINE);
  // Longer than sound alone takes.
  await vi.waitUntil(() => (hostedOf(id)?.encoder?.bitrate ?? 0) > 0, DEADLINE);
  const until = performance.now() + 4_500;
  await vi.waitUntil(() => performance.now() > until || isLive(id), DEADLINE);
  expect(isLive(id)).toBe(false);
  expect(hostedOf(id)?.encoder).toMatchObject({ hasSound: true, isSoundOnly: false });
});

test('pictures that come back join the show with a discontinuity, and close the sessions of its listeners', async () => {
  const id = newShow('key-of-the-late-camera', true);
  const first = encode('key-of-the-late-camera', TONE);
  await vi.waitUntil(() => isLive(id), DEADLINE);
  const listener = await listen(id);
  await vi.waitUntil(() => listener.seen().sounds > 20, DEADLINE);
  first.kill('SIGKILL');
  await vi.waitUntil(() => !isLive(id), DEADLINE);
  const video = '-c:v libx264 -preset ultrafast -tune zerolatency -g 30 -pix_fmt yuv420p';
  encode('key-of-the-late-camera', `-f lavfi -i testsrc2=size=320x180:rate=30 ${TONE} ${video}`);
  await vi.waitUntil(() => hostedOf(id)?.width === 320, DEADLINE);
  await vi.waitUntil(() => listener.isClosed(), DEADLINE);
  const viewer = await listen(id);
  await vi.waitUntil(() => viewer.seen().pictures > 20 && viewer.seen().sounds > 20, DEADLINE);
  const { token } = stage.memory.grant(id, 'play');
  await vi.waitUntil(async () => {
    const { segments } = readPlaylist(await playlistOf(id, token));
    return new Set(segments.map(({ init }) => init)).size > 1;
  }, DEADLINE);
  const { segments } = readPlaylist(await playlistOf(id, token));
  const inits = [...new Set(segments.map(({ init }) => init))];
  const heads = await Promise.all(inits.map((uri) => fetchFile(id, uri, token)));
  expect(heads.map(entriesOf)).toEqual([['mp4a'], ['avc1', 'mp4a']]);
  expect(new Set(segments.map(({ discontinuity }) => discontinuity)).size).toBeGreaterThan(1);
  stage.memory.endShow(id);
  await stage.engine.end(id);
  await vi.waitUntil(() => stage.memory.recordings.has(id), DEADLINE);
  expect(await run(['-v', 'error', '-xerror', '-i', stage.memory.recordings.get(id)!.path, '-f', 'null', '-'])).toBe('');
});

test('a WHIP offer without video is heard by WHEP and HLS, and recorded', async () => {
  const id = stage.memory.createShow({ isRecorded: true });
  const url = stage.address(`whip/${id}`);
  const publisher = kept(await publish({ url, token: stage.memory.grant(id, 'publish').token, hasVideo: false }));
  await vi.waitUntil(() => isLive(id), DEADLINE);
  const viewer = await listen(id, SEAT);
  // The section of video is answered, and carries nothing.
  expect(viewer.session.body).toMatch(/^m=video [^]*?a=inactive/m);
  await vi.waitUntil(() => viewer.seen().sounds > 150, DEADLINE);
  const seatOf = () => hostedOf(id)!.seats.find(({ accountId }) => accountId === SEAT)!;
  expect(seatOf()).toMatchObject({ isThere: true, protocols: ['whep'] });
  expect(Math.abs(seatOf().deliveredMs - viewer.seen().sounds * 20)).toBeLessThan(1_500);
  await viewer.stop();
  const { init, said } = await playSegments(id, 3, SEAT);
  expect(said).toBe('');
  expect(entriesOf(init)).toEqual(['mp4a']);
  // The seat was sent the same sound by both, and pays for it once.
  expect(seatOf().protocols).toContain('hls');
  expect(seatOf().deliveredMs).toBeLessThanOrEqual(hostedOf(id)!.publishedMs + 500);
  const { publishedMs } = hostedOf(id)!;
  await publisher.stop();
  stage.memory.endShow(id);
  await stage.engine.end(id);
  await vi.waitUntil(() => stage.memory.recordings.has(id) || stage.memory.failures.has(id), DEADLINE);
  expect(stage.memory.failures.get(id)).toBeUndefined();
  const recording = stage.memory.recordings.get(id)!;
  expect(recording).toMatchObject({ width: 0, height: 0 });
  expect(Math.abs(recording.durationMs - publishedMs)).toBeLessThan(1_500);
  const probed = await run(['-i', recording.path, '-f', 'null', '-']);
  expect(probed).toMatch(/Audio: aac/);
  expect(probed).not.toMatch(/Stream .*Video:/);
});
