import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashFilm } from '@stagedoor/server/platform/media/film-hashes';
import { createHashIndex } from '@stagedoor/server/platform/media/hash-index';
import { perceptualHashOf } from '@stagedoor/server/platform/media/pictures';
import { type Recognized, decodedPicture, recognizeFilms, recognizePictures } from '@stagedoor/server/testing/changed-copies';
import { ffmpegPath, runFfmpeg } from '@stagedoor/server/testing/videos';
import { type Bound, median } from './rounds.ts';

const ROUNDS = 11;
const HASHES = 1_000_000;
const LOOK_UPS = 1000;

/** Milliseconds of each round, after some that aren't counted. */
const timesOf = async (rounds: number, work: (round: number) => unknown): Promise<number[]> => {
  const times: number[] = [];
  for (let round = -3; round < rounds; round += 1) {
    const begun = performance.now();
    await work(round);
    if (round >= 0) times.push(performance.now() - begun);
  }
  return times;
};

/** Prints a table of docs/copies.md. */
const printTable = (of: string, rows: readonly Recognized[]): void => {
  console.log(`| ${of} | found | distance, median | most |`);
  console.log('| --- | --- | --- | --- |');
  for (const { change, found, of: all, median: middle, most } of rows)
    console.log(`| ${change} | ${found} of ${all} | ${middle} | ${most} |`);
};

const lookUps = async (): Promise<Bound> => {
  const before = process.memoryUsage().arrayBuffers;
  const index = createHashIndex();
  const some: Buffer[] = [];
  for (let id = 0; id < HASHES; id += 1) {
    const hash = randomBytes(32);
    if (id % (HASHES / LOOK_UPS) === 0) some.push(hash);
    index.add(id, hash);
  }
  const begun = performance.now();
  await index.settle();
  const sorting = performance.now() - begun;
  let found = 0;
  const times = await timesOf(LOOK_UPS, (round) => {
    const near = Buffer.from(some[Math.max(0, round)]!);
    for (let band = 0; band < 31; band += 1) near[band]! ^= 1 << (band % 8);
    // A picture is searched in its eight turns; the others are of no hash.
    for (let turn = 0; turn < 8; turn += 1) found += index.near(turn === 0 ? near : randomBytes(32)).length;
  });
  if (found < LOOK_UPS) throw new Error(`${LOOK_UPS - found} hashes were not found`);
  const megabytes = (process.memoryUsage().arrayBuffers - before) / 1e6;
  console.log(
    `copies, ${HASHES} hashes: ${megabytes.toFixed(0)} MB in memory, sorted in ${sorting.toFixed(0)} ms; one hash takes ${(median(times) / 8).toFixed(2)} ms`,
  );
  return {
    name: `a look-up among ${HASHES} hashes, 99th percentile`,
    unit: 'ms',
    measured: times[Math.floor(LOOK_UPS * 0.99)]!,
    atMost: 5,
  };
};

/**
 * Hashing of a picture beside its encoding, of a minute of film from its smallest rendition, and a look-up among a million hashes. Prints before
 * which changes of pictures and films are recognized.
 */
export const copies = async (): Promise<readonly Bound[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'stagedoor-bench-copies-'));
  try {
    const decoded = await decodedPicture(1600, 1200);
    const pictures = await timesOf(ROUNDS, () => perceptualHashOf(decoded()));
    const film = join(folder, 'minute.mp4');
    await runFfmpeg(
      '-f',
      'lavfi',
      '-i',
      'testsrc2=size=426x240:rate=30,noise=alls=12:allf=t',
      '-t',
      '60',
      '-c:v',
      'libx264',
      '-preset',
      'veryfast',
      '-pix_fmt',
      'yuv420p',
      film,
    );
    const ffmpeg = await ffmpegPath();
    const signal = new AbortController().signal;
    const films = await timesOf(5, () => hashFilm(ffmpeg, film, 60_000, { work: folder, signal }));
    const bounds = [
      { name: 'hash of a decoded picture, the best of eleven', unit: 'ms', measured: Math.min(...pictures), atMost: 15 },
      { name: 'hashes of a minute of film, the best of five', unit: 'ms', measured: Math.min(...films), atMost: 1000 },
      await lookUps(),
    ];
    printTable('change of a picture', await recognizePictures());
    printTable('change of a film', await recognizeFilms(folder));
    return bounds;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
