import { createWriteStream } from 'node:fs';
import { readdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type Person, createAdmin, createPerformer, picture } from '../../testing/factories.ts';
import { tusClient } from '../../testing/resumable-uploads.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

// A disk without room: uploads are refused as such, not as broken, and everything else goes on. `/dev/full` refuses every write
// with the kernel's own error.

let app: TestApp;
let performer: Person;
beforeAll(async () => {
  app = await createTestApp();
  performer = await createPerformer(app);
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => app.close());

const upload = async (client = performer.client) => client.send('POST /feeds/files/photo/upload', { files: { file: await picture() } });
const storedFiles = async (): Promise<number> =>
  (await readdir(join(app.dataDirectory, 'files'), { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;

test('below the reserve uploads are refused before their first byte; the node stays ready, and the administration shows the disk', async () => {
  const before = await storedFiles();
  const full = await createTestApp({
    database: app.testDatabase,
    dataDirectory: app.dataDirectory,
    environment: { MIN_FREE_DISK_MB: '100000000', ROLES: 'web' },
  });
  try {
    const answer = await upload(full.client(performer.client.token));
    expect([answer.status, answer.error]).toMatchObject([
      507,
      { error: 'STORAGE_FULL', message: 'The site has no room for files right now. Please try again later.' },
    ]);
    expect(await tusClient(full.url, performer.client.token).begin('feedVideo', 1000)).toMatchObject({
      status: 507,
      error: 'STORAGE_FULL',
    });
    const ready = await fetch(`${full.url}/api/ready`);
    expect([ready.status, await ready.json()]).toMatchObject([200, { data: { ready: true, checks: { database: true, disk: false } } }]);
    const { disk } = await full.client((await createAdmin(app)).client.token).call('GET /admin/overview');
    expect(disk).toEqual({ state: 'full', freeBytes: expect.any(Number), reserveBytes: 1e14 });
    expect(disk.freeBytes).toBeGreaterThan(0);
    expect((await full.client(performer.client.token).call('GET /users/me'))._id).toBe(performer.id);
  } finally {
    await full.close();
  }
  expect(await storedFiles()).toBe(before);
});

test('a disk that fills up during an upload answers 507 while the rest of the body still arrives; the next upload succeeds', async () => {
  const before = await storedFiles();
  vi.spyOn(app.platform.storage, 'put').mockImplementationOnce(async (_key, source) => {
    await pipeline(Buffer.isBuffer(source) ? Readable.from([source]) : source, createWriteStream('/dev/full'));
    throw new Error('the kernel accepted a write to /dev/full');
  });
  const large = new Blob([await picture(), new Uint8Array(8 * 1024 * 1024)]);
  const answer = await performer.client.send('POST /feeds/files/photo/upload', {
    files: { file: large },
    headers: { 'accept-language': 'es' },
  });
  expect([answer.status, answer.error]).toMatchObject([
    507,
    { error: 'STORAGE_FULL', message: expect.stringContaining('no tiene espacio') },
  ]);
  expect(await storedFiles()).toBe(before);
  expect((await upload()).status).toBe(201);
});

test('a resumable upload continues where the disk was full', async () => {
  const client = tusClient(app.url, performer.client.token);
  const { id } = await client.begin('feedVideo', 4);
  const part = join(app.dataDirectory, 'files', '.parts', id);
  await rm(part);
  await symlink('/dev/full', part);
  expect(await client.patch(id, 0, new Uint8Array([1, 2, 3, 4]))).toMatchObject({ status: 507, error: 'STORAGE_FULL' });
  await rm(part);
  await app.uploads.parts.create(id);
  expect(await client.patch(id, 0, new Uint8Array([1, 2, 3, 4]))).toMatchObject({ status: 204 });
});
