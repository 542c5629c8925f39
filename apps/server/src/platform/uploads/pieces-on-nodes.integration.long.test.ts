import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createClient } from '../../testing/client.ts';
import { type Person, createPerformer } from '../../testing/factories.ts';
import { grainyPhoto } from '../../testing/grainy-photo.ts';
import { type ObjectStore, startObjectStore } from '../../testing/object-store.ts';
import { type TusClient, tusClient } from '../../testing/resumable-uploads.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

/** Generous, for busy machines. */
const DEADLINE = { timeout: 20_000, interval: 20 };

// Two web nodes with folders of their own, which share a database and a bucket.
let store: ObjectStore;
let first: TestApp;
let second: TestApp;
let star: Person;
let photo: Buffer;
let tus: [TusClient, TusClient];
beforeAll(async () => {
  store = await startObjectStore();
  first = await createTestApp({ environment: store.environment });
  second = await createTestApp({ database: first.testDatabase, environment: { ...store.environment, ROLES: 'web' } });
  star = await createPerformer(first);
  photo = await (await grainyPhoto(1200, 900)).png().toBuffer();
  tus = [tusClient(first.url, star.client.token), tusClient(second.url, star.client.token)];
});
afterAll(async () => {
  await second.close();
  await first.close();
  await store.close();
});

const use = (app: TestApp, id: string) =>
  createClient(app.url, star.client.token).send('POST /feeds/files/photo/upload', { uploadId: id, files: {} });
/** Pieces of an upload, in the table and in the bucket. */
const leftOf = async (id: string): Promise<[number, boolean]> => {
  const { database, storage } = first.platform;
  const rows = await database.selectFrom('upload_pieces').select('at_byte').where('upload_id', '=', id).execute();
  const folders: string[] = [];
  for await (const folder of storage.listFolders('parts')) folders.push(folder);
  return [rows.length, folders.includes(`parts/${id}`)];
};

test('pieces go to different nodes, and any of them puts the file together', async () => {
  const { id } = await tus[0].begin('feedPhoto', photo.length);
  const size = Math.ceil(photo.length / 5);
  for (let piece = 0; piece < 5; piece += 1) {
    const client = tus[piece % 2]!;
    expect(await client.offset(id)).toBe(piece * size);
    expect((await client.patch(id, piece * size, photo.subarray(piece * size, (piece + 1) * size))).status).toBe(204);
  }
  const made = await use(second, id);
  expect(made.status).toBe(201);
  const row = await first.platform.database.selectFrom('files').select('sha256').where('id', '=', made.data._id).executeTakeFirstOrThrow();
  expect(row.sha256).toBe(createHash('sha256').update(photo).digest('hex'));
  expect(await leftOf(id)).toEqual([0, false]);
  // Taken: the same call again has the same file, on the other node too; nothing can be appended.
  expect((await use(first, id)).data._id).toBe(made.data._id);
  expect((await tus[1].patch(id, photo.length, Buffer.from('more'))).status).toBeGreaterThanOrEqual(400);
});

test('of two requests that append the same bytes on two nodes at once one is accepted, and the file is whole', async () => {
  const { id } = await tus[0].begin('feedPhoto', photo.length);
  const half = Math.floor(photo.length / 2);
  const statuses = (await Promise.all(tus.map((client) => client.patch(id, 0, photo.subarray(0, half))))).map(({ status }) => status);
  expect(statuses.toSorted((one, other) => one - other)).toEqual([204, 409]);
  expect(await tus[1].offset(id)).toBe(half);
  expect((await tus[1].patch(id, half, photo.subarray(half))).status).toBe(204);
  expect((await use(first, id)).status).toBe(201);
});

test('what arrived before a request broke is continued on the other node; a large file is stored while it arrives', async () => {
  const film = Buffer.concat([photo, randomBytes(20 * 1024 * 1024)]);
  const { id } = await tus[0].begin('productFile', film.length);
  const broken = new AbortController();
  const stalling = new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(film.subarray(0, 9_000_000))) });
  const request = tus[0].patch(id, 0, stalling, {}, broken.signal).catch(() => undefined);
  // More than a piece: the first one is in the bucket before the request ends.
  await vi.waitUntil(async () => (await leftOf(id))[0] > 0, DEADLINE);
  broken.abort();
  await request;
  const other = tusClient(second.url, star.client.token);
  await vi.waitUntil(async () => (await other.offset(id)) === 9_000_000, DEADLINE);
  expect((await other.patch(id, 9_000_000, film.subarray(9_000_000))).status).toBe(204);
  expect(await tus[0].offset(id)).toBe(film.length);
  expect((await leftOf(id))[0]).toBeGreaterThan(2);
  expect((await other.cancel(id)).status).toBe(204);
  expect(await leftOf(id)).toEqual([0, false]);
});

test('the sweep of any node removes what arrived of uploads that are gone', async () => {
  const { id } = await tus[0].begin('feedPhoto', photo.length);
  await tus[0].patch(id, 0, photo.subarray(0, 1000));
  await first.platform.database.deleteFrom('uploads').where('id', '=', id).execute();
  expect(await leftOf(id)).toEqual([1, true]);
  await second.uploads.sweep();
  expect(await leftOf(id)).toEqual([0, false]);
});
