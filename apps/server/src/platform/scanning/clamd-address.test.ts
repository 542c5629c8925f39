import { expect, test } from 'vitest';
import { clamdUrl } from './clamd-address.ts';

test.each([
  ['tcp://127.0.0.1:3310', { host: '127.0.0.1', port: 3310 }],
  ['tcp://[::1]:3310', { host: '::1', port: 3310 }],
  ['tcp://scanner.example.org:3310', { host: 'scanner.example.org', port: 3310 }],
  ['unix:///run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
  ['unix:/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
])('%s names a scanner', (url, address) => {
  expect(clamdUrl.parse(url)).toEqual(address);
});

test.each(['', 'http://127.0.0.1:3310', 'tcp://127.0.0.1', '127.0.0.1:3310', 'unix:clamd.ctl', 'tcp://a b:1'])('“%s” doesn’t', (url) => {
  expect(clamdUrl.safeParse(url).error?.issues[0]?.message).toBe('write tcp://host:3310, or unix:///run/clamav/clamd.ctl');
});
