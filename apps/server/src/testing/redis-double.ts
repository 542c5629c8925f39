import { once } from 'node:events';
import { createServer } from 'node:net';

/** A server that answers as Redis does to those who connect, ping and ask for its version. */
export interface RedisDouble {
  url: string;
  /** Lines of `INFO server`. */
  info: string;
  close(): Promise<void>;
}

const bulk = (text: string): string => `$${Buffer.byteLength(text)}\r\n${text}\r\n`;

/** Starts one on loopback, which speaks RESP. */
export const startRedisDouble = async (info: string): Promise<RedisDouble> => {
  const double = { url: '', info };
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.setEncoding('utf8').on('data', (text: string) => {
      // A command is an array of bulk strings, of which the first is its name.
      for (const [, name] of text.matchAll(/\*\d+\r\n\$\d+\r\n(\w+)\r\n/g)) {
        if (name?.toUpperCase() === 'PING') socket.write('+PONG\r\n');
        else if (name?.toUpperCase() === 'INFO') socket.write(bulk(double.info));
        else socket.write('+OK\r\n');
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  double.url = `redis://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`;
  return Object.assign(double, {
    async close() {
      server.close();
      await once(server, 'close');
    },
  });
};
