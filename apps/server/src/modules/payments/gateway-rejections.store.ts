import { sql } from 'kysely';
import type { CallbackRefusal, GatewayName } from '@stagedoor/contract/gateways.values';
import { networkOf } from '../../platform/network.ts';
import type { Platform } from '../../platform/platform.ts';

/** Rows of a day and company; further senders are counted together, so that a flood of forged callbacks can't fill the table. */
const MAX_SENDERS = 200;

/**
 * Counts a callback that was not the company's, or could not be processed, for the owner: by day, reason and the sender's network. Contents aren't
 * stored, as nobody vouches for them.
 */
export const recordRejection = async (
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  gateway: GatewayName,
  { outcome, reason, ip }: { outcome: 'forged' | 'failed'; reason: CallbackRefusal; ip: string },
): Promise<void> => {
  const at = clock.now();
  const day = at.toISOString().slice(0, 10);
  await sql`
    insert into gateway_rejections as r (gateway, day, outcome, reason, sender, first_at, last_at)
    select ${gateway}, ${day}::date, ${outcome}, ${reason},
      case when (select count(*) from gateway_rejections where gateway = ${gateway} and day = ${day}::date) < ${MAX_SENDERS}
        then ${networkOf(ip)} else '' end,
      ${at}, ${at}
    on conflict (gateway, day, outcome, reason, sender) do update set count = r.count + 1, last_at = excluded.last_at`.execute(database);
};
