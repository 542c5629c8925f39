import { sql } from 'kysely';
import type { Outbox } from '../../platform/events/outbox.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';

/** Counts a performer's profile shows, kept after the facts they count; counted anew, so a repetition is harmless. */
export const registerPerformerEvents = (outbox: Outbox, realtime: Realtime): void => {
  const recount = (event: string, idKey: string): void =>
    outbox.on(event, async ({ payload }, trx) => {
      const performerId = payload[idKey] as string | null | undefined;
      if (!performerId) return;
      await sql`
        update performers set
          follower_count = (select count(*) from reactions where object_id = ${performerId}::uuid and action = 'follow'),
          subscriber_count = (select count(*) from subscriptions where performer_id = ${performerId}::uuid and expires_at > now()),
          post_count = (select count(*) from feeds where performer_id = ${performerId}::uuid and state = 'active')
        where account_id = ${performerId}::uuid`.execute(trx);
    });
  recount('subscriptions.started', 'performerId');
  recount('subscriptions.cancelled', 'performerId');
  recount('performers.followed', 'performerId');
  recount('feeds.published', 'performerId');
  recount('feeds.deleted', 'performerId');
  outbox.on('orders.paid', async ({ payload }, trx) => {
    const subscription = payload['subscription'] as { performerId: string } | null;
    if (!subscription) return;
    await sql`update performers set subscriber_count = (select count(*) from subscriptions where performer_id = ${subscription.performerId}::uuid and expires_at > now())
      where account_id = ${subscription.performerId}::uuid`.execute(trx);
  });
  outbox.on(
    'applications.changed',
    async ({ payload }) =>
      () =>
        realtime.toAdmins('applications/changed', { performerId: String(payload['performerId']) }),
  );
};
