import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FILM_ROWS } from '../../testing/media-table/films.ts';
import { PICTURE_ROWS } from '../../testing/media-table/pictures.ts';
import { resultOf } from '../../testing/media-table/results.ts';
import { createLocalStorage } from '../storage/local-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { createUrlSigner } from '../storage/url-signer.ts';

// The table of docs/pictures.md: every kind of file that people have, and what comes out of it.

const DOCUMENT = new URL('../../../../../docs/pictures.md', import.meta.url);

let folder: string;
let storage: Storage;
let work: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stagedoor-table-'));
  storage = createLocalStorage(folder, createUrlSigner('test'));
});
beforeEach(async () => {
  work = await mkdtemp(join(tmpdir(), 'stagedoor-table-work-'));
  return () => rm(work, { recursive: true, force: true });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each([
  ['pictures', PICTURE_ROWS],
  ['films', FILM_ROWS],
])('%s', (_, rows) => {
  test.each(rows.map(({ name, out, make }) => [name, out, make] as const))('%s: %s', async (_name, out, make) => {
    expect(await resultOf({ storage, folder, work }, await make(work))).toBe(out);
  });
});

test('docs/pictures.md has each row of the table, and no other', async () => {
  const lines = (await readFile(DOCUMENT, 'utf8')).split('\n').filter((line) => /\| (?:Picture|Film|Refused)/.test(line));
  const cells = lines.map((line) =>
    line
      .split('|')
      .slice(1, 3)
      .map((cell) => cell.trim()),
  );
  expect(cells).toEqual([...PICTURE_ROWS, ...FILM_ROWS].map(({ name, out }) => [name, out]));
});
