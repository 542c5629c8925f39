import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { boxAt, boxesOf, readFragmentRuns } from '../testing/boxes.ts';
import { unitOf } from '../testing/packager-stage.ts';
import { rtmpVectors } from '../testing/rtmp-vectors.ts';
import { type WrittenPiece, createPackager } from './packager.ts';
import { remuxRecording } from './remux.ts';

const TICKS_PER_MS = 90;

/** Pictures in the order of decoding, packaged. @returns the pieces of the continuous file */
const packaged = (pictures: readonly { dts: number; cts: number }[]): WrittenPiece[] => {
  const written: WrittenPiece[] = [];
  const packager = createPackager({ changed() {}, written: (piece) => written.push(piece), needKeyFrame() {} });
  for (const [index, { dts, cts }] of pictures.entries())
    packager.pushVideo({ ...unitOf(index === 0), composition: cts * TICKS_PER_MS }, dts * TICKS_PER_MS);
  packager.end();
  return written;
};
const runsOf = (written: readonly WrittenPiece[]) =>
  written.filter(({ kind }) => kind === 'fragment').flatMap(({ data }) => readFragmentRuns(data).runs);

const remuxed = async (written: readonly WrittenPiece[]): Promise<{ table: Buffer; trak: Buffer }> => {
  const folder = await mkdtemp(join(tmpdir(), 'stagedoor-reordered-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [source, target] = [join(folder, 'parts.mp4'), join(folder, 'whole.mp4')];
  await writeFile(source, Buffer.concat(written.map(({ data }) => data)));
  await remuxRecording([source], target);
  const trak = boxesOf(boxAt(await readFile(target), 'moov')).find(({ type }) => type === 'trak')!.content;
  return { table: boxAt(trak, 'mdia', 'minf', 'stbl'), trak };
};
/** The runs of a composition table: counts and signed times. */
const compositionsIn = (table: Buffer): number[] => {
  const box = boxAt(table, 'ctts');
  expect(box[0]).toBe(1);
  return Array.from({ length: box.readUInt32BE(4) }, (_, run) =>
    Array.from({ length: box.readUInt32BE(8 + run * 8) }, () => box.readInt32BE(12 + run * 8)),
  ).flat();
};

test.each(rtmpVectors.bframes.map((vector) => [vector.name, vector] as const))(
  'pictures of %s keep when they are decoded and shown, in fragments and in the recording',
  async (_name, { inDecodeOrder }) => {
    const written = packaged(inDecodeOrder);
    const wanted = inDecodeOrder.map(({ cts }) => cts * TICKS_PER_MS);
    const runs = runsOf(written);
    expect(runs.flatMap(({ compositions }) => compositions)).toEqual(wanted);
    expect(runs.filter(({ compositions }) => compositions.some(Boolean)).map(({ version }) => version)).toContain(1);
    expect(runs[0]!.baseTime).toBe(0);

    const { table, trak } = await remuxed(written);
    expect(compositionsIn(table)).toEqual(wanted);
    // The file begins with its first picture, not with the wait for it.
    const edits = boxAt(trak, 'edts', 'elst');
    expect([edits.readUInt32BE(4), edits.readInt32BE(12)]).toEqual([1, inDecodeOrder[0]!.cts * TICKS_PER_MS]);
  },
);

test('negative times stay negative', () => {
  const runs = runsOf(
    packaged([
      { dts: 0, cts: 0 },
      { dts: 40, cts: -33 },
      { dts: 80, cts: 0 },
    ]),
  );
  expect(runs.flatMap(({ compositions }) => compositions)).toEqual([0, -33 * TICKS_PER_MS, 0]);
});

test('pictures that aren’t reordered have neither a table nor an edit', async () => {
  const written = packaged(Array.from({ length: 20 }, (_, index) => ({ dts: index * 40, cts: 0 })));
  expect(runsOf(written).map(({ version }) => version)).not.toContain(1);
  const { table, trak } = await remuxed(written);
  expect(boxesOf(table).map(({ type }) => type)).not.toContain('ctts');
  expect(boxesOf(trak).map(({ type }) => type)).not.toContain('edts');
});
