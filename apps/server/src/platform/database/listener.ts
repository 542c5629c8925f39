import pg from 'pg';
import type { Log } from '../telemetry/log.ts';

/** Listens for PostgreSQL notifications on one connection, and reconnects when it breaks. */
export interface Listener {
  /** @param handler also called with `undefined` after a reconnection, because notifications may have been missed. */
  listen(channel: string, handler: (payload: string | undefined) => void): void;
  isConnected(): boolean;
  /** Resolves once every channel registered so far is listened to. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

export const createListener = async (url: string, log: Log): Promise<Listener> => {
  const handlers = new Map<string, ((payload: string | undefined) => void)[]>();
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
      for (const handler of handlers.get(channel) ?? []) handler(payload ?? '');
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
          for (const list of handlers.values()) for (const handler of list) handler(undefined);
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
      await queue;
      await opening;
      await client?.end();
    },
  };
};
