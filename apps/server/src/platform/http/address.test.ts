import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { createAddressOf, normalizeAddress } from './address.ts';

const request = (remoteAddress: string, forwarded?: string): IncomingMessage =>
  ({ socket: { remoteAddress }, headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage;

test('without trusted proxies the forwarded address is ignored', () => {
  const addressOf = createAddressOf([]);
  expect(addressOf(request('203.0.113.9', '198.51.100.1'))).toBe('203.0.113.9');
  expect(addressOf(request('127.0.0.1', '198.51.100.1'))).toBe('127.0.0.1');
});

test('behind trusted proxies the address is the last untrusted one', () => {
  const addressOf = createAddressOf(['loopback', 'linklocal', 'uniquelocal']);
  expect(addressOf(request('127.0.0.1', '198.51.100.1'))).toBe('198.51.100.1');
  // Entries further left are claims of the caller.
  expect(addressOf(request('127.0.0.1', '192.0.2.7, 198.51.100.1, 10.0.0.4'))).toBe('198.51.100.1');
  expect(addressOf(request('203.0.113.9', '198.51.100.1'))).toBe('203.0.113.9');
  expect(addressOf(request('127.0.0.1'))).toBe('127.0.0.1');
});

test.each([
  ['5.9.0.1', '5.9.0.1'],
  ['5.9.0.1:1234', '5.9.0.1'],
  ['::ffff:5.9.0.1', '5.9.0.1'],
  ['::FFFF:5.9.0.1', '5.9.0.1'],
  ['::ffff:509:1', '5.9.0.1'],
  ['[::ffff:5.9.0.1]:1234', '5.9.0.1'],
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::1', '::1'],
  ['unknown', 'unknown'],
])('%s is the address %s', (given, expected) => {
  expect(normalizeAddress(given)).toBe(expected);
});

test('the address of a socket has one spelling', () => {
  expect(createAddressOf([])(request('::ffff:203.0.113.9'))).toBe('203.0.113.9');
  expect(createAddressOf(['loopback'])(request('127.0.0.1', '198.51.100.1:5060'))).toBe('198.51.100.1');
});
