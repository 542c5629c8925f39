import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createObjectCache } from './object-cache.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'stagedoor-cache-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

test('copies that nobody used for half a day are removed, though there is room', async () => {
  const cache = createObjectCache(directory, 1_000_000);
  const [old, recent] = await Promise.all(
    ['a/old.jpg', 'a/recent.jpg'].map((key) => cache.pathOf(key, () => Promise.resolve(Readable.from(['x'])))),
  );
  const before = new Date(Date.now() - 13 * 3_600_000);
  await utimes(old!, before, before);
  await cache.evictUnused();
  expect((await readdir(directory)).map((name) => join(directory, name))).toEqual([recent]);
});
