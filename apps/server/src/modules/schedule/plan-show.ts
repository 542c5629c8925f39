import type { PlannedShow } from '@stagedoor/contract/schedule';
import { MAX_PLANNED, PLAN_DAYS, type ShowAudience } from '@stagedoor/contract/schedule.values';
import { sql } from 'kysely';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import type { Caller } from '../../platform/caller.ts';
import { type Idempotency, type Trx, recordEvent, transact } from '../../platform/database/database.ts';
import { CodedError, FieldsError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { checkCategory } from '../categories/index.ts';
import { getPlanned, isComing } from './schedule.queries.ts';

export interface PlanInput {
  title: string;
  categoryId: string | null;
  audience: ShowAudience;
  startsAt: string;
}

/** @throws FieldsError for a time that is over or too far ahead, and for an unknown category */
const check = async (trx: Trx, { startsAt, categoryId }: PlanInput, now: Date): Promise<void> => {
  const aheadMs = new Date(startsAt).getTime() - now.getTime();
  if (aheadMs <= 0) throw new FieldsError([{ property: 'startsAt', rule: 'future' }]);
  if (aheadMs > PLAN_DAYS * 86_400_000) throw new FieldsError([{ property: 'startsAt', rule: 'tooFar', values: { days: PLAN_DAYS } }]);
  await checkCategory(trx, categoryId);
};

/** @throws CodedError SCHEDULE_FULL; FieldsError */
export const planShow = (
  platform: Pick<Platform, 'database' | 'clock'>,
  performerId: string,
  input: PlanInput,
  idempotency: Idempotency | undefined,
): Promise<{ id: string }> => {
  const now = platform.clock.now();
  return transact(platform.database, idempotency, async (trx) => {
    await check(trx, input, now);
    // Plans of one performer come one after another: none is above the limit.
    await sql`select from performers where account_id = ${performerId}::uuid for no key update`.execute(trx);
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from planned_shows s where s.performer_id = ${performerId}::uuid and ${isComing(now)}`.execute(trx);
    if (rows[0]!.count >= MAX_PLANNED) throw new CodedError('SCHEDULE_FULL');
    return trx
      .insertInto('planned_shows')
      .values({
        performer_id: performerId,
        title: input.title,
        category_id: input.categoryId,
        audience: input.audience,
        starts_at: new Date(input.startsAt),
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  });
};

/** Locks an own plan that is still ahead. @throws CodedError NOT_FOUND, SCHEDULE_STATE */
const lockOwn = async (trx: Trx, performerId: string, plannedId: string, now: Date): Promise<{ starts_at: Date }> => {
  const { rows } = await sql<{ starts_at: Date; is_coming: boolean }>`
    select s.starts_at, ${isComing(now)} as is_coming from planned_shows s
    where s.id = ${plannedId}::uuid and s.performer_id = ${performerId}::uuid for update`.execute(trx);
  if (!rows[0]) throw new CodedError('NOT_FOUND');
  if (!rows[0].is_coming) throw new CodedError('SCHEDULE_STATE');
  return rows[0];
};

/** Changes an own plan. With another time, who is reminded is told, and again ten minutes before it. @throws CodedError NOT_FOUND, SCHEDULE_STATE; FieldsError */
export const changePlan = (
  platform: Platform,
  caller: Caller<AccountViewer>,
  plannedId: string,
  input: PlanInput,
  idempotency: Idempotency | undefined,
): Promise<PlannedShow> => {
  const now = platform.clock.now();
  return transact(platform.database, idempotency, async (trx) => {
    const before = await lockOwn(trx, caller.viewer.accountId, plannedId, now);
    await check(trx, input, now);
    const startsAt = new Date(input.startsAt);
    const isMoved = startsAt.getTime() !== before.starts_at.getTime();
    await trx
      .updateTable('planned_shows')
      .set({
        title: input.title,
        category_id: input.categoryId,
        audience: input.audience,
        starts_at: startsAt,
        updated_at: now,
        ...(isMoved ? { reminded_at: null } : {}),
      })
      .where('id', '=', plannedId)
      .execute();
    if (isMoved) await recordEvent(trx, 'schedule.told', { plannedId, what: 'moved', startsAt: startsAt.toISOString() });
    return getPlanned(platform, caller, plannedId, trx);
  });
};

/** @throws CodedError NOT_FOUND, SCHEDULE_STATE */
export const cancelPlan = (
  platform: Platform,
  caller: Caller<AccountViewer>,
  plannedId: string,
  idempotency: Idempotency | undefined,
): Promise<PlannedShow> => {
  const now = platform.clock.now();
  return transact(platform.database, idempotency, async (trx) => {
    const { starts_at } = await lockOwn(trx, caller.viewer.accountId, plannedId, now);
    await trx.updateTable('planned_shows').set({ state: 'cancelled', updated_at: now }).where('id', '=', plannedId).execute();
    await recordEvent(trx, 'schedule.told', { plannedId, what: 'cancelled', startsAt: starts_at.toISOString() });
    return getPlanned(platform, caller, plannedId, trx);
  });
};

/** Sets or ends the reminder of an account. Idempotent. @throws CodedError NOT_FOUND, SCHEDULE_STATE, OWN_ITEM */
export const setReminder = async (
  platform: Platform,
  caller: Caller<AccountViewer>,
  plannedId: string,
  on: boolean,
): Promise<PlannedShow> => {
  const { accountId } = caller.viewer;
  const now = platform.clock.now();
  const { performer } = await getPlanned(platform, caller, plannedId);
  if (performer._id === accountId) throw new CodedError('OWN_ITEM');
  return transact(platform.database, undefined, async (trx) => {
    const { rows } = await sql<{ is_coming: boolean }>`
      select ${isComing(now)} as is_coming from planned_shows s where s.id = ${plannedId}::uuid for share`.execute(trx);
    if (on && !rows[0]?.is_coming) throw new CodedError('SCHEDULE_STATE');
    if (on)
      await trx
        .insertInto('show_reminders')
        .values({ planned_show_id: plannedId, account_id: accountId, created_at: now })
        .onConflict((conflict) => conflict.columns(['planned_show_id', 'account_id']).doNothing())
        .execute();
    else await trx.deleteFrom('show_reminders').where('planned_show_id', '=', plannedId).where('account_id', '=', accountId).execute();
    return getPlanned(platform, caller, plannedId, trx);
  });
};
