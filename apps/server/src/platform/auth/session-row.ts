import { mayAdmin } from '@stagedoor/contract/admin-roles';
import { sql } from 'kysely';
import { type Placeholders, compiledOnce } from '../database/compiled.ts';
import { mustAgree } from './agreements.ts';
import type { AccountViewer } from './viewer.ts';

/** Reads a session with its owner's account, and the account that it acts as. */
export const findSession = compiledOnce(({ hash: tokenHash, now }: Placeholders<{ hash: Buffer; now: Date }>, database) =>
  database
    .selectFrom('sessions as s')
    .innerJoin('accounts as o', 'o.id', 's.account_id')
    .innerJoin('accounts as a', (join) =>
      join.on(sql<boolean>`a.id = case when s.acting_until > ${now} then s.acting_as_id else s.account_id end`),
    )
    .leftJoin('performers as p', 'p.account_id', 'a.id')
    .leftJoin('two_factor as t', (join) => join.onRef('t.account_id', '=', 'a.id').on('t.confirmed_at', 'is not', null))
    .select([
      's.id as session_id',
      's.logged_in_at',
      's.confirmed_at',
      's.used_at',
      's.expires_at',
      's.acting_until',
      'o.id as owner_id',
      'o.status as owner_status',
      'o.admin_role as owner_role',
      'a.id',
      'a.role',
      'a.admin_role',
      'a.username',
      'a.status',
      'a.email_verified_at',
      'p.state',
      't.confirmed_at as two_factor_since',
      sql<boolean>`exists (select from passkeys k where k.account_id = a.id)`.as('has_passkey'),
      mustAgree.as('must_agree'),
    ])
    .where('s.token_hash', '=', tokenHash)
    .where('s.revoked_at', 'is', null)
    .where('s.expires_at', '>', now)
    .compile(),
);

type SessionRow = Awaited<ReturnType<typeof findSession>>[number];

/**
 * Returns when a session ends by itself: acting as an account and idle admins end before it expires.
 *
 * @param idleMs how long an admin's session lasts without a call; 0 for ever
 */
export const endOf = (row: SessionRow, isActing: boolean, idleMs: number): Date => {
  const ends = [row.expires_at.getTime()];
  if (isActing && row.acting_until) ends.push(row.acting_until.getTime());
  if (row.owner_role !== null && idleMs > 0 && row.used_at) ends.push(row.used_at.getTime() + idleMs);
  return new Date(Math.min(...ends));
};

/** Returns the viewer of a session; null when its owner may no longer act as the account. */
export const viewerOf = (row: SessionRow, idleMs: number): AccountViewer | null => {
  const isActing = row.owner_id !== row.id;
  if (isActing && (row.owner_status !== 'active' || row.owner_role === null || !mayAdmin(row.owner_role, 'support'))) return null;
  const isPerformer = row.role === 'performer';
  return {
    kind: 'account',
    accountId: row.id,
    sessionId: row.session_id,
    role: row.role,
    adminRole: row.admin_role,
    actingAdminId: isActing ? row.owner_id : null,
    username: row.username,
    isPerformer,
    isLiteAccount: isPerformer && row.state !== 'approved',
    emailVerified: row.email_verified_at !== null,
    hasTwoFactor: row.two_factor_since !== null || row.has_passkey,
    hasPasskey: row.has_passkey,
    mustAgree: row.must_agree,
    // An admin who views the site as a suspended account sees it as if the account were active.
    suspended: row.status === 'suspended' && !isActing,
    loggedInAt: row.logged_in_at,
    confirmedAt: row.confirmed_at ?? row.logged_in_at,
    validUntil: endOf(row, isActing, idleMs),
  };
};
