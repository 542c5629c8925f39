import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Person, createAdmin, createFan, createPerformer } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { announcedStates, createIsolatedNode, createShow, createTestNode, playToken } from '../../testing/test-node.ts';
import { createDatabase, createPool } from '../../platform/database/database.ts';
import { codedErrorOf } from '../../platform/http/errors.ts';
import { createDatabaseGate } from '../../testing/database-gate.ts';
import { createStreamAuthority, findNodeUrl, listLiveNodes, sweepShows } from './index.ts';
import { cleanStreams } from './streams.jobs.ts';

/** Statements sent by this process; set before the first connection is made. */
const statements = vi.spyOn(pg.Client.prototype, 'query');

const SECOND_MS = 1000;
const DAY_MS = 86_400_000;

let app: TestApp;
let admin: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  fan = await createFan(app);
});
afterAll(async () => {
  statements.mockRestore();
  await app.close();
});

const newPerformer = (): Promise<Person> => createPerformer(app, { admin });
const rowOf = (streamId: string) =>
  app.platform.database.selectFrom('streams').selectAll().where('id', '=', streamId).executeTakeFirstOrThrow();
const stateOf = async (streamId: string): Promise<string> => (await rowOf(streamId)).state;
const viewerOf = (grantId: string) =>
  app.platform.database.selectFrom('stream_viewers').selectAll().where('right_id', '=', grantId).executeTakeFirstOrThrow();
const liveStreamOf = async (performer: Person): Promise<string | null> => {
  const { live } = await performer.client.call('GET /performers/{id}', { params: { id: performer.username } });
  return live.state === 'public' || live.state === 'group' ? live.streamId : null;
};

describe('the states of a show', () => {
  test('starting, live, interrupted, live again in the same show, ended', async () => {
    const node = await createIsolatedNode(app);
    const star = await newPerformer();
    const { streamId, token } = await createShow(star, { isRecorded: true });
    expect([await stateOf(streamId), await liveStreamOf(star)]).toEqual(['starting', null]);
    await node.authority.authorize(node, streamId, 'publish', token);
    await node.report();
    expect([await stateOf(streamId), (await rowOf(streamId)).node_id]).toEqual(['starting', node.id]);

    await node.publish(streamId, token);
    await node.pass(2000);
    const started = app.clock.now();
    expect(await rowOf(streamId)).toMatchObject({ state: 'live', started_at: started, width: 1280, height: 720, published_ms: 2000n });
    expect(await liveStreamOf(star)).toBe(streamId);

    node.drop(streamId);
    await node.pass(2000);
    const dropped = app.clock.now();
    expect(await rowOf(streamId)).toMatchObject({ state: 'interrupted', interrupted_at: dropped, published_ms: 2000n });
    expect(await liveStreamOf(star)).toBe(streamId);
    const view = await app.client().call('GET /streaming/view/{id}', { params: { id: streamId } });
    expect(view.returnBy).toBe(new Date(dropped.getTime() + 90 * SECOND_MS).toISOString());

    app.clock.advance(80 * SECOND_MS);
    await node.report();
    await sweepShows(app.platform);
    const again = await star.client.call('POST /streaming/live', { body: { title: 'Another' } });
    expect([again.session._id, again.session.title]).toEqual([streamId, 'Evening practice']);
    await node.publish(streamId, again.publishing.token);
    await node.pass(1000);
    expect(await rowOf(streamId)).toMatchObject({ state: 'live', started_at: started, interrupted_at: null, published_ms: 3000n });

    await star.client.call('POST /streaming/end/{id}', { params: { id: streamId } });
    expect((await node.report()).end).toEqual([streamId]);
    expect((await node.report()).end).toEqual([]);
    expect([await stateOf(streamId), await liveStreamOf(star)]).toEqual(['ended', null]);
    expect(await announcedStates(app, streamId)).toEqual(['live', 'interrupted', 'live', 'ended']);
  });

  test('a show without its publisher for 90 seconds is ended as dropped, with its chat', async () => {
    const node = await createIsolatedNode(app);
    const star = await newPerformer();
    const { streamId, conversationId, token } = await createShow(star, { node });
    node.drop(streamId);
    await node.report();
    app.clock.advance(89 * SECOND_MS);
    await node.report();
    await sweepShows(app.platform);
    expect(await stateOf(streamId)).toBe('interrupted');
    app.clock.advance(SECOND_MS);
    await Promise.all([sweepShows(app.platform), sweepShows(app.platform), sweepShows(app.platform)]);
    expect(await rowOf(streamId)).toMatchObject({ state: 'ended', end_reason: 'dropped', ended_at: app.clock.now() });
    expect(await announcedStates(app, streamId)).toEqual(['live', 'interrupted', 'ended']);
    expect(await liveStreamOf(star)).toBeNull();
    await expect(node.authority.authorize(node, streamId, 'publish', token)).rejects.toMatchObject({ code: 'LIVE_NOT_ON_AIR' });
    const say = { params: { id: conversationId }, body: { text: 'Come back!' } };
    expect((await fan.client.send('POST /messages/stream/public/conversations/{id}', say)).error.error).toBe('LIVE_NOT_ON_AIR');
    expect((await node.report()).end).toEqual([streamId]);
  });

  test('a show that never started ends after 90 seconds', async () => {
    await createIsolatedNode(app);
    const { streamId } = await createShow(await newPerformer());
    app.clock.advance(89 * SECOND_MS);
    await sweepShows(app.platform);
    expect(await stateOf(streamId)).toBe('starting');
    app.clock.advance(SECOND_MS);
    await sweepShows(app.platform);
    expect(await rowOf(streamId)).toMatchObject({ state: 'ended', end_reason: 'neverStarted', started_at: null });
    expect(await announcedStates(app, streamId)).toEqual(['ended']);
  });

  test('a show for an encoder waits ten minutes for its signal, a rehearsal of one too', async () => {
    await createIsolatedNode(app);
    for (const body of [{ fromEncoder: true }, { fromEncoder: true, isRehearsal: true }]) {
      const star = await newPerformer();
      const { session } = await star.client.call('POST /streaming/live', { body });
      expect(session.startBy).toBe(new Date(app.clock.now().getTime() + 600 * SECOND_MS).toISOString());
      app.clock.advance(599 * SECOND_MS);
      await sweepShows(app.platform);
      expect(await stateOf(session._id)).toBe('starting');
      app.clock.advance(SECOND_MS);
      await sweepShows(app.platform);
      expect(await rowOf(session._id)).toMatchObject({ state: 'ended', end_reason: 'neverStarted' });
    }
  });

  test('the show of a suspended performer ends', async () => {
    const node = await createIsolatedNode(app);
    const star = await newPerformer();
    const { streamId } = await createShow(star, { node });
    await app.platform.database.updateTable('accounts').set({ status: 'suspended' }).where('id', '=', star.id).execute();
    await sweepShows(app.platform);
    expect(await rowOf(streamId)).toMatchObject({ state: 'ended', end_reason: 'moderator' });
    expect((await node.report()).end).toEqual([streamId]);
  });
});

describe('nodes', () => {
  test('a node that is silent for 10 seconds is dead: its shows wait, and continue elsewhere', async () => {
    const [first, second] = [await createIsolatedNode(app), createTestNode(app)];
    const star = await newPerformer();
    const { streamId, token } = await createShow(star, { node: first });
    await second.report();
    await first.watch(streamId);
    await first.pass(4000);
    expect([await findNodeUrl(app.platform, streamId), (await listLiveNodes(app.platform)).map(({ id }) => id)]).toEqual([
      first.url,
      [second.id, first.id],
    ]);

    // `kill -9`: it no longer reports.
    app.clock.advance(9 * SECOND_MS);
    await second.report();
    await sweepShows(app.platform);
    expect(await stateOf(streamId)).toBe('live');
    app.clock.advance(SECOND_MS + 1);
    await second.report();
    await sweepShows(app.platform);
    expect(await rowOf(streamId)).toMatchObject({ state: 'interrupted', node_id: null, viewer_count: 0, peak_viewer_count: 1 });
    expect([await findNodeUrl(app.platform, streamId), (await listLiveNodes(app.platform)).map(({ id }) => id)]).toEqual([
      second.url,
      [second.id],
    ]);

    await second.publish(streamId, token);
    await second.pass(1500);
    // The time published there is added to the time before.
    expect(await rowOf(streamId)).toMatchObject({ state: 'live', node_id: second.id, published_ms: 5500n });
    await second.pass(1000);
    expect((await rowOf(streamId)).published_ms).toBe(6500n);
    expect(await findNodeUrl(app.platform, streamId)).toBe(second.url);
    expect(await announcedStates(app, streamId)).toEqual(['live', 'interrupted', 'live']);
  });

  test('a publisher on another node moves the show there; the first node ends it', async () => {
    const [first, second] = [await createIsolatedNode(app), createTestNode(app)];
    const { streamId, token } = await createShow(await newPerformer(), { node: first });
    await first.watch(streamId);
    await first.report();
    await second.publish(streamId, token);
    await second.report();
    expect(await rowOf(streamId)).toMatchObject({ state: 'live', node_id: second.id });
    expect((await first.report()).end).toEqual([streamId]);
    expect(await rowOf(streamId)).toMatchObject({ state: 'live', node_id: second.id });
    expect((await second.report()).end).toEqual([]);
  });

  test('a node that was cut off from the database gets its shows back', async () => {
    const node = await createIsolatedNode(app);
    const { streamId } = await createShow(await newPerformer(), { node });
    app.clock.advance(11 * SECOND_MS);
    await sweepShows(app.platform);
    expect(await rowOf(streamId)).toMatchObject({ state: 'interrupted', node_id: null });
    expect((await node.report()).end).toEqual([]);
    expect(await rowOf(streamId)).toMatchObject({ state: 'live', node_id: node.id });
  });

  test('a show that is live in the tables but not hosted by its node is interrupted', async () => {
    const node = await createIsolatedNode(app);
    const { streamId } = await createShow(await newPerformer(), { node });
    node.hosted.clear();
    await node.report();
    expect(await stateOf(streamId)).toBe('interrupted');
  });

  test('a node that stops leaves its shows waiting, and is removed', async () => {
    const node = await createIsolatedNode(app);
    const { streamId } = await createShow(await newPerformer(), { node });
    await node.authority.leave(node);
    expect(await rowOf(streamId)).toMatchObject({ state: 'interrupted', node_id: null });
    expect(await listLiveNodes(app.platform)).toEqual([]);
    expect(await findNodeUrl(app.platform, streamId)).toBeNull();
  });

  test('a hosted show unknown to the tables is ended', async () => {
    const node = await createIsolatedNode(app);
    const unknown = '01890000-0000-7000-8000-000000000000';
    node.drop(unknown);
    expect(await node.report()).toEqual({ end: [unknown], begin: [], revoked: [] });
  });

  test('a report takes as many statements for twelve shows as for one', async () => {
    const node = await createIsolatedNode(app);
    const cost = async (): Promise<number> => {
      await node.pass(2000);
      statements.mockClear();
      await node.report();
      return statements.mock.calls.filter(([first]) =>
        /live_nodes|streams|stream_/.test(typeof first === 'string' ? first : ((first as { text?: string }).text ?? '')),
      ).length;
    };
    const { streamId } = await createShow(await newPerformer(), { node });
    await node.watch(streamId, await playToken(app, fan, streamId));
    // The shows are swept every few seconds too: repeated until no sweep came between.
    await expect.poll(cost).toBe(6);
    for (let i = 0; i < 11; i += 1) {
      const { streamId: id } = await createShow(await newPerformer(), { node });
      await node.watch(id, await playToken(app, undefined, id));
    }
    await expect.poll(cost).toBe(6);
  });
});

test('during a database outage every question fails, and the next report restores the state', async () => {
  const gate = await createDatabaseGate(app.testDatabase.ownerUrl);
  const pool = createPool({ url: gate.url, max: 2, onError: () => {} });
  try {
    const node = await createIsolatedNode(app);
    const { streamId, token } = await createShow(await newPerformer(), { node });
    const authority = createStreamAuthority({ ...app.platform, database: createDatabase(pool) });
    expect(await authority.reconcile(node, [...node.hosted.values()])).toEqual({ end: [], begin: [], revoked: [] });
    gate.close();
    const away = (error: unknown) => expect(codedErrorOf(error).code).toBe('UNAVAILABLE');
    await authority.reconcile(node, [...node.hosted.values()]).then(() => expect.unreachable(), away);
    await authority.authorize(node, streamId, 'publish', token).then(() => expect.unreachable(), away);
    app.clock.advance(60 * SECOND_MS);
    await sweepShows(app.platform);
    expect(await stateOf(streamId)).toBe('interrupted');
    gate.open();
    expect(await authority.reconcile(node, [...node.hosted.values()])).toEqual({ end: [], begin: [], revoked: [] });
    expect(await rowOf(streamId)).toMatchObject({ state: 'live', node_id: node.id });
  } finally {
    await pool.end();
    await gate.end();
  }
});

describe('viewers', () => {
  test('are counted when they come, watch, leave and return', async () => {
    const node = await createIsolatedNode(app);
    const { streamId } = await createShow(await newPerformer(), { node });
    const { grantId } = await node.watch(streamId, await playToken(app, fan, streamId));
    await node.watch(streamId);
    await node.pass(2000);
    expect(await viewerOf(grantId!)).toMatchObject({ account_id: fan.id, watched_ms: 2000n, left_at: null });
    expect(await rowOf(streamId)).toMatchObject({ viewer_count: 2, peak_viewer_count: 2, watched_ms: 4000n });

    const hosted = node.hosted.get(streamId)!;
    node.hosted.set(streamId, { ...hosted, viewers: 0, watching: [] });
    await node.pass(2000);
    expect((await viewerOf(grantId!)).left_at).toEqual(app.clock.now());
    expect(await rowOf(streamId)).toMatchObject({ viewer_count: 0, peak_viewer_count: 2 });

    node.hosted.set(streamId, { ...hosted, viewers: 1, watching: [{ grantId: grantId!, watchedMs: 0 }] });
    await node.pass(500);
    expect(await viewerOf(grantId!)).toMatchObject({ watched_ms: 2500n, left_at: null });
    await node.pass(2000);
    expect((await viewerOf(grantId!)).watched_ms).toBe(4500n);
  });

  test('don’t include the performer, who watches a show that another program publishes', async () => {
    const node = await createIsolatedNode(app);
    const performer = await newPerformer();
    const { streamId } = await createShow(performer, { node });
    await node.watch(streamId, await playToken(app, performer, streamId));
    await node.watch(streamId, await playToken(app, fan, streamId));
    await node.pass(2000);
    expect(await rowOf(streamId)).toMatchObject({ viewer_count: 1, peak_viewer_count: 1, watched_ms: 2000n });
  });

  test('with an expired or revoked grant, suspended or blocked are disconnected at the next report', async () => {
    const node = await createIsolatedNode(app);
    const star = await newPerformer();
    const { streamId } = await createShow(star, { node });
    const [revoked, suspended, blocked, stays] = [await createFan(app), await createFan(app), await createFan(app), await createFan(app)];
    const tokens = new Map<string, string>();
    const grants = new Map<string, string>();
    for (const person of [revoked, suspended, blocked, stays]) {
      tokens.set(person.id, await playToken(app, person, streamId));
      grants.set(person.id, (await node.watch(streamId, tokens.get(person.id)!)).grantId!);
    }
    const expireDate = new Date(app.clock.now().getTime() + 5000).toISOString();
    const short = await app.client().call('POST /streaming/token', { body: { id: streamId, type: 'play', expireDate } });
    const { grantId: expiring } = await node.watch(streamId, short.tokenId);
    expect((await node.report()).revoked).toEqual([]);

    const { database } = app.platform;
    await database.updateTable('stream_rights').set({ revoked_at: app.clock.now() }).where('id', '=', grants.get(revoked.id)!).execute();
    await database.updateTable('accounts').set({ status: 'suspended' }).where('id', '=', suspended.id).execute();
    await database.insertInto('blocks').values({ performer_id: star.id, account_id: blocked.id }).execute();
    const orders = await node.pass(5000);
    expect(new Set(orders.revoked.map(({ grantId }) => grantId))).toEqual(
      new Set([grants.get(revoked.id), grants.get(suspended.id), grants.get(blocked.id), expiring]),
    );
    expect(node.hosted.get(streamId)?.watching.map(({ grantId }) => grantId)).toEqual([grants.get(stays.id)]);
    for (const token of [tokens.get(revoked.id), tokens.get(suspended.id), tokens.get(blocked.id), short.tokenId])
      await expect(node.authority.authorize(node, streamId, 'play', token)).rejects.toMatchObject({ code: 'LIVE_TOKEN_INVALID' });
    expect((await node.report()).revoked).toEqual([]);
  });
});

test('grants are deleted a week after the show, dead nodes after a day; viewers are kept', async () => {
  const node = await createIsolatedNode(app);
  const star = await newPerformer();
  const { streamId } = await createShow(star, { node });
  await node.watch(streamId, await playToken(app, fan, streamId));
  await node.pass(1000);
  await star.client.call('POST /streaming/end/{id}', { params: { id: streamId } });
  const count = async () =>
    (
      await sql<{ grants: number; nodes: number; viewers: number }>`
        select (select count(*)::int from stream_rights where stream_id = ${streamId}::uuid) as grants,
          (select count(*)::int from live_nodes where id = ${node.id}::uuid) as nodes,
          (select count(*)::int from stream_viewers where stream_id = ${streamId}::uuid) as viewers`.execute(app.platform.database)
    ).rows[0];
  app.clock.advance(DAY_MS - 1000);
  await cleanStreams(app.platform);
  expect(await count()).toEqual({ grants: 2, nodes: 1, viewers: 1 });
  app.clock.advance(2000);
  await cleanStreams(app.platform);
  expect(await count()).toEqual({ grants: 2, nodes: 0, viewers: 1 });
  app.clock.advance(6 * DAY_MS);
  await cleanStreams(app.platform);
  expect(await count()).toEqual({ grants: 0, nodes: 0, viewers: 1 });
});
