import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { hashRecoveryCode, newRecoveryCode, newSecret, stepOf, uriOf } from './two-factor-codes.ts';

// The ASCII secret of RFC 6238 appendix B. Its codes there have eight digits; six are their last six.
const SECRET = Secret.fromUTF8('12345678901234567890').base32;
const at = (seconds: number): Date => new Date(seconds * 1000);

describe('the codes of RFC 6238', () => {
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %i', (seconds, code) => expect(stepOf(SECRET, code, at(seconds))).toBe(BigInt(Math.floor(seconds / 30))));
});

test('a code is valid in its own step, the one before and the one after', () => {
  const steps = (seconds: number) => stepOf(SECRET, '287082', at(seconds));
  expect([29, 30, 59, 60, 89, 90].map(steps)).toEqual([1n, 1n, 1n, 1n, 1n, null]);
  expect(stepOf(SECRET, '287082', at(0))).toBe(1n);
});

test.each(['', '28708', '2870823', 'abcdef', '28708２', '-28708', '2e5082'])('%j is not a code', (code) =>
  expect(stepOf(SECRET, code, at(59))).toBeNull(),
);

test('an authenticator app can read issuer, name and secret', () => {
  const secret = newSecret();
  expect(Secret.fromBase32(secret).bytes).toHaveLength(20);
  const uri = uriOf(secret, 'Stage: & Co', 'maya');
  const read = new URL(uri);
  expect([
    read.protocol,
    read.host,
    read.searchParams.get('secret'),
    read.searchParams.get('digits'),
    read.searchParams.get('period'),
  ]).toEqual(['otpauth:', 'totp', secret, '6', '30']);
  expect(decodeURIComponent(read.pathname)).toContain('maya');
  expect(new TOTP({ secret: Secret.fromBase32(secret) }).generate()).toMatch(/^\d{6}$/);
});

test('a recovery code is accepted as typed, and belongs to one account', () => {
  const code = newRecoveryCode();
  expect(code).toMatch(/^[2-9a-z]{4}(-[2-9a-z]{4}){3}$/);
  expect(code).not.toMatch(/[ilou01]/);
  const kept = hashRecoveryCode('one', code);
  for (const typed of [code.toUpperCase(), code.replaceAll('-', ' '), code.replaceAll('-', '')])
    expect(hashRecoveryCode('one', typed).equals(kept)).toBe(true);
  expect(hashRecoveryCode('another', code).equals(kept)).toBe(false);
});
