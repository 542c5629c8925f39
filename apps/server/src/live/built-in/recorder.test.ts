import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createLog } from '../../platform/telemetry/log.ts';
import type { WrittenPiece } from '../media/packager.ts';
import { createRecorder } from './recorder.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stagedoor-recorder-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const recorderOf = (name: string, hasRoom: () => Promise<boolean>) =>
  createRecorder({ folder: join(folder, name), maxBufferedBytes: 1e6, hasRoom, log: createLog('silent') });
const pieceOf = (kind: WrittenPiece['kind'], text: string): WrittenPiece => ({
  kind,
  data: Buffer.from(text),
  isKey: true,
  init: 0,
  from: 0,
  duration: 0,
});
const init = pieceOf('init', 'init');
const media = pieceOf('fragment', '-media');
const recorded = async (name: string): Promise<string> => {
  const [file] = await readdir(join(folder, name));
  return file ? readFile(join(folder, name, file), 'utf8') : '';
};

test('a recording is written while the disk has room', async () => {
  const recorder = recorderOf('room', async () => true);
  for (const piece of [init, media, media]) recorder.write(piece);
  await recorder.close();
  expect(await recorded('room')).toBe('init-media-media');
});

test('a recording ends where the disk is almost full, and what comes later isn’t written', async () => {
  const answer = Promise.withResolvers<boolean>();
  const recorder = recorderOf('full', () => answer.promise);
  for (const piece of [init, media]) recorder.write(piece);
  await vi.waitUntil(async () => (await recorded('full')) === 'init-media', { timeout: 10_000, interval: 10 });
  answer.resolve(false);
  await answer.promise;
  await Promise.resolve();
  recorder.write(media);
  await recorder.close();
  expect(await recorded('full')).toBe('init-media');
});
