import { recordEvent } from '../../platform/database/database.ts';
import type { Outbox } from '../../platform/events/outbox.ts';
import type { Platform } from '../../platform/platform.ts';

/** Whoever was blocked pays for no further period: what is paid for stays to its end, and nothing renews. */
export const registerSubscriptionEvents = ({ clock }: Pick<Platform, 'clock'>, outbox: Outbox): void =>
  outbox.on('blocks.added', async ({ payload }, trx) => {
    const fanId = String(payload['accountId']);
    const performerId = String(payload['performerId']);
    const now = clock.now();
    const cancelled = await trx
      .updateTable('subscriptions')
      .set({ state: 'cancelled', cancelled_at: now, next_attempt_at: null, updated_at: now })
      .where('fan_id', '=', fanId)
      .where('performer_id', '=', performerId)
      .where('state', '=', 'active')
      .where('expires_at', '>', now)
      .returning('id')
      .executeTakeFirst();
    if (cancelled) await recordEvent(trx, 'subscriptions.cancelled', { fanId, performerId });
  });
