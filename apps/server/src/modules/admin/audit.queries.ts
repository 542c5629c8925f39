import type { AuditEntry } from '@stagedoor/contract/admin-people';
import { sql } from 'kysely';
import type { Executor } from '../../platform/database/database.ts';
import { type ListQuery, type Sorts, allOf, by, likePattern, readCursorPage, sorted } from '../../platform/lists.ts';

export interface AuditQuery extends ListQuery {
  /** Part of the actor's or the object's name or username. */
  q?: string | undefined;
  /** The action, or a prefix: `accounts.`. */
  action?: string | undefined;
  actorId?: string | undefined;
  objectId?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
  /** The cursor of the previous page. */
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

/** Entries never change; their ids are chronological and have an index. */
const SORTS: Sorts<'createdAt' | 'updatedAt'> = { createdAt: by.id(sql`l.id`), updatedAt: by.id(sql`l.id`) };

const COLUMNS = sql`
  l.id, l.created_at, l.action, l.actor_id, a.username as actor_username, a.name as actor_name,
  l.object_kind, l.object_id, coalesce(o.name, l.detail ->> 'key', l.detail ->> 'name') as object_name, l.detail`;
const FROM = sql`from audit_log l left join accounts a on a.id = l.actor_id left join accounts o on o.id = l.object_id`;

/** Audit entries. */
export const listAudit = async (
  executor: Executor,
  query: AuditQuery,
): Promise<{ data: AuditEntry[]; total: number; after: string | null }> => {
  const pattern = query.q ? likePattern(query.q) : null;
  const condition = allOf(
    query.action && sql`starts_with(l.action, ${query.action})`,
    query.actorId && sql`l.actor_id = ${query.actorId}::uuid`,
    query.objectId && sql`l.object_id = ${query.objectId}::uuid`,
    query.from && sql`l.created_at >= ${query.from}::timestamptz`,
    query.until && sql`l.created_at < ${query.until}::timestamptz`,
    pattern &&
      sql`(a.username like ${pattern} or lower(a.name) like ${pattern} or o.username like ${pattern} or lower(o.name) like ${pattern})`,
  );
  const { rows, ...totals } = await readCursorPage<Row>(
    executor,
    query,
    sorted(SORTS, query, sql`l.id`),
    ({ key, after: following, end }) => sql`select ${COLUMNS}, ${key} ${FROM} where ${allOf(condition, following)} ${end}`,
    sql`${FROM} where ${condition}`,
  );
  return { data: rows.map(entryOf), ...totals };
};

const HISTORY = 20;

/** The last entries about one object, newest first. */
export const listHistory = async (executor: Executor, objectId: string): Promise<AuditEntry[]> => {
  const { rows } = await sql<Row>`
    select ${COLUMNS} ${FROM} where l.object_id = ${objectId}::uuid order by l.id desc limit ${sql.lit(HISTORY)}`.execute(executor);
  return rows.map(entryOf);
};
