import { createHash } from 'node:crypto';
import type { BulkAct } from '@stagedoor/contract/bulk-acts';
import { BULK_ACT_RULES, type BulkActName } from '@stagedoor/contract/bulk-acts.values';
import type { ErrorCode } from '@stagedoor/contract/errors';
import { mayAdmin } from '@stagedoor/contract/admin-roles';
import { sql } from 'kysely';
import { assertStepUp } from '../../platform/auth/step-up.ts';
import type { AccountViewer, Admin } from '../../platform/auth/viewer.ts';
import { type Idempotency, type Trx, isUniqueViolation, recordAudit, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { type ActRow, ACTS } from './acts.ts';
import { getBulkAct } from './bulk-acts.queries.ts';
import { assertMay, lockAct } from './prepare-act.ts';

export const RUN_TASK = 'bulkActs:run';

/** Rows whose outcome is written at once. A process that is killed repeats these at most, and their keys keep them from being done twice. */
const BATCH = 40;
const AT_ONCE = 4;
/** Prepared acts are forgotten after this time. */
const ASKED_HOURS = 1;

/**
 * Starts an act that the same admin prepared.
 * @throws CodedError NOT_FOUND, FORBIDDEN; RECENT_LOGIN_REQUIRED for payouts; BULK_ACT_STATE when it was started before, or another one takes the same act back
 */
export const startAct = async (
  platform: Platform,
  admin: AccountViewer,
  actId: string,
  idempotency: Idempotency | undefined,
): Promise<BulkAct> => {
  const at = platform.clock.now();
  try {
    return await transact(platform.database, idempotency, async (trx) => {
      const act = await lockAct(trx, actId);
      if (act.actor_id !== admin.accountId) throw new CodedError('NOT_FOUND');
      assertMay(admin, act.act);
      if (act.state !== 'asked') throw new CodedError('BULK_ACT_STATE');
      // Preparing it was confirmed too, but that may be nearly an hour ago.
      if (BULK_ACT_RULES[act.act].list === 'payouts') await assertStepUp(platform, admin);
      await trx.updateTable('bulk_acts').set({ state: 'running', started_at: at, updated_at: at }).where('id', '=', actId).execute();
      const detail = { act: act.act, rows: act.row_count, ...act.input };
      const action = `${BULK_ACT_RULES[act.act].list}.manyStarted` as const;
      await recordAudit(trx, { actorId: admin.accountId, action, objectKind: 'bulkAct', objectId: actId, detail, at });
      await platform.jobs.enqueue(trx, RUN_TASK, { actId }, { key: `bulk-act:${actId}` });
      return getBulkAct(platform, admin, actId, trx);
    });
  } catch (error) {
    throw isUniqueViolation(error, 'bulk_acts_undone') ? new CodedError('BULK_ACT_STATE') : error;
  }
};

const setStopped = async (trx: Trx, act: { id: string; act: BulkActName }, actorId: string | null, at: Date): Promise<void> => {
  await trx.updateTable('bulk_acts').set({ state: 'stopped', ended_at: at, updated_at: at }).where('id', '=', act.id).execute();
  const action = `${BULK_ACT_RULES[act.act].list}.manyStopped` as const;
  await recordAudit(trx, { actorId, action, objectKind: 'bulkAct', objectId: act.id, detail: { act: act.act }, at });
};

/** Stops a running act: rows that are done stay done. @throws CodedError NOT_FOUND, FORBIDDEN, BULK_ACT_STATE */
export const stopAct = (platform: Platform, admin: AccountViewer, actId: string, idempotency: Idempotency | undefined): Promise<BulkAct> =>
  transact(platform.database, idempotency, async (trx) => {
    const act = await lockAct(trx, actId);
    assertMay(admin, act.act);
    if (act.state !== 'running') throw new CodedError('BULK_ACT_STATE');
    await setStopped(trx, act, admin.accountId, platform.clock.now());
    return getBulkAct(platform, admin, actId, trx);
  });

/** The admin of an act, unless they may no longer do it. */
const findAdmin = async ({ database }: Platform, accountId: string, act: BulkActName): Promise<Admin | null> => {
  const account = await database
    .selectFrom('accounts')
    .select('admin_role')
    .where('id', '=', accountId)
    .where('status', '=', 'active')
    .executeTakeFirst();
  const adminRole = account?.admin_role ?? null;
  return adminRole !== null && mayAdmin(adminRole, BULK_ACT_RULES[act].permission) ? { accountId, adminRole } : null;
};

interface RunningAct {
  id: string;
  act: BulkActName;
  actor_id: string;
  input: unknown;
}

/** Acts on one row. @returns the code of its failure, or null */
const runRow = async (platform: Platform, admin: Admin, act: RunningAct, row: ActRow): Promise<ErrorCode | null> => {
  const key = `bulk:${act.id}:${row.id}`;
  const inputHash = createHash('sha256')
    .update(JSON.stringify([act.act, row, act.input]))
    .digest('hex');
  try {
    await ACTS[act.act].run(platform, admin, row, act.input, { accountId: admin.accountId, route: 'bulk-acts', key, inputHash });
    return null;
  } catch (error) {
    if (!(error instanceof CodedError)) {
      platform.log.error({ err: error, act: act.act, row: row.id }, 'a row of an act on many failed');
      return 'INTERNAL';
    }
    // The site is at fault, not the row: the job tries again.
    if (error.status >= 500) throw error;
    return error.code;
  }
};

/** Acts on rows, some at once. */
const runRows = async (platform: Platform, admin: Admin, act: RunningAct, rows: readonly ActRow[]) => {
  const waiting = rows.values();
  const outcomes: { id: string; code: ErrorCode | null }[] = [];
  const work = async (): Promise<void> => {
    for (const row of waiting) outcomes.push({ id: row.id, code: await runRow(platform, admin, act, row) });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return outcomes;
};

const writeOutcomes = async (trx: Trx, actId: string, at: Date, outcomes: readonly { id: string; code: ErrorCode | null }[]) => {
  await sql`
    with outcome as (
      select * from unnest(${outcomes.map(({ id }) => id)}::uuid[], ${outcomes.map(({ code }) => code)}::text[]) as o (id, error)
    ),
    written as (
      update bulk_act_rows r set state = case when o.error is null then 'done' else 'failed' end, error = o.error
      from outcome o where r.bulk_act_id = ${actId}::uuid and r.object_id = o.id and r.state = 'waiting'
      returning o.error
    )
    update bulk_acts b set done_count = b.done_count + (select count(*) from written where error is null),
      failed_count = b.failed_count + (select count(*) from written where error is not null), updated_at = ${at}
    where b.id = ${actId}::uuid`.execute(trx);
};

/**
 * Acts on the next rows of a running act, and ends it after the last one. The act stays locked meanwhile: who stops it waits for these rows, so
 * that taking it back finds all that was done.
 * @returns whether there may be more
 */
const runBatch = async (platform: Platform, actId: string): Promise<boolean> =>
  transact(platform.background, undefined, async (trx) => {
    const act = await lockAct(trx, actId);
    if (act.state !== 'running') return false;
    const admin = await findAdmin(platform, act.actor_id, act.act);
    if (!admin) {
      await setStopped(trx, act, null, platform.clock.now());
      return false;
    }
    const rows = await trx
      .selectFrom('bulk_act_rows')
      .select(['object_id as id', 'version'])
      .where('bulk_act_id', '=', actId)
      .where('state', '=', 'waiting')
      .orderBy('object_id')
      .limit(sql.lit(BATCH))
      .execute();
    if (rows.length > 0) {
      const outcomes = await runRows(platform, admin, act, rows);
      await writeOutcomes(trx, actId, platform.clock.now(), outcomes);
      return true;
    }
    const at = platform.clock.now();
    await trx.updateTable('bulk_acts').set({ state: 'done', ended_at: at, updated_at: at }).where('id', '=', actId).execute();
    return false;
  });

/** Goes through the rows of a started act; after an interruption with those that are left. */
const runAct = async (platform: Platform, actId: string, signal: AbortSignal): Promise<void> => {
  do signal.throwIfAborted();
  while (await runBatch(platform, actId));
};

/** Forgets acts that were prepared and never started, and counts that nobody looks at any more. */
export const forgetUnasked = async ({ database, clock }: Platform): Promise<void> => {
  const now = clock.now();
  await sql`delete from bulk_acts where state = 'asked' and created_at < ${now}::timestamptz - make_interval(hours => ${sql.lit(ASKED_HOURS)})`.execute(
    database,
  );
  await sql`delete from list_counts where created_at < ${now}::timestamptz - make_interval(days => 1)`.execute(database);
};

export const registerBulkActJobs = (platform: Platform): void => {
  platform.jobs.register(RUN_TASK, ({ actId }, { signal }) => runAct(platform, String(actId), signal), { isLong: true });
  platform.jobs.schedule('bulkActs:forget', '17 * * * *', () => forgetUnasked(platform));
};
