import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, createPerformer } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { asBlob, ffmpegPath, video } from '../../testing/videos.ts';
import { resumeTranscoding } from './resume-transcoding.ts';
import { transcodingKeyOf } from './store-file.ts';

// A video is never left in work: restarts don't use up its job's attempts, and a job that was lost is found.

let folder: string;
/** While this file exists, ffmpeg never ends. */
let hold: string;
let app: TestApp;
let environment: Record<string, string>;
let performer: Person;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stagedoor-resume-'));
  hold = join(folder, 'hold');
  const real = await ffmpegPath();
  for (const name of ['ffmpeg', 'ffprobe']) {
    const path = join(folder, name);
    await writeFile(path, `#!/bin/sh\n[ -f "${hold}" ] && exec tail -f /dev/null\nexec "${real.replace(/ffmpeg$/, name)}" "$@"\n`);
    await chmod(path, 0o755);
  }
  environment = { FFMPEG_PATH: join(folder, 'ffmpeg') };
  app = await createTestApp({ environment });
  performer = await createPerformer(app);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const upload = async (): Promise<string> =>
  (await performer.client.call('POST /feeds/files/video/upload', { files: { file: asBlob(await video({ seconds: 0.3 })) } }))._id;
const stateOf = async (id: string) =>
  (await app.platform.database.selectFrom('files').select(['state', 'failure']).where('id', '=', id).executeTakeFirstOrThrow()) as {
    state: string;
    failure: string | null;
  };
const jobOf = async (id: string) =>
  (
    await sql<{ attempts: number; running: boolean }>`
      select attempts, locked_at is not null as running from graphile_worker._private_jobs where key = ${transcodingKeyOf(id)}`.execute(
      app.platform.database,
    )
  ).rows[0];

test('an orderly stop during a transcode uses up none of its attempts; the next start finishes it', async () => {
  await writeFile(hold, '');
  const id = await upload();
  await expect.poll(() => jobOf(id)).toEqual({ attempts: 1, running: true });
  await app.platform.jobs.stop();
  expect(await jobOf(id)).toEqual({ attempts: 0, running: false });

  await rm(hold);
  const next = await createTestApp({ database: app.testDatabase, dataDirectory: app.dataDirectory, environment });
  try {
    await expect.poll(() => stateOf(id)).toMatchObject({ state: 'ready' });
  } finally {
    await next.close();
  }
});

test('a video in work whose job is missing or was killed in each attempt gets a job once more, then fails', async () => {
  // Nothing runs jobs here any more: each state is that of a crash.
  const { database } = app.platform;
  const exhaust = (id: string) =>
    sql`update graphile_worker._private_jobs set attempts = max_attempts where key = ${transcodingKeyOf(id)}`.execute(database);
  const [waiting, killed, lost] = [await upload(), await upload(), await upload()];
  await exhaust(killed);
  await sql`delete from graphile_worker._private_jobs where key = ${transcodingKeyOf(lost)}`.execute(database);

  expect(await resumeTranscoding(app.platform)).toBe(2);
  expect(await Promise.all([waiting, killed, lost].map(jobOf))).toEqual(Array(3).fill({ attempts: 0, running: false }));
  expect(await resumeTranscoding(app.platform)).toBe(0);

  await exhaust(killed);
  expect(await resumeTranscoding(app.platform)).toBe(1);
  expect(await stateOf(killed)).toEqual({ state: 'failed', failure: 'FILE_NOT_MADE' });
  expect(await resumeTranscoding(app.platform)).toBe(0);
  expect(app.platform.jobs.scheduled()).toContain('files:resume');
});
