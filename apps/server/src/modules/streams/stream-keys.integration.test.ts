import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, createAdmin, createFan, createPerformer } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { type TestNode, createIsolatedNode, createShow } from '../../testing/test-node.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
});
afterAll(() => app.close());

const sha256 = (key: string): Buffer => createHash('sha256').update(key).digest();
const newKey = async ({ client }: Person): Promise<string> => (await client.call('POST /performer/stream-key')).key;
const authorize = (node: TestNode, key: string) => node.authority.authorizeKey(node, sha256(key));

/** A performer with a show that waits, a stream key, and a live process. */
const waiting = async (): Promise<{ performer: Person; key: string; streamId: string; node: TestNode }> => {
  const performer = await createPerformer(app, { admin });
  const node = await createIsolatedNode(app);
  const { streamId } = await createShow(performer);
  return { performer, key: await newKey(performer), streamId, node };
};
const grantIdOf = (decision: Awaited<ReturnType<typeof authorize>>): string | null => ('grant' in decision ? decision.grant.grantId : null);

test('a key means its performer’s open show, has one grant, and makes the node its owner', async () => {
  const { performer, key, streamId, node } = await waiting();
  expect(key).toMatch(/^[\w-]{43}$/);
  const first = await authorize(node, key);
  expect(first).toMatchObject({ grant: { streamId, seatId: null, isRehearsal: false } });
  expect(grantIdOf(await authorize(node, key))).toBe(grantIdOf(first));
  const { database } = app.platform;
  expect(await database.selectFrom('streams').select('node_id').where('id', '=', streamId).executeTakeFirst()).toEqual({
    node_id: node.id,
  });
  const view = await performer.client.call('GET /performer/stream-key');
  expect(view.key).toEqual({ createdAt: app.clock.now().toISOString(), usedAt: app.clock.now().toISOString() });
});

test('the table has the key’s hash and the key sealed, and it is shown again', async () => {
  const { performer, key } = await waiting();
  const row = await app.platform.database
    .selectFrom('stream_keys')
    .selectAll()
    .where('performer_id', '=', performer.id)
    .executeTakeFirstOrThrow();
  expect(row.key_hash).toEqual(sha256(key));
  expect(row.sealed.includes(Buffer.from(key))).toBe(false);
  expect((await performer.client.call('POST /performer/stream-key/reveal')).key).toBe(key);
});

test('another key ends the earlier one at once, and who publishes with it is disconnected', async () => {
  const { performer, key, streamId, node } = await waiting();
  const grantId = grantIdOf(await authorize(node, key))!;
  node.hosted.set(streamId, {
    streamId,
    isPublishing: true,
    isRehearsal: false,
    width: 1280,
    height: 720,
    publishedMs: 0,
    viewers: 0,
    watching: [],
    seats: [],
    countId: streamId,
  });
  app.engine.kicked.length = 0;
  const next = await newKey(performer);
  expect(app.engine.kicked).toEqual([{ streamId, grantId }]);
  // A live process that didn't hear of it hears it with its report.
  expect((await node.report()).revoked).toContainEqual({ streamId, grantId });
  expect(await authorize(node, key)).toEqual({ refusal: 'wrongKey' });
  expect(grantIdOf(await authorize(node, next))).not.toBe(grantId);
});

test('a removed key is nobody’s', async () => {
  const { performer, key, node } = await waiting();
  await performer.client.call('DELETE /performer/stream-key');
  expect(await authorize(node, key)).toEqual({ refusal: 'wrongKey' });
  expect((await performer.client.send('POST /performer/stream-key/reveal')).error?.error).toBe('NOT_FOUND');
  expect((await performer.client.call('GET /performer/stream-key')).key).toBeNull();
});

test('without an open show a key lets nobody in, nor does a suspended performer’s key', async () => {
  const { performer, key, streamId, node } = await waiting();
  await performer.client.call('POST /streaming/end/{id}', { params: { id: streamId } });
  expect(await authorize(node, key)).toEqual({ refusal: 'noShow' });
  await app.platform.database.updateTable('accounts').set({ status: 'suspended' }).where('id', '=', performer.id).execute();
  // It isn't a guess, which would make others of the network wait.
  expect(await authorize(node, key)).toEqual({ refusal: 'noShow' });
});

test('a show that a browser publishes isn’t taken over, on another node either; one that was interrupted may be', async () => {
  const { streamId, key, node } = await waiting();
  await node.report();
  const { database } = app.platform;
  const setState = (state: 'live' | 'interrupted') =>
    database
      .updateTable('streams')
      .set({ state, node_id: node.id, started_at: app.clock.now(), interrupted_at: state === 'live' ? null : app.clock.now() })
      .where('id', '=', streamId)
      .execute();
  const other = await createIsolatedNode(app);
  await setState('live');
  for (const one of [node, other]) expect(await authorize(one, key)).toEqual({ refusal: 'onAir' });
  const { node_id: owner } = await database.selectFrom('streams').select('node_id').where('id', '=', streamId).executeTakeFirstOrThrow();
  expect(owner).not.toBe(other.id);
  expect(await database.selectFrom('stream_keys').select('used_at').where('key_hash', '=', sha256(key)).execute()).toEqual([
    { used_at: null },
  ]);
  await setState('interrupted');
  expect(await authorize(node, key)).toMatchObject({ grant: { streamId } });
  // An encoder's own show moves with its encoder.
  await setState('live');
  expect(await authorize(other, key)).toMatchObject({ grant: { streamId } });
});

test('only performers have keys', async () => {
  const fan = await createFan(app);
  expect((await fan.client.send('POST /performer/stream-key')).error?.error).toBe('FORBIDDEN');
});

test('the signal of an encoder is shown to its performer alone', async () => {
  const { performer, streamId, node } = await waiting();
  expect((await performer.client.call('GET /performer/encoder')).signal).toBeNull();
  const encoder = {
    width: 1280,
    height: 720,
    framesPerSecond: 30,
    bitrate: 2500,
    keySeconds: 2,
    hasSound: true,
    isSoundOnly: false,
    isReordered: true,
    refused: [],
  };
  app.engine.hosted.push({
    streamId,
    isPublishing: true,
    isRehearsal: false,
    width: 1280,
    height: 720,
    publishedMs: 0,
    viewers: 0,
    watching: [],
    seats: [],
    countId: node.id,
    encoder,
  });
  expect((await performer.client.call('GET /performer/encoder')).signal).toEqual(encoder);
  expect((await (await createPerformer(app, { admin })).client.call('GET /performer/encoder')).signal).toBeNull();
});
