import pg from 'pg';
import type { Log } from '../telemetry/log.ts';

/**
 * Handles a notification; `undefined` after a reconnection, because notifications may have been missed. If its promise is rejected, it is
 * called again, with `undefined`, until it succeeds.
 */
export type NotificationHandler = (payload: string | undefined) => void | Promise<void>;

/** Listens for PostgreSQL notifications on one connection, and reconnects when it breaks. */
export interface Listener {
  listen(channel: string, handler: NotificationHandler): void;
  isConnected(): boolean;
  /** Resolves once every channel registered so far is listened to. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

const RETRY_MS = 1000;

/** Calls handlers, and repeats those that fail: the connections for queries may come back later than the listener's. */
const createCalls = (log: Log) => {
  const retries = new Map<NotificationHandler, NodeJS.Timeout>();
  let isStopped = false;
  const call = async (handler: NotificationHandler, payload: string | undefined): Promise<void> => {
    try {
      await handler(payload);
    } catch (error) {
      if (isStopped) return;
      log.warn({ err: error }, 'a notification could not be handled');
      clearTimeout(retries.get(handler));
      retries.set(handler, setTimeout(() => void call(handler, undefined), RETRY_MS).unref());
    }
  };
  return {
    call: (handler: NotificationHandler, payload: string | undefined): void => void call(handler, payload),
    stop(): void {
      isStopped = true;
      for (const timer of retries.values()) clearTimeout(timer);
    },
  };
};

export const createListener = async (url: string, log: Log): Promise<Listener> => {
  const handlers = new Map<string, NotificationHandler[]>();
  const calls = createCalls(log);
  let client: pg.Client | undefined;
  let closed = false;
  let delay = 100;
  let timer: NodeJS.Timeout | undefined;
  let opening: Promise<void> | undefined;
  // Serializes the statements on the connection.
  let queue: Promise<unknown> = Promise.resolve();

  const open = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: url, application_name: 'stagedoor-listener', keepAlive: true });
    next.on('error', (error) => log.warn({ err: error.message }, 'listener lost its connection'));
    next.on('end', () => {
      // A connection that never opened also ends; its failure has already scheduled the next one.
      if (client !== next) return;
      client = undefined;
      if (!closed) schedule();
    });
    next.on('notification', ({ channel, payload }) => {
      for (const handler of handlers.get(channel) ?? []) calls.call(handler, payload ?? '');
    });
    try {
      await next.connect();
      for (const channel of handlers.keys()) await next.query(`listen ${pg.escapeIdentifier(channel)}`);
      if (closed) throw new Error('the listener was closed');
    } catch (error) {
      await next.end().catch(() => {});
      throw error;
    }
    client = next;
    delay = 100;
  };

  const schedule = (): void => {
    if (closed) return;
    timer = setTimeout(() => {
      opening = open().then(
        () => {
          for (const list of handlers.values()) for (const handler of list) calls.call(handler, undefined);
        },
        () => schedule(),
      );
    }, delay);
    delay = Math.min(delay * 2, 5000);
  };

  await open();
  return {
    listen(channel, handler) {
      const known = handlers.get(channel);
      if (known) {
        known.push(handler);
        return;
      }
      handlers.set(channel, [handler]);
      queue = queue.then(() => client?.query(`listen ${pg.escapeIdentifier(channel)}`)).catch(() => {});
    },
    isConnected: () => client !== undefined,
    async ready() {
      await queue;
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      calls.stop();
      await queue;
      await opening;
      await client?.end();
    },
  };
};
