import { hash, randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database, Executor } from '../database/database.ts';
import type { Listener } from '../database/listener.ts';
import type { Presence } from '../presence/presence.ts';
import { createSessionCache } from './session-cache.ts';
import { endOf, findSession, viewerOf } from './session-row.ts';
import type { AccountViewer } from './viewer.ts';

/** A day, and 365 days with "remember me" (specification section 9). */
const SESSION_DAYS = 1;
const REMEMBERED_DAYS = 365;
const DAY_MS = 86_400_000;

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
  /** Forgets what this node has cached of an account that has just changed; other nodes hear of it a moment later. */
  forget(accountId: string): void;
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

interface SessionsOptions {
  /** Determines when sessions expire, also when the site clock was moved ahead. */
  realClock?: Clock;
  /** Counts the calls that sessions make. */
  presence?: Pick<Presence, 'noteCall'>;
  /** Say after how long without a call an admin's session ends; never without them. */
  settings?: { get(key: 'adminIdleMinutes'): number };
}

/** Inserts a session, with further writes in the same statement. */
const insertSession = async (
  executor: Executor,
  session: { tokenHash: Buffer; accountId: string; origin: SessionOrigin; now: Date; usedAt: Date; expiresAt: Date },
  extraStatements: readonly RawBuilder<unknown>[],
): Promise<string> => {
  const { tokenHash, accountId, origin, now, usedAt, expiresAt } = session;
  const ctes = extraStatements.map((statement, index) => sql`${sql.ref(`beside_${index}`)} as (${statement})`);
  const { rows } = await sql<{ id: string }>`
    ${ctes.length > 0 ? sql`with ${sql.join(ctes)}` : sql``}
    insert into sessions (token_hash, account_id, user_agent, ip, logged_in_at, used_at, expires_at)
    values (${tokenHash}, ${accountId}::uuid, ${origin.userAgent.slice(0, 300)}, ${origin.ip}, ${now}, ${usedAt}, ${expiresAt})
    returning id`.execute(executor);
  return rows[0]!.id;
};

/** Creates the reader of sessions' rows, which ends idle sessions of admins and notes their calls. */
const createLoader = (database: Database, clock: Clock, { realClock = clock, settings }: SessionsOptions) => {
  /** Notes a call of an admin's session, at most once a minute. */
  const noteUse = async (tokenHash: Buffer, usedAt: Date | null): Promise<void> => {
    const now = realClock.now();
    if (usedAt && now.getTime() - usedAt.getTime() < USED_MS) return;
    await database.updateTable('sessions').set({ used_at: now }).where('token_hash', '=', tokenHash).execute();
  };

  /** @param isCall whether it is a call of the account, which an idle admin ends by; not a look at an open connection */
  return async (tokenHash: Buffer, isCall: boolean): Promise<AccountViewer | null> => {
    const now = realClock.now();
    const [row] = await findSession(database, { hash: tokenHash, now });
    if (!row || row.status === 'deleted') return null;
    const idleMs = (settings?.get('adminIdleMinutes') ?? 0) * 60_000;
    if (row.owner_role !== null) {
      const isIdle = row.used_at !== null && endOf(row, false, idleMs) <= now;
      if (isIdle) {
        await database.updateTable('sessions').set({ revoked_at: clock.now() }).where('id', '=', row.session_id).execute();
        return null;
      }
      if (isCall) await noteUse(tokenHash, row.used_at);
    }
    return viewerOf(row, idleMs);
  };
};

export const createSessions = (
  database: Database,
  clock: Clock,
  listener: Listener | undefined,
  options: SessionsOptions = {},
): Sessions => {
  const { realClock = clock, presence } = options;
  const cache = createSessionCache(listener);
  const load = createLoader(database, clock, options);
  const isOver = ({ validUntil }: AccountViewer): boolean => validUntil <= realClock.now();
  const invalidateSession = (sessionId: string): void => cache.invalidate((viewer) => viewer.sessionId === sessionId);

  return {
    async create(executor, accountId, remember, origin, extraStatements = []) {
      const token = newToken();
      const days = remember ? REMEMBERED_DAYS : SESSION_DAYS;
      const now = clock.now();
      const expiresAt = new Date(realClock.now().getTime() + days * DAY_MS);
      const session = { tokenHash: hashToken(token), accountId, origin, now, usedAt: realClock.now(), expiresAt };
      const sessionId = await insertSession(executor, session, extraStatements);
      return { token, sessionId, maxAgeSeconds: (days * DAY_MS) / 1000 };
    },
    async find(token) {
      const tokenHash = hashToken(token);
      const key = tokenHash.toString('base64');
      const cached = cache.get(key);
      if (cached !== undefined && !(cached && isOver(cached))) return cached;
      const { viewer, isCached } = await cache.load(key, () => load(tokenHash, true));
      if (viewer && isCached) presence?.noteCall(viewer.sessionId, viewer.actingAdminId ? null : viewer.accountId);
      return viewer;
    },
    async confirm(executor, sessionId) {
      await executor.updateTable('sessions').set({ confirmed_at: clock.now() }).where('id', '=', sessionId).execute();
      invalidateSession(sessionId);
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
      return (await cache.load(tokenHash.toString('base64'), () => load(tokenHash, false))).viewer;
    },
    forget: (accountId) => cache.invalidate((viewer) => viewer.accountId === accountId || viewer.actingAdminId === accountId),
    isOver,
    hearsChanges: () => listener?.isConnected() ?? true,
    async revoke(executor, sessionId) {
      await executor
        .updateTable('sessions')
        .set({ revoked_at: clock.now() })
        .where('id', '=', sessionId)
        .where('revoked_at', 'is', null)
        .execute();
      invalidateSession(sessionId);
    },
    async revokeAll(executor, accountId, exceptSessionId) {
      let query = executor
        .updateTable('sessions')
        .set({ revoked_at: clock.now() })
        .where('account_id', '=', accountId)
        .where('revoked_at', 'is', null);
      if (exceptSessionId) query = query.where('id', '<>', exceptSessionId);
      await query.execute();
      cache.invalidate(
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
      invalidateSession(sessionId);
    },
    onRevoked: (handler) => void cache.followers.revoked.push(handler),
    onAccountChanged: (handler) => void cache.followers.accountChanged.push(handler),
    onGap: (handler) => void cache.followers.gap.push(handler),
  };
};
