import { once } from 'node:events';
import { createServer } from 'node:http';
import { portOf } from '../../../platform/bound-port.ts';

/** A webhook as a site gets it. */
export interface ReceivedHook {
  path: string;
  type: string;
  fields: Record<string, unknown>;
}

/** A site that takes webhooks, and answers as it is told. */
export const startSite = async () => {
  const received: ReceivedHook[] = [];
  const answers = { status: 200 };
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      const type = request.headers['content-type'] ?? '';
      const fields: Record<string, unknown> = type.includes('json') ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body));
      received.push({ path: request.url ?? '', type, fields });
      response.writeHead(answers.status).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    received,
    answers,
    /** Actions of the webhooks, in the order of their arrival. */
    actions: (): unknown[] => received.map(({ fields }) => fields['action']),
    async close(): Promise<void> {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};

export type Site = Awaited<ReturnType<typeof startSite>>;
