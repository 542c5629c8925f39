import { mkdtemp, readFile, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { boxAt, boxesOf } from '../testing/boxes.ts';
import { type Picture, cardPictures, tonePackets } from '../testing/media-fixtures.ts';
import type { AudioCodec } from './fmp4.ts';
import { createPackager } from './packager.ts';
import { remuxRecording } from './remux.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stagedoor-remux-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const OPUS: AudioCodec = { kind: 'opus', channels: 2 };
const find = ({ nals }: Picture, type: number): Buffer | undefined => nals.find((nal) => (nal[0]! & 0x1f) === type);

/** A part with so many seconds of the test card. @returns its path, and its number of pictures and bytes */
const record = async (name: string, seconds: number, { sound = true, level = 0 } = {}) => {
  const pieces: Buffer[] = [];
  const packager = createPackager({ changed() {}, written: ({ data }) => pieces.push(data), needKeyFrame() {} });
  if (sound) packager.setAudio(OPUS);
  const pictures = cardPictures();
  const tones = tonePackets();
  let sounds = 0;
  for (let index = 0; index < seconds * 15; index += 1) {
    const picture = pictures[index % pictures.length]!;
    const sps = find(picture, 7);
    // Another level makes another decoder configuration.
    if (sps && level) sps[3] = level;
    packager.pushVideo({ nals: picture.nals, timestamp: 0, isKey: picture.isKey, sps, pps: find(picture, 8) }, index * 6000);
    for (; sound && sounds * 960 <= index * 3200; sounds += 1) packager.pushAudio(tones[sounds % tones.length]!, sounds * 960);
  }
  packager.end();
  const path = join(folder, name);
  await writeFile(path, Buffer.concat(pieces));
  return { path, pictures: seconds * 15, bytes: Buffer.concat(pieces).length };
};

interface ReadTrack {
  entries: number;
  samples: number;
  /** Seconds. */
  duration: number;
  keys: number;
  /** The first four bytes of each chunk. */
  firstSizes: number[];
}

const readTracks = async (path: string): Promise<ReadTrack[]> => {
  const file = await readFile(path);
  expect(boxesOf(file).map(({ type }) => type)).toEqual(['ftyp', 'moov', 'mdat']);
  return boxesOf(boxAt(file, 'moov'))
    .filter(({ type }) => type === 'trak')
    .map(({ content }) => {
      const table = boxAt(content, 'mdia', 'minf', 'stbl');
      const times = boxAt(table, 'stts');
      let ticks = 0;
      let samples = 0;
      for (let at = 8; at < times.length; at += 8) {
        samples += times.readUInt32BE(at);
        ticks += times.readUInt32BE(at) * times.readUInt32BE(at + 4);
      }
      const offsets = boxAt(table, 'stco');
      const keys = boxesOf(table).find(({ type }) => type === 'stss')?.content;
      expect(boxAt(table, 'stsz').readUInt32BE(8)).toBe(samples);
      return {
        entries: boxAt(table, 'stsd').readUInt32BE(4),
        samples,
        duration: ticks / boxAt(content, 'mdia', 'mdhd').readUInt32BE(20),
        keys: keys ? keys.readUInt32BE(4) : samples,
        firstSizes: Array.from({ length: offsets.readUInt32BE(4) }, (_, index) => file.readUInt32BE(offsets.readUInt32BE(8 + index * 4))),
      };
    });
};

describe('a recording', () => {
  test('becomes a plain file with all its samples', async () => {
    const { path, pictures } = await record('1.mp4', 6);
    const target = join(folder, 'whole.mp4');
    expect(await remuxRecording([path], target)).toMatchObject({ width: 640, height: 360 });
    const [video, audio] = await readTracks(target);
    expect(video).toMatchObject({ entries: 1, samples: pictures, keys: 6 });
    expect(video!.duration).toBeCloseTo(6, 1);
    expect(audio!.duration).toBeCloseTo(6, 0);
    // Each video chunk begins with a plausible length of a NAL unit.
    expect(Math.max(...video!.firstSizes)).toBeLessThan(20_000);
    expect(await readdir(folder)).not.toContain('whole.mp4.draft');
  });

  test('of several parts is joined, across a new format and a missing track', async () => {
    const pieces = [await record('1.mp4', 3), await record('2.mp4', 2, { level: 30 }), await record('3.mp4', 2, { sound: false })];
    const target = join(folder, 'whole.mp4');
    const made = await remuxRecording(
      pieces.map(({ path }) => path),
      target,
    );
    expect(made!.durationMs / 1000).toBeCloseTo(7, 0);
    const [video, audio] = await readTracks(target);
    expect(video).toMatchObject({ entries: 2, samples: 105 });
    expect(video!.duration).toBeCloseTo(7, 0);
    expect(audio!.duration).toBeCloseTo(5, 0);
  });

  test('loses at most its last fragment when it is cut off at any byte', async () => {
    const { path, bytes } = await record('1.mp4', 3);
    const target = join(folder, 'whole.mp4');
    for (const cut of [7, 100, 1000, 3000]) {
      await truncate(path, bytes - cut);
      const made = await remuxRecording([path], target);
      expect(made!.durationMs).toBeGreaterThan(2_300);
      await readTracks(target);
    }
    await truncate(path, 600);
    expect(await remuxRecording([path], target)).toBeUndefined();
    await writeFile(path, 'no film at all');
    expect(await remuxRecording([path], target)).toBeUndefined();
  });
});
