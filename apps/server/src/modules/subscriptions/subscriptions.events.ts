import { recordEvent } from '../../platform/database/database.ts';
import type { Outbox } from '../../platform/events/outbox.ts';
import type { Platform } from '../../platform/platform.ts';

/** A block stops renewals between the two accounts; paid periods last to their end. */
export const registerSubscriptionEvents = ({ clock }: Pick<Platform, 'clock'>, outbox: Outbox): void =>
  outbox.on('blocks.added', async ({ payload }, trx) => {
    const pair = [payload.accountId, payload.performerId];
    const now = clock.now();
    const cancelled = await trx
      .updateTable('subscriptions')
      .set({ state: 'cancelled', cancelled_at: now, next_attempt_at: null, next_type: null, next_price_amount: null, updated_at: now })
      .where('fan_id', 'in', pair)
      .where('performer_id', 'in', pair)
      .where('state', '=', 'active')
      .where('expires_at', '>', now)
      .returning(['fan_id', 'performer_id'])
      .execute();
    for (const { fan_id: fanId, performer_id: performerId } of cancelled)
      await recordEvent(trx, 'subscriptions.cancelled', { fanId, performerId });
  });
