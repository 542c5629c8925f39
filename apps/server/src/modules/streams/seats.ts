import type { LeftReason } from '@stagedoor/contract/paid-shows.values';
import { sql } from 'kysely';
import { closeShows, releaseHold } from '../../ledger/index.ts';
import type { Trx } from '../../platform/database/database.ts';
import { type StopCause, stopClocks } from './minute-clocks.ts';
import { recordSeats } from './seat-events.ts';

/**
 * Takes participants out of paid shows: the clock stops, the rest of the hold is returned, and every grant to play or publish in it
 * ends. The caller has locked the shows' rows.
 * @param cause any but the fan's gives the running minute back
 * @param accountId one of them; otherwise all
 */
export const closeSeats = async (
  trx: Trx,
  streamIds: readonly string[],
  reason: LeftReason,
  cause: StopCause,
  at: Date,
  accountId?: string,
): Promise<void> => {
  const one = accountId === undefined ? sql`` : sql`and account_id = ${accountId}::uuid`;
  await stopClocks(trx, streamIds, cause, at, accountId);
  const { rows } = await sql<{ stream_id: string; account_id: string; hold_id: string | null }>`
    update stream_participants set left_at = ${at}::timestamptz, left_reason = ${reason}, updated_at = ${at}::timestamptz
    where stream_id = any(${streamIds}::uuid[]) and left_at is null ${one}
    returning stream_id, account_id, hold_id`.execute(trx);
  for (const row of rows) {
    if (row.hold_id) await releaseHold(trx, { holdId: row.hold_id, accountId: row.account_id, at });
    await closeShows(trx, [row.stream_id], row.account_id, at);
    await sql`
      update stream_rights set revoked_at = ${at}::timestamptz
      where stream_id = ${row.stream_id}::uuid and account_id = ${row.account_id}::uuid and revoked_at is null`.execute(trx);
    await recordSeats(trx, row.stream_id, [row.account_id], 'left');
  }
};
