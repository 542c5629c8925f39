import { type RemoteInfo, type Socket, createSocket } from 'node:dgram';
import { once } from 'node:events';
import { LRUCache } from 'lru-cache';
import { hasZeroTieBreaker, isSigned, parseStun, withMappedAddress, withTieBreaker } from '../media/stun.ts';

/** Connections that come through the proxy at once. */
const MAX_CONNECTIONS = 200;
/** Answers whose clients may still connect. */
const MAX_EXPECTED = 2_000;
const CONNECT_MS = 60_000;
/** Clients check their connection every few seconds. */
const IDLE_MS = 30_000;
/** The lowest of all: clients take any other way that works. */
const PRIORITY = 100;
const BUFFER_BYTES = 1024 * 1024;

interface Connection {
  /** Sends to the library, and receives what it answers. */
  inner: Socket;
  password: string;
  heardAt: number;
}

/** The same host candidates with another port and the lowest priority. */
const candidatesAt = (sdp: string, port: number): string[] => {
  const addresses = [...sdp.matchAll(/^a=candidate:\S+ 1 UDP \d+ (\d+\.\d+\.\d+\.\d+) \d+ typ host/gim)].map(([, address]) => address!);
  return [...new Set(addresses)].map((address, index) => `a=candidate:tb${index} 1 UDP ${PRIORITY} ${address} ${port} typ host`);
};

/**
 * Carries connections of Chromium through TCP and TLS relays. Its connectivity checks have a tie-breaker of zero there, which RFC 8445 allows, and
 * the WebRTC library refuses as missing (libjuice issue 355). This UDP port takes the checks of such clients alone, gives them a tie-breaker, and
 * passes everything on to the library's port. Remove it once the library takes zero.
 *
 * @param libraryPort the UDP port of all connections, on this machine
 */
export const createTieBreakerProxy = (libraryPort: number) => {
  /** Passwords of answers by their ICE user names. */
  const expected = new LRUCache<string, string>({ max: MAX_EXPECTED, ttl: CONNECT_MS });
  const connections = new Map<string, Connection>();
  const outer = createSocket({ type: 'udp4', recvBufferSize: BUFFER_BYTES, sendBufferSize: BUFFER_BYTES });
  let timer: NodeJS.Timeout | undefined;

  const closeIdle = (): void => {
    const now = performance.now();
    for (const [key, { inner, heardAt }] of connections) {
      if (now - heardAt < IDLE_MS) continue;
      connections.delete(key);
      inner.close();
    }
  };
  const open = (key: string, { address, port }: RemoteInfo, password: string): Connection => {
    const inner = createSocket('udp4');
    // Errors of UDP sockets are about single packets, which may get lost anyway.
    inner.on('error', () => {});
    inner.on('message', (packet) => {
      const message = parseStun(packet);
      outer.send(message?.kind === 'success' ? withMappedAddress(message, address, port, password) : packet, port, address);
    });
    const connection = { inner, password, heardAt: performance.now() };
    connections.set(key, connection);
    return connection;
  };
  /** The connection of a client; a new one begins with a check that is signed with an answer's password. */
  const connectionOf = (key: string, from: RemoteInfo, message: ReturnType<typeof parseStun>): Connection | undefined => {
    const known = connections.get(key);
    if (known) return known;
    if (!message || !hasZeroTieBreaker(message) || connections.size >= MAX_CONNECTIONS) return undefined;
    const password = expected.get(message.username?.split(':')[0] ?? '');
    return password !== undefined && isSigned(message, password) ? open(key, from, password) : undefined;
  };
  outer.on('error', () => {});
  outer.on('message', (packet, from) => {
    const message = parseStun(packet);
    const connection = connectionOf(`${from.address}:${from.port}`, from, message);
    if (!connection) return;
    connection.heardAt = performance.now();
    const repaired = message && hasZeroTieBreaker(message) ? withTieBreaker(message, connection.password) : packet;
    connection.inner.send(repaired, libraryPort, '127.0.0.1');
  });

  return {
    /** @throws when the port is taken */
    async listen(port: number): Promise<void> {
      const listening = once(outer, 'listening');
      outer.bind(port);
      await listening;
      timer = setInterval(closeIdle, IDLE_MS / 3);
    },
    /** Adds the proxy's port to an answer, and takes the client that it is for. */
    withCandidates(answer: string): string {
      const [ufrag, password] = ['ufrag', 'pwd'].map((name) => new RegExp(`^a=ice-${name}:(\\S+)`, 'm').exec(answer)?.[1]);
      const added = candidatesAt(answer, outer.address().port);
      if (ufrag === undefined || password === undefined || added.length === 0) return answer;
      expected.set(ufrag, password);
      return answer.replace(/^a=end-of-candidates/gm, `${added.join('\r\n')}\r\na=end-of-candidates`);
    },
    connections: (): number => connections.size,
    close(): void {
      clearInterval(timer);
      for (const { inner } of connections.values()) inner.close();
      connections.clear();
      outer.close();
    },
  };
};

export type TieBreakerProxy = ReturnType<typeof createTieBreakerProxy>;
