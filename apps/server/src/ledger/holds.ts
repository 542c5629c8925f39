import { sql } from 'kysely';
import { type Executor, translateDatabaseError } from '../platform/database/database.ts';
import type { TokenAmount } from './amounts.ts';
import { toJson } from './json.ts';

// Tokens held for paid shows, and who may be in them (functions/ledger-shows.sql).

const call = async <T>(executor: Executor, name: string, request: object): Promise<T> => {
  const text = toJson(request);
  try {
    const { rows } = await sql<{ answer: T }>`select ${sql.ref(`ledger.${name}`)}(${text}::jsonb) as answer`.execute(executor);
    return rows[0]!.answer;
  } catch (error) {
    throw translateDatabaseError(error);
  }
};

/**
 * Takes tokens from a wallet into a hold of its own.
 * @returns what the wallet is left with
 * @throws CodedError INSUFFICIENT_TOKENS, SPENDING_LIMIT, COOL_OFF
 */
export const holdTokens = (
  executor: Executor,
  hold: { holdId: string; accountId: string; streamId: string; tokens: TokenAmount; tokenValue: bigint; at: Date },
): Promise<bigint> => call(executor, 'hold_tokens', hold);

/** Returns what is left of a hold to its wallet; once. @returns how much */
export const releaseHold = (executor: Executor, hold: { holdId: string; accountId: string; at: Date }): Promise<bigint> =>
  call(executor, 'release_hold', hold);

/** Gives a charged minute back, once. @returns whether this call did */
export const refundMinute = (
  executor: Executor,
  minute: { streamId: string; accountId: string; minute: number; at: Date },
): Promise<boolean> => call(executor, 'refund_minute', minute);

/** Opens a show to an account that has a seat in it. */
export const openShow = async (executor: Executor, streamId: string, accountId: string, at: Date): Promise<void> => {
  await sql`select ledger.open_show(${streamId}::uuid, ${accountId}::uuid, ${at}::timestamptz)`.execute(executor);
};

/** Closes shows to an account that had a seat in them. */
export const closeShows = async (executor: Executor, streamIds: readonly string[], accountId: string, at: Date): Promise<void> => {
  await sql`select ledger.close_shows(${streamIds}::uuid[], ${accountId}::uuid, ${at}::timestamptz)`.execute(executor);
};
