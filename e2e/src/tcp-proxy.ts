import { type Socket, connect, createServer } from 'node:net';
import { once } from 'node:events';

/** What stands in front of the nodes of a site: new connections go to one of them. */
export interface TcpProxy {
  port: number;
  /** Where connections made from now on go to; those that are open stay where they are. */
  target: number;
  close(): Promise<void>;
}

/** Starts a proxy on a free port of this machine. A connection ends at both ends at once; where nobody listens it is reset. */
export const createTcpProxy = async (): Promise<TcpProxy> => {
  const open = new Set<Socket>();
  const proxy = { port: 0, target: 0 };
  const server = createServer((outer) => {
    const inner = connect(proxy.target, '127.0.0.1');
    for (const [one, other] of [
      [outer, inner],
      [inner, outer],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  proxy.port = (server.address() as { port: number }).port;
  return Object.assign(proxy, {
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  });
};
