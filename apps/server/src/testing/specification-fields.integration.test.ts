import { afterAll, beforeAll, expect, test } from 'vitest';
import { createConversation, openMessages } from './conversation-fixtures.ts';
import { type Person, createAdmin, createFan, createFeed, createPerformer, picture, topUp } from './factories.ts';
import { createItem } from './shop.ts';
import { type TestApp, createTestApp } from './test-app.ts';

// Fields and orders that the specification names (sections 3 and 9). docs/conformity.md has the numbers of the statements.

let app: TestApp;
let admin: Person;
let star: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin });
  fan = await createFan(app);
});
afterAll(() => app.close());

test('the current user of a fan, a performer and an applicant has the specification’s nine fields', async () => {
  await topUp(app, fan, 12.5);
  const applicant = await createPerformer(app, { approved: false });
  const of = async ({ client }: Person) => {
    const { _id, avatar, cover, name, email, balance, isPerformer, isLiteAccount, username } = await client.call('GET /users/me');
    return { _id, avatar, cover, name, email, balance, isPerformer, isLiteAccount, username };
  };
  const expected = ({ id, username, email }: Person, word: string) => ({
    _id: id,
    avatar: '/no-avatar.png',
    cover: null,
    name: `${word} ${username}`,
    email,
    balance: 0,
    isPerformer: word === 'Star',
    isLiteAccount: false,
    username,
  });
  expect(await of(fan)).toEqual({ ...expected(fan, 'Fan'), balance: 12.5 });
  expect(await of(star)).toEqual(expected(star, 'Star'));
  expect(await of(applicant)).toEqual({ ...expected(applicant, 'Star'), isLiteAccount: true });
});

test('the list of videos on sale has those alone, and their total whatever the page', async () => {
  const seller = await createPerformer(app, { admin });
  // One for subscribers with a price is on sale to others.
  const sold = await Promise.all(
    (['buyers', 'buyers', 'subscribers'] as const).map((audience) => createItem(app, seller, 'video', { audience, price: 4 })),
  );
  await createItem(app, seller, 'video', { audience: 'everyone' });
  const list = async (query: Record<string, unknown>): Promise<[string[], number]> => {
    const { data, total } = await app
      .client()
      .call('GET /performer-assets/videos/search', { query: { performerId: seller.id, ...query } as never });
    return [data.map(({ _id }) => _id).toSorted(), total];
  };
  expect(await list({ access: 'sale' })).toEqual([sold.toSorted(), 3]);
  const [page, total] = await list({ access: 'sale', limit: 1 });
  expect([page.length, total]).toEqual([1, 3]);
  expect((await list({}))[1]).toBe(4);
});

test('a private message has `text`, `fileId` and `conversationId`, as it is sent and as it is read', async () => {
  await openMessages(star);
  const conversationId = await createConversation(fan, star);
  const params = { id: conversationId };
  const upload = async () =>
    (await fan.client.call('POST /messages/conversations/{id}/files', { params, body: {}, files: { file: await picture() } }))._id;
  const fileId = [await upload(), await upload()];
  const sent = await fan.client.call('POST /messages/conversations/{id}', { params, body: { text: 'Two of the rehearsal.', fileId } });
  const { data } = await star.client.call('GET /messages/conversations/{id}', { params });
  for (const message of [sent, data[0]!]) expect(message).toMatchObject({ text: 'Two of the rehearsal.', fileId, conversationId });
});

test('a notification that changes moves before those that changed earlier', async () => {
  const performer = await createPerformer(app, { admin });
  const [first, second] = [await createFeed(performer, { photos: 0 }), await createFeed(performer, { photos: 0 })];
  const like = async (objectId: string) => {
    app.clock.advance(1000);
    const reader = await createFan(app);
    await reader.client.call('POST /reactions', { body: { objectType: 'feed', objectId, action: 'like' } });
    await app.settle();
  };
  const listed = async () =>
    (await performer.client.call('GET /notifications')).data
      .filter(({ kind }) => kind === 'reaction')
      .map(({ object, count, createdAt, updatedAt }) => ({ id: object!.id, count, createdAt, updatedAt }));
  await like(first);
  await like(second);
  expect((await listed()).map(({ id, count }) => [id, count])).toEqual([
    [second, 1],
    [first, 1],
  ]);
  await like(first);
  const [front, back] = await listed();
  expect([front!.id, front!.count, back!.id, back!.count]).toEqual([first, 2, second, 1]);
  expect(front!.createdAt < back!.createdAt && front!.updatedAt > back!.updatedAt).toBe(true);
});
