import { type Client, createClient } from '../client.ts';
import { type ServerProcess, startServer } from '../server-process.ts';
import { freePort } from '../test-app.ts';

/** A site whose server is killed while its clients go on calling. */
export interface KilledSite {
  /** Address of the server that answers now. */
  url(): string;
  /** A client of whichever server answers at the time of each call. */
  clientOf(token: string | undefined): Client;
  /** SIGKILL. Until another server has started, nothing answers. */
  killAndRestart(): Promise<void>;
  /** SIGKILL in the middle of calls, once a second server has started, which answers all further calls. */
  killBesideAnother(): Promise<void>;
  stop(): Promise<void>;
}

export const createKilledSite = async (place: { databaseUrl: string; dataDirectory: string }): Promise<KilledSite> => {
  const ports = [String(await freePort()), String(await freePort())];
  const startAt = (nr: number): Promise<ServerProcess> => startServer(place, { PORT: ports[nr]! });
  let current = 0;
  let server = await startAt(current);
  return {
    url: () => `http://127.0.0.1:${ports[current]}`,
    clientOf(token) {
      // By Node's own client: `fetch` takes three times as much processor time, a part of which the site would have.
      const clients = ports.map((port) => createClient(`http://127.0.0.1:${port}`, token));
      return {
        token,
        raw: (key, request) => clients[current]!.raw(key, request),
        send: (key, request) => clients[current]!.send(key, request),
        call: (key, request) => clients[current]!.call(key, request),
      };
    },
    async killAndRestart() {
      await server.kill();
      server = await startAt(current);
    },
    async killBesideAnother() {
      const other = 1 - current;
      const next = await startAt(other);
      const killed = server;
      [server, current] = [next, other];
      await killed.kill();
    },
    stop: () => server.kill(),
  };
};
