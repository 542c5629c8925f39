import { sql } from 'kysely';
import type { Executor, Trx } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';

export interface ItemParticipantsInput {
  itemId: string;
  performerId: string;
  participantIds: readonly string[];
  /** The day the item was made, `YYYY-MM-DD`. */
  producedOn: string;
}

/**
 * Sets an item's co-performers and production date (28 CFR 75.2). New co-performers must be approved and not removed; existing ones stay
 * allowed.
 * @throws CodedError NOT_FOUND for another performer's, PARTICIPANT_STATE for one not approved or removed
 */
export const setItemParticipants = async (
  trx: Trx,
  { itemId, performerId, participantIds, producedOn }: ItemParticipantsInput,
): Promise<void> => {
  const wanted = [...new Set(participantIds)];
  const { rows } = await sql<{ id: string; state: string; is_listed: boolean; is_seen: boolean }>`
    select t.id, t.state, (t.removed_at is null) as is_listed,
      exists (select from item_participants i where i.item_id = ${itemId}::uuid and i.participant_id = t.id) as is_seen
    from participants t where t.performer_id = ${performerId}::uuid and t.id = any(${wanted}::uuid[]) for share of t`.execute(trx);
  if (rows.length < wanted.length) throw new CodedError('NOT_FOUND');
  if (rows.some((row) => !row.is_seen && (row.state !== 'approved' || !row.is_listed))) throw new CodedError('PARTICIPANT_STATE');
  await sql`delete from item_participants where item_id = ${itemId}::uuid and participant_id <> all(${wanted}::uuid[])`.execute(trx);
  await sql`
    insert into item_participants (item_id, participant_id, produced_on)
    select ${itemId}::uuid, id, ${producedOn}::date from unnest(${wanted}::uuid[]) as x(id)
    on conflict (item_id, participant_id) do update set produced_on = excluded.produced_on`.execute(trx);
};

/** Co-performers by item id. */
export const participantsOfItems = async (
  executor: Executor,
  itemIds: readonly string[],
): Promise<Map<string, { participantIds: string[]; producedOn: string }>> => {
  if (itemIds.length === 0) return new Map();
  const { rows } = await sql<{ item_id: string; ids: string[]; produced_on: string }>`
    select item_id, array_agg(participant_id order by participant_id) as ids, min(produced_on) as produced_on
    from item_participants where item_id = any(${itemIds}::uuid[]) group by item_id`.execute(executor);
  return new Map(rows.map((row) => [row.item_id, { participantIds: row.ids, producedOn: row.produced_on }]));
};
