import { type RawBuilder, sql } from 'kysely';
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

/** As EventHandler, for all events of a name that are handed on together, in their order. */
export type BatchHandler = (events: readonly CommittedEvent[], trx: Trx) => Promise<(() => void | Promise<void>) | void>;

/** Hands committed events to their handlers, in order, by one node at a time. */
export interface Outbox {
  on(event: string, handler: EventHandler): void;
  /** For what is handled more cheaply together; such handlers come before those of single events. */
  onMany(event: string, handler: BatchHandler): void;
  start(): void;
  /** Something may have been committed: look at once. Costs nothing while a look is under way. */
  wake(): void;
  /** Dispatches all that waits; for tests and the orderly stop. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

const BATCH = 100;
/** From one look to the next while events keep coming: a burst is handed on in few transactions, the first of it at once. */
const PACE_MS = 50;
/** For what other processes committed, and for what a crash left. */
const POLL_MS = 300;
const MAX_ATTEMPTS = 20;

interface Row {
  id: bigint;
  event: string;
  payload: Record<string, unknown>;
  created_at: Date;
  attempts: number;
}

const committed = ({ id, event, payload, created_at: createdAt }: Row): CommittedEvent => ({ id, event, payload, createdAt });

/** A handler failed, and with it all that were to be handled with it. */
class HandlerFailure extends Error {
  readonly rows: readonly Row[];
  readonly row: Row;
  constructor(rows: readonly Row[], row: Row, cause: unknown) {
    super(`a handler of ${row.event} failed`, { cause });
    this.rows = rows;
    this.row = row;
  }
}

export const createOutbox = (database: Database, log: Log, metrics: Metrics): Outbox => {
  const handlers = new Map<string, EventHandler[]>();
  const batchHandlers = new Map<string, BatchHandler[]>();
  let running: Promise<void> | undefined;
  let again = false;
  let started = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let drains = 0;
  let endPause = (): void => {};

  /**
   * Hands events to their handlers in one transaction, and announces once it is committed; the advisory lock makes this node the only
   * dispatcher while it lasts. @returns how many there were
   * @throws HandlerFailure when a handler failed: then none was handled
   */
  const dispatch = async (choice: RawBuilder<unknown>): Promise<number> => {
    const after: (() => void | Promise<void>)[] = [];
    const events = await transact(database, undefined, async (trx) => {
      // In a statement of its own: what the last dispatcher committed is seen by the next.
      const lock = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(hashtext('outbox')) as locked`.execute(trx);
      if (!lock.rows[0]?.locked) return [];
      const { rows } = await sql<Row>`
        select id, event, payload, created_at, attempts from outbox
        where dispatched_at is null and attempts < ${MAX_ATTEMPTS} and ${choice}`.execute(trx);
      const handle = async (row: Row, work: () => ReturnType<EventHandler>): Promise<void> => {
        try {
          const later = await work();
          if (later) after.push(later);
        } catch (error) {
          throw new HandlerFailure(rows, row, error);
        }
      };
      for (const [event, some] of Map.groupBy(rows, (row) => row.event))
        for (const handler of batchHandlers.get(event) ?? []) await handle(some[0]!, () => handler(some.map(committed), trx));
      for (const row of rows) for (const handler of handlers.get(row.event) ?? []) await handle(row, () => handler(committed(row), trx));
      if (rows.length > 0)
        await trx
          .updateTable('outbox')
          .set({ dispatched_at: new Date() })
          .where(
            'id',
            'in',
            rows.map(({ id }) => id),
          )
          .execute();
      return rows;
    });
    const now = Date.now();
    for (const { created_at: at } of events) metrics.outboxDelay.observe(Math.max(0, (now - at.getTime()) / 1000));
    for (const run of after) {
      try {
        await run();
      } catch (error) {
        log.error({ err: error }, 'an announcement failed');
      }
    }
    return events.length;
  };

  /** One event by itself: a failure is its own, and is counted. */
  const dispatchOne = async (id: bigint): Promise<void> => {
    try {
      await dispatch(sql`id = ${id}`);
    } catch (failure) {
      if (!(failure instanceof HandlerFailure)) throw failure;
      const { row, cause } = failure;
      metrics.outboxFailures.inc({ event: row.event });
      log.error({ err: cause, event: row.event, id: String(row.id) }, 'an event’s handler failed');
      await database
        .updateTable('outbox')
        .set({ attempts: row.attempts + 1, failure: String(cause).slice(0, 500) })
        .where('id', '=', row.id)
        .execute();
    }
  };

  /** Many at once, as long as none fails: a savepoint for each would cost more than most handlers do. */
  const dispatchBatch = async (): Promise<number> => {
    try {
      return await dispatch(sql`true order by id limit ${BATCH}`);
    } catch (failure) {
      if (!(failure instanceof HandlerFailure)) throw failure;
      for (const { id } of failure.rows) await dispatchOne(id);
      return failure.rows.length;
    }
  };

  const dispatchAll = async (): Promise<void> => {
    while ((await dispatchBatch()) === BATCH && !stopped);
  };

  const pause = async (milliseconds: number): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timeout = setTimeout(resolve, milliseconds);
    endPause = resolve;
    await promise;
    clearTimeout(timeout);
  };

  const dispatchWhileWoken = async (): Promise<void> => {
    do {
      again = false;
      const next = Date.now() + PACE_MS;
      await dispatchAll();
      const left = next - Date.now();
      if (left > 0 && !stopped && drains === 0) await pause(left);
    } while (again && !stopped);
  };

  const wake = (): void => {
    if (!started || stopped) return;
    if (running) {
      again = true;
      return;
    }
    running = dispatchWhileWoken()
      .catch((error: unknown) => log.warn({ err: error }, 'the outbox could not be read'))
      .finally(() => {
        running = undefined;
      });
  };

  return {
    on(event, handler) {
      handlers.set(event, [...(handlers.get(event) ?? []), handler]);
    },
    onMany(event, handler) {
      batchHandlers.set(event, [...(batchHandlers.get(event) ?? []), handler]);
    },
    start() {
      started = true;
      timer = setInterval(wake, POLL_MS);
      wake();
    },
    wake,
    async drain() {
      drains += 1;
      try {
        endPause();
        while (running) await running;
        await dispatchAll();
      } finally {
        drains -= 1;
      }
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      endPause();
      await running;
    },
  };
};
