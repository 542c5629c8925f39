import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, createPool } from '../../platform/database/database.ts';
import type { Variant } from '../../platform/media/variants.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { type Person, createPerformer } from '../../testing/factories.ts';
import { grainyPhoto } from '../../testing/grainy-photo.ts';
import { startServer } from '../../testing/server-process.ts';
import { type TestApp, createTestApp, countPendingWork } from '../../testing/test-app.ts';
import { addAvif } from './files.jobs.ts';

const DEADLINE = { timeout: 20_000, interval: 20 };

let photo: Blob;
beforeAll(async () => {
  photo = new Blob([new Uint8Array(await (await grainyPhoto(1300, 900)).jpeg({ quality: 92 }).toBuffer())]);
});

const upload = async ({ client }: Person): Promise<string> =>
  (await client.call('POST /performer/media-libraries/upload', { body: {}, files: { file: photo } }))._id;
const variantsOf = async ({ platform }: TestApp, id: string): Promise<Variant[] | undefined> =>
  (await platform.database.selectFrom('files').select('variants').where('id', '=', id).executeTakeFirst())?.variants as
    | Variant[]
    | undefined;
const smallerOf = async (app: TestApp, id: string): Promise<string[]> =>
  ((await variantsOf(app, id)) ?? []).filter(({ name }) => name === 'avif').map(({ key }) => key);
/** Keys of a file's renditions in storage. */
const storedOf = async (app: TestApp, id: string): Promise<string[]> => {
  const root = join(app.dataDirectory, 'files');
  return (await readdir(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.parentPath.includes(id))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .toSorted();
};

describe('AVIF renditions', () => {
  let app: TestApp;
  let star: Person;
  beforeAll(async () => {
    app = await createTestApp();
    star = await createPerformer(app);
  });
  afterAll(() => app.close());
  /** The platform, with something that happens while the first rendition is stored. */
  const meanwhile = (happens: () => Promise<unknown>): TestApp['platform'] => {
    let isFirst = true;
    const storage: Storage = {
      ...app.platform.storage,
      async put(...put) {
        if (isFirst) await happens();
        isFirst = false;
        return app.platform.storage.put(...put);
      },
    };
    return { ...app.platform, storage };
  };

  test('are made once, by two concurrent jobs too', async () => {
    const id = await upload(star);
    await addAvif(
      meanwhile(() => addAvif(app.platform, id, null)),
      id,
      null,
    );
    const made = await smallerOf(app, id);
    expect(made.length).toBeGreaterThan(0);
    expect(new Set(made).size).toBe(made.length);
    await addAvif(app.platform, id, null);
    expect(await smallerOf(app, id)).toEqual(made);
    expect((await storedOf(app, id)).filter((key) => key.endsWith('.avif'))).toEqual(made.toSorted());
  });

  test('of a picture deleted meanwhile leave nothing', async () => {
    const id = await upload(star);
    await addAvif(
      meanwhile(async () => {
        await star.client.call('DELETE /performer/media-libraries/{id}', { params: { id }, body: {} });
        await app.settle();
        expect(await variantsOf(app, id)).toBeUndefined();
      }),
      id,
      null,
    );
    expect(await storedOf(app, id)).toEqual([]);
  });

  test('of a missing file are not made', async () => {
    await addAvif(app.platform, '00000000-0000-4000-8000-000000000000', null);
    expect(await storedOf(app, '00000000-0000-4000-8000-000000000000')).toEqual([]);
  });
});

test('a job killed before it records its renditions is repeated at the next start, and leaves no unknown files', async () => {
  // Jobs run only in the processes that are killed.
  const app = await createTestApp({ environment: { ROLES: 'web', AVIF_AFTER_SECONDS: '0' } });
  const owner = createDatabase(createPool({ url: app.testDatabase.ownerUrl, max: 2, asOwner: true }));
  try {
    const place = { databaseUrl: app.testDatabase.ownerUrl, dataDirectory: app.dataDirectory };
    const first = await startServer(place);
    const settle = () => expect.poll(() => countPendingWork(app.platform.database), DEADLINE).toBe(0);
    const star = await createPerformer({ ...app, settle });
    await first.kill();
    const id = await upload(star);
    const waits = async (): Promise<number> =>
      (
        await sql<{ count: number }>`
          select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          owner,
        )
      ).rows[0]!.count;
    const second = await startServer(place);
    // Its row is locked, so the job gets as far as recording.
    await owner.transaction().execute(async (trx) => {
      await sql`select from files where id = ${id}::uuid for update`.execute(trx);
      await expect.poll(waits, DEADLINE).toBe(1);
      expect((await storedOf(app, id)).some((key) => key.endsWith('.avif'))).toBe(true);
      await second.kill();
    });
    expect(await smallerOf(app, id)).toEqual([]);
    const third = await startServer(place);
    try {
      await expect.poll(async () => (await smallerOf(app, id)).length, DEADLINE).toBeGreaterThan(0);
      const known = (await variantsOf(app, id))!.map(({ key }) => key).toSorted();
      expect(await storedOf(app, id)).toEqual(known);
    } finally {
      await third.kill();
    }
  } finally {
    await owner.destroy();
    await app.close();
  }
});
