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
  /** Once a batch for each performer, however many came to them in it. */
  const recount = (event: string, performerOf: (payload: Record<string, unknown>) => unknown): void =>
    outbox.onMany(event, async (events, trx) => {
      const ids = [...new Set(events.map(({ payload }) => performerOf(payload)).filter((id) => typeof id === 'string'))];
      if (ids.length === 0) return;
      await sql`
        update performers p set
          follower_count = (select count(*) from reactions r where r.object_id = p.account_id and r.action = 'follow'),
          subscriber_count = (select count(*) from subscriptions s where s.performer_id = p.account_id and s.expires_at > ${clock.now()}),
          post_count = (select count(*) from feeds f where f.performer_id = p.account_id and f.state = 'active')
        where p.account_id = any(${ids}::uuid[])`.execute(trx);
    });
  for (const event of ['subscriptions.started', 'subscriptions.cancelled', 'performers.followed', 'feeds.published', 'feeds.deleted'])
    recount(event, ({ performerId }) => performerId);
  recount('orders.paid', ({ subscription }) => (subscription as { performerId: string } | null)?.performerId);
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
