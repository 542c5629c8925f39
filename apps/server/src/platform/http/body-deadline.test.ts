import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerBodyDeadline } from './body-deadline.ts';

const TIMEOUT_MS = 300;
const server = Fastify();
let port: number;
beforeAll(async () => {
  registerBodyDeadline(server, TIMEOUT_MS);
  server.addContentTypeParser('application/octet-stream', (_request, _payload, done) => done(null));
  server.post('/call', async ({ body }) => body);
  server.post('/upload', { config: { receivesFiles: true } }, async ({ raw }) => {
    let bytes = 0;
    for await (const chunk of raw) bytes += (chunk as Buffer).length;
    return { bytes };
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  port = (server.server.address() as AddressInfo).port;
});
afterAll(() => server.close());

/** Sends a request whose body of 10 bytes comes one by one. @returns what came back until the connection closed, and how many bytes were sent */
const drip = async (path: string, type: string, everyMs: number): Promise<{ answer: string; sent: number }> => {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
  socket.on('error', () => {});
  socket.write(`POST ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-type: ${type}\r\ncontent-length: 10\r\n\r\n`);
  const body = '"12345678"';
  let sent = 0;
  const timer = setInterval(() => {
    if (sent < body.length) socket.write(body[(sent += 1) - 1]!);
  }, everyMs);
  await once(socket, 'close');
  clearInterval(timer);
  return { answer, sent };
};

test.each(['/call', '/nowhere', '/upload'])('a JSON body that drips to %s is cut off', async (path) => {
  const { answer, sent } = await drip(path, 'application/json', TIMEOUT_MS / 3);
  expect(answer).toContain(' 408 ');
  expect(sent).toBeLessThan(10);
});

test('a body that ends in time is answered, and an upload may take longer', async () => {
  expect((await drip('/call', 'application/json', 5)).answer).toMatch(/ 200 [\s\S]*12345678$/);
  expect((await drip('/upload', 'application/octet-stream', TIMEOUT_MS / 5)).answer).toMatch(/ 200 [\s\S]*{"bytes":10}$/);
});
