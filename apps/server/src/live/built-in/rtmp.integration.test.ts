import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { findFfmpeg } from '../../platform/media/ffmpeg.ts';
import { ffmpegOutput } from '../testing/ffmpeg-output.ts';
import { boxAt, boxesOf, readFragmentRuns } from '../testing/boxes.ts';
import { publish } from '../testing/publisher.ts';
import { rtmpVectors } from '../testing/rtmp-vectors.ts';
import { type BuiltInStage, createBuiltInStage } from '../testing/stage.ts';
import { watch } from '../testing/viewer.ts';

// Encoders publish by RTMP: ffmpeg, as OBS does.

const DEADLINE = { timeout: 20_000 };

let ffmpeg: string;
let stage: BuiltInStage;
beforeAll(async () => {
  ffmpeg = (await findFfmpeg(process.env['FFMPEG_PATH']))!;
  stage = await createBuiltInStage({ ffmpeg: () => ffmpeg, rtmpPort: 0, rtmpHost: '127.0.0.1' });
});
afterAll(() => stage.close());

const run = (args: readonly string[]): Promise<string> => ffmpegOutput(ffmpeg, args);

/** An encoder that publishes a test card and a tone with a key, until the test is over. */
const encode = (key: string, { reorders = false, rate = 44_100, pictures = Infinity } = {}): ChildProcess & { said(): string } => {
  const video = `-c:v libx264 -preset ultrafast -tune ${reorders ? 'animation' : 'zerolatency'} -bf ${reorders ? 2 : 0} -g 30 -pix_fmt yuv420p`;
  const args =
    `-hide_banner -loglevel error -re -f lavfi -i testsrc2=size=320x180:rate=30 -f lavfi -i sine=sample_rate=${rate} ` +
    `${video} ${pictures === Infinity ? '' : `-frames:v ${pictures} `}-c:a aac -b:a 96k -ac 2 -shortest -f flv rtmp://127.0.0.1:${stage.server.rtmpPort()}/live/${key}`;
  const child = spawn(ffmpeg, args.split(/ +/), { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  onTestFinished(() => void child.kill('SIGKILL'));
  return Object.assign(child, { said: () => said });
};

const newShow = (key: string, isRecorded = false): string => {
  const id = stage.memory.createShow({ isRecorded });
  stage.memory.setKey(id, key);
  return id;
};
const hostedOf = (id: string) => stage.server.hostedStreams().find(({ streamId }) => streamId === id);
const playlistOf = async (id: string, token: string): Promise<string[]> =>
  (await (await fetch(`${stage.address(`streams/${id}.m3u8`)}?token=${token}`)).text()).split('\n');
const fetchFile = async (id: string, uri: string): Promise<Buffer> =>
  Buffer.from(await (await fetch(new URL(uri, stage.address(`streams/${id}.m3u8`)))).arrayBuffer());

/** The init segment of a show and its complete segments so far, once there are so many. */
const segmentsOf = async (id: string, count: number): Promise<{ init: Buffer; segments: Buffer[] }> => {
  const { token } = stage.memory.grant(id, 'play');
  const uris = (lines: string[]) => lines.filter((line) => line !== '' && !line.startsWith('#'));
  await vi.waitUntil(async () => uris(await playlistOf(id, token)).length >= count, DEADLINE);
  const lines = await playlistOf(id, token);
  const map = /URI="([^"]+)"/.exec(lines.find((line) => line.startsWith('#EXT-X-MAP'))!)![1]!;
  return { init: await fetchFile(id, map), segments: await Promise.all(uris(lines).map((uri) => fetchFile(id, uri))) };
};
const runsOf = (segment: Buffer) => {
  const boxes = boxesOf(segment);
  let at = 0;
  return boxes.flatMap(({ type, content }) => {
    const found = type === 'moof' ? readFragmentRuns(segment.subarray(at)).runs : [];
    at += 8 + content.length;
    return found;
  });
};

test('ffmpeg publishes by RTMP: pictures and AAC become segments that decode without a fault', async () => {
  const id = newShow('key-of-the-first');
  encode('key-of-the-first');
  const { init, segments } = await segmentsOf(id, 3);
  const entries = boxesOf(boxAt(init, 'moov'))
    .filter(({ type }) => type === 'trak')
    .map(({ content }) => boxesOf(boxAt(content, 'mdia', 'minf', 'stbl', 'stsd').subarray(8))[0]!.type);
  expect(entries).toEqual(['avc1', 'mp4a']);
  expect(hostedOf(id)).toMatchObject({ isPublishing: true, width: 320, height: 180 });

  const folder = await mkdtemp(join(tmpdir(), 'stagedoor-rtmp-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'show.mp4');
  await writeFile(file, Buffer.concat([init, ...segments]));
  expect(await run(['-v', 'error', '-xerror', '-i', file, '-f', 'null', '-'])).toBe('');
  // Sound of 44,100 samples a second keeps pace with the pictures.
  const lengths = { 1: 0, 2: 0 };
  for (const { trackId, durations } of segments.flatMap(runsOf)) lengths[trackId as 1 | 2] += durations.reduce((sum, one) => sum + one, 0);
  expect(Math.abs(lengths[1] / 90_000 - lengths[2] / 48_000)).toBeLessThan(0.4);
});

test('WebRTC viewers see an RTMP show, and hear it as Opus', async () => {
  const id = newShow('key-of-the-second');
  encode('key-of-the-second', { rate: 48_000 });
  await vi.waitUntil(() => hostedOf(id)?.isPublishing === true, DEADLINE);
  const times: number[] = [];
  const onPicture = ({ timestamp }: { timestamp: number }): void => void times.push(timestamp);
  const viewer = await watch({ url: stage.address(`whep/${id}`), token: stage.memory.grant(id, 'play').token, onPicture });
  // Over several of the reports that are sent each second.
  await expect.poll(() => times.length, DEADLINE).toBeGreaterThan(100);
  expect(viewer.seen().sounds).toBeGreaterThan(120);
  const steps = times.slice(1).map((time, index) => (time - times[index]!) | 0);
  expect(Math.max(...steps)).toBeLessThan(90_000 / 10);
  await viewer.stop();
});

test('pictures that are decoded out of order keep their times, and are played by HLS alone', async () => {
  const id = newShow('key-of-the-third');
  encode('key-of-the-third', { reorders: true });
  const { segments } = await segmentsOf(id, 2);
  const compositions = segments.flatMap(runsOf).flatMap((found) => found.compositions);
  expect(new Set(compositions).size).toBeGreaterThan(1);
  await expect(watch({ url: stage.address(`whep/${id}`), token: stage.memory.grant(id, 'play').token })).rejects.toMatchObject({
    cause: { status: 422, body: expect.stringContaining('LIVE_HLS_ONLY') },
  });
});

test('every picture that is decoded out of order is recorded', async () => {
  const id = newShow('key-of-the-reordered', true);
  const encoder = encode('key-of-the-reordered', { reorders: true, pictures: 75 });
  await once(encoder, 'close');
  stage.memory.endShow(id);
  await stage.engine.end(id);
  await vi.waitUntil(() => stage.memory.recordings.has(id), DEADLINE);
  const said = await run(['-xerror', '-i', stage.memory.recordings.get(id)!.path, '-map', '0:v', '-f', 'null', '-']);
  expect(said.match(/frame= *(\d+)/g)?.at(-1)).toMatch(/frame= *75$/);
});

test('a wrong key is refused before media, in words that ffmpeg shows', async () => {
  const encoder = encode('nobody-has-this-key');
  await once(encoder, 'close');
  expect(encoder.said()).toContain("This stream key isn't valid");
});

test('an encoder that is killed interrupts its show, and one that comes back goes on with it', async () => {
  const id = newShow('key-of-the-fourth', true);
  const first = encode('key-of-the-fourth');
  await vi.waitUntil(() => hostedOf(id)?.isPublishing === true, DEADLINE);
  first.kill('SIGKILL');
  await vi.waitUntil(() => hostedOf(id)?.isPublishing === false, DEADLINE);
  encode('key-of-the-fourth');
  await vi.waitUntil(() => hostedOf(id)?.isPublishing === true, DEADLINE);
  // Another connection with the same key takes the place of the one before.
  encode('key-of-the-fourth');
  await segmentsOf(id, 3);
  stage.memory.endShow(id);
  await stage.engine.end(id);
  await vi.waitUntil(() => stage.memory.recordings.has(id), DEADLINE);
  expect(stage.memory.recordings.get(id)).toMatchObject({ width: 320, height: 180 });
});

test('a browser on air isn’t replaced by an encoder', async () => {
  const id = newShow('key-of-the-fifth');
  const browser = await publish({ url: stage.address(`whip/${id}`), token: stage.memory.grant(id, 'publish').token });
  const encoder = encode('key-of-the-fifth');
  await once(encoder, 'close');
  expect(encoder.said()).toContain('on air from another device');
  expect(hostedOf(id)).toMatchObject({ isPublishing: true });
  await browser.stop();
});

test('a key replaces its own connection across RTMP and WHIP, and guesses by either count together', async () => {
  const id = newShow('key-of-the-sixth');
  const encoder = encode('key-of-the-sixth');
  await vi.waitUntil(() => hostedOf(id)?.isPublishing === true, DEADLINE);
  const closed = once(encoder, 'close');
  const program = await publish({ url: stage.address('whip/key'), token: 'key-of-the-sixth' });
  await closed;
  await vi.waitUntil(() => hostedOf(id)?.width === 640, DEADLINE);
  encode('key-of-the-sixth');
  await vi.waitUntil(() => hostedOf(id)?.width === 320, DEADLINE);
  program.vanish();

  const guess = (): Promise<Response> =>
    fetch(stage.address('whip/key'), {
      method: 'POST',
      headers: { 'content-type': 'application/sdp', authorization: 'Bearer nobody-has-this-key', 'x-forwarded-for': '127.0.0.1' },
      body: 'v=0',
    });
  let status = 0;
  for (let count = 0; count < 11; count += 1) ({ status } = await guess());
  expect(status).toBe(429);
  const next = encode('key-of-the-sixth');
  await once(next, 'close');
  expect(next.said()).toContain('Too many wrong stream keys');
});

test.each(rtmpVectors.refused.filter(({ hex }) => hex !== '').map(({ name, hex }) => [name, hex] as const))(
  'the port closes for: %s',
  async (name, hex) => {
    const socket = connect(stage.server.rtmpPort()!, '127.0.0.1');
    const handshake = name.startsWith('HTTP') ? [] : [Buffer.from([3]), Buffer.alloc(2 * 1536, 7)];
    socket.on('error', () => {});
    socket.resume();
    socket.write(Buffer.concat([...handshake, Buffer.from(hex, 'hex')]));
    await once(socket, 'close');
    expect(socket.destroyed).toBe(true);
  },
);
