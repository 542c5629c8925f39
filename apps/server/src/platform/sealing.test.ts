import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSealing } from './sealing.ts';

const sealing = createSealing('a key that is long enough for a test of it');

test('what was sealed opens again, and tells nothing while it is sealed', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(sealing.open(sealing.seal(value, 'x'), 'x')).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
  expect(sealing.seal({ iban: 'PT50000201231234567890154' }, 'x').toString('latin1')).not.toContain('PT50');
});

test('it opens neither in another’s place, nor by another key, nor changed by a bit', () => {
  const sealed = sealing.seal('secret', 'twoFactor:1');
  expect(() => sealing.open(sealed, 'twoFactor:2')).toThrow('unable to authenticate');
  expect(() => createSealing('another key that is long enough for it').open(sealed, 'twoFactor:1')).toThrow('unable to authenticate');
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at]! ^= 1;
    expect(() => sealing.open(changed, 'twoFactor:1')).toThrow('unable to authenticate');
  }
});

test('fingerprints are the same for the same value and purpose, and under one key alone', () => {
  const [one, other] = [createSealing('a key'), createSealing('another key')];
  expect(one.fingerprint('192.0.2.7', 'views')).toBe(createSealing('a key').fingerprint('192.0.2.7', 'views'));
  const known = new Set([
    one.fingerprint('192.0.2.7', 'views'),
    one.fingerprint('192.0.2.8', 'views'),
    one.fingerprint('192.0.2.7', 'other'),
    other.fingerprint('192.0.2.7', 'views'),
  ]);
  expect(known.size).toBe(4);
});
