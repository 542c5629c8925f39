import { chmod, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerEvents } from '@stagedoor/contract/realtime';
import { sql } from 'kysely';
import sharp from 'sharp';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeJobsDue } from '../../testing/delayed-jobs.ts';
import { type Person, createAdmin, createFeed, createPerformer } from '../../testing/factories.ts';
import { grainyPhoto } from '../../testing/grainy-photo.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { asBlob, ffmpegPath, runFfmpeg, video } from '../../testing/videos.ts';
import { TRANSCODE_TASK } from './store-file.ts';

const DEADLINE = { timeout: 20_000, interval: 20 };

let app: TestApp;
let admin: Person;
let star: Person;
let folder: string;
/** ffmpeg, or a script that fails with the text of the file `broken`. */
let program: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stagedoor-programs-'));
  program = join(folder, 'ffmpeg');
  const real = await ffmpegPath();
  const pass = (name: string): string =>
    `#!/bin/sh\n[ -f "${folder}/broken" ] && { cat "${folder}/broken" >&2; exit 1; }\nexec "${real.replace(/ffmpeg$/, name)}" "$@"\n`;
  for (const name of ['ffmpeg', 'ffprobe']) {
    await writeFile(join(folder, name), pass(name));
    await chmod(join(folder, name), 0o755);
  }
  app = await createTestApp({ environment: { FFMPEG_PATH: program } });
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const row = (id: string) => app.platform.database.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst();
const filesOf = async (id: string): Promise<string[]> =>
  (await readdir(join(app.dataDirectory, 'files'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && join(entry.parentPath, entry.name).includes(id))
    .map(({ name }) => name);
const uploadVideo = async (bytes: Buffer): Promise<string> =>
  (await star.client.call('POST /feeds/files/video/upload', { files: { file: asBlob(bytes) } }))._id;

describe('encoding a film', () => {
  test('reports its progress and its end to the performer', async () => {
    const socket = io(app.url, { transports: ['websocket'], forceNew: true, query: { token: star.client.token! } });
    const received: ServerEvents['files/changed'][] = [];
    socket.on('files/changed', (payload: ServerEvents['files/changed']) => received.push(payload));
    await new Promise((resolve) => socket.on('auth/logged-in', resolve));
    try {
      const id = await uploadVideo(await video({ seconds: 4, extra: ['-vf', 'scale=640:360', '-r', '30'] }));
      await vi.waitUntil(() => received.some(({ fileId, state }) => fileId === id && state === 'ready'), DEADLINE);
      const mine = received.filter(({ fileId }) => fileId === id);
      const working = mine.filter(({ state }) => state === 'processing').map(({ progress }) => progress);
      expect(working.length).toBeGreaterThan(0);
      expect(working.every((progress, at) => progress > (working[at - 1] ?? 0) && progress < 1)).toBe(true);
      expect(mine.at(-1)).toEqual({ fileId: id, state: 'ready', progress: 1 });
      expect((await row(id))!.progress).toBe(1);
    } finally {
      socket.disconnect();
    }
  });

  test('is retried when the machine fails; after the last attempt the error is translated, and nothing is left', async () => {
    await writeFile(join(folder, 'broken'), 'av_interleaved_write_frame(): No space left on device\n');
    try {
      const id = await uploadVideo(await video({ seconds: 0.3 }));
      const { _id } = await star.client.call('POST /performer/feeds', { body: { text: 'Soon.', fileIds: [id] } });
      const attempts = async () =>
        (
          await sql<{ attempts: number }>`select attempts from graphile_worker.jobs where key = ${`transcode:${id}`}`.execute(
            app.platform.database,
          )
        ).rows[0]?.attempts;
      await expect.poll(attempts, DEADLINE).toBe(1);
      expect((await row(id))!.state).toBe('processing');
      await vi.waitUntil(async () => {
        await makeJobsDue(app);
        return (await row(id))!.state === 'failed';
      }, DEADLINE);
      await app.settle();
      const { files, state } = await star.client.call('GET /performer/feeds/{id}', { params: { id: _id } });
      expect([state, files[0]!.failure]).toEqual(['draft', 'FILE_NOT_MADE']);
      const sentence = async (language: string) =>
        (await star.client.send('POST /performer/feeds', { body: { fileIds: [id] }, headers: { 'accept-language': language } })).error;
      expect(await sentence('en')).toMatchObject({
        error: 'FILE_NOT_MADE',
        message: 'We couldn’t process this file. Please upload it again.',
      });
      expect(await sentence('es')).toMatchObject({ message: 'No hemos podido procesar este archivo. Súbelo de nuevo.' });
      const original = (await row(id))!.original_key;
      expect([await filesOf(id), await filesOf(original.split('/').at(-1)!)]).toEqual([[], []]);
      expect((await readdir(tmpdir())).filter((name) => name.includes(id))).toEqual([]);
    } finally {
      await rm(join(folder, 'broken'));
    }
    // With free space the same film is encoded.
    const id = await uploadVideo(await video({ seconds: 0.3 }));
    await app.settle();
    expect((await row(id))!.state).toBe('ready');
  });

  test('of a file deleted meanwhile leaves no renditions', async () => {
    const gone = 'feedVideo/01890000-0000-7000-8000-000000000000-abcdef12';
    const { storage, database, jobs } = app.platform;
    for (const key of [`${gone}/240.m4s`, `${gone}-poster/320.webp`]) await storage.put(key, Buffer.from('x'), { contentType: 'x' });
    await jobs.enqueue(database, TRANSCODE_TASK, { fileId: '01890000-0000-7000-8000-000000000000', folder: gone });
    await app.settle();
    await expect.poll(() => filesOf('abcdef12'), DEADLINE).toEqual([]);
  });

  test('takes at most two of the three workers', async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, async () => uploadVideo(await video({ seconds: 0.2, sound: false }))));
    const { rows } = await sql<{ queues: number }>`
      select count(distinct job_queue_id)::int as queues from graphile_worker._private_jobs where key like 'transcode:%'`.execute(
      app.platform.database,
    );
    expect(rows[0]!.queues).toBeLessThanOrEqual(2);
    await app.settle();
    for (const id of ids) expect((await row(id))!.state).toBe('ready');
  });
});

describe('a photo', () => {
  const upload = async () => {
    const file = new Blob([new Uint8Array(await (await grainyPhoto(1300, 900)).jpeg({ quality: 92 }).toBuffer())]);
    return star.client.call('POST /feeds/files/photo/upload', { files: { file } });
  };

  test('gets AVIF renditions some time later; its post returns them with signed addresses', async () => {
    const { _id: id, picture } = await upload();
    expect(picture!.avif).toBeUndefined();
    const { _id } = await star.client.call('POST /performer/feeds', { body: { text: 'Grain.', fileIds: [id] } });
    await app.settle();
    const shown = async () => (await app.client().call('GET /feeds/{id}', { params: { id: _id } })).photos[0]!;
    await makeJobsDue(app);
    await app.settle();
    const { avif, sources } = await shown();
    expect(avif!.map(({ width }) => width)).toContain(640);
    for (const { url, width } of avif!) {
      const answer = await fetch(app.url + url);
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect([answer.headers.get('content-type'), (await sharp(bytes).metadata()).width]).toEqual(['image/avif', width]);
      const webp = await (await fetch(app.url + sources.find((source) => source.width === width)!.url)).arrayBuffer();
      expect(bytes.length).toBeLessThan(webp.byteLength);
      expect((await fetch(app.url + url.split('?')[0])).status).toBe(403);
    }
  });

  test('deleted before its AVIF renditions were made has none', async () => {
    const { _id } = await star.client.call('POST /performer/media-libraries/upload', {
      body: {},
      files: { file: new Blob([new Uint8Array(await (await grainyPhoto(700, 500)).jpeg().toBuffer())]) },
    });
    await star.client.call('DELETE /performer/media-libraries/{id}', { params: { id: _id }, body: {} });
    await makeJobsDue(app);
    await app.settle();
    await expect.poll(() => filesOf(_id), DEADLINE).toEqual([]);
    expect(await row(_id)).toBeUndefined();
  });
});

describe('the watermark', () => {
  /** The maximum brightness at the bottom right of a black picture. */
  const brightest = async (picture: Buffer): Promise<number> => {
    const { width, height } = await sharp(picture).metadata();
    const corner = { left: Math.round(width * 0.4), top: Math.round(height * 0.85) };
    const piece = sharp(picture).extract({ ...corner, width: width - corner.left, height: height - corner.top });
    const { channels } = await sharp(await piece.greyscale().png().toBuffer()).stats();
    return channels[0]!.max;
  };
  const black = async (): Promise<Blob> =>
    new Blob([
      new Uint8Array(
        await sharp({ create: { width: 900, height: 600, channels: 3, background: '#000' } })
          .jpeg()
          .toBuffer(),
      ),
    ]);
  const get = async (address: string): Promise<Buffer> => Buffer.from(await (await fetch(app.url + address)).arrayBuffer());
  const set = (watermarkEnabled: boolean) => admin.client.call('PUT /admin/settings', { body: { values: { watermarkEnabled } } });

  test('is in every rendition of photos and films published while it is enabled, and not in originals', async () => {
    const photo = async () => {
      const { _id, picture } = await star.client.call('POST /feeds/files/photo/upload', { files: { file: await black() } });
      return { id: _id, forms: await Promise.all(picture!.sources.map(({ url }) => get(url))) };
    };
    const before = await photo();
    await set(true);
    try {
      const marked = await photo();
      for (const form of before.forms) expect(await brightest(form)).toBeLessThan(20);
      for (const form of marked.forms) expect(await brightest(form)).toBeGreaterThan(120);
      const original = await readFile(join(app.dataDirectory, 'files', (await row(marked.id))!.original_key));
      expect(await brightest(original)).toBeLessThan(20);

      const film = await video({ seconds: 0.5, sound: false, extra: ['-vf', 'scale=640:360,drawbox=color=black:t=fill'] });
      const fileId = await uploadVideo(film);
      const { _id } = await star.client.call('POST /performer/feeds', { body: { text: 'Dark.', fileIds: [fileId] } });
      await app.settle();
      const { video: shown } = await app.client().call('GET /feeds/{id}', { params: { id: _id } });
      const lists = (await get(shown!.hls!))
        .toString()
        .split('\n')
        .filter((line) => line.startsWith('/files/'));
      const renditions = await Promise.all(lists.map(async (list) => /^\/files\/\S+m4s\S+$/m.exec((await get(list)).toString())![0]));
      expect(renditions.length).toBe(2);
      for (const [at, address] of [shown!.mp4!, ...renditions].entries()) {
        const [path, frame] = [join(folder, `marked-${at}.mp4`), join(folder, `marked-${at}.png`)];
        await writeFile(path, await get(address));
        await runFfmpeg('-i', path, '-frames:v', '1', frame);
        expect([at, await brightest(await readFile(frame))]).toEqual([at, expect.toSatisfy((value: number) => value > 100)]);
      }
      for (const { url } of shown!.poster!.sources) expect(await brightest(await get(url))).toBeGreaterThan(120);
      // What isn't a performer's work stays as it is.
      const { picture } = await star.client
        .call('GET /performer/feeds/{id}', { params: { id: await createFeed(star) } })
        .then(({ files }) => files[0]!);
      expect(picture).not.toBeNull();
    } finally {
      await set(false);
    }
    for (const form of (await photo()).forms) expect(await brightest(form)).toBeLessThan(20);
  });

  test('in later renditions follows the setting at the time of the upload', async () => {
    // Dark where the mark is, grain elsewhere: flat pictures get no AVIF rendition.
    const dark = async (): Promise<Blob> => {
      const input = await sharp({ create: { width: 820, height: 150, channels: 3, background: '#000' } })
        .png()
        .toBuffer();
      const whole = sharp(await (await grainyPhoto(1300, 900)).png().toBuffer()).composite([{ input, gravity: 'southeast' }]);
      return new Blob([new Uint8Array(await whole.jpeg({ quality: 92 }).toBuffer())]);
    };
    const upload = async (): Promise<string> => {
      const { _id: fileId } = await star.client.call('POST /feeds/files/photo/upload', { files: { file: await dark() } });
      return (await star.client.call('POST /performer/feeds', { body: { text: 'Night.', fileIds: [fileId] } }))._id;
    };
    const smaller = async (feedId: string): Promise<number[]> => {
      const { avif } = (await app.client().call('GET /feeds/{id}', { params: { id: feedId } })).photos[0]!;
      return Promise.all(avif!.map(async ({ url }) => brightest(await get(url))));
    };
    const plain = await upload();
    await set(true);
    const marked = await upload();
    await set(false);
    await makeJobsDue(app);
    await app.settle();
    for (const brightness of await smaller(plain)) expect(brightness).toBeLessThan(60);
    for (const brightness of await smaller(marked)) expect(brightness).toBeGreaterThan(120);
  });
});
