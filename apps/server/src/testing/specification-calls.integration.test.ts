import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FieldError } from '@stagedoor/contract/errors';
import { type Person, createAdmin, createFan, createFeed, createPerformer, picture } from './factories.ts';
import { type TestApp, createTestApp } from './test-app.ts';

// Calls as a client writes them who has only the specification: with the ids and fields that it names, and no others.

let app: TestApp;
let star: Person;
let fan: Person;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin });
  fan = await createFan(app);
});
afterAll(() => app.close());

/** The rules that an answer names, by field. */
const rulesOf = ({ status, error }: { status: number; error: { message: unknown } }) => [
  status,
  Object.fromEntries((error.message as FieldError[]).map(({ property, constraints }) => [property, Object.keys(constraints)])),
];

test('a vote takes the post’s id, or the poll’s', async () => {
  const newPoll = async () => {
    const poll = await star.client.call('POST /performer/feeds/polls', { body: { question: 'Which?', options: ['Bach', 'Ravel'] } });
    const feed = await star.client.call('POST /performer/feeds', { body: { text: 'A question.', pollId: poll._id } });
    return { poll, feedId: feed._id };
  };
  const [first, second] = [await newPoll(), await newPoll()];
  for (const [id, { poll }] of [
    [first.feedId, first],
    [second.poll._id, second],
  ] as const) {
    const optionId = poll.options[1]!._id;
    const { votedFor } = await fan.client.call('POST /feeds/vote/{id}', { params: { id }, body: { optionId } });
    expect(votedFor).toBe(optionId);
    const votes = await app.platform.database.selectFrom('poll_votes').select('option_id').where('poll_id', '=', poll._id).execute();
    expect(votes).toEqual([{ option_id: optionId }]);
  }
  const withoutPoll = await createFeed(star, { photos: 0 });
  const refused = await fan.client.send('POST /feeds/vote/{id}', { params: { id: withoutPoll }, body: { optionId: first.poll._id } });
  expect(refused.status).toBe(404);
});

test('a comment needs no type: its object’s id says what it is about', async () => {
  const feedId = await createFeed(star, { photos: 0 });
  const comment = await fan.client.call('POST /comments', { body: { objectId: feedId, content: 'Lovely.' }, files: {} });
  expect(comment).toMatchObject({ objectType: 'feed', objectId: feedId });
  const answer = await star.client.call('POST /comments', { body: { objectId: comment._id, content: 'Thank you.' }, files: {} });
  expect(answer).toMatchObject({ objectType: 'comment', objectId: comment._id });
  const nothing = await fan.client.send('POST /comments', { body: { objectId: star.id, content: 'Hello.' }, files: {} });
  expect(nothing.status).toBe(404);
});

test('a public show without a title has its performer’s name', async () => {
  const { session } = await star.client.call('POST /streaming/live', { body: {} });
  const { name } = await star.client.call('GET /users/me');
  expect(session.title).toBe(name);
  const item = await app.platform.database.selectFrom('items').select('title').where('id', '=', session._id).executeTakeFirstOrThrow();
  expect(item.title).toBe(name);
  await star.client.call('POST /streaming/end/{id}', { params: { id: session._id } });
});

test('a reaction is taken back by the query, or by the body', async () => {
  const feedId = await createFeed(star, { photos: 0 });
  const like = { objectType: 'feed', objectId: feedId, action: 'like' } as const;
  const count = async () =>
    (await app.platform.database.selectFrom('reactions').select('action').where('object_id', '=', feedId).execute()).length;
  for (const request of [{ query: like, body: {} }, { body: like }]) {
    await fan.client.call('POST /reactions', { body: like });
    expect(await count()).toBe(1);
    expect(await fan.client.call('DELETE /reactions', request)).toMatchObject({ action: 'like', active: false });
    expect(await count()).toBe(0);
  }
  const incomplete = await fan.client.send('DELETE /reactions', { query: { objectId: feedId }, body: {} });
  expect(rulesOf(incomplete)).toEqual([422, { objectType: ['required'], action: ['required'] }]);
});

test('an unknown group of settings is refused; a known one is answered alone', async () => {
  const branding = await app.client().call('GET /settings/public', { query: { group: 'branding' } });
  expect(Object.keys(branding)).toContain('logoUrl');
  expect(Object.keys(branding)).not.toContain('maintenanceMode');
  expect(rulesOf((await app.client().raw('GET /settings/public', { query: { group: 'colours' } })) as never)).toEqual([
    422,
    { group: ['choice'] },
  ]);
});

test('a file in a field that the call doesn’t have is refused with the name of the right one', async () => {
  const answer = await fan.client.raw('POST /users/avatar/upload', { files: { file: await picture() } });
  expect(rulesOf(answer)).toEqual([422, { file: ['fileField'] }]);
  expect(JSON.stringify(answer.error.message)).toContain('Send the file in the field avatar.');
});

test('an account is viewed with picture, cover, and whether it is a performer', async () => {
  const view = (id: string) => fan.client.call('GET /users/view/{id}', { params: { id } });
  expect(await view(star.id)).toEqual({
    _id: star.id,
    username: star.username,
    name: expect.any(String),
    avatar: '/no-avatar.png',
    cover: null,
    isPerformer: true,
    createdAt: expect.any(String),
  });
  expect((await view(fan.id)).isPerformer).toBe(false);
  expect((await fan.client.send('GET /users/view/{id}', { params: { id: admin.id } })).error.error).toBe('NOT_FOUND');
  expect((await star.client.send('GET /users/view/{id}', { params: { id: admin.id } })).error.error).toBe('NOT_FOUND');
  expect((await admin.client.call('GET /users/view/{id}', { params: { id: admin.id } }))._id).toBe(admin.id);
  const own = await Promise.all([fan, star].map(({ client }) => client.call('GET /users/me')));
  expect(own.map(({ isPerformer }) => isPerformer)).toEqual([false, true]);
});
