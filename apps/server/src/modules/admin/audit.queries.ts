import { isRecord, keysOf } from '@stagedoor/contract/keys.values';
import type { AuditEntry } from '@stagedoor/contract/admin-people';
import { AUDIT_ACTIONS, type AuditKind, type AuditWay } from '@stagedoor/contract/audit.values';
import { SETTINGS } from '@stagedoor/contract/settings';
import type { TextKey } from '@stagedoor/contract/texts/index';
import type { Locale } from '@stagedoor/contract/texts/text';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Executor } from '../../platform/database/database.ts';
import {
  type Condition,
  type ListQuery,
  type Sorts,
  type Total,
  allOf,
  by,
  likePattern,
  prefixPattern,
  readCursorPage,
  sorted,
} from '../../platform/lists.ts';
import { translate } from '../../platform/texts.ts';
import { hasName } from '../accounts/index.ts';

export interface AuditFilter {
  /** Of names: what a person, an action or a setting is called; the beginning of a reference. */
  q?: string | undefined;
  kind?: AuditKind | undefined;
  /** The action, or a prefix: `accounts.`. */
  action?: string | undefined;
  actorId?: string | undefined;
  bySite?: boolean | undefined;
  byConsole?: boolean | undefined;
  objectId?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
}

export interface AuditQuery extends ListQuery, AuditFilter {
  /** The cursor of the previous page. */
  after?: string | undefined;
}

interface Row {
  id: string;
  created_at: Date;
  action: string;
  kind: AuditKind;
  actor_id: string | null;
  actor_username: string | null;
  actor_name: string | null;
  via: AuditWay | null;
  object_kind: string;
  object_id: string | null;
  object_name: string | null;
  detail: unknown;
}

const entryOf = (row: Row): AuditEntry => ({
  _id: row.id,
  at: row.created_at.toISOString(),
  action: row.action,
  kind: row.kind,
  actor: row.actor_id ? { _id: row.actor_id, username: row.actor_username ?? '', name: row.actor_name ?? '' } : null,
  via: row.via,
  object: { kind: row.object_kind, _id: row.object_id, name: row.object_name },
  detail: isRecord(row.detail) ? row.detail : {},
});

/** Entries never change; their ids are chronological and have an index. */
const SORTS: Sorts<'createdAt' | 'updatedAt'> = { createdAt: by.id(sql`l.id`), updatedAt: by.id(sql`l.id`) };

/** What an entry is called by: has an index. */
const NAME = sql`lower(coalesce(l.detail ->> 'name', l.detail ->> 'key', l.detail ->> 'code'))`;

const COLUMNS = sql`
  l.id, l.created_at, l.action, l.kind, l.actor_id, a.username as actor_username, a.name as actor_name, l.via, l.object_kind, l.object_id,
  coalesce(o.name, l.detail ->> 'key', l.detail ->> 'name', l.detail ->> 'code', nullif(i.title, '')) as object_name, l.detail`;
const FROM = sql`from audit_log l`;

/** A page's entries with their names, which are looked up for them alone. @param page `select l.* …`, with order and limit */
const named = (page: RawBuilder<unknown>, order: RawBuilder<unknown>, key = sql`null`): RawBuilder<Row> => sql<Row>`
  select ${COLUMNS}, ${key} as list_key from (${page}) l
  left join accounts a on a.id = l.actor_id left join accounts o on o.id = l.object_id left join items i on i.id = l.object_id
  order by ${order}`;

/** An id is of its entry's time; clocks of servers and of a demo's data differ by less than this. */
const CLOCK_SPARE_MS = 10 * 60_000;

/** The least id of a time: ids begin with their milliseconds (RFC 9562, 5.7). */
const idAt = (ms: number): string => {
  const time = Math.max(0, ms).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
};

/** More people than these are not looked up one by one. */
const MAX_PEOPLE = 100;

/** The people a search means: by who did it, and whom it was done to. */
const ofPeople = async (database: Database, q: string): Promise<RawBuilder<unknown>> => {
  const pattern = likePattern(q);
  const isNamed = sql`(n.username like ${pattern} or ${await hasName({ database }, sql`n.id`, q, sql`lower(n.name) like ${pattern}`)})`;
  const { rows } = await sql<{ id: string }>`
    select n.id from accounts n where ${isNamed} limit ${sql.lit(MAX_PEOPLE + 1)}`.execute(database);
  if (rows.length > MAX_PEOPLE) return sql`exists (select from accounts n where n.id in (l.actor_id, l.object_id) and ${isNamed})`;
  const ids = rows.map(({ id }) => id);
  return ids.length === 0 ? sql`false` : sql`(l.actor_id = any(${ids}::uuid[]) or l.object_id = any(${ids}::uuid[]))`;
};

/** The names among these whose text contains a search. */
const calledSo = <N extends string>(names: readonly N[], keyOf: (name: N) => TextKey, q: string, locale: Locale): N[] =>
  names.filter((name) => translate(locale, keyOf(name)).toLowerCase().includes(q.toLowerCase()));

const matching = async (database: Database, q: string, locale: Locale): Promise<RawBuilder<unknown>> => {
  const people = await ofPeople(database, q);
  const actions = calledSo(keysOf(AUDIT_ACTIONS), (action) => `audit.${action}`, q, locale);
  const settings = calledSo(keysOf(SETTINGS), (key) => `setting.${key}.title`, q, locale).map((key) => key.toLowerCase());
  return sql`(${sql.join(
    [
      people,
      sql`${NAME} like ${prefixPattern(q)}`,
      ...(actions.length > 0 ? [sql`l.action = any(${actions}::text[])`] : []),
      ...(settings.length > 0 ? [sql`${NAME} = any(${settings}::text[])`] : []),
    ],
    sql` or `,
  )})`;
};

/** The conditions of a filter; a search finds actions and settings by their names in the reader's language. */
export const auditCondition = async (database: Database, filter: AuditFilter, locale: Locale): Promise<Condition> => {
  const { q, kind, action, actorId, bySite, byConsole, objectId, from, until } = filter;
  return allOf(
    kind && sql`l.kind = ${kind}`,
    action && sql`starts_with(l.action, ${action})`,
    actorId && sql`l.actor_id = ${actorId}::uuid`,
    bySite && sql`l.actor_id is null and l.via is null`,
    byConsole && sql`l.via = 'console'`,
    objectId && sql`l.object_id = ${objectId}::uuid`,
    from && sql`l.created_at >= ${from}::timestamptz and l.id >= ${idAt(Date.parse(from) - CLOCK_SPARE_MS)}::uuid`,
    until && sql`l.created_at < ${until}::timestamptz and l.id < ${idAt(Date.parse(until) + CLOCK_SPARE_MS)}::uuid`,
    q && (await matching(database, q, locale)),
  );
};

/** Audit entries. */
export const listAudit = async (
  database: Database,
  query: AuditQuery,
  locale: Locale,
): Promise<{ data: AuditEntry[]; after: string | null } & Total> => {
  const condition = await auditCondition(database, query, locale);
  const order = sorted(SORTS, query, sql`l.id`);
  const { rows, ...totals } = await readCursorPage<Row>(
    database,
    query,
    order,
    ({ key, after: following, end }) =>
      named(sql`select l.*, ${key} ${FROM} where ${allOf(condition, following)} ${end}`, order.order, sql`l.list_key`),
    sql`${FROM} where ${condition}`,
  );
  return { data: rows.map(entryOf), ...totals };
};

/** A batch of entries, newest first, older than one of them. @param before the id of the last entry of the batch before */
export const readAudit = async (
  executor: Executor,
  condition: Condition,
  before: string | undefined,
  limit: number,
): Promise<AuditEntry[]> => {
  const older = allOf(condition, before && sql`l.id < ${before}::uuid`);
  const { rows } = await named(sql`select l.* ${FROM} where ${older} order by l.id desc limit ${sql.lit(limit)}`, sql`l.id desc`).execute(
    executor,
  );
  return rows.map(entryOf);
};

const HISTORY = 20;

/** The last entries about one object, newest first. */
export const listHistory = (executor: Executor, objectId: string): Promise<AuditEntry[]> =>
  readAudit(executor, sql`l.object_id = ${objectId}::uuid`, undefined, HISTORY);
