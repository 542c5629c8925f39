import { sql } from 'kysely';
import type { Listener } from '../database/listener.ts';
import type { Outbox } from '../events/outbox.ts';

/** Events that invalidate the pages and responses cached for visitors. */
const INVALIDATING_EVENTS = [
  'performers.changed',
  'applications.changed',
  'items.published',
  'items.withdrawn',
  'feeds.published',
  'feeds.deleted',
  'streams.changed',
  'blocks.countriesChanged',
] as const;
const CHANNEL = 'pages';

/**
 * Purges the caches of every node when such an event is dispatched by any of them: the notification is sent with the dispatcher's commit.
 * The dispatching node purges its own right after the commit.
 */
export const purgeOnEvents = (outbox: Outbox, listener: Listener, purge: () => void): void => {
  for (const event of INVALIDATING_EVENTS)
    outbox.onBatch(event, async (_events, trx) => {
      await sql`select pg_notify(${CHANNEL}, '')`.execute(trx);
      return purge;
    });
  // Also called after a reconnection: a notification may have been missed.
  listener.listen(CHANNEL, () => purge());
};
