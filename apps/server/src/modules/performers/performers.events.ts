import { sql } from 'kysely';
import { recordEvent } from '../../platform/database/database.ts';
import type { Outbox } from '../../platform/events/outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';

/** Counts a performer's profile shows, kept after the facts they count; counted anew, so a repetition is harmless. */
export const registerPerformerEvents = (
  { storage, clock }: Pick<Platform, 'storage' | 'clock'>,
  outbox: Outbox,
  realtime: Realtime,
): void => {
  const recount = (event: string, idKey: string): void =>
    outbox.on(event, async ({ payload }, trx) => {
      const performerId = payload[idKey] as string | null | undefined;
      if (!performerId) return;
      await sql`
        update performers set
          follower_count = (select count(*) from reactions where object_id = ${performerId}::uuid and action = 'follow'),
          subscriber_count = (select count(*) from subscriptions where performer_id = ${performerId}::uuid and expires_at > ${clock.now()}),
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
    await sql`update performers set subscriber_count = (select count(*) from subscriptions where performer_id = ${subscription.performerId}::uuid and expires_at > ${clock.now()})
      where account_id = ${subscription.performerId}::uuid`.execute(trx);
  });
  // A welcome video that can't be played: its row says so to the performer, its bytes are nobody's use.
  outbox.on('files.failed', async ({ payload }, trx) => {
    const file = await trx
      .selectFrom('files')
      .select('original_key')
      .where('id', '=', String(payload['fileId']))
      .where('purpose', '=', 'welcomeVideo')
      .where('state', '=', 'failed')
      .executeTakeFirst();
    return file && (() => storage.remove(file.original_key));
  });
  // The profile shows it now.
  outbox.on('files.ready', async ({ payload }, trx) => {
    const performer = await trx
      .selectFrom('performers')
      .select('account_id')
      .where('welcome_video_file_id', '=', String(payload['fileId']))
      .executeTakeFirst();
    if (performer) await recordEvent(trx, 'performers.changed', { performerId: performer.account_id });
  });
  outbox.on(
    'applications.changed',
    async ({ payload }) =>
      () =>
        realtime.toAdmins('applications', 'applications/changed', { performerId: String(payload['performerId']) }),
  );
};
