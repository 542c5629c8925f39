import { sql } from 'kysely';
import type { Executor } from '../../platform/database/database.ts';
import { minutesFor } from './minutes.rules.ts';

/** The tokens that an account can pay the minutes of a show from. Amounts in hundredths. */
export interface Purse {
  /** Tokens in the wallet. */
  balance: bigint;
  /** Tokens left of the hold. */
  held: bigint;
  /** Money that the account's own limits leave besides the hold, in the currency; null without a limit. */
  room: bigint | null;
  /** The account pauses from buying. */
  is_paused: boolean;
  /** Money for a token. */
  token_value: bigint;
}

/** Hundredths of a token that minutes can still be paid with: the hold and the wallet, as far as the account's own limits go. */
export const payableOf = ({ balance, held, room, token_value: value, is_paused: isPaused }: Purse): bigint => {
  if (isPaused) return 0n;
  const free = room === null ? balance : (room * 100n) / value;
  return held + (free < balance ? free : balance);
};

/** Returns the whole minutes that can still be paid. Everything that shows them, before, during and after a show, has them from here. */
export const minutesLeftOf = (purse: Purse, price: bigint): number => minutesFor(payableOf(purse), price);

/**
 * Returns the whole minutes that an account without a seat could pay.
 *
 * @param show its id, or a request's; undefined for one that isn't asked for yet, which has all of the account's limit for a show
 * @param holdId what is held for it already
 */
export const findMinutesLeft = async (
  executor: Executor,
  accountId: string,
  { show, holdId, price, tokenValue }: { show?: string | undefined; holdId?: string | undefined; price: bigint; tokenValue: bigint },
  at: Date,
): Promise<number> => {
  const { rows } = await sql<Omit<Purse, 'token_value'>>`
    select coalesce(w.balance, 0) as balance, coalesce(h.balance, 0) as held, l.room, l.is_paused
    from ledger.show_room(${accountId}::uuid, coalesce(${show ?? null}::uuid, uuidv7()), ${at}::timestamptz) l
    left join ledger.accounts w on w.kind = 'wallet' and w.owner_id = ${accountId}::uuid
    left join ledger.accounts h on h.kind = 'hold' and h.owner_id = ${holdId ?? null}::uuid`.execute(executor);
  return minutesLeftOf({ ...rows[0]!, token_value: tokenValue }, price);
};
