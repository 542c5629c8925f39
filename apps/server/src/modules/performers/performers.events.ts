import type { DomainEventName, DomainEvents } from '@stagedoor/contract/domain-events';
import { recordEvent } from '../../platform/database/database.ts';
import type { Outbox } from '../../platform/events/outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { type PerformerCount, addFollowers, recount } from './performer-counts.ts';
import { requestPostCounts } from './performer-figures.queries.ts';

/** Updates the counts shown on performers' profiles. */
export const registerPerformerEvents = (
  platform: Pick<Platform, 'storage' | 'clock' | 'jobs'>,
  outbox: Outbox,
  realtime: Realtime,
): void => {
  const { storage, clock } = platform;
  /** Once per batch and performer. */
  const recountOn = <E extends DomainEventName>(
    event: E,
    counts: readonly PerformerCount[],
    performerOf: (payload: DomainEvents[E]) => string | undefined,
  ): void =>
    outbox.onBatch(event, async (events, trx) => {
      const ids = [...new Set(events.map(({ payload }) => performerOf(payload)).filter((id) => id !== undefined))];
      await recount(trx, ids, counts, clock.now());
    });
  const ofPerformer = ({ performerId }: { performerId: string }): string => performerId;
  for (const event of ['subscriptions.started', 'subscriptions.cancelled'] as const) recountOn(event, ['subscriber_count'], ofPerformer);
  recountOn('orders.paid', ['subscriber_count'], ({ subscription }) => subscription?.performerId);
  outbox.onBatch('performers.followed', (events, trx) =>
    addFollowers(
      trx,
      events.map(({ payload: { performerId, active } }) => ({ id: performerId, by: active ? 1 : -1 })),
    ),
  );
  for (const event of ['items.published', 'items.withdrawn', 'items.changed'] as const)
    outbox.onBatch(event, (events, trx) =>
      requestPostCounts(
        platform,
        trx,
        events.map(({ payload: { performerId } }) => performerId),
      ),
    );
  // The original of a welcome video that failed to encode is removed; its row shows the failure to the performer.
  outbox.on('files.failed', async ({ payload }, trx) => {
    const file = await trx
      .selectFrom('files')
      .select('original_key')
      .where('id', '=', payload.fileId)
      .where('purpose', '=', 'welcomeVideo')
      .where('state', '=', 'failed')
      .executeTakeFirst();
    return file && (() => storage.remove(file.original_key));
  });
  // The profile now shows the welcome video.
  outbox.on('files.ready', async ({ payload }, trx) => {
    const performer = await trx
      .selectFrom('performers')
      .select('account_id')
      .where('welcome_video_file_id', '=', payload.fileId)
      .executeTakeFirst();
    if (performer) await recordEvent(trx, 'performers.changed', { performerId: performer.account_id });
  });
  outbox.on(
    'applications.changed',
    async ({ payload }) =>
      () =>
        realtime.toAdmins('applications', 'applications/changed', payload),
  );
};
