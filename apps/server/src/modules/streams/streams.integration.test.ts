import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Person, createAdmin, createFan, createFeed, createPerformer, topUp } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { type TestNode, createShow, createTestNode } from '../../testing/test-node.ts';

/** Statements sent by this process; set before the first connection is made. */
const statements = vi.spyOn(pg.Client.prototype, 'query');

const DAY_MS = 86_400_000;

let app: TestApp;
let admin: Person;
let fan: Person;
let blocked: Person;
let node: TestNode;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  fan = await createFan(app);
  blocked = await createFan(app);
  await topUp(app, fan, 900);
  node = createTestNode(app);
});
afterAll(async () => {
  statements.mockRestore();
  await app.close();
});

const newPerformer = (): Promise<Person> => createPerformer(app, { admin });
const rowOf = (streamId: string) =>
  app.platform.database.selectFrom('streams').selectAll().where('id', '=', streamId).executeTakeFirstOrThrow();
const viewOf = (idOrUsername: string) => app.client().call('GET /streaming/view/{id}', { params: { id: idOrUsername } });
const codeOf = async (answer: Promise<{ error?: { error: string } }>): Promise<string | undefined> => (await answer).error?.error;
/**
 * The statements of a call that touch tables of shows. The sweep touches them every few seconds too, so tests repeat a count that it
 * interfered with.
 */
const statementsOf = async (call: () => Promise<unknown>): Promise<string[]> => {
  statements.mockClear();
  await call();
  return statements.mock.calls
    .map(([first]) => (typeof first === 'string' ? first : ((first as { text?: string }).text ?? '')))
    .filter((text) => /\b(streams|stream_\w+|conversations|messages)\b/.test(text));
};

describe('POST /streaming/live', () => {
  test('creates the show, its item, its conversation and a publishing grant, and returns the addresses', async () => {
    const star = await newPerformer();
    const goal = { title: 'New strings', amount: 50 };
    const { session, publishing } = await star.client.call('POST /streaming/live', { body: { title: 'Late set', isRecorded: true, goal } });
    expect(session).toMatchObject({
      type: 'public',
      state: 'starting',
      title: 'Late set',
      performer: { _id: star.id, isLive: false },
      isRecorded: true,
      goal: { ...goal, raised: 0 },
      playback: { format: 'hls', url: `https://media.test/media/stagedoor/streams/${session._id}.m3u8` },
      recording: null,
      startedAt: null,
    });
    expect(publishing).toEqual({
      whip: `https://media.test/media/stagedoor/whip/${session._id}`,
      signalling: null,
      streamId: session._id,
      token: expect.stringMatching(/^[\w-]{43}$/),
      subscriberId: null,
      iceServers: [{ urls: ['stun:stun.test:3478'] }],
    });
    const { database } = app.platform;
    expect(await database.selectFrom('items').selectAll().where('id', '=', session._id).executeTakeFirst()).toMatchObject({
      kind: 'stream',
      audience: 'everyone',
      on_sale: true,
      price_amount: null,
      performer_id: star.id,
    });
    expect(
      await database.selectFrom('conversations').selectAll().where('id', '=', session.conversationId).executeTakeFirst(),
    ).toMatchObject({
      type: 'stream_public',
      source: 'stream',
      source_id: session._id,
      stream_id: session._id,
      closed_at: null,
    });
    const grant = await database.selectFrom('stream_rights').selectAll().where('stream_id', '=', session._id).executeTakeFirstOrThrow();
    expect([grant.kind, grant.account_id, grant.expires_at.getTime() - app.clock.now().getTime()]).toEqual(['publish', star.id, DAY_MS]);
    expect(grant.token_hash).toEqual(createHash('sha256').update(publishing.token).digest());
    expect((await rowOf(session._id)).goal_amount).toBe(5000n);
  });

  test('returns the open show with its fields; each call gets its own token', async () => {
    const star = await newPerformer();
    const first = await star.client.call('POST /streaming/live', { body: { title: 'One', isRecorded: true } });
    const second = await star.client.call('POST /streaming/live', { body: { title: 'Two', goal: { title: 'Goal', amount: 1 } } });
    expect(second.session).toEqual({ ...first.session });
    expect(second.publishing.token).not.toBe(first.publishing.token);
    for (const { publishing } of [first, second])
      expect((await node.authority.authorize(node, first.session._id, 'publish', publishing.token)).isRecorded).toBe(true);
  });

  test('creates one show for twenty concurrent calls', async () => {
    const star = await newPerformer();
    const started = await Promise.all(
      Array.from({ length: 20 }, (_, index) => star.client.call('POST /streaming/live', { body: { title: `No. ${index}` } })),
    );
    expect(new Set(started.map(({ session }) => session._id)).size).toBe(1);
    expect(new Set(started.map(({ publishing }) => publishing.token)).size).toBe(20);
    const { rows } = await sql<{ shows: number; items: number; chats: number }>`
      select (select count(*)::int from streams where performer_id = ${star.id}::uuid) as shows,
        (select count(*)::int from items where performer_id = ${star.id}::uuid and kind = 'stream') as items,
        (select count(*)::int from conversations where performer_id = ${star.id}::uuid) as chats`.execute(app.platform.database);
    expect(rows[0]).toEqual({ shows: 1, items: 1, chats: 1 });
  });

  test('does not continue an ended show', async () => {
    const star = await newPerformer();
    const first = await createShow(star);
    await star.client.call('POST /streaming/end/{id}', { params: { id: first.streamId } });
    expect((await createShow(star)).streamId).not.toBe(first.streamId);
  });
});

describe('reading shows', () => {
  test('the open show, else the last one; isLive is current on cards, profiles and posts', async () => {
    const star = await newPerformer();
    const feedId = await createFeed(star, { photos: 0, text: 'Tonight!' });
    const isLive = async () => [
      (await fan.client.call('GET /performers/{id}', { params: { id: star.username } })).isLive,
      (await fan.client.call('GET /performers/search', { query: { q: star.username } })).data[0]?.isLive,
      (await fan.client.call('GET /feeds/{id}', { params: { id: feedId } })).performer.isLive,
      (await fan.client.call('GET /feeds', { query: { performerId: star.id } })).data[0]?.performer.isLive,
    ];
    expect(await isLive()).toEqual([false, false, false, false]);
    expect(await codeOf(fan.client.send('GET /streaming/view/{id}', { params: { id: star.username } }))).toBe('NOT_FOUND');
    const first = await createShow(star, { node, title: 'First' });
    expect(await isLive()).toEqual([true, true, true, true]);
    node.drop(first.streamId);
    await node.report();
    expect(await isLive()).toEqual([true, true, true, true]);
    await star.client.call('POST /streaming/end/{id}', { params: { id: first.streamId } });
    expect(await isLive()).toEqual([false, false, false, false]);
    expect(await viewOf(star.username)).toMatchObject({ _id: first.streamId, state: 'ended', endReason: 'performer', playback: null });
    const second = await createShow(star);
    expect((await viewOf(star.id))._id).toBe(second.streamId);
    expect((await viewOf(first.streamId)).title).toBe('First');
    const params = { id: star.username, type: 'public' } as const;
    expect((await fan.client.call('GET /streaming/session/{id}/{type}', { params }))._id).toBe(second.streamId);
  });

  test('live shows, most watched first', async () => {
    const [quiet, loud, hidden] = [await newPerformer(), await newPerformer(), await newPerformer()];
    const shows: string[] = [];
    for (const [performer, viewers] of [
      [quiet, 1],
      [loud, 3],
      [hidden, 2],
    ] as const) {
      const { streamId } = await createShow(performer, { node });
      for (let i = 0; i < viewers; i += 1) await node.watch(streamId);
      shows.push(streamId);
    }
    await createShow(await newPerformer());
    await node.report();
    await app.platform.database.insertInto('blocks').values({ performer_id: hidden.id, account_id: blocked.id }).execute();
    const list = async (client: Person['client']) =>
      (await client.call('GET /streaming/live', { query: { limit: 100 } })).data.filter(({ _id }) => shows.includes(_id));
    expect((await list(app.client())).map(({ _id, viewers }) => [_id, viewers])).toEqual([
      [shows[1], 3],
      [shows[2], 2],
      [shows[0], 1],
    ]);
    expect((await list(blocked.client)).map(({ _id }) => _id)).toEqual([shows[1], shows[0]]);
    expect((await list(app.client()))[0]).toMatchObject({
      state: 'live',
      performer: { _id: loud.id, isLive: true },
      title: 'Evening practice',
    });
  });

  test('joining takes two statements and viewing one, regardless of the show’s activity', async () => {
    const star = await newPerformer();
    const { streamId } = await createShow(star, { node, goal: { title: 'Strings', amount: 5 } });
    const join = () => fan.client.call('POST /streaming/join/{id}', { params: { id: star.username } });
    await expect.poll(() => statementsOf(join)).toHaveLength(2);
    for (let i = 0; i < 3; i += 1)
      await fan.client.call('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: star.id }, body: { amount: 2, streamId } });
    await app.settle();
    expect((await viewOf(streamId)).topTippers).toHaveLength(1);
    await expect.poll(() => statementsOf(join)).toHaveLength(2);
    await expect.poll(() => statementsOf(() => viewOf(streamId))).toHaveLength(1);
  });
});

describe('the end', () => {
  test('closes everything, informs the engine, and sums up from the ledger', async () => {
    const star = await newPerformer();
    const [second, third] = [await createFan(app), await createFan(app)];
    for (const person of [second, third]) await topUp(app, person, 100);
    const { streamId, conversationId } = await createShow(star, { node, isRecorded: true, goal: { title: 'Strings', amount: 30 } });
    const { token } = await fan.client.call('POST /streaming/join/{id}', { params: { id: streamId } });
    await fan.client.call('POST /streaming/join/{id}', { params: { id: streamId } });
    await star.client.call('POST /streaming/join/{id}', { params: { id: streamId } });
    await app.client().call('POST /streaming/join/{id}', { params: { id: streamId } });
    await node.watch(streamId, token.tokenId);
    await node.watch(streamId);
    await node.pass(6000);
    await node.pass(6000);
    const tip = (person: Person, amount: number) =>
      person.client.call('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: star.id }, body: { amount, streamId } });
    for (const [person, amount] of [
      [fan, 1.5],
      [second, 20],
      [third, 2.25],
      [fan, 3],
    ] as const)
      await tip(person, amount);
    await fan.client.call('POST /messages/stream/public/conversations/{id}', { params: { id: conversationId }, body: { text: 'Bravo' } });
    await app.settle();
    const summary = await star.client.call('POST /streaming/end/{id}', { params: { id: streamId } });
    expect(summary).toMatchObject({
      session: {
        state: 'ended',
        endReason: 'performer',
        goal: { amount: 30, raised: 26.75 },
        viewers: 0,
        peakViewers: 2,
        topTippers: [
          { fan: { _id: second.id }, amount: 20 },
          { fan: { _id: fan.id }, amount: 4.5 },
          { fan: { _id: third.id }, amount: 2.25 },
        ],
      },
      durationSeconds: 12,
      // The fan, who joined twice, and the visitor; not the performer.
      viewers: 2,
      watchedMinutes: 0.4,
      messages: 1,
      tips: { count: 4, tokens: 26.75, net: 21.4, currency: 'USD' },
      recording: { state: 'processing', url: null, durationSeconds: null },
    });
    expect(app.engine.ended).toContain(streamId);
    const { database } = app.platform;
    expect((await rowOf(streamId)).ended_at).toEqual(app.clock.now());
    expect((await database.selectFrom('items').select('on_sale').where('id', '=', streamId).executeTakeFirstOrThrow()).on_sale).toBe(false);
    expect(await database.selectFrom('conversations').select('closed_at').where('id', '=', conversationId).executeTakeFirst()).toEqual({
      closed_at: app.clock.now(),
    });
    expect((await star.client.call('GET /performers/{id}', { params: { id: star.username } })).live).toEqual({ state: 'none' });
    // Ending it again changes nothing; it is too late for a tip.
    app.clock.advance(1000);
    expect(await star.client.call('POST /streaming/end/{id}', { params: { id: streamId } })).toEqual(summary);
    const late = { params: { id: star.id }, body: { amount: 2, streamId } };
    expect(await codeOf(fan.client.send('POST /payment-wallet/send-tip-wallet/{id}', late))).toBe('LIVE_NOT_ON_AIR');
    expect((await node.report()).end).toContain(streamId);
  });

  test('concurrent ends and starts: at most one show is open, and it isn’t the ended one', async () => {
    const star = await newPerformer();
    const { streamId } = await createShow(star);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        index % 2 === 0
          ? star.client.send('POST /streaming/end/{id}', { params: { id: streamId } })
          : star.client.send('POST /streaming/live', { body: { title: 'Again' } }),
      ),
    );
    expect(answers.filter(({ status }) => status >= 300)).toEqual([]);
    const { rows } = await sql<{ open: number }>`
      select count(*)::int as open from streams where performer_id = ${star.id}::uuid and ended_at is null`.execute(app.platform.database);
    expect(rows[0]!.open).toBeLessThanOrEqual(1);
    expect((await rowOf(streamId)).end_reason).toBe('performer');
  });
});
