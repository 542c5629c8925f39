import { sql } from 'kysely';
import { MINUTE_MS, SETTLING_MS } from '../modules/streams/minutes.rules.ts';
import type { TestApp } from './test-app.ts';

/** The account of a seat of a paid show, as the tables have it. */
export interface SeatAccount {
  accountId: string;
  /** Minutes charged, those given back among them. */
  charged: number;
  givenBack: number;
  /** Minutes that were due and never charged. */
  missed: number;
  connectedMs: number;
  /** Position at which the next minute begins. */
  nextFromMs: number;
  isRunning: boolean;
  hasLeft: boolean;
  /** Positions of the minutes' media, in order. */
  minutes: { minute: number; fromMs: number; toMs: number | null; isGivenBack: boolean }[];
  /** Hundredths of a token. */
  price: number;
  /** The ledger's minutes that weren't reversed: their number, and their hundredths of a token. */
  paid: { count: number; tokens: number };
  /** Hundredths of a token that are still held for the show. */
  held: number;
}

/** Reads the seats of shows, by show and account. */
export const readSeats = async ({ platform }: TestApp, streamIds: readonly string[]): Promise<(SeatAccount & { streamId: string })[]> => {
  const { rows } = await sql<SeatAccount & { streamId: string }>`
    select p.stream_id as "streamId", p.account_id as "accountId", p.minutes as charged, p.missed, p.connected_ms::float8 as "connectedMs", p.next_from_ms::float8 as "nextFromMs",
      p.is_running as "isRunning", p.left_at is not null as "hasLeft", p.price_amount::float8 as price, m.minutes, m.given_back as "givenBack",
      json_build_object('count', l.count, 'tokens', l.tokens) as paid,
      coalesce((select sum(h.balance) from ledger.accounts h where h.kind = 'hold' and h.owner_id = p.hold_id), 0)::float8 as held
    from stream_participants p
    cross join lateral (
      select count(*) filter (where x.refund_reason is not null)::int as given_back,
        coalesce(json_agg(json_build_object('minute', x.minute, 'fromMs', x.from_ms, 'toMs', x.to_ms, 'isGivenBack', x.refund_reason is not null)
          order by x.minute), '[]') as minutes
      from stream_minutes x where x.stream_id = p.stream_id and x.account_id = p.account_id) m
    cross join lateral (
      select count(*)::int as count, coalesce(sum(t.tokens_amount), 0)::float8 as tokens
      from ledger.transactions t
      where t.reference_kind = 'minute' and t.reference_id = p.stream_id and t.buyer_id = p.account_id and t.reverses_id is null
        and not exists (select from ledger.transactions r where r.reverses_id = t.id)) l
    where p.stream_id = any(${streamIds}::uuid[])
    order by p.stream_id, p.account_id`.execute(platform.database);
  return rows;
};

/** How many minutes begin within that much media. */
export const minutesBegun = (mediaMs: number): number => (mediaMs < SETTLING_MS ? 0 : 1 + Math.floor((mediaMs - SETTLING_MS) / MINUTE_MS));

/** How many minutes are over within that much media: at least so many must be accounted for. */
export const minutesOver = (mediaMs: number): number => Math.max(0, Math.floor((mediaMs - SETTLING_MS) / MINUTE_MS));
