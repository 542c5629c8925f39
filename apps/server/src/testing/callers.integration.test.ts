import { CONTRACT } from '@stagedoor/contract';
import { ADMIN_ROLES, type AdminPermission, type AdminRole } from '@stagedoor/contract/admin-roles';
import type { Caller, Endpoint, EndpointKey } from '@stagedoor/contract/endpoint';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Client } from './client.ts';
import { createAdmin, createFan, createPerformer } from './factories.ts';
import { type TestApp, createTestApp } from './test-app.ts';

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

beforeAll(async () => {
  app = await createTestApp();
  const [admin, fan, unverifiedFan, suspendedFan] = [
    await createAdmin(app),
    await createFan(app),
    await createFan(app, { verified: false }),
    await createFan(app),
  ];
  const performer = await createPerformer(app, { admin });
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
  // The suspension reaches the sessions' cache by notification; the call shows when it has.
  await vi.waitUntil(
    async () => (await clients['suspendedFan']!.raw('GET /subscriptions/search')).error?.error === 'ACCOUNT_SUSPENDED',
    DEADLINE,
  );
});
afterAll(() => app.close());

describe.each(Object.entries(KINDS))('%s', (name, kind) => {
  const calls = (Object.entries(CONTRACT) as [EndpointKey, Endpoint][]).filter(
    ([key, endpoint]) => expectedGate(key, endpoint, kind) || !ENDS_SESSION.includes(key),
  );
  test.each(calls)('%s', async (key, endpoint) => {
    const gate = expectedGate(key, endpoint, kind);
    const id = '01890000-0000-7000-8000-000000000000';
    const params = { id, noteId: id, streamId: id, performerId: id, type: 'public', locale: 'en', month: '2026-01' };
    const { status, error } = await clients[name]!.raw(key, { params, ...(key.startsWith('GET') ? {} : { body: {} }) });
    const answer = {
      failed: status >= 500,
      gate: GATES.includes(error?.error) ? error.error : undefined,
      message: gate ? typeof error.message : undefined,
    };
    expect(answer).toEqual({ failed: false, gate, message: gate ? 'string' : undefined });
  });
});
