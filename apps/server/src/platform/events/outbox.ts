import { type DomainEventName, type DomainEvents, EVENTS_WITHOUT_HANDLER } from '@stagedoor/contract/domain-events';
import { type RawBuilder, sql } from 'kysely';
import { type Database, type Trx, transact } from '../database/database.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';

export interface CommittedEvent<E extends DomainEventName> {
  id: bigint;
  event: E;
  payload: DomainEvents[E];
  createdAt: Date;
}

/** A committed event of any name; `event` tells the type of `payload`. */
export type AnyCommittedEvent = { [E in DomainEventName]: CommittedEvent<E> }[DomainEventName];

type Handled = Promise<(() => void | Promise<void>) | void>;

/**
 * Handles a committed event in a transaction. It may be called again for the same event after a crash, so it must be
 * idempotent. It may return a function to run after the commit, such as a notification.
 */
export type EventHandler<E extends DomainEventName> = (event: CommittedEvent<E>, trx: Trx) => Handled;

/** Like EventHandler, for all events of a name in one batch, in order. */
export type BatchHandler<E extends DomainEventName> = (events: readonly CommittedEvent<E>[], trx: Trx) => Handled;

/** Like EventHandler, for events of every name. */
export type AnyEventHandler = (event: AnyCommittedEvent, trx: Trx) => Handled;

/**
 * Dispatches committed events to their handlers, in order, on one node at a time. An event without a handler of its own stays in the outbox,
 * counted and logged once, until a version with a handler dispatches it; EVENTS_WITHOUT_HANDLER are excepted.
 */
export interface Outbox {
  on<E extends DomainEventName>(event: E, handler: EventHandler<E>): void;
  /** Registers a handler that is cheaper for a batch; batch handlers run before those of single events. */
  onBatch<E extends DomainEventName>(event: E, handler: BatchHandler<E>): void;
  /** Registers a handler of every event that is dispatched, called after the event's own handlers. It doesn't make up for a missing handler. */
  onAny(handler: AnyEventHandler): void;
  start(): void;
  /** Polls at once, because something may have been committed. Cheap while a poll is running. */
  wake(): void;
  /** Dispatches everything pending; for tests and for shutdown. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

const BATCH = 100;
/** Minimum interval between polls while events keep coming: a burst is dispatched in few transactions, its first event at once. */
const MIN_INTERVAL_MS = 50;
/** Finds events that other processes committed or a crash left behind. */
const POLL_MS = 300;
const MAX_ATTEMPTS = 20;

const LOCK = sql`hashtext('outbox')`;

/**
 * Keeps every node from dispatching events until the transaction ends; waits for a dispatcher that is at work. For changes that must not
 * happen between the handlers of two events, such as replacing counts that handlers update.
 */
export const holdDispatcher = async (trx: Trx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
};

/** The recorded failure of an event that no handler took. */
const NO_HANDLER = 'This version has no handler of this event.';

interface Row {
  id: bigint;
  event: string;
  payload: unknown;
  created_at: Date;
  attempts: number;
}

/** Handlers are stored and called without the types of their events, which `on` and `onBatch` checked. */
type StoredHandler = (event: unknown, trx: Trx) => Handled;
const stored = <Event>(handler: (event: Event, trx: Trx) => Handled): StoredHandler => handler as StoredHandler;

const committed = ({ id, event, payload, created_at: createdAt }: Row): unknown => ({ id, event, payload, createdAt });

/** A handler failed, and with it the whole batch. */
class HandlerFailure extends Error {
  readonly rows: readonly Row[];
  readonly row: Row;
  constructor(rows: readonly Row[], row: Row, cause: unknown) {
    super(`a handler of ${row.event} failed`, { cause });
    this.rows = rows;
    this.row = row;
  }
}

/** The handlers of events, in the order in which they were registered. */
const createHandlers = () => {
  const single = new Map<string, StoredHandler[]>();
  const batches = new Map<string, StoredHandler[]>();
  const any: StoredHandler[] = [];
  const handled = new Set<string>(EVENTS_WITHOUT_HANDLER);
  /** `handled` as an array of PostgreSQL: each dispatch needs it, and names have nothing to escape. */
  let names = `{${[...handled].join(',')}}`;
  const add = (to: Map<string, StoredHandler[]>, event: string, handler: StoredHandler): void => {
    to.set(event, [...(to.get(event) ?? []), handler]);
    handled.add(event);
    names = `{${[...handled].join(',')}}`;
  };
  return {
    add: (event: string, handler: StoredHandler) => add(single, event, handler),
    addBatch: (event: string, handler: StoredHandler) => add(batches, event, handler),
    addAny: (handler: StoredHandler) => void any.push(handler),
    names: () => names,
    has: (event: string) => handled.has(event),
    /**
     * Runs the handlers of events.
     * @param afterCommit receives what is to be run once the transaction is committed
     * @throws HandlerFailure of the first that fails
     */
    async run(rows: readonly Row[], trx: Trx, afterCommit: (() => void | Promise<void>)[]): Promise<void> {
      const handle = async (row: Row, work: () => Handled): Promise<void> => {
        try {
          const onCommit = await work();
          if (onCommit) afterCommit.push(onCommit);
        } catch (error) {
          throw new HandlerFailure(rows, row, error);
        }
      };
      for (const [event, batch] of Map.groupBy(rows, (row) => row.event))
        for (const handler of batches.get(event) ?? []) await handle(batch[0]!, () => handler(batch.map(committed), trx));
      for (const row of rows)
        for (const handler of [...(single.get(row.event) ?? []), ...any]) await handle(row, () => handler(committed(row), trx));
    },
  };
};

/** Dispatches what the outbox holds. @returns a function that dispatches one batch and returns how many events it read */
const createDispatch = (
  { database, log, metrics }: { database: Database; log: Log; metrics: Metrics },
  handlers: ReturnType<typeof createHandlers>,
): (() => Promise<number>) => {
  /** Marks events without a handler, so that they are not read again before they have one. @returns counts and logs them, after the commit */
  const refuse = async (trx: Trx, rows: readonly Row[]): Promise<() => void> => {
    const ids = rows.map(({ id }) => id);
    await trx.updateTable('outbox').set({ failure: NO_HANDLER }).where('id', 'in', ids).execute();
    return () => {
      for (const { id, event } of rows) {
        metrics.outboxFailures.inc({ event });
        log.error({ event, id: String(id) }, 'an event has no handler: it stays in the outbox until a version has one');
      }
    };
  };

  /**
   * Dispatches events in one transaction and runs the after-commit functions; the advisory lock makes this node the only dispatcher
   * meanwhile. @returns the number of events
   * @throws HandlerFailure when a handler failed: the transaction was rolled back
   */
  const dispatch = async (condition: RawBuilder<unknown>): Promise<number> => {
    const afterCommit: (() => void | Promise<void>)[] = [];
    const { read, events } = await transact(database, undefined, async (trx) => {
      // In a separate statement, so that the next one sees what the previous dispatcher committed.
      const lock = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as locked`.execute(trx);
      if (!lock.rows[0]?.locked) return { read: 0, events: [] };
      const { rows: found } = await sql<Row>`
        select id, event, payload, created_at, attempts from outbox
        where dispatched_at is null and attempts < ${MAX_ATTEMPTS}
          and (event = any(${handlers.names()}::text[]) or failure is distinct from ${NO_HANDLER}) and ${condition}`.execute(trx);
      const { true: rows = [], false: unhandled } = Object.groupBy(found, ({ event }) => (handlers.has(event) ? 'true' : 'false'));
      if (unhandled) afterCommit.push(await refuse(trx, unhandled));
      await handlers.run(rows, trx, afterCommit);
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
      return { read: found.length, events: rows };
    });
    const now = Date.now();
    for (const { created_at: at } of events) metrics.outboxDelay.observe(Math.max(0, (now - at.getTime()) / 1000));
    for (const run of afterCommit) {
      try {
        await run();
      } catch (error) {
        log.error({ err: error }, 'an after-commit function failed');
      }
    }
    return read;
  };

  /** Dispatches one event: a failure is attributed to it and counted. */
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

  /** Dispatches many events in one transaction, or one by one after a failure: a savepoint for each would cost more than most handlers. */
  return async () => {
    try {
      return await dispatch(sql`true order by id limit ${sql.lit(BATCH)}`);
    } catch (failure) {
      if (!(failure instanceof HandlerFailure)) throw failure;
      for (const { id } of failure.rows) await dispatchOne(id);
      return failure.rows.length;
    }
  };
};

export const createOutbox = (database: Database, log: Log, metrics: Metrics): Outbox => {
  const handlers = createHandlers();
  const dispatchBatch = createDispatch({ database, log, metrics }, handlers);
  let running: Promise<void> | undefined;
  let isWoken = false;
  let started = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let drains = 0;
  let endPause = (): void => {};

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
      isWoken = false;
      const next = Date.now() + MIN_INTERVAL_MS;
      await dispatchAll();
      const left = next - Date.now();
      if (left > 0 && !stopped && drains === 0) await pause(left);
    } while (isWoken && !stopped);
  };

  const wake = (): void => {
    if (!started || stopped) return;
    if (running) {
      isWoken = true;
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
      handlers.add(event, stored(handler));
    },
    onBatch(event, handler) {
      handlers.addBatch(event, stored(handler));
    },
    onAny(handler) {
      handlers.addAny(stored(handler));
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
