import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, createAdmin, createFan, createPerformer } from '../../testing/factories.ts';
import { watchRows } from '../../testing/changed-rows.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { type TestNode, createShow, createTestNode } from '../../testing/test-node.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
let admin: Person;
let fan: Person;
let node: TestNode;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  fan = await createFan(app);
  node = createTestNode(app);
});
afterAll(() => app.close());

const newPerformer = (): Promise<Person> => createPerformer(app, { admin });
const viewOf = (idOrUsername: string) => app.client().call('GET /streaming/view/{id}', { params: { id: idOrUsername } });
const codeOf = async (answer: Promise<{ error?: { error: string } }>): Promise<string | undefined> => (await answer).error?.error;

describe('joining and tokens', () => {
  test('a visitor and a fan join by id, performer or username, and can play', async () => {
    const star = await newPerformer();
    const { streamId } = await createShow(star, { node });
    for (const [client, id] of [
      [app.client(), streamId],
      [fan.client, star.id],
      [fan.client, star.username.toUpperCase()],
    ] as const) {
      const { session, token, iceServers } = await client.call('POST /streaming/join/{id}', { params: { id } });
      expect([session._id, session.state, token.streamId, token.type]).toEqual([streamId, 'live', streamId, 'play']);
      expect(new Date(token.expireDate).getTime() - app.clock.now().getTime()).toBe(DAY_MS);
      expect(iceServers).toHaveLength(1);
      expect(session.playback?.url).not.toContain('token');
      expect((await node.authority.authorize(node, streamId, 'play', token.tokenId)).grantId).toEqual(expect.any(String));
      // A playing token can't publish.
      await expect(node.authority.authorize(node, streamId, 'publish', token.tokenId)).rejects.toMatchObject({
        code: 'LIVE_TOKEN_INVALID',
      });
    }
  });

  test('with secureOption the address contains the token, and playing requires it', async () => {
    const star = await newPerformer();
    const { streamId } = await createShow(star, { node });
    expect((await node.authority.authorize(node, streamId, 'play', undefined)).grantId).toBeNull();
    await admin.client.call('PUT /admin/settings', { body: { values: { secureOption: true, optionForBroadcast: 'mp4' } } });
    try {
      const { session, token } = await fan.client.call('POST /streaming/join/{id}', { params: { id: streamId } });
      expect(session.playback).toEqual({
        format: 'mp4',
        url: `https://media.test/media/stagedoor/streams/${streamId}.mp4?token=${token.tokenId}`,
        whep: `https://media.test/media/stagedoor/whep/${streamId}`,
        signalling: null,
      });
      expect((await viewOf(streamId)).playback?.url).toBe(`https://media.test/media/stagedoor/streams/${streamId}.mp4`);
      await expect(node.authority.authorize(node, streamId, 'play', undefined)).rejects.toMatchObject({ code: 'LIVE_TOKEN_INVALID' });
    } finally {
      await admin.client.call('PUT /admin/settings', { body: { values: { secureOption: false, optionForBroadcast: 'hls' } } });
    }
  });

  test('expireDate shortens a token, never extends it; a past one is refused', async () => {
    const star = await newPerformer();
    const { streamId } = await createShow(star, { node });
    const now = app.clock.now().getTime();
    const ask = (expireDate: string | number) =>
      fan.client.send('POST /streaming/token', { body: { id: streamId, type: 'play', expireDate } });
    const soon = new Date(now + 60_000);
    expect((await ask(soon.toISOString())).data.expireDate).toBe(soon.toISOString());
    expect((await ask(Math.floor(now / 1000) + 120)).data.expireDate).toBe(new Date((Math.floor(now / 1000) + 120) * 1000).toISOString());
    expect((await ask(new Date(now + 30 * DAY_MS).toISOString())).data.expireDate).toBe(new Date(now + DAY_MS).toISOString());
    for (const bad of [new Date(now - 1000).toISOString(), 1, Number.MAX_SAFE_INTEGER])
      expect([bad, (await ask(bad)).status]).toEqual([bad, 422]);

    const { tokenId } = (await ask(soon.toISOString())).data;
    expect((await node.authority.authorize(node, streamId, 'play', tokenId)).expiresAt).toEqual(soon);
    app.clock.advance(60_001);
    await expect(node.authority.authorize(node, streamId, 'play', tokenId)).rejects.toMatchObject({ code: 'LIVE_TOKEN_INVALID' });
    await node.report();
  });

  test('only the performer gets a publishing token', async () => {
    const star = await newPerformer();
    const other = await newPerformer();
    const { streamId } = await createShow(star);
    await app.settle();
    const changed = await watchRows(app);
    const body = { id: streamId, type: 'publish' } as const;
    for (const client of [app.client(), fan.client, other.client, admin.client])
      expect(await codeOf(client.send('POST /streaming/token', { body }))).toBe('FORBIDDEN');
    expect(await changed()).toEqual({});
    const token = await star.client.call('POST /streaming/token', { body });
    expect(token).toMatchObject({ streamId, type: 'publish' });
    await node.authority.authorize(node, streamId, 'publish', token.tokenId);
    // And a publishing token can't play.
    await expect(node.authority.authorize(node, streamId, 'play', token.tokenId)).rejects.toMatchObject({ code: 'LIVE_TOKEN_INVALID' });
  });

  test('a token of one show isn’t valid for another; a wrong one is refused even where none is required', async () => {
    const [one, two] = [await newPerformer(), await newPerformer()];
    const shows = [await createShow(one, { node }), await createShow(two, { node })];
    const { token } = await fan.client.call('POST /streaming/join/{id}', { params: { id: shows[0]!.streamId } });
    for (const [streamId, kind, given] of [
      [shows[1]!.streamId, 'play', token.tokenId],
      [shows[1]!.streamId, 'publish', shows[0]!.token],
      [shows[0]!.streamId, 'play', 'nobody-was-given-this'],
      [shows[0]!.streamId, 'play', ''],
      [shows[0]!.streamId, 'publish', undefined],
    ] as const)
      await expect(node.authority.authorize(node, streamId, kind, given)).rejects.toMatchObject({ code: 'LIVE_TOKEN_INVALID' });
    for (const unknown of ['01890000-0000-7000-8000-000000000000', 'not-an-id'])
      await expect(node.authority.authorize(node, unknown, 'play', undefined)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('after the end nobody can join or get a token, and the publishing grant is revoked', async () => {
    const star = await newPerformer();
    const { streamId, token } = await createShow(star, { node });
    await star.client.call('POST /streaming/end/{id}', { params: { id: streamId } });
    for (const id of [streamId, star.username])
      expect(await codeOf(fan.client.send('POST /streaming/join/{id}', { params: { id } }))).toBe('LIVE_NOT_ON_AIR');
    for (const type of ['play', 'publish'] as const)
      expect(await codeOf(star.client.send('POST /streaming/token', { body: { id: streamId, type } }))).toBe('LIVE_NOT_ON_AIR');
    await expect(node.authority.authorize(node, streamId, 'publish', token)).rejects.toMatchObject({ code: 'LIVE_NOT_ON_AIR' });
    await expect(node.authority.authorize(node, streamId, 'play', token)).rejects.toMatchObject({ code: 'LIVE_ENDED' });
    const { rows } = await sql<{ open: number }>`
      select count(*)::int as open from stream_rights where stream_id = ${streamId}::uuid and kind = 'publish' and revoked_at is null`.execute(
      app.platform.database,
    );
    expect(rows[0]?.open).toBe(0);
    await node.report();
  });

  test('a show that isn’t public requires an account, then access', async () => {
    const star = await newPerformer();
    const { streamId } = await createShow(star, { node });
    await sql`update streams set type = 'group' where id = ${streamId}::uuid`.execute(app.platform.database);
    await sql`update items set audience = 'buyers', price_amount = 100 where id = ${streamId}::uuid`.execute(app.platform.database);
    await sql`update conversations set type = 'stream_group' where stream_id = ${streamId}::uuid`.execute(app.platform.database);
    const join = (client: Person['client']) => codeOf(client.send('POST /streaming/join/{id}', { params: { id: streamId } }));
    expect([await join(app.client()), await join(fan.client), await join(star.client)]).toEqual(['UNAUTHENTICATED', 'LOCKED', undefined]);
    await expect(node.authority.authorize(node, streamId, 'play', undefined)).rejects.toMatchObject({ code: 'LIVE_TOKEN_INVALID' });
    const session = (type: 'group' | 'public') =>
      codeOf(fan.client.send('GET /streaming/session/{id}/{type}', { params: { id: streamId, type } }));
    expect([await session('group'), await session('public')]).toEqual(['NOT_FOUND', 'NOT_FOUND']);
    expect(await codeOf(fan.client.send('GET /streaming/view/{id}', { params: { id: streamId } }))).toBe('NOT_FOUND');
    expect(await codeOf(fan.client.send('GET /conversations/stream/{streamId}', { params: { streamId } }))).toBe('LOCKED');
    expect((await app.client().call('GET /streaming/live')).data.map(({ _id }) => _id)).not.toContain(streamId);
  });
});
