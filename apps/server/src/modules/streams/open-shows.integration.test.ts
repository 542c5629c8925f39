import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Person, createAdmin, createFan, createPerformer, topUp } from '../../testing/factories.ts';
import { beginGroupShow } from '../../testing/paid-show-fixtures.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { type TestNode, createIsolatedNode, createShow } from '../../testing/test-node.ts';

// The authority's word about which shows are open, so that shared caches may keep their media.

let app: TestApp;
let admin: Person;
let node: TestNode;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  node = await createIsolatedNode(app);
});
afterAll(() => app.close());
afterEach(() => app.platform.settings.change({ secureOption: false, ageRules: {} }, null));

const decide = (streamId: string, token?: string) => node.authority.authorize(node, streamId, 'play', token);
const tokenOf = async (fan: Person, streamId: string): Promise<string> =>
  (await fan.client.call('POST /streaming/join/{id}', { params: { id: streamId } })).token.tokenId;

test('a public show for everyone is open, with a token and without one', async () => {
  const { streamId } = await createShow(await createPerformer(app, { admin }), { node });
  expect(await decide(streamId)).toMatchObject({ grantId: null, isOpen: true });
  expect(await decide(streamId, await tokenOf(await createFan(app), streamId))).toMatchObject({
    isOpen: true,
    grantId: expect.any(String),
  });
  await expect(decide(streamId, 'nobody-was-given-this')).rejects.toMatchObject({ code: 'LIVE_TOKEN_INVALID' });
});

const CLOSING = [
  ['where tokens are required', { secureOption: true }],
  ['while a country verifies ages, because a cache doesn’t know whose', { ageRules: { FR: 'verify' as const } }],
] as const;
test.each(CLOSING)('a show isn’t open %s, and becomes so with the setting', async (_why, values) => {
  const { streamId } = await createShow(await createPerformer(app, { admin }), { node });
  const token = await tokenOf(await createFan(app), streamId);
  await app.platform.settings.change(values, null);
  expect(await decide(streamId, token)).toMatchObject({ isOpen: false });
  await expect(decide(streamId)).rejects.toMatchObject({ code: 'LIVE_TOKEN_INVALID' });
  await app.platform.settings.change({ secureOption: false, ageRules: {} }, null);
  expect(await decide(streamId, token)).toMatchObject({ isOpen: true });
});

test('a show for followers, a rehearsal and a group show aren’t open', async () => {
  const [star, fan] = [await createPerformer(app, { admin }), await createFan(app)];
  const { streamId } = await createShow(star, { node, audience: 'followers' });
  await fan.client.call('POST /reactions', { body: { objectType: 'performer', objectId: star.id, action: 'follow' } });
  expect(await decide(streamId, await tokenOf(fan, streamId))).toMatchObject({ isOpen: false });
  const other = await createPerformer(app, { admin });
  const rehearsal = await createShow(other, { node, isRehearsal: true });
  expect(await decide(rehearsal.streamId, await tokenOf(other, rehearsal.streamId))).toMatchObject({ isOpen: false });
  const third = await createPerformer(app, { admin });
  await topUp(app, fan, 20);
  const group = await beginGroupShow(third, { node });
  expect(await decide(group.streamId, await tokenOf(fan, group.streamId))).toMatchObject({ isOpen: false, seatId: fan.id });
});

test('a show of a performer who is hidden from a country isn’t open, though everybody elsewhere may watch it', async () => {
  const star = await createPerformer(app, { admin });
  const { streamId } = await createShow(star, { node });
  expect(await decide(streamId)).toMatchObject({ isOpen: true });
  await app.platform.database.insertInto('country_blocks').values({ performer_id: star.id, country: 'FR' }).execute();
  expect(await decide(streamId)).toMatchObject({ grantId: null, isOpen: false });
});

test('a viewer who was blocked is refused with their token, in an open show too', async () => {
  const [star, fan] = [await createPerformer(app, { admin }), await createFan(app)];
  const { streamId } = await createShow(star, { node });
  const token = await tokenOf(fan, streamId);
  expect(await decide(streamId, token)).toMatchObject({ isOpen: true });
  await star.client.call('POST /performer/block/users', { body: { userId: fan.id, reason: '' } });
  await expect(decide(streamId, token)).rejects.toMatchObject({ code: 'LIVE_TOKEN_INVALID' });
});

test('a show that has ended answers so to everybody, and publishing it is refused as before', async () => {
  const star = await createPerformer(app, { admin });
  const { streamId, token } = await createShow(star, { node });
  const fans = await tokenOf(await createFan(app), streamId);
  await star.client.call('POST /streaming/end/{id}', { params: { id: streamId } });
  for (const given of [undefined, fans]) await expect(decide(streamId, given)).rejects.toMatchObject({ code: 'LIVE_ENDED', status: 410 });
  await expect(node.authority.authorize(node, streamId, 'publish', token)).rejects.toMatchObject({ code: 'LIVE_NOT_ON_AIR' });
});
