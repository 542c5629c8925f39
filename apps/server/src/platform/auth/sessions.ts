import { hash, randomBytes } from 'node:crypto';
import { mayAdmin } from '@stagedoor/contract/admin-roles';
import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '../clock.ts';
import { type Placeholders, compiledOnce } from '../database/compiled.ts';
import type { Database, Executor } from '../database/database.ts';
import type { Listener } from '../database/listener.ts';
import type { Presence } from '../presence/presence.ts';
import type { AccountViewer } from './viewer.ts';

/** A day, and 365 days with "remember me" (specification section 9). */
const SESSION_DAYS = 1;
const REMEMBERED_DAYS = 365;
const DAY_MS = 86_400_000;

/** How long a session is cached. */
const CACHE_MS = 5_000;
const CACHE_MAX = 50_000;
/** How exactly the last call of an admin's session is known. */
const USED_MS = 60_000;
/** How long an admin may view the site as another account. */
const ACTING_MS = 30 * 60_000;

export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');
export const newToken = (): string => randomBytes(32).toString('base64url');

export interface SessionOrigin {
  userAgent: string;
  ip: string;
}

/** Opaque, revocable sessions. The table stores only the SHA-256 of the token. */
export interface Sessions {
  /**
   * Creates a session. Its token is returned only here.
   * @param extraStatements further writes, executed atomically with it in one round trip
   */
  create(
    executor: Executor,
    accountId: string,
    remember: boolean,
    origin: SessionOrigin,
    extraStatements?: readonly RawBuilder<unknown>[],
  ): Promise<{ token: string; sessionId: string; maxAgeSeconds: number }>;
  /** The account of a token, or null when it is unknown, expired or revoked. */
  find(token: string): Promise<AccountViewer | null>;
  /** Records that the owner has confirmed, within this session, that it is them. */
  confirm(executor: Executor, sessionId: string): Promise<void>;
  /** When the owner last did, from the database: another node may have cached the session before. */
  readConfirmedAt(sessionId: string): Promise<Date | null>;
  /** The same for an open connection: past the cache, and without counting as a call of the account. */
  check(token: string): Promise<AccountViewer | null>;
  /** Tells if the session expired, or acting as the account ended, since the viewer was looked up. */
  isOver(viewer: AccountViewer): boolean;
  /** Tells if other nodes' changes reach this one: false while the listener has no connection. */
  hearsChanges(): boolean;
  revoke(executor: Executor, sessionId: string): Promise<void>;
  /** Revokes all sessions of an account, except one if given. */
  revokeAll(executor: Executor, accountId: string, exceptSessionId?: string): Promise<void>;
  /** Lets an admin's session view the site as another account for a while, or with null as itself again. Effective on every node at once. */
  actAs(executor: Executor, sessionId: string, accountId: string | null): Promise<void>;
  /** Called on every node when a session is revoked. */
  onRevoked(handler: (sessionId: string) => void): void;
  onAccountChanged(handler: (accountId: string) => void): void;
  /** Called when changes of any session may have been missed. */
  onGap(handler: () => void): void;
}

/** A session with its owner's account, and the account that it acts as. */
const findSession = compiledOnce(({ hash: tokenHash, now }: Placeholders<{ hash: Buffer; now: Date }>, database) =>
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
    ])
    .where('s.token_hash', '=', tokenHash)
    .where('s.revoked_at', 'is', null)
    .where('s.expires_at', '>', now)
    .compile(),
);

/**
 * @param realClock determines when sessions expire, also when the site clock was moved ahead
 * @param presence is told of the calls that sessions make
 * @param settings after how long without a call an admin's session ends; never without them
 */
export const createSessions = (
  database: Database,
  clock: Clock,
  listener: Listener | undefined,
  {
    realClock = clock,
    presence,
    settings,
  }: { realClock?: Clock; presence?: Pick<Presence, 'noteCall'>; settings?: { get(key: 'adminIdleMinutes'): number } } = {},
): Sessions => {
  const cache = new Map<string, { viewer: AccountViewer | null; until: number }>();
  const revokedHandlers: ((sessionId: string) => void)[] = [];
  const changedHandlers: ((accountId: string) => void)[] = [];

  const gapHandlers: (() => void)[] = [];

  /** Counts invalidations: a row read before one must not be cached after it. */
  let invalidations = 0;

  const invalidate = (matches: (viewer: AccountViewer) => boolean): void => {
    invalidations += 1;
    for (const [key, { viewer }] of cache) if (viewer && matches(viewer)) cache.delete(key);
  };
  const invalidateAll = (): void => {
    invalidations += 1;
    cache.clear();
  };
  listener?.listen('sessions', (sessionId) => {
    if (sessionId === undefined) {
      invalidateAll();
      for (const handler of gapHandlers) handler();
      return;
    }
    invalidate((viewer) => viewer.sessionId === sessionId);
    for (const handler of revokedHandlers) handler(sessionId);
  });
  listener?.listen('accounts', (accountId) => {
    if (accountId === undefined) return invalidateAll();
    invalidate((viewer) => viewer.accountId === accountId || viewer.actingAdminId === accountId);
    for (const handler of changedHandlers) handler(accountId);
  });

  /** When a session ends by itself: acting as an account and idle admins end before it expires. */
  const endOf = (
    row: { expires_at: Date; acting_until: Date | null; used_at: Date | null; owner_role: string | null },
    isActing: boolean,
  ): Date => {
    const idleMs = row.owner_role === null ? 0 : (settings?.get('adminIdleMinutes') ?? 0) * 60_000;
    const ends = [row.expires_at.getTime()];
    if (isActing && row.acting_until) ends.push(row.acting_until.getTime());
    if (idleMs > 0 && row.used_at) ends.push(row.used_at.getTime() + idleMs);
    return new Date(Math.min(...ends));
  };
  /** Notes a call of an admin's session, at most once a minute. */
  const noteUse = async (tokenHash: Buffer, usedAt: Date | null): Promise<void> => {
    const now = realClock.now();
    if (usedAt && now.getTime() - usedAt.getTime() < USED_MS) return;
    await database.updateTable('sessions').set({ used_at: now }).where('token_hash', '=', tokenHash).execute();
  };

  /** @param isCall whether it is a call of the account, which an idle admin ends by; not a look at an open connection */
  const load = async (tokenHash: Buffer, isCall: boolean): Promise<AccountViewer | null> => {
    const now = realClock.now();
    const [row] = await findSession(database, { hash: tokenHash, now });
    if (!row || row.status === 'deleted') return null;
    if (row.owner_role !== null) {
      const isIdle = row.used_at !== null && endOf(row, false) <= now;
      if (isIdle) {
        await database.updateTable('sessions').set({ revoked_at: clock.now() }).where('id', '=', row.session_id).execute();
        return null;
      }
      if (isCall) await noteUse(tokenHash, row.used_at);
    }
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
      // An admin who views the site as a suspended account sees it as if the account were active.
      suspended: row.status === 'suspended' && !isActing,
      loggedInAt: row.logged_in_at,
      confirmedAt: row.confirmed_at ?? row.logged_in_at,
      validUntil: endOf(row, isActing),
    };
  };

  const isOver = ({ validUntil }: AccountViewer): boolean => validUntil <= realClock.now();
  const loadIntoCache = async (
    tokenHash: Buffer,
    key: string,
    isCall: boolean,
  ): Promise<{ viewer: AccountViewer | null; isCached: boolean }> => {
    const invalidationsBefore = invalidations;
    const viewer = await load(tokenHash, isCall);
    if (invalidations !== invalidationsBefore) return { viewer, isCached: false };
    if (cache.size >= CACHE_MAX) cache.clear();
    cache.set(key, { viewer, until: Date.now() + CACHE_MS });
    return { viewer, isCached: true };
  };

  return {
    async create(executor, accountId, remember, origin, extraStatements = []) {
      const token = newToken();
      const days = remember ? REMEMBERED_DAYS : SESSION_DAYS;
      const now = clock.now();
      const expiresAt = new Date(realClock.now().getTime() + days * DAY_MS);
      const ctes = extraStatements.map((statement, index) => sql`${sql.ref(`beside_${index}`)} as (${statement})`);
      const { rows } = await sql<{ id: string }>`
        ${ctes.length > 0 ? sql`with ${sql.join(ctes)}` : sql``}
        insert into sessions (token_hash, account_id, user_agent, ip, logged_in_at, used_at, expires_at)
        values (${hashToken(token)}, ${accountId}::uuid, ${origin.userAgent.slice(0, 300)}, ${origin.ip}, ${now}, ${realClock.now()}, ${expiresAt})
        returning id`.execute(executor);
      return { token, sessionId: rows[0]!.id, maxAgeSeconds: (days * DAY_MS) / 1000 };
    },
    async find(token) {
      const tokenHash = hashToken(token);
      const key = tokenHash.toString('base64');
      const cached = cache.get(key);
      if (cached && cached.until > Date.now() && !(cached.viewer && isOver(cached.viewer))) return cached.viewer;
      const { viewer, isCached } = await loadIntoCache(tokenHash, key, true);
      if (viewer && isCached) presence?.noteCall(viewer.sessionId, viewer.actingAdminId ? null : viewer.accountId);
      return viewer;
    },
    async confirm(executor, sessionId) {
      await executor.updateTable('sessions').set({ confirmed_at: clock.now() }).where('id', '=', sessionId).execute();
      invalidate((viewer) => viewer.sessionId === sessionId);
    },
    async readConfirmedAt(sessionId) {
      const row = await database
        .selectFrom('sessions')
        .select((select) => select.fn.coalesce('confirmed_at', 'logged_in_at').as('at'))
        .where('id', '=', sessionId)
        .executeTakeFirst();
      return row?.at ?? null;
    },
    async check(token) {
      const tokenHash = hashToken(token);
      return (await loadIntoCache(tokenHash, tokenHash.toString('base64'), false)).viewer;
    },
    isOver,
    hearsChanges: () => listener?.isConnected() ?? true,
    async revoke(executor, sessionId) {
      await executor
        .updateTable('sessions')
        .set({ revoked_at: clock.now() })
        .where('id', '=', sessionId)
        .where('revoked_at', 'is', null)
        .execute();
      invalidate((viewer) => viewer.sessionId === sessionId);
    },
    async revokeAll(executor, accountId, exceptSessionId) {
      let query = executor
        .updateTable('sessions')
        .set({ revoked_at: clock.now() })
        .where('account_id', '=', accountId)
        .where('revoked_at', 'is', null);
      if (exceptSessionId) query = query.where('id', '<>', exceptSessionId);
      await query.execute();
      invalidate(
        (viewer) => (viewer.accountId === accountId || viewer.actingAdminId === accountId) && viewer.sessionId !== exceptSessionId,
      );
    },
    async actAs(executor, sessionId, accountId) {
      const until = accountId ? new Date(realClock.now().getTime() + ACTING_MS) : null;
      await sql`
        with acting as (
          update sessions set acting_as_id = ${accountId}::uuid, acting_until = ${until}::timestamptz where id = ${sessionId}::uuid
          returning account_id)
        select pg_notify('accounts', account_id::text) from acting`.execute(executor);
      invalidate((viewer) => viewer.sessionId === sessionId);
    },
    onRevoked: (handler) => void revokedHandlers.push(handler),
    onAccountChanged: (handler) => void changedHandlers.push(handler),
    onGap: (handler) => void gapHandlers.push(handler),
  };
};
