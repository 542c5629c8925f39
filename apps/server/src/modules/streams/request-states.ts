import type { RequestState } from '@stagedoor/contract/paid-shows.values';
import { sql } from 'kysely';
import type { Trx } from '../../platform/database/database.ts';

/** Moves requests from given states to another, and records it for their two. @returns those that moved */
export const setRequestStates = async (
  trx: Trx,
  requestIds: readonly string[],
  from: readonly RequestState[],
  to: RequestState,
  at: Date,
): Promise<{ id: string; fan_id: string }[]> => {
  if (requestIds.length === 0) return [];
  const { rows } = await sql<{ id: string; fan_id: string }>`
    with moved as (
      update stream_requests set state = ${to}, updated_at = ${at}::timestamptz
      where id = any(${requestIds}::uuid[]) and state = any(${from}::text[])
      returning id, performer_id, fan_id),
    told as (
      insert into outbox (event, payload)
      select 'streams.requested', jsonb_build_object('requestId', id, 'performerId', performer_id, 'fanId', fan_id, 'state', ${to}::text)
      from moved)
    select id, fan_id from moved`.execute(trx);
  return rows;
};
