import { writeFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findFfmpeg } from '../../platform/media/ffmpeg.ts';
import { type TestPublisher, publish } from '../testing/publisher.ts';
import { type BuiltInStage, createBuiltInStage } from '../testing/stage.ts';

// Snapshots by a program that counts how often, and how many at once, ffmpeg is run.

let folder: string;
let stage: BuiltInStage;
const publishers: TestPublisher[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'snapshots-'));
  const program = join(folder, 'ffmpeg');
  const ffmpeg = await findFfmpeg(process.env['FFMPEG_PATH']);
  // What encodes sound is let through uncounted.
  const script = `#!/bin/sh
case "$*" in *mjpeg*) ;; *) exec ${ffmpeg} "$@" ;; esac
mkdir ${folder}/busy || echo twice >>${folder}/runs
echo run >>${folder}/runs
${ffmpeg} "$@"
code=$?
rmdir ${folder}/busy
exit $code
`;
  await writeFile(program, script, { mode: 0o755 });
  stage = await createBuiltInStage({ ffmpeg: () => program });
});
afterAll(async () => {
  for (const publisher of publishers) publisher.vanish();
  await stage.close();
  await rm(folder, { recursive: true });
});

const newShow = async (): Promise<string> => {
  const id = stage.memory.createShow({ isRecorded: false });
  publishers.push(await publish({ url: stage.address(`whip/${id}`), token: stage.memory.grant(id, 'publish').token }));
  return id;
};
const runs = async (): Promise<string[]> =>
  (await readFile(join(folder, 'runs'), 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');

test('a JPEG of 320 pixels, decoded once for all who ask within ten seconds, one show after the other', async () => {
  const ids = [await newShow(), await newShow(), await newShow()];
  const take = (id: string) => stage.engine.snapshot({ id, type: 'public' });
  await expect.poll(async () => (await stage.engine.hostedStreams()).filter(({ width }) => width !== null).length).toBe(3);
  // The first segment is there.
  await vi.waitUntil(
    async () => {
      const lists = await Promise.all(
        ids.map(async (id) => {
          const { token } = stage.memory.grant(id, 'play');
          return (await fetch(`${stage.engine.playback({ id, type: 'public' }, 'hls')}?token=${token}`)).text();
        }),
      );
      return lists.every((list) => list.includes('#EXTINF'));
    },
    { timeout: 20_000 },
  );
  const pictures = await Promise.all([...ids, ...ids].map(take));
  for (const picture of pictures) expect(await sharp(picture!).metadata()).toMatchObject({ format: 'jpeg', width: 320, height: 180 });
  expect(await take(ids[0]!)).toEqual(pictures[0]);
  expect(await runs()).toEqual(['run', 'run', 'run']);
});

test('none of a private show, of one that isn’t there, or without ffmpeg; and only for the site’s own processes', async () => {
  const id = await newShow();
  expect(await stage.engine.snapshot({ id, type: 'private' })).toBeNull();
  expect(await stage.engine.snapshot({ id: '01890000-0000-7000-8000-000000000000', type: 'public' })).toBeNull();
  const { url } = stage.server.node();
  expect((await fetch(`${url}/control/snapshot/${id}`)).status).toBe(403);
  const without = await createBuiltInStage();
  const other = without.memory.createShow();
  expect(await without.engine.snapshot({ id: other, type: 'public' })).toBeNull();
  await without.close();
});
