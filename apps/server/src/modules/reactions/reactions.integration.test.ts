import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, createAdmin, createFan, createFeed, createPerformer } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

let app: TestApp;
let star: Person;
let fan: Person;
let other: Person;
beforeAll(async () => {
  app = await createTestApp();
  const admin = await createAdmin(app);
  star = await createPerformer(app, { admin });
  fan = await createFan(app);
  other = await createFan(app);
});
afterAll(() => app.close());

type ObjectType = 'feed' | 'comment' | 'performer';
type Action = 'like' | 'bookmark' | 'follow';
const react = async (objectType: ObjectType, objectId: string, action: Action): Promise<string> => {
  await fan.client.call('POST /reactions', { body: { objectType, objectId, action } });
  app.clock.advance(1000);
  return `${action}:${objectId}`;
};
const list = (query: Record<string, unknown> = {}) => fan.client.call('GET /reactions/search', { query });
const idsOf = async (query: Record<string, unknown> = {}) => (await list(query)).data.map(({ _id }) => _id);
const rowsOf = async () =>
  (await app.platform.database.selectFrom('reactions').selectAll().where('account_id', '=', fan.id).execute())
    .map((row) => `${row.action}:${row.object_id}`)
    .sort();
const comment = async (objectType: 'feed' | 'comment', objectId: string) =>
  (await star.client.call('POST /comments', { body: { objectType, objectId, content: 'Hello.' }, files: {} }))._id;

test('each reaction has a stable id; those on comments are listed while the comment is visible', async () => {
  const feedId = await createFeed(star, { photos: 0, text: 'A piece.' });
  const commentId = await comment('feed', feedId);
  const replyId = await comment('comment', commentId);
  const made = [
    await react('performer', star.id, 'follow'),
    await react('feed', feedId, 'like'),
    await react('feed', feedId, 'bookmark'),
    await react('comment', commentId, 'like'),
    await react('comment', replyId, 'like'),
  ];
  expect(await idsOf()).toEqual(made.toReversed());
  expect(await rowsOf()).toEqual(made.toSorted());
  expect(await idsOf({ sort: 'asc' })).toEqual(made);
  expect((await list({ objectType: 'comment' })).data).toMatchObject([
    { objectType: 'comment', objectId: replyId, action: 'like' },
    { objectType: 'comment', objectId: commentId, action: 'like' },
  ]);
  expect((await list({ offset: 50 })).total).toBe(5);
  // Repeating it changes nothing; undoing one keeps the other on the same object.
  await react('feed', feedId, 'like');
  await fan.client.call('DELETE /reactions', { body: { objectType: 'feed', objectId: feedId, action: 'like' } });
  expect(await idsOf()).toEqual([made[4], made[3], made[2], made[0]]);
  expect((await other.client.call('GET /reactions/search')).total).toBe(0);

  await star.client.call('PUT /comments/{id}/visibility', { params: { id: await commentOfOther(feedId) }, body: { hidden: true } });
  expect(await idsOf()).toEqual([made[4], made[3], made[2], made[0]]);
  await star.client.call('DELETE /comments/{id}', { params: { id: commentId } });
  expect(await idsOf()).toEqual([made[2], made[0]]);
});

/** A comment of another fan that the fan liked. */
const commentOfOther = async (feedId: string): Promise<string> => {
  const { _id } = await other.client.call('POST /comments', { body: { objectType: 'feed', objectId: feedId, content: 'Hm.' }, files: {} });
  const liked = await react('comment', _id, 'like');
  expect(await idsOf({ objectType: 'comment' })).toContain(liked);
  return _id;
};

test('the totals of own lists count what is visible, and follow each reaction at once', async () => {
  const reader = await createFan(app);
  const hidden = await createPerformer(app);
  const ids = [await createFeed(star, { photos: 0 }), await createFeed(star, { photos: 0 }), await createFeed(hidden, { photos: 0 })];
  const body = (objectId: string) => ({ objectType: 'feed' as const, objectId, action: 'bookmark' as const });
  const totals = async () => {
    const [reactions, bookmarks] = await Promise.all([
      reader.client.call('GET /reactions/search', { query: { limit: 1 } }),
      reader.client.call('GET /reactions/feeds/bookmark', { query: { limit: 1 } }),
    ]);
    return [reactions.total, bookmarks.total];
  };
  for (const id of ids) await reader.client.call('POST /reactions', { body: body(id) });
  expect(await totals()).toEqual([3, 3]);
  // Which of them are visible is known for some seconds; the rows themselves are counted each time.
  await hidden.client.call('POST /performer/block/users', { body: { userId: reader.id } });
  expect(await totals()).toEqual([3, 3]);
  expect((await reader.client.call('GET /reactions/search')).data.map(({ objectId }) => objectId)).toEqual([ids[1], ids[0]]);
  const another = await createFeed(star, { photos: 0 });
  await reader.client.call('POST /reactions', { body: body(another) });
  expect(await totals()).toEqual([3, 3]);
  for (const id of [another, ids[0]!]) await reader.client.call('DELETE /reactions', { body: body(id) });
  expect(await totals()).toEqual([1, 1]);
});

test('undoing a reaction ignores the kind that the caller names', async () => {
  const performer = await createPerformer(app);
  const counts = async () => (await other.client.call('GET /performers/{id}', { params: { id: performer.username } })).counts;
  const body = { objectId: performer.id, action: 'follow' as const };
  await other.client.call('POST /reactions', { body: { ...body, objectType: 'performer' } });
  await app.settle();
  expect((await counts()).followers).toBe(1);
  const { total } = await other.client.call('DELETE /reactions', { body: { ...body, objectType: 'feed' } });
  await app.settle();
  expect({ total, followers: (await counts()).followers }).toEqual({ total: 0, followers: 0 });
});

test('what isn’t published is liked by nobody who may not see it; a locked post is', async () => {
  const { _id: draftId } = await star.client.call('POST /performer/feeds/draft', { body: { text: 'Notes.' } });
  const lockedId = await createFeed(star, { photos: 0, text: 'For subscribers.', audience: 'subscribers' });
  const like = (person: Person, objectId: string) =>
    person.client.send('POST /reactions', { body: { objectType: 'feed', objectId, action: 'like' } });
  expect((await like(other, draftId)).status).toBe(404);
  expect((await like(other, lockedId)).status).toBeLessThan(300);
  const rows = await app.platform.database.selectFrom('reactions').select('object_id').where('account_id', '=', other.id).execute();
  expect(rows.map(({ object_id: objectId }) => objectId)).toEqual([lockedId]);
});

test('an action that doesn’t fit the object is refused by name, and following oneself too', async () => {
  const performer = await createPerformer(app);
  const send = (person: Person, action: 'like' | 'follow') =>
    person.client.send('POST /reactions', { body: { objectType: 'performer', objectId: performer.id, action } });
  expect((await send(fan, 'like')).error).toMatchObject({
    statusCode: 422,
    message: [{ property: 'action', constraints: { actionOfObject: expect.stringContaining('Follow performers') } }],
  });
  expect((await send(performer, 'follow')).error.message).toEqual([
    { property: 'objectId', constraints: { notYourself: 'You can’t follow yourself.' } },
  ]);
  expect(await app.platform.database.selectFrom('reactions').select('object_id').where('object_id', '=', performer.id).execute()).toEqual(
    [],
  );
});
