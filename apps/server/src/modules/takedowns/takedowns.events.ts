import type { Outbox } from '../../platform/events/outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import { NOTICE_MAIL_TASK } from './takedowns.jobs.ts';

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
    if (what === 'appealUpheld')
      await trx.updateTable('takedown_notices').set({ state: 'rejected' }).where('restriction_id', '=', restrictionId).execute();
    return undefined;
  });
};
