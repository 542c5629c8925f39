import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CONTRACT } from '@stagedoor/contract';
import type { Endpoint } from '@stagedoor/contract/endpoint';
import { UPLOADS_PATH, UPLOAD_PURPOSES } from '@stagedoor/contract/uploads';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Person, createAdmin, createFan, createPerformer, picture } from '../../testing/factories.ts';
import { type TusClient, tusClient } from '../../testing/resumable-uploads.ts';
import { type ServerProcess, startServer } from '../../testing/server-process.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { asBlob, video } from '../../testing/videos.ts';

/** Generous, for busy machines. */
const DEADLINE = { timeout: 20_000, interval: 20 };
const KB = 1024;

let app: TestApp;
let admin: Person;
let star: Person;
let rival: Person;
/** A fan, a performer whose address isn't verified, and one who isn't approved. */
let others: readonly Person[];
let clip: Buffer;
let tus: TusClient;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin });
  rival = await createPerformer(app, { admin });
  others = [await createFan(app), await createPerformer(app, { admin, verified: false }), await createPerformer(app, { approved: false })];
  clip = await video({ seconds: 2, extra: ['-b:v', '2M'] });
  tus = tusClient(app.url, star.client.token);
});
afterAll(() => app.close());

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
/** Stored parts and originals of uploads. */
const stored = async (): Promise<string[]> => {
  const entries = await readdir(join(app.dataDirectory, 'files'), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /uploads|\.parts/.test(entry.parentPath))
    .map((entry) => entry.name)
    .sort();
};
const uploadRows = () => app.platform.database.selectFrom('uploads').selectAll().execute();
const fileRows = () => app.platform.database.selectFrom('files').selectAll().where('purpose', '!=', 'document').execute();
const use = (id: string, person = star, headers: Record<string, string> = {}) =>
  person.client.send('POST /performer/media-libraries/upload', { body: { name: 'Film' }, uploadId: id, files: {}, headers });
/** A stream that sends these bytes, and then nothing more. */
const stallingStream = (bytes: Uint8Array): ReadableStream<Uint8Array> =>
  new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(bytes)) });

describe('an upload in pieces', () => {
  test('becomes the file of its call, byte by byte; used again, it is the same file', async () => {
    const { id, status, expires } = await tus.begin('media', clip.length);
    expect(status).toBe(201);
    expect(new Date(expires!).getTime() - Date.now()).toBeGreaterThan(23 * 3_600_000);
    const middle = Math.floor(clip.length / 3);
    expect((await tus.patch(id, 0, clip.subarray(0, middle))).headers.get('upload-offset')).toBe(String(middle));
    const early = await use(id);
    expect([early.status, early.error.error, early.error.details]).toEqual([
      409,
      'UPLOAD_INCOMPLETE',
      { bytes: clip.length, arrived: middle },
    ]);
    expect(await tus.offset(id)).toBe(middle);
    expect((await tus.patch(id, middle, clip.subarray(middle))).status).toBe(204);
    const { data, status: made } = await use(id, star, { 'idempotency-key': `once-${id}` });
    expect([made, data.kind, data.bytes, data.name]).toEqual([201, 'video', clip.length, 'Film']);
    const row = await app.platform.database.selectFrom('files').selectAll().where('id', '=', data._id).executeTakeFirstOrThrow();
    expect([row.sha256, row.owner_id, row.content_type]).toEqual([sha256(clip), star.id, 'video/mp4']);
    // The response was lost: the same call, and one with another key.
    const count = (await fileRows()).length;
    const again = await Promise.all([
      use(id, star, { 'idempotency-key': `once-${id}` }),
      use(id, star, { 'idempotency-key': `other-${id}` }),
      use(id),
    ]);
    expect(again.map(({ status: code, data: { _id } }) => [code, _id])).toEqual([1, 2, 3].map(() => [201, data._id]));
    expect((await fileRows()).length).toBe(count);
    // By the protocol it is complete, and can't be continued.
    expect(await tus.offset(id)).toBe(clip.length);
    expect((await tus.patch(id, clip.length, 'x')).status).toBe(413);
    await app.settle();
  });

  test('of a picture becomes one file for concurrent calls, without superfluous renditions', async () => {
    const photo = new Uint8Array(await (await picture({ width: 1600, height: 1200 })).arrayBuffer());
    const id = await tus.whole('feedPhoto', photo);
    const answers = await Promise.all([1, 2, 3].map(() => star.client.send('POST /feeds/files/photo/upload', { uploadId: id, files: {} })));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ data }) => data._id)).size).toBe(1);
    const folders = await readdir(join(app.dataDirectory, 'files', 'feedPhoto'));
    const known = (await fileRows()).filter(({ purpose }) => purpose === 'feedPhoto');
    expect(folders.length).toBe(known.length);
  });

  test('resumes after a lost connection, from the received offset', async () => {
    const { id } = await tus.begin('media', clip.length);
    const cut = new AbortController();
    const sending = tus.patch(id, 0, stallingStream(clip.subarray(0, 20 * KB)), {}, cut.signal).catch(() => 'cut');
    await vi.waitUntil(async () => ((await app.uploads.parts.sizeOf(id)) ?? 0) === 20 * KB, DEADLINE);
    cut.abort();
    expect(await sending).toBe('cut');
    expect(await tus.offset(id)).toBe(20 * KB);
    expect((await tus.patch(id, 20 * KB, clip.subarray(20 * KB))).status).toBe(204);
    expect((await use(id)).status).toBe(201);
  });

  test('has one writer: a second one takes over from the first, at its offset', async () => {
    const { id } = await tus.begin('media', clip.length);
    const first = tus
      .patch(id, 0, stallingStream(clip.subarray(0, 10 * KB)))
      .then(({ status, headers }) => [status, headers.get('upload-offset')]);
    await vi.waitUntil(async () => ((await app.uploads.parts.sizeOf(id)) ?? 0) === 10 * KB, DEADLINE);
    // It can't overwrite what was received, only continue after it.
    expect((await tus.patch(id, 0, clip)).error).toBe('UPLOAD_OFFSET');
    const second = await tus.patch(id, 10 * KB, clip.subarray(10 * KB));
    expect(second.status).toBe(204);
    // The first one was told its offset, as if it had stopped there by itself.
    expect(await first).toEqual([204, String(10 * KB)]);
    const { data } = await use(id);
    const row = await app.platform.database.selectFrom('files').select('sha256').where('id', '=', data._id).executeTakeFirstOrThrow();
    expect(row.sha256).toBe(sha256(clip));
  });

  test('can be cancelled, and leaves nothing', async () => {
    // Jobs of the uploads before write files too.
    await app.settle();
    const before = [await stored(), (await uploadRows()).length];
    const id = await tus.whole('media', clip);
    expect((await tus.cancel(id)).status).toBe(204);
    expect([await stored(), (await uploadRows()).length]).toEqual(before);
    expect([(await use(id)).error.error, await tus.offset(id), (await tus.cancel(id)).error]).toEqual([
      'NOT_FOUND',
      undefined,
      'NOT_FOUND',
    ]);
  });
});

describe('refused uploads', () => {
  let before: unknown;
  const all = async () => [await stored(), (await uploadRows()).length, (await fileRows()).length];
  beforeEach(async () => {
    await app.settle();
    before = await all();
  });

  test.each([
    ['a script', Buffer.concat([Buffer.from('#!/bin/sh\nrm -rf /\n'), randomBytes(90 * KB)]), 'media', 'FILE_KIND_REFUSED'],
    ['a page', Buffer.from(`<!doctype html><script>alert(1)</script>${' '.repeat(9 * KB)}`), 'media', 'FILE_KIND_REFUSED'],
    ['a PDF', Buffer.from(`%PDF-1.4\n${' '.repeat(9 * KB)}%%EOF`), 'media', 'FILE_KIND_REFUSED'],
    ['half a picture', Buffer.alloc(0), 'media', 'FILE_UNREADABLE'],
    ['a picture as a video', Buffer.alloc(1), 'feedVideo', 'FILE_KIND_REFUSED'],
  ])('%s: nothing of it stays', async (_name, bytes, purpose, code) => {
    const photo = Buffer.from(await (await picture({ width: 1200, height: 900 })).arrayBuffer());
    const file = bytes.length === 0 ? photo.subarray(0, photo.length / 2) : bytes.length === 1 ? photo : bytes;
    const id = await tus.whole(purpose, file);
    const answer =
      purpose === 'media' ? await use(id) : await star.client.send('POST /feeds/files/video/upload', { uploadId: id, files: {} });
    expect(answer.error.error).toBe(code);
    expect(await all()).toEqual(before);
    expect(await tus.offset(id)).toBeUndefined();
  });

  test('a call that fails for another reason leaves the upload usable', async () => {
    const id = await tus.whole('media', clip);
    const bad = await star.client.send('POST /performer/media-libraries/upload', {
      body: { name: 'x'.repeat(200) },
      uploadId: id,
      files: {},
    });
    expect(bad.error.error).toBe('VALIDATION_FAILED');
    expect((await use(id)).status).toBe(201);
  });

  test('another performer’s upload can’t be continued, read, cancelled or used', async () => {
    const id = await tus.whole('media', clip);
    const attacker = tusClient(app.url, rival.client.token);
    expect(await attacker.offset(id)).toBeUndefined();
    expect((await attacker.patch(id, clip.length, 'x')).error).toBe('NOT_FOUND');
    expect((await attacker.cancel(id)).error).toBe('NOT_FOUND');
    expect((await use(id, rival)).error.error).toBe('NOT_FOUND');
    // Nor can it be used for another call.
    expect((await star.client.send('POST /feeds/files/video/upload', { uploadId: id, files: {} })).error.error).toBe('NOT_FOUND');
    expect(await tus.offset(id)).toBe(clip.length);
    await tus.cancel(id);
  });

  test('callers who may not make the call can’t upload for it', async () => {
    const codes = await Promise.all(
      [undefined, 'nobodys-token', ...others.map(({ client }) => client.token)].map(
        async (token) => (await tusClient(app.url, token).begin('media', 100)).error,
      ),
    );
    expect(codes).toEqual(['UNAUTHENTICATED', 'UNAUTHENTICATED', 'FORBIDDEN', 'EMAIL_NOT_VERIFIED', 'LITE_ACCOUNT']);
    const cookie = { cookie: `token=${star.client.token}` };
    expect((await tusClient(app.url, undefined, { ...cookie, origin: 'https://elsewhere.example' }).begin('media', 100)).error).toBe(
      'ORIGIN_REFUSED',
    );
    const own = tusClient(app.url, undefined, { ...cookie, origin: app.url });
    const { id, status } = await own.begin('media', 100);
    expect(status).toBe(201);
    expect((await own.cancel(id)).status).toBe(204);
    expect(await all()).toEqual(before);
  });

  test('without content, length or purpose, too large, or with other pieces than announced', async () => {
    expect((await tus.begin('media', 0)).error).toBe('FILE_UNREADABLE');
    expect((await tus.begin('media', 2048 * KB * KB + 1)).error).toBe('FILE_TOO_LARGE');
    expect((await tus.begin('feedThumbnail', 21 * KB * KB)).error).toBe('FILE_TOO_LARGE');
    expect((await tus.begin('document', 100)).error).toBe('BAD_REQUEST');
    expect((await tus.begin('', 100)).error).toBe('BAD_REQUEST');
    const metadata = { 'upload-metadata': `purpose ${Buffer.from('media').toString('base64')}` };
    for (const headers of [metadata, { ...metadata, 'upload-defer-length': '1' }, { ...metadata, 'upload-length': '-4' }, {}])
      expect((await tus.send('POST', UPLOADS_PATH, headers as Record<string, string>)).error).toBe('BAD_REQUEST');
    expect(await all()).toEqual(before);

    const { id } = await tus.begin('media', 10);
    for (const offset of [5, 11, -1, 1e21, Number.NaN]) {
      const { status, error } = await tus.patch(id, offset, '01234');
      expect([offset, status < 500, ['UPLOAD_OFFSET', 'BAD_REQUEST'].includes(error!)]).toEqual([offset, true, true]);
    }
    expect((await tus.patch(id, 0, '0123456789a')).error).toBe('FILE_TOO_LARGE');
    // More than announced, without a length: the excess isn't stored.
    expect((await tus.patch(id, 0, new Blob(['0123456789', 'abcdef'.repeat(20 * KB)]).stream())).error).toBe('FILE_TOO_LARGE');
    expect(await app.uploads.parts.sizeOf(id)).toBeLessThanOrEqual(10);
    expect((await tus.send('PATCH', `${UPLOADS_PATH}/${id}`, { 'content-type': 'text/html', 'upload-offset': '0' }, 'x')).status).toBe(415);
    for (const odd of ['..', '%2e%2e%2fsecrets.json', 'x', '00000000-0000-4000-8000-000000000000'])
      expect((await tus.send('HEAD', `${UPLOADS_PATH}/${odd}`)).status).toBe(404);
    await tus.cancel(id);
    expect(await all()).toEqual(before);
  });

  test('more than forty at the same time', async () => {
    const person = await createPerformer(app, { admin });
    const client = tusClient(app.url, person.client.token);
    const begun = await Promise.all(Array.from({ length: 44 }, () => client.begin('media', 100)));
    expect(begun.filter(({ status }) => status === 201)).toHaveLength(40);
    expect(new Set(begun.filter(({ status }) => status !== 201).map(({ error }) => error))).toEqual(new Set(['UPLOADS_OPEN']));
    for (const { id, status } of begun) if (status === 201) await client.cancel(id);
  });
});

test('each purpose belongs to calls of the same people for the same files, and its uploads are open to exactly these people', async () => {
  const people = [star, ...others];
  for (const purpose of UPLOAD_PURPOSES) {
    const takers = (Object.entries(CONTRACT) as [string, Endpoint][]).filter(([, { files }]) =>
      Object.values(files ?? {}).some((field) => field.purpose === purpose),
    );
    const rules = takers.map(([, { who, files }]) => {
      const { accept, maxBytes } = Object.values(files ?? {}).find((field) => field.purpose === purpose)!;
      return { who, accept, maxBytes };
    });
    expect([purpose, new Set(rules.map((rule) => JSON.stringify(rule))).size]).toEqual([purpose, 1]);
    // One that takes nothing but the file says what is wrong with the file.
    const [taker] = takers.find(([, { body }]) => !body) ?? takers[0]!;
    for (const { client } of people) {
      const own = tusClient(app.url, client.token);
      const { id, status, error } = await own.begin(purpose, 100);
      // Without a file the call itself gets as far as its own check.
      const called = await client.send(taker as never, { files: {} } as never);
      expect([purpose, error ?? 'FILE_MISSING']).toEqual([purpose, called.error.error]);
      const begun = status === 201 ? [await own.offset(id), (await own.cancel(id)).status] : [0, 204];
      expect([purpose, ...begun]).toEqual([purpose, 0, 204]);
    }
  }
});

test('a welcome video is uploaded in pieces before the approval; the same upload again is the same file', async () => {
  const pending = others[2]!;
  const own = tusClient(app.url, pending.client.token);
  const id = await own.whole('welcomeVideo', clip);
  const send = () => pending.client.send('POST /performers/welcome-video/upload', { uploadId: id, files: {} });
  const first = (await send()).data.welcomeVideo!.file._id;
  expect((await send()).data.welcomeVideo!.file._id).toBe(first);
  await app.settle();
  expect((await pending.client.call('GET /performers/me')).welcomeVideo!.file).toMatchObject({ _id: first, state: 'ready' });
  expect((await use(id, pending)).status).toBe(403);
});

test('abandoned uploads are removed with their parts after a day, and so are parts without an upload', async () => {
  const { id } = await tus.begin('media', 100);
  await tus.patch(id, 0, '0123456789');
  const fresh = await tus.begin('media', 100);
  const stray = '00000000-0000-4000-8000-000000000001';
  await app.uploads.parts.create(stray);
  await app.platform.database
    .updateTable('uploads')
    .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
    .where('id', '=', id)
    .execute();
  // It has expired before it is swept.
  expect([await tus.offset(id), (await tus.patch(id, 10, 'x')).error]).toEqual([undefined, 'NOT_FOUND']);
  await app.uploads.sweep();
  const parts = await app.uploads.parts.list();
  expect([parts.includes(id), parts.includes(stray), parts.includes(fresh.id)]).toEqual([false, false, true]);
  expect((await uploadRows()).some((row) => row.id === id)).toBe(false);
  await tus.cancel(fresh.id);
});

describe('a server that is killed', () => {
  let server: ServerProcess | undefined;
  afterAll(() => server?.kill());
  const place = () => ({ databaseUrl: app.testDatabase.ownerUrl, dataDirectory: app.dataDirectory });

  test('during an upload: it resumes at the next start from the received offset, to the same file', async () => {
    const film = Buffer.concat([clip, randomBytes(3 * KB * KB)]);
    server = await startServer(place(), { ROLES: 'web' });
    const first = tusClient(server.url, star.client.token);
    const { id } = await first.begin('media', film.length);
    expect((await first.patch(id, 0, film.subarray(0, 100 * KB))).status).toBe(204);
    const sending = first.patch(id, 100 * KB, stallingStream(film.subarray(100 * KB, 400 * KB))).catch(() => 'cut');
    await vi.waitUntil(async () => ((await app.uploads.parts.sizeOf(id)) ?? 0) > 100 * KB, DEADLINE);
    await server.kill();
    expect(await sending).toBe('cut');

    server = await startServer(place(), { ROLES: 'web' });
    const second = tusClient(server.url, star.client.token);
    const offset = (await second.offset(id))!;
    expect(offset).toBeGreaterThan(100 * KB);
    expect((await second.patch(id, offset, film.subarray(offset))).status).toBe(204);
    // Complete, and killed once more before the call that uses it.
    await server.kill();
    server = await startServer(place(), { ROLES: 'web' });
    const { _id } = await server.client(star.client.token).call('POST /performer/media-libraries/upload', {
      body: { name: 'Killed twice' },
      uploadId: id,
      files: {},
    });
    const row = await app.platform.database.selectFrom('files').selectAll().where('id', '=', _id).executeTakeFirstOrThrow();
    expect([row.sha256, Number(row.bytes)]).toEqual([sha256(film), film.length]);
    await server.kill();
  });

  test('between moving the file and recording it: the next call finds it', async () => {
    const id = await tus.whole('media', clip);
    const [row] = (await uploadRows()).filter((one) => one.id === id);
    // As a crash leaves it: the file is in storage, its row doesn't have it.
    await app.platform.storage.take(row!.storage_key, await app.uploads.parts.assemble(id), { contentType: 'application/octet-stream' });
    const { data, status } = await use(id);
    expect([status, data.bytes]).toEqual([201, clip.length]);
  });
});

test('a call accepts a file in a form, but not together with an upload', async () => {
  const direct = await star.client.send('POST /performer/media-libraries/upload', { body: {}, files: { file: asBlob(clip) } });
  expect(direct.status).toBe(201);
  const id = await tus.whole('media', clip);
  const both = await star.client.send('POST /performer/media-libraries/upload', { body: {}, uploadId: id, files: { file: asBlob(clip) } });
  expect(both.error.error).toBe('BAD_REQUEST');
  expect((await star.client.send('POST /performer/media-libraries/upload', { body: {}, files: {} })).error.error).toBe('FILE_MISSING');
  await tus.cancel(id);
});
