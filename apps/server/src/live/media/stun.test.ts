import { expect, test } from 'vitest';
import { hasZeroTieBreaker, isSigned, parseStun, withMappedAddress, withTieBreaker } from './stun.ts';

const hex = (text: string): Buffer => Buffer.from(text, 'hex');
/** RFC 5769, section 2.1: a request with a tie-breaker, signed with the password below. */
const REQUEST = hex(
  '000100582112a442b7e7a701bc34d686fa87dfae802200105354554e207465737420636c69656e74002400046e0001ff80290008932ff9b151263b36' +
    '000600096576746a3a68367659202020000800149aeaa70cbfd8cb56781ef2b5b2d3f249c1b571a280280004e57a3bcf',
);
/** RFC 5769, section 2.2: its response, for 192.0.2.1:32853. */
const RESPONSE = hex(
  '0101003c2112a442b7e7a701bc34d686fa87dfae8022000b7465737420766563746f7220002000080001a147e112a643000800142b91f599fd9e90c3' +
    '8c7489f92af9ba53f06be7d780280004c07d4c96',
);
const PASSWORD = 'VOkJxbRl1RmTxUk/WvJxBt';

const withZero = (): Buffer => {
  const zero = Buffer.from(REQUEST);
  zero.fill(0, 52, 60);
  return zero;
};

test('reads a check and its signature', () => {
  const request = parseStun(REQUEST)!;
  expect([request.kind, request.username]).toEqual(['request', 'evtj:h6vY']);
  expect([isSigned(request, PASSWORD), isSigned(request, 'another')]).toEqual([true, false]);
  expect(hasZeroTieBreaker(request)).toBe(false);
  expect(isSigned(parseStun(RESPONSE)!, PASSWORD)).toBe(true);
});

test('gives a check with a tie-breaker of zero another one, and signs it again', () => {
  const zero = parseStun(withZero())!;
  expect([hasZeroTieBreaker(zero), isSigned(zero, PASSWORD)]).toEqual([true, false]);
  const repaired = withTieBreaker(zero, PASSWORD);
  expect(repaired.readBigUInt64BE(52)).toBe(1n);
  expect(hasZeroTieBreaker(parseStun(repaired)!)).toBe(false);
  expect(isSigned(parseStun(repaired)!, PASSWORD)).toBe(true);
});

test('signs as others do: the original bytes come back with the original value', () => {
  // The response's address, changed and changed back, has the RFC's own signature and checksum.
  const changed = withMappedAddress(parseStun(RESPONSE)!, '203.0.113.9', 4000, PASSWORD);
  expect(changed).not.toEqual(RESPONSE);
  expect(isSigned(parseStun(changed)!, PASSWORD)).toBe(true);
  expect(withMappedAddress(parseStun(changed)!, '192.0.2.1', 32853, PASSWORD)).toEqual(RESPONSE);
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['media', Buffer.concat([hex('80e00001'), Buffer.alloc(100)])],
  ['another cookie', Buffer.concat([REQUEST.subarray(0, 4), Buffer.alloc(4), REQUEST.subarray(8)])],
  ['a shorter packet', REQUEST.subarray(0, 60)],
  ['an attribute beyond the end', Buffer.concat([hex('000100042112a442b7e7a701bc34d686fa87dfae'), hex('0006ffff')])],
])('%s is no check', (_case, packet) => {
  expect(parseStun(packet)).toBeUndefined();
});

test('a message without attributes is neither signed nor changed', () => {
  const bare = parseStun(hex('010100002112a442b7e7a701bc34d686fa87dfae'))!;
  expect([isSigned(bare, PASSWORD), hasZeroTieBreaker(bare)]).toEqual([false, false]);
  expect(withMappedAddress(bare, '192.0.2.1', 1, PASSWORD)).toEqual(bare.bytes);
});
