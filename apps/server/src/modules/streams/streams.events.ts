import { sql } from 'kysely';
import type { Outbox } from '../../platform/events/outbox.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { blockedIdsOf } from '../access/index.ts';

/**
 * Notifies signed-in accounts that a show changed: of a private one its two, and others, unless they have a block with its performer, that
 * the performer is busy or free; of a rehearsal its performer. The events contain only ids; access is checked when clients refetch.
 */
export const registerStreamEvents = (outbox: Outbox, realtime: Realtime): void => {
  outbox.on('streams.changed', async ({ payload }, trx) => {
    const { performerId } = payload;
    const { rows } = await sql<{ type: string; is_rehearsal: boolean; fans: string[]; blocked: string[] }>`
      select s.type, s.rehearsal is not null as is_rehearsal, array(select p.account_id::text from stream_participants p where p.stream_id = s.id) as fans,
        case when s.type = 'private' then ${blockedIdsOf(sql`s.performer_id`)} else '{}' end as blocked
      from streams s where s.id = ${payload.streamId}::uuid`.execute(trx);
    const show = rows[0];
    if (show?.is_rehearsal) return () => realtime.toAccount(performerId, 'streams/changed', payload);
    if (show?.type !== 'private') return () => realtime.toAll('streams/changed', payload);
    const inIt = [performerId, ...show.fans];
    return () => {
      for (const accountId of inIt) realtime.toAccount(accountId, 'streams/changed', payload);
      realtime.toAll('streams/changed', { ...payload, streamId: null }, [...inIt, ...show.blocked]);
    };
  });
  outbox.on('streams.requested', async ({ payload }) => () => {
    for (const accountId of [payload.performerId, payload.fanId]) realtime.toAccount(accountId, 'streams/request', payload);
  });
  outbox.on('streams.seatChanged', async ({ payload: { streamId, accountId, performerId, change, warning } }) => () => {
    const event = { streamId, accountId, warning, change };
    realtime.toAccount(accountId, 'streams/seat', event);
    // How much the fan has left is the fan's own.
    realtime.toAccount(performerId, 'streams/seat', { ...event, warning: null });
  });
};
