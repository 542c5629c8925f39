import { expect, test } from 'vitest';
import { embeddedIpv4, networkOf } from './network.ts';

test('a network is an IPv4 address or the /64 of an IPv6 address, in any notation', () => {
  expect(networkOf('192.0.2.7')).toBe('192.0.2.7');
  expect(networkOf('::ffff:192.0.2.7')).toBe('192.0.2.7');
  const one = networkOf('2001:db8:1:2:aaaa:bbbb:cccc:dddd');
  expect(one).toBe('2001:db8:1:2');
  for (const same of ['2001:db8:1:2::1', '2001:0DB8:0001:0002:0:0:0:9', '2001:db8:1:2::', '2001:db8:1:2::5%eth0'])
    expect(networkOf(same)).toBe(one);
  for (const other of ['2001:db8:1:3::1', '2001:db8::1:2:0:1', '::1']) expect(networkOf(other)).not.toBe(one);
  expect(networkOf('::1')).toBe('0:0:0:0');
  for (const same of ['64:ff9b::192.0.2.7', '64:ff9b:1::c000:207', '2002:c000:207:5::1', '2002:c000:207:6::1'])
    expect(networkOf(same)).toBe('192.0.2.7');
});

test.each([
  ['64:ff9b::501:5001', '5.1.80.1'],
  ['64:ff9b::5.1.80.1', '5.1.80.1'],
  ['64:FF9B:0:0:0:0:501:5001%eth0', '5.1.80.1'],
  ['64:ff9b:1::501:5001', '5.1.80.1'],
  ['64:ff9b:1:2:3:4:501:5001', '5.1.80.1'],
  ['2002:501:5001::', '5.1.80.1'],
  ['2002:0501:5001:1:2:3:4:5', '5.1.80.1'],
  ['64:ff9b:2::501:5001', undefined],
  ['64:ff9c::501:5001', undefined],
  ['2001:501:5001::', undefined],
  ['::1', undefined],
  ['5.1.80.1', undefined],
  ['nonsense', undefined],
])('the IPv4 address inside %s is %s', (ip, expected) => {
  expect(embeddedIpv4(ip)).toBe(expected);
});
