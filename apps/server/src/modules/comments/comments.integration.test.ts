import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, createAdmin, createFan, createFeed, createPerformer, picture, topUp } from '../../testing/factories.ts';
import { createItem } from '../../testing/shop.ts';
import { watchRows } from '../../testing/changed-rows.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

let app: TestApp;
let admin: Person;
let star: Person;
let fan: Person;
let other: Person;
let feedId: string;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin, monthlyPrice: 5 });
  fan = await createFan(app);
  other = await createFan(app);
  feedId = await createFeed(star, { text: 'A new piece.' });
});
afterAll(() => app.close());

type ObjectType = 'feed' | 'gallery' | 'video' | 'comment';
const say = (person: Person, content: string, objectId = feedId, objectType: ObjectType = 'feed') =>
  person.client.call('POST /comments', { body: { objectType, objectId, content }, files: {} });
const list = (person: Person | undefined, objectId = feedId, objectType: ObjectType = 'feed', query: Record<string, unknown> = {}) =>
  (person?.client ?? app.client()).call('GET /comments/search', { query: { objectType, objectId, ...query } });
const refusalOf = async (answer: Promise<{ status: number; error: { error: string } }>) => {
  const { status, error } = await answer;
  return [status, error?.error];
};
const countOf = async (id: string): Promise<number> => (await app.client().call('GET /feeds/{id}', { params: { id } })).counts.comments;

describe('comments', () => {
  test('are listed newest first with their authors; replies are below them, oldest first, one level deep', async () => {
    const id = await createFeed(star, { photos: 0, text: 'What shall I play?' });
    const first = await say(fan, '  A <b>waltz</b>!  ', id);
    expect(first).toMatchObject({
      objectType: 'feed',
      objectId: id,
      content: 'A <b>waltz</b>!',
      attachment: null,
      author: { _id: fan.id, username: fan.username, isPerformer: false, isHost: false },
      counts: { likes: 0, replies: 0 },
      may: { edit: true, delete: true, hide: false },
    });
    const second = await say(other, 'A tango.', id);
    const answer = await say(star, 'Gladly.', first._id, 'comment');
    expect(answer).toMatchObject({ objectType: 'comment', objectId: first._id, author: { isPerformer: true, isHost: true } });
    // A reply to a reply is on the same level.
    const beside = await say(fan, 'Thank you!', answer._id, 'comment');
    expect(beside.objectId).toBe(first._id);
    await app.settle();
    const { data, total } = await list(undefined, id);
    expect([data.map(({ _id }) => _id), total, data[1]!.counts.replies]).toEqual([[second._id, first._id], 2, 2]);
    expect(data[0]!.may).toEqual({ edit: false, delete: false, hide: false });
    const answers = await list(other, first._id, 'comment');
    expect([answers.data.map(({ content }) => content), answers.total]).toEqual([['Gladly.', 'Thank you!'], 2]);
    expect(await countOf(id)).toBe(4);
  });

  test('are found by the id of their object, whatever its kind', async () => {
    const id = await createFeed(star, { photos: 0, text: 'Which one?' });
    const galleryId = await createItem(app, star, 'gallery', { audience: 'everyone' });
    const first = await say(fan, 'This one.', id);
    await say(star, 'Why?', first._id, 'comment');
    await say(star, 'Do tell.', first._id, 'comment');
    await say(fan, 'All of them.', galleryId, 'gallery');
    const read = async (objectId: string) =>
      (await app.client().call('GET /comments/search', { query: { objectId } })).data.map(({ content }) => content);
    expect(await read(id)).toEqual(['This one.']);
    expect(await read(first._id)).toEqual(['Why?', 'Do tell.']);
    expect(await read(galleryId)).toEqual(['All of them.']);
    for (const nothing of [star.id, '01890000-0000-7000-8000-000000000000'])
      expect(await refusalOf(app.client().send('GET /comments/search', { query: { objectId: nothing } }))).toEqual([404, 'NOT_FOUND']);
  });

  test('are paged without gaps or duplicates while others are written', async () => {
    const id = await createFeed(star, { photos: 0, text: 'Many words.' });
    for (let n = 1; n <= 5; n += 1) await say(fan, `No. ${n}`, id);
    const first = await list(fan, id, 'feed', { limit: 2 });
    await say(other, 'Meanwhile', id);
    const second = await list(fan, id, 'feed', { limit: 2, after: first.after });
    const third = await list(fan, id, 'feed', { limit: 2, after: second.after });
    expect([first, second, third].map(({ data }) => data.map(({ content }) => content))).toEqual([
      ['No. 5', 'No. 4'],
      ['No. 3', 'No. 2'],
      ['No. 1'],
    ]);
    expect(third.after).toBeNull();
  });

  test('are counted correctly when written, deleted and hidden concurrently', async () => {
    const id = await createFeed(star, { photos: 0, text: 'At once.' });
    const said = await Promise.all(Array.from({ length: 12 }, (_, n) => say(n % 2 ? fan : other, `No. ${n}`, id)));
    const top = said[0]!;
    const answers = await Promise.all(Array.from({ length: 4 }, (_, n) => say(fan, `Answer ${n}`, top._id, 'comment')));
    await app.settle();
    expect(await countOf(id)).toBe(16);
    const remove = (person: Person, commentId: string) => person.client.send('DELETE /comments/{id}', { params: { id: commentId } });
    const hide = (commentId: string, hidden: boolean) =>
      star.client.send('PUT /comments/{id}/visibility', { params: { id: commentId }, body: { hidden } });
    await Promise.all([
      remove(other, top._id),
      ...said.slice(1, 4).map(({ _id }, n) => remove(n % 2 ? other : fan, _id)),
      ...said.slice(4, 7).map(({ _id }) => hide(_id, true)),
      hide(said[7]!._id, true).then(() => hide(said[7]!._id, false)),
      say(fan, 'One more', id),
      say(fan, 'To one that is being deleted', top._id, 'comment').catch(() => undefined),
    ]);
    await app.settle();
    // 16, without the thread of 5, 3 deleted and 3 hidden; and one more.
    expect(await countOf(id)).toBe(6);
    expect((await list(undefined, id)).total).toBe(6);
    expect(await refusalOf(listReplies(answers[0]!.objectId))).toEqual([404, 'NOT_FOUND']);
  });
  const listReplies = (objectId: string) => app.client().send('GET /comments/search', { query: { objectType: 'comment', objectId } });

  test('exist for every kind of item', async () => {
    for (const kind of ['gallery', 'video'] as const) {
      const itemId = await createItem(app, star, kind, { price: 2 });
      expect(
        await refusalOf(fan.client.send('POST /comments', { body: { objectType: kind, objectId: itemId, content: 'Hm.' }, files: {} })),
      ).toEqual([403, 'LOCKED']);
      await say(star, `About a ${kind}`, itemId, kind);
      expect((await list(star, itemId, kind)).total).toBe(1);
      // An id of another kind is not found.
      expect(await refusalOf(star.client.send('GET /comments/search', { query: { objectType: 'feed', objectId: itemId } }))).toEqual([
        404,
        'NOT_FOUND',
      ]);
    }
  });

  test('on a locked item are neither read nor written until it is unlocked', async () => {
    const id = await createFeed(star, { audience: 'buyers', price: 3 });
    await say(star, 'For those inside.', id);
    const ask = () => other.client.send('GET /comments/search', { query: { objectType: 'feed', objectId: id } });
    expect(await refusalOf(ask())).toEqual([403, 'LOCKED']);
    expect(
      await refusalOf(other.client.send('POST /comments', { body: { objectType: 'feed', objectId: id, content: 'Hm.' }, files: {} })),
    ).toEqual([403, 'LOCKED']);
    await topUp(app, other, 5);
    await other.client.call('POST /payment-wallet/purchase-feed', { body: { feedId: id } });
    expect((await say(other, 'Worth it.', id)).content).toBe('Worth it.');
    expect((await list(other, id)).total).toBe(2);
  });

  test('of a blocked account, or about a deleted post, are refused', async () => {
    const blocked = await createFan(app);
    const mine = await say(blocked, 'Hello.');
    await star.client.call('POST /performer/block/users', { body: { userId: blocked.id } });
    const params = { params: { id: mine._id } };
    expect(
      await refusalOf(blocked.client.send('POST /comments', { body: { objectType: 'feed', objectId: feedId, content: 'Hm.' }, files: {} })),
    ).toEqual([404, 'NOT_FOUND']);
    expect(await refusalOf(blocked.client.send('PUT /comments/{id}', { ...params, body: { content: 'Hm.' }, files: {} }))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    // Their own comment can still be deleted.
    expect((await blocked.client.send('DELETE /comments/{id}', params)).status).toBe(200);
    const gone = await createFeed(star, { photos: 0, text: 'Soon gone.' });
    await star.client.call('DELETE /performer/feeds/{id}', { params: { id: gone } });
    expect(
      await refusalOf(fan.client.send('POST /comments', { body: { objectType: 'feed', objectId: gone, content: 'Hm.' }, files: {} })),
    ).toEqual([404, 'NOT_FOUND']);
  });

  test('that are empty, too long or invalid change nothing', async () => {
    await app.settle();
    const changed = await watchRows(app);
    for (const content of ['', '   ', 'x'.repeat(2001), 'bell\u0007', 7, null, ['a']]) {
      const { status, error } = await fan.client.raw('POST /comments', { body: { objectType: 'feed', objectId: feedId, content } });
      expect([content, status, error.error]).toEqual([content, 422, 'VALIDATION_FAILED']);
    }
    for (const body of [
      { objectType: 'performer', objectId: star.id, content: 'Hm.' },
      { objectType: 'feed', objectId: 'none', content: 'Hm.' },
      { objectType: 'feed', content: 'Hm.' },
    ])
      expect((await fan.client.raw('POST /comments', { body })).error.error).toBe('VALIDATION_FAILED');
    await app.settle();
    expect(await changed()).toEqual({});
    expect((await say(fan, 'x'.repeat(2000))).content).toHaveLength(2000);
  });
});

describe('a picture', () => {
  test('is sent with or without text, replaced and removed, and its file is removed with it', async () => {
    const { client } = fan;
    const bare = await client.call('POST /comments', {
      body: { objectType: 'feed', objectId: feedId },
      files: { file: await picture({ width: 640, height: 480 }) },
    });
    expect([bare.content, bare.attachment?.width]).toEqual(['', 640]);
    expect((await fetch(new URL(bare.attachment!.sources[0]!.url, app.url))).status).toBe(200);
    const params = { params: { id: bare._id } };
    expect(await refusalOf(client.send('PUT /comments/{id}', { ...params, body: { withoutAttachment: true }, files: {} }))).toEqual([
      422,
      'VALIDATION_FAILED',
    ]);
    const replaced = await client.call('PUT /comments/{id}', {
      ...params,
      body: { content: 'Like this.' },
      files: { file: await picture({ width: 320, height: 320 }) },
    });
    expect([replaced.content, replaced.attachment?.width, replaced.isEdited]).toEqual(['Like this.', 320, true]);
    const without = await client.call('PUT /comments/{id}', { ...params, body: { withoutAttachment: true }, files: {} });
    expect([without.content, without.attachment]).toEqual(['Like this.', null]);
    await app.settle();
    const kept = await sql<{ count: number }>`
      select count(*)::int as count from files where purpose = 'comment' and attached_at is not null`.execute(app.platform.database);
    expect(kept.rows[0]!.count).toBe(0);
  });

  test('of a false type is refused, and leaves nothing', async () => {
    await app.settle();
    const changed = await watchRows(app);
    const badFiles: [Blob, string][] = [
      [new Blob(['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'], { type: 'image/png' }), 'FILE_KIND_REFUSED'],
      [(await picture()).slice(0, 300), 'FILE_UNREADABLE'],
    ];
    for (const [file, code] of badFiles) {
      const { error } = await fan.client.send('POST /comments', {
        body: { objectType: 'feed', objectId: feedId, content: 'See:' },
        files: { file },
      });
      expect(error.error).toBe(code);
    }
    await app.settle();
    expect(await changed()).toEqual({});
  });
});

describe('moderation', () => {
  test('the item’s performer and moderators hide and show a comment; its author sees that it is hidden, others see nothing', async () => {
    const id = await createFeed(star, { photos: 0, text: 'Orderly.' });
    const rude = await say(fan, 'Rude.', id);
    const set = (person: Person, hidden: boolean) =>
      person.client.send('PUT /comments/{id}/visibility', { params: { id: rude._id }, body: { hidden } });
    expect(await refusalOf(set(other, true))).toEqual([403, 'FORBIDDEN']);
    expect(await refusalOf(set(fan, true))).toEqual([403, 'FORBIDDEN']);
    expect((await set(star, true)).data).toMatchObject({ isHidden: true, may: { hide: true, delete: true, edit: false } });
    await app.settle();
    expect([(await list(other, id)).data, (await list(undefined, id)).total, await countOf(id)]).toEqual([[], 0, 0]);
    expect((await list(fan, id)).data).toMatchObject([{ _id: rude._id, isHidden: true }]);
    expect(
      await refusalOf(
        other.client.send('POST /comments', { body: { objectType: 'comment', objectId: rude._id, content: 'Hm.' }, files: {} }),
      ),
    ).toEqual([404, 'NOT_FOUND']);
    expect((await set(admin, false)).data).toMatchObject({ isHidden: false });
    await app.settle();
    expect([(await list(other, id)).total, await countOf(id)]).toEqual([1, 1]);
    const audit = await app.platform.database.selectFrom('audit_log').select('action').where('object_id', '=', rude._id).execute();
    expect(audit.map(({ action }) => action)).toEqual(['comments.show']);
  });

  test('comments are closed to all but the performer, and opened again; earlier ones stay', async () => {
    const id = await createFeed(star, { photos: 0, text: 'Quiet, please.' });
    const early = await say(fan, 'Lovely.', id);
    const close = (person: Person, isClosed: boolean, itemId = id) =>
      person.client.send('PUT /comments/items/{id}', { params: { id: itemId }, body: { isClosed } });
    const comment = (person: Person, objectId = id, objectType: ObjectType = 'feed') =>
      person.client.send('POST /comments', { body: { objectType, objectId, content: 'And so?' }, files: {} });
    const closedAt = async () =>
      (await app.platform.database.selectFrom('items').select('comments_closed_at').where('id', '=', id).executeTakeFirstOrThrow())
        .comments_closed_at;
    expect(await list(star, id)).toMatchObject({ isClosed: false, mayClose: true, isHost: true });
    for (const person of [fan, other]) expect(await refusalOf(close(person, true))).toEqual([403, 'FORBIDDEN']);
    for (const nothing of [early._id, star.id]) expect(await refusalOf(close(star, true, nothing))).toEqual([404, 'NOT_FOUND']);
    expect(await closedAt()).toBeNull();

    expect((await close(star, true)).data).toEqual({ isClosed: true });
    const since = await closedAt();
    await close(star, true);
    expect(await closedAt()).toEqual(since);
    await app.settle();
    const changed = await watchRows(app);
    expect(await refusalOf(comment(other))).toEqual([403, 'COMMENTS_CLOSED']);
    expect(await refusalOf(comment(fan, early._id, 'comment'))).toEqual([403, 'COMMENTS_CLOSED']);
    const edit = fan.client.send('PUT /comments/{id}', { params: { id: early._id }, body: { content: 'Dreadful.' }, files: {} });
    expect(await refusalOf(edit)).toEqual([403, 'COMMENTS_CLOSED']);
    expect(await changed()).toEqual({});
    expect(await list(other, id)).toMatchObject({ isClosed: true, mayClose: false, isHost: false, data: [{ _id: early._id }] });
    expect((await comment(star, early._id, 'comment')).status).toBe(201);

    expect((await close(admin, false)).data).toEqual({ isClosed: false });
    expect((await comment(other)).status).toBe(201);
    const audit = await app.platform.database.selectFrom('audit_log').select('action').where('object_id', '=', id).execute();
    expect(audit.map(({ action }) => action)).toEqual(['comments.open']);
  });

  test('an admin without the permission for content can’t delete others’ comments', async () => {
    const clerk = await createAdmin(app);
    await app.platform.database.updateTable('accounts').set({ admin_role: 'support' }).where('id', '=', clerk.id).execute();
    const words = await say(fan, 'Mine.');
    const remove = () => clerk.client.send('DELETE /comments/{id}', { params: { id: words._id } });
    await expect.poll(async () => (await remove()).error?.error).toBe('FORBIDDEN');
  });

  test('its author, the item’s performer and a moderator can delete a comment, once', async () => {
    const remove = (person: Person, id: string) => person.client.send('DELETE /comments/{id}', { params: { id } });
    for (const person of [fan, star, admin]) {
      const { _id } = await say(fan, 'To be deleted.');
      expect(await refusalOf(remove(other, _id))).toEqual([403, 'FORBIDDEN']);
      expect((await remove(person, _id)).status).toBe(200);
      expect(await refusalOf(remove(person, _id))).toEqual([404, 'NOT_FOUND']);
    }
  });
});

test('on somebody’s draft, reading and writing comments answer as if there were none', async () => {
  const { _id: draftId } = await star.client.call('POST /performer/feeds/draft', { body: { text: 'Notes.' } });
  const body = { objectType: 'feed', objectId: draftId, content: 'Seen!' } as const;
  expect(await refusalOf(other.client.send('POST /comments', { body, files: {} }))).toEqual([404, 'NOT_FOUND']);
  const query = { objectType: 'feed', objectId: draftId } as const;
  expect(await refusalOf(other.client.send('GET /comments/search', { query }))).toEqual([404, 'NOT_FOUND']);
  expect(await app.platform.database.selectFrom('comments').select('id').where('item_id', '=', draftId).execute()).toEqual([]);
});

test('a comment is liked like a post, and each like counts once', async () => {
  const { _id } = await say(fan, 'Like me.');
  const body = { objectType: 'comment', objectId: _id, action: 'like' } as const;
  await Promise.all([star, other, fan].map((person) => person.client.call('POST /reactions', { body })));
  expect((await other.client.call('POST /reactions', { body })).total).toBe(3);
  await app.settle();
  const { data } = await list(other, feedId, 'feed', { limit: 1 });
  expect([data[0]!.counts.likes, data[0]!.isLiked]).toEqual([3, true]);
  const bookmark = await other.client.send('POST /reactions', { body: { ...body, action: 'bookmark' } });
  expect([bookmark.status, bookmark.error.error]).toEqual([422, 'VALIDATION_FAILED']);
  // An id of another kind.
  const wrong = await other.client.send('POST /reactions', { body: { objectType: 'gallery', objectId: feedId, action: 'like' } });
  expect(wrong.error.error).toBe('NOT_FOUND');
});

test('erasing an account erases its comments and pictures', async () => {
  const leaving = await createFan(app);
  const id = await createFeed(star, { photos: 0, text: 'Farewell.' });
  const words = await leaving.client.call('POST /comments', {
    body: { objectType: 'feed', objectId: id, content: 'My secret.' },
    files: { file: await picture() },
  });
  await say(star, 'Oh!', words._id, 'comment');
  const register = app.platform.personalData.modules().find(({ module }) => module === 'comments')!;
  const exported = await register.read(app.platform.database, leaving.id);
  expect([exported.files?.length, JSON.stringify(exported.data).includes('My secret.')]).toEqual([1, true]);
  await app.platform.database.transaction().execute((trx) => register.erase!(trx, leaving.id));
  await app.settle();
  const row = await app.platform.database.selectFrom('comments').selectAll().where('id', '=', words._id).executeTakeFirstOrThrow();
  expect([row.content, row.file_id, row.deleted_at !== null]).toEqual(['', null, true]);
  expect([(await list(undefined, id)).total, await countOf(id)]).toEqual([0, 0]);
});
