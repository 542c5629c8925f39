import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerEvents } from '@stagedoor/contract/realtime';
import { sql } from 'kysely';
import sharp from 'sharp';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Person, createPerformer } from '../../testing/factories.ts';
import { startServer } from '../../testing/server-process.ts';
import { type TestApp, createTestApp, countPendingWork } from '../../testing/test-app.ts';
import { createDatabase, createPool } from '../database/database.ts';
import { asBlob, ffmpegPath, runFfmpeg, turned, video } from '../../testing/videos.ts';

const DEADLINE = { timeout: 25_000, interval: 20 };

let app: TestApp;
let performer: Person;
let folder: string;
let environment: Record<string, string>;
beforeAll(async () => {
  environment = { FFMPEG_PATH: await ffmpegPath() };
  app = await createTestApp({ environment });
  performer = await createPerformer(app);
  folder = await mkdtemp(join(tmpdir(), 'stagedoor-videos-'));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const upload = (bytes: Uint8Array) => performer.client.send('POST /feeds/files/video/upload', { files: { file: asBlob(bytes) } });
const publish = (fileId: string) => performer.client.call('POST /performer/feeds', { body: { text: 'A film.', fileIds: [fileId] } });
const own = (id: string) => performer.client.call('GET /performer/feeds/{id}', { params: { id } });
const filesIn = async (): Promise<string[]> => {
  const entries = await readdir(join(app.dataDirectory, 'files'), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
};

/** Publishes a video and waits until it is ready. @returns the feed as a viewer gets it, and properties of its MP4 */
const show = async (bytes: Uint8Array) => {
  const { data, status } = await upload(bytes);
  expect([status, data.state]).toEqual([201, 'processing']);
  const { _id } = await publish(data._id);
  await app.settle();
  expect(await own(_id)).toMatchObject({ state: 'active', files: [{ state: 'ready', progress: 1, failure: null }] });
  const feed = await app.client().call('GET /feeds/{id}', { params: { id: _id } });
  const mp4 = new Uint8Array(await (await fetch(app.url + feed.video!.mp4!)).arrayBuffer());
  const path = join(folder, `${_id}.mp4`);
  await writeFile(path, mp4);
  const frame = join(folder, `${_id}.png`);
  await runFfmpeg('-i', path, '-frames:v', '1', frame);
  const sound = join(folder, `${_id}.wav`);
  const hasSound = await runFfmpeg('-i', path, '-map', '0:a:0', sound).then(
    () => true,
    () => false,
  );
  const { width, height } = await sharp(frame).metadata();
  const poster = await sharp(await (await fetch(app.url + feed.video!.poster!.sources.at(-1)!.url)).arrayBuffer()).metadata();
  return { feed, mp4, frame: { width, height }, poster: { width: poster.width, height: poster.height }, hasSound };
};

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('videos become playable', () => {
  test('with their sound and duration, and with their index at the front', async () => {
    const { feed, mp4, frame, hasSound } = await show(await video());
    expect([feed.type, feed.video!.width, feed.video!.height, frame, hasSound]).toEqual([
      'video',
      160,
      90,
      { width: 160, height: 90 },
      true,
    ]);
    expect(feed.video!.durationSeconds).toBeGreaterThan(0.8);
    expect(feed.video!.durationSeconds).toBeLessThan(1.3);
    const text = Buffer.from(mp4).toString('latin1');
    expect(text.indexOf('moov')).toBeLessThan(text.indexOf('mdat'));
  });

  test('upright from a phone: video, poster and size', async () => {
    const { feed, frame, poster } = await show(turned(await video({ seconds: 0.5 })));
    const upright = { width: 90, height: 160 };
    expect([{ width: feed.video!.width, height: feed.video!.height }, frame, poster]).toEqual([upright, upright, upright]);
  });

  test('without sound, and without the place of recording', async () => {
    const { hasSound, mp4 } = await show(
      await video({ seconds: 0.5, sound: false, extra: ['-metadata', 'location=+38.7223-009.1393/', '-metadata', 'comment=secret place'] }),
    );
    expect(hasSound).toBe(false);
    expect(Buffer.from(mp4).toString('latin1')).not.toMatch(/38\.7223|secret place/);
  });

  test('with odd sizes, and from a recording without a duration', async () => {
    const odd = await show(await video({ seconds: 0.5, extra: ['-vf', 'crop=121:67', '-pix_fmt', 'yuv444p', '-c:v', 'libx264'] }));
    expect([odd.feed.video!.width, odd.feed.video!.height]).toEqual([121, 67]);
    expect([odd.frame.width! % 2, odd.frame.height! % 2]).toEqual([0, 0]);
    const streamed = await show(
      await video({ seconds: 0.5, name: 'live.webm', extra: ['-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libopus', '-live', '1'] }),
    );
    expect(streamed.feed.video!.durationSeconds).toBeGreaterThan(0.3);
  });
});

describe('invalid videos', () => {
  test.each([
    ['a text', Buffer.from('This is no film. '.repeat(500))],
    ['a page', Buffer.from('<!doctype html><video src="x.mp4"></video>')],
    ['a picture', undefined],
    ['a playlist', Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n')],
    ['ffmpeg’s own list', Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n")],
  ])('%s as a video is refused at once, and nothing is stored', async (_name, bytes) => {
    const before = await filesIn();
    const content =
      bytes ??
      (await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
        .png()
        .toBuffer());
    const { status, error } = await upload(content);
    expect([status, error.error]).toEqual([415, 'FILE_KIND_REFUSED']);
    expect(await filesIn()).toEqual(before);
  });

  test.each([
    ['its table cut off', async () => (await video({ seconds: 2 })).subarray(0, 3000)],
    [
      'its second half cut off',
      async () => {
        const whole = await video({ seconds: 2, faststart: true });
        return whole.subarray(0, Math.floor(whole.length * 0.6));
      },
    ],
    [
      'noise inside',
      async () => {
        const whole = await video({ seconds: 1, faststart: true });
        const from = whole.indexOf('mdat') + 4;
        return Buffer.concat([whole.subarray(0, from), Buffer.alloc(whole.length - from, 0x5a)]);
      },
    ],
    ['a head and nothing else', async () => (await video()).subarray(0, 40)],
  ])('%s: fails with a code for its performer; the post becomes a draft and can be corrected', async (_name, make) => {
    const socket = io(app.url, { transports: ['websocket'], forceNew: true, query: { token: performer.client.token! } });
    const received: ServerEvents['files/changed'][] = [];
    socket.on('files/changed', (payload: ServerEvents['files/changed']) => received.push(payload));
    await new Promise((resolve) => socket.on('auth/logged-in', resolve));
    try {
      const { data } = await upload(await make());
      const { _id } = await publish(data._id);
      await vi.waitUntil(() => received.some(({ state, fileId }) => state === 'failed' && fileId === data._id), DEADLINE);
      const broken = await own(_id);
      expect(broken).toMatchObject({
        state: 'draft',
        publishedAt: null,
        files: [{ _id: data._id, state: 'failed', failure: 'FILE_UNREADABLE' }],
      });
      expect((await app.client().send('GET /feeds/{id}', { params: { id: _id } })).status).toBe(404);
      expect((await filesIn()).filter((path) => path.includes(data._id))).toEqual([]);
      // Saved with the broken file it is refused with the reason; with another one it is published.
      const again = await performer.client.send('PUT /performer/feeds/{id}', { params: { id: _id }, body: { text: 'Still broken.' } });
      expect(again.error.error).toBe('FILE_UNREADABLE');
      expect((await performer.client.send('POST /performer/feeds', { body: { fileIds: [data._id] } })).error.error).toBe('FILE_UNREADABLE');
      const { data: good } = await upload(await video({ seconds: 0.3 }));
      const mended = await performer.client.call('POST /performer/feeds/draft/{id}', {
        params: { id: _id },
        body: { fileIds: [good._id], publish: true },
      });
      expect(['processing', 'active']).toContain(mended.state);
      await app.settle();
      expect((await own(_id)).state).toBe('active');
    } finally {
      socket.disconnect();
    }
  });

  test('a broken teaser returns its post to a draft too', async () => {
    const { data } = await performer.client.send('POST /feeds/files/teaser/upload', {
      files: { file: asBlob((await video()).subarray(0, 40)) },
    });
    const { _id } = await performer.client.call('POST /performer/feeds', { body: { text: 'With a teaser.', teaserId: data._id } });
    await app.settle();
    expect(await own(_id)).toMatchObject({ state: 'draft', teaser: { state: 'failed', failure: 'FILE_UNREADABLE' } });
    await performer.client.call('POST /performer/feeds/draft/{id}', { params: { id: _id }, body: { teaserId: null, publish: true } });
    expect((await own(_id)).state).toBe('active');
  });
});

test('a video that becomes ready while its post is being written doesn’t leave the post waiting', async () => {
  const { data } = await upload(await video({ seconds: 0.3 }));
  await app.settle();
  const { database } = app.platform;
  await database.updateTable('files').set({ state: 'processing', progress: 0 }).where('id', '=', data._id).execute();
  // As the owner: the application can't see who waits for locks.
  const owner = createDatabase(createPool({ url: app.testDatabase.ownerUrl, max: 1, asOwner: true }));
  const waits = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(owner);
    return rows[0]!.count;
  };
  const { publishing, readying } = await database.transaction().execute(async (trx) => {
    // The post has read its files, and waits for the lock…
    await sql`lock table items in exclusive mode`.execute(trx);
    const begun = publish(data._id);
    await vi.waitUntil(async () => (await waits()) === 1, DEADLINE);
    // …when the transcoder ends.
    const ended = database.transaction().execute(async (other) => {
      await other.updateTable('files').set({ state: 'ready', progress: 1 }).where('id', '=', data._id).execute();
      await sql`insert into outbox (event, payload) values ('files.ready', ${JSON.stringify({ fileId: data._id })}::jsonb)`.execute(other);
    });
    await Promise.race([ended, vi.waitUntil(async () => (await waits()) === 2, DEADLINE)]);
    await app.outbox.drain();
    return { publishing: begun, readying: ended };
  });
  const [{ _id }] = await Promise.all([publishing, readying]);
  await owner.destroy();
  await app.settle();
  expect((await own(_id)).state).toBe('active');
});

test('a transcode that was killed is finished by the next start, and the post is published', async () => {
  // Jobs run only in the processes that are killed.
  const place = await createTestApp({ environment: { ...environment, ROLES: 'web' } });
  const settled = { timeout: 20_000, interval: 20 };
  try {
    const worker = { databaseUrl: place.testDatabase.ownerUrl, dataDirectory: place.dataDirectory };
    const first = await startServer(worker, environment);
    const settle = async () => void (await vi.waitUntil(async () => (await countPendingWork(place.platform.database)) === 0, settled));
    const star = await createPerformer({ ...place, settle });
    // A program that doesn't end stands for a long film; the film is cleaned before it is encoded.
    await first.kill();
    const slow = join(folder, 'ffmpeg');
    await writeFile(
      slow,
      `#!/bin/sh\ncase "$*" in *"-c copy"*) exec "${environment['FFMPEG_PATH']!}" "$@";; esac\necho $$ > "$0.tmp"\nmv "$0.tmp" "$0.begun"\nexec sleep 600\n`,
      { mode: 0o755 },
    );
    await writeFile(join(folder, 'ffprobe'), `#!/bin/sh\nexec "${environment['FFMPEG_PATH']!.replace(/ffmpeg$/, 'ffprobe')}" "$@"\n`, {
      mode: 0o755,
    });
    const second = await startServer(worker, { FFMPEG_PATH: slow });
    const { _id: fileId } = await star.client.call('POST /feeds/files/video/upload', {
      files: { file: asBlob(await video({ seconds: 0.5 })) },
    });
    const { _id } = await star.client.call('POST /performer/feeds', { body: { text: 'A long film.', fileIds: [fileId] } });
    await vi.waitUntil(async () => (await readdir(folder)).includes('ffmpeg.begun'), settled);
    const program = Number(await readFile(`${slow}.begun`, 'utf8'));
    const workFolders = async () => (await readdir(tmpdir())).filter((name) => name.startsWith(`stagedoor-video-${fileId}`));
    expect((await workFolders()).length).toBe(1);
    await second.kill();
    // The program ends with its server.
    await expect.poll(() => isRunning(program), settled).toBe(false);
    expect((await star.client.call('GET /performer/feeds/{id}', { params: { id: _id } })).state).toBe('processing');
    const third = await startServer(worker, environment);
    try {
      await expect
        .poll(async () => (await star.client.call('GET /performer/feeds/{id}', { params: { id: _id } })).state, settled)
        .toBe('active');
      expect(await workFolders()).toEqual([]);
    } finally {
      await third.kill();
    }
  } finally {
    await place.close();
  }
});
