import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ObjectStore, startObjectStore } from '../../testing/object-store.ts';
import { readConfig } from '../config.ts';
import { CodedError } from '../errors.ts';
import { createLog } from '../telemetry/log.ts';
import { createUrlSigner } from './url-signer.ts';
import { createStorage } from './create-storage.ts';
import { sweepIncoming } from './local-storage.ts';
import { createObjectCache } from './object-cache.ts';
import type { Storage } from './storage.ts';

// One suite for both storages.

const SECRET = 'x'.repeat(43);
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const TYPE = { contentType: 'application/octet-stream' };
const log = createLog('silent');
const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof CodedError ? error.code : String(error)),
  );

let store: ObjectStore;
beforeAll(async () => {
  store = await startObjectStore();
});
afterAll(() => store.close());

describe.each(['local', 's3'] as const)('%s', (kind) => {
  let directory: string;
  let storage: Storage;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'stagedoor-storage-'));
    const config = readConfig({ DATA_DIR: directory, ...(kind === 's3' ? store.environment : {}) });
    storage = await createStorage(config, createUrlSigner(SECRET), log);
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  const read = async (key: string, range?: { start: number; end: number }): Promise<Buffer> =>
    buffer((await storage.open(key, range)).stream);

  const foldersOf = async (folder: string): Promise<string[]> => {
    const found: string[] = [];
    for await (const one of storage.listFolders(folder)) found.push(one);
    return found;
  };

  test('a stored file has its content, size and hash; a second one replaces it', async () => {
    for (const bytes of [Buffer.alloc(0), Buffer.from('short'), randomBytes(20 * 1024 * 1024)]) {
      const wanted = { bytes: bytes.length, sha256: sha256(bytes) };
      expect(await storage.put('a/one.bin', Readable.from(bytes.length ? [bytes] : []), TYPE)).toEqual(wanted);
      expect(await storage.put('a/two.bin', bytes, TYPE)).toEqual(wanted);
      expect(sha256(await read('a/one.bin'))).toBe(wanted.sha256);
      const info = await storage.stat('a/two.bin');
      expect(info.bytes).toBe(bytes.length);
      expect(Math.abs(info.modifiedAt.getTime() - Date.now())).toBeLessThan(60_000);
    }
    expect([await storage.exists('a/one.bin'), await storage.exists('a'), await storage.exists('a/none.bin')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  // (s3rver takes a range that ends at byte 0 for one without an end.)
  test('ranges are returned with the size of the whole file', async () => {
    const bytes = randomBytes(100_000);
    await storage.put('ranges/file.mp4', bytes, TYPE);
    for (const range of [
      { start: 0, end: 1 },
      { start: 5, end: 5 },
      { start: 10, end: 19 },
      { start: 99_990, end: 99_999 },
      { start: 0, end: 99_999 },
    ]) {
      const opened = await storage.open('ranges/file.mp4', range);
      expect([range, opened.bytes, sha256(await buffer(opened.stream))]).toEqual([
        range,
        bytes.length,
        sha256(bytes.subarray(range.start, range.end + 1)),
      ]);
    }
  });

  test('a stream that breaks, at once or after twelve megabytes, leaves nothing', async () => {
    for (const pieces of [0, 12]) {
      const source = Readable.from(
        (async function* () {
          for (let i = 0; i < pieces; i += 1) yield randomBytes(1024 * 1024);
          throw new Error('the line broke');
        })(),
      );
      expect(await codeOf(storage.put(`broken/${pieces}.bin`, source, TYPE))).toBe('Error: the line broke');
      expect(await storage.exists(`broken/${pieces}.bin`)).toBe(false);
    }
    // A stream that is closed before its end, without an error of its own.
    const closed = new Readable({ read() {} });
    closed.push(randomBytes(1024));
    const putting = codeOf(storage.put('broken/closed.bin', closed, TYPE));
    setImmediate(() => closed.destroy());
    expect(await putting).toMatch(/Error/);
    expect(await storage.exists('broken/closed.bin')).toBe(false);
    expect(await storage.listOlderThan('broken', new Date(Date.now() + 60_000))).toEqual([]);
  });

  test('more than the allowed size is refused, and leaves nothing', async () => {
    const large = randomBytes(9 * 1024 * 1024);
    for (const maxBytes of [0, 1000, large.length - 1])
      expect(
        await codeOf(storage.put('large/file.bin', Readable.from([large.subarray(0, 5e6), large.subarray(5e6)]), { ...TYPE, maxBytes })),
      ).toBe('FILE_TOO_LARGE');
    expect(await storage.exists('large/file.bin')).toBe(false);
    expect((await storage.put('large/file.bin', large, { ...TYPE, maxBytes: large.length })).bytes).toBe(large.length);
  });

  test('a local file is moved into the storage', async () => {
    const path = join(directory, 'part');
    const bytes = randomBytes(300_000);
    await writeFile(path, bytes);
    expect(await storage.take('taken/file.bin', path, TYPE)).toEqual({ bytes: bytes.length, sha256: sha256(bytes) });
    await expect(stat(path)).rejects.toThrow('ENOENT');
    expect(sha256(await read('taken/file.bin'))).toBe(sha256(bytes));
    await expect(storage.take('taken/none.bin', path, TYPE)).rejects.toThrow('ENOENT');
    expect(await storage.exists('taken/none.bin')).toBe(false);
  });

  test('programs read a file by a local path', async () => {
    const bytes = randomBytes(50_000);
    await storage.put('programs/video.mp4', bytes, TYPE);
    const paths = await Promise.all([1, 2, 3].map(() => storage.localPath('programs/video.mp4')));
    expect(new Set(paths).size).toBe(1);
    expect(paths[0]).toMatch(/\.mp4$/);
    expect(sha256(await readFile(paths[0]!))).toBe(sha256(bytes));
    await storage.remove('programs/video.mp4');
    await expect(stat(paths[0]!)).rejects.toThrow('ENOENT');
  });

  test('a missing file can’t be opened; removing it is no error; no key leads outside', async () => {
    expect(await codeOf(storage.open('none/file.bin'))).toBe('NOT_FOUND');
    expect(await codeOf(storage.stat('none/file.bin'))).toBe('NOT_FOUND');
    await storage.remove('none/file.bin');
    await storage.removeFolder('none');
    for (const key of ['../secrets.json', '.parts/x', 'a/../../x', '/etc/passwd', 'a//b', 'a\0b', '']) {
      expect([key, await codeOf(storage.open(key))]).toEqual([key, 'NOT_FOUND']);
      expect([key, await codeOf(storage.put(key, Buffer.from('x'), TYPE))]).toEqual([key, 'NOT_FOUND']);
      expect([key, await codeOf(storage.removeFolder(key))]).toEqual([key, 'NOT_FOUND']);
    }
  });

  test('a folder is removed with everything in it, and nothing beside it', { timeout: 60_000 }, async () => {
    const names = Array.from({ length: 1203 }, (_, i) => `many/inner${i % 3}/${i}.m4s`);
    /** Fifty at a time: the object store of the tests resets connections when a thousand come at once. */
    const forAll = async <T>(act: (name: string) => Promise<T>): Promise<T[]> => {
      const results: T[] = [];
      for (let from = 0; from < names.length; from += 50) results.push(...(await Promise.all(names.slice(from, from + 50).map(act))));
      return results;
    };
    await forAll((name) => storage.put(name, Buffer.from('x'), TYPE));
    await storage.put('many-more/file.bin', Buffer.from('x'), TYPE);
    await storage.removeFolder('many');
    const left = await forAll((name) => storage.exists(name));
    expect([left.filter(Boolean).length, await storage.exists('many-more/file.bin')]).toEqual([0, true]);
  });

  test('old files of one folder are listed', async () => {
    await storage.put('days/2026-01-01/a', Buffer.from('x'), TYPE);
    await storage.put('days/2026-01-01/b', Buffer.from('x'), TYPE);
    await storage.put('days/2026-01-01/inner/c', Buffer.from('x'), TYPE);
    await storage.put('days/2026-01-02/d', Buffer.from('x'), TYPE);
    const later = new Date(Date.now() + 60_000);
    expect((await storage.listOlderThan('days/2026-01-01', later)).toSorted()).toEqual(['days/2026-01-01/a', 'days/2026-01-01/b']);
    expect(await storage.listOlderThan('days/2026-01-01', new Date(Date.now() - 60_000))).toEqual([]);
    expect(await storage.listOlderThan('days/2025-12-31', later)).toEqual([]);
    expect((await foldersOf('days')).toSorted()).toEqual(['days/2026-01-01', 'days/2026-01-02']);
    expect(await foldersOf('days/2026-01-02')).toEqual([]);
    expect(await foldersOf('no-days')).toEqual([]);
  });

  test('signed addresses are the site’s own, with a signature', () => {
    expect(storage.signedUrl('a/one.bin')).toMatch(/^\/files\/a\/one\.bin\?e=\d+&s=[\w-]{32}$/);
  });
});

describe('the local cache of a bucket', () => {
  test('is limited: the least recently used files are removed, but none in use', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'stagedoor-cache-'));
    const cache = createObjectCache(directory, 2500);
    const ask = (key: string) => cache.pathOf(key, async () => Readable.from([Buffer.alloc(1000)]));
    const paths = [await ask('a.bin'), await ask('b.bin'), await ask('c.bin')];
    // All are in use: none is removed.
    expect((await readdir(directory)).length).toBe(3);
    const long = new Date(Date.now() - 3_600_000);
    await utimes(paths[0]!, long, long);
    await utimes(paths[1]!, long, new Date(long.getTime() + 1000));
    await ask('d.bin');
    expect((await readdir(directory)).length).toBe(2);
    let fetched = 0;
    await cache.pathOf('c.bin', async () => {
      fetched += 1;
      return Readable.from([Buffer.alloc(1)]);
    });
    expect(fetched).toBe(0);
    // A failed download leaves nothing, and can be repeated.
    await expect(cache.pathOf('e.bin', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect((await readdir(directory)).length).toBe(2);
    await rm(directory, { recursive: true, force: true });
  });
});

test('a missing bucket and invalid settings are reported in one sentence that names the variable', async () => {
  const environment = { DATA_DIR: tmpdir(), ...store.environment };
  const start = (change: Record<string, string>) => createStorage(readConfig({ ...environment, ...change }), createUrlSigner(SECRET), log);
  await expect(start({ S3_BUCKET: 'another-bucket' })).rejects.toThrow('S3_BUCKET: there is no bucket "another-bucket".');
  await expect(start({ S3_ACCESS_KEY_ID: 'nobody' })).rejects.toThrow(/^S3_ACCESS_KEY_ID: /);
  for (const [name, value] of [
    ['S3_BUCKET', ''],
    ['S3_BUCKET', 'No Bucket'],
    ['S3_ENDPOINT', 'nowhere'],
    ['S3_SECRET_ACCESS_KEY', ''],
    ['S3_ACCESS_KEY_ID', ''],
  ] as const)
    expect(() => readConfig({ ...environment, [name]: value })).toThrow(new RegExp(`^${name}: `));
});

describe('pieces of files that are being written', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'stagedoor-pieces-'));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));
  const pieces = () => readdir(join(directory, '.incoming'));

  /** Runs a process that begins to write a file whose end never comes, and then ends as told. */
  const writeAndEnd = async (end: string): Promise<void> => {
    const script = `
      const { createLocalStorage } = await import(${JSON.stringify(new URL('local-storage.ts', import.meta.url).href)});
      const { readdirSync } = await import('node:fs');
      const { Readable } = await import('node:stream');
      const source = new Readable({ read() {} });
      source.push(Buffer.alloc(1000));
      void createLocalStorage(process.argv[1], {}).put('a/endless.bin', source, {});
      setInterval(() => {
        try { if (readdirSync(process.argv[1] + '/.incoming').length === 1) ${end}; } catch {}
      }, 5);`;
    await once(spawn(process.execPath, ['--input-type=module', '-e', script, directory], { stdio: 'inherit' }), 'exit');
  };

  test('are removed by the process that stops meanwhile', async () => {
    await writeAndEnd('process.exit(1)');
    expect(await pieces()).toEqual([]);
  });

  test('are swept after it was killed, once nobody has written to them for ten minutes', async () => {
    await writeAndEnd("process.kill(process.pid, 'SIGKILL')");
    const [left] = await pieces();
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    await sweepIncoming(directory, minutesAgo(10));
    expect(await pieces()).toEqual([left]);
    await utimes(join(directory, '.incoming', left!), minutesAgo(11), minutesAgo(11));
    await sweepIncoming(directory, minutesAgo(10));
    expect(await pieces()).toEqual([]);
  });
});
