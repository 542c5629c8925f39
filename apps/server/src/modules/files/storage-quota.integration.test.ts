import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createConversation, openMessages } from '../../testing/conversation-fixtures.ts';
import { type Person, createAdmin, createFan, createFeed, createPerformer, picture } from '../../testing/factories.ts';
import { tusClient } from '../../testing/resumable-uploads.ts';
import { pictureOfBytes } from '../../testing/pictures.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { asBlob, captions, video } from '../../testing/videos.ts';
import { sweepLeftovers, sweepOrphans } from './index.ts';

const GB = 1_000_000_000;
const DAY_MS = 86_400_000;

let app: TestApp;
let admin: Person;
let star: Person;
let clip: Buffer;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  clip = await video({ seconds: 1 });
});
afterAll(() => app.close());

const setQuota = (storageQuotaGb: number) => app.platform.settings.change({ storageQuotaGb }, admin.id);
const storageUsageOf = async (person = star) => (await person.client.call('GET /performer/media-libraries/search', { query: {} })).storage;
/** Uses so much of the performer's storage, without the bytes. */
const fill = async (bytes: number): Promise<void> => {
  const { _id } = await star.client.call('POST /performer/media-libraries/upload', { body: {}, files: { file: await picture() } });
  await app.platform.database
    .updateTable('files')
    .set({ bytes: BigInt(bytes) })
    .where('id', '=', _id)
    .execute();
};
const stored = async (): Promise<string[]> => {
  const entries = await readdir(join(app.dataDirectory, 'files'), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
};

describe('the storage of a performer', () => {
  beforeEach(async () => {
    star = await createPerformer(app, { admin });
    await setQuota(1);
  });

  test('includes uploads in progress; identity documents and the avatar don’t count', async () => {
    expect(await storageUsageOf()).toEqual({ usedBytes: 0, quotaBytes: GB });
    await star.client.call('POST /performers/avatar/upload', { files: { avatar: await picture() } });
    expect((await storageUsageOf()).usedBytes).toBe(0);
    const photo = await picture();
    await star.client.call('POST /feeds/files/photo/upload', { files: { file: photo } });
    expect((await storageUsageOf()).usedBytes).toBe(photo.size);
    const tus = tusClient(app.url, star.client.token);
    const { id } = await tus.begin('media', 5000);
    expect((await storageUsageOf()).usedBytes).toBe(photo.size + 5000);
    await tus.cancel(id);
    expect((await storageUsageOf()).usedBytes).toBe(photo.size);
    await setQuota(0);
    expect((await storageUsageOf()).quotaBytes).toBeNull();
  });

  test('refuses a file that doesn’t fit before any byte is stored, and leaves nothing', async () => {
    await fill(GB - 10_000);
    const before = [await stored(), await storageUsageOf()];
    const tus = tusClient(app.url, star.client.token);
    expect((await tus.begin('media', 10_001)).error).toBe('QUOTA_EXCEEDED');
    for (const call of [
      'POST /feeds/files/video/upload',
      'POST /feeds/files/teaser/upload',
      'POST /performer/media-libraries/upload',
      'POST /performers/welcome-video/upload',
    ] as const) {
      const answer = await star.client.send(call, {
        body: {},
        files: { file: asBlob(Buffer.concat([clip, Buffer.alloc(20_000)])) },
      } as never);
      expect([call, answer.status, answer.error.error]).toEqual([call, 413, 'QUOTA_EXCEEDED']);
    }
    expect([await stored(), await storageUsageOf()]).toEqual(before);
    // A file that fits is accepted; avatars don't count.
    const { id, status } = await tus.begin('media', 10_000);
    expect(status).toBe(201);
    expect((await star.client.send('POST /performers/avatar/upload', { files: { avatar: await picture() } })).status).toBe(200);
    await tus.cancel(id);
    // Another performer's storage is not affected.
    const other = await createPerformer(app, { admin });
    expect((await other.client.send('POST /feeds/files/photo/upload', { files: { file: await picture() } })).status).toBe(201);
  });

  test('accepts one of several concurrent uploads when only one fits', async () => {
    await fill(GB - 10_000);
    const tus = tusClient(app.url, star.client.token);
    const begun = await Promise.all(Array.from({ length: 6 }, () => tus.begin('media', 6000)));
    expect(begun.map(({ error }) => error ?? 'begun').toSorted()).toEqual([
      'QUOTA_EXCEEDED',
      'QUOTA_EXCEEDED',
      'QUOTA_EXCEEDED',
      'QUOTA_EXCEEDED',
      'QUOTA_EXCEEDED',
      'begun',
    ]);
  });

  test('accepts of twenty concurrent uploads for several uses only those that fit', async () => {
    const photo = Buffer.from(await (await pictureOfBytes(40_000)).arrayBuffer());
    await fill(GB - 6 * photo.length - 1000);
    await app.settle();
    const before = (await stored()).filter((path) => path.includes('uploads')).length;
    const calls = [
      'POST /performer/media-libraries/upload',
      'POST /feeds/files/photo/upload',
      'POST /performer/performer-assets/photos/upload',
      'POST /feeds/files/thumbnail/upload',
    ] as const;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        star.client.send(calls[index % calls.length]!, { body: {}, files: { file: new Blob([photo], { type: 'image/jpeg' }) } } as never),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([...Array(6).fill(201), ...Array(14).fill(413)]);
    expect(new Set(answers.flatMap(({ status, error }) => (status === 413 ? [error.error] : [])))).toEqual(new Set(['QUOTA_EXCEEDED']));
    expect((await storageUsageOf()).usedBytes).toBeLessThanOrEqual(GB);
    await app.settle();
    expect((await stored()).filter((path) => path.includes('uploads')).length - before).toBe(6);
  });

  test('accepts of concurrent films only those that fit', async () => {
    const film = Buffer.concat([clip, Buffer.alloc(50_000)]);
    await fill(GB - 2 * film.length - 1000);
    const send = () => star.client.send('POST /feeds/files/video/upload', { body: {}, files: { file: asBlob(film) } } as never);
    const statuses = (await Promise.all(Array.from({ length: 8 }, send))).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 201, ...Array(6).fill(413)]);
  });

  test('is free again after a deletion', async () => {
    await fill(2 * GB);
    expect((await star.client.send('POST /feeds/files/photo/upload', { files: { file: await picture() } })).error.error).toBe(
      'QUOTA_EXCEEDED',
    );
    const { data } = await star.client.call('GET /performer/media-libraries/search', { query: {} });
    await star.client.call('DELETE /performer/media-libraries/{id}', { params: { id: data[0]!._id }, body: {} });
    await app.settle();
    expect((await star.client.send('POST /feeds/files/photo/upload', { files: { file: await picture() } })).status).toBe(201);
  });
});

describe('the storage of a fan', () => {
  let fan: Person;
  let conversationId: string;
  const setFanQuota = (fanStorageQuotaMb: number) => app.platform.settings.change({ fanStorageQuotaMb }, admin.id);
  const upload = (file: Blob, person = fan, id = conversationId) =>
    person.client.send('POST /messages/conversations/{id}/files', { params: { id }, body: {}, files: { file } });
  const usedBytes = async (): Promise<number> => {
    const rows = await app.platform.database.selectFrom('files').select('bytes').where('owner_id', '=', fan.id).execute();
    return rows.reduce((sum, { bytes }) => sum + Number(bytes), 0);
  };
  beforeEach(async () => {
    [star, fan] = [await createPerformer(app, { admin }), await createFan(app)];
    await openMessages(star);
    conversationId = await createConversation(fan, star);
    await setFanQuota(1);
  });

  test('accepts of twenty concurrent uploads only those that fit, and leaves nothing of the others', async () => {
    const file = await pictureOfBytes(150_000);
    await app.settle();
    const before = (await stored()).filter((path) => path.includes('uploads')).length;
    const answers = await Promise.all(Array.from({ length: 20 }, () => upload(file)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([...Array(6).fill(201), ...Array(14).fill(413)]);
    const refused = answers.filter(({ status }) => status === 413);
    expect(new Set(refused.map(({ error }) => error.error))).toEqual(new Set(['QUOTA_EXCEEDED']));
    expect(await usedBytes()).toBe(900_000);
    await app.settle();
    const after = await stored();
    expect(after.filter((path) => path.includes('uploads')).length - before).toBe(6);
    expect(new Set(after.filter((path) => path.includes('/message/')).map((path) => path.split('/').at(-2))).size).toBe(6);
  });

  test('includes comments’ pictures and the avatar; unsent files count until they are removed', async () => {
    expect((await upload(await pictureOfBytes(900_000))).status).toBe(201);
    const large = await pictureOfBytes(150_000);
    const feedId = await createFeed(star, { text: 'Look.' });
    const comment = await fan.client.send('POST /comments', { body: { objectId: feedId, content: '' }, files: { file: large } });
    const avatar = await fan.client.send('POST /users/avatar/upload', { files: { avatar: large } });
    expect([comment, avatar].map(({ status, error }) => [status, error.error])).toEqual(Array(2).fill([413, 'QUOTA_EXCEEDED']));
    const later = { ...app.platform, clock: { now: () => new Date(Date.now() + 1.1 * DAY_MS) } };
    await sweepOrphans(later);
    await app.settle();
    expect((await fan.client.send('POST /users/avatar/upload', { files: { avatar: large } })).status).toBe(200);
  });

  test('limits neither performers nor admins, and nobody at 0', async () => {
    const large = await pictureOfBytes(1_100_000);
    expect((await upload(large)).status).toBe(413);
    expect((await upload(large, star)).status).toBe(201);
    await setFanQuota(0);
    expect((await upload(large)).status).toBe(201);
  });
});

describe('orphans', () => {
  const sweepAfter = async (days: number): Promise<void> => {
    const later = { ...app.platform, clock: { now: () => new Date(Date.now() + days * DAY_MS) } };
    await sweepOrphans(later);
    await sweepLeftovers(later);
  };
  beforeEach(async () => {
    star = await createPerformer(app, { admin });
    await setQuota(0);
    await app.settle();
    await sweepAfter(15);
  });

  test('an unattached upload is removed with its renditions; files of posts stay', async () => {
    const feedId = await createFeed(star, { text: 'Stays.' });
    await app.settle();
    const before = await stored();
    const { _id } = await star.client.call('POST /feeds/files/photo/upload', { files: { file: await picture() } });
    expect((await stored()).length).toBeGreaterThan(before.length);
    // As long as a device keeps what was typed with it.
    await sweepAfter(13);
    expect((await stored()).length).toBeGreaterThan(before.length);
    await sweepAfter(15);
    expect(await stored()).toEqual(before);
    expect(await app.platform.database.selectFrom('files').select('id').where('id', '=', _id).executeTakeFirst()).toBeUndefined();
    expect((await star.client.call('GET /performer/feeds/{id}', { params: { id: feedId } })).files).toHaveLength(1);
  });

  test('a file that was uploaded for a message and never sent is removed after a day', async () => {
    const fan = await createFan(app);
    await openMessages(star);
    const id = await createConversation(fan, star);
    const before = await stored();
    await fan.client.call('POST /messages/conversations/{id}/files', { params: { id }, body: {}, files: { file: await picture() } });
    await app.settle();
    const uploaded = (await stored()).length;
    expect(uploaded).toBeGreaterThan(before.length);
    await sweepAfter(0.9);
    expect(await stored()).toHaveLength(uploaded);
    await sweepAfter(1.1);
    expect(await stored()).toEqual(before);
  });

  test('an original without a row is removed, even after weeks without a sweep', async () => {
    const before = await stored();
    for (const days of [0, 20]) {
      const day = new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
      await app.platform.storage.put(`uploads/${day}/00000000-0000-4000-8000-00000000000${days % 10}`, Buffer.from('left'), {
        contentType: 'application/octet-stream',
      });
    }
    expect((await stored()).length).toBe(before.length + 2);
    await sweepAfter(2);
    expect(await stored()).toEqual(before);
  });

  test('renditions without a row are removed: sizes, a film’s poster, captions; those of an existing film stay', async () => {
    const { _id } = await star.client.call('POST /performer/media-libraries/upload', { body: {}, files: { file: asBlob(clip) } });
    await app.settle();
    await star.client.call('PUT /performer/media-libraries/{id}/captions', {
      params: { id: _id },
      body: { locale: 'en' },
      files: { file: captions() },
    });
    await app.settle();
    const before = await stored();
    expect(['-poster/', '/captions/'].map((part) => before.some((path) => path.includes(_id) && path.includes(part)))).toEqual([
      true,
      true,
    ]);
    // The process ended after the renditions were made, before the row was written.
    const id = '00000000-0000-4000-8000-000000000000-abcd1234';
    for (const key of [`feedPhoto/${id}/320.webp`, `media/${id}/320.webp`, `media/${id}-poster/320.webp`, `captions/${id}/en.vtt`])
      await app.platform.storage.put(key, Buffer.from('left'), { contentType: 'image/webp' });
    expect((await stored()).length).toBe(before.length + 4);
    await sweepAfter(2);
    expect(await stored()).toEqual(before);
  });

  test('a deleted file leaves nothing: original and renditions are removed', async () => {
    const before = await stored();
    const { _id } = await star.client.call('POST /performer/media-libraries/upload', { body: {}, files: { file: asBlob(clip) } });
    await app.settle();
    expect((await stored()).length).toBeGreaterThan(before.length + 1);
    await star.client.call('DELETE /performer/media-libraries/{id}', { params: { id: _id }, body: {} });
    await app.settle();
    expect(await stored()).toEqual(before);
  });
});
