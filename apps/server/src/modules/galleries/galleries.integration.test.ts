import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyLedger } from '../../ledger/index.ts';
import { type Person, createAdmin, createFan, createPerformer, picture, topUp } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

let app: TestApp;
let admin: Person;
let star: Person;
let rival: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin, monthlyPrice: 9 });
  rival = await createPerformer(app, { admin });
  fan = await createFan(app);
  await topUp(app, fan, 100);
});
afterAll(() => app.close());

const upload = async (performer: Person = star): Promise<string> =>
  (
    await performer.client.call('POST /performer/performer-assets/photos/upload', {
      files: { file: await picture({ width: 160, height: 120 }) },
    })
  )._id;
const uploads = (count: number): Promise<string[]> => Promise.all(Array.from({ length: count }, () => upload()));
const create = (body: Record<string, unknown>) =>
  star.client.call('POST /performer/performer-assets/galleries', { body: { title: 'Backstage', ...body } as never });
const see = (person: Person | null, id: string) =>
  (person?.client ?? app.client()).send('GET /performer-assets/galleries/{id}/view', { params: { id } });
const change = (id: string, body: Record<string, unknown>) =>
  star.client.send('PUT /performer/performer-assets/galleries/{id}', { params: { id }, body: body as never });
const photosOf = async (galleryId: string) =>
  (
    await sql<{ id: string; state: string; audience: string; position: number; file_id: string }>`
      select i.id, i.state, i.audience, i.position, r.file_id from items i join item_files r on r.item_id = i.id and r.role = 'content'
      where i.parent_id = ${galleryId}::uuid order by i.state, i.position`.execute(app.platform.database)
  ).rows;
const refusal = async (body: Record<string, unknown>): Promise<string> =>
  (await star.client.send('POST /performer/performer-assets/galleries', { body: { title: 'Backstage', ...body } as never })).error?.error ??
  'ok';

describe('a gallery', () => {
  test('is published with its photos in their order, each an item; a change of the gallery keeps them', async () => {
    const files = await uploads(3);
    const gallery = await create({ description: 'Before the show.', tags: ['Stage', 'stage', 'Light'], fileIds: files });
    expect(gallery).toMatchObject({
      kind: 'gallery',
      state: 'active',
      description: 'Before the show.',
      tags: ['stage', 'light'],
      coverFileId: null,
    });
    expect(gallery.files.map(({ _id }) => _id)).toEqual(files);
    const before = await photosOf(gallery._id);
    expect(before.map(({ file_id: file, state, position }) => [file, state, position])).toEqual(
      files.map((file, n) => [file, 'active', n]),
    );
    expect(gallery.photoIds).toEqual(before.map(({ id }) => id));
    const view = (await see(null, gallery._id)).data;
    expect(view.access).toEqual({ allowed: true, reason: 'free' });
    expect(view.photos.map(({ _id }) => _id)).toEqual(gallery.photoIds);
    expect(view.cover?.sources).toEqual(view.photos[0]!.sources);
    expect(view.counts.photos).toBe(3);

    const more = await upload();
    const changed = (await change(gallery._id, { title: 'Backstage, again', fileIds: [files[2], more, files[0]] })).data;
    expect(changed).toMatchObject({ title: 'Backstage, again', description: 'Before the show.', tags: ['stage', 'light'] });
    const after = await photosOf(gallery._id);
    expect(after.filter(({ state }) => state === 'active').map(({ file_id: file }) => file)).toEqual([files[2], more, files[0]]);
    expect(after.filter(({ state }) => state === 'deleted').map(({ id }) => id)).toEqual([before[1]!.id]);
    expect(changed.photoIds).toEqual([before[2]!.id, after.find(({ file_id: file }) => file === more)!.id, before[0]!.id]);
  });

  test('has one of its photos as its cover, as long as it contains it', async () => {
    const files = await uploads(2);
    const { _id, photoIds } = await create({ fileIds: files });
    const cover = (id: string, who: Person = star) =>
      who.client.send('POST /performer/performer-assets/photos/set-cover/{id}', { params: { id } });
    expect((await cover(photoIds[1]!)).data).toMatchObject({ _id, coverFileId: files[1] });
    const { data } = await see(null, _id);
    expect(data.cover?.sources).toEqual(data.photos[1]!.sources);
    expect((await cover(photoIds[1]!, rival)).error.error).toBe('NOT_FOUND');
    const single = await star.client.call('POST /performer/performer-assets/photos', { body: { fileId: await upload(), title: 'Alone' } });
    expect(single).toMatchObject({ kind: 'photo', galleryId: null, state: 'active' });
    expect((await cover(single._id)).error.error).toBe('ITEM_STATE');
    expect((await change(_id, { fileIds: [files[0]] })).data.coverFileId).toBeNull();
  });

  test('accepts a photo, with the gallery’s audience by default, and once for a repeated key', async () => {
    const { _id } = await create({ fileIds: await uploads(1), audience: 'subscribers' });
    const fileId = await upload();
    const add = () =>
      star.client.call('POST /performer/performer-assets/photos', {
        body: { fileId, galleryId: _id, title: 'Encore', price: 0.8 },
        headers: { 'idempotency-key': `add-${_id}` },
      });
    const photo = await add();
    expect(photo).toMatchObject({ title: 'Encore', galleryId: _id, position: 1, audience: 'subscribers', price: 0.8, state: 'active' });
    expect((await add())._id).toBe(photo._id);
    expect(await photosOf(_id)).toHaveLength(2);
  });

  test('is bought once from the wallet; then it is open with all its photos, and stays so when it is deleted', async () => {
    const files = await uploads(2);
    const { _id, photoIds, priceVersion } = await create({ audience: 'buyers', price: 4, fileIds: files, title: 'For buyers' });
    const locked = (await see(fan, _id)).data;
    expect(locked).toMatchObject({ photos: [], cover: null, access: { allowed: false, reason: 'buyers' }, counts: { photos: 2 } });
    expect(locked.preview).not.toBeNull();
    const comment = () =>
      fan.client.send('POST /comments', { body: { objectType: 'photo', objectId: photoIds[0]!, content: 'That light.' }, files: {} });
    expect((await comment()).error.error).toBe('LOCKED');
    await fan.client.call('POST /payment-wallet/purchase-gallery', { body: { galleryId: _id, priceVersion } });
    expect((await fan.client.send('POST /payment-wallet/purchase-gallery', { body: { galleryId: _id } })).error.error).toBe(
      'ALREADY_PURCHASED',
    );
    await app.settle();
    const open = (await see(fan, _id)).data;
    expect([open.access, open.photos.length, open.counts.unlocks]).toEqual([{ allowed: true, reason: 'buyer' }, 2, 1]);
    expect((await comment()).status).toBe(201);
    await star.client.call('DELETE /performer/performer-assets/galleries/{id}', { params: { id: _id } });
    expect([(await see(fan, _id)).status, (await see(null, _id)).status]).toEqual([200, 404]);
    const bought = await fan.client.call('GET /performer-assets/galleries/purchased');
    expect(bought.data.map(({ _id: id, purchasedAt }) => [id, typeof purchasedAt])).toEqual([[_id, 'string']]);
    expect((await photosOf(_id)).map(({ state }) => state)).toEqual(['deleted', 'deleted']);
    expect(await verifyLedger(app.platform.database)).toMatchObject({ ok: true });
  });

  test('is tipped, liked, commented, bookmarked and taken down like every item', async () => {
    const { _id } = await create({ fileIds: await uploads(1), title: 'Reported' });
    await fan.client.call('POST /payment-wallet/tip-gallery', { body: { galleryId: _id, amount: 2 } as never });
    for (const action of ['like', 'bookmark'] as const)
      expect(await fan.client.call('POST /reactions', { body: { objectType: 'gallery', objectId: _id, action } })).toMatchObject({
        total: 1,
      });
    await fan.client.call('POST /comments', { body: { objectType: 'gallery', objectId: _id, content: 'Lovely.' }, files: {} });
    await app.settle();
    expect((await see(fan, _id)).data).toMatchObject({ isLiked: true, isBookmarked: true, counts: { likes: 1, comments: 1 } });
    const notice = { reason: 'copyright', statement: 'These are my photographs.', name: 'Ana', email: 'ana@example.org', goodFaith: true };
    await app.client().call('POST /takedowns', { body: { ...notice, url: `http://localhost:8080/galleries/${_id}` } as never });
    const open = (await admin.client.call('GET /admin/takedowns')).data.find(({ target }) => target?._id === _id)!;
    expect(open.target).toMatchObject({ kind: 'gallery', title: 'Reported', isDown: false });
    await admin.client.call('POST /admin/takedowns/{id}/decide', { params: { id: open._id }, body: { decision: 'upheld', note: '' } });
    expect([(await see(fan, _id)).status, (await see(null, _id)).status]).toEqual([404, 404]);
    expect((await photosOf(_id)).map(({ state }) => state)).toEqual(['taken-down']);
    expect((await change(_id, { title: 'Again' })).error.error).toBe('ITEM_STATE');
  });

  test('is in home feeds, found by words and tags, and listed by access', async () => {
    const follower = await createFan(app);
    await follower.client.call('POST /reactions', { body: { objectType: 'performer', objectId: star.id, action: 'follow' } });
    await app.settle();
    const { _id } = await create({
      title: 'Kilnlight',
      description: 'Glazes and embers.',
      tags: ['ceramics'],
      price: 3,
      audience: 'buyers',
      fileIds: await uploads(1),
    });
    await app.settle();
    const home = await follower.client.call('GET /feeds/home-feeds');
    expect(home.data[0]).toMatchObject({ _id, kind: 'gallery', photos: [] });
    expect((await follower.client.call('GET /feeds/home-feeds', { query: { kinds: 'feed' } })).data.map((item) => item._id)).not.toContain(
      _id,
    );
    const list = async (query: Record<string, unknown>) =>
      (await app.client().call('GET /performer-assets/galleries/search', { query: query as never })).data.map((item) => item._id);
    expect([await list({ q: 'kiln' }), await list({ q: 'embers' }), await list({ tag: 'Ceramics' })]).toEqual([[_id], [_id], [_id]]);
    expect(await list({ access: 'sale', performerId: star.username })).toContain(_id);
    expect(await list({ access: 'free', performerId: star.username })).not.toContain(_id);
    expect(await app.client().call('GET /search/total', { query: { q: 'kilnlight' } })).toMatchObject({ feeds: 0, galleries: 1 });
  });

  test('can be a draft without photos, and published later; a scheduled one can become a draft', async () => {
    const draft = await create({ isDraft: true });
    expect(draft.state).toBe('draft');
    expect((await change(draft._id, { isDraft: false })).error.error).toBe('ITEM_EMPTY');
    const published = (await change(draft._id, { isDraft: false, fileIds: await uploads(1) })).data;
    expect(published.state).toBe('active');
    expect((await photosOf(draft._id)).map(({ state }) => state)).toEqual(['active']);
    expect((await change(draft._id, { isDraft: false, title: 'Once more' })).data.state).toBe('active');
    const later = await create({ fileIds: await uploads(1), scheduledAt: new Date(app.clock.now().getTime() + 3_600_000).toISOString() });
    expect([later.state, (await photosOf(later._id))[0]!.state]).toEqual(['scheduled', 'scheduled']);
    expect((await change(later._id, { isDraft: true })).data.state).toBe('draft');
  });

  test('without photos, price or title, with another’s file or with too many is refused', async () => {
    const before = await app.platform.database
      .selectFrom('items')
      .select(({ fn }) => fn.countAll<bigint>().as('n'))
      .executeTakeFirstOrThrow();
    const fileId = await upload();
    expect(await refusal({})).toBe('ITEM_EMPTY');
    expect(await refusal({ fileIds: [await upload(rival)] })).toBe('FILE_NOT_YOURS');
    expect(await refusal({ fileIds: [fileId], audience: 'buyers' })).toBe('PRICE_REQUIRED');
    expect(await refusal({ fileIds: [fileId], price: 10_000_000, audience: 'buyers' })).toBe('AMOUNT_OUT_OF_BOUNDS');
    expect(await refusal({ fileIds: Array.from({ length: 201 }, () => fileId) })).toBe('VALIDATION_FAILED');
    expect(await refusal({ fileIds: [fileId], title: '' })).toBe('VALIDATION_FAILED');
    const after = await app.platform.database
      .selectFrom('items')
      .select(({ fn }) => fn.countAll<bigint>().as('n'))
      .executeTakeFirstOrThrow();
    expect(after).toEqual(before);
    const { _id } = await create({ fileIds: [fileId] });
    for (const send of [
      rival.client.send('PUT /performer/performer-assets/galleries/{id}', { params: { id: _id }, body: { title: 'Mine' } }),
      rival.client.send('DELETE /performer/performer-assets/galleries/{id}', { params: { id: _id } }),
      rival.client.send('POST /performer/performer-assets/photos', { body: { fileId: await upload(rival), galleryId: _id } }),
    ])
      expect((await send).error.error).toBe('NOT_FOUND');
  });
});
