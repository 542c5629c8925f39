import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { findFfmpeg } from '../../platform/media/ffmpeg.ts';
import { type Picture, picturesOf } from '../testing/media-fixtures.ts';
import { type TestPublisher, publish } from '../testing/publisher.ts';
import { type BuiltInStage, createBuiltInStage } from '../testing/stage.ts';
import { watch } from '../testing/viewer.ts';

// Encoders that send B-frames by WHIP. RTP says when a picture is shown; some programs, such as OBS, write when it is decoded.

const run = promisify(execFile);
const FPS = 30;
const GROUP = 30;
const DEADLINE = { timeout: 20_000 };

let ffmpeg: string;
let stage: BuiltInStage;
let folder: string;
beforeAll(async () => {
  ffmpeg = (await findFfmpeg(process.env['FFMPEG_PATH']))!;
  stage = await createBuiltInStage({ ffmpeg: () => ffmpeg });
  folder = await mkdtemp(join(tmpdir(), 'stagedoor-reordered-whip-'));
});
afterAll(async () => {
  await stage.close();
  await rm(folder, { recursive: true, force: true });
});

interface Packet {
  decodedAt: number;
  shownAt: number;
}

/** The pictures of a file or playlist in the order of decoding, in seconds, as ffmpeg's demuxer reads them. */
const packetsOf = async (input: string, ...limit: readonly string[]): Promise<Packet[]> => {
  const args = ['-v', 'error', '-copyts', '-i', input, '-map', '0:v:0', '-c', 'copy', ...limit, '-f', 'framecrc', '-'];
  const { stdout } = await run(ffmpeg, args, { maxBuffer: 64 * 1024 * 1024 });
  const [, top, bottom] = /^#tb 0: (\d+)\/(\d+)$/m.exec(stdout)!;
  const unit = Number(top) / Number(bottom);
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('0,'))
    .map((line) => line.split(',').map(Number))
    .map(([, decodedAt = 0, shownAt = 0]) => ({ decodedAt: decodedAt * unit, shownAt: shownAt * unit }));
};

/** Four seconds with B-frames, as ffmpeg encodes them. */
const encodePictures = async (options: string): Promise<Picture[]> => {
  const file = join(folder, 'source.mp4');
  const card = `-v error -y -f lavfi -i testsrc2=size=320x180:rate=${FPS}:duration=4`;
  await run(ffmpeg, `${card} -c:v libx264 -preset veryfast -pix_fmt yuv420p -g ${GROUP} -sc_threshold 0 ${options} ${file}`.split(' '));
  const stream = join(folder, 'source.h264');
  await run(ffmpeg, ['-v', 'error', '-y', '-i', file, '-c', 'copy', '-bsf:v', 'h264_mp4toannexb', '-f', 'h264', stream]);
  const packets = await packetsOf(file);
  const pictures = picturesOf(await readFile(stream));
  expect(pictures.length).toBe(packets.length);
  const [first] = packets;
  return pictures.map((picture, index) => ({
    ...picture,
    shownAfter: Math.round((packets[index]!.shownAt - first!.decodedAt) * FPS) - index,
  }));
};

const publishPictures = async (pictures: readonly Picture[]): Promise<{ id: string; publisher: TestPublisher }> => {
  const id = stage.memory.createShow({ isRecorded: true });
  const key = `key of ${id}`.replaceAll(' ', '-');
  stage.memory.setKey(id, key);
  const publisher = await publish({ url: stage.address('whip/key'), token: key, pictures, fps: FPS, ignoresRequests: true });
  onTestFinished(() => publisher.vanish());
  return { id, publisher };
};
const hostedOf = (id: string) => stage.server.hostedStreams().find(({ streamId }) => streamId === id);
const addressOf = (id: string): string => `${stage.address(`streams/${id}.m3u8`)}?token=${stage.memory.grant(id, 'play').token}`;

test.each([
  ['without a pyramid', '-bf 2 -x264-params b-pyramid=none'],
  ['with a pyramid', '-bf 3 -x264-params b-pyramid=normal'],
])('every picture %s is recorded, in order, and HLS plays them', async (_name, options) => {
  const pictures = await encodePictures(options);
  expect(new Set(pictures.map(({ shownAfter }) => shownAfter)).size).toBeGreaterThan(1);
  const { id, publisher } = await publishPictures(pictures);
  await expect.poll(() => hostedOf(id)?.encoder?.isReordered, DEADLINE).toBe(true);
  await expect(watch({ url: stage.address(`whep/${id}`), token: stage.memory.grant(id, 'play').token })).rejects.toMatchObject({
    cause: { status: 422, body: expect.stringContaining('LIVE_HLS_ONLY') },
  });
  await vi.waitUntil(() => publisher.sent() > 3 * FPS, DEADLINE);
  const played = await packetsOf(addressOf(id), '-frames:v', '60');
  expect(played.length).toBe(60);
  const steps = played.map(({ shownAt }) => shownAt).toSorted((one, other) => one - other);
  for (const [index, at] of steps.slice(1, -3).entries()) expect(at - steps[index]!).toBeCloseTo(1 / FPS, 2);

  publisher.vanish();
  await vi.waitUntil(() => hostedOf(id)?.isPublishing === false, DEADLINE);
  stage.memory.endShow(id);
  await stage.engine.end(id);
  await vi.waitUntil(() => stage.memory.recordings.has(id), DEADLINE);
  const { path } = stage.memory.recordings.get(id)!;
  const recorded = await packetsOf(path);
  expect(recorded.length).toBe(publisher.sent());
  for (const [index, { decodedAt, shownAt }] of recorded.entries()) {
    expect(decodedAt).toBeGreaterThan(recorded[index - 1]?.decodedAt ?? -Infinity);
    expect(shownAt - recorded[0]!.shownAt).toBeCloseTo(
      (index + pictures[index % pictures.length]!.shownAfter! - pictures[0]!.shownAfter!) / FPS,
      2,
    );
  }
  expect((await run(ffmpeg, ['-v', 'error', '-xerror', '-i', path, '-f', 'null', '-'])).stderr).toBe('');
});

test('pictures with times of decoding, as OBS sends them, are recorded and shown in their order', async () => {
  const pictures = await encodePictures('-bf 3 -x264-params b-pyramid=normal');
  const { id, publisher } = await publishPictures(pictures.map((picture) => ({ ...picture, shownAfter: 0 })));
  await expect.poll(() => hostedOf(id)?.encoder?.isReordered, DEADLINE).toBe(true);
  await vi.waitUntil(() => publisher.sent() > 5 * FPS, DEADLINE);
  publisher.vanish();
  await vi.waitUntil(() => hostedOf(id)?.isPublishing === false, DEADLINE);
  stage.memory.endShow(id);
  await stage.engine.end(id);
  await vi.waitUntil(() => stage.memory.recordings.has(id), DEADLINE);
  const recorded = await packetsOf(stage.memory.recordings.get(id)!.path);
  expect(recorded.length).toBe(publisher.sent());
  // From the second key picture on it is known what the times mean.
  const known = recorded.slice(GROUP);
  for (const [index, { shownAt }] of known.entries()) {
    const at = (GROUP + index) % pictures.length;
    expect(shownAt - known[0]!.shownAt).toBeCloseTo((index + pictures[at]!.shownAfter! - pictures[GROUP]!.shownAfter!) / FPS, 2);
  }
  const shown = known.map(({ shownAt }) => shownAt).toSorted((one, other) => one - other);
  for (const [index, at] of shown.slice(1, -4).entries()) expect(at - shown[index]!).toBeCloseTo(1 / FPS, 2);
});
