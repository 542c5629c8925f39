import { sql } from 'kysely';
import type { Trx } from '../../platform/database/database.ts';

/**
 * Sets the performers' current shows, or none, for the live marks on cards and posts. Called in the transaction that
 * changes the shows' state; `performerIds` and `streamIds` correspond by position.
 */
export const setLiveStreams = async (trx: Trx, performerIds: readonly string[], streamIds: readonly (string | null)[]): Promise<void> => {
  await sql`
    update performers p set live_stream_id = x.stream_id
    from unnest(${performerIds}::uuid[], ${streamIds}::uuid[]) as x(performer_id, stream_id)
    where p.account_id = x.performer_id and p.live_stream_id is distinct from x.stream_id`.execute(trx);
};
