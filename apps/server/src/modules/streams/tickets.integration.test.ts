import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Person, createAdmin, createFan, createPerformer, topUp } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { type TestNode, createIsolatedNode, createPrivateShow, createShow } from '../../testing/test-node.ts';
import { sweepMinutes } from './index.ts';

// Tokens of an engine that doesn't look grants up, as an external media server.

const SECOND_MS = 1000;
const DAY_MS = 86_400_000;

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
});
afterAll(() => app.close());

let renewals = 0;
beforeEach(() => {
  renewals = 0;
  Object.assign(app.engine, {
    checksGrants: () => false,
    ticket: async (_show: unknown, grant: { grantId: string; token: string; expiresAt: Date }) => ({
      token: grant.token || `renewal ${(renewals += 1)}`,
      expiresAt: grant.expiresAt,
      subscriberId: grant.grantId,
    }),
  });
});

const secondsLeft = (expireDate: string): number => (new Date(expireDate).getTime() - app.clock.now().getTime()) / SECOND_MS;
const join = async (person: Person | undefined, id: string) =>
  (await (person?.client ?? app.client()).call('POST /streaming/join/{id}', { params: { id } })).token;
const renew = (person: Person | undefined, id: string, subscriberId: string) =>
  (person?.client ?? app.client()).send('POST /streaming/token', { body: { id, type: 'play', subscriberId } });
const renewedFor = async (person: Person | undefined, id: string, subscriberId: string): Promise<number> =>
  secondsLeft((await renew(person, id, subscriberId)).data!.expireDate);
const heldSeconds = async (subscriberId: string): Promise<number | null> => {
  const { rows } = await sql<{ until: Date | null }>`
    select media_until as until from stream_rights where id = ${subscriberId}::uuid`.execute(app.platform.database);
  return rows[0]?.until ? secondsLeft(rows[0].until.toISOString()) : null;
};

/** A private show on air that its fan has joined and watches. */
const onAir = async (tokens: number) => {
  const [performer, fan] = [await createPerformer(app, { admin }), await createFan(app)];
  await topUp(app, fan, tokens);
  const node = await createIsolatedNode(app);
  const show = await createPrivateShow(app, performer, fan, { price: 150n });
  await node.publish(show.streamId, show.token);
  const token = await join(fan, show.streamId);
  await node.watch(show.streamId, token.tokenId);
  await node.report();
  return { performer, fan, node, id: show.streamId, token, subscriberId: token.subscriberId! };
};
const charge = async (node: TestNode, seconds: number): Promise<void> => {
  await node.pass(seconds * SECOND_MS);
  await sweepMinutes(app.platform);
};

test('the first token of a seat lasts ten seconds, for which the seat counts as connected', async () => {
  const { token, subscriberId } = await onAir(10);
  expect(secondsLeft(token.expireDate)).toBe(10);
  expect(await heldSeconds(subscriberId)).toBe(10);
});

test('a later token reaches fifteen seconds beyond what is paid, and 75 seconds at most', async () => {
  const { fan, node, id, subscriberId } = await onAir(10);
  // The first minute begins after ten seconds.
  expect(await renewedFor(fan, id, subscriberId)).toBe(25);
  await charge(node, 10);
  expect(await renewedFor(fan, id, subscriberId)).toBe(75);
  expect(await heldSeconds(subscriberId)).toBe(75);
  await node.pass(40 * SECOND_MS);
  expect(await renewedFor(fan, id, subscriberId)).toBe(35);
  await charge(node, 20);
  expect(await renewedFor(fan, id, subscriberId)).toBe(75);
});

test('until the next minute is charged no token reaches further than the one before, and none is given once that has expired', async () => {
  const { fan, node, id, subscriberId } = await onAir(10);
  await charge(node, 10);
  expect(await renewedFor(fan, id, subscriberId)).toBe(75);
  await node.pass(62 * SECOND_MS);
  expect(await renewedFor(fan, id, subscriberId)).toBe(13);
  await node.pass(14 * SECOND_MS);
  expect((await renew(fan, id, subscriberId)).error?.error).toBe('LIVE_TOKEN_INVALID');
  expect(await heldSeconds(subscriberId)).toBe(-1);
});

test('a token is renewed for its own holder alone', async () => {
  const { performer, id, subscriberId } = await onAir(10);
  expect((await renew(performer, id, subscriberId)).error?.error).toBe('LIVE_TOKEN_INVALID');
  expect((await renew(await createFan(app), id, subscriberId)).error?.error).toBe('LOCKED');
  expect((await renew(undefined, id, subscriberId)).error?.error).toBe('UNAUTHENTICATED');
  expect(renewals).toBe(0);
});

test('a fan who has left gets no later token', async () => {
  const { fan, id, subscriberId } = await onAir(10);
  await fan.client.call('POST /streaming/leave/{id}', { params: { id } });
  expect((await renew(fan, id, subscriberId)).error?.error).toBe('LIVE_NOT_ON_AIR');
});

test('an open public show gives a token for a day; with secureOption, one of 75 seconds that is renewed while its grant is valid', async () => {
  const performer = await createPerformer(app, { admin });
  const { streamId: id } = await createShow(performer, { node: await createIsolatedNode(app) });
  expect(secondsLeft((await join(undefined, id)).expireDate) * SECOND_MS).toBe(DAY_MS);
  await app.platform.settings.change({ secureOption: true }, null);
  try {
    const { expireDate, subscriberId } = await join(undefined, id);
    expect(secondsLeft(expireDate)).toBe(75);
    app.clock.advance(60 * SECOND_MS);
    expect(await renewedFor(undefined, id, subscriberId!)).toBe(75);
    // Nobody pays for it: nothing is held.
    expect(await heldSeconds(subscriberId!)).toBeNull();
    await sql`update stream_rights set revoked_at = now() where id = ${subscriberId}::uuid`.execute(app.platform.database);
    expect((await renew(undefined, id, subscriberId!)).error?.error).toBe('LIVE_TOKEN_INVALID');
  } finally {
    await app.platform.settings.change({ secureOption: false }, null);
  }
});

test('the address of a show on an external server contains the token without secureOption too', async () => {
  const performer = await createPerformer(app, { admin });
  const { streamId: id } = await createShow(performer, { node: await createIsolatedNode(app) });
  const { session, token } = await app.client().call('POST /streaming/join/{id}', { params: { id } });
  expect(session.playback!.url).toMatch(new RegExp(`\\?token=${token.tokenId}$`));
});

test('a token to publish lasts five minutes', async () => {
  const performer = await createPerformer(app, { admin });
  const { session } = await performer.client.call('POST /streaming/live', { body: { title: 'Scales' } });
  const token = await performer.client.call('POST /streaming/token', { body: { id: session._id, type: 'publish' } });
  expect(secondsLeft(token.expireDate)).toBe(300);
});

test('tokens of the site’s own engine are not renewed', async () => {
  Object.assign(app.engine, { checksGrants: () => true });
  const { fan, id, subscriberId } = await onAir(10);
  expect((await renew(fan, id, subscriberId)).error?.error).toBe('LIVE_TOKEN_INVALID');
});
