import { recordEvent } from '../../platform/database/database.ts';
import type { Outbox } from '../../platform/events/outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { type PerformerCount, countAnew } from './performer-counts.ts';

/** Counts a performer's profile shows, kept after the facts they count. */
export const registerPerformerEvents = (
  { storage, clock }: Pick<Platform, 'storage' | 'clock'>,
  outbox: Outbox,
  realtime: Realtime,
): void => {
  /** Once a batch for each performer, however many came to them in it. */
  const recount = (event: string, counts: readonly PerformerCount[], performerOf: (payload: Record<string, unknown>) => unknown): void =>
    outbox.onMany(event, async (events, trx) => {
      const ids = [...new Set(events.map(({ payload }) => performerOf(payload)).filter((id) => typeof id === 'string'))];
      await countAnew(trx, ids, counts, clock.now());
    });
  const ofPerformer = ({ performerId }: Record<string, unknown>): unknown => performerId;
  for (const event of ['subscriptions.started', 'subscriptions.cancelled']) recount(event, ['subscriber_count'], ofPerformer);
  recount('orders.paid', ['subscriber_count'], ({ subscription }) => (subscription as { performerId: string } | null)?.performerId);
  recount('performers.followed', ['follower_count'], ofPerformer);
  for (const event of ['feeds.published', 'feeds.deleted']) recount(event, ['post_count'], ofPerformer);
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
