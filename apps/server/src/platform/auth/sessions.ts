import { hash, randomBytes } from 'node:crypto';
import { type AdminRole, mayAdmin } from '@stagedoor/contract/admin-roles';
import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database, Executor } from '../database/database.ts';
import type { Listener } from '../database/listener.ts';
import type { AccountViewer } from './viewer.ts';

/** A day, and 365 days with "remember me" (specification section 9). */
const SESSION_DAYS = 1;
const REMEMBERED_DAYS = 365;
const DAY_MS = 86_400_000;

/** How long a looked-up session is trusted without asking again (architecture.md). */
const CACHE_MS = 5_000;
const CACHE_MAX = 50_000;
/** A session and its account count as online while it called within this time. */
const SEEN_EVERY_MS = 60_000;
/** An admin looks at the site as an account does for so long. */
const ACTING_MS = 30 * 60_000;

export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');
export const newToken = (): string => randomBytes(32).toString('base64url');

export interface SessionOrigin {
  userAgent: string;
  ip: string;
}

/** Opaque, revocable sessions. The token is known to its owner alone; the table keeps its SHA-256. */
export interface Sessions {
  /**
   * Makes a session. Its token is answered once.
   * @param beside statements that write without an answer, done with it in one round trip; all of it is done or nothing
   */
  create(
    executor: Executor,
    accountId: string,
    remember: boolean,
    origin: SessionOrigin,
    beside?: readonly RawBuilder<unknown>[],
  ): Promise<{ token: string; sessionId: string; maxAgeSeconds: number }>;
  /** The account of a token, or null when it is unknown, expired or revoked. */
  find(token: string): Promise<AccountViewer | null>;
  revoke(executor: Executor, sessionId: string): Promise<void>;
  /** Ends all sessions of an account, but for one that stays. */
  revokeAll(executor: Executor, accountId: string, exceptSessionId?: string): Promise<void>;
  /** Lets an admin's session look at the site as an account does for a while, or, with null, as itself again. On every node at once. */
  actAs(executor: Executor, sessionId: string, accountId: string | null): Promise<void>;
  /** Calls back when a session ends or an account changes, on every node. */
  onRevoked(handler: (sessionId: string) => void): void;
  onAccountChanged(handler: (accountId: string) => void): void;
}

/** @param realClock what sessions end by, also when the site's own clock was moved ahead */
export const createSessions = (database: Database, clock: Clock, listener: Listener | undefined, realClock: Clock = clock): Sessions => {
  const cache = new Map<string, { viewer: AccountViewer | null; until: number }>();
  const seen = new Map<string, number>();
  const revokedHandlers: ((sessionId: string) => void)[] = [];
  const changedHandlers: ((accountId: string) => void)[] = [];

  /** How often something was forgotten: what was read before must not be kept after. */
  let forgotten = 0;

  const forget = (matches: (viewer: AccountViewer) => boolean): void => {
    forgotten += 1;
    for (const [key, { viewer }] of cache) if (viewer && matches(viewer)) cache.delete(key);
  };
  const forgetAll = (): void => {
    forgotten += 1;
    cache.clear();
  };
  listener?.listen('sessions', (sessionId) => {
    if (sessionId === undefined) return forgetAll();
    forget((viewer) => viewer.sessionId === sessionId);
    for (const handler of revokedHandlers) handler(sessionId);
  });
  listener?.listen('accounts', (accountId) => {
    if (accountId === undefined) return forgetAll();
    forget((viewer) => viewer.accountId === accountId || viewer.actingAdminId === accountId);
    for (const handler of changedHandlers) handler(accountId);
  });

  const load = async (hash: Buffer): Promise<AccountViewer | null> => {
    const now = realClock.now();
    const row = await database
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
      ])
      .where('s.token_hash', '=', hash)
      .where('s.revoked_at', 'is', null)
      .where('s.expires_at', '>', now)
      .executeTakeFirst();
    if (!row || row.status === 'deleted') return null;
    const isActing = row.owner_id !== row.id;
    if (isActing && (row.owner_status !== 'active' || !mayAdmin(row.owner_role as AdminRole, 'support'))) return null;
    const isPerformer = row.role === 'performer';
    return {
      kind: 'account',
      accountId: row.id,
      sessionId: row.session_id,
      role: row.role as AccountViewer['role'],
      adminRole: row.admin_role as AccountViewer['adminRole'],
      actingAdminId: isActing ? row.owner_id : null,
      username: row.username,
      isPerformer,
      isLiteAccount: isPerformer && row.state !== 'approved',
      emailVerified: row.email_verified_at !== null,
      hasTwoFactor: row.two_factor_since !== null,
      // Whoever looks at a suspended account's site sees what it would see if it weren't.
      suspended: row.status === 'suspended' && !isActing,
      loggedInAt: row.logged_in_at,
    };
  };

  const markSeen = (viewer: AccountViewer): void => {
    const now = Date.now();
    if ((seen.get(viewer.sessionId) ?? 0) > now - SEEN_EVERY_MS) return;
    if (seen.size > CACHE_MAX) seen.clear();
    seen.set(viewer.sessionId, now);
    const at = clock.now();
    // Whoever is only looked at isn't here.
    const account = viewer.actingAdminId ? null : viewer.accountId;
    sql`
      with session as (update sessions set last_seen_at = ${at} where id = ${viewer.sessionId}::uuid)
      update accounts set last_seen_at = ${at} where id = ${account}::uuid`
      .execute(database)
      .catch(() => {});
  };

  return {
    async create(executor, accountId, remember, origin, beside = []) {
      const token = newToken();
      const days = remember ? REMEMBERED_DAYS : SESSION_DAYS;
      const now = clock.now();
      const expiresAt = new Date(realClock.now().getTime() + days * DAY_MS);
      const first = beside.map((statement, index) => sql`${sql.ref(`beside_${index}`)} as (${statement})`);
      const { rows } = await sql<{ id: string }>`
        ${first.length > 0 ? sql`with ${sql.join(first)}` : sql``}
        insert into sessions (token_hash, account_id, user_agent, ip, logged_in_at, expires_at)
        values (${hashToken(token)}, ${accountId}::uuid, ${origin.userAgent.slice(0, 300)}, ${origin.ip}, ${now}, ${expiresAt})
        returning id`.execute(executor);
      return { token, sessionId: rows[0]!.id, maxAgeSeconds: (days * DAY_MS) / 1000 };
    },
    async find(token) {
      const tokenHash = hashToken(token);
      const key = tokenHash.toString('base64');
      const known = cache.get(key);
      if (known && known.until > Date.now()) return known.viewer;
      const before = forgotten;
      const viewer = await load(tokenHash);
      if (forgotten !== before) return viewer;
      if (cache.size >= CACHE_MAX) cache.clear();
      cache.set(key, { viewer, until: Date.now() + CACHE_MS });
      if (viewer) markSeen(viewer);
      return viewer;
    },
    async revoke(executor, sessionId) {
      await executor
        .updateTable('sessions')
        .set({ revoked_at: clock.now() })
        .where('id', '=', sessionId)
        .where('revoked_at', 'is', null)
        .execute();
      forget((viewer) => viewer.sessionId === sessionId);
    },
    async revokeAll(executor, accountId, exceptSessionId) {
      let query = executor
        .updateTable('sessions')
        .set({ revoked_at: clock.now() })
        .where('account_id', '=', accountId)
        .where('revoked_at', 'is', null);
      if (exceptSessionId) query = query.where('id', '<>', exceptSessionId);
      await query.execute();
      forget((viewer) => (viewer.accountId === accountId || viewer.actingAdminId === accountId) && viewer.sessionId !== exceptSessionId);
    },
    async actAs(executor, sessionId, accountId) {
      const until = accountId ? new Date(realClock.now().getTime() + ACTING_MS) : null;
      await sql`
        with acting as (
          update sessions set acting_as_id = ${accountId}::uuid, acting_until = ${until}::timestamptz where id = ${sessionId}::uuid
          returning account_id)
        select pg_notify('accounts', account_id::text) from acting`.execute(executor);
      forget((viewer) => viewer.sessionId === sessionId);
    },
    onRevoked: (handler) => void revokedHandlers.push(handler),
    onAccountChanged: (handler) => void changedHandlers.push(handler),
  };
};
