import { createServer } from 'node:http';
import { portOf } from '../../platform/bound-port.ts';

/** A callback as the site gets it. */
export interface Received {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

export interface Receiver {
  url: string;
  received: Received[];
  /** Status and body of the next answers; the last one repeats. */
  answers: { status: number; body: string }[];
  close(): Promise<void>;
}

/** Listens on loopback in place of a site, and notes what arrives. */
export const startReceiver = async (answers: Receiver['answers'] = [{ status: 200, body: 'OK' }]): Promise<Receiver> => {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://site.test');
      received.push({
        method: request.method ?? '',
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        headers: request.headers,
        body: Buffer.concat(parts).toString('utf8'),
      });
      const [next] = answers;
      if (answers.length > 1) answers.shift();
      response.writeHead(next?.status ?? 200).end(next?.body);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    received,
    answers,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
};

/** A clock that tests move. */
export const testClock = (start = '2030-01-01T17:00:00Z') => {
  let ms = Date.parse(start);
  return {
    now: () => new Date(ms),
    advanceDays: (days: number): void => {
      ms += days * 86_400_000;
    },
    advance: (more: number): void => {
      ms += more;
    },
  };
};
