import { createServer } from 'node:http';
import { portOf } from '../../platform/bound-port.ts';

export interface Reply {
  status?: number;
  body?: string;
  location?: string;
}

/** A company's server that answers each call as a test says: with a reply, by hanging up, or never. */
export const openReplyServer = async (replyTo: (query: URLSearchParams, path: string) => Reply | 'hang up' | 'silence') => {
  const asked: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    asked.push(url.searchParams);
    const reply = replyTo(url.searchParams, url.pathname);
    if (reply === 'silence') return;
    if (reply === 'hang up') return void request.socket.destroy();
    response.writeHead(reply.status ?? 200, reply.location ? { location: reply.location } : {}).end(reply.body ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    /** Queries so far, in order. */
    asked,
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
