import { type RawBuilder, sql } from 'kysely';

/** Amounts in hundredths. */
export interface TipSums {
  tips: number;
  tokens: bigint;
  net: bigint;
}

/** Sums of a show's tips, gifts and emoji, as columns of `TipSums`. They are ledger lines: refunds count negatively. */
export const tipsOf = (performerId: RawBuilder<unknown>, streamId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select count(*) filter (where t.reverses_id is null)::int as tips,
    coalesce(sum(case when t.reverses_id is null then t.tokens_amount else -t.tokens_amount end), 0)::bigint as tokens,
    coalesce(sum(case when t.reverses_id is null then t.net_amount else -t.net_amount end), 0)::bigint as net
  from ledger.transactions t left join ledger.transactions o on o.id = t.reverses_id
  where t.seller_id = ${performerId} and t.item_id = ${streamId} and coalesce(o.kind, t.kind) in ('tip', 'gift', 'emoji')`;

/** As `TipSums`, of paid minutes. */
export interface MinuteSums {
  minutes: number;
  minute_tokens: bigint;
  minute_net: bigint;
}

/** Sums of a show's paid minutes, as columns of `MinuteSums`; what was given back counts nothing. */
export const minutesOf = (streamId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select (count(*) filter (where t.reverses_id is null) - count(*) filter (where t.reverses_id is not null))::int as minutes,
    coalesce(sum(case when t.reverses_id is null then t.tokens_amount else -t.tokens_amount end), 0)::bigint as minute_tokens,
    coalesce(sum(case when t.reverses_id is null then t.net_amount else -t.net_amount end), 0)::bigint as minute_net
  from ledger.transactions t where t.reference_kind = 'minute' and t.reference_id = ${streamId}`;
