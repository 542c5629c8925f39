import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ENCODING } from '@stagedoor/server/platform/media/adaptive';
import { ladderOf } from '@stagedoor/server/platform/media/ladder';
import { encodeRenditions } from '@stagedoor/server/platform/media/videos';
import { createLocalStorage } from '@stagedoor/server/platform/storage/local-storage';
import { createUrlSigner } from '@stagedoor/server/platform/storage/url-signer';
import { ffmpegPath, runFfmpeg } from '@stagedoor/server/testing/videos';
import { endedChildrenUserSeconds } from './processor-time.ts';
import { type Bound, median } from './rounds.ts';

const ROUNDS = 3;
const SECONDS = 10;
const SIZE = { width: 1280, height: 720 };
/** As the product has them: key frames every two seconds, none for changes of scene, a buffer of two seconds. */
const KEY_FRAMES = ['-force_key_frames', 'expr:gte(t,n_forced*2)', '-sc_threshold', '0'];
const GOAL = 1.2;

/** Encodes the ladder as plain MP4 files and nothing else: the film decoded once, then each size. */
const encodeBare = async (film: string, folder: string): Promise<void> => {
  const ladder = ladderOf(SIZE);
  const split = `[0:v:0]split=${ladder.length}${ladder.map((_, index) => `[in${index}]`).join('')}`;
  const scales = ladder.map(({ width, height }, index) => `[in${index}]scale=${width}:${height}[out${index}]`);
  const outputs = ladder.flatMap(({ lines, kbits }, index) => {
    const rate = ['-maxrate', `${kbits}k`, '-bufsize', `${kbits * 2}k`];
    return ['-map', `[out${index}]`, '-map', '0:a:0', ...ENCODING, ...KEY_FRAMES, ...rate, join(folder, `${lines}.mp4`)];
  });
  await runFfmpeg('-threads', '2', '-i', film, '-filter_complex', [split, ...scales].join(';'), ...outputs);
};

/**
 * Ten seconds of 720p: user time of the programs that the product runs for a video (its sizes with playlists, the MP4, the poster, the
 * timeline's thumbnails) against one bare ffmpeg that encodes the same sizes with the same settings.
 */
export const encoding = async (): Promise<readonly Bound[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'stagedoor-bench-encoding-'));
  try {
    const film = join(folder, 'film.mp4');
    const picture = ['-f', 'lavfi', '-i', `testsrc2=size=${SIZE.width}x${SIZE.height}:rate=30,noise=alls=12:allf=t`];
    const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440'];
    const form = ['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', '-b:v', '4M', '-c:a', 'aac'];
    await runFfmpeg(...picture, ...sound, '-t', String(SECONDS), ...form, film);
    const storage = createLocalStorage(join(folder, 'files'), createUrlSigner('secret-of-the-bench'));
    await storage.put('film.mp4', createReadStream(film), { contentType: 'video/mp4' });
    const options = { ffmpegPath: await ffmpegPath(), onProgress() {}, signal: new AbortController().signal, mark: null, teaser: false };
    const userSecondsOf = async (work: () => Promise<unknown>): Promise<{ children: number; own: number }> => {
      const [children, own] = [await endedChildrenUserSeconds(), process.cpuUsage()];
      await work();
      return { children: (await endedChildrenUserSeconds()) - children, own: process.cpuUsage(own).user / 1e6 };
    };
    const ours: number[] = [];
    const bare: number[] = [];
    const pictures: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const { children, own } = await userSecondsOf(() => encodeRenditions(storage, 'film.mp4', `renditions-${round}`, options));
      ours.push(children);
      pictures.push(own);
      bare.push((await userSecondsOf(() => encodeBare(film, folder))).children);
    }
    console.log(
      `encoding, user time: ours ${median(ours).toFixed(2)} s, of bare ffmpeg ${median(bare).toFixed(2)} s; pictures made by the server itself ${median(pictures).toFixed(2)} s`,
    );
    return [
      {
        name: `${SECONDS} s of 720p to ${ladderOf(SIZE).length} sizes, user time by that of bare ffmpeg`,
        unit: '',
        measured: median(ours) / median(bare),
        atMost: GOAL,
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
