import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { findFfmpeg } from '../../platform/media/ffmpeg.ts';
import { boxAt, boxesOf } from '../testing/boxes.ts';
import { startLossyRelay } from '../testing/lossy-relay.ts';
import { type Picture, cardPictures, picturesOf } from '../testing/media-fixtures.ts';
import { type ReadPlaylist, readPlaylist } from '../testing/playlist-client.ts';
import { publish } from '../testing/publisher.ts';
import { type BuiltInStage, createBuiltInStage } from '../testing/stage.ts';
import { watch } from '../testing/viewer.ts';

// Shows over a network that loses packets, and shows whose picture changes while they are on air: watched, recorded and decoded.

const DEADLINE = { timeout: 30_000 };
const LOSS = 0.3;

let ffmpeg: string;
let stage: BuiltInStage;
beforeAll(async () => {
  ffmpeg = (await findFfmpeg(process.env['FFMPEG_PATH']))!;
  stage = await createBuiltInStage();
});
afterAll(() => stage.close());

const hostedOf = (id: string) => stage.server.hostedStreams().find(({ streamId }) => streamId === id);
const onAir = (id: string): Promise<boolean> => vi.waitUntil(() => hostedOf(id)?.isPublishing === true, DEADLINE);
const playlistOf = async (id: string, known?: ReadPlaylist): Promise<ReadPlaylist | undefined> => {
  const { token } = stage.memory.grant(id, 'play');
  const response = await fetch(`${stage.address(`streams/${id}.m3u8`)}?token=${token}`);
  return response.ok ? readPlaylist(await response.text(), known) : undefined;
};
const fetchPiece = async (id: string, uri: string): Promise<Buffer> =>
  Buffer.from(await (await fetch(new URL(uri, stage.address(`streams/${id}.m3u8`)))).arrayBuffer());
/** Ends a show. @returns its recording, after ffmpeg decoded it without a complaint, and the number of its pictures */
const recordingOf = async (id: string): Promise<{ durationMs: number; width: number; height: number; pictures: number }> => {
  stage.memory.endShow(id);
  await stage.engine.end(id);
  await vi.waitUntil(() => stage.memory.recordings.has(id), DEADLINE);
  const recording = stage.memory.recordings.get(id)!;
  const run = promisify(execFile);
  const { stderr } = await run(ffmpeg, ['-v', 'error', '-xerror', '-i', recording.path, '-f', 'null', '-']);
  expect(stderr).toBe('');
  const { stdout } = await run(ffmpeg, ['-v', 'error', '-i', recording.path, '-map', '0:v', '-vsync', '0', '-f', 'framemd5', '-']);
  return { ...recording, pictures: stdout.split('\n').filter((line) => /^\d/.test(line)).length };
};

test('a publisher whose network loses 30 % of all packets stays on air, and the recording decodes without a fault', async () => {
  const relay = await startLossyRelay(LOSS, 54);
  onTestFinished(() => relay.close());
  const id = stage.memory.createShow({ isRecorded: true });
  const { token } = stage.memory.grant(id, 'publish');
  const publisher = await publish({ url: stage.address(`whip/${id}`), token, rewriteAnswer: relay.rewriteAnswer });
  await onAir(id);
  const viewer = await watch({ url: stage.address(`whep/${id}`), token: stage.memory.grant(id, 'play').token, repairs: true });
  const begun = publisher.sent();
  await vi.waitUntil(() => publisher.sent() > begun + 150, DEADLINE);
  const [sent, seen] = [publisher.sent() - begun, viewer.seen().pictures];
  expect(hostedOf(id)).toMatchObject({ isPublishing: true });
  await viewer.stop();
  await publisher.stop();
  const { packets, lost } = relay.counts();
  expect(lost / packets).toBeGreaterThan(LOSS - 0.05);
  // Three of ten pictures of a single packet would be missing without repair, and nearly all key frames.
  const { pictures } = await recordingOf(id);
  expect(pictures).toBeGreaterThan(publisher.sent() * 0.6);
  expect(seen).toBeGreaterThan(sent * 0.5);
});

test('a viewer whose network loses 30 % of all packets gets most pictures by asking again', async () => {
  const relay = await startLossyRelay(LOSS, 45);
  onTestFinished(() => relay.close());
  const id = stage.memory.createShow();
  const publisher = await publish({ url: stage.address(`whip/${id}`), token: stage.memory.grant(id, 'publish').token });
  await onAir(id);
  const join = (repairs: boolean) =>
    watch({
      url: stage.address(`whep/${id}`),
      token: stage.memory.grant(id, 'play').token,
      rewriteAnswer: relay.rewriteAnswer,
      repairs,
    });
  const [asking, silent] = [await join(true), await join(false)];
  const begun = publisher.sent();
  await vi.waitUntil(() => publisher.sent() > begun + 120, DEADLINE);
  const sent = publisher.sent() - begun;
  expect(asking.seen().pictures).toBeGreaterThan(sent * 0.6);
  expect(asking.seen().pictures).toBeGreaterThan(silent.seen().pictures);
  expect(asking.isClosed()).toBe(false);
  await Promise.all([asking.stop(), silent.stop()]);
  await publisher.stop();
});

/** Two seconds of another picture: its size and its codec's profile. */
const otherPictures = async (size: string, profile: string): Promise<Picture[]> => {
  const input = `-f lavfi -i testsrc2=size=${size}:rate=15 -t 2 -pix_fmt yuv420p`;
  const codec = `-c:v libx264 -profile:v ${profile} -preset veryfast -bf 0 -threads 1 -g 15 -x264-params slices=1:repeat-headers=1:scenecut=0`;
  const args = `-v error ${input} ${codec} -f h264 -`;
  const { stdout } = await promisify(execFile)(ffmpeg, args.split(' '), { encoding: 'buffer', maxBuffer: 16 * 1024 * 1024 });
  return picturesOf(stdout);
};

test('a picture that changes its size and profile on air starts a new init segment, and the recording plays whole', async () => {
  const id = stage.memory.createShow({ isRecorded: true });
  const { token } = stage.memory.grant(id, 'publish');
  const pictures = [...cardPictures(), ...(await otherPictures('320x240', 'high'))];
  let sent = 0;
  const publisher = await publish({ url: stage.address(`whip/${id}`), token, pictures, onPicture: () => (sent += 1) });
  await onAir(id);
  const viewer = await watch({ url: stage.address(`whep/${id}`), token: stage.memory.grant(id, 'play').token });
  let playlist: ReadPlaylist | undefined;
  await vi.waitUntil(async () => {
    playlist = await playlistOf(id);
    return new Set(playlist?.segments.map(({ init }) => init)).size >= 3;
  }, DEADLINE);
  const { segments } = playlist!;
  // Another init segment comes with another discontinuity, and only then.
  for (const [index, segment] of segments.slice(1).entries())
    expect(segment.discontinuity - segments[index]!.discontinuity).toBe(segment.init === segments[index]!.init ? 0 : 1);
  const inits = [...new Set(segments.map(({ init }) => init))];
  const formats = await Promise.all(
    inits.map(async (init) => {
      const entry = boxesOf(boxAt(await fetchPiece(id, init), 'moov'))
        .filter(({ type }) => type === 'trak')
        .map(({ content }) => boxesOf(boxAt(content, 'mdia', 'minf', 'stbl', 'stsd').subarray(8))[0]!)
        .find(({ type }) => type === 'avc1')!.content;
      // The sample entry's size, and the profile in its decoder configuration.
      return [entry.readUInt16BE(24), entry.readUInt16BE(26), boxAt(entry.subarray(78), 'avcC')[1]];
    }),
  );
  const cardProfile = cardPictures()[0]!.nals.find((nal) => (nal[0]! & 0x1f) === 7)![1];
  expect(formats.slice(0, 2).toSorted(([one], [other]) => one! - other!)).toEqual([
    [320, 240, 100],
    [640, 360, cardProfile],
  ]);
  expect(viewer.isClosed()).toBe(false);
  expect(viewer.seen().pictures).toBeGreaterThan(sent * 0.6);
  await viewer.stop();
  await publisher.stop();
  const recording = await recordingOf(id);
  expect(recording).toMatchObject({ width: 640, height: 360 });
  expect(recording.durationMs / 1000).toBeGreaterThan((sent / 15) * 0.85);
  expect(recording.pictures).toBeGreaterThan(sent * 0.85);
});
