import { Agent, request as httpRequest } from 'node:http';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openFile } from '../../testing/open-documents.ts';
import { createAdmin, createFan, createPerformer, picture, type Person } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

/** Generous, for busy machines. */
const DEADLINE = { timeout: 15_000 };

let app: TestApp;
let performer: Person;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  performer = await createPerformer(app, { admin });
});
afterAll(() => app.close());

/** Every file in storage, with its folder. */
const stored = async (): Promise<string[]> => {
  const entries = await readdir(join(app.dataDirectory, 'files'), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
};
const rows = async (): Promise<number> => (await app.platform.database.selectFrom('files').select('id').execute()).length;
const upload = (file: Blob) => performer.client.send('POST /feeds/files/photo/upload', { files: { file } });

test('a connection lost in the middle of an upload leaves no file and no row', async () => {
  const [files, count] = [await stored(), await rows()];
  const { port } = new URL(app.url);
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  const head = `--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`;
  socket.write(
    `POST /api/feeds/files/photo/upload HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${performer.client.token}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 5000000\r\n\r\n${head}`,
  );
  socket.write(Buffer.from(await (await picture()).arrayBuffer()));
  // The file is being written: only now is the connection cut.
  await vi.waitUntil(async () => (await stored()).length > files.length, DEADLINE);
  socket.destroy();
  await vi.waitUntil(async () => (await stored()).length === files.length, DEADLINE);
  expect([await stored(), await rows()]).toEqual([files, count]);
});

test.each([
  ['a script named as a picture', new Blob(['#!/bin/sh\nrm -rf /\n']), 415, 'FILE_KIND_REFUSED'],
  ['an SVG', new Blob(['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>']), 415, 'FILE_KIND_REFUSED'],
  ['a page', new Blob(['<!doctype html><script>alert(1)</script>']), 415, 'FILE_KIND_REFUSED'],
  ['a ZIP', new Blob([new Uint8Array([0x50, 0x4b, 3, 4, ...Array.from({ length: 200 }, () => 0)])]), 415, 'FILE_KIND_REFUSED'],
  ['nothing', new Blob([]), 422, 'FILE_UNREADABLE'],
  [
    'a PNG header and no more',
    new Blob([
      new Uint8Array([
        0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0x30, 0, 0, 0, 0x30, 0, 8, 2, 0, 0, 0,
      ]),
    ]),
    422,
    'FILE_UNREADABLE',
  ],
])('%s is refused by its content and leaves nothing', async (_name, file, status, code) => {
  const before = [await stored(), await rows()];
  const answer = await upload(file);
  expect([answer.status, answer.error.error]).toEqual([status, code]);
  expect([await stored(), await rows()]).toEqual(before);
});

test('half a picture, a hundred megapixels and more bytes than allowed are refused and leave nothing', async () => {
  const before = [await stored(), await rows()];
  const whole = new Uint8Array(await (await picture({ width: 1200, height: 900 })).arrayBuffer());
  expect((await upload(new Blob([whole.slice(0, whole.length / 2)]))).error.error).toBe('FILE_UNREADABLE');
  const huge = await sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: '#123' } })
    .png({ compressionLevel: 9 })
    .toBuffer();
  expect((await upload(new Blob([new Uint8Array(huge)]))).error.error).toBe('FILE_TOO_LARGE');
  const large = await performer.client.send('POST /performers/avatar/upload', {
    files: { avatar: new Blob([whole, new Uint8Array(16 * 1024 * 1024)]) },
  });
  expect([large.status, large.error.error]).toEqual([413, 'FILE_TOO_LARGE']);
  expect([await stored(), await rows()]).toEqual(before);
});

test('a connection whose upload was refused midway answers the next call', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const answerTo = (method: string, path: string, body?: Buffer): Promise<number> =>
    new Promise((resolve, reject) => {
      const type = body ? { 'content-type': 'multipart/form-data; boundary=x' } : {};
      const headers = { authorization: performer.client.token!, ...type };
      const sent = httpRequest(new URL(path, app.url), { agent, method, headers }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode!));
      });
      sent.once('error', reject).end(body);
    });
  const head = Buffer.from('--x\r\nContent-Disposition: form-data; name="other"; filename="a.jpg"\r\n\r\n');
  const answers = await Promise.all([
    answerTo('POST', '/api/feeds/files/photo/upload', Buffer.concat([head, Buffer.alloc(40 * 1024 * 1024), Buffer.from('\r\n--x--\r\n')])),
    answerTo('GET', '/api/health'),
  ]);
  expect(answers).toEqual([422, 200]);
  agent.destroy();
});

test('unknown fields, two files for one field and a missing file are refused', async () => {
  expect((await performer.client.raw('POST /feeds/files/photo/upload', { files: { other: await picture() } })).status).toBe(422);
  expect(
    (await performer.client.raw('POST /feeds/files/photo/upload', { files: { file: [await picture(), await picture()] } })).status,
  ).toBe(400);
  expect((await performer.client.raw('POST /feeds/files/photo/upload', { body: { a: 1 }, files: {} })).error.error).toBe('FILE_MISSING');
  expect((await performer.client.raw('POST /feeds/files/photo/upload', { body: {} })).status).toBe(415);
});

test('a picture is rotated upright, loses its metadata, and its blur shows no detail', async () => {
  const source = await sharp(Buffer.from(await (await picture({ width: 800, height: 400 })).arrayBuffer()))
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const { data } = await upload(new Blob([new Uint8Array(source)]));
  expect([data.picture!.width, data.picture!.height]).toEqual([400, 800]);
  const file = await app.platform.database.selectFrom('files').select('variants').where('id', '=', data._id).executeTakeFirstOrThrow();
  const variants = file.variants as { name: string; key: string }[];
  for (const { key } of variants) {
    const { exif, orientation } = await sharp(await app.platform.storage.localPath(key)).metadata();
    expect([exif, orientation]).toEqual([undefined, undefined]);
  }
  const blur = variants.find(({ name }) => name === 'blur')!;
  const { data: pixels, info } = await sharp(await app.platform.storage.localPath(blur.key))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let steepest = 0;
  for (let i = 1; i < pixels.length; i += 1) if (i % info.width !== 0) steepest = Math.max(steepest, Math.abs(pixels[i]! - pixels[i - 1]!));
  expect(steepest).toBeLessThan(24);
});

test('addresses support ranges and caching, and are refused when they were changed', async () => {
  const { data } = await upload(await picture());
  const path = data.picture!.sources.at(-1)!.url;
  const get = (address: string, headers: Record<string, string> = {}, method = 'GET') => fetch(app.url + address, { headers, method });
  const whole = await get(path);
  const bytes = new Uint8Array(await whole.arrayBuffer());
  expect(
    Object.fromEntries(['content-type', 'x-content-type-options', 'cache-control'].map((name) => [name, whole.headers.get(name)])),
  ).toEqual({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=3600, immutable',
  });
  const part = await get(path, { range: 'bytes=10-19' });
  expect([part.status, part.headers.get('content-range'), new Uint8Array(await part.arrayBuffer())]).toEqual([
    206,
    `bytes 10-19/${bytes.length}`,
    bytes.slice(10, 20),
  ]);
  const tail = await get(path, { range: 'bytes=-5' });
  expect([tail.status, new Uint8Array(await tail.arrayBuffer())]).toEqual([206, bytes.slice(-5)]);
  expect((await get(path, { range: `bytes=${bytes.length}-` })).status).toBe(416);
  expect((await get(path, { 'if-none-match': whole.headers.get('etag')! })).status).toBe(304);
  const head = await get(path, {}, 'HEAD');
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)]);

  const address = new URL(path, app.url);
  const tampered = [
    path.replace(/s=./, (found) => (found === 's=A' ? 's=B' : 's=A')),
    path.replace(/e=\d+/, `e=${Number(address.searchParams.get('e')) + 3600}`),
    `${path}&t=text/html`,
    address.pathname,
    path.replace(address.pathname, '/files/../secrets.json'),
    path.replace(address.pathname, '/files/%2e%2e/secrets.json'),
    path.replace(address.pathname, '/files//etc/passwd'),
  ];
  expect(await Promise.all(tampered.map(async (one) => (await get(one)).ok))).toEqual(tampered.map(() => false));
});

test('identity documents can be opened by admins only, and each view is logged', async () => {
  const applicant = await createPerformer(app, { approved: false });
  const { documentList } = await admin.client.call('GET /admin/applications/{id}', { params: { id: applicant.id } });
  expect(documentList).toHaveLength(2);
  const id = documentList[0]!._id;
  const fan = await createFan(app);
  for (const client of [app.client(), fan.client, performer.client, applicant.client]) {
    expect([401, 403]).toContain((await client.send('GET /admin/documents/{id}', { params: { id } })).status);
  }
  const own = await applicant.client.call('GET /performers/me');
  expect(JSON.stringify(own)).not.toContain('/files/uploads');
  const { url, contentType } = await admin.client.call('GET /admin/documents/{id}', { params: { id } });
  const answer = await openFile(app, admin, url);
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([200, contentType, 'no-store']);
  const others = [undefined, fan.client.token!, applicant.client.token!, (await createAdmin(app)).client.token!];
  for (const authorization of others)
    expect((await fetch(app.url + url, authorization ? { headers: { authorization } } : {})).status).toBe(403);
  const logged = await app.platform.database
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'object_id'])
    .where('action', '=', 'documents.viewed')
    .where('object_id', '=', applicant.id)
    .execute();
  expect(logged).toEqual([{ action: 'documents.viewed', actor_id: admin.id, object_id: applicant.id }]);
});
