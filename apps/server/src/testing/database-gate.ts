import { portOf } from '../platform/bound-port.ts';
import { type Server, type Socket, connect, createServer } from 'node:net';

/** A TCP proxy to the database that the test can interrupt. */
export interface DatabaseGate {
  /** The database's URL through the proxy. */
  url: string;
  /** When the application tried to connect while closed, in milliseconds. */
  connectionAttempts: number[];
  open(): void;
  close(): void;
  /** Accepts connections and data, but never responds. */
  hang(): void;
  end(): Promise<void>;
}

/** @param application name of the connections that are counted while closed */
export const createDatabaseGate = async (ownerUrl: string, application = 'stagedoor-listener'): Promise<DatabaseGate> => {
  const target = new URL(ownerUrl);
  const pairs = new Set<[Socket, Socket]>();
  let state: 'open' | 'closed' | 'hanging' = 'open';
  const connectionAttempts: number[] = [];
  const server: Server = createServer((inner) => {
    if (state === 'closed') {
      inner.on('error', () => {});
      inner.once('data', (chunk) => {
        if (chunk.includes(application)) connectionAttempts.push(performance.now());
        inner.destroy();
      });
      return;
    }
    const outer = connect(Number(target.port), target.hostname);
    const pair: [Socket, Socket] = [inner, outer];
    pairs.add(pair);
    inner.on('data', (chunk) => outer.write(chunk));
    outer.on('data', (chunk) => inner.write(chunk));
    if (state === 'hanging') outer.pause();
    for (const [one, other] of [pair, [outer, inner] as const]) {
      one.on('error', () => {});
      one.on('close', () => {
        other.destroy();
        pairs.delete(pair);
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const drop = (): void => {
    for (const [inner, outer] of pairs) {
      inner.destroy();
      outer.destroy();
    }
  };
  const gated = new URL(ownerUrl);
  gated.hostname = '127.0.0.1';
  gated.port = String(portOf(server));
  return {
    url: gated.href,
    connectionAttempts,
    open() {
      state = 'open';
      for (const [, outer] of pairs) outer.resume();
    },
    close() {
      state = 'closed';
      drop();
    },
    hang() {
      state = 'hanging';
      for (const [, outer] of pairs) outer.pause();
    },
    end: () =>
      new Promise((resolve) => {
        drop();
        server.close(() => resolve());
      }),
  };
};
