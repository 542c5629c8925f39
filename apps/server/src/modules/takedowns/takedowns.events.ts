import { HIDING_REASONS } from '@stagedoor/contract/reports.values';
import { sql } from 'kysely';
import type { Trx } from '../../platform/database/database.ts';
import type { Outbox } from '../../platform/events/outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import { NOTICE_MAIL_TASK } from './takedowns.jobs.ts';

/** Rejects the open notices that kept content hidden until an appeal against the hiding was granted. @returns their ids */
const rejectHidingNotices = async (trx: Trx, restrictionId: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    update takedown_notices n set state = 'rejected', restriction_id = x.id, decision_note = x.appeal_note, decided_by = x.appeal_decided_by,
      decided_at = x.appeal_decided_at
    from restrictions x
    where x.id = ${restrictionId}::uuid and x.measure = 'hidden' and n.object_type = x.object_type and n.object_id = x.object_id and n.state = 'open'
      and n.created_at <= x.appeal_decided_at and n.reason = any(${[...HIDING_REASONS]}::text[])
    returning n.id`.execute(trx);
  return rows.map(({ id }) => id);
};

/** A complaint about a rejected notice was decided: an upheld one upholds the notice after all. Its sender gets the decision again. */
export const registerTakedownEvents = (platform: Platform, outbox: Outbox): void => {
  outbox.on('takedowns.complained', async ({ payload: { noticeId, state, restrictionId } }, trx) => {
    if (state === 'upheld')
      await trx
        .updateTable('takedown_notices')
        .set({ state: 'upheld', restriction_id: restrictionId })
        .where('id', '=', noticeId)
        .execute();
    await platform.jobs.enqueue(trx, NOTICE_MAIL_TASK, { noticeId, kind: 'complained' });
    return undefined;
  });
  // The measure ended after an appeal: its notices were unfounded after all.
  outbox.on('restrictions.changed', async ({ payload: { restrictionId, what } }, trx) => {
    if (what !== 'appealUpheld') return undefined;
    await trx.updateTable('takedown_notices').set({ state: 'rejected' }).where('restriction_id', '=', restrictionId).execute();
    for (const noticeId of await rejectHidingNotices(trx, restrictionId))
      await platform.jobs.enqueue(trx, NOTICE_MAIL_TASK, { noticeId, kind: 'decided' });
    return undefined;
  });
};
