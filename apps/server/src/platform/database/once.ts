import type { AuditAction } from '@stagedoor/contract/audit.values';
import { sql } from 'kysely';
import { type Database, type Executor, type Trx, recordAudit, transact } from './database.ts';

/** Events of the whole site are stored in the audit log, which the application can't delete from. */
const SITE = 'site';

export interface SiteEvent {
  at: Date;
  detail: Record<string, unknown>;
}

/** The latest site-wide event of an action, if there is one. */
export const findSiteEvent = async (executor: Executor, action: AuditAction): Promise<SiteEvent | undefined> => {
  const row = await executor
    .selectFrom('audit_log')
    .select(['created_at', 'detail'])
    .where('object_kind', '=', SITE)
    .where('object_id', 'is', null)
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .limit(sql.lit(1))
    .executeTakeFirst();
  return row && { at: row.created_at, detail: row.detail };
};

/** Records a site-wide event in the same transaction. */
export const recordSiteEvent = (trx: Trx, action: AuditAction, detail: Record<string, unknown> = {}): Promise<void> =>
  recordAudit(trx, { actorId: null, action, objectKind: SITE, objectId: null, detail });

/**
 * Runs a write once in the lifetime of a database, however many nodes start, and records it in the same transaction.
 * Later changes and deletions are not undone.
 *
 * @param write returns the detail to record, or undefined when nothing was done
 * @returns whether it ran now
 */
export const doOnce = (
  database: Database,
  action: AuditAction,
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
