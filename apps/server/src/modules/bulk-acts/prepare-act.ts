import type { BulkAct } from '@stagedoor/contract/bulk-acts';
import { type BulkActName, BULK_ACT_RULES, MAX_BULK_ROWS } from '@stagedoor/contract/bulk-acts.values';
import { mayAdmin } from '@stagedoor/contract/admin-roles';
import { type RawBuilder, sql } from 'kysely';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import { type Idempotency, type Trx, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import { idsOf } from '../../platform/listed.ts';
import type { Platform } from '../../platform/platform.ts';
import { ACTS } from './acts.ts';
import { getBulkAct } from './bulk-acts.queries.ts';
import { EVERY_ROW, LISTS } from './lists.ts';

/** Rows chosen one by one, or all that a filter of the act's list lets through. */
export type ChosenRows = { ids: readonly string[] } | { matching: Readonly<Record<string, unknown>> };

/** @throws CodedError FORBIDDEN without the permission of the act */
export const assertMay = ({ adminRole }: Pick<AccountViewer, 'adminRole'>, act: BulkActName): void => {
  if (adminRole === null || !mayAdmin(adminRole, BULK_ACT_RULES[act].permission)) throw new CodedError('FORBIDDEN');
};

/**
 * An act, locked until the transaction ends. Transactions get it in the order in which they asked: by the row's lock alone, the next rows of a
 * running act could pass by somebody who waits to stop it.
 * @throws CodedError NOT_FOUND
 */
export const lockAct = async (trx: Trx, actId: string) => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bulk_acts:${actId}`}, 0))`.execute(trx);
  const act = await trx.selectFrom('bulk_acts').selectAll().where('id', '=', actId).forUpdate().executeTakeFirst();
  if (!act) throw new CodedError('NOT_FOUND');
  return act;
};

interface Preparation {
  act: BulkActName;
  actorId: string;
  input: Readonly<Record<string, unknown>>;
  undoes?: string;
  /** `select id` of the rows. */
  rows: RawBuilder<{ id: string }>;
  at: Date;
}

/** Fixes the rows of an act, which waits to be started. @throws CodedError BULK_ROWS_NONE, BULK_ROWS_TOO_MANY */
const insertAct = async (trx: Trx, { act, actorId, input, undoes, rows, at }: Preparation): Promise<string> => {
  const version = ACTS[act].versionOf ?? sql`null`;
  const { rows: inserted } = await sql<{ id: string; rows: number }>`
    with chosen as materialized (select id from (${rows}) found limit ${sql.lit(MAX_BULK_ROWS + 1)}),
    counted as (select count(*)::int as rows from chosen),
    act as (
      insert into bulk_acts (act, actor_id, input, row_count, undoes_id, created_at, updated_at)
      select ${act}, ${actorId}::uuid, ${JSON.stringify(input)}::jsonb, rows, ${undoes ?? null}::uuid, ${at}, ${at}
      from counted where rows between 1 and ${sql.lit(MAX_BULK_ROWS)}
      returning id
    ),
    written as (insert into bulk_act_rows (bulk_act_id, object_id, version) select act.id, chosen.id, ${version} from act, chosen)
    select act.id, counted.rows from counted left join act on true`.execute(trx);
  const { id, rows: found } = inserted[0]!;
  if (found === 0) throw new CodedError('BULK_ROWS_NONE');
  if (!id) throw new CodedError('BULK_ROWS_TOO_MANY');
  return id;
};

/**
 * Prepares an act on many rows. Nothing happens to them before it is started.
 * @param input what the single act takes besides its row
 */
export const prepareAct = async (
  platform: Platform,
  admin: AccountViewer,
  { act, rows, input = {} }: { act: BulkActName; rows: ChosenRows; input?: Readonly<Record<string, unknown>> },
  idempotency: Idempotency | undefined,
): Promise<BulkAct> => {
  assertMay(admin, act);
  const { list } = BULK_ACT_RULES[act];
  const listed = await LISTS[list](platform, 'ids' in rows ? EVERY_ROW : rows.matching);
  const chosen = idsOf(listed, 'ids' in rows ? sql`${listed.id} = any(${rows.ids}::uuid[])` : null);
  return transact(platform.database, idempotency, async (trx) => {
    const id = await insertAct(trx, { act, actorId: admin.accountId, input, rows: chosen, at: platform.clock.now() });
    return getBulkAct(platform, admin, id, trx);
  });
};

/**
 * Prepares the act that takes back what another one did to the rows that it did.
 * @throws CodedError NOT_FOUND, FORBIDDEN; BULK_ACT_STATE while it runs, when it was taken back already, or can't be
 */
export const prepareUndo = (
  platform: Platform,
  admin: AccountViewer,
  actId: string,
  idempotency: Idempotency | undefined,
): Promise<BulkAct> =>
  transact(platform.database, idempotency, async (trx) => {
    const act = await lockAct(trx, actId);
    assertMay(admin, act.act);
    const { undoneBy } = BULK_ACT_RULES[act.act];
    const isUndone = await trx
      .selectFrom('bulk_acts')
      .select('id')
      .where('undoes_id', '=', actId)
      .where('started_at', 'is not', null)
      .executeTakeFirst();
    if (!undoneBy || act.ended_at === null || act.done_count === 0 || isUndone) throw new CodedError('BULK_ACT_STATE');
    assertMay(admin, undoneBy);
    const rows = sql<{ id: string }>`select object_id as id from bulk_act_rows where bulk_act_id = ${actId}::uuid and state = 'done'`;
    const id = await insertAct(trx, { act: undoneBy, actorId: admin.accountId, input: {}, undoes: actId, rows, at: platform.clock.now() });
    return getBulkAct(platform, admin, id, trx);
  });
