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

const ring = (...ids: string[]) => ({ first: 'the first key of the site', added: ids.map((id) => ({ id, key: `the key ${id}` })) });

test('an added key encrypts from then on, and values of older keys still decrypt', () => {
  const [first, second, third] = [ring(), ring('0a0a0a0a'), ring('0a0a0a0a', '0b0b0b0b')].map((keys) => createEncryption(keys));
  const values = [first, second, third].map((one, index) => one!.encrypt(index, 'x'));
  expect(values.map((value) => third!.decrypt(value, 'x'))).toEqual([0, 1, 2]);
  expect(values.map((value) => third!.renew(value, 'x') !== undefined)).toEqual([true, true, false]);
  // Values encrypted again need neither of the older keys.
  const alone = createEncryption({ first: 'another first key', added: ring('0b0b0b0b').added });
  expect(values.map((value) => alone.decrypt(third!.renew(value, 'x') ?? value, 'x'))).toEqual([0, 1, 2]);
  expect(() => second!.decrypt(values[2]!, 'x')).toThrow('unable to authenticate');
  expect(() => third!.renew(values[1]!, 'y')).toThrow('unable to authenticate');
  // Signatures and fingerprints stay the same.
  expect(third!.fingerprint('a', 'views')).toBe(first!.fingerprint('a', 'views'));
  expect(third!.derive('statements')).toEqual(first!.derive('statements'));
});

test('a key that another process added is found when a value needs it, or when it is announced', () => {
  let keys = ring();
  const running = createEncryption(keys, () => keys);
  keys = ring('0c0c0c0c');
  expect(running.decrypt(createEncryption(keys).encrypt('new', 'x'), 'x')).toBe('new');
  expect(running.newestPrefix()?.toString('latin1')).toMatch(/^SDK1/);
  keys = ring('0c0c0c0c', '0d0d0d0d');
  running.reload();
  expect(running.encrypt('x', 'x').subarray(0, 8).toString('hex')).toBe(`${Buffer.from('SDK1').toString('hex')}0d0d0d0d`);
});

test('a value of the first key whose random vector looks like a mark decrypts', () => {
  const marked = createEncryption({ first: 'first', added: [] });
  const newer = createEncryption({ first: 'first', added: [{ id: '00000000', key: 'newer' }] });
  const encrypted = marked.encrypt('kept', 'x');
  // A changed vector breaks it for every key: it is refused, whatever it looks like.
  encrypted.set(Buffer.from('SDK1\0\0\0\0', 'latin1'));
  expect(() => newer.decrypt(encrypted, 'x')).toThrow('unable to authenticate');
});
