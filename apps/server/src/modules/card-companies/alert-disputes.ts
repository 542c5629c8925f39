import { recordEvent, transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { listDisputes } from './disputes.queries.ts';

/** The current month, and the one before: its last disputes may come after the last run in it. */
const MONTHS = 2;

/**
 * Tells the owners of each company whose share of disputes passed the limit in a month. A row of `gateway_dispute_alerts` is inserted first, so that a
 * month is told once, also by several nodes and when its share falls and rises again.
 */
export const alertDisputes = async (platform: Platform): Promise<void> => {
  const { database, clock } = platform;
  const due = (await listDisputes(platform, MONTHS)).filter(({ isAlert }) => isAlert);
  for (const { gateway, month, payments, disputes } of due)
    await transact(database, undefined, async (trx) => {
      const alerted = await trx
        .insertInto('gateway_dispute_alerts')
        .values({ gateway, month, payments, disputes, alerted_at: clock.now() })
        .onConflict((conflict) => conflict.columns(['gateway', 'month']).doNothing())
        .returning('month')
        .executeTakeFirst();
      if (alerted) await recordEvent(trx, 'gateways.disputesRose', { gateway, month, payments, disputes });
      return {};
    });
};
