import { expect, test } from 'vitest';
import { isAllowedSender } from './callback-senders.ts';

const LIST = '64.38.212.0/24\n195.20.32.202\r\n2001:db8::/32\n\n';

test.each(['64.38.212.1', '::ffff:64.38.212.254', '195.20.32.202', '2001:db8::7'])('%s is in the list', (ip) => {
  expect(isAllowedSender(ip, LIST)).toBe(true);
});

test.each(['64.38.213.1', '195.20.32.203', '2001:db9::7', '', 'unknown'])('%s isn’t', (ip) => {
  expect(isAllowedSender(ip, LIST)).toBe(false);
});

test('an empty list allows all, one of unreadable lines none', () => {
  expect([isAllowedSender('203.0.113.5', ' \n'), isAllowedSender('203.0.113.5', 'verotel.com\n1.2.3.4/40')]).toEqual([true, false]);
});
