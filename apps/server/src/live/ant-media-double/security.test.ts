import { expect, test } from 'vitest';
import { claimsOf, derivedKey, fromBase32, signJwt, streamHash, totp } from './security.ts';

// The vectors of Ant Media's own documents and libraries.

test('the hash of a stream, its use and the secret', () => {
  expect(streamHash('stream1', 'publish', 'testtest')).toBe('c433279fb6eda928d2a2863dd27503bac9c1b66fe0ccd9f10461214da457db67');
  expect(streamHash('stream1', 'play', 'testtest')).toBe('bfd3ff6672b9fe053f271c25105b25b5880dea03183be2edf40de20ce8a02614');
});

const SECRET = '0123456789abcdef0123456789abcdef';
const TOKEN =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdHJlYW1JZCI6InN0cmVhbTEiLCJ0eXBlIjoicGxheSIsImV4cCI6MTkwMDAwMDAwMH0.5ChQc8UNmkndrkCXGXiptGI0Nka00wk4FhZd-zb5_-A';

test('a signed token is as the server signs it, and holds until its second', () => {
  expect(signJwt({ streamId: 'stream1', type: 'play', exp: 1_900_000_000 }, SECRET)).toBe(TOKEN);
  expect(claimsOf(TOKEN, SECRET, 1_899_999_999)).toEqual({ streamId: 'stream1', type: 'play', exp: 1_900_000_000 });
  expect(claimsOf(TOKEN, SECRET, 1_900_000_000)).toBeUndefined();
});

test.each([
  ['of another key', TOKEN, 'f'.repeat(32)],
  ['with a changed body', TOKEN.replace('.eyJz', '.eyJy'), SECRET],
  ['without a signature', TOKEN.split('.').slice(0, 2).join('.'), SECRET],
  ['that says it needs none', `${Buffer.from('{"alg":"none"}').toString('base64url')}.${TOKEN.split('.')[1]}.`, SECRET],
  ['where the server has no key', TOKEN, ''],
])('refuses a signed token %s', (_, token, secret) => {
  expect(claimsOf(token, secret, 0)).toBeUndefined();
});

test('the code of a subscriber', () => {
  const key = fromBase32('GEZDGNBVGY3TQOJQ')!;
  expect(key.toString()).toBe('1234567890');
  expect(totp(key, 1_700_000_000, 60)).toBe('362119');
  expect(totp(key, 1_700_000_000 + 60, 60)).not.toBe('362119');
  expect(fromBase32('not Base32!')).toBeUndefined();
});

test('the key of a subscriber whom nobody registered is filled up with X', () => {
  expect(derivedKey('secret', 'fan1', 'stream1', 'play').toString()).toBe('secretfan1stream1playXXX');
});
