import { randomUUID } from 'node:crypto';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cleanExisting } from '@stagedoor/server/modules/files/clean-existing';
import { cleanFilm } from '@stagedoor/server/platform/media/clean-film';
import { cleanPicture } from '@stagedoor/server/platform/media/clean-picture';
import { createDatabase } from '@stagedoor/server/platform/database/database';
import { createLocalStorage } from '@stagedoor/server/platform/storage/local-storage';
import { createUrlSigner } from '@stagedoor/server/platform/storage/url-signer';
import { cameraPicture } from '@stagedoor/server/testing/tagged-pictures';
import { ffmpegPath, runFfmpeg } from '@stagedoor/server/testing/videos';
import type { Bound } from './rounds.ts';
import type { Stage } from './stage.ts';

const MB = 1_000_000;
const ROUNDS = 11;
const PICTURE_BYTES = 10 * MB;
const FILM_BYTES = 1000 * MB;
const FILES = 300;
const MINUTE_MS = 60_000;

/** How many more megabytes this process holds while it works than before. */
const growthOf = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20);
  await work();
  clearInterval(timer);
  return (most - before) / MB;
};

/**
 * Cleaning of files: a JPEG of 10 MB, an MP4 of 1 GB (by ffmpeg, which streams it; the figure is of this process), and stored files of earlier
 * releases by the job, which pauses after each.
 */
export const metadata = async (stage: Stage): Promise<readonly Bound[]> => {
  const folder = join(stage.dataDirectory, 'files');
  await mkdir(join(folder, 'uploads'), { recursive: true });
  const storage = createLocalStorage(folder, createUrlSigner('secret-of-the-bench'));

  const large = await cameraPicture(4000, 3000, 86);
  await writeFile(join(folder, 'large'), large);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = performance.now();
    await cleanPicture(storage, 'large', 'image/jpeg', `large-${round}`);
    times.push(((performance.now() - begun) * PICTURE_BYTES) / large.length);
  }

  const second = join(folder, 'second.mp4');
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=1280x720:rate=30,noise=alls=30:allf=t'];
  await runFfmpeg(...picture, '-t', '4', '-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '18', '-pix_fmt', 'yuv420p', second);
  const loops = Math.ceil(FILM_BYTES / (await stat(second)).size);
  await runFfmpeg('-stream_loop', String(loops), '-i', second, '-c', 'copy', '-metadata', 'title=Film', '-f', 'mp4', join(folder, 'film'));
  const ffmpeg = await ffmpegPath();
  let filmMs = 0;
  const growth = await growthOf(async () => {
    const begun = performance.now();
    await cleanFilm({ storage, ffmpeg }, 'film', 'video/mp4', 'film-clean', AbortSignal.timeout(600_000));
    filmMs = performance.now() - begun;
  });

  const photo = await cameraPicture(2000, 1500, 86);
  for (let index = 0; index < FILES; index += 1) {
    const key = `uploads/${index}`;
    await storage.put(key, photo, { contentType: 'image/jpeg' });
    await stage.sql.query(
      `insert into files (id, purpose, kind, state, original_key, content_type, bytes, sha256, variants)
       values ($1::uuid, 'photo', 'image', 'ready', $2, 'image/jpeg', $3, $1::text, '[]')`,
      [randomUUID(), key, photo.length],
    );
  }
  const database = createDatabase(stage.sql);
  const needed = {
    background: database,
    storage,
    clock: { now: () => new Date() },
    jobs: { enqueue: async () => {} },
    config: { ffmpegPath: ffmpeg },
    log: console,
  } as unknown as Parameters<typeof cleanExisting>[0];
  const begun = performance.now();
  const cleaned = await cleanExisting(needed, AbortSignal.timeout(600_000));
  const perThousand = ((performance.now() - begun) / cleaned) * 1000;
  return [
    { name: 'cleaning a JPEG of 10 MB, written and flushed, best of eleven', unit: 'ms', measured: Math.min(...times), atMost: 50 },
    { name: 'cleaning an MP4 of 1 GB, growth of memory', unit: 'MB', measured: growth, atMost: 150 },
    { name: 'cleaning an MP4 of 1 GB', unit: 's', measured: filmMs / 1000, atMost: 60 },
    {
      name: `1,000 stored files of ${(photo.length / MB).toFixed(1)} MB by the job`,
      unit: 's',
      measured: perThousand / 1000,
      atMost: MINUTE_MS / 1000,
    },
  ];
};
