import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { STREAM_KEY } from '../../live/testing/media-server-site.ts';
import { signStreamToken } from '../../live/ant-media/stream-tokens.ts';
import { newTestIdentity } from '../../live/ant-media/test-identity.ts';
import { type Person, createAdmin, createFan, createPerformer } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { createShow } from '../../testing/test-node.ts';
import { hookSecretOf, saveMediaServer } from './media-servers.ts';
import { createStreamGrant } from './stream-grants.ts';

let app: TestApp;
let luna: Person;
let fan: Person;
let secret: string;
let servers: { jwt: string; once: string };
beforeAll(async () => {
  app = await createTestApp();
  [luna, fan] = [await createPerformer(app), await createFan(app)];
  const { platform } = app;
  secret = hookSecretOf(platform.encryption);
  const entry = { address: 'https://media.example.com', restKey: 'rest', streamKey: STREAM_KEY };
  for (const tokens of ['jwt', 'once'] as const)
    await platform.database.transaction().execute((trx) => saveMediaServer(platform.encryption, trx, { ...entry, tokens }, new Date()));
  const rows = await platform.database.selectFrom('media_servers').select('id').orderBy('id').execute();
  servers = { jwt: rows[0]!.id, once: rows[1]!.id };
  // Each node reads them once it was told.
  const admin = await createAdmin(app);
  await vi.waitUntil(async () => (await admin.client.call('GET /admin/media-server')).tokens === 'once');
});
afterAll(() => app.close());

let showId: string;
const onServer = (server: string) =>
  sql`update streams set addresses = jsonb_build_object('engine', 'antMedia', 'server', ${server}::text, 'app', 'stagedoor')
    where id = ${showId}::uuid`.execute(app.platform.database);
beforeEach(async () => {
  app.engine.looked.length = 0;
  ({ streamId: showId } = await createShow(luna));
  await onServer(servers.jwt);
  return async () => {
    await sql`update streams set state = 'ended', ended_at = now(), end_reason = 'performer' where id = ${showId}::uuid`.execute(
      app.platform.database,
    );
  };
});

type Use = 'events' | 'publish' | 'play';
const post = (use: string, body: string, type = 'application/json', path = secret) =>
  fetch(`${app.url}/hooks/live/${path}/${use}`, { method: 'POST', headers: { 'content-type': type }, body });
const ask = async (use: Use, fields: Record<string, unknown>) => (await post(use, JSON.stringify(fields))).status;
const grantOf = async (kind: 'publish' | 'play', expiresInMs = 60_000) => {
  const now = app.clock.now();
  const accountId = kind === 'publish' ? luna.id : fan.id;
  const expiresAt = new Date(now.getTime() + expiresInMs);
  return createStreamGrant(app.platform.database, { streamId: showId, accountId, country: null, kind, now, expiresAt });
};
const inAMinute = () => new Date(Date.now() + 60_000);
const claimOf = async (kind: 'publish' | 'play', grantId: string, streamId = showId, streamKey = STREAM_KEY) => ({
  streamId,
  subscriberId: grantId,
  mode: kind,
  token: await signStreamToken({ streamKey }, { streamId, type: kind, grantId }, inAMinute()),
});
/** Everything that a webhook could change. */
const everything = async () => {
  const read = (table: 'streams' | 'stream_rights' | 'stream_viewers' | 'live_nodes') =>
    app.platform.database.selectFrom(table).selectAll().execute();
  return JSON.stringify(
    await Promise.all([read('streams'), read('stream_rights'), read('stream_viewers'), read('live_nodes')]),
    (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
  );
};

describe('the addresses', () => {
  test('answer only those who know the secret', async () => {
    const wrong = secret.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
    for (const use of ['events', 'publish', 'play']) expect((await post(use, '{}', undefined, wrong)).status).toBe(404);
    expect((await post('other', '{}')).status).toBe(404);
    expect((await fetch(`${app.url}/hooks/live/${secret}/events`)).status).toBe(404);
    expect(app.engine.looked).toEqual([]);
  });

  test('limit guesses of the secret by network', async () => {
    const guesses = await Promise.all(Array.from({ length: 70 }, () => post('events', '{}', undefined, 'guess')));
    expect(guesses.map(({ status }) => status)).toContain(429);
    expect(await ask('events', { id: showId })).toBe(200);
  });

  test('refuse bodies that are too long, and take those that nobody can read for empty ones', async () => {
    const before = await everything();
    for (const body of ['', '{', '[]', 'null', '%%%', '{"id":{"a":1}}', `{"streamId":["${showId}"]}`]) {
      expect((await post('events', body)).status).toBe(200);
      expect((await post('publish', body)).status).toBe(403);
      expect((await post('play', body, 'text/plain')).status).toBe(403);
    }
    expect((await post('events', `{"id":"${'a'.repeat(70_000)}"}`)).status).toBe(413);
    expect(await everything()).toBe(before);
  });
});

describe('a permission', () => {
  test('is given to the holder of a grant of the stream and its use', async () => {
    const [publish, play] = [await grantOf('publish'), await grantOf('play')];
    const claim = await claimOf('publish', publish.grantId);
    expect(await ask('publish', claim)).toBe(200);
    expect(await ask('play', await claimOf('play', play.grantId))).toBe(200);
    const form = new URLSearchParams(claim).toString();
    expect((await post('publish', form, 'application/x-www-form-urlencoded')).status).toBe(200);
    expect(await ask('play', claim)).toBe(403);
    expect(await ask('publish', await claimOf('play', play.grantId))).toBe(403);
  });

  test('is refused with a foreign token, that of another stream or grant, and without one', async () => {
    const [{ grantId }, other] = [await grantOf('publish'), await grantOf('publish')];
    const claim = await claimOf('publish', grantId);
    expect(await ask('publish', { ...claim, token: '' })).toBe(403);
    expect(await ask('publish', await claimOf('publish', grantId, showId, 'a-key-of-another-server-012345678'))).toBe(403);
    expect(await ask('publish', { ...claim, subscriberId: other.grantId })).toBe(403);
    expect(await ask('publish', { ...claim, streamId: randomUUID() })).toBe(403);
    expect(await ask('publish', { ...(await claimOf('publish', grantId, randomUUID())), streamId: showId })).toBe(403);
    expect(await ask('publish', { ...claim, subscriberId: randomUUID() })).toBe(403);
  });

  test('ends with the grant and the show, and waits while it is paused', async () => {
    const [publish, play, short] = [await grantOf('publish'), await grantOf('play'), await grantOf('play', 1000)];
    const [publishing, playing] = [await claimOf('publish', publish.grantId), await claimOf('play', play.grantId)];
    const set = (part: string) => sql`update streams set ${sql.raw(part)} where id = ${showId}::uuid`.execute(app.platform.database);
    await set(`state = 'paused'`);
    expect([await ask('publish', publishing), await ask('play', playing)]).toEqual([403, 200]);
    await set(`state = 'starting'`);
    expect(await ask('publish', publishing)).toBe(200);
    app.clock.advance(2000);
    expect(await ask('play', await claimOf('play', short.grantId))).toBe(403);
    await luna.client.call('POST /performer/block/users', { body: { userId: fan.id } });
    expect(await ask('play', playing)).toBe(403);
    await sql`update stream_rights set revoked_at = now() where id = ${publish.grantId}::uuid`.execute(app.platform.database);
    expect(await ask('publish', publishing)).toBe(403);
    const again = await claimOf('publish', (await grantOf('publish')).grantId);
    expect(await ask('publish', again)).toBe(200);
    await set(`state = 'ended', ended_at = now(), end_reason = 'performer'`);
    expect(await ask('publish', again)).toBe(403);
  });

  test('needs a show on a media server, and the key of that server', async () => {
    const claim = await claimOf('publish', (await grantOf('publish')).grantId);
    await onServer(randomUUID());
    expect(await ask('publish', claim)).toBe(403);
    await sql`update streams set addresses = null where id = ${showId}::uuid`.execute(app.platform.database);
    expect(await ask('publish', claim)).toBe(403);
  });

  test('follows the subscriber alone where the server uses tokens of its own', async () => {
    await onServer(servers.once);
    const { grantId } = await grantOf('publish');
    expect(await ask('publish', { streamId: showId, subscriberId: grantId, token: '123456' })).toBe(200);
    expect(await ask('publish', { streamId: showId, subscriberId: randomUUID(), token: '123456' })).toBe(403);
  });

  test('is given to the stream of a test, for its own subscriber', async () => {
    const { encryption } = app.platform;
    const [test1, test2] = [newTestIdentity(encryption), newTestIdentity(encryption)];
    expect(await ask('publish', { ...test1 })).toBe(200);
    expect(await ask('publish', { ...test1, subscriberId: test2.subscriberId })).toBe(403);
    expect(await ask('play', { ...test1 })).toBe(403);
  });
});

describe('an event', () => {
  test('makes the server looked at once a second at most, however often it comes', async () => {
    const began = performance.now();
    const flood = Array.from({ length: 40 }, () => ask('events', { id: showId, action: 'liveStreamStarted' }));
    expect(new Set(await Promise.all(flood))).toEqual(new Set([200]));
    await expect.poll(() => app.engine.looked.length).toBeGreaterThan(0);
    const seconds = (performance.now() - began) / 1000;
    expect(app.engine.looked.length).toBeLessThanOrEqual(1 + Math.ceil(seconds));
    // A hint that came meanwhile isn't lost.
    await expect.poll(() => app.engine.looked.length, { timeout: 3000 }).toBeGreaterThan(1);
    expect(new Set(app.engine.looked)).toEqual(new Set([showId]));
  });

  test('changes nothing by itself, whatever it says', async () => {
    const before = await everything();
    for (const action of ['liveStreamEnded', 'liveStreamStarted', 'vodReady', 'playStarted', 'nonsense'])
      for (const id of [showId, randomUUID(), 'no-id', '']) expect(await ask('events', { id, action, subscriberId: fan.id })).toBe(200);
    await expect.poll(() => app.engine.looked).toContain(showId);
    expect(await everything()).toBe(before);
    expect(new Set(app.engine.looked)).toEqual(new Set([showId]));
  });

  test('about a show of the site’s own engine is nothing to look at', async () => {
    await sql`update streams set addresses = null where id = ${showId}::uuid`.execute(app.platform.database);
    expect(await ask('events', { id: showId, action: 'liveStreamEnded' })).toBe(200);
    const other = await app.platform.database.selectFrom('streams').select('id').execute();
    expect(other.length).toBeGreaterThan(0);
    expect(app.engine.looked).toEqual([]);
  });
});
