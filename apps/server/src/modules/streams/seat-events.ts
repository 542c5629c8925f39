import type { ServerEvents } from '@stagedoor/contract/realtime';
import { sql } from 'kysely';
import type { Trx } from '../../platform/database/database.ts';

export type SeatChange = ServerEvents['streams/seat']['change'];

/**
 * Records that seats in a paid show changed: the fans and the performer are told after the commit. Everybody is told when a group show is full,
 * and when it no longer is. @param warning so many minutes are left
 */
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
  if (change !== 'joined' && change !== 'left') return;
  await sql`
    insert into outbox (event, payload)
    select 'streams.changed', jsonb_build_object('streamId', s.id, 'performerId', s.performer_id, 'state', s.state)
    from streams s, lateral (select count(*)::int as taken from stream_participants q where q.stream_id = s.id and q.left_at is null) t
    where s.id = ${streamId}::uuid and s.type = 'group' and s.ended_at is null
      and t.taken ${change === 'joined' ? sql`= s.seats` : sql`between s.seats - ${accountIds.length}::int and s.seats - 1`}`.execute(trx);
};
