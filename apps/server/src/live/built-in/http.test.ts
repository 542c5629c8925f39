import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { acceptsGzip, createExchange } from './http.ts';

const exchangeOf = () => {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  const close = (): void => {
    response.destroy();
    response.emit('close');
  };
  return { exchange: createExchange(request, response), close };
};

test('the signal is aborted when the connection closes', () => {
  const { exchange, close } = exchangeOf();
  const { signal } = exchange;
  expect(signal.aborted).toBe(false);
  close();
  expect(signal.aborted).toBe(true);
  expect(exchange.signal).toBe(signal);
});

test('the signal is aborted when the connection closed before it was asked for', () => {
  const { exchange, close } = exchangeOf();
  close();
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
