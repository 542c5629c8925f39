import type { ServerEvents } from '@stagedoor/contract/realtime';
import { sql } from 'kysely';
import type { Trx } from '../../platform/database/database.ts';

export type SeatChange = ServerEvents['streams/seat']['change'];

/** Records that seats in a paid show changed: the fans and the performer are told after the commit. @param warning so many minutes are left */
export const recordSeats = async (
  trx: Trx,
  streamId: string,
  accountIds: readonly string[],
  change: SeatChange,
  warning: number | null = null,
): Promise<void> => {
  await sql`
    insert into outbox (event, payload)
    select 'streams.seatChanged', jsonb_build_object('streamId', s.id, 'performerId', s.performer_id, 'accountId', x.account_id,
      'change', ${change}::text, 'warning', ${warning}::integer)
    from streams s, unnest(${accountIds}::uuid[]) as x(account_id) where s.id = ${streamId}::uuid`.execute(trx);
};
