import { CONTRACT } from '@stagedoor/contract';
import type { Caller, Endpoint, EndpointKey } from '@stagedoor/contract/endpoint';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Client } from './client.ts';
import { createAdmin, createFan, createPerformer } from './factories.ts';
import { type TestApp, createTestApp } from './test-app.ts';

/** A busy machine takes its time; only what never comes fails. */
const DEADLINE = { timeout: 15_000 };

// The matrix of callers: every endpoint of the contract, called by everyone there is. What must happen is written
// out here once more, apart from the pipeline's own rule, so that a mistake in that rule shows.

const GATES = ['UNAUTHENTICATED', 'FORBIDDEN', 'ACCOUNT_SUSPENDED', 'LITE_ACCOUNT', 'EMAIL_NOT_VERIFIED'];

interface Kind {
  roles: readonly Caller[];
  lite?: true;
  unverified?: true;
  suspended?: true;
}
const KINDS: Record<string, Kind> = {
  visitor: { roles: ['public'] },
  fan: { roles: ['public', 'user', 'fan'] },
  unverifiedFan: { roles: ['public', 'user', 'fan'], unverified: true },
  suspendedFan: { roles: ['public', 'user', 'fan'], suspended: true },
  performer: { roles: ['public', 'user', 'performer'] },
  litePerformer: { roles: ['public', 'user', 'performer'], lite: true },
  unverifiedPerformer: { roles: ['public', 'user', 'performer'], unverified: true },
  admin: { roles: ['public', 'user', 'admin'] },
  deadToken: { roles: ['public'] },
};

const expectedGate = (endpoint: Endpoint, kind: Kind): string | undefined => {
  if (endpoint.who === 'public') return undefined;
  if (kind.roles.length === 1) return 'UNAUTHENTICATED';
  if (kind.suspended && !endpoint.suspended) return 'ACCOUNT_SUSPENDED';
  if (!kind.roles.includes(endpoint.who)) return 'FORBIDDEN';
  if (kind.lite && !endpoint.lite) return 'LITE_ACCOUNT';
  if (kind.unverified && endpoint.verified) return 'EMAIL_NOT_VERIFIED';
  return undefined;
};

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
  await app.platform.database.updateTable('accounts').set({ status: 'suspended' }).where('id', '=', suspendedFan.id).execute();
  Object.assign(clients, {
    visitor: app.client(),
    fan: fan.client,
    unverifiedFan: unverifiedFan.client,
    suspendedFan: app.client(suspendedFan.client.token),
    performer: performer.client,
    litePerformer: litePerformer.client,
    unverifiedPerformer: unverifiedPerformer.client,
    admin: admin.client,
    deadToken: app.client('a-token-nobody-was-given'),
  });
  // The suspension reaches the sessions' cache by notification; the call shows when it has.
  await vi.waitUntil(async () => (await clients['suspendedFan']!.raw('GET /users/me')).error?.error === 'ACCOUNT_SUSPENDED', DEADLINE);
});
afterAll(() => app.close());

/** Ends the caller's own session: called last, and only by those who have none to lose. */
const ENDS_SESSION: readonly string[] = ['POST /auth/logout'];

describe.each(Object.entries(KINDS))('%s', (name, kind) => {
  const calls = (Object.entries(CONTRACT) as [EndpointKey, Endpoint][]).filter(
    ([key, endpoint]) => expectedGate(endpoint, kind) || !ENDS_SESSION.includes(key),
  );
  test.each(calls)('%s', async (key, endpoint) => {
    const gate = expectedGate(endpoint, kind);
    const id = '01890000-0000-7000-8000-000000000000';
    const params = { id, streamId: id, performerId: id, type: 'public', locale: 'en' };
    const { status, error } = await clients[name]!.raw(key, { params, ...(key.startsWith('GET') ? {} : { body: {} }) });
    const answer = {
      failed: status >= 500,
      gate: GATES.includes(error?.error) ? error.error : undefined,
      message: gate ? typeof error.message : undefined,
    };
    expect(answer).toEqual({ failed: false, gate, message: gate ? 'string' : undefined });
  });
});
