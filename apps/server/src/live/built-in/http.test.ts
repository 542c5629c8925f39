import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { acceptsGzip, createExchange } from './http.ts';

test.each(['before', 'after'])('the signal is aborted by a connection that closed %s it was first asked for', (moment) => {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  const exchange = createExchange(request, response);
  if (moment === 'after') expect(exchange.signal.aborted).toBe(false);
  response.destroy();
  response.emit('close');
  expect(exchange.signal.aborted).toBe(true);
});

test.each([
  [undefined, false],
  ['', false],
  ['identity', false],
  ['br', false],
  ['gzip', true],
  ['GZIP', true],
  ['x-gzip', true],
  ['gzip, deflate, br, zstd', true],
  ['br;q=1.0, gzip;q=0.5, *;q=0.1', true],
  ['deflate ,\tgzip ; q=0.001', true],
  ['gzip;q=0', false],
  ['br, gzip; q=0.000, deflate', false],
  ['notgzip, gzipped', false],
])('of accepted encodings %j, gzip is taken: %s', (header, expected) => {
  const request = { headers: header === undefined ? {} : { 'accept-encoding': header } } as IncomingMessage;
  expect(acceptsGzip({ request })).toBe(expected);
});
