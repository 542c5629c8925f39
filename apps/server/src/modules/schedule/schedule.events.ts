import { PLAN_MINUTES } from '@stagedoor/contract/schedule.values';
import { sql } from 'kysely';
import { recordEvent } from '../../platform/database/database.ts';
import type { Outbox } from '../../platform/events/outbox.ts';

/**
 * A show that goes live within half an hour of a plan is the planned one. Who set a reminder that wasn't sent yet is told that it has begun.
 */
export const registerScheduleEvents = (outbox: Outbox): void =>
  outbox.on('streams.changed', async ({ payload: { streamId, state } }, trx) => {
    if (state !== 'live') return undefined;
    const minutes = sql.lit(`${PLAN_MINUTES} minutes`);
    const { rows } = await sql<{ id: string; starts_at: Date; reminded_at: Date | null }>`
      update planned_shows set state = 'begun', stream_id = ${streamId}::uuid
      where id = (
        select p.id from planned_shows p join streams s on s.performer_id = p.performer_id
        where s.id = ${streamId}::uuid and s.type <> 'private' and p.state = 'planned'
          and p.starts_at between s.started_at - ${minutes}::interval and s.started_at + ${minutes}::interval
          and not exists (select from planned_shows o where o.stream_id = ${streamId}::uuid)
        order by abs(extract(epoch from p.starts_at - s.started_at)), p.id limit 1 for update)
      returning id, starts_at, reminded_at`.execute(trx);
    const begun = rows[0];
    if (begun && begun.reminded_at === null)
      await recordEvent(trx, 'schedule.told', { plannedId: begun.id, what: 'begun', startsAt: begun.starts_at.toISOString() });
    return undefined;
  });
