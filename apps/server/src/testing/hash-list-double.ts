import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { portOf } from '../platform/bound-port.ts';

export interface DoubleEntry {
  type: string;
  hash: string;
  reason?: string;
  withdrawn?: boolean;
}

/** Ways in which an organization's server goes wrong. */
export type Fault = 'hangs' | 'wrongHash' | 'noJson' | 'sameCursor' | 'huge' | 'redirects' | 'down';

/** An organization's list of hashes over HTTP, page by page as JSON or whole as CSV. */
export interface HashListDouble {
  url: string;
  csvUrl: string;
  /** In the order in which they were added or withdrawn. */
  entries: DoubleEntry[];
  fault: Fault | null;
  /** The cursor and the token of each request. */
  requests: { since: string | null; token: string | null }[];
  close(): Promise<void>;
}

/** @param pageSize entries of a page */
export const startHashList = async ({ token, pageSize = 2 }: { token: string; pageSize?: number }): Promise<HashListDouble> => {
  const hanging = new Set<ServerResponse>();
  const json = (response: ServerResponse, value: unknown): void => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(typeof value === 'string' ? value : JSON.stringify(value));
  };
  const faults: Record<Fault, (response: ServerResponse) => void> = {
    hangs: (response) => void hanging.add(response),
    wrongHash: (response) => json(response, { entries: [{ type: 'pdq', hash: 'abc' }], cursor: '1' }),
    noJson: (response) => json(response, '<html>Sign in</html>'),
    sameCursor: (response) => json(response, { entries: [], cursor: '7', more: true }),
    huge: (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(Buffer.alloc(20_000_001, ' ')),
    redirects: (response) => void response.writeHead(302, { location: '/elsewhere' }).end(),
    down: (response) => void response.writeHead(503).end(),
  };
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const url = new URL(request.url!, 'http://double');
    const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? null;
    double.requests.push({ since: url.searchParams.get('since'), token: given });
    if (given !== token) return void response.writeHead(401).end();
    if (double.fault) return faults[double.fault](response);
    if (url.pathname === '/list.csv') {
      const gone = new Set(double.entries.filter(({ withdrawn }) => withdrawn).map(({ hash }) => hash));
      const lines = double.entries
        .filter(({ hash }) => !gone.has(hash))
        .map(({ type, hash, reason = '' }) => `${type},${hash},"${reason}"`);
      return void response.writeHead(200, { 'content-type': 'text/csv' }).end(['type,hash,reason', ...lines].join('\r\n'));
    }
    const from = Number(url.searchParams.get('since') ?? 0);
    const next = Math.min(double.entries.length, from + pageSize);
    return json(response, { entries: double.entries.slice(from, next), cursor: String(next), more: next < double.entries.length });
  };
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server);
  const double: HashListDouble = {
    url: `http://127.0.0.1:${port}/list`,
    csvUrl: `http://127.0.0.1:${port}/list.csv`,
    entries: [],
    fault: null,
    requests: [],
    async close() {
      for (const response of hanging) response.destroy();
      server.close();
      server.closeAllConnections();
      await once(server, 'close').catch(() => undefined);
    },
  };
  return double;
};
