import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findFfmpeg } from '../../platform/media/ffmpeg.ts';
import { boxAt, boxesOf, readFragmentRuns } from '../testing/boxes.ts';
import { type TestPublisher, publish } from '../testing/publisher.ts';
import { type BuiltInStage, createBuiltInStage } from '../testing/stage.ts';

// With ffmpeg installed, HLS contains AAC instead of Opus: every player supports it.

let stage: BuiltInStage;
let publisher: TestPublisher;
let id: string;
beforeAll(async () => {
  const ffmpeg = await findFfmpeg(process.env['FFMPEG_PATH']);
  stage = await createBuiltInStage({ ffmpeg: () => ffmpeg });
  id = stage.memory.createShow({ isRecorded: false });
  publisher = await publish({ url: stage.address(`whip/${id}`), token: stage.memory.grant(id, 'publish').token });
});
afterAll(async () => {
  publisher.vanish();
  await stage.close();
});

/** Duration of a segment's video and audio, in seconds. */
const lengthsOf = (segment: Buffer): { picture: number; sound: number } => {
  const lengths = { 1: 0, 2: 0 };
  const boxes = boxesOf(segment);
  for (let at = 0, index = 0; index < boxes.length; at += 8 + boxes[index]!.content.length, index += 1) {
    if (boxes[index]!.type !== 'moof') continue;
    for (const { trackId, durations } of readFragmentRuns(segment.subarray(at)).runs)
      lengths[trackId as 1 | 2] += durations.reduce((sum, one) => sum + one, 0);
  }
  return { picture: lengths[1] / 90_000, sound: lengths[2] / 48_000 };
};

test('segments contain AAC of the same duration as the video', async () => {
  const { token } = stage.memory.grant(id, 'play');
  const address = `${stage.address(`streams/${id}.m3u8`)}?token=${token}`;
  const get = async (url: URL | string): Promise<Buffer> => Buffer.from(await (await fetch(url)).arrayBuffer());
  const linesNow = async () => (await get(address)).toString().split('\n');
  await vi.waitUntil(async () => (await linesNow()).some((line) => line.startsWith('#EXTINF')), { timeout: 20_000 });
  const init = await get(new URL(/URI="([^"]+)"/.exec((await linesNow()).find((line) => line.startsWith('#EXT-X-MAP'))!)![1]!, address));
  const moov = boxAt(init, 'moov');
  const entries = boxesOf(moov)
    .filter(({ type }) => type === 'trak')
    .map(({ content }) => boxesOf(boxAt(content, 'mdia', 'minf', 'stbl', 'stsd').subarray(8))[0]!.type);
  expect(entries).toEqual(['avc1', 'mp4a']);

  // On a busy machine the encoder starts late: the audio of the first segments is in the next ones.
  const newest = async () => {
    const segments = (await linesNow()).filter((line) => line !== '' && !line.startsWith('#'));
    const { picture, sound } = lengthsOf(await get(new URL(segments.at(-1)!, address)));
    return picture > 1 ? Math.abs(picture - sound) : Infinity;
  };
  await expect.poll(newest).toBeLessThan(0.35);
});
