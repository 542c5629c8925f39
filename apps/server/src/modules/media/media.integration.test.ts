import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, createAdmin, createFan, createFeed, createPerformer, picture, topUp } from '../../testing/factories.ts';
import { watchRows } from '../../testing/changed-rows.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

let app: TestApp;
let star: Person;
let rival: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp();
  const admin = await createAdmin(app);
  star = await createPerformer(app, { admin });
  rival = await createPerformer(app, { admin });
  fan = await createFan(app);
  await topUp(app, fan, 20);
});
afterAll(() => app.close());

const upload = async (name = '', person = star) =>
  person.client.call('POST /performer/media-libraries/upload', {
    body: { name },
    files: { file: await picture({ width: 640, height: 480 }) },
  });
const search = (query: Record<string, unknown> = {}, person = star) =>
  person.client.call('GET /performer/media-libraries/search', { query });
const remove = (ids: string[], confirmed = false) =>
  star.client.send('DELETE /performer/media-libraries', { body: { ids, ...(confirmed ? { confirmed } : {}) } });
const ownFeed = (id: string) => star.client.call('GET /performer/feeds/{id}', { params: { id } });
const fileRow = (id: string) => app.platform.database.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst();

describe('the media library', () => {
  test('contains uploads and files of posts, newest first, found by name, and no other performer’s', async () => {
    const backdrop = await upload('Backdrop');
    await upload('Curtain', rival);
    const named = await star.client.call('PUT /performer/media-libraries/{id}', {
      params: { id: backdrop._id },
      body: { alt: 'A painted forest' },
    });
    expect(named).toMatchObject({ kind: 'image', state: 'ready', name: 'Backdrop', alt: 'A painted forest', useCount: 0 });
    expect(named.picture?.width).toBe(640);
    // Uploads for posts that are in none yet are not included.
    await star.client.call('POST /feeds/files/photo/upload', { files: { file: await picture() } });
    const feedId = await createFeed(star, { text: 'With a photo.' });
    const all = await search();
    expect([all.total, all.data.map(({ useCount }) => useCount)]).toEqual([2, [1, 0]]);
    expect(all.usedBytes).toBe(all.data.reduce((sum, { bytes }) => sum + bytes, 0));
    expect((await search({ q: 'FOREST' })).data.map(({ _id }) => _id)).toEqual([backdrop._id]);
    expect((await search({ kind: 'video' })).data).toEqual([]);
    const first = await search({ limit: 1 });
    expect((await search({ limit: 1, after: first.after! })).data.map(({ _id }) => _id)).toEqual([backdrop._id]);
    const shown = await star.client.call('GET /performer/media-libraries/{id}', { params: { id: all.data[0]!._id } });
    expect(shown.uses).toMatchObject([{ kind: 'feed', _id: feedId, title: 'With a photo.', isBought: false }]);
  });

  test('a picture that was just uploaded for a post is described by its owner alone, and shown so', async () => {
    const { _id } = await rival.client.call('POST /feeds/files/photo/upload', { files: { file: await picture() } });
    const describeAs = (person: Person, alt: string) =>
      person.client.send('PUT /performer/media-libraries/{id}', { params: { id: _id }, body: { alt } });
    expect((await describeAs(star, 'Not mine')).status).toBe(404);
    expect((await describeAs(rival, 'A cello on a chair')).status).toBe(200);
    const { _id: feedId } = await rival.client.call('POST /performer/feeds', { body: { text: 'One.', fileIds: [_id] } });
    const feed = await fan.client.call('GET /feeds/{id}', { params: { id: feedId } });
    expect(feed.photos.map(({ alt }) => alt)).toEqual(['A cello on a chair']);
  });

  test('provides its files to any post, as picture or thumbnail, several times', async () => {
    const { _id } = await upload('Poster');
    const made = await star.client.call('POST /performer/feeds', { body: { text: 'One.', fileIds: [_id], thumbnailId: _id } });
    await star.client.call('POST /performer/feeds', { body: { text: 'Two.', fileIds: [_id] } });
    expect((await fan.client.call('GET /feeds/{id}', { params: { id: made._id } })).photos).toHaveLength(1);
    expect((await star.client.call('GET /performer/media-libraries/{id}', { params: { id: _id } })).uses).toHaveLength(2);
    const stolen = await rival.client.send('POST /performer/feeds', { body: { text: 'Mine.', fileIds: [_id] } });
    expect(stolen.error.error).toBe('FILE_NOT_YOURS');
  });

  test('answers files by id in their order, unused uploads too, and nobody else’s', async () => {
    const inLibrary = await upload('In library');
    const unused = await star.client.call('POST /feeds/files/photo/upload', { files: { file: await picture() } });
    const foreign = await rival.client.call('POST /feeds/files/photo/upload', { files: { file: await picture() } });
    const ids = [unused._id, foreign._id, inLibrary._id, crypto.randomUUID()];
    const { data } = await star.client.call('GET /performer/media-libraries/uploaded', { query: { ids: ids.join(',') } });
    expect(data.map(({ _id }) => _id)).toEqual([unused._id, inLibrary._id]);
    const made = await star.client.call('POST /performer/feeds', { body: { text: 'Days later.', fileIds: [data[0]!._id] } });
    expect(made.files.map(({ _id }) => _id)).toEqual([unused._id]);
  });

  test('keeps its uploads, however long they are unused', async () => {
    const { _id } = await upload('Kept');
    const { sweepOrphans } = await import('../files/index.ts');
    await sweepOrphans({ ...app.platform, clock: { now: () => new Date(Date.now() + 3 * 86_400_000) } });
    expect(await fileRow(_id)).toBeDefined();
  });
});

describe('deleting', () => {
  test('files in use is refused with their uses, and done when confirmed: posts lose them, an empty one becomes a draft', async () => {
    const { _id } = await upload('In use');
    const withText = await star.client.call('POST /performer/feeds', { body: { text: 'Words.', fileIds: [_id] } });
    const bare = await star.client.call('POST /performer/feeds', { body: { fileIds: [_id] } });
    const unused = await upload('Unused');
    await app.settle();
    const changed = await watchRows(app);
    const refused = await remove([_id, unused._id]);
    expect(refused.error.error).toBe('FILE_IN_USE');
    expect((refused.error.details as { uses: { _id: string }[] }).uses.map((use) => use._id).sort()).toEqual(
      [withText._id, bare._id].sort(),
    );
    // All or none.
    await app.settle();
    expect(await changed()).toEqual({});
    expect((await remove([_id, unused._id], true)).data).toEqual({ success: true, deleted: 2, kept: [] });
    await app.settle();
    expect([(await ownFeed(withText._id)).type, (await ownFeed(withText._id)).state]).toEqual(['text', 'active']);
    expect([(await ownFeed(bare._id)).files, (await ownFeed(bare._id)).state]).toEqual([[], 'draft']);
    await expect.poll(() => fileRow(_id)).toBeUndefined();
  });

  test('while twenty fans buy its post at once never takes the file from one of them', async () => {
    const fans = await Promise.all(Array.from({ length: 20 }, () => createFan(app)));
    for (const one of fans) await topUp(app, one, 20);
    for (let round = 0; round < 4; round += 1) {
      const { _id: fileId } = await upload('Bought meanwhile');
      const { _id: feedId } = await star.client.call('POST /performer/feeds', {
        body: { text: 'For buyers.', fileIds: [fileId], audience: 'buyers', price: 1 },
      });
      const [removed, ...bought] = await Promise.all([
        remove([fileId], true),
        ...fans.map((one) => one.client.send('POST /payment-wallet/purchase-feed', { body: { feedId } })),
      ]);
      expect(removed.status).toBe(200);
      for (const { status } of bought) expect([200, 409]).toContain(status);
      await app.settle();
      const sold = bought.filter(({ status }) => status === 200).length;
      const { kept } = removed.data as { kept: { _id: string }[] };
      // Sold before the deletion, it keeps its file; what is sold afterwards was seen without.
      const isKept = kept.length > 0;
      expect(isKept ? sold : 1).toBeGreaterThan(0);
      expect((await ownFeed(feedId)).files.map(({ _id }) => _id)).toEqual(isKept ? [fileId] : []);
      await expect.poll(async () => (await fileRow(fileId)) !== undefined).toBe(isKept);
    }
  });

  test('waits for a sale that is under way, and then keeps the file', async () => {
    const { _id: fileId } = await upload('Bought at this moment');
    const { _id: feedId } = await star.client.call('POST /performer/feeds', {
      body: { text: 'For buyers.', fileIds: [fileId], audience: 'buyers', price: 1 },
    });
    const sale = new pg.Client({ connectionString: app.testDatabase.ownerUrl });
    await sale.connect();
    try {
      // As a settlement does: the item's lock, then the entitlement.
      await sale.query('begin');
      await sale.query('select from items where id = $1 for share', [feedId]);
      const running = remove([fileId], true);
      const waiting = `select from pg_locks w join pg_locks h on h.transactionid = w.transactionid
        where not w.granted and h.granted and h.pid = pg_backend_pid()`;
      await expect.poll(async () => (await sale.query(waiting)).rowCount).toBe(1);
      await sale.query(
        "insert into entitlements (account_id, item_id, item_kind, source, created_at) values ($1, $2, 'feed', 'grant', now())",
        [fan.id, feedId],
      );
      await sale.query('commit');
      expect((await running).data).toMatchObject({ kept: [{ _id: feedId }] });
    } finally {
      await sale.end();
    }
    await app.settle();
    expect((await ownFeed(feedId)).files.map(({ _id }) => _id)).toEqual([fileId]);
    expect(await fileRow(fileId)).toBeDefined();
  });

  test('accepts `ids` in the query, in the body or in both, and the confirmation in either', async () => {
    const [one, two, three, four] = [await upload('One'), await upload('Two'), await upload('Three'), await upload('Four')];
    const shown = await upload('Shown');
    await star.client.call('POST /performer/feeds', { body: { text: 'With it.', fileIds: [shown._id] } });
    const left = async () => (await search({ limit: 100 })).data.map(({ _id }) => _id);
    const send = (query: Record<string, unknown>, body?: Record<string, unknown>) =>
      star.client.raw('DELETE /performer/media-libraries', { query, ...(body ? { body } : {}) });
    expect((await send({ ids: `${one._id},${two._id}` })).data).toEqual({ success: true, deleted: 2, kept: [] });
    expect((await send({ ids: three._id }, { ids: [four._id, three._id] })).data).toMatchObject({ deleted: 2 });
    expect((await send({ ids: shown._id })).error?.error).toBe('FILE_IN_USE');
    expect(await left()).toContain(shown._id);
    expect((await send({ ids: shown._id, confirmed: true })).data).toMatchObject({ deleted: 1 });
    const gone = new Set([one, two, three, four, shown].map(({ _id }) => _id));
    expect((await left()).filter((id) => gone.has(id))).toEqual([]);
    for (const ids of [undefined, '', 'none', Array.from({ length: 101 }, () => one._id).join()])
      expect((await send(ids === undefined ? {} : { ids })).error?.error).toBe('VALIDATION_FAILED');
  });

  test('leaves buyers what they bought', async () => {
    const { _id } = await upload('Sold');
    const sold = await star.client.call('POST /performer/feeds', { body: { fileIds: [_id], audience: 'buyers', price: 2 } });
    await fan.client.call('POST /payment-wallet/purchase-feed', { body: { feedId: sold._id } });
    const { data } = await remove([_id], true);
    expect([data.deleted, data.kept.map((use) => use._id)]).toEqual([1, [sold._id]]);
    await app.settle();
    expect((await fan.client.call('GET /feeds/{id}', { params: { id: sold._id } })).photos).toHaveLength(1);
    expect((await search({ q: 'Sold' })).total).toBe(0);
    // The post can still be changed; no other can use the file.
    await star.client.call('PUT /performer/feeds/{id}', { params: { id: sold._id }, body: { title: 'Still here' } });
    const again = await star.client.send('POST /performer/feeds', { body: { text: 'Again.', fileIds: [_id] } });
    expect(again.error.error).toBe('FILE_NOT_YOURS');
  });

  test('another’s or an unknown file deletes nothing at all', async () => {
    const own = await upload('Own');
    const foreign = await upload('Foreign', rival);
    await app.settle();
    const changed = await watchRows(app);
    for (const ids of [
      [own._id, foreign._id],
      [own._id, '01890000-0000-7000-8000-000000000000'],
    ])
      expect((await remove(ids, true)).error.error).toBe('NOT_FOUND');
    for (const ids of [[], ['none'], Array.from({ length: 101 }, () => own._id)])
      expect((await remove(ids, true)).error.error).toBe('VALIDATION_FAILED');
    await app.settle();
    expect(await changed()).toEqual({});
  });

  test('a file while a post is published with it leaves no reference to it', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { _id } = await upload(`Race ${round}`);
      const [deleted, made] = await Promise.all([
        remove([_id], true),
        star.client.send('POST /performer/feeds', { body: { text: 'Race.', fileIds: [_id] } }),
      ]);
      await app.settle();
      const isMade = made.status === 201;
      expect(['made', 'FILE_NOT_YOURS']).toContain(isMade ? 'made' : made.error.error);
      const { rows: shown } = await sql`select from item_files where file_id = ${_id}::uuid`.execute(app.platform.database);
      expect([deleted.status, shown.length]).toEqual([200, 0]);
    }
  });
});
