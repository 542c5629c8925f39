import { type Trx, recordEvent } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';

/** Ends renewals; access lasts until `until`. */
export const setEnded = async (
  platform: Platform,
  trx: Trx,
  row: { id: string; fan_id: string; performer_id: string },
  until: Date,
): Promise<void> => {
  const now = platform.clock.now();
  await trx
    .updateTable('subscriptions')
    .set({ state: 'cancelled', cancelled_at: now, expires_at: until, next_try_at: null, updated_at: now })
    .where('id', '=', row.id)
    .execute();
  await recordEvent(trx, 'subscriptions.cancelled', { fanId: row.fan_id, performerId: row.performer_id });
};
