import { sql } from 'kysely';
import { type Database, type Executor, type Trx, recordAudit, transact } from './database.ts';

/** What happens to a site as a whole is kept in the audit log, from which the application can take nothing out. */
const SITE = 'site';

export interface SiteEvent {
  at: Date;
  detail: Record<string, unknown>;
}

/** The latest time something happened to the site as a whole, if it ever did. */
export const findSiteEvent = async (executor: Executor, action: string): Promise<SiteEvent | undefined> => {
  const row = await executor
    .selectFrom('audit_log')
    .select(['created_at', 'detail'])
    .where('object_kind', '=', SITE)
    .where('object_id', 'is', null)
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { at: row.created_at, detail: row.detail as Record<string, unknown> };
};

/** Records that something happened to the site as a whole, in the same transaction. */
export const recordSiteEvent = (trx: Trx, action: string, detail: Record<string, unknown> = {}): Promise<void> =>
  recordAudit(trx, { actorId: null, action, objectKind: SITE, objectId: null, detail });

/**
 * Does something once in the life of a database, however many nodes start, and records that it happened in the
 * same transaction. What people change or remove afterwards stays changed.
 *
 * @param write returns what is recorded with it, or undefined to leave it undone
 * @returns whether it was done now
 */
export const doOnce = (
  database: Database,
  action: string,
  write: (trx: Trx) => Promise<Record<string, unknown> | undefined>,
): Promise<boolean> =>
  transact(database, undefined, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`once:${action}`}))`.execute(trx);
    if (await findSiteEvent(trx, action)) return false;
    const detail = await write(trx);
    if (!detail) return false;
    await recordSiteEvent(trx, action, detail);
    return true;
  });
