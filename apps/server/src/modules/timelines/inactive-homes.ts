import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../platform/database/database.ts';

// The home feeds of accounts that weren't seen for long: publications leave them out, and the account's next read fills them first.
//
// active → (not seen for long) → inactive → (a read) → filling → (filled, in the same transaction as the rows) → active
//
// Nothing is lost between a publication and a read, and neither waits for the other: `is_filling` is committed before the statement that
// fills begins. The item of a publication that doesn't see it was committed before, so that statement finds it; one that sees it writes the row.

/** Whether a home feed lacks what was published meanwhile: then it is filled before it is read. A scalar, because `exists` may be planned as a scan. */
export const isHomeInactive = (accountId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  coalesce((select true from inactive_homes h where h.account_id = ${accountId}), false)`;

/**
 * Whether a publication writes an item to an account's home feed: unless its fill will bring it. An item that is published again has its
 * first date, which may be before the absence.
 */
export const isWrittenTo = (accountId: RawBuilder<unknown>, publishedAt: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  coalesce((select h.is_filling or ${publishedAt} < h.missing_since from inactive_homes h where h.account_id = ${accountId}), true)`;

/**
 * Waits for the account's fill, if one is going on, and keeps another from beginning until the transaction ends: what is removed afterwards
 * isn't filled in again.
 */
export const lockFill = async (trx: Trx, accountId: string): Promise<boolean> => {
  const { rows } = await sql`select from inactive_homes where account_id = ${accountId}::uuid for update`.execute(trx);
  return rows.length > 0;
};
