import { sql } from 'kysely';
import type { Executor } from '../../platform/database/database.ts';

export interface ParticipantRow {
  performer_id: string;
  title: string;
  state: string;
  price_amount: bigint;
  token_value: bigint;
  commission_rate: number;
  minutes: number;
  next_minute_at: Date | null;
  balance: bigint;
  transaction_id: string | null;
}

/** A participant of a private show, with the transaction of the last minute. */
export const findParticipant = async (executor: Executor, streamId: string, accountId: string): Promise<ParticipantRow | undefined> => {
  const { rows } = await sql<ParticipantRow>`
    select s.performer_id, s.title, s.state, p.price_amount, p.token_value, p.commission_rate, p.minutes, p.next_minute_at,
      coalesce(w.balance, 0) as balance, t.id as transaction_id
    from stream_participants p
    join streams s on s.id = p.stream_id and s.type = 'private'
    left join ledger.accounts w on w.kind = 'wallet' and w.owner_id = p.account_id
    left join ledger.transactions t on t.key = 'minute:' || p.stream_id || ':' || p.account_id || ':' || p.minutes
    where p.stream_id = ${streamId}::uuid and p.account_id = ${accountId}::uuid`.execute(executor);
  return rows[0];
};
