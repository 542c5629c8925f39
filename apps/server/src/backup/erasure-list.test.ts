import { appendFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createErasureList, erasureFileOf, fetchErasures } from './erasure-list.ts';
import { createFolderTarget } from './folder-target.ts';
import type { BackupTarget } from './target.ts';

const [ANNA, BELA, CARA] = ['a', 'b', 'c'].map((letter) => `${letter.repeat(8)}-aaaa-4aaa-8aaa-aaaaaaaaaaaa`) as [string, string, string];
const at = (hour: number): Date => new Date(Date.UTC(2026, 10, 30, hour));

let folder: string;
let target: BackupTarget;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'erasures-'));
  await mkdir(join(folder, 'target'));
  target = await createFolderTarget(join(folder, 'target'));
});
afterEach(() => rm(folder, { recursive: true }));

test('lists erasures since an instant, in the file and at the target, with ids alone', async () => {
  const list = createErasureList(erasureFileOf(folder), async () => target);
  await list.add({ accountId: ANNA, at: at(1), isKept: false });
  await list.add({ accountId: BELA, at: at(3), isKept: false });
  expect(await list.erasedSince(at(2))).toEqual([BELA]);
  expect(await readFile(erasureFileOf(folder), 'utf8')).toBe(
    `{"accountId":"${ANNA}","at":"2026-11-30T01:00:00.000Z"}\n{"accountId":"${BELA}","at":"2026-11-30T03:00:00.000Z"}\n`,
  );
  // The disk of the file is lost.
  await rm(erasureFileOf(folder));
  expect(await list.erasedSince(at(0))).toEqual([ANNA, BELA]);
});

test('leaves out an account whose deletion was cancelled after an attempt, until it is erased later', async () => {
  const list = createErasureList(erasureFileOf(folder));
  await list.add({ accountId: ANNA, at: at(1), isKept: false });
  await list.add({ accountId: ANNA, at: at(2), isKept: true });
  expect(await list.erasedSince(at(0))).toEqual([]);
  await list.add({ accountId: ANNA, at: at(3), isKept: false });
  expect(await list.erasedSince(at(0))).toEqual([ANNA]);
});

test('passes over a line that a crash tore apart, and writes the next one on a line of its own', async () => {
  const list = createErasureList(erasureFileOf(folder));
  await list.add({ accountId: ANNA, at: at(1), isKept: false });
  await appendFile(erasureFileOf(folder), `{"accountId":"${BELA}","at":"2026-1`);
  await list.add({ accountId: CARA, at: at(2), isKept: false });
  expect(await list.erasedSince(at(0))).toEqual([ANNA, CARA]);
});

test('fails while the target can’t be opened, and succeeds once it can', async () => {
  let isThere = false;
  const list = createErasureList(erasureFileOf(folder), async () => {
    if (!isThere) throw new Error('unreachable');
    return target;
  });
  await expect(list.add({ accountId: ANNA, at: at(1), isKept: false })).rejects.toThrow('unreachable');
  isThere = true;
  await list.add({ accountId: ANNA, at: at(1), isKept: false });
  expect(await list.erasedSince(at(0))).toEqual([ANNA]);
});

test('copies the entries of a target into the file once', async () => {
  await createErasureList(join(folder, 'lost.jsonl'), async () => target).add({ accountId: ANNA, at: at(1), isKept: false });
  expect([await fetchErasures(target, erasureFileOf(folder)), await fetchErasures(target, erasureFileOf(folder))]).toEqual([1, 0]);
  expect(await createErasureList(erasureFileOf(folder)).erasedSince(at(0))).toEqual([ANNA]);
});
