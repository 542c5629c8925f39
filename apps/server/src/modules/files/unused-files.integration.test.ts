import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createConversation, openMessages } from '../../testing/conversation-fixtures.ts';
import { type Person, createAdmin, createFan, createFeed, createPerformer, picture, topUp } from '../../testing/factories.ts';
import { type ObjectStore, startObjectStore } from '../../testing/object-store.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { releaseFiles } from '../items/release-files.ts';
import { eraseAccount } from '../accounts/erase-account.ts';
import { sweepDocuments } from '../performers/documents.store.ts';
import { USING_COLUMNS } from './file-uses.ts';
import { sweepFiles } from './index.ts';

const DAY_MS = 86_400_000;

let store: ObjectStore;
beforeAll(async () => {
  store = await startObjectStore();
});
afterAll(() => store.close());

/** Lets a day pass, and runs the jobs of its hours. */
const passDay = async (app: TestApp, days = 1) => {
  await app.settle();
  app.clock.advance(days * DAY_MS);
  await sweepDocuments(app.platform);
  await releaseFiles(app.platform);
  const sweep = await sweepFiles(app.platform);
  await app.settle();
  return sweep;
};
/** Every key of the files of a condition: originals and renditions. */
const keysOf = async (app: TestApp, which = sql`true`): Promise<string[]> => {
  const { rows } = await sql<{
    original_key: string;
    variants: { key: string }[];
  }>`select original_key, variants from files where ${which}`.execute(app.platform.database);
  return rows.flatMap(({ original_key: original, variants }) => [original, ...variants.map(({ key }) => key)]);
};
const left = async (app: TestApp, keys: readonly string[]): Promise<string[]> => {
  const found: string[] = [];
  for (const key of keys) if (await app.platform.storage.exists(key)) found.push(key);
  return found;
};

describe.each([
  ['the disk', () => ({})],
  ['a bucket', () => store.environment],
])('files on %s', (_name, environment) => {
  let app: TestApp;
  let admin: Person;
  let star: Person;
  let fan: Person;
  beforeAll(async () => {
    app = await createTestApp({ environment: environment() });
    admin = await createAdmin(app);
    star = await createPerformer(app, { admin });
    fan = await createFan(app);
    await openMessages(star);
    await topUp(app, fan, 50);
  });
  afterAll(() => app.close());

  const product = async (name: string): Promise<string> =>
    (
      await star.client.call('POST /performer/performer-assets/products/upload', {
        body: { type: 'digital', name, price: 3 },
        files: { file: new Blob([`%PDF-1.7 ${name}`], { type: 'application/pdf' }), image: await picture() },
      })
    )._id;

  test('leave within a day of their last use: replaced, deleted with what they were of, sold to nobody', async () => {
    // A first one of each, then its end.
    const setPictures = async () => {
      await star.client.call('POST /performers/avatar/upload', { files: { avatar: await picture() } });
      await star.client.call('POST /performers/cover/upload', { files: { cover: await picture() } });
      await fan.client.call('POST /users/avatar/upload', { files: { avatar: await picture() } });
    };
    await setPictures();
    const feedId = await createFeed(star, { text: 'Look.' });
    const { _id: thumbnailId } = await star.client.call('POST /feeds/files/thumbnail/upload', { files: { file: await picture() } });
    const { _id: shown } = await star.client.call('POST /performer/feeds', { body: { text: 'Shown.', thumbnailId, fileIds: [] } as never });
    const comment = await fan.client.call('POST /comments', { body: { objectId: feedId, content: '' }, files: { file: await picture() } });
    const conversationId = await createConversation(fan, star);
    const upload = { params: { id: conversationId }, body: {}, files: { file: await picture() } };
    const { _id: photo } = await fan.client.call('POST /messages/conversations/{id}/files', upload as never);
    const sent = { params: { id: conversationId }, body: { text: '', fileId: [photo] } };
    const { _id: messageId } = await fan.client.call('POST /messages/conversations/{id}', sent);
    const own = { params: { id: conversationId }, body: {}, files: { file: await picture() } };
    const { _id: forSale } = await star.client.call('POST /messages/conversations/{id}/files', own as never);
    const offer = { params: { id: conversationId }, body: { text: 'Backstage', price: 2, fileId: [forSale] } };
    const { _id: offerId } = await star.client.call('POST /messages/conversations/{id}', offer);
    const unsold = await product('Unsold score');
    await app.settle();
    const gone = await keysOf(app, sql`purpose <> 'document' and purpose <> 'feedPhoto'`);
    expect(gone.length).toBeGreaterThan(15);
    expect(await left(app, gone)).toEqual(gone);

    await setPictures();
    await fan.client.call('DELETE /comments/{id}', { params: { id: comment._id } });
    await fan.client.call('DELETE /messages/{id}', { params: { id: messageId } });
    await star.client.call('DELETE /messages/{id}', { params: { id: offerId } });
    await star.client.call('DELETE /performer/performer-assets/products/{id}', { params: { id: unsold } });
    await star.client.call('DELETE /performer/feeds/{id}', { params: { id: shown } });
    const sweep = await passDay(app);
    expect(await left(app, gone)).toEqual([]);
    expect(sweep).toMatchObject({ failed: 0, failure: null });
    // Used files are there, and those of the media library.
    const kept = await keysOf(app);
    expect(await left(app, kept)).toEqual(kept);
  });

  test('stay for whoever bought them, and in the library of their owner', async () => {
    const sold = await product('Sold score');
    await fan.client.call('POST /payment-wallet/purchase-products', { body: { products: [{ productId: sold }] } });
    const feedId = await createFeed(star, { audience: 'buyers', price: 2 });
    await fan.client.call('POST /payment-wallet/purchase-feed', { body: { feedId } });
    const unsoldFeed = await createFeed(star, {});
    await app.settle();
    const kept = await keysOf(app, sql`id in (select file_id from item_files where item_id = any(${[sold, feedId, unsoldFeed]}::uuid[]))`);
    await star.client.call('DELETE /performer/performer-assets/products/{id}', { params: { id: sold } });
    for (const id of [feedId, unsoldFeed]) await star.client.call('DELETE /performer/feeds/{id}', { params: { id } });
    await passDay(app);
    expect(await left(app, kept)).toEqual(kept);
    await fan.client.call('GET /performer-assets/products/{id}/download-link', { params: { id: sold } });
  });

  test('identity documents leave when their retention is over, not before', async () => {
    const performer = await createPerformer(app, { admin });
    const documents = await keysOf(app, sql`id in (select file_id from performer_documents where performer_id = ${performer.id}::uuid)`);
    expect(documents.length).toBeGreaterThan(1);
    await eraseAccount(app.platform, performer.id, 'ordered');
    await passDay(app, 6.9 * 365);
    expect(await left(app, documents)).toEqual(documents);
    await passDay(app, 100);
    expect(await left(app, documents)).toEqual([]);
  });
});

describe('the sweep', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  test('knows every column that names a file', async () => {
    const { rows } = await sql<{ name: string }>`
      select c.conrelid::regclass || '.' || a.attname as name from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype = 'f' and c.confrelid = 'files'::regclass and c.confdeltype not in ('c', 'n') order by 1`.execute(
      app.platform.database,
    );
    // Rows that go with a file, or outlive it, don't keep it.
    expect([...USING_COLUMNS].toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
    // And those without a foreign key: the files of messages, and pictures of links (file-uses.ts).
    const { rows: others } = await sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and column_name ~ 'file_ids?$' and table_name || '.' || column_name <> all(${[...USING_COLUMNS]}::text[])
        and table_name !~ '^messages_' order by 1`.execute(app.platform.database);
    // Hashes and matches go with their file.
    const following = ['blocked_hashes.file_id', 'copy_matches.blocked_file_id', 'copy_matches.file_id', 'file_hashes.file_id'];
    expect(others.map(({ name }) => name)).toEqual([...following, 'messages.file_ids']);
  });

  test('reports what it removed and what failed, goes on with the others, and tries again', async () => {
    const fan = await createFan(app);
    const avatars: string[] = [];
    for (let n = 0; n < 2; n += 1) {
      await fan.client.call('POST /users/avatar/upload', { files: { avatar: await picture() } });
      const { rows } = await sql<{ key: string }>`
        select f.original_key as key from accounts a join files f on f.id = a.avatar_file_id where a.id = ${fan.id}::uuid`.execute(
        app.platform.database,
      );
      avatars.push(rows[0]!.key);
      await app.settle();
    }
    // A folder in place of a file can't be removed as one.
    const stuck = join(app.dataDirectory, 'files', avatars[1]!);
    await rm(stuck);
    await mkdir(stuck);
    await sql`update files set attached_at = null, detached_at = ${app.clock.now()} where purpose = 'avatar'`.execute(
      app.platform.database,
    );
    await sql`update accounts set avatar_file_id = null, avatar_key = null where id = ${fan.id}::uuid`.execute(app.platform.database);
    const { _id: other } = await fan.client.call('GET /users/me');
    expect(other).toBe(fan.id);
    const failing = await passDay(app);
    expect(failing).toMatchObject({ removed: 0, failed: 1, failure: expect.stringContaining('EISDIR') });
    await rm(stuck, { recursive: true });
    const next = await passDay(app);
    expect([next.removed, next.failed, next.bytes > 0]).toEqual([1, 0, true]);
    const reports = await app.platform.database.selectFrom('file_sweeps').select(['removed', 'failed', 'bytes']).orderBy('id').execute();
    expect(reports.slice(-2).map(({ removed, failed }) => [removed, failed])).toEqual([
      [0, 1],
      [1, 0],
    ]);
    expect(Number(reports.at(-1)!.bytes)).toBe(next.bytes);
    const metrics = await app.platform.metrics.registry.metrics();
    expect(metrics).toMatch(/^files_removed_total [1-9]/m);
    expect(metrics).toMatch(/^files_removal_failures_total 1$/m);
  });
});
