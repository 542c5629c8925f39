import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFan } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

// What holds for every request, whatever it asks for.

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('every answer of a site on https forbids sniffing and plain http, and its cookie calls refuse pages without encryption', async () => {
  const secure = await createTestApp({ environment: { PUBLIC_URL: 'https://stage.example.org' } });
  try {
    const person = await createFan(secure);
    const ask = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'POST' = 'GET') =>
      secure.server.inject({ url, method, headers: { host: 'stage.example.org', ...headers } });
    for (const url of ['/api/feeds', '/api/health', '/api/nowhere', '/files/none'])
      expect([url, (await ask(url)).headers]).toEqual([
        url,
        expect.objectContaining({
          'x-content-type-options': 'nosniff',
          'strict-transport-security': 'max-age=31536000; includeSubDomains',
        }),
      ]);
    const cookie = `token=${person.client.token}`;
    expect((await ask('/api/auth/logout', { cookie, origin: 'http://stage.example.org' }, 'POST')).json()).toMatchObject({
      error: 'ORIGIN_REFUSED',
    });
    expect((await ask('/api/auth/logout', { cookie, origin: 'https://stage.example.org' }, 'POST')).statusCode).toBe(200);
  } finally {
    await secure.close();
  }
});

const FORM = 'POST /api/auth/performers/register HTTP/1.1\r\ncontent-type: multipart/form-data';
const PART = '--one\r\ncontent-disposition: form-data; name="idVerification"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n';

test.each([
  ['an absolute address', 'GET http://localhost/api/settings/public HTTP/1.1', ''],
  ['an address that is none', 'GET http://%%%/api/settings/public HTTP/1.1', ''],
  ['an address with two slashes', 'GET //api/settings/public HTTP/1.1', ''],
  ['an asterisk', 'OPTIONS * HTTP/1.1', ''],
  ['a form with another boundary', `${FORM}; boundary=one`, '--two--'],
  ['a form without boundary', FORM, '--two--'],
  ['a form that ends within a file', `${FORM}; boundary=one`, `${PART}some bytes`],
  ['a form that ends within a header', `${FORM}; boundary=one`, PART.slice(0, 60)],
])('%s is answered, and is no fault of the server', async (_name, head, body) => {
  const socket = connect((app.server.server.address() as AddressInfo).port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
  socket.write(`${head}\r\nhost: localhost\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
  await once(socket, 'close');
  expect(answer).toMatch(/^HTTP\/1\.1 [234]\d\d /);
});
