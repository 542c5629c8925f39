import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ShowAudience } from '@stagedoor/contract/schedule.values';
import { sql } from 'kysely';
import { type Socket, io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashToken } from '../../platform/auth/sessions.ts';
import { type Person, createAdmin, createFan, createPerformer, topUp } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { type TestNode, createIsolatedNode, createShow, playToken } from '../../testing/test-node.ts';
import { isAudienceOf } from '../access/index.ts';
import { authorizeRecording, sweepShows } from './index.ts';

let app: TestApp;
let admin: Person;
let star: Person;
let stranger: Person;
let follower: Person;
let subscriber: Person;
let node: TestNode;

const follow = (fan: Person, action: 'POST /reactions' | 'DELETE /reactions' = 'POST /reactions') =>
  fan.client.call(action, { body: { objectType: 'performer', objectId: star.id, action: 'follow' } });
/** Sets when the subscription ends. */
const subscribedUntil = (fan: Person, expiresAt: Date) =>
  app.platform.database.updateTable('subscriptions').set({ expires_at: expiresAt }).where('fan_id', '=', fan.id).execute();

beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin, monthlyPrice: 5 });
  [stranger, follower, subscriber] = await Promise.all([createFan(app), createFan(app), createFan(app)]);
  await Promise.all([follower, subscriber, stranger].map((fan) => topUp(app, fan, 50)));
  const { orderId } = await subscriber.client.call('POST /payment/subscribe-performer', { body: { performerId: star.id, renews: false } });
  await subscriber.client.call('POST /wallet-transactions/pay-wallet/{id}', { params: { id: orderId } });
  await follow(follower);
  for (const fan of [stranger, follower, subscriber])
    await fan.client.call('PUT /notifications/bells/{id}', { params: { id: star.id }, body: { live: true } });
  await app.settle();
  node = await createIsolatedNode(app);
});
afterAll(() => app.close());

const block = (fan: Person) => star.client.call('POST /performer/block/users', { body: { userId: fan.id, reason: '' } });
const unblock = (fan: Person) => star.client.call('DELETE /performer/block/users/{id}', { params: { id: fan.id } });
const connect = async (fan: Person): Promise<Socket> => {
  const socket = io(app.url, { transports: ['websocket'], forceNew: true, query: { token: fan.client.token } });
  await new Promise<void>((resolve) => socket.once('auth/logged-in', () => resolve()));
  return socket;
};

const show = async (options: Parameters<typeof createShow>[1]) => {
  const made = await createShow(star, { node, ...options });
  return { ...made, end: () => star.client.call('POST /streaming/end/{id}', { params: { id: made.streamId } }) };
};
const rowOf = (streamId: string) =>
  app.platform.database.selectFrom('streams').selectAll().where('id', '=', streamId).executeTakeFirstOrThrow();
const playsWithout = (streamId: string) =>
  node.authority.authorize(node, streamId, 'play', undefined).then(
    () => true,
    () => false,
  );
const noticed = async (streamId: string): Promise<string[]> => {
  await app.settle();
  const { rows } = await sql<{ account_id: string }>`
    select account_id from notifications where kind = 'live' and item_id = ${streamId}::uuid`.execute(app.platform.database);
  return rows.map((row) => row.account_id);
};

interface Address {
  streamId: string;
  conversationId: string;
}
/** Everything about a show that one kind of viewer gets: statuses, and what the answers reveal. */
const reached = async (who: Person | undefined, { streamId, conversationId }: Address) => {
  const client = who?.client ?? app.client();
  const id = { params: { id: streamId } };
  const join = await client.send('POST /streaming/join/{id}', id);
  const token = await client.send('POST /streaming/token', { body: { id: streamId, type: 'play' } });
  const view = await client.call('GET /streaming/view/{id}', id);
  const list = await client.call('GET /streaming/live', {});
  const card = list.data.find(({ _id }) => _id === streamId)!;
  return {
    join: join.status,
    token: token.status,
    plays: view.playback !== null,
    told: [view.goal !== null, view.access?.allowed, card.access.allowed],
    reads: (await client.send('GET /messages/conversations/public/{id}', { params: { id: conversationId } })).status,
    conversation: (await client.send('GET /conversations/stream/public/{performerId}', { params: { performerId: star.username } })).status,
    ...(who
      ? {
          writes: (
            await client.send('POST /messages/stream/public/conversations/{id}', {
              params: { id: conversationId },
              body: { text: 'Hello' },
            })
          ).status,
          rules: (await client.send('GET /streaming/chat/{id}', id)).status,
          tips: (
            await client.send('POST /payment-wallet/send-tip-wallet/{id}', {
              params: { id: star.username },
              body: { amount: 1, message: '', streamId },
            })
          ).status,
          session:
            (await client.call('GET /streaming/session/{id}/{type}', { params: { id: streamId, type: 'public' } })).playback !== null,
        }
      : {}),
  };
};
const OPEN = { join: 201, token: 201, plays: true, told: [true, true, true], reads: 200, conversation: 200 };
const LOCKED = { join: 403, token: 403, plays: false, told: [false, false, false], reads: 403, conversation: 403 };
const OPEN_ACCOUNT = { ...OPEN, writes: 201, rules: 200, tips: 200, session: true };
const LOCKED_ACCOUNT = { ...LOCKED, writes: 403, rules: 403, tips: 403, session: false };

describe('the audience of a public show', () => {
  test.each<[ShowAudience, boolean, boolean, boolean]>([
    ['everyone', true, true, true],
    ['followers', false, true, true],
    ['subscribers', false, false, true],
  ])('%s: each address, by each viewer', async (audience, open, followers, subscribers) => {
    const made = await show({ audience, goal: { title: 'Libertango', amount: 40 } });
    expect(await reached(undefined, made)).toEqual(open ? OPEN : LOCKED);
    expect(await reached(stranger, made)).toEqual(open ? OPEN_ACCOUNT : LOCKED_ACCOUNT);
    expect(await reached(follower, made)).toEqual(followers ? OPEN_ACCOUNT : LOCKED_ACCOUNT);
    expect(await reached(subscriber, made)).toEqual(subscribers ? OPEN_ACCOUNT : LOCKED_ACCOUNT);
    expect(await playsWithout(made.streamId)).toBe(open);
    const allowed = [...(open ? [stranger.id] : []), ...(followers ? [follower.id] : []), ...(subscribers ? [subscriber.id] : [])].toSorted(
      (a, b) => (a < b ? -1 : 1),
    );
    expect((await noticed(made.streamId)).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(allowed);
    // The same, as a condition for statements over many.
    const { rows } = await sql<{ id: string }>`
      select x.id from unnest(${[stranger.id, follower.id, subscriber.id]}::uuid[]) as x(id), items i
      where i.id = ${made.streamId}::uuid and ${isAudienceOf(sql`x.id`, app.clock.now())} order by x.id`.execute(app.platform.database);
    expect(rows.map(({ id }) => id)).toEqual(allowed);
    await made.end();
  });

  test('a locked show says how to get in, and following does; the address includes the token', async () => {
    const made = await show({ audience: 'followers' });
    const view = () => stranger.client.call('GET /streaming/view/{id}', { params: { id: star.username } });
    expect((await view()).access).toMatchObject({
      allowed: false,
      reason: 'followers',
      waysIn: [
        { kind: 'follow', price: 0 },
        { kind: 'subscribe', price: 5 },
      ],
    });
    await follow(stranger);
    const { session, token } = await stranger.client.call('POST /streaming/join/{id}', { params: { id: made.streamId } });
    expect(session.access).toEqual({ allowed: true, reason: 'follower' });
    expect(session.playback?.url).toContain(`?token=${token.tokenId}`);
    await follow(stranger, 'DELETE /reactions');
    await made.end();
  });

  test('who unfollows, whose subscription ends or who is blocked loses the grant with the node’s next report, and the room', async () => {
    const made = await show({ audience: 'followers' });
    const expiresAt = new Date(app.clock.now().getTime() + 30 * 86_400_000);
    await subscribedUntil(subscriber, expiresAt);
    await follow(stranger);
    const tokens = await Promise.all([follower, subscriber, stranger].map((fan) => playToken(app, fan, made.streamId)));
    for (const token of tokens) await node.watch(made.streamId, token);
    expect((await node.report()).revoked).toEqual([]);
    await app.settle();
    const sockets = await Promise.all([follower, subscriber].map(connect));
    const enter = (socket: Socket) => socket.emitWithAck('streams/join', { streamId: made.streamId });
    expect(await Promise.all(sockets.map(enter))).toEqual([{ success: true }, { success: true }]);
    const told = Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('streams/changed', resolve))));

    await follow(follower, 'DELETE /reactions');
    await subscribedUntil(subscriber, app.clock.now());
    await block(stranger);
    const { revoked } = await node.report();
    expect(revoked).toHaveLength(3);
    const { rows } = await sql<{ revoked: boolean }>`
      select revoked_at is not null as revoked from stream_rights
      where token_hash = any(${tokens.map(hashToken)}::bytea[])`.execute(app.platform.database);
    expect(rows.map((row) => row.revoked)).toEqual([true, true, true]);
    for (const token of tokens)
      await expect(node.authority.authorize(node, made.streamId, 'play', token)).rejects.toMatchObject({ code: 'LIVE_TOKEN_INVALID' });
    const changed = { streamId: made.streamId, performerId: star.id };
    expect(await told).toMatchObject([changed, changed]);
    const refused = { success: false, error: 'FORBIDDEN' };
    expect(await Promise.all(sockets.map(enter))).toEqual([refused, refused]);
    await unblock(stranger);
    await follow(follower);
    await subscribedUntil(subscriber, expiresAt);
    for (const socket of sockets) socket.disconnect();
    await made.end();
  });

  test('the recording, and the chat after the end, stay with those the show was for', async () => {
    const made = await show({ audience: 'subscribers', isRecorded: true });
    const token = await playToken(app, subscriber, made.streamId);
    await made.end();
    const path = join(await mkdtemp(join(tmpdir(), 'stagedoor-recording-')), 'show.mp4');
    await writeFile(path, 'ftyp and so on');
    await node.authority.recorded(made.streamId, { path, durationMs: 61_500, width: 1280, height: 720 });
    const recording = async (fan: Person) =>
      (await fan.client.call('GET /streaming/view/{id}', { params: { id: made.streamId } })).recording;
    expect(await recording(follower)).toBeNull();
    expect(await recording(subscriber)).toEqual({ url: expect.not.stringContaining('/streams/'), durationSeconds: 61.5 });
    expect(await authorizeRecording(app.platform, made.streamId, token)).toEqual({ key: expect.any(String) });
    await expect(authorizeRecording(app.platform, made.streamId, undefined)).rejects.toMatchObject({ code: 'LIVE_TOKEN_INVALID' });
    const read = (fan: Person) => fan.client.send('GET /messages/conversations/public/{id}', { params: { id: made.conversationId } });
    expect([(await read(follower)).status, (await read(subscriber)).status]).toEqual([403, 200]);
  });
});

test('the category of a show is on its card and filters the list; an unknown one is refused', async () => {
  const { _id: categoryId } = await admin.client.call('POST /admin/categories', {
    body: { slug: 'strings', names: { en: 'Strings', es: 'Cuerdas' } },
  });
  const body = { title: 'Bach', categoryId };
  expect((await star.client.send('POST /streaming/live', { body: { ...body, categoryId: star.id } })).status).toBe(422);
  const { session, publishing } = await star.client.call('POST /streaming/live', { body });
  await node.publish(session._id, publishing.token);
  await node.report();
  const inCategory = (id: string) => app.client().call('GET /streaming/live', { query: { categoryId: id } });
  expect((await inCategory(categoryId)).data).toMatchObject([
    { _id: session._id, category: { slug: 'strings', name: 'Strings' }, audience: 'everyone' },
  ]);
  expect((await inCategory(star.id)).data).toEqual([]);
  await star.client.call('POST /streaming/end/{id}', { params: { id: session._id } });
});

describe('a rehearsal', () => {
  test('is its performer’s alone, and goes live as the same show', async () => {
    const made = await show({ isRehearsal: true, isRecorded: true });
    const id = { params: { id: made.streamId } };
    expect(await rowOf(made.streamId)).toMatchObject({ state: 'starting', rehearsal: 'running', width: null });
    await node.watch(made.streamId, await playToken(app, star, made.streamId));
    await node.pass(20_000);
    expect(await rowOf(made.streamId)).toMatchObject({ viewer_count: 0, peak_viewer_count: 0, published_ms: 0n, watched_ms: 0n });
    for (const who of [undefined, subscriber, admin]) {
      const client = who?.client ?? app.client();
      expect((await client.send('POST /streaming/join/{id}', id)).status).toBe(404);
      expect((await client.send('POST /streaming/token', { body: { id: made.streamId, type: 'play' } })).status).toBe(404);
      expect((await client.send('GET /streaming/view/{id}', id)).status).toBe(404);
      expect((await client.send('GET /messages/conversations/public/{id}', { params: { id: made.conversationId } })).status).toBe(404);
      // The last show is answered in its place.
      const last = await client.call('GET /streaming/view/{id}', { params: { id: star.username } });
      expect([last._id === made.streamId, last.state]).toEqual([false, 'ended']);
    }
    expect(await playsWithout(made.streamId)).toBe(false);
    expect((await app.client().call('GET /streaming/live', {})).data).toEqual([]);
    expect((await admin.client.call('GET /admin/live', {})).data).toEqual([]);
    expect((await app.client().call('GET /performers/{id}', { params: { id: star.username } })).isLive).toBe(false);
    const chat = { params: { id: made.conversationId }, body: { text: 'Hello' } };
    expect((await star.client.send('POST /messages/stream/public/conversations/{id}', chat)).error?.error).toBe('LIVE_NOT_ON_AIR');
    const tip = { params: { id: star.username }, body: { amount: 1, message: '', streamId: made.streamId } };
    expect((await subscriber.client.send('POST /payment-wallet/send-tip-wallet/{id}', tip)).error?.error).toBe('LIVE_NOT_ON_AIR');
    expect(await noticed(made.streamId)).toEqual([]);

    // Only its performer lets it go live; pressed twice at once, it does so once.
    const other = await createPerformer(app, { admin });
    expect((await other.client.send('POST /streaming/live/{id}/begin', id)).status).toBe(404);
    const pressed = await Promise.all([1, 2].map(() => star.client.call('POST /streaming/live/{id}/begin', id)));
    expect(pressed.map(({ state, isRehearsal }) => [state, isRehearsal])).toEqual([
      ['starting', true],
      ['starting', true],
    ]);
    // Not before the node hosts it as a show: nobody sees what was rehearsed.
    expect((await app.client().send('POST /streaming/join/{id}', id)).status).toBe(404);
    expect((await node.report()).begin).toEqual([{ streamId: made.streamId, isRecorded: true }]);
    expect(await rowOf(made.streamId)).toMatchObject({ state: 'starting', rehearsal: 'ending' });
    expect((await node.report()).begin).toEqual([]);
    expect(await rowOf(made.streamId)).toMatchObject({ state: 'live', rehearsal: null, started_at: app.clock.now(), width: 1280 });
    expect(await reached(subscriber, made)).toMatchObject({ join: 201, plays: true, writes: 201, tips: 200 });
    expect(await noticed(made.streamId)).toContain(subscriber.id);
    const kept = await app.platform.database
      .selectFrom('stream_recordings')
      .select('state')
      .where('stream_id', '=', made.streamId)
      .execute();
    expect(kept).toEqual([{ state: 'recording' }]);
    await made.end();
  });

  test('ends unseen: when it isn’t published any longer, and after half an hour', async () => {
    const left = await show({ isRehearsal: true });
    node.drop(left.streamId);
    await node.pass(91_000);
    await sweepShows(app.platform);
    expect(await rowOf(left.streamId)).toMatchObject({ state: 'ended', end_reason: 'neverStarted' });
    const long = await show({ isRehearsal: true });
    for (let minute = 0; minute < 29; minute += 1) await node.pass(60_000);
    await sweepShows(app.platform);
    expect((await rowOf(long.streamId)).state).toBe('starting');
    await node.pass(60_000);
    await sweepShows(app.platform);
    expect(await rowOf(long.streamId)).toMatchObject({ state: 'ended', end_reason: 'rehearsalOver' });
    expect((await star.client.send('POST /streaming/live/{id}/begin', { params: { id: long.streamId } })).error?.error).toBe(
      'LIVE_NOT_ON_AIR',
    );
    const { data } = await star.client.call('GET /streaming/shows', {});
    expect(data.map(({ _id }) => _id)).not.toContain(long.streamId);
  });
});

describe('stopping at once', () => {
  test('ends the show and withholds its recording until its performer decides', async () => {
    const made = await show({ isRecorded: true });
    const id = { params: { id: made.streamId } };
    const token = await playToken(app, follower, made.streamId);
    expect((await (await createPerformer(app, { admin })).client.send('POST /streaming/stop/{id}', id)).status).toBe(404);
    const stopped = await Promise.all([1, 2].map(() => star.client.call('POST /streaming/stop/{id}', id)));
    expect(stopped[0]).toMatchObject({ session: { state: 'ended', endReason: 'performer' }, recording: { isWithheld: true } });
    const path = join(await mkdtemp(join(tmpdir(), 'stagedoor-recording-')), 'show.mp4');
    await writeFile(path, 'ftyp and so on');
    await node.authority.recorded(made.streamId, { path, durationMs: 61_500, width: 1280, height: 720 });
    const recording = async (fan: Person) => (await fan.client.call('GET /streaming/view/{id}', id)).recording;
    expect(await recording(follower)).toBeNull();
    await expect(authorizeRecording(app.platform, made.streamId, token)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(authorizeRecording(app.platform, made.streamId, undefined)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const own = await star.client.call('GET /streaming/summary/{id}', id);
    expect([own.recording?.isWithheld, own.recording?.url?.includes('/streams/')]).toEqual([true, false]);
    expect((await star.client.call('POST /streaming/recordings/{id}/show', id)).recording?.isWithheld).toBe(false);
    expect((await recording(follower))?.url).toContain('/streams/');
    expect(await authorizeRecording(app.platform, made.streamId, undefined)).toEqual({ key: expect.any(String) });
  });
});
