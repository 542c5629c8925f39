import { expect, test } from 'vitest';
import { networkOf } from './network.ts';

test('a network is an IPv4 address or the /64 of an IPv6 address, in any notation', () => {
  expect(networkOf('192.0.2.7')).toBe('192.0.2.7');
  expect(networkOf('::ffff:192.0.2.7')).toBe('192.0.2.7');
  const one = networkOf('2001:db8:1:2:aaaa:bbbb:cccc:dddd');
  expect(one).toBe('2001:db8:1:2');
  for (const same of ['2001:db8:1:2::1', '2001:0DB8:0001:0002:0:0:0:9', '2001:db8:1:2::', '2001:db8:1:2::5%eth0'])
    expect(networkOf(same)).toBe(one);
  for (const other of ['2001:db8:1:3::1', '2001:db8::1:2:0:1', '::1']) expect(networkOf(other)).not.toBe(one);
  expect(networkOf('::1')).toBe('0:0:0:0');
});
