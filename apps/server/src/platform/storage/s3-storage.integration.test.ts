import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, createPerformer, picture } from '../../testing/factories.ts';
import { type ObjectStore, startObjectStore } from '../../testing/object-store.ts';
import { tusClient } from '../../testing/resumable-uploads.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { video } from '../../testing/videos.ts';

// The whole site on a bucket: uploads, renditions, addresses with ranges, deletion.

let store: ObjectStore;
let app: TestApp;
let star: Person;
beforeAll(async () => {
  store = await startObjectStore();
  app = await createTestApp({ environment: store.environment });
  star = await createPerformer(app);
});
afterAll(async () => {
  await app.close();
  await store.close();
});

const get = (address: string, headers: Record<string, string> = {}) => fetch(app.url + address, { headers });

test('a picture is stored in the bucket only, and served by our own addresses, with ranges', async () => {
  const { picture: made, _id } = await star.client.call('POST /feeds/files/photo/upload', { files: { file: await picture() } });
  const address = made!.sources.at(-1)!.url;
  const whole = new Uint8Array(await (await get(address)).arrayBuffer());
  const part = await get(address, { range: 'bytes=10-19' });
  expect([part.status, part.headers.get('content-range'), new Uint8Array(await part.arrayBuffer())]).toEqual([
    206,
    `bytes 10-19/${whole.length}`,
    whole.slice(10, 20),
  ]);
  expect((await get(address, { range: `bytes=${whole.length}-` })).status).toBe(416);
  expect((await get(address.replace(/s=(.)/, (_, first: string) => `s=${first === '_' ? '-' : '_'}`))).status).toBe(403);
  const { original_key: key } = await app.platform.database
    .selectFrom('files')
    .select('original_key')
    .where('id', '=', _id)
    .executeTakeFirstOrThrow();
  expect(await app.platform.storage.exists(key)).toBe(true);
  await expect(readdir(join(app.dataDirectory, 'files', 'feedPhoto'))).rejects.toThrow('ENOENT');
});

test('a video uploaded in pieces is encoded there, and leaves nothing when it is deleted', async () => {
  const clip = await video({ seconds: 1 });
  const tus = tusClient(app.url, star.client.token);
  const { id } = await tus.begin('media', clip.length);
  await tus.patch(id, 0, clip.subarray(0, 5000));
  await tus.patch(id, 5000, clip.subarray(5000));
  const made = await star.client.call('POST /performer/media-libraries/upload', { body: { name: 'Clip' }, uploadId: id, files: {} });
  await app.settle();
  const read = () => app.platform.database.selectFrom('files').selectAll().where('id', '=', made._id).executeTakeFirst();
  const row = (await read())!;
  expect([row.state, row.received_sha256]).toEqual(['ready', createHash('sha256').update(clip).digest('hex')]);
  const keys = [row.original_key, ...(row.variants as { key: string }[]).map(({ key }) => key)];
  expect(await Promise.all(keys.map((key) => app.platform.storage.exists(key)))).toEqual(keys.map(() => true));
  expect(await readdir(join(app.dataDirectory, 'files', '.parts'))).toEqual([]);
  await star.client.call('DELETE /performer/media-libraries/{id}', { params: { id: made._id }, body: { confirmed: false } });
  await app.settle();
  expect(await read()).toBeUndefined();
  expect(await Promise.all(keys.map((key) => app.platform.storage.exists(key)))).toEqual(keys.map(() => false));
});

test('a file of a false type is refused, and nothing of it stays in the bucket', async () => {
  const count = async () =>
    (await app.platform.storage.listOlderThan(`uploads/${new Date().toISOString().slice(0, 10)}`, new Date(Date.now() + 60_000))).length;
  const before = await count();
  const answer = await star.client.send('POST /feeds/files/photo/upload', { files: { file: new Blob(['#!/bin/sh\nrm -rf /\n']) } });
  expect([answer.error.error, await count()]).toEqual(['FILE_KIND_REFUSED', before]);
});
