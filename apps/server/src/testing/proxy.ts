import { type IncomingMessage, type RequestOptions, createServer, request } from 'node:http';
import { connect } from 'node:net';
import { once } from 'node:events';

/** Habits of a proxy, good and bad; tests change them while it runs. */
export interface ProxyHabits {
  /** How X-Forwarded-For is made: the caller's address alone, added to what came, passed on as it came, or left out. */
  forwards: 'set' | 'passOn' | 'drop';
  /** Passes WebSockets on. */
  upgrades: boolean;
  /** Largest body, in bytes. */
  maxBody: number;
  /** Adds so many seconds to the Date of answers. */
  clockSeconds: number;
  /** The address that callers seem to have. */
  callerAddress: string;
}

/** A reverse proxy over real sockets. */
export interface Proxy {
  url: string;
  /** The site behind it, `http://127.0.0.1:<port>`. */
  target: string;
  habits: ProxyHabits;
  close(): Promise<void>;
}

const headersFor = ({ headers }: IncomingMessage, { forwards, callerAddress }: ProxyHabits): RequestOptions['headers'] => {
  const { 'x-forwarded-for': given, ...rest } = headers;
  if (forwards === 'set') return { ...rest, 'x-forwarded-for': callerAddress };
  return forwards === 'passOn' && given !== undefined ? { ...rest, 'x-forwarded-for': given } : rest;
};

/** Starts a proxy that passes everything on to the site that is named as its target. */
export const startProxy = async (): Promise<Proxy> => {
  const proxy = { target: '' };
  const habits: ProxyHabits = { forwards: 'set', upgrades: true, maxBody: Infinity, clockSeconds: 0, callerAddress: '198.51.100.4' };
  const server = createServer((incoming, outgoing) => {
    if (Number(incoming.headers['content-length'] ?? 0) > habits.maxBody) {
      outgoing.writeHead(413, { connection: 'close' }).end('too large');
      return;
    }
    const { method, url: path } = incoming;
    const { hostname, port } = new URL(proxy.target);
    const forwarded = request({ hostname, port, method, path, headers: headersFor(incoming, habits) }, (answer) => {
      const date = new Date(Date.now() + habits.clockSeconds * 1000).toUTCString();
      outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, date });
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  server.on('upgrade', (incoming, socket, head: Buffer) => {
    if (!habits.upgrades) {
      socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n');
      return;
    }
    const { hostname, port } = new URL(proxy.target);
    const onward = connect(Number(port), hostname, () => {
      const lines = Object.entries(incoming.headers).map(([name, value]) => `${name}: ${String(value)}`);
      onward.write(`GET ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      onward.write(head);
      socket.pipe(onward).pipe(socket);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
  });
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  const address = server.address();
  // An address of this machine that counts as public.
  const url = `http://127.0.0.2:${address !== null && typeof address === 'object' ? address.port : 0}`;
  return Object.assign(proxy, {
    url,
    habits,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
};
