import { sql } from 'kysely';
import { recordEvent } from '../../platform/database/database.ts';
import { readRows } from '../../platform/personal-data.ts';
import type { Platform } from '../../platform/platform.ts';

/** An account's subscriptions, and the number of its subscribers, whose identities are others' data. */
export const registerSubscriptionData = (platform: Platform): void =>
  platform.personalData.register({
    module: 'subscriptions',
    tables: ['subscriptions'],
    async read(executor, accountId) {
      return {
        data: {
          subscriptions: await readRows(executor, 'subscriptions', sql`t.fan_id = ${accountId}::uuid`),
          subscribers: await readRows(executor, 'subscriptions', sql`t.performer_id = ${accountId}::uuid`, [
            'fan_id',
            'order_id',
            'credit_order_id',
          ]),
        },
      };
    },
    /** Subscriptions of and to the account end at once. */
    async erase(trx, accountId) {
      const now = platform.clock.now();
      const { rows } = await sql<{ fan_id: string; performer_id: string }>`
        update subscriptions set state = 'cancelled', renews_by = null, next_attempt_at = null, next_type = null, next_price_amount = null, cancelled_at = coalesce(cancelled_at, ${now}),
          expires_at = least(expires_at, ${now}), updated_at = ${now}
        where (fan_id = ${accountId}::uuid or performer_id = ${accountId}::uuid) and (state = 'active' or expires_at > ${now})
        returning fan_id, performer_id`.execute(trx);
      for (const row of rows) await recordEvent(trx, 'subscriptions.cancelled', { fanId: row.fan_id, performerId: row.performer_id });
    },
  });
