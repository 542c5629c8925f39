import { type RawBuilder, sql } from 'kysely';

/** Tells if an account paid for a minute of show `streams s` that wasn't given back. */
export const paidMinuteBy = (accountId: string | null): RawBuilder<boolean> => sql<boolean>`
  exists (select from ledger.transactions t
    where t.item_id = s.id and t.item_kind = 'stream' and t.buyer_id = ${accountId}::uuid and t.reference_kind = 'minute' and t.reverses_id is null
      and not exists (select from ledger.transactions back where back.reverses_id = t.id))`;
