import { type AdminRole, mayAdmin } from '@stagedoor/contract/admin-roles';
import type { BulkAct, BulkActWithFailures } from '@stagedoor/contract/bulk-acts';
import { BULK_ACTS, BULK_ACT_RULES, type BulkActName, type BulkActState } from '@stagedoor/contract/bulk-acts.values';
import type { Locale } from '@stagedoor/contract/texts/text';
import { sql } from 'kysely';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import type { Executor } from '../../platform/database/database.ts';
import { CodedError, isErrorCode } from '../../platform/errors.ts';
import { type List, type ListQuery, type Sorts, by, limitOf, readPage, sorted } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { translate } from '../../platform/texts.ts';
import { avatarUrl } from '../accounts/index.ts';
import { ACTS } from './acts.ts';

/** Failed rows that are told. */
const MAX_FAILURES = 100;

interface Row {
  id: string;
  act: BulkActName;
  state: BulkActState;
  row_count: number;
  done_count: number;
  failed_count: number;
  actor_id: string;
  username: string;
  name: string;
  avatar_key: string | null;
  undoes_id: string | null;
  undone_by: string | null;
  created_at: Date;
  started_at: Date | null;
  ended_at: Date | null;
}

const FROM = sql`from bulk_acts b join accounts a on a.id = b.actor_id left join bulk_acts u on u.undoes_id = b.id and u.started_at is not null`;
const COLUMNS = sql`b.id, b.act, b.state, b.row_count, b.done_count, b.failed_count, b.actor_id, a.username, a.name, a.avatar_key, b.undoes_id,
  u.id as undone_by, b.created_at, b.started_at, b.ended_at`;

const viewOf = (platform: Platform, row: Row): BulkAct => ({
  _id: row.id,
  act: row.act,
  state: row.state,
  rows: row.row_count,
  done: row.done_count,
  failed: row.failed_count,
  by: { _id: row.actor_id, username: row.username, name: row.name, avatar: avatarUrl(platform, row.avatar_key) },
  undoes: row.undoes_id,
  undoneBy: row.undone_by,
  isUndoable: row.ended_at !== null && row.done_count > 0 && row.undone_by === null && BULK_ACT_RULES[row.act].undoneBy !== undefined,
  createdAt: row.created_at.toISOString(),
  startedAt: row.started_at?.toISOString() ?? null,
  endedAt: row.ended_at?.toISOString() ?? null,
});

/** The acts that an admin's role covers. */
const actsOf = (role: AdminRole | null): BulkActName[] =>
  BULK_ACTS.filter((act) => role !== null && mayAdmin(role, BULK_ACT_RULES[act].permission));

const SORTS: Sorts<'createdAt' | 'updatedAt'> = { createdAt: by.instant(sql`b.created_at`), updatedAt: by.instant(sql`b.updated_at`) };

/** Acts that were started, of those that the admin may do. */
export const listBulkActs = async (platform: Platform, admin: AccountViewer, query: ListQuery): Promise<List<BulkAct>> => {
  const shown = sql`b.started_at is not null and b.act = any(${actsOf(admin.adminRole)}::text[])`;
  const { order } = sorted(SORTS, query, sql`b.id`);
  const page = sql<Row>`select ${COLUMNS} ${FROM} where ${shown} order by ${order} ${limitOf(query)}`;
  const { rows, ...totals } = await readPage(platform.database, query, page, sql`from bulk_acts b where ${shown}`);
  return { data: rows.map((row) => viewOf(platform, row)), ...totals };
};

/** One act; before it is started, its admin's own alone. @throws CodedError NOT_FOUND */
export const getBulkAct = async (
  platform: Platform,
  admin: AccountViewer,
  actId: string,
  executor: Executor = platform.database,
): Promise<BulkAct> => {
  const { rows } = await sql<Row>`select ${COLUMNS} ${FROM} where b.id = ${actId}::uuid`.execute(executor);
  const [row] = rows;
  const isShown = row && actsOf(admin.adminRole).includes(row.act) && (row.started_at !== null || row.actor_id === admin.accountId);
  if (!isShown) throw new CodedError('NOT_FOUND');
  return viewOf(platform, row);
};

/** One act with the rows that failed, and why, in the reader's language. @throws CodedError NOT_FOUND */
export const getBulkActWithFailures = async (
  platform: Platform,
  admin: AccountViewer,
  actId: string,
  locale: Locale,
): Promise<BulkActWithFailures> => {
  const { database } = platform;
  const act = await getBulkAct(platform, admin, actId);
  const failed = await database
    .selectFrom('bulk_act_rows')
    .select(['object_id', 'error'])
    .where('bulk_act_id', '=', actId)
    .where('state', '=', 'failed')
    .orderBy('object_id')
    .limit(sql.lit(MAX_FAILURES))
    .execute();
  const names =
    failed.length === 0
      ? new Map<string, string>()
      : await ACTS[act.act].namesOf(
          database,
          failed.map(({ object_id }) => object_id),
        );
  const failures = failed.map(({ object_id, error }) => {
    const code = error !== null && isErrorCode(error) ? error : 'INTERNAL';
    return { _id: object_id, name: names.get(object_id) ?? object_id, code, message: translate(locale, `errors.${code}`) };
  });
  return { ...act, failures };
};
