import { createServer } from 'node:http';
import type { GatewayCallback } from '../gateway.ts';
import { portOf } from '../../platform/bound-port.ts';

/** The site's place in tests of a company: takes callbacks over HTTP as they are sent, and acknowledges each. */
export const openCallbackReceiver = async () => {
  let taken: GatewayCallback[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://localhost');
      taken.push({
        method: request.method === 'GET' ? 'GET' : 'POST',
        headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
        query: url.searchParams,
        body: Buffer.concat(chunks),
        ip: request.socket.remoteAddress ?? '',
      });
      response.end('OK');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${portOf(server)}/callback`,
    /** Callbacks since the last call, in order. */
    take(): GatewayCallback[] {
      const callbacks = taken;
      taken = [];
      return callbacks;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
