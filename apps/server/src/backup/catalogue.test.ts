import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { assertClaimed, claimTarget, walFileOf } from './catalogue.ts';
import { createFolderTarget } from './folder-target.ts';

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'stagedoor-catalogue-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

const site = { systemIdentifier: '7', publicUrl: 'https://stage.example.org' };

test.each([
  ['wal/00000002.history.zst', '00000002.history'],
  ['wal/00000002.history.zst.age', '00000002.history'],
  ['wal/00000001000000000000000A.zst.age', '00000001000000000000000A'],
  ['wal/notes.txt', undefined],
  ['files/00000002.history.zst', undefined],
])('%s holds the file %s of the log', (name, file) => {
  expect(walFileOf(name)).toBe(file);
});

test('a place that was claimed and is empty is a disk that isn’t mounted, and nothing is written there', async () => {
  const target = await createFolderTarget(folder);
  await claimTarget(target, site);
  await assertClaimed(target, site);
  await expect(assertClaimed(target, { ...site, systemIdentifier: '8' })).rejects.toThrow('has the backups of another site');
  await rm(join(folder, 'site.json'));
  await expect(assertClaimed(target, site)).rejects.toThrow('doesn’t hold this site’s backups any more: mount its disk.');
  expect(await readdir(folder)).toEqual(['.incoming']);
});

test('a folder that went away isn’t made again', async () => {
  const target = await createFolderTarget(folder);
  await rm(folder, { recursive: true });
  await expect(target.putNew('wal/00000002.history.zst', Buffer.from('1'))).rejects.toThrow(`There is no folder ${folder}`);
});
