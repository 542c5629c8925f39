import type { DomainEventName, DomainEvents } from '@stagedoor/contract/domain-events';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Database, Trx } from '../database/database.ts';
import type { Listener } from '../database/listener.ts';
import type { CommittedEvent, Outbox } from '../events/outbox.ts';
import { GENERAL, type Purges } from './purges.ts';

const CHANNEL = 'pages';
/** PostgreSQL refuses notifications of 8000 bytes. */
const MAX_PAYLOAD = 7500;

/** What a change does to what is cached, as it travels to every node. */
const invalidationSchema = z.object({
  /** Performers, of whom nothing made before may be shown. */
  purge: z.array(z.string()).readonly().optional(),
  /** Performers, of whom only counts changed. */
  outdate: z.array(z.string()).readonly().optional(),
  /** `now`: something must disappear from lists. `soon`: something may appear in them. */
  general: z.enum(['now', 'soon']).optional(),
});
type Invalidation = z.output<typeof invalidationSchema>;

/** The empty payload means everything: for changes of too many performers. */
const payloadOf = (invalidation: Invalidation): string => {
  const payload = JSON.stringify(invalidation);
  return payload.length > MAX_PAYLOAD ? '' : payload;
};

const apply = (purges: Purges, payload: string): void => {
  if (payload === '') return purges.purgeAll();
  const { purge = [], outdate = [], general } = invalidationSchema.parse(JSON.parse(payload));
  if (outdate.length > 0) purges.outdate(outdate);
  if (purge.length > 0 || general === 'now') purges.purge(general === 'now' ? [...purge, GENERAL] : purge);
  if (general === 'soon') purges.purgeGeneralSoon();
  return undefined;
};

const notify = (payload: string): RawBuilder<unknown> => sql`select pg_notify(${CHANNEL}, ${payload})`;

/** Purges what depends on the site as a whole, on every node: after what an admin changed, which no event tells. */
export const createGeneralPurge = (database: Database, purges: Purges) => async (): Promise<void> => {
  const payload = payloadOf({ general: 'now' });
  apply(purges, payload);
  await notify(payload).execute(database);
};

/**
 * Invalidates what every node has cached when an event is dispatched by any of them: the notification is sent with the dispatcher's commit.
 * The dispatching node does it right after the commit. After a lost connection everything goes, since notifications may have been missed.
 */
export const purgeOnEvents = (outbox: Outbox, listener: Listener, purges: Purges): void => {
  const on = <E extends DomainEventName>(
    event: E,
    invalidationOf: (events: readonly CommittedEvent<E>[], trx: Trx) => Invalidation | Promise<Invalidation>,
  ): void =>
    outbox.onBatch(event, async (events, trx) => {
      const invalidation = await invalidationOf(events, trx);
      if (Object.values(invalidation).every((value) => value === undefined || value.length === 0)) return undefined;
      const payload = payloadOf(invalidation);
      await notify(payload).execute(trx);
      return () => apply(purges, payload);
    });
  const performersOf = (events: readonly { payload: { performerId: string } }[]): string[] => [
    ...new Set(events.map(({ payload }) => payload.performerId)),
  ];

  // Something of a performer changed, or appears. What shows them is made again at once, lists that may now show them within a second.
  for (const event of ['performers.changed', 'applications.changed', 'items.published', 'items.changed', 'streams.changed'] as const)
    on(event, (events) => ({ purge: performersOf(events), general: 'soon' }));
  // Something must disappear. The lists that show it have its performer's tag; those without, such as totals, go too.
  for (const event of ['items.withdrawn', 'blocks.countriesChanged'] as const)
    on(event, (events) => ({ purge: performersOf(events), general: 'now' }));
  on('accounts.statusChanged', (events) => ({ purge: [...new Set(events.map(({ payload }) => payload.accountId))], general: 'now' }));
  // Counts change many times a second where much is going on, so what shows them is served until it was made again.
  on('comments.changed', async (events, trx) => {
    const itemIds = [...new Set(events.map(({ payload }) => payload.itemId))];
    const rows = await trx.selectFrom('items').select('performer_id').distinct().where('id', 'in', itemIds).execute();
    return { outdate: rows.map((row) => row.performer_id) };
  });
  on('orders.paid', (events) => ({ outdate: [...new Set(events.flatMap(({ payload }) => sellerOfItem(payload)))] }));

  listener.listen(CHANNEL, (payload) => apply(purges, payload ?? ''));
};

/** The seller whose item's count or stock a sale changed. */
const sellerOfItem = ({ item, sellerId }: DomainEvents['orders.paid']): string[] => (item && sellerId ? [sellerId] : []);
