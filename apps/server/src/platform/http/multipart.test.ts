import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { startIdleTimeout } from './multipart.ts';

/** Sends half of the announced body. @returns the response's first line, empty when the connection was closed */
const sendHalf = async (serve: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> => {
  const server = createServer(serve).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
  socket.on('error', () => {});
  socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 100\r\n\r\nhalf of it');
  await once(socket, 'close');
  server.close();
  return answer.split('\r\n')[0]!;
};

test('an idle connection is closed; one whose idle timeout was cleared isn’t', async () => {
  const ended = await sendHalf((request) => {
    startIdleTimeout(request, 60);
    request.resume();
  });
  expect(ended).toBe('');
  const answered = await sendHalf((request, response) => {
    const clearIdleTimeout = startIdleTimeout(request, 60);
    clearIdleTimeout();
    // Long after the connection would have been closed.
    setTimeout(() => response.end('done'), 200);
  });
  expect(answered).toBe('HTTP/1.1 200 OK');
});
