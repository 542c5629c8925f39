import type { LeftReason } from '@stagedoor/contract/paid-shows.values';
import type { ShowSeat } from '@stagedoor/contract/paid-shows';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/database/database.ts';
import type { ClockColumns } from './minute-clocks.ts';
import { type Purse, minutesLeftOf } from './minutes-left.queries.ts';

export interface ParticipantRow extends ClockColumns, Purse {
  performer_id: string;
  type: 'private' | 'group';
  title: string;
  state: string;
  price_amount: bigint;
  commission_rate: number;
  minute_started_at: Date | null;
  next_minute_at: Date | null;
  hold_id: string | null;
  camera_id: string | null;
  left_at: Date | null;
  left_reason: LeftReason | null;
  created_at: Date;
  /** Minutes that were given back. */
  refunded: number;
  transaction_id: string | null;
}

/** Whether a hold still has all that was taken. */
export const isHeld = (holdId: RawBuilder<unknown>, amount: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from ledger.accounts h where h.kind = 'hold' and h.owner_id = ${holdId} and h.balance = ${amount})`;

/** A participant of a private or group show, with the transaction of the last minute. */
export const findParticipant = async (
  executor: Executor,
  streamId: string,
  accountId: string,
  at: Date,
): Promise<ParticipantRow | undefined> => {
  const { rows } = await sql<ParticipantRow>`
    select s.performer_id, s.type, s.title, s.state, p.price_amount, p.token_value, p.commission_rate, p.minutes, p.missed,
      p.connected_ms, p.minute_from_ms, p.next_from_ms, p.is_running, p.minute_started_at, p.next_minute_at, p.hold_id, p.camera_id, p.left_at, p.left_reason, p.created_at, coalesce(w.balance, 0) as balance,
      coalesce(h.balance, 0) as held, t.id as transaction_id, l.room, l.is_paused,
      (select count(*)::int from ledger.transactions r
        where r.reference_kind = 'minute' and r.reference_id = p.stream_id and r.buyer_id = p.account_id and r.reverses_id is not null) as refunded
    from stream_participants p
    join streams s on s.id = p.stream_id and s.type <> 'public'
    left join ledger.accounts w on w.kind = 'wallet' and w.owner_id = p.account_id
    left join ledger.accounts h on h.kind = 'hold' and h.owner_id = p.hold_id
    left join ledger.transactions t on t.key = 'minute:' || p.stream_id || ':' || p.account_id || ':' || p.minutes
    cross join ledger.show_room(p.account_id, p.stream_id, ${at}::timestamptz) l
    where p.stream_id = ${streamId}::uuid and p.account_id = ${accountId}::uuid`.execute(executor);
  return rows[0];
};

/** Why somebody left, as the viewer may know it: a fan's own limit is the fan's affair. */
export const leftReasonFor = (reason: LeftReason | null, isFan: boolean): LeftReason | null =>
  reason === 'limitReached' && !isFan ? 'outOfTokens' : reason;

/** The seat as its fan and the performer of a private show see it. */
export const seatOf = (row: ParticipantRow, isFan: boolean): ShowSeat => {
  const minutes = row.minutes - row.refunded;
  return {
    price: hundredthsToNumber(row.price_amount),
    held: hundredthsToNumber(row.held),
    minutes,
    spent: hundredthsToNumber(BigInt(minutes) * row.price_amount),
    balance: hundredthsToNumber(row.balance),
    minutesLeft: minutesLeftOf(row, row.price_amount),
    connectedSeconds: Number(row.connected_ms) / 1000,
    minuteStartedAt: row.minute_started_at?.toISOString() ?? null,
    nextMinuteAt: row.next_minute_at?.toISOString() ?? null,
    leftAt: row.left_at?.toISOString() ?? null,
    leftReason: leftReasonFor(row.left_reason, isFan),
    joinedAt: row.created_at.toISOString(),
  };
};
