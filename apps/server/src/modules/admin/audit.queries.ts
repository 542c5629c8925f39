import type { AuditEntry } from '@stagedoor/contract/admin-people';
import { sql } from 'kysely';
import type { Executor } from '../../platform/database/database.ts';

export interface AuditQuery {
  limit: number;
  offset: number;
  /** Part of the actor's or the object's name or username. */
  q?: string | undefined;
  /** The action, or a prefix: `accounts.`. */
  action?: string | undefined;
  actorId?: string | undefined;
  objectId?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
  /** The last entry of the previous page. */
  after?: string | undefined;
}

interface Row {
  id: string;
  created_at: Date;
  action: string;
  actor_id: string | null;
  actor_username: string | null;
  actor_name: string | null;
  object_kind: string;
  object_id: string | null;
  object_name: string | null;
  detail: unknown;
}

const entryOf = (row: Row): AuditEntry => ({
  _id: row.id,
  at: row.created_at.toISOString(),
  action: row.action,
  actor: row.actor_id ? { _id: row.actor_id, username: row.actor_username ?? '', name: row.actor_name ?? '' } : null,
  object: { kind: row.object_kind, _id: row.object_id, name: row.object_name },
  detail: (row.detail ?? {}) as Record<string, unknown>,
});

/** The count stops here: nobody pages further, and the log is long. */
const MAX_COUNTED = 10_000;

/** Audit entries, newest first; ordered by id, which is chronological. */
export const listAudit = async (
  executor: Executor,
  query: AuditQuery,
): Promise<{ data: AuditEntry[]; total: number; after: string | null }> => {
  const pattern = query.q ? `%${query.q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%` : null;
  const people = pattern
    ? sql`and (a.username like ${pattern} or lower(a.name) like ${pattern} or o.username like ${pattern} or lower(o.name) like ${pattern})`
    : sql``;
  const condition = sql`
    ${query.action ? sql`l.action like ${`${query.action.replace(/[\\%_]/g, '\\$&')}%`}` : sql`true`}
    ${query.actorId ? sql`and l.actor_id = ${query.actorId}::uuid` : sql``}
    ${query.objectId ? sql`and l.object_id = ${query.objectId}::uuid` : sql``}
    ${query.from ? sql`and l.created_at >= ${query.from}::timestamptz` : sql``}
    ${query.until ? sql`and l.created_at < ${query.until}::timestamptz` : sql``} ${people}`;
  const from = sql`from audit_log l left join accounts a on a.id = l.actor_id left join accounts o on o.id = l.object_id`;
  const before = query.after ? sql`and l.id < ${query.after}::uuid` : sql``;
  const [{ rows }, { rows: totals }] = await Promise.all([
    sql<Row>`
      select l.id, l.created_at, l.action, l.actor_id, a.username as actor_username, a.name as actor_name,
        l.object_kind, l.object_id, coalesce(o.name, l.detail ->> 'key', l.detail ->> 'name') as object_name, l.detail
      ${from} where ${condition} ${before} order by l.id desc limit ${query.limit + 1} offset ${query.after ? 0 : query.offset}`.execute(
      executor,
    ),
    sql<{ total: number }>`
      select count(*)::int as total from (select ${from} where ${condition} limit ${MAX_COUNTED}) counted`.execute(executor),
  ]);
  const shown = rows.slice(0, query.limit);
  return {
    data: shown.map(entryOf),
    total: totals[0]?.total ?? 0,
    after: rows.length > query.limit ? (shown.at(-1)?.id ?? null) : null,
  };
};
