import { CONTRACT } from '@stagedoor/contract';
import { ADMIN_ROLES, type AdminPermission, type AdminRole } from '@stagedoor/contract/admin-roles';
import type { Caller, Endpoint, EndpointKey } from '@stagedoor/contract/endpoint';
import { CLIENT_EVENTS, type ClientEvents } from '@stagedoor/contract/realtime';
import { sql } from 'kysely';
import type { Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Client } from './client.ts';
import { createConversation, openMessages, writeMessage } from './conversation-fixtures.ts';
import { hashToken } from '../platform/auth/sessions.ts';
import { type Person, createAdmin, createFan, createPerformer } from './factories.ts';
import { connectSocket, hears, sendEvent } from './sockets.ts';
import { type TestApp, createTestApp } from './test-app.ts';
import { createIsolatedNode, createShow } from './test-node.ts';

/** Generous, for busy machines. */
const DEADLINE = { timeout: 15_000 };

// The matrix of callers: every endpoint of the contract, called by every kind of caller. The expected results are stated independently of
// the pipeline's rule, so that a mistake in that rule is detected.

/** Permissions of each admin role, stated independently. */
const MAY: Record<AdminRole, readonly AdminPermission[] | 'all'> = {
  owner: 'all',
  finance: ['overview', 'users', 'money', 'audit'],
  moderator: ['overview', 'applications', 'users', 'moderation', 'content', 'audit'],
  support: ['overview', 'users', 'support', 'site'],
};

const GATES = ['UNAUTHENTICATED', 'FORBIDDEN', 'READ_ONLY', 'ACCOUNT_SUSPENDED', 'LITE_ACCOUNT', 'EMAIL_NOT_VERIFIED'];

interface Kind {
  roles: readonly Caller[];
  lite?: true;
  unverified?: true;
  suspended?: true;
  adminRole?: AdminRole;
  /** An admin acting as the account. */
  acting?: true;
}
const KINDS: Record<string, Kind> = {
  visitor: { roles: ['public'] },
  fan: { roles: ['public', 'user', 'fan'] },
  unverifiedFan: { roles: ['public', 'user', 'fan'], unverified: true },
  suspendedFan: { roles: ['public', 'user', 'fan'], suspended: true },
  performer: { roles: ['public', 'user', 'performer'] },
  litePerformer: { roles: ['public', 'user', 'performer'], lite: true },
  unverifiedPerformer: { roles: ['public', 'user', 'performer'], unverified: true },
  ...Object.fromEntries(ADMIN_ROLES.map((adminRole): [string, Kind] => [adminRole, { roles: ['public', 'user', 'admin'], adminRole }])),
  adminAsFan: { roles: ['public', 'user', 'fan'], acting: true },
  deadToken: { roles: ['public'] },
};

const expectedGate = (key: string, endpoint: Endpoint, kind: Kind): string | undefined => {
  if (kind.acting && ((!key.startsWith('GET') && !READS.includes(key)) || endpoint.personal)) return 'READ_ONLY';
  if (endpoint.who === 'public') return undefined;
  if (kind.roles.length === 1) return 'UNAUTHENTICATED';
  if (kind.suspended && !endpoint.suspended) return 'ACCOUNT_SUSPENDED';
  if (!kind.roles.includes(endpoint.who)) return 'FORBIDDEN';
  if (endpoint.who === 'admin') {
    const may = MAY[kind.adminRole!];
    if (!endpoint.permission || (may !== 'all' && !may.includes(endpoint.permission))) return 'FORBIDDEN';
  }
  if (kind.lite && !endpoint.lite) return 'LITE_ACCOUNT';
  if (kind.unverified && endpoint.verified) return 'EMAIL_NOT_VERIFIED';
  return undefined;
};

/** End the caller's session: called only by callers without one. */
const ENDS_SESSION: readonly string[] = ['POST /auth/logout', 'POST /auth/stop-acting'];

/** Calls that don't change an account, although they aren't GETs. */
const READS: readonly string[] = [
  ...ENDS_SESSION,
  'POST /auth/login',
  'POST /auth/passkeys/challenge',
  'POST /payout-requests/calculate',
  'POST /payout-requests/stats',
  'POST /payout-requests/check-pending',
  'POST /settings/keys',
  'POST /performers/{id}/inc-view',
  'POST /performers/{id}/check-subscribe',
];

const ORIGIN = { userAgent: 'test', ip: '127.0.0.1' };

test('calls below /performer/ are for performers alone', () => {
  const below = (Object.entries(CONTRACT) as [string, Endpoint][]).filter(([key]) => key.split(' ')[1]!.startsWith('/performer/'));
  expect(below.length).toBeGreaterThan(30);
  expect(below.filter(([, { who }]) => who !== 'performer').map(([key]) => key)).toEqual([]);
});

let app: TestApp;
const clients: Record<string, Client> = {};
/** The account that a kind's session shows. */
const accounts: Record<string, string> = {};
let performer: Person;
/** The performer's show, and conversations of fans with the performer. */
let streamId: string;
const conversations: Record<string, string> = {};

beforeAll(async () => {
  app = await createTestApp();
  const [admin, fan, unverifiedFan, suspendedFan] = [
    await createAdmin(app),
    await createFan(app),
    await createFan(app, { verified: false }),
    await createFan(app),
  ];
  performer = await createPerformer(app, { admin });
  await addSocketObjects({ fan, suspendedFan });
  const litePerformer = await createPerformer(app, { approved: false });
  const unverifiedPerformer = await createPerformer(app, { admin, verified: false });
  // An admin of their own: the owner ends all of their other sessions on the way.
  const acting = await app.platform.sessions.create(app.platform.database, (await createAdmin(app)).id, false, ORIGIN);
  await app.platform.sessions.actAs(app.platform.database, acting.sessionId, fan.id);
  await app.platform.database.updateTable('accounts').set({ status: 'suspended' }).where('id', '=', suspendedFan.id).execute();
  Object.assign(clients, {
    visitor: app.client(),
    fan: fan.client,
    unverifiedFan: unverifiedFan.client,
    suspendedFan: app.client(suspendedFan.client.token),
    performer: performer.client,
    litePerformer: litePerformer.client,
    unverifiedPerformer: unverifiedPerformer.client,
    owner: admin.client,
    adminAsFan: app.client(acting.token),
    deadToken: app.client('a-token-nobody-was-given'),
  });
  for (const role of ADMIN_ROLES.slice(1)) {
    const person = await createAdmin(app);
    await app.platform.database.updateTable('accounts').set({ admin_role: role }).where('id', '=', person.id).execute();
    clients[role] = app.client((await app.platform.sessions.create(app.platform.database, person.id, false, ORIGIN)).token);
  }
  await noteAccounts();
  // The suspension reaches the sessions' cache by notification; the call shows when it has.
  await vi.waitUntil(
    async () => (await clients['suspendedFan']!.raw('GET /subscriptions/search')).error?.error === 'ACCOUNT_SUSPENDED',
    DEADLINE,
  );
});
afterAll(() => app.close());

/** Adds a show that everybody may watch, and conversations in which something is unread. */
const addSocketObjects = async (fans: Record<string, Person>): Promise<void> => {
  ({ streamId } = await createShow(performer, { node: await createIsolatedNode(app) }));
  await openMessages(performer);
  for (const [name, fan] of Object.entries(fans)) {
    conversations[name] = await createConversation(fan, performer);
    await writeMessage(performer, conversations[name]);
  }
};
const noteAccounts = async (): Promise<void> => {
  for (const [name, { token }] of Object.entries(clients)) {
    const { rows } = await sql<{ account_id: string }>`
      select coalesce(acting_as_id, account_id) as account_id from sessions where token_hash = ${hashToken(token ?? '')}`.execute(
      app.platform.database,
    );
    if (rows[0]) accounts[name] = rows[0].account_id;
  }
};

/** Returns the refusal of an event, stated independently of its rule. */
const expectedRefusal = (event: keyof ClientEvents, { roles, ...kind }: Kind): string | undefined => {
  if (event === 'auth/logout' || event === 'streams/leave') return undefined;
  if (roles.length === 1) return 'UNAUTHENTICATED';
  if (kind.acting) return 'READ_ONLY';
  if (kind.suspended) return 'ACCOUNT_SUSPENDED';
  if (kind.lite && event !== 'auth/login') return 'LITE_ACCOUNT';
  if (kind.unverified && event === 'conversations/typing') return 'EMAIL_NOT_VERIFIED';
  return undefined;
};

describe.each(Object.entries(KINDS))('the socket of a %s', (name, kind) => {
  test.each(Object.keys(CLIENT_EVENTS) as (keyof ClientEvents)[])('%s', async (event) => {
    const { token } = clients[name]!;
    const socket = await connectSocket(app.url, token);
    const accountId = accounts[name];
    try {
      const payloads = {
        'auth/login': token ? { token } : {},
        'auth/logout': {},
        'streams/join': { streamId },
        'streams/leave': { streamId },
        'conversations/typing': { conversationId: '01890000-0000-7000-8000-000000000000' },
        'conversations/received': {},
      };
      const answer = await sendEvent(socket, event, payloads[event]);
      const refusal = expectedRefusal(event, kind);
      expect(answer).toEqual(refusal ? { success: false, error: refusal } : { success: true });
      // The effects: rooms of the account and of the show, and what those of admins hear.
      const isSignedIn = event !== 'auth/logout' && !expectedRefusal('auth/login', kind);
      const { local } = app.realtime;
      const hearsOwn = await hears(socket, 'payouts/changed', () =>
        local.toAccount(accountId ?? streamId, 'payouts/changed', { payoutId: streamId }),
      );
      const hearsApplications = await hears(socket, 'applications/changed', () =>
        local.toAdmins('applications', 'applications/changed', { performerId: streamId }),
      );
      const may = kind.adminRole && MAY[kind.adminRole];
      const isReviewer = may !== undefined && (may === 'all' || may.includes('applications'));
      const isWatching = accountId !== undefined && app.realtime.members('stream', streamId).includes(accountId);
      expect({ hearsOwn, hearsApplications, isWatching }).toEqual({
        hearsOwn: isSignedIn,
        hearsApplications: isSignedIn && isReviewer,
        isWatching: event === 'streams/join' && !refusal,
      });
    } finally {
      const left = new Promise((resolve) => socket.once('disconnect', resolve));
      socket.disconnect();
      await left;
      await vi.waitUntil(() => accountId === undefined || !app.realtime.members('stream', streamId).includes(accountId), DEADLINE);
    }
  });
});

test('typing reaches the other side, and arrival is noted, only from callers who may', async () => {
  const [stage, ...others] = await Promise.all(
    ['performer', 'suspendedFan', 'adminAsFan', 'fan'].map((name) => connectSocket(app.url, clients[name]!.token)),
  );
  try {
    const typed: string[] = [];
    stage!.on('conversations/typing', (heard: { accountId: string }) => typed.push(heard.accountId));
    await writeMessage(performer, conversations['fan']!);
    const arrivals = async () =>
      (
        await sql<{ account_id: string; delivered_message_id: string | null }>`
          select account_id, delivered_message_id from conversation_members order by conversation_id, account_id`.execute(
          app.platform.database,
        )
      ).rows;
    const before = await arrivals();
    const tell = async (socket: Socket, name: string) => {
      const conversationId = conversations[name]!;
      await sendEvent(socket, 'conversations/typing', { conversationId });
      await sendEvent(socket, 'conversations/received', { conversationId });
    };
    await tell(others[0]!, 'suspendedFan');
    await tell(others[1]!, 'fan');
    expect(await arrivals()).toEqual(before);
    await tell(others[2]!, 'fan');
    expect(await arrivals()).not.toEqual(before);
    await vi.waitUntil(() => typed.length > 0, DEADLINE);
    expect(typed).toEqual([accounts['fan']]);
  } finally {
    for (const socket of [stage!, ...others]) socket.disconnect();
  }
});

describe.each(Object.entries(KINDS))('%s', (name, kind) => {
  const calls = (Object.entries(CONTRACT) as [EndpointKey, Endpoint][]).filter(
    ([key, endpoint]) => expectedGate(key, endpoint, kind) || !ENDS_SESSION.includes(key),
  );
  test.each(calls)('%s', async (key, endpoint) => {
    const gate = expectedGate(key, endpoint, kind);
    const id = '01890000-0000-7000-8000-000000000000';
    const params = {
      id,
      noteId: id,
      messageId: id,
      streamId: id,
      performerId: id,
      type: 'public',
      shelf: 'saved',
      locale: 'en',
      month: '2026-01',
      name: 'sandbox',
    };
    const { status, error } = await clients[name]!.raw(key, { params, ...(key.startsWith('GET') ? {} : { body: {} }) });
    const answer = {
      failed: status >= 500,
      gate: GATES.includes(error?.error) ? error.error : undefined,
      message: gate ? typeof error.message : undefined,
    };
    expect(answer).toEqual({ failed: false, gate, message: gate ? 'string' : undefined });
  });
});
