import { type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Client } from '../../testing/client.ts';
import { PASSWORD, type Person, createAdmin, createFan, createPerformer } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { type ServerProcess, startServer } from '../../testing/server-process.ts';
import type { Listener, NotificationHandler } from '../database/listener.ts';
import { createSessions, hashToken } from './sessions.ts';

// Two nodes on one database. The end of a session on one of them reaches the other at once; without the notification its
// cache would expire after five seconds.

const AT_ONCE = { timeout: 4_000, interval: 10 };
const DAY_MS = 86_400_000;

let app: TestApp;
let other: ServerProcess;
beforeAll(async () => {
  app = await createTestApp();
  other = await startServer({ databaseUrl: app.testDatabase.ownerUrl, dataDirectory: app.dataDirectory }, { ROLES: 'web' });
});
afterAll(async () => {
  await other.kill();
  await app.close();
});

const codeOf = async (client: Client): Promise<string> => {
  const { status, error } = await client.send('GET /subscriptions/search');
  return status === 200 ? 'in' : error.error;
};
/** The caller on both nodes, cached by both. */
const onBothNodes = async (token: string | undefined): Promise<[Client, Client]> => {
  const clients: [Client, Client] = [app.client(token), other.client(token)];
  expect(await Promise.all(clients.map(codeOf))).toEqual(['in', 'in']);
  return clients;
};
const logIn = async (person: Person, password = PASSWORD): Promise<string> =>
  (await app.client().call('POST /auth/login', { body: { username: person.username, password } })).token;
const setStatus = (id: string, status: 'active' | 'suspended' | 'deleted') =>
  app.platform.database.updateTable('accounts').set({ status }).where('id', '=', id).execute();

describe('on another node', () => {
  test('a log-out takes effect at once, for that session only', async () => {
    const fan = await createFan(app);
    const stays = await onBothNodes(fan.client.token);
    const [here, there] = await onBothNodes(await logIn(fan));
    await there.call('POST /auth/logout');
    expect(await codeOf(there)).toBe('UNAUTHENTICATED');
    await vi.waitUntil(async () => (await codeOf(here)) === 'UNAUTHENTICATED', AT_ONCE);
    expect(await Promise.all(stays.map(codeOf))).toEqual(['in', 'in']);
  });

  test('a suspension takes effect at once, and so does its end', async () => {
    const fan = await createFan(app);
    const clients = await onBothNodes(fan.client.token);
    await setStatus(fan.id, 'suspended');
    for (const client of clients) await vi.waitUntil(async () => (await codeOf(client)) === 'ACCOUNT_SUSPENDED', AT_ONCE);
    // A new log-in doesn't change that.
    expect(await codeOf(other.client(await logIn(fan)))).toBe('ACCOUNT_SUSPENDED');
    await setStatus(fan.id, 'active');
    for (const client of clients) await vi.waitUntil(async () => (await codeOf(client)) === 'in', AT_ONCE);
  });

  test('a deleted account is logged out at once, and can’t log in', async () => {
    const fan = await createFan(app);
    const clients = await onBothNodes(fan.client.token);
    await setStatus(fan.id, 'deleted');
    for (const client of clients) await vi.waitUntil(async () => (await codeOf(client)) === 'UNAUTHENTICATED', AT_ONCE);
    const answer = await app.client().send('POST /auth/login', { body: { username: fan.username, password: PASSWORD } });
    expect(answer.error.error).toBe('INCORRECT_CREDENTIALS');
  });

  test('an approval takes effect at once', async () => {
    const applicant = await createPerformer(app, { approved: false });
    const there = other.client(applicant.client.token);
    expect((await there.call('GET /users/me')).isLiteAccount).toBe(true);
    expect((await there.send('GET /performer/feeds')).error.error).toBe('LITE_ACCOUNT');
    await app.platform.database.updateTable('performers').set({ state: 'approved' }).where('account_id', '=', applicant.id).execute();
    await vi.waitUntil(async () => (await there.send('GET /performer/feeds')).status === 200, AT_ONCE);
  });
});

describe('passwords', () => {
  test('a changed one ends the other sessions everywhere, and only the new one works', async () => {
    const fan = await createFan(app);
    const others = await onBothNodes(fan.client.token);
    const own = await onBothNodes(await logIn(fan));
    await own[1].call('PUT /auth/me/password', { body: { password: 'a new one, quite long', currentPassword: PASSWORD } });
    for (const client of others) await vi.waitUntil(async () => (await codeOf(client)) === 'UNAUTHENTICATED', AT_ONCE);
    expect(await Promise.all(own.map(codeOf))).toEqual(['in', 'in']);
    expect((await app.client().send('POST /auth/login', { body: { username: fan.username, password: PASSWORD } })).status).toBe(400);
    await onBothNodes(await logIn(fan, 'a new one, quite long'));
  });

  test('a wrong current one changes nothing; without it a recent log-in is required', async () => {
    const fan = await createFan(app);
    const change = (currentPassword?: string) =>
      fan.client.send('PUT /auth/me/password', {
        body: { password: 'a new one, quite long', ...(currentPassword ? { currentPassword } : {}) },
      });
    expect((await change('not it, not it')).error.error).toBe('CURRENT_PASSWORD_WRONG');
    expect(await codeOf(app.client(await logIn(fan)))).toBe('in');
    app.clock.advance(11 * 60_000);
    expect((await change()).error.error).toBe('RECENT_LOGIN_REQUIRED');
    await logIn(fan);
  });

  test('a reset by mail ends every session, and its link works once', async () => {
    const fan = await createFan(app);
    const clients = await onBothNodes(fan.client.token);
    await app.client().call('POST /auth/forgot', { body: { email: fan.email } });
    await app.settle();
    const mail = (await app.mailsTo(fan.email)).at(-1)!.replace(/=\r?\n/g, '');
    const token = /reset-password\?token=(?:3D)?([\w-]{20,})/.exec(mail)![1]!;
    const reset = () => app.client().send('POST /auth/reset', { body: { token, password: 'a third one, long too' } });
    expect((await reset()).status).toBe(200);
    for (const client of clients) await vi.waitUntil(async () => (await codeOf(client)) === 'UNAUTHENTICATED', AT_ONCE);
    expect((await reset()).error.error).toBe('TOKEN_INVALID');
  });
});

test('the database stores only hashes of tokens and passwords', async () => {
  const fan = await createFan(app);
  const token = fan.client.token!;
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('public', 'ledger') and table_type = 'BASE TABLE'`.execute(app.platform.database);
  for (const { name } of tables) {
    const { rows } =
      await sql`select 1 from ${sql.raw(name)} t where position(${token} in t::text) > 0 or position(${PASSWORD} in t::text) > 0`.execute(
        app.platform.database,
      );
    expect([name, rows.length]).toEqual([name, 0]);
  }
  const row = await app.platform.database
    .selectFrom('sessions')
    .select(['token_hash', 'account_id'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  expect([row?.account_id, row?.token_hash.length]).toEqual([fan.id, 32]);
  const { password_hash } = await app.platform.database
    .selectFrom('accounts')
    .select('password_hash')
    .where('id', '=', fan.id)
    .executeTakeFirstOrThrow();
  expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  // A hash is not a token.
  expect(await codeOf(app.client(hashToken(token).toString('base64url')))).toBe('UNAUTHENTICATED');
});

test('a session expires after a day, or after a year with “remember me”', async () => {
  const separateApp = await createTestApp();
  try {
    const fan = await createFan(separateApp);
    const forDay = (await separateApp.client().call('POST /auth/login', { body: { username: fan.username, password: PASSWORD } })).token;
    const check = async (token: string) => {
      // Cached entries are looked up again, as after five seconds.
      await sql`select pg_notify('accounts', ${fan.id}), pg_notify('probe', '')`.execute(separateApp.platform.database);
      return codeOf(separateApp.client(token));
    };
    expect([await check(forDay), await check(fan.client.token!)]).toEqual(['in', 'in']);
    separateApp.clock.advance(DAY_MS + 1000);
    await vi.waitUntil(async () => (await check(forDay)) === 'UNAUTHENTICATED', AT_ONCE);
    expect(await check(fan.client.token!)).toBe('in');
    separateApp.clock.advance(364 * DAY_MS);
    await vi.waitUntil(async () => (await check(fan.client.token!)) === 'UNAUTHENTICATED', AT_ONCE);
  } finally {
    await separateApp.close();
  }
});

test('a session read before its end is not cached after it', async () => {
  const fan = await createFan(app);
  const handlers = new Map<string, NotificationHandler>();
  const listener: Listener = {
    listen: (channel, handler) => void handlers.set(channel, handler),
    isConnected: () => true,
    ready: async () => {},
    close: async () => {},
  };
  // Results of the database are delayed until they are released.
  let arrive: (() => void) | undefined;
  let isDelayed = true;
  const slow: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (isDelayed) await new Promise<void>((resolve) => (arrive = resolve));
      return result;
    },
  };
  const sessions = createSessions(app.platform.database.withPlugin(slow), app.clock, listener);
  const looking = sessions.find(fan.client.token!);
  await vi.waitUntil(() => arrive !== undefined, AT_ONCE);
  const { sessionId } = (await app.platform.sessions.find(fan.client.token!))!;
  await app.platform.sessions.revoke(app.platform.database, sessionId);
  void handlers.get('sessions')!(sessionId);
  isDelayed = false;
  arrive!();
  await looking;
  expect(await sessions.find(fan.client.token!)).toBeNull();
});

describe('an idle admin', () => {
  const MINUTE_MS = 60_000;
  beforeAll(() => app.platform.settings.change({ adminIdleMinutes: 30 }, null));
  afterAll(() => app.platform.settings.reset(['adminIdleMinutes'], null));

  test('is logged out after the minutes of the setting, on every node; others aren’t', async () => {
    const [admin, fan] = [await createAdmin(app), await createFan(app)];
    app.clock.advance(31 * MINUTE_MS);
    expect(await codeOf(app.client(admin.client.token))).toBe('UNAUTHENTICATED');
    expect(await codeOf(app.client(fan.client.token))).toBe('in');
    const rows = await app.platform.database.selectFrom('sessions').select('revoked_at').where('account_id', '=', admin.id).execute();
    expect(rows.filter(({ revoked_at }) => revoked_at === null)).toEqual([]);
  });

  test('stays logged in by calls, which are noted once a minute, and by the setting', async () => {
    const admin = await createAdmin(app);
    const token = await logIn(admin);
    const usedAt = async () => {
      const rows = await app.platform.database
        .selectFrom('sessions')
        .select('used_at')
        .where('token_hash', '=', hashToken(token))
        .execute();
      return rows[0]!.used_at!.getTime();
    };
    const begun = await usedAt();
    app.clock.advance(29 * MINUTE_MS);
    expect(await codeOf(app.client(token))).toBe('in');
    expect((await usedAt()) - begun).toBeGreaterThanOrEqual(29 * MINUTE_MS);
    app.clock.advance(29 * MINUTE_MS);
    // The cache outlives a moved clock: invalidate it.
    await sql`select pg_notify('accounts', ${admin.id})`.execute(app.platform.database);
    await vi.waitUntil(async () => (await codeOf(app.client(token))) === 'in' && (await usedAt()) - begun >= 58 * MINUTE_MS, AT_ONCE);
    await app.platform.settings.change({ adminIdleMinutes: 0 }, null);
    app.clock.advance(600 * MINUTE_MS);
    expect(await codeOf(app.client(token))).toBe('in');
  });
});

test('an account that was forgotten is read again, before any notification', async () => {
  const fan = await createFan(app);
  const sessions = createSessions(app.platform.database, app.clock, undefined);
  const isVerified = async () => (await sessions.find(fan.client.token!))?.emailVerified;
  const before = await isVerified();
  const verifiedAt = before ? null : app.clock.now();
  await app.platform.database.updateTable('accounts').set({ email_verified_at: verifiedAt }).where('id', '=', fan.id).execute();
  expect(await isVerified()).toBe(before);
  sessions.forget(fan.id);
  expect(await isVerified()).toBe(!before);
});
