import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEncryption } from './encryption.ts';

const encryption = createEncryption('a key that is long enough for a test of it');

test('an encrypted value decrypts to itself, and the ciphertext does not contain it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(encryption.decrypt(encryption.encrypt(value, 'x'), 'x')).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
  expect(encryption.encrypt({ iban: 'PT50000201231234567890154' }, 'x').toString('latin1')).not.toContain('PT50');
});

test('decrypting fails with another context, another key or a single changed bit', () => {
  const encrypted = encryption.encrypt('secret', 'twoFactor:1');
  expect(() => encryption.decrypt(encrypted, 'twoFactor:2')).toThrow('unable to authenticate');
  expect(() => createEncryption('another key that is long enough for it').decrypt(encrypted, 'twoFactor:1')).toThrow(
    'unable to authenticate',
  );
  for (let at = 0; at < encrypted.length; at += 1) {
    const changed = Buffer.from(encrypted);
    changed[at]! ^= 1;
    expect(() => encryption.decrypt(changed, 'twoFactor:1')).toThrow('unable to authenticate');
  }
});

test('fingerprints are equal for the same value, purpose and key only', () => {
  const [one, other] = [createEncryption('a key'), createEncryption('another key')];
  expect(one.fingerprint('192.0.2.7', 'views')).toBe(createEncryption('a key').fingerprint('192.0.2.7', 'views'));
  const known = new Set([
    one.fingerprint('192.0.2.7', 'views'),
    one.fingerprint('192.0.2.8', 'views'),
    one.fingerprint('192.0.2.7', 'other'),
    other.fingerprint('192.0.2.7', 'views'),
  ]);
  expect(known.size).toBe(4);
});
