import { sql } from 'kysely';
import { type Database, type Trx, transact } from '../database/database.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';

export interface CommittedEvent<P = Record<string, unknown>> {
  id: bigint;
  event: string;
  payload: P;
  createdAt: Date;
}

/**
 * What happens after a committed event. It may be called again for the same event after a crash, so its effects
 * must bear repeating. What must not be announced before it is stored is returned and run after the commit.
 */
export type EventHandler = (event: CommittedEvent, trx: Trx) => Promise<(() => void | Promise<void>) | void>;

/** Hands committed events to their handlers, in order, by one node at a time. */
export interface Outbox {
  on(event: string, handler: EventHandler): void;
  start(): void;
  /** Something may have been committed: look at once. Costs nothing while a look is under way. */
  wake(): void;
  /** Dispatches all that waits; for tests and the orderly stop. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

const BATCH = 100;
/** For what other processes committed, and for what a crash left. */
const POLL_MS = 300;
const MAX_ATTEMPTS = 20;

export const createOutbox = (database: Database, log: Log, metrics: Metrics): Outbox => {
  const handlers = new Map<string, EventHandler[]>();
  let running: Promise<void> | undefined;
  let again = false;
  let started = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  /** One batch; the advisory lock makes this node the only dispatcher while it lasts. */
  const dispatchBatch = async (): Promise<number> => {
    const after: (() => void | Promise<void>)[] = [];
    const count = await transact(database, undefined, async (trx) => {
      const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(hashtext('outbox')) as locked`.execute(trx);
      if (!rows[0]?.locked) return 0;
      const events = await trx
        .selectFrom('outbox')
        .select(['id', 'event', 'payload', 'created_at', 'attempts'])
        .where('dispatched_at', 'is', null)
        .where('attempts', '<', MAX_ATTEMPTS)
        .orderBy('id')
        .limit(BATCH)
        .execute();
      for (const row of events) {
        const event: CommittedEvent = {
          id: row.id,
          event: row.event,
          payload: row.payload as Record<string, unknown>,
          createdAt: row.created_at,
        };
        try {
          await sql`savepoint event`.execute(trx);
          for (const handler of handlers.get(row.event) ?? []) {
            const later = await handler(event, trx);
            if (later) after.push(later);
          }
          await trx.updateTable('outbox').set({ dispatched_at: new Date() }).where('id', '=', row.id).execute();
          metrics.outboxDelay.observe(Math.max(0, (Date.now() - row.created_at.getTime()) / 1000));
        } catch (error) {
          await sql`rollback to savepoint event`.execute(trx);
          metrics.outboxFailures.inc({ event: row.event });
          log.error({ err: error, event: row.event, id: String(row.id) }, 'an event’s handler failed');
          await trx
            .updateTable('outbox')
            .set({ attempts: row.attempts + 1, failure: String(error).slice(0, 500) })
            .where('id', '=', row.id)
            .execute();
        }
      }
      return events.length;
    });
    for (const run of after) {
      try {
        await run();
      } catch (error) {
        log.error({ err: error }, 'an announcement failed');
      }
    }
    return count;
  };

  const dispatchAll = async (): Promise<void> => {
    do {
      again = false;
      while ((await dispatchBatch()) === BATCH && !stopped);
    } while (again && !stopped);
  };

  const wake = (): void => {
    if (!started || stopped) return;
    if (running) {
      again = true;
      return;
    }
    running = dispatchAll()
      .catch((error: unknown) => log.warn({ err: error }, 'the outbox could not be read'))
      .finally(() => {
        running = undefined;
      });
  };

  return {
    on(event, handler) {
      handlers.set(event, [...(handlers.get(event) ?? []), handler]);
    },
    start() {
      started = true;
      timer = setInterval(wake, POLL_MS);
      wake();
    },
    wake,
    async drain() {
      while (running) await running;
      await dispatchAll();
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
};
