import { copyFile, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Person, createAdmin, createPerformer } from '../../testing/factories.ts';
import { type TaggedFilm, taggedFilm } from '../../testing/tagged-films.ts';
import { MARKER, taggedJpeg, taggedPng } from '../../testing/tagged-pictures.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { asBlob, ffmpegPath } from '../../testing/videos.ts';
import { cleanBeforeLeaving, cleanExisting, countUnclean } from './clean-existing.ts';

// Files of an earlier release: their originals are in storage as they came.

let app: TestApp;
let star: Person;
beforeAll(async () => {
  app = await createTestApp({ environment: { FFMPEG_PATH: await ffmpegPath() } });
  star = await createPerformer(app, { admin: await createAdmin(app) });
});
afterAll(() => app.close());

const pathOf = (key: string): string => join(app.dataDirectory, 'files', key);
const rows = () => app.platform.database.selectFrom('files').selectAll().where('purpose', '=', 'productFile').orderBy('id').execute();

/** Stores a product's file, and puts the received bytes and an uncleaned row back. @returns its id */
const storeAsBefore = async (file: Buffer): Promise<string> => {
  const answer = await star.client.raw('POST /performer/performer-assets/products/file', { files: { file: asBlob(file) } });
  const { _id: id } = answer.data as { _id: string };
  const row = await app.platform.database.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const key = row.original_key.replace(/-clean$/, '-before');
  await writeFile(pathOf(key), file);
  await rm(pathOf(row.original_key));
  await sql`update files set original_key = ${key}, cleaned_at = null, received_sha256 = null, bytes = ${file.length},
    sha256 = encode(sha256(${file}::bytea), 'hex') where id = ${id}::uuid`.execute(app.platform.database);
  return id;
};
const originals = async (): Promise<Buffer[]> => Promise.all((await rows()).map(({ original_key: key }) => readFile(pathOf(key))));

beforeEach(async () => {
  await app.settle();
  await app.platform.database.deleteFrom('files').where('purpose', '=', 'productFile').execute();
});

test('files of an earlier release are cleaned: originals, hashes and sizes are replaced', async () => {
  const files = [await taggedJpeg(), await taggedPng(), await taggedFilm('mov')];
  for (const file of files) await storeAsBefore(file);
  const before = await rows();
  expect(await countUnclean(app.platform)).toEqual({ left: 3, failed: 0 });
  expect(await cleanExisting(app.platform, AbortSignal.timeout(60_000))).toBe(3);
  const after = await rows();
  expect(await countUnclean(app.platform)).toEqual({ left: 0, failed: 0 });
  expect((await originals()).map((bytes) => [bytes.length, bytes.includes(MARKER)])).toEqual(
    after.map(({ bytes }) => [Number(bytes), false]),
  );
  expect(after.map(({ received_sha256: hash }) => hash)).toEqual(before.map(({ sha256 }) => sha256));
  expect(after.every(({ sha256 }, index) => sha256 !== before[index]!.sha256)).toBe(true);
  // The old originals are removed once no download of them can go on.
  const { rows: jobs } = await sql<{ key: string }>`
    select payload ->> 'key' as key from graphile_worker._private_jobs where payload ->> 'key' like '%-before' and run_at > now()`.execute(
    app.platform.database,
  );
  expect(jobs.map(({ key }) => key).toSorted((a, b) => a.localeCompare(b))).toEqual(
    before.map(({ original_key: key }) => key).toSorted((a, b) => a.localeCompare(b)),
  );
});

test('cleaning that is stopped leaves each file as it was or clean, and goes on later', async () => {
  for (let index = 0; index < 7; index += 1) await storeAsBefore(await taggedJpeg());
  const stop = new AbortController();
  let asked = 0;
  // Stops while the third file is looked at.
  const storage = {
    ...app.platform.storage,
    localPath: (key: string) => ((asked += 1) === 3 && stop.abort(), app.platform.storage.localPath(key)),
  };
  await expect(cleanExisting({ ...app.platform, storage }, stop.signal)).rejects.toThrow('aborted');
  const { left } = await countUnclean(app.platform);
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(7);
  expect((await originals()).filter((bytes) => bytes.includes(MARKER))).toHaveLength(left);
  expect(await cleanExisting(app.platform, AbortSignal.timeout(60_000))).toBe(left);
  expect((await originals()).filter((bytes) => bytes.includes(MARKER))).toEqual([]);
});

test('a file that can’t be cleaned is counted, not handed out, and tried again a day later', async () => {
  const id = await storeAsBefore(await taggedFilm('mkv' satisfies TaggedFilm));
  const [row] = await rows();
  const kept = `${pathOf(row!.original_key)}-kept`;
  await copyFile(pathOf(row!.original_key), kept);
  await writeFile(pathOf(row!.original_key), 'not a film any more');
  expect(await cleanExisting(app.platform, AbortSignal.timeout(60_000))).toBe(0);
  expect(await countUnclean(app.platform)).toEqual({ left: 1, failed: 1 });
  expect([...(await cleanBeforeLeaving(app.platform, [row!.original_key]))]).toEqual([]);
  await copyFile(kept, pathOf(row!.original_key));
  expect(await cleanExisting(app.platform, AbortSignal.timeout(60_000))).toBe(0);
  const later = { ...app.platform, clock: { now: () => new Date(app.clock.now().getTime() + 25 * 3_600_000) } };
  expect(await cleanExisting(later, AbortSignal.timeout(60_000))).toBe(1);
  expect((await rows()).map((one) => [one.id, one.cleaning_failed_at])).toEqual([[id, null]]);
});

test('an export that comes before the job holds clean originals alone', async () => {
  await storeAsBefore(await taggedJpeg());
  const [row] = await rows();
  const keys = await cleanBeforeLeaving(app.platform, [row!.original_key]);
  const clean = keys.get(row!.original_key)!;
  expect([clean, (await rows())[0]!.original_key]).toEqual([`${row!.original_key}-clean`, clean]);
  expect((await readFile(pathOf(clean))).includes(MARKER)).toBe(false);
  expect((await readdir(join(pathOf(clean), '..'))).length).toBeGreaterThan(0);
});

test('without ffmpeg no film goes out: those of posts wait for it and then fail, those of products are refused', async () => {
  const config = app.platform.config as { ffmpegPath: string | undefined };
  const program = config.ffmpegPath;
  config.ffmpegPath = join(app.dataDirectory, 'nothing');
  try {
    const { client } = star;
    const film = asBlob(await taggedFilm('mp4'));
    const sold = await client.raw('POST /performer/performer-assets/products/file', { files: { file: film } });
    expect(sold.error.error).toBe('FILE_NOT_MADE');
    const { _id } = await client.call('POST /feeds/files/video/upload', { files: { file: film } });
    await app.settle();
    const stateOf = async () =>
      app.platform.database.selectFrom('files').select(['state', 'failure', 'variants']).where('id', '=', _id).executeTakeFirstOrThrow();
    expect(await stateOf()).toEqual({ state: 'processing', failure: null, variants: [] });
    app.clock.advance(2 * 3_600_000);
    await sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where key = ${`transcode:${_id}`}), run_at := now(), attempts := 3)`.execute(
      app.platform.database,
    );
    await app.settle();
    expect(await stateOf()).toEqual({ state: 'failed', failure: 'FILE_NOT_MADE', variants: [] });
  } finally {
    config.ffmpegPath = program;
  }
});
